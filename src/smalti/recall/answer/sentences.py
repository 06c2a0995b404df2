"""Where the sentences of a turn begin and end."""

from __future__ import annotations

from collections.abc import Iterator

import regex

_END = regex.compile(r"[.!?…]+[\"'”’)\]]*(?=\s|$)|[。！？；]+[」』”）]*|\n+")
_LETTER = regex.compile(r"[\p{L}\p{N}]")
_ABBREVIATED = regex.compile(r"\b(?:mr|mrs|ms|dr|st|prof|vs|e\.g|i\.e|no)\.$", regex.IGNORECASE)

Span = tuple[int, int]


def sentences(text: str) -> Iterator[Span]:
    """The spans of the sentences of a text, without white space around them.

    What holds no letter and no figure is none.
    """
    start = 0
    for end in [*(match.end() for match in _END.finditer(text)), len(text)]:
        if end <= start or (end < len(text) and _ABBREVIATED.search(text[start:end])):
            continue
        piece = text[start:end]
        if _LETTER.search(piece):
            lead = len(piece) - len(piece.lstrip())
            yield start + lead, start + len(piece.rstrip())
        start = end
