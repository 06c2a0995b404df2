"""One sentence of a turn, as the English rules see it."""

from __future__ import annotations

from dataclasses import dataclass

from smalti.model.turn import Turn
from smalti.write.extract.en.parse import Parse
from smalti.write.extract.en.text import Prepared
from smalti.write.extract.tables import pattern


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence of a turn with its parse, and what is known of it from around it."""

    turn: Turn
    start: int
    end: int
    prepared: Prepared
    parse: Parse
    corrects: bool = False

    @property
    def text(self) -> str:
        """The sentence as it stands in the turn."""
        return self.turn.text[self.start : self.end]

    def span(self, numbers: tuple[int, ...]) -> tuple[int, int]:
        """The turn's characters behind some tokens; the whole sentence if they have none."""
        tokens = [self.parse.tokens[i] for i in numbers]
        if not tokens:
            return self.start, self.end
        first, last = min(t.start for t in tokens), max(t.end for t in tokens)
        start, end = self.prepared.span(first, last)
        return (start, end) if end > start else (self.start, self.end)


def time_span(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The first time expression in text[start:end], by its characters."""
    found = pattern("en", "time_words").search(text, start, end)
    return (found.start(), found.end()) if found is not None else None
