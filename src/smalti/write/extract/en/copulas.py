"""The 's that means "is" or "has" behind a noun, written out: "gate's 4471", "Ann's left"."""

from __future__ import annotations

import regex

from smalti.write.extract.en.text import FINITE, Match, Prepared
from smalti.write.extract.tables import words

_WORD = regex.compile(r"[\w-]+$")
_NOUN_S = regex.compile(
    r"(?<=[\w)\"])'s(?=\s+(?P<next>[\w'£$€\"]+)(?P<rest>[^,;.!?]*))", regex.IGNORECASE
)


def with_copulas(made: Prepared, *, casual: bool) -> Prepared:
    """The text with each such 's written out; possessives stay.

    Careful writers contract after nouns only where no genitive could stand.
    """
    return made.edit(_NOUN_S, lambda m: _written_out(m, made.text, casual=casual))


def _written_out(match: Match, text: str, *, casual: bool) -> str:
    before = _WORD.findall(text[: match.start()])
    if not before or before[0].casefold() in words("en", "contracting_pronouns"):
        return match.group()  # "it's", "she's", "let's": the parser knows these
    if _HEADLESS.search(text, 0, match.start()) is not None:
        return match.group()  # "at the printer's", "whales are Óli's": a genitive without its noun
    word, rest = match.group("next").casefold(), match.group("rest").split()
    if _means_has(word, rest):
        return " has"
    if _means_is(word):
        return " is"
    return match.group() if not casual or not _may_mean_is(match, text) else " is"


def _means_has(word: str, rest: list[str]) -> bool:
    """Read "'s been", "'s put me", "'s never been" as "has"."""
    participles = words("en", "has_participles")
    if word in ("called", "named"):
        return False
    after = rest[1:] if rest and rest[0].casefold() in _PARTICLES else rest
    transitive = _is_participle(word) and bool(after) and _is_object(after[0])
    return word in participles or transitive or (bool(rest) and rest[0].casefold() in participles)


_PARTICLES = ("up", "out", "off", "down", "over", "back", "away")


def _means_is(word: str) -> bool:
    named = word in ("called", "named") or word in words("en", "after_copula")
    return named or word[0].isdigit() or word[0] in "£$€"


def _may_mean_is(match: Match, text: str) -> bool:
    """What only a chat lets pass: "wife's expecting", "boat's old"."""
    word, rest = match.group("next").casefold(), match.group("rest").split()
    if _is_participle(word) or (word.endswith("ing") and word not in words("en", "ing_nouns")):
        return not (rest and FINITE.match(rest[0]))
    before = _CLAUSE.split(text[: match.start()])[-1].split()
    return _lacks_verb(before) and _lacks_verb(rest) and len(rest) <= _SHORT


_SHORT = 6  # words
_CLAUSE = regex.compile(
    r"[,;:]|\b(?:and|but|so|because|says?|said|thinks?|thought|reckons?|heard|means?)\b"
)
_HEADLESS = regex.compile(
    r"\b(?:is|are|was|were|at|to|of|from|with|by|than|into)\s+(?:(?:the|a|my|our)\s+)?[\w-]+$"
)


def _is_participle(word: str) -> bool:
    return word in words("en", "participles") or (
        word.endswith("ed") and len(word) > 4 and word not in words("en", "ed_nouns")
    )


def _is_object(word: str) -> bool:
    return word.casefold() in words("en", "object_starts") or word[:1].isupper()


def _lacks_verb(rest: list[str]) -> bool:
    """Whether none of these words can be the verb of the clause: then the 's was it."""
    return not any(
        FINITE.search(word)
        or word in words("en", "past_forms")
        or (word.endswith(("ed", "s")) and not word.endswith("ss") and word.islower())
        for word in rest
    )
