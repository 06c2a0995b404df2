"""Words by which a reply says yes, no, that it doubts or does not know. The words are data."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources

import regex

_APOSTROPHES = str.maketrans("’‘´`", "''''")
_MARKS = " \t\n,.;:!…、。，；！"
_SPACE = r"[\s,.;:!…、。，；！—–-]*"


def plain(text: str) -> str:
    """The text with one kind of apostrophe; every character keeps its place."""
    return text.translate(_APOSTROPHES)


def opens_with(kind: str, text: str, start: int = 0) -> int | None:
    """Where a phrase of this kind ends that stands at ``start`` or behind marks; else ``None``."""
    found = _openers(kind).match(plain(text), start)
    return None if found is None else found.end()


def closes_with(kind: str, text: str) -> int | None:
    """Where a phrase of this kind begins that a text ends with, marks aside; else ``None``."""
    found = _ending(kind).search(plain(text).rstrip(_MARKS))
    return None if found is None else found.start()


def holds(kind: str, text: str) -> bool:
    """Whether a phrase of this kind stands anywhere in a text."""
    return _anywhere(kind).search(plain(text)) is not None


def denied(text: str, start: int, end: int) -> bool:
    """Whether what stands at [start, end) is denied by the words right before or behind it."""
    before, behind = plain(text)[:start], plain(text)[end:]
    return bool(_ending("denied_before").search(before) or _openers("denied_behind").match(behind))


def without_lead(text: str, start: int, end: int) -> tuple[int, int]:
    """The span of a name without the words that lead up to it, those that close it, and marks."""
    while (after := opens_with("lead", text[:end], start)) is not None and after < end:
        start = after
    lead = regex.compile(_SPACE).match(text, start, end)
    start = start if lead is None else lead.end()
    while True:
        bare = text[start:end].rstrip(_MARKS)
        tail = _ending("tail").search(bare)
        if tail is None or not tail.start():
            return start, start + len(bare)
        end = start + tail.start()


@cache
def _phrases(kind: str) -> tuple[str, ...]:
    path = resources.files("smalti.agenda") / "data" / "replies.json"
    listed: dict[str, dict[str, list[str]]] = json.loads(path.read_text("utf-8"))
    phrases = {phrase for words in listed[kind].values() for phrase in words}
    return tuple(sorted(phrases, key=lambda phrase: (-len(phrase), phrase)))


def _any_of(kind: str) -> str:
    """Any phrase of a kind, the longest first; Latin words end where a word ends."""
    branches = [
        regex.escape(phrase) + (r"(?![\p{L}\p{N}'])" if phrase[-1].isascii() else "")
        for phrase in _phrases(kind)
    ]
    return f"(?:{'|'.join(branches)})" if branches else r"(?!)"


@cache
def _openers(kind: str) -> regex.Pattern[str]:
    return regex.compile(_SPACE + _any_of(kind), regex.IGNORECASE)


@cache
def _anywhere(kind: str) -> regex.Pattern[str]:
    return regex.compile(r"(?<![\p{Latin}\p{N}'])" + _any_of(kind), regex.IGNORECASE)


@cache
def _ending(kind: str) -> regex.Pattern[str]:
    return regex.compile(rf"(?<![\p{{Latin}}\p{{N}}']){_any_of(kind)}\s*$", regex.IGNORECASE)
