"""One turn as it was said, what is around it in its session, and what rests on it."""

from __future__ import annotations

from typing import Any

from smalti.model.turn import Turn
from smalti.serve.console.cards import pieces
from smalti.serve.console.pages.memories import cards
from smalti.serve.console.shown import moment
from smalti.serve.console.visit import Visit

_AROUND = 3  # turns before and after


def view(visit: Visit) -> dict[str, Any]:
    """A turn with its quotes marked; ``start`` and ``end`` of the address mark one more."""
    turn = visit.memory.get(visit.text("id"), known_at=visit.known_at)
    records = list(visit.memory.records(turn=turn.id, state=None, known_at=visit.known_at))
    spans = [
        (quote.start, quote.end)
        for record in records
        for quote in record.evidence
        if quote.turn == turn.id
    ]
    before, after = _around(visit, turn)
    return {
        "turn": turn,
        "said": moment(turn.said_at),
        "recorded": moment(turn.recorded_at),
        "pieces": pieces(turn, _asked(visit, len(turn.text)) or spans),
        "cards": cards(visit, records),
        "before": before,
        "after": after,
        "metadata": [(name, str(value)) for name, value in turn.metadata.items()],
    }


def _asked(visit: Visit, length: int) -> list[tuple[int, int]]:
    """The one quote that a link points at."""
    if not visit.text("end"):
        return []
    start = visit.number("start", 0, most=999_999_999)
    return [(min(start, length), min(visit.number("end", 0, most=999_999_999), length))]


def _around(visit: Visit, turn: Turn) -> tuple[list[Turn], list[Turn]]:
    seq = visit.nouns.places([turn.id]).get(turn.id)
    if seq is None:
        return [], []
    return visit.nouns.turns_before(seq, _AROUND), visit.nouns.turns_after(seq, _AROUND)
