"""The act of speaking: when it was, and whether the words around look back or ahead."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
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
    _ends: list[int] = field(default_factory=list)
    _told: dict[tuple[int, int], list[tuple[int, int, Tense]]] = field(default_factory=dict)

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
        """The tense of the sentence around a place, by the nearest telling verb.

        What is put off is put off to a day ahead, whenever that was done: "moved to Friday".
        """
        if self._is_put_off(start, end):
            return Tense.FUTURE
        best = (float("inf"), Tense.NONE)
        for first, last, tense in self._verbs(*self.sentence(start, end)):
            if last <= start:
                between = self.text[last:start]
            elif first >= end:
                between = self.text[end:first]
            else:
                continue  # the time words themselves
            cost = len(between) + _CLAUSE_COST * len(_CLAUSE.findall(between))
            best = min(best, (cost, tense), key=lambda one: one[0])
        return best[1]

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
        if not self._ends:
            self._ends = list(_ends(self.text))
        first = bisect_right(self._ends, start)
        last = bisect_left(self._ends, end, first)
        bound = self._ends[last] if last < len(self._ends) else len(self.text)
        return (self._ends[first - 1] if first else 0), bound

    def _is_put_off(self, start: int, end: int) -> bool:
        """Whether words of putting something off lead directly to the time words, or into them."""
        pattern = self.table.pattern("put_off")
        first = self.sentence(start, end)[0]
        return pattern is not None and any(
            not self.text[match.end() : start].strip()
            for match in pattern.finditer(self.text, first, end)
        )

    def _verbs(self, first: int, last: int) -> list[tuple[int, int, Tense]]:
        """Where in a sentence which tense is told."""
        if (first, last) not in self._told:
            self._told[first, last] = [
                (*match.span(), tense)
                for tense in (Tense.PAST, Tense.FUTURE)
                if (pattern := self.table.pattern(tense.value))
                for match in pattern.finditer(self.text, first, last)
            ]
        return self._told[first, last]


def _ends(text: str) -> Iterator[int]:
    """Where sentences end; very long ones are cut."""
    last = 0
    for match in _SENTENCE_END.finditer(text):
        yield from range(last + _REACH, match.start(), _REACH)
        last = match.end()
        yield last
    yield from range(last + _REACH, len(text), _REACH)
    yield len(text)
