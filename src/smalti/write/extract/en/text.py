"""Text that is edited before it is parsed, with every character traceable to the turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import regex

Match = regex.Match[str]


@dataclass(frozen=True, slots=True)
class Prepared:
    """Text to parse, and for each of its characters the span it stands for in the turn.

    ``subjectless`` tells that the first subject was put in and stands nowhere in the turn.
    """

    text: str
    spans: tuple[tuple[int, int], ...]
    subjectless: bool = False

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The turn's characters behind [start, end); empty for what was put in."""
        covered = [s for s in self.spans[start:end] if s[1] > s[0]]
        if not covered:
            at = self.spans[start][0] if start < len(self.spans) else 0
            return at, at
        return covered[0][0], covered[-1][1]

    def edit(self, pattern_: regex.Pattern[str], new: Callable[[Match], str]) -> Prepared:
        """Replace what a pattern finds; the replacement stands for what it replaced."""
        text: list[str] = []
        spans: list[tuple[int, int]] = []
        at = 0
        for match in pattern_.finditer(self.text):
            text.append(self.text[at : match.start()])
            spans += self.spans[at : match.start()]
            put = new(match)
            text.append(put)
            spans += [self.span(match.start(), match.end())] * len(put)
            at = match.end()
        if at == 0 and not text:
            return self
        return Prepared(
            "".join([*text, self.text[at:]]), (*spans, *self.spans[at:]), self.subjectless
        )

    def insert(self, place: int, put: str) -> Prepared:
        """Put words in; they stand for nothing in the turn."""
        at = self.spans[place][0] if place < len(self.spans) else 0
        return Prepared(
            f"{self.text[:place]}{put}{self.text[place:]}",
            (*self.spans[:place], *(((at, at),) * len(put)), *self.spans[place:]),
            self.subjectless,
        )


def plain(text: str, start: int, end: int) -> Prepared:
    """The characters [start, end) of a turn as they are."""
    return Prepared(text[start:end], tuple((i, i + 1) for i in range(start, end)))


FINITE = regex.compile(
    r"\b(?:is|are|was|were|am|has|have|had|does|do|did|will|would|can|could|must|should|may|might"
    r"|isn't|aren't|wasn't|weren't|don't|doesn't|didn't|can't|won't|cannot)\b|'(?:m|re|ve|ll|d)\b"
    r"|\b(?:it|he|she|that|there|what|who)'s\b",
    regex.IGNORECASE,
)
PRONOUN = regex.compile(r"\b(?:i|we|you|he|she|they|it)\b|'(?:m|re|ve|ll|d)\b", regex.IGNORECASE)

_LONG = 50  # characters


def is_careful(text: str) -> bool:
    """Whether a turn is written out like a letter, so that hardly anything was dropped."""
    said = text.strip()
    return len(said) > _LONG and said[0].isupper() and said[-1] in ".!?"
