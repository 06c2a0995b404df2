"""JSON as language models write it, found anywhere in a text.

Read as well: single and typographic quotes, quotes that were not escaped, raw line breaks, stray
backslashes, trailing and missing commas, comments, Python's ``True`` and ``None``, ``NaN``, bare
words. What has no end is not read: a value that was cut off is worse than none, since nobody can
tell what it would have said.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

_DEEPEST = 40
_DEEP = 500  # what finding out that something is nested too deeply costs
_GLANCE = 32  # characters that cost no more to look at than one
_STRICT = json.JSONDecoder(strict=False, parse_constant=lambda name: None)
_START = re.compile(r"[\[{]")
_SPACE = re.compile(r"(?:[\s\ufeff]|//[^\n]*)*")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,4})?(?![\w.])")
_WORD = re.compile(r"[-+]?[^\W\d][\w-]*")
_WORDS = {"true": True, "false": False, "null": None, "none": None, "undefined": None,
          "nan": None, "infinity": None, "-infinity": None, "inf": None}  # fmt: skip
_CLOSING = {'"': '"', "'": "'", "“": "”", "„": "“", "‘": "’"}
_PLAIN = {quote: re.compile(rf"[^\\{quote}]*") for quote in set(_CLOSING.values())}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f",
            "/": "/", "\\": "\\", '"': '"', "'": "'", "\n": ""}  # fmt: skip
_HEX = re.compile(r"u([0-9a-fA-F]{4})(?:\\u([dD][c-fC-F][0-9a-fA-F]{2}))?")
_KEY = r"""(?:"(?:[^"\\\n]|\\.){0,400}"|'(?:[^'\\\n]|\\.){0,400}'|“[^”\n]{0,80}”|[^\W\d]\w*)\s*:"""
_AFTER_MEMBER = re.compile(rf"\s*(?:}}|$|,\s*(?:{_KEY}|}}|//|$)|//)|\s*\n\s*{_KEY}")
_AFTER_ELEMENT = re.compile(
    r"\s*(?:\]|$|//|,\s*(?:[\"'“„‘{\[\]]|$|//|[-+.\d]|(?:true|false|null|none)\b))", re.IGNORECASE
)
_AFTER_KEY = re.compile(r"\s*:")
_AFTER = {"key": _AFTER_KEY, "member": _AFTER_MEMBER, "element": _AFTER_ELEMENT}


@dataclass(frozen=True, slots=True)
class Found:
    """A list or object at characters [start, end) of a text."""

    value: Any
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Scan:
    """All lists and objects of a text that are not inside another, and where one failed to be."""

    found: tuple[Found, ...]
    broken: tuple[int, ...]


def scan(text: str) -> Scan:
    """Find them, in order. Of a broken one, what it holds is looked at by itself.

    The work is bounded by the length of the text: of one that is built to be slow, the end is not
    looked at.
    """
    reader = _Reader(text)
    found: list[Found] = []
    broken: list[int] = []
    at = 0
    while (start := _START.search(text, at)) is not None and reader.effort > 0:
        try:
            value, end = reader.either(start.start())
        except _Broken as failure:
            broken.append(start.start())
            at = failure.resume or start.end()
        else:
            found.append(Found(value, start.start(), end))
            at = end
    return Scan(tuple(found), tuple(broken))


class _Broken(Exception):
    """No value can be read here. Of what lies before ``resume``, nothing can."""

    def __init__(self, resume: int = 0) -> None:
        super().__init__()
        self.resume = resume


class _Reader:
    """Reads values out of one text. Every method is given a place and returns the place after."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.effort = 20_000 + len(text)

    def either(self, at: int) -> tuple[Any, int]:
        """A list or an object: by the letter of the standard if it keeps to it."""
        try:
            value, end = _STRICT.raw_decode(self._text, at)
        except RecursionError:
            self._spend(_DEEP)
        except ValueError as error:
            self._spend(8 + (getattr(error, "pos", at) - at) // _GLANCE)
        else:
            return value, end
        return self._value(at, "element", 0)

    def _spend(self, effort: int) -> None:
        self.effort -= effort
        if self.effort <= 0:
            raise _Broken

    def _skip(self, at: int) -> int:
        space = _SPACE.match(self._text, at)
        end = space.end() if space is not None else at
        self._spend((end - at) // _GLANCE)
        return end

    def _value(self, at: int, where: str, depth: int) -> tuple[Any, int]:
        self._spend(1)
        if depth > _DEEPEST:
            raise _Broken(at)
        first = self._text[at : at + 1]
        if first == "{":
            return self._object(at + 1, depth)
        if first == "[":
            return self._list(at + 1, depth)
        if first in _CLOSING:
            return self._string(at, where)
        return self._bare(at)

    def _object(self, at: int, depth: int) -> tuple[dict[str, Any], int]:
        members: dict[str, Any] = {}
        while True:
            at = self._skip(at)
            if self._text[at : at + 1] == "}":
                return members, at + 1
            key, at = self._key(at)
            at = self._skip(at)
            if self._text[at : at + 1] != ":":
                raise _Broken
            members[key], at = self._value(self._skip(at + 1), "member", depth + 1)
            at = self._comma(at)

    def _list(self, at: int, depth: int) -> tuple[list[Any], int]:
        elements: list[Any] = []
        while True:
            at = self._skip(at)
            if self._text[at : at + 1] == "]":
                return elements, at + 1
            element, at = self._value(at, "element", depth + 1)
            elements.append(element)
            at = self._comma(at)

    def _comma(self, at: int) -> int:
        """After the comma that may stand here. A missing one is not missed."""
        at = self._skip(at)
        return at + 1 if self._text[at : at + 1] == "," else at

    def _key(self, at: int) -> tuple[str, int]:
        if self._text[at : at + 1] in _CLOSING:
            return self._string(at, "key")
        word = _WORD.match(self._text, at)
        if word is None:
            raise _Broken
        return word.group(), word.end()

    def _bare(self, at: int) -> tuple[Any, int]:
        number = _NUMBER.match(self._text, at)
        if number is not None:
            return _number(number.group()), number.end()
        word = _WORD.match(self._text, at)
        if word is None:
            raise _Broken
        text = word.group()
        return _WORDS.get(text.lower(), text), word.end()

    def _string(self, at: int, where: str) -> tuple[str, int]:
        quote = _CLOSING[self._text[at]]
        parts: list[str] = []
        at += 1
        while True:
            plain = _PLAIN[quote].match(self._text, at)
            end = plain.end() if plain is not None else at
            self._spend(1 + (end - at) // _GLANCE)
            parts.append(self._text[at:end])
            if end >= len(self._text):
                raise _Broken
            if self._text[end] == "\\":
                escaped, at = self._escape(end + 1)
                parts.append(escaped)
            elif _AFTER[where].match(self._text, end + 1):
                return "".join(parts), end + 1
            else:  # a quotation mark of the text itself
                parts.append(self._text[end])
                at = end + 1

    def _escape(self, at: int) -> tuple[str, int]:
        """What a backslash before this place stands for; one without a meaning, for itself."""
        letter = self._text[at : at + 1]
        code = _HEX.match(self._text, at)
        if code is not None:
            high, low = code.groups()
            if low is not None and 0xD800 <= int(high, 16) < 0xDC00:
                pair = bytes.fromhex(high + low).decode("utf-16-be", "replace")
                return pair, code.end()
            return chr(int(high, 16)), at + 5
        if letter in _ESCAPES:
            return _ESCAPES[letter], at + 1
        return "\\", at


def _number(text: str) -> int | float:
    """A number; a whole one of thousands of digits is none that anybody meant."""
    whole = text.lstrip("+-").isdigit() and len(text) < 100
    return int(text) if whole else float(text)
