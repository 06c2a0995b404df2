"""Extraction done once for several runs that differ only in what follows from it."""

from __future__ import annotations

from collections.abc import Sequence

from smalti.model.turn import Turn
from smalti.write.finding import Finder, Found
from smalti.write.report import Report

Extracted = dict[tuple[tuple[str, ...], tuple[str, ...]], dict[str, Found]]
"""What local rules found in some turns after some others, by the ids of both."""


class KnownFinder(Finder):
    """A finder by local rules that reads no turn twice."""

    def __init__(self, known: Extracted) -> None:
        super().__init__(lambda: None)
        self._known = known

    def find(
        self, turns: Sequence[Turn], context: Sequence[Turn], report: Report
    ) -> dict[str, Found]:
        """As for :class:`~smalti.write.finding.Finder`."""
        key = (tuple(one.id for one in turns), tuple(one.id for one in context))
        if key not in self._known:
            self._known[key] = super().find(turns, context, report)
        return {id: _copy(one) for id, one in self._known[key].items()}


def _copy(found: Found) -> Found:
    """What was found, for somebody who may note faults in it."""
    return Found(
        list(found.candidates),
        list(found.refused),
        list(found.faults),
        found.extractor,
        found.reason,
        found.failed,
    )
