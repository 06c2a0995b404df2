"""Nouns that refer to each other and to nothing else, as a store can hold them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from smalti.model.conflict import Clarification, Conflict
from smalti.model.entity import Entity, Merge
from smalti.model.processing import Processed
from smalti.model.record import Belief, Edge, Record, RecordStep
from smalti.model.turn import Turn
from strategies import (
    beliefs,
    clarifications,
    conflicts,
    edges,
    entities,
    merges,
    processed,
    record_steps,
    records,
    turns,
)


@dataclass(frozen=True, slots=True)
class World:
    """Nouns that refer only to each other, in an order in which they can be stored."""

    turns: list[Turn]
    entities: list[Entity]
    merges: list[Merge]
    records: list[Record]
    steps: list[RecordStep]
    edges: list[Edge]
    beliefs: list[Belief]
    conflicts: list[Conflict]
    clarifications: list[Clarification]
    processed: list[Processed]

    def others(self) -> list[Any]:
        """All nouns but the turns."""
        return [noun for field in fields(self)[1:] for noun in getattr(self, field.name)]


@st.composite
def worlds(draw: st.DrawFn) -> World:
    """Some of every noun, with nothing missing that one of them refers to."""

    def some(strategy: SearchStrategy[Any]) -> list[Any]:
        return draw(st.lists(strategy, min_size=1, max_size=2, unique_by=_key))

    def one_of(nouns: Sequence[Any]) -> SearchStrategy[str]:
        return st.sampled_from([noun.id for noun in nouns])

    said, things = some(turns()), some(entities)
    learnt = some(records(one_of(said)))
    return World(
        turns=said,
        entities=things,
        merges=some(merges(one_of(things))),
        records=learnt,
        steps=some(record_steps(one_of(learnt))),
        edges=some(edges),
        beliefs=some(beliefs),
        conflicts=some(conflicts(one_of(learnt))),
        clarifications=some(clarifications),
        processed=some(processed(one_of(said))),
    )


def _key(noun: Any) -> Any:
    return (noun.source, noun.target, noun.kind) if isinstance(noun, Edge) else noun.id
