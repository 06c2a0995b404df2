"""What form an answer has: a bare noun, a fragment, a yes or a no."""

from __future__ import annotations

from dataclasses import dataclass

import regex

from smalti.write.extract.en.clauses import clauses
from smalti.write.extract.en.line import Line
from smalti.write.extract.en.text import FINITE, PRONOUN, Match
from smalti.write.extract.tables import pattern, words

_I_AM = regex.compile(r"(?:and |so |but )?I am ")
LONGEST_ANSWER = 16
"""Words of an answer that says nothing by itself."""


@dataclass(frozen=True, slots=True)
class Told:
    """What question and answer say together.

    ``rest`` is where in the line, by character, it goes on to say more; None where it does not.
    """

    text: str
    rest: int | None = None


def matched(key: str, said: str) -> Match | None:
    """The match of one of the patterns in a list at the start of an answer."""
    return pattern("en", key, anchored=True).search(said)


def is_fragment(line: Line) -> bool:
    """Whether a line has no verb of its own, but for the "I am" that was put in."""
    made = line.prepared
    if made.subjectless:
        return _I_AM.match(made.text) is not None
    found = clauses(line.parse)
    if all(one.how == "fragment" for one in found):
        return True
    if any(one.subject and line.parse.tokens[one.head].tag in _TENSED for one in found):
        return False
    verbs = FINITE.search(made.text) or PRONOUN.search(made.text)
    return verbs is None and len(made.text.split()) <= LONGEST_ANSWER


_TENSED = ("VBD", "VBZ", "VBP")


def is_noun(line: Line) -> bool:
    """Whether a line is a noun, a name or a number rather than a remark."""
    root = next((t for t in line.parse.tokens if t.head == t.i), None)
    named = root is not None and (root.pos in ("NOUN", "PROPN", "NUM") or line.text[:1].isupper())
    return named and root is not None and root.low not in words("en", "small_talk_words")
