"""How a reply answers a question: yes, no, with another value, or not at all. Words as data."""

from __future__ import annotations

from enum import Enum
from functools import cache

import regex

from smalti.write.gate.questions import tables

_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "´": "'", "`": "'"})
_MARKS = r"""\s,.;:!…、。，；：！—–"“”„«»「」()（）"""
_ANY_SPACE = rf"(?=[{_MARKS}]|$)"
_NO_SPACE = rf"(?=[{_MARKS.removeprefix(chr(92) + 's')}]|\s*$)"
_EDGES = regex.compile(rf"^[{_MARKS}-]+|[{_MARKS}-]+$")
_ASKS = regex.compile(r"[?？]\W*$")
_WORDY = regex.compile(r"[\p{L}\p{N}]")


class Reply(Enum):
    """In what way somebody answered."""

    YES = "yes"
    NO = "no"
    VALUE = "value"  # something else, which says what is right or what was meant
    UNCLEAR = "unclear"  # does not answer


def read_reply(text: str) -> tuple[Reply, str]:
    """How a reply answers a yes-or-no question, in any of the six languages.

    Returns:
        the kind, and the value that was given: "No, it's Lisbon" is ``NO`` with "Lisbon". A yes
        with a reservation, a question back, "I don't know" and "hmm" are ``UNCLEAR``.
    """
    said = _to_the_point(_bare(" ".join(text.translate(_APOSTROPHES).split())))
    if not _WORDY.search(said) or _ASKS.search(text) or _after(said, "unsure") is not None:
        return Reply.UNCLEAR, ""
    value = _instead(said)
    if value is not None:
        return Reply.NO, value
    for reply in (Reply.NO, Reply.YES):
        rest = _after(said, reply.value)
        if rest is not None:
            return _with_rest(reply, rest)
    return Reply.VALUE, _value(said)


def names_first(text: str) -> bool:
    """Whether a reply to "A or B?" says "the first" and no more."""
    return _after(_bare(text), "first") == ""


def names_second(text: str) -> bool:
    """Whether a reply to "A or B?" says "the second" and no more."""
    return _after(_bare(text), "second") == ""


def _to_the_point(said: str) -> str:
    """A reply without what people say while they think; empty if it is nothing else."""
    rest = _after(said, "filler")
    return said if rest is None else _to_the_point(rest)


def _with_rest(reply: Reply, rest: str) -> tuple[Reply, str]:
    if reply is Reply.YES:
        reserved = _after(rest, "reservation") is not None or _instead(rest) is not None
        return (Reply.UNCLEAR if reserved else reply), ""
    value = _instead(rest)
    if value is not None:
        return reply, value
    again = _after(rest, reply.value)  # "No, that's wrong"
    return _with_rest(reply, again) if again is not None else (reply, _value(rest))


def _value(said: str) -> str:
    """What is left of a value without the words that lead up to it and close it."""
    rest = _after(said, "lead")
    if rest:
        return _value(rest)
    tails = sorted((one for words in tables("answers")["tail"].values() for one in words), key=len)
    return next((said.removesuffix(one) for one in reversed(tails) if said.endswith(one)), said)


def _instead(said: str) -> str | None:
    """The value of "not A but B"; empty for "not A", ``None`` if nothing is denied so."""
    for pattern in _patterns():
        found = pattern.fullmatch(said)
        if found is not None:
            return _value(_bare(found.groupdict().get("value") or ""))
    return None


def _after(said: str, kind: str) -> str | None:
    """What follows a phrase of this kind that a text begins with; ``None`` if none does."""
    found = _openers(kind).match(said)
    return None if found is None else _bare(said[found.end() :])


def _bare(said: str) -> str:
    return _EDGES.sub("", said)


@cache
def _openers(kind: str) -> regex.Pattern[str]:
    """Any phrase of a kind at the beginning, longest first. A star lets words follow at once.

    Chinese and Japanese words that have one may be followed by anything: they are not set apart.
    """
    phrases = [phrase for words in tables("answers")[kind].values() for phrase in words]
    branches = []
    for phrase in sorted(phrases, key=len, reverse=True):
        bare = phrase.removesuffix("*")
        follows = _NO_SPACE if bare == phrase else _ANY_SPACE
        if bare != phrase and not regex.search(r"\p{Latin}", bare):
            follows = ""
        branches.append(regex.escape(bare) + follows)
    return regex.compile("|".join(branches), regex.IGNORECASE)


@cache
def _patterns() -> tuple[regex.Pattern[str], ...]:
    """The ways to deny one value for another, those that name the other first."""
    patterns = [one for words in tables("answers")["instead"].values() for one in words]
    patterns.sort(key=lambda one: "?P<value>" not in one)
    return tuple(regex.compile(one, regex.IGNORECASE) for one in patterns)
