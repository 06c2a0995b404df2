"""The act of speaking: when it was, and whether the words around look back or ahead."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from enum import Enum

import regex

from smalti.text.when.tables import Table
from smalti.text.when.values import Span

_SENTENCE_END = regex.compile(r"[.!?。！？…;；\n]+(?=\s|$|[\p{Han}\p{Hiragana}\p{Katakana}])")
_CLAUSE = regex.compile(r"[,，、:：()（）]|\s-\s|\b(?:and|but|und|aber|pero|mais|et|y)\b")
_REACH = 400  # characters; a sentence longer than that has no one tense
_CLAUSE_COST = 30  # characters that a clause boundary counts for when the nearest verb is sought


class Tense(Enum):
    """Where the verb nearest to the time words looks."""

    PAST = "past"
    FUTURE = "future"
    NONE = "none"


class Timeless(Exception):
    """A relative word, and nobody said when it was spoken."""


@dataclass(slots=True)
class Speech:
    """One text as it was spoken."""

    text: str
    table: Table
    moment: datetime | None
    zone: tzinfo = UTC
    anchor: Span | None = None
    _tenses: dict[tuple[int, int], Tense] = field(default_factory=dict)

    @property
    def now(self) -> datetime:
        """The local moment of speaking.

        Raises:
            Timeless: it is not known.
        """
        if self.moment is None:
            raise Timeless
        return self.moment

    def tense(self, start: int, end: int) -> Tense:
        """The tense of the sentence around a place, by the nearest telling verb."""
        key = (start, end)
        if key not in self._tenses:
            self._tenses[key] = self._nearest(start, end)
        return self._tenses[key]

    def clause_says(self, name: str, start: int) -> bool:
        """Whether a pattern of the table matches in the clause before a place."""
        first = self.sentence(start, start)[0]
        for match in _CLAUSE.finditer(self.text, first, start):
            first = match.end()
        pattern = self.table.pattern(name)
        return pattern is not None and pattern.search(self.text, first, start) is not None

    def birth_year(self) -> int | None:
        """The year of birth that the text tells, if it tells one."""
        pattern = self.table.pattern("born")
        found = pattern.search(self.text) if pattern else None
        return int(found["year"]) if found else None

    def sentence(self, start: int, end: int) -> tuple[int, int]:
        """The bounds of the sentence around a place."""
        first = max(start - _REACH, 0)
        for match in _SENTENCE_END.finditer(self.text, first, start):
            first = match.end()
        found = _SENTENCE_END.search(self.text, end, end + _REACH)
        return first, found.start() if found else min(end + _REACH, len(self.text))

    def _nearest(self, start: int, end: int) -> Tense:
        first, last = self.sentence(start, end)
        best = (float("inf"), Tense.NONE)
        for tense in (Tense.PAST, Tense.FUTURE):
            pattern = self.table.pattern(tense.value)
            for match in pattern.finditer(self.text, first, last) if pattern else ():
                if match.end() <= start:
                    between = self.text[match.end() : start]
                elif match.start() >= end:
                    between = self.text[end : match.start()]
                else:
                    continue  # the time words themselves
                cost = len(between) + _CLAUSE_COST * len(_CLAUSE.findall(between))
                best = min(best, (cost, tense), key=lambda one: one[0])
        return best[1]
