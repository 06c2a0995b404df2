"""The tables, derived from the nouns. The space id leads every key and every index.

So a query is bound to one space by its keys, and a distributed PostgreSQL can place spaces on
nodes by that one column.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
)

from smalti.model.access import ApiKey, Queued, Reply
from smalti.model.agenda import AgendaSheet
from smalti.model.conflict import Clarification, Conflict
from smalti.model.entity import Entity, Merge
from smalti.model.processing import Processed
from smalti.model.record import Belief, Edge, Evidence, Record, RecordStep
from smalti.model.settings import SpaceSettings
from smalti.model.turn import Turn
from smalti.store.contract import Erasure
from smalti.store.rows import columns

metadata = MetaData()

spaces = Table(
    "spaces",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("name", Text, nullable=False, unique=True),
    Column("seq", BigInteger, nullable=False),
    Column("generation", BigInteger, nullable=False),
    Column("analyser", Text),
    Column("embedder", Text),
    Column("dimension", Integer),
)


def _space_column() -> Column[int]:
    return Column("space", Integer, ForeignKey("spaces.id", ondelete="CASCADE"), nullable=False)


def _noun_table(
    name: str,
    cls: type,
    *more: Any,
    key: tuple[str, ...] = ("id",),
    without: tuple[str, ...] = (),
) -> Table:
    """A table for a noun: its space, its place in the space's sequence, its own columns."""
    return Table(
        name,
        metadata,
        _space_column(),
        Column("seq", BigInteger, nullable=False),
        *columns(cls, without=without),
        *more,
        PrimaryKeyConstraint("space", *key),
        UniqueConstraint("space", "seq", name=f"uq_{name}_seq"),
    )


def _refers_to(target: str, *names: str) -> ForeignKeyConstraint:
    return ForeignKeyConstraint(
        ["space", *names], [f"{target}.space", f"{target}.id"], ondelete="CASCADE"
    )


turns = _noun_table(
    "turns",
    Turn,
    Column("length", Integer, nullable=False),
    Column("asks", Boolean, nullable=False),
    UniqueConstraint("space", "external_id", name="uq_turns_external_id"),
    Index("ix_turns_session", "space", "session", "seq"),
    Index("ix_turns_said_at", "space", "said_at"),
    Index("ix_turns_speaker", "space", "speaker", "seq"),
)
vectors = Table(
    "vectors",
    metadata,
    _space_column(),
    Column("turn_seq", BigInteger, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("vector", LargeBinary, nullable=False),
    PrimaryKeyConstraint("space", "turn_seq"),
    ForeignKeyConstraint(["space", "turn_seq"], ["turns.space", "turns.seq"], ondelete="CASCADE"),
    UniqueConstraint("space", "seq", name="uq_vectors_seq"),
)
entities = _noun_table("entities", Entity, Index("ix_entities_name", "space", "name"))
merges = _noun_table(
    "merges", Merge, _refers_to("entities", "winner"), Index("ix_merges_loser", "space", "loser")
)
records = _noun_table(
    "records",
    Record,
    Index("ix_records_slot", "space", "subject", "predicate", "state"),
    Index("ix_records_quantity", "space", "value_unit", "predicate"),
    Index("ix_records_recorded", "space", "recorded_at"),
    Index("ix_records_state", "space", "state", "seq"),
    without=("evidence",),
)
record_steps = _noun_table(
    "record_steps",
    RecordStep,
    _refers_to("records", "record"),
    Index("ix_record_steps_record", "space", "record", "seq"),
)
edges = _noun_table(
    "edges",
    Edge,
    Index("ix_edges_target", "space", "target", "kind"),
    key=("source", "target", "kind"),
)
beliefs = _noun_table(
    "beliefs", Belief, Index("ix_beliefs_slot", "space", "slot_subject", "slot_predicate")
)
conflicts = _noun_table(
    "conflicts",
    Conflict,
    _refers_to("records", "stored"),
    _refers_to("records", "incoming"),
    Index("ix_conflicts_status", "space", "status"),
)
clarifications = _noun_table(
    "clarifications", Clarification, Index("ix_clarifications_status", "space", "status")
)
processed = _noun_table(
    "processed",
    Processed,
    _refers_to("turns", "id"),
    Index("ix_processed_status", "space", "status"),
)
settings = _noun_table("settings", SpaceSettings)
agendas = _noun_table("agendas", AgendaSheet)
# What follows from the nouns and is kept so that it need not be worked out again. No noun either.
derived = Table(
    "derived",
    metadata,
    _space_column(),
    Column("name", Text, nullable=False),
    Column("generation", BigInteger, nullable=False),
    Column("content", LargeBinary, nullable=False),
    PrimaryKeyConstraint("space", "name"),
)
# What was erased. It is no noun: it is neither exported nor found by keys.
erasures = _noun_table("erasures", Erasure)
# What a server needs; no nouns either. Keys belong to the store and to no space.
api_keys = Table(
    "api_keys",
    metadata,
    *columns(ApiKey),
    PrimaryKeyConstraint("id"),
    UniqueConstraint("secret", name="uq_api_keys_secret"),
)
queue = _noun_table("queue", Queued, _refers_to("turns", "turn"), key=("turn",))
replies = Table(
    "replies", metadata, _space_column(), *columns(Reply), PrimaryKeyConstraint("space", "key")
)
# Under which keys a noun is found: an inverted index over all of them.
noun_keys = Table(
    "noun_keys",
    metadata,
    _space_column(),
    Column("noun", Text, nullable=False),  # the table that the noun is in
    Column("key", Text, nullable=False),
    Column("id", Text, nullable=False),
    PrimaryKeyConstraint("space", "noun", "key", "id"),
    Index("ix_noun_keys_id", "space", "noun", "id"),
)
evidence = Table(
    "evidence",
    metadata,
    _space_column(),
    Column("record", Text, nullable=False),
    Column("position", Integer, nullable=False),
    *columns(Evidence),
    PrimaryKeyConstraint("space", "record", "position"),
    _refers_to("records", "record"),
    _refers_to("turns", "turn"),
    Index("ix_evidence_turn", "space", "turn"),
)


@dataclass(frozen=True, slots=True)
class Child:
    """A field of a noun that holds a tuple of dataclasses, kept as rows of a table of its own."""

    field: str
    cls: type
    table: Table
    parent: str  # the column that holds the noun's id


@dataclass(frozen=True, slots=True)
class NounTable:
    """Where a noun is stored, which columns are its key, and its child if it has one."""

    table: Table
    key: tuple[str, ...] = ("id",)
    child: Child | None = None


# In an order in which each noun comes after those it refers to: the order of export and import.
NOUNS: dict[type, NounTable] = {
    SpaceSettings: NounTable(settings),
    AgendaSheet: NounTable(agendas),
    Entity: NounTable(entities),
    Merge: NounTable(merges),
    Record: NounTable(records, child=Child("evidence", Evidence, evidence, "record")),
    RecordStep: NounTable(record_steps),
    Edge: NounTable(edges, ("source", "target", "kind")),
    Belief: NounTable(beliefs),
    Conflict: NounTable(conflicts),
    Clarification: NounTable(clarifications),
    Processed: NounTable(processed),
}
