"""What is compared and what comes out."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True, order=True)
class Mention:
    """A name as it stands in a text.

    Attributes:
        name: the words, untouched.
        context: the sentence around it, if known; "Name:" at its start is the speaker.
        kind: what it is ("person", "place", "organization", …), or "" for unknown.
    """

    name: str
    context: str = ""
    kind: str = ""


class Verdict(StrEnum):
    """Whether two mentions are one entity."""

    SAME = "same"  # may be merged without asking
    DIFFERENT = "different"  # must never be merged
    PROPOSE = "propose"  # plausible: keep apart and ask


@dataclass(frozen=True, slots=True)
class NameVerdict:
    """A verdict with the rule that gave it and what it rests on.

    Attributes:
        verdict: same, different or propose.
        reason: a sentence for people.
        evidence: what was found, such as ``shared: boiler`` or ``numbers: 12 / 21``.
        rule: the name of the rule, for counting.
    """

    verdict: Verdict
    reason: str
    evidence: tuple[str, ...] = ()
    rule: str = ""
