"""Where the sentences of a text begin and end."""

from __future__ import annotations

from collections.abc import Iterator

import regex

_END = regex.compile(
    r"(?P<stop>[.!?…]+[\"'”’)\]]*(?=\s|$))|(?P<wide>[。！？!?]+[」』”）]*)|(?P<line>[\n\r]+)"
    r"|(?P<dash>\s[—–-]{1,3}\s|;\s|；|[|•·]\s|\.\.+|…)"
    r"|(?P<tag></?(?:h[1-6]|p|li|ul|ol|br|div|t[rdh]|table)\b[^<>]*>)"
    r"|(?P<smile>(?:[:;]-?[)(DP/]|\p{Extended_Pictographic}\uFE0F?)+)"
)
_ABBREVIATION = regex.compile(
    r"\b(?:dr|mr|mrs|ms|prof|st|vs|etc|no|approx|e\.g|i\.e|mt|jr|sr|inc|ltd|fig|p|nr|bzw|z\.b|[A-Z])\.$",
    regex.IGNORECASE,
)


def sentences(text: str, start: int = 0, end: int | None = None) -> Iterator[tuple[int, int]]:
    """Spans of sentences in text[start:end], without surrounding blanks; never empty.

    Longer runs than a sentence can be are cut at blanks, so that no parser meets a monster.
    """
    end = len(text) if end is None else end
    at = start
    for match in _END.finditer(text, start, end):
        if match.lastgroup == "stop" and _is_abbreviation(text, at, match):
            continue
        stop = match.end() if match.lastgroup in ("stop", "wide") else match.start()
        yield from _trimmed(text, at, stop)
        at = match.end()
    yield from _trimmed(text, at, end)


def _is_abbreviation(text: str, start: int, match: regex.Match[str]) -> bool:
    return match.group() == "." and bool(
        _ABBREVIATION.search(text, max(start, match.end() - 8), match.end())
    )


_LONGEST = 600


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    while end - start > _LONGEST:
        cut = text.rfind(" ", start + 1, start + _LONGEST)
        cut = cut if cut > start else start + _LONGEST
        yield start, cut
        start = cut
        while start < end and text[start].isspace():
            start += 1
    if start < end:
        yield start, end
