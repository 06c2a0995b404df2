"""Judging by rules: a rule for each kind of key, and no verdict where no rule fits.

A question is judged or not by its key alone. An answer that a rule cannot find the wanted thing in
is wrong, so nobody gains by vague words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from smalti.bench.qa.amounts import gives, in_words, is_amount
from smalti.bench.qa.answers import Given
from smalti.bench.qa.case import Gold, Kind
from smalti.bench.qa.days import Days, Exactness, lies, named
from smalti.bench.qa.keys import polarity
from smalti.bench.qa.texts import cut, overlap, tells
from smalti.model.time import Instant

_MOST_DATES = 2
"""Different dates that an answer may name; one that names more was given no date."""


class Verdict(Enum):
    """What an answer is worth."""

    RIGHT = "right"
    WRONG = "wrong"
    ABSTAINED = "abstained"  # though there is an answer
    UNJUDGED = "not judged"


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict, by which rule, and why.

    ``share`` is the part of what was asked for that the answer tells, where that is several things;
    ``exactness`` how its date lies to the key's; ``f1`` the overlap of words with the key;
    ``rival`` another value that it tells as the answer, such as one that held before.
    """

    verdict: Verdict
    rule: str
    why: str = ""
    share: float | None = None
    exactness: str | None = None
    f1: float | None = None
    rival: str = ""


def judge(given: Given, gold: Gold, now: Instant | None = None) -> Judgement:
    """What an answer is worth by the rule for the kind of the key.

    Args:
        given: the answer.
        gold: the key.
        now: what relative dates in the answer count from.
    """
    if gold.kind is Kind.NONE:
        return _abstention(given)
    if not given.found or not given.text.strip():
        return Judgement(Verdict.ABSTAINED, "abstention", given.reason, _zero(gold))
    rule = _RULES.get(gold.kind)
    if rule is None:
        return Judgement(Verdict.UNJUDGED, "none", "the key is free text")
    return rule(given, gold, now)


def can_judge(gold: Gold) -> bool:
    """Whether there is a rule for the kind of a key."""
    return gold.kind is Kind.NONE or gold.kind in _RULES


def _abstention(given: Given) -> Judgement:
    if not given.found:
        return Judgement(Verdict.RIGHT, "abstention", given.reason)
    if given.reason:
        return Judgement(Verdict.RIGHT, "premise denied", given.reason)
    return Judgement(Verdict.WRONG, "abstention", "an answer is given where there is none")


def _yes_no(given: Given, gold: Gold, now: Instant | None) -> Judgement:
    wanted = gold.parts[0][0]
    said = polarity(given.value or "") or polarity(given.text)
    why = f"says {said or 'neither yes nor no'}, the key {wanted}"
    return _verdict(said == wanted, "yes/no", why)


def _date(given: Given, gold: Gold, now: Instant | None) -> Judgement:
    wanted = named(gold.parts[0][0], now)
    told = named(given.value or "", None) or named(cut(given.text, gold.text), now, absolute=False)
    if not told or len(set(told)) > max(_MOST_DATES, len(wanted)):
        return _dated(Exactness.OFF, gold, f"names {len(set(told))} dates")
    found = [_nearest([lies(day, one) for day in told]) for one in wanted]
    worst = max(found, key=_ORDER.index)
    return _dated(worst, gold, f"{_listed(told)} to {_listed(wanted)}: {worst.value}")


def _nearest(found: list[Exactness]) -> Exactness:
    return min(found, key=_ORDER.index)


def _dated(found: Exactness, gold: Gold, why: str) -> Judgement:
    right = Verdict.RIGHT if found is Exactness.EXACT else Verdict.WRONG
    return Judgement(right, "date", why, exactness=found.value)


def _listed(days: Sequence[Days]) -> str:
    return ", ".join(f"{one.first}/{one.last}" for one in days)


def _number(given: Given, gold: Gold, now: Instant | None) -> Judgement:
    wordings, value = gold.parts[0], in_words(given.value or "")
    if is_amount(value):
        right = any(gives(value, wanted) for wanted in wordings)
        return _verdict(right, "number as value", f"{value} to {gold.text}")
    right = any(gives(cut(given.text, gold.text), one, gold.text) for one in wordings)
    return _verdict(right, "number in the text", gold.text)


def _texts(given: Given, gold: Gold, now: Instant | None) -> Judgement:
    read, value = cut(given.text, gold.text), in_words(given.value or "")
    told = [
        any(_part(read, wanted) or _part(value, wanted) for wanted in part) for part in gold.parts
    ]
    missing = [part[0] for part, there in zip(gold.parts, told, strict=True) if not there]
    rule = "all parts" if len(told) > 1 else "short text"
    why = f"does not tell {'; '.join(missing)}" if missing else ""
    rival = next((one for one in gold.rivals if _is_told(read, given, one, gold)), "")
    if rival:
        why = f"tells {rival}; {why}".rstrip("; ")
    return Judgement(
        Verdict.WRONG if missing or rival else Verdict.RIGHT,
        rule,
        why,
        share=round(sum(told) / len(told), 4),
        f1=overlap(read, gold.text),
        rival=rival,
    )


def _part(text: str, wanted: str) -> bool:
    return gives(text, wanted) if is_amount(wanted) else tells(text, wanted)


def _is_told(text: str, given: Given, rival: str, gold: Gold) -> bool:
    """Whether a rival is told as the answer: as its value, or in the words where it has none."""
    return tells(given.value or text, rival) and not tells(gold.text, rival)


def _sides(given: Given, gold: Gold, now: Instant | None) -> Judgement:
    cited = set(given.citations)
    told = [bool(side & cited) for side in gold.sides]
    right = given.disputed and all(told)
    why = f"{'' if given.disputed else 'no '}conflict told, {sum(told)} of {len(told)} sides cited"
    return Judgement(
        Verdict.RIGHT if right else Verdict.WRONG,
        "both sides",
        why,
        share=round(sum(told) / len(told), 4),
    )


def _verdict(right: bool, rule: str, why: str) -> Judgement:
    return Judgement(Verdict.RIGHT if right else Verdict.WRONG, rule, why)


def _zero(gold: Gold) -> float | None:
    return 0.0 if gold.kind in _SHARED else None


_ORDER = (Exactness.EXACT, Exactness.WITHIN, Exactness.WIDER, Exactness.OFF)
_SHARED = (Kind.TEXT, Kind.LIST, Kind.SIDES)
_RULES: Mapping[Kind, Callable[[Given, Gold, Instant | None], Judgement]] = {
    Kind.YES_NO: _yes_no,
    Kind.DATE: _date,
    Kind.NUMBER: _number,
    Kind.TEXT: _texts,
    Kind.LIST: _texts,
    Kind.SIDES: _sides,
}
