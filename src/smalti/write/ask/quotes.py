"""Where a quote stands in a text: exactly, or as near as a careful reader would take it.

Models copy almost verbatim. What they change without changing the words is overlooked: letter
case, kinds of quotation marks and dashes, blanks, compatibility forms, punctuation at the ends, and
"…" for words left out. The span found is always verbatim text.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import regex

Span = tuple[int, int]

_SAME = {
    **dict.fromkeys("'’‘‛`´′＇", "'"),
    **dict.fromkeys('"“”„‟«»″＂', "'"),  # double ones become single, too
    **dict.fromkeys("-‐‑‒–—―−－~～", "-"),
    **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff\u00ad", ""),
}
_BLANKS = regex.compile(r"\s")
_EDGES = regex.compile(r"^(?:(?![-‐‑‒–—]\p{N})[\s\p{P}])+|[\s\p{P}]+$")
_OMISSION = regex.compile(r"\s*(?:\.{3,}|…|\[\.{3,}\])\s*")
_SPACED = regex.compile(r"[\p{Latin}\p{Cyrillic}\p{Greek}\p{Arabic}\p{Hebrew}\p{M}\p{N}]")
_FARTHEST = 400  # characters that may be left out in one place
_MOST = 50  # places of a quote that are told apart


@dataclass(frozen=True)
class Haystack:
    """A stretch of text, characters [start, end) of it, in which quotes are looked for."""

    text: str
    start: int
    end: int

    def find(self, quote: str, near: Sequence[str] = ()) -> Span | None:
        """The span of a quote, in the text's own numbering, or ``None``.

        If it stands there several times, the place nearest to the first of ``near`` that stands
        outside of it decides, else the first place.
        """
        places = list(self._exact(quote.strip())) or list(self._folded_places(quote))
        if not places:
            return None
        for words in near if len(places) > 1 else ():
            marks = self._marks(words)
            outside = [mark for mark in marks if not any(_holds(place, mark) for place in places)]
            if outside:
                return min(places, key=lambda place: min(_apart(place, m) for m in outside))
        return places[0]

    def near(self, words: str, place: Span) -> Span | None:
        """The span of some words: inside a place if they stand there, else the nearest to it."""
        marks = self._marks(words)
        return min(marks, key=lambda mark: (_apart(mark, place), mark), default=None)

    def _marks(self, words: str) -> list[Span]:
        return list(self._exact(words)) or list(self._folded_places(words))

    def _exact(self, quote: str) -> Iterator[Span]:
        at = self.text.find(quote, self.start, self.end) if quote else -1
        for _ in range(_MOST):
            if at < 0:
                return
            if _is_cut_clean(self.text, at, at + len(quote)):
                yield at, at + len(quote)
            at = self.text.find(quote, at + 1, self.end)

    def _folded_places(self, quote: str) -> Iterator[Span]:
        pieces = [_EDGES.sub("", piece) for piece in _OMISSION.split(quote)]
        needles = [_fold(piece)[0].strip() for piece in pieces if piece]
        if not needles or not all(needles):
            return
        at = 0
        for _ in range(_MOST):
            span = self._sequence(needles, at)
            if span is None:
                return
            start, end = self._places[span[0]], self._places[span[1] - 1] + 1
            if _is_cut_clean(self.text, start, end):
                yield start, end
            at = span[0] + 1

    def _sequence(self, needles: Sequence[str], at: int) -> Span | None:
        """Where the needles follow one another, not too far apart."""
        folded = self._folded
        start = folded.find(needles[0], at)
        while start >= 0:
            end = start + len(needles[0])
            for needle in needles[1:]:
                found = folded.find(needle, end, end + _FARTHEST + len(needle))
                if found < 0:
                    break
                end = found + len(needle)
            else:
                return start, end
            start = folded.find(needles[0], start + 1)
        return None

    @cached_property
    def _fold_all(self) -> tuple[str, list[int]]:
        folded, places = _fold(self.text[self.start : self.end])
        return folded, [self.start + place for place in places]

    @property
    def _folded(self) -> str:
        return self._fold_all[0]

    @property
    def _places(self) -> list[int]:
        return self._fold_all[1]


def _fold(text: str) -> tuple[str, list[int]]:
    """A text without what is overlooked, and for each character of it its place in the text."""
    folded: list[str] = []
    places: list[int] = []
    for place, letter in enumerate(text):
        same = _SAME.get(letter)
        if same is None:
            same = " " if _BLANKS.match(letter) else _letters(letter)
        if same == " " and folded and folded[-1] == " ":
            continue
        folded += same
        places += [place] * len(same)
    return "".join(folded), places


def _letters(letter: str) -> str:
    if letter.isascii():
        return letter.lower()
    return "".join(_SAME.get(one, one) for one in unicodedata.normalize("NFKD", letter).casefold())


def _is_cut_clean(text: str, start: int, end: int) -> bool:
    """Whether a span does not cut through a word, in scripts that put blanks between words."""
    return not (_joined(text, start) or _joined(text, end))


def _joined(text: str, at: int) -> bool:
    return 0 < at < len(text) and bool(_SPACED.match(text[at - 1]) and _SPACED.match(text[at]))


def _holds(outer: Span, inner: Span) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def _apart(one: Span, other: Span) -> int:
    """How many characters lie between two spans; 0 if they touch or overlap."""
    return max(0, max(one[0], other[0]) - min(one[1], other[1]))
