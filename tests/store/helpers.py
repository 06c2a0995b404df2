"""Turns and spaces in few words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count
from typing import Any

import numpy as np

from smalti.model.time import Instant
from smalti.model.turn import Turn, TurnDraft
from smalti.models.embedder import EmbedderInfo, Vectors
from smalti.store.contract import Appended, Space, Store, TurnEntry
from smalti.write.journal import number

NOW = Instant.of("2026-03-01T12:00:00+01:00")
TERMS = "split-at-spaces"  # the name of the analyser these tests pretend to have
TINY = EmbedderInfo("tiny", 3)
_numbers = count(1)


def said(text: str, **fields: Any) -> Turn:
    """A turn with the id the journal gives it."""
    return next(number([TurnDraft(text, **fields)], NOW))


def entry(turn: Turn) -> TurnEntry:
    """A turn with its words as index terms."""
    return TurnEntry(turn, tuple(turn.text.split()), turn.text.endswith("?"))


def write(space: Space, *turns: Turn | str) -> list[Appended]:
    """Journal turns, all in one write."""
    entries = [entry(said(turn) if isinstance(turn, str) else turn) for turn in turns]
    return space.append_turns(entries, TERMS)


def write_terms(space: Space, *terms: Sequence[str]) -> list[int]:
    """Journal a turn for each of these lists of index terms; their sequence numbers."""
    entries = [TurnEntry(said(f"turn {i}"), tuple(words)) for i, words in enumerate(terms)]
    return [item.seq for item in space.append_turns(entries, TERMS)]


def many(amount: int, **fields: Any) -> list[Turn]:
    """So many different turns."""
    return [said(f"turn number {i}", **fields) for i in range(amount)]


def fresh(store: Store) -> Space:
    """A space of its own for one example."""
    return store.space(f"space {next(_numbers)}")


def matrix(rows: Iterable[Sequence[float]]) -> Vectors:
    """Vectors from plain numbers."""
    return np.array(list(rows), np.float32)


def all_vectors(space: Space, page: int = 4096) -> dict[int, tuple[float, ...]]:
    """Every vector of a space by its turn, read page by page."""
    found: dict[int, tuple[float, ...]] = {}
    reached = 0
    while True:
        seqs, vectors, reached = space.vectors(reached, page)
        if not len(seqs):
            return found
        assert len(seqs) <= page
        assert not set(seqs.tolist()) & found.keys()
        found.update(zip(seqs.tolist(), (tuple(row) for row in vectors.tolist()), strict=True))
