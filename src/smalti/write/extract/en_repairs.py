"""A bare new value put into the statement it changes: "make that tram 41", "3:51:07!!!"."""

from __future__ import annotations

from collections.abc import Iterable

import regex

from smalti.write.extract.candidate import Candidate

_NUMBER = regex.compile(r"(?<![\w.])(?P<number>\d[\d:.,–/]*\d|\d)(?![\w])")
_REACH = 12


def repaired(said: str, earlier: Iterable[Candidate]) -> tuple[Candidate, str, str] | None:
    """The last statement that the one number in ``said`` fits into: that statement, old, new.

    Numbers fit when they are written alike (41 and 14, 3:51:07 and 3:58:20); the same word before
    both ("tram") decides between several.
    """
    found = list(_NUMBER.finditer(said))
    if len(found) != 1:
        return None
    new, before = found[0].group("number"), _word_before(said, found[0].start())
    fitting: list[tuple[Candidate, str, bool]] = []
    for one in list(earlier)[-_REACH:]:
        for match in _NUMBER.finditer(one.sentence):
            old = match.group("number")
            if old != new and _shape(old) == _shape(new):
                same = before != "" and before == _word_before(one.sentence, match.start())
                fitting.append((one, old, same))
    if not fitting:
        return None
    best = max(range(len(fitting)), key=lambda i: (fitting[i][2], i))
    return fitting[best][0], fitting[best][1], new


def _shape(number: str) -> str:
    return regex.sub(r"\d", "9", number)


def _word_before(text: str, place: int) -> str:
    found = regex.findall(r"(\p{L}+)\W*$", text[:place])
    return found[0].casefold() if found else ""


def replaced(text: str, old: str, new: str) -> str:
    """The text with one number in place of another."""
    return regex.sub(rf"(?<![\w.]){regex.escape(old)}(?![\w])", new, text, count=1)
