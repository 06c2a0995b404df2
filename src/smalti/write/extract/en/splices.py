"""Two English sentences with a comma between them, cut apart."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import regex

from smalti.write.extract.en.text import FINITE, PRONOUN, Match
from smalti.write.extract.tables import pattern, words

_NO_LIST = regex.compile(r",\s+(?=no \w)", regex.IGNORECASE)
_FIRST = regex.compile(r"\W*(?:(?:and|so|but|then|now)\s+)?(?P<word>[\w']+)")
_OPENS_IF = regex.compile(r"\W*(?:if|when|unless|once|while|since|as|because)\b", regex.IGNORECASE)
_UNCHANGED = {"read", "put", "set", "cut", "hit", "made"}  # also other forms than the past
_SHORTEST = 4  # letters of a past form


def splices(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """A sentence cut where two are spliced: "they moved it, I post as ada now".

    A parser takes the first for an adjunct of the second all too easily. What opens with a
    condition or a place needs what follows, so that stays whole.
    """
    cuts: list[tuple[int, int]] = []
    at = start
    for match in sorted(_joints(text, start, end), key=lambda match: match.start()):
        if match.start() >= at and match.end() < end and _stands_alone(text[at : match.start()]):
            cuts.append((at, match.start()))
            at = match.end()
    return [*cuts, (at, end)]


def _stands_alone(left: str) -> bool:
    placed = pattern("en", "opens_condition", anchored=True).search(left) is not None
    bound = placed and not PRONOUN.search(left)
    return not bound and not _OPENS_IF.match(left) and len(left.split()) > 1


def _joints(text: str, start: int, end: int) -> Iterator[Match]:
    yield from pattern("en", "splices").finditer(text, start, end)
    if text[start : start + 3].casefold() == "no ":  # "no car, no licence"
        yield from _NO_LIST.finditer(text, start, end)
    for match in _dropped_again().finditer(text, start, end):
        if _is_mine(text[start : match.start()]):
            yield match
    for match in pattern("en", "statements_after_comma").finditer(text, start, end):
        if _has_verb(text[start : match.start()]):
            yield match


@cache
def _dropped_again() -> regex.Pattern[str]:
    """A comma before a verb whose "I" was dropped: "…, got a root canal at four"."""
    verbs = "|".join(sorted(words("en", "past_forms") - _UNCHANGED))
    return regex.compile(
        rf",\s+(?=(?:{verbs}|need|can't|won't)\s+(?:a|an|the|my|our|some|to|it|up|back|no)\b)",
        regex.IGNORECASE,
    )


def _is_mine(left: str) -> bool:
    """Whether a statement is the speaker's: "I …", or with the "I" dropped."""
    word = _first_word(left)
    present = word in words("en", "dropped_present") or word.split("'")[0] in ("i", "we")
    return present or _is_past(word)


def _has_verb(left: str) -> bool:
    """Whether what stands before a comma is a statement, so that the comma ends it."""
    return FINITE.search(left) is not None or _is_past(_first_word(left))


def _first_word(text: str) -> str:
    found = _FIRST.match(text)
    return found.group("word").casefold() if found is not None else ""


def _is_past(word: str) -> bool:
    regular = word.endswith("ed") and len(word) > _SHORTEST and word not in words("en", "ed_nouns")
    return regular or word in words("en", "past_forms")
