"""Who does something instead, the verb left out: "I no longer run the club, Hetty does"."""

from __future__ import annotations

import regex

from smalti.write.extract.candidate import Candidate
from smalti.write.extract.en.line import Line
from smalti.write.extract.en.make import Said, of_words
from smalti.write.extract.people import is_kin

_ELIDED = regex.compile(
    r"(?:^|[.!?,;]\s+)(?:I|we|he|she|they|\p{Lu}\w+|my \w+)"
    r" (?:no longer|do not|don't|does not|doesn't|used to|won't|can't)"
    r" (?P<verb>\w+) (?P<rest>[^,;:]{2,60}?)(?: any ?more)?(?:,| -| –|;)?"
    r" (?:but |now )?(?P<who>(?-i:\p{Lu})\w+|(?:my|our) \w+) (?:does|do|did|will|can)"
    r"(?P<now> now| instead| these days)?\W*$",
    regex.IGNORECASE,
)
_NOT_NAMES = ("i", "we", "you", "he", "she", "it", "they", "this", "that", "there")
_POINTS = regex.compile(
    r"\b(?:my|our|your|his|her|their|its|me|us|you|him|them|it|that|this)\b", regex.IGNORECASE
)
_BEFORE = 80  # characters before a line in which the verb may stand
_SURE = 0.8


def elided(line: Line) -> Candidate | None:
    """What somebody else does, if its words need no reading: no pronouns stand in them."""
    begin = max(0, line.start - _BEFORE)
    found = _ELIDED.search(line.turn.text[begin : line.end])
    if found is None or _POINTS.search(found["rest"]) or begin + found.start("who") < line.start:
        return None
    who = _name(found["who"], line.turn.speaker)
    if who is None:
        return None
    verb, rest = found["verb"].casefold(), found["rest"].strip()
    text = f"{who} {_third(verb)} {rest}{found['now'] or ''}"
    numbers = tuple(token.i for token in line.parse.tokens)
    return of_words(line, numbers, Said(text, who, verb, rest, _SURE))


def _name(said: str, speaker: str) -> str | None:
    _, _, noun = said.rpartition(" ")
    if said.casefold() in _NOT_NAMES:
        return None
    if noun == said:
        return said
    return f"{speaker}'s {noun}" if is_kin(noun.casefold()) else None


def _third(verb: str) -> str:
    if verb.endswith(("s", "sh", "ch", "x", "o")):
        return f"{verb}es"
    return f"{verb[:-1]}ies" if regex.search(r"[^aeiou]y$", verb) else f"{verb}s"
