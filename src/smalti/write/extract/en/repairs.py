"""A new value put into the statement it changes: "make that tram 41", "Noé, not Noel"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

import regex

from smalti.write.extract.candidate import Candidate

_NUMBER = regex.compile(r"(?<![\w.])(?P<number>\d[\d:.,–/]*\d|\d)(?![\w])")
_CONTRAST = regex.compile(
    r"(?P<new>[\p{L}\d][\w &.'/:-]{0,40}?),? (?:and )?not (?P<old>[\w][\w &.'/:-]{0,30}?)[.!]*$"
)
_VALUE = regex.compile(
    r"(?:it's|it is|that's|make that|i meant|it should be|should be|spelled|spelt)\s+"
    r"(?P<new>\p{Lu}[\w'.-]*(?: (?:&|of|de|van|von|\p{Lu}[\w'.-]*))*)[.!]*$",
    regex.IGNORECASE,
)
_LEAD = regex.compile(
    r"^(?:(?:no|oh|ah|sorry|well|actually|wait|whoops|oops|and|but|so)[,:!.]*\s+)*"
    r"(?:(?:it|that|his name|her name|the name|the date|the time)(?:'s| is| was)|make that|i meant"
    r"|(?:it )?should be)\s+",
    regex.IGNORECASE,
)
_NAMES = regex.compile(r"\p{Lu}[\w'.-]*(?: (?:&|of|de|van|von|\p{Lu}[\w'.-]*))*")
_LAST_NAME = regex.compile(rf"(?<!\p{{L}})(?:{_NAMES.pattern})$")
_DENIES = regex.compile(
    r"\b(?:no|not|nothing|none|never|still|another|more|also|too)\b", regex.IGNORECASE
)
_WORDS = regex.compile(r"\p{L}+")
_LAST_WORD = regex.compile(r"(\p{L}+)\W*$")
_DIGIT = regex.compile(r"\d")
_OTHERS = 4  # words beside a number that is all a line gives
_REACH = 12  # statements back
_ALIKE = 0.55  # how alike two spellings of a name are at least


@dataclass(frozen=True, slots=True)
class Repair:
    """A statement made before, and which words of it are to be replaced by which."""

    said: Candidate
    old: str
    new: str


def repaired(text: str, earlier: Iterable[Candidate], *, corrects: bool) -> Repair | None:
    """The last statement that a short line gives another value for.

    ``corrects``: the line says that something was wrong, so a name may be one misheard.
    """
    recent = list(earlier)[-_REACH:]
    return (
        _of_contrast(text, recent)
        or _of_number(text, recent)
        or (_of_name(text, recent) if corrects else None)
    )


def _of_contrast(text: str, recent: Sequence[Candidate]) -> Repair | None:
    """Read "Noé, not Noel": the old value is named."""
    found = _CONTRAST.search(text)
    if found is None:
        return None
    old, new = found.group("old"), _LEAD.sub("", found.group("new")).strip()
    number, name = _NUMBER.search(new), _LAST_NAME.search(new)
    if number is not None and _NUMBER.fullmatch(old):  # "14 Elm Road, not 41"
        new = number.group()
    elif name is not None and _NAMES.fullmatch(old):  # "Actually I live in Bergen, not Oslo"
        new = name.group()
    for one in reversed(recent):
        if new and _stands_in(old, one.sentence) and not _stands_in(new, one.sentence):
            return Repair(one, old, new)
    return None


def _stands_in(words: str, sentence: str) -> bool:
    return regex.search(rf"(?<![\w.]){regex.escape(words)}(?!\w)", sentence) is not None


def _of_number(text: str, recent: Sequence[Candidate]) -> Repair | None:
    """Read a bare number: it replaces one written alike (41 and 14, 3:51:07 and 3:58:20).

    The same word before both ("tram") decides between several.
    """
    found = list(_NUMBER.finditer(text))
    others = _WORDS.findall(text)
    if len(found) != 1 or len(others) > _OTHERS or _DENIES.search(text):
        return None
    new, before = found[0].group("number"), _word_before(text, found[0].start())
    fitting = [
        (
            Repair(one, match.group("number"), new),
            before != "" and before == _word_before(one.sentence, match.start()),
        )
        for one in recent
        for match in _NUMBER.finditer(one.sentence)
        if match.group("number") != new and _shape(match.group("number")) == _shape(new)
    ]
    if not fitting:
        return None
    best = max(range(len(fitting)), key=lambda i: (fitting[i][1], i))
    return fitting[best][0]


def _of_name(text: str, recent: Sequence[Candidate]) -> Repair | None:
    """Read "it's Quill & Harrow" as the right spelling of a name that was heard before."""
    found = _VALUE.search(text)
    if found is None:
        return None
    new = found.group("new").rstrip(".")
    for one in reversed(recent):
        for match in _NAMES.finditer(one.object):
            alike = SequenceMatcher(None, match.group().casefold(), new.casefold()).ratio()
            if match.group() != new and alike >= _ALIKE:
                return Repair(one, match.group(), new)
    return None


def _shape(number: str) -> str:
    return _DIGIT.sub("9", number)


def _word_before(text: str, place: int) -> str:
    found = _LAST_WORD.findall(text[:place])
    return found[0].casefold() if found else ""


def replaced(text: str, repair: Repair) -> str:
    """The text with the new words in place of the old."""
    return regex.sub(
        rf"(?<![\w.]){regex.escape(repair.old)}(?![\w])", lambda m: repair.new, text, count=1
    )
