"""The verb that erases, for good."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import TYPE_CHECKING, Any

from smalti.memory.base import ms
from smalti.memory.naming import ALL, Naming
from smalti.model.agenda import AgendaSheet
from smalti.model.conflict import Clarification, Conflict
from smalti.model.entity import Entity, Merge
from smalti.model.errors import StoreError
from smalti.model.ids import new_id
from smalti.model.processing import Processed
from smalti.model.record import Belief, Edge, Record, RecordStep
from smalti.model.results import Degradation
from smalti.model.time import Instant
from smalti.store.contract import Compaction, Erasure

if TYPE_CHECKING:
    from smalti.write.forget import Forgetting as Plan
    from smalti.write.forget import Target

_NOUNS: Mapping[type, str] = {
    Record: "records",
    RecordStep: "record steps",
    Entity: "entities",
    Merge: "merges",
    Edge: "edges",
    Belief: "beliefs",
    Conflict: "conflicts",
    Clarification: "questions",
    AgendaSheet: "agendas",
}
_INDEXES = {"lexical": "lexical index", "vectors": "vectors", "noun_keys": "keys"}


@dataclass(frozen=True, slots=True)
class StoreReceipt:
    """What went from one of the places where things are kept; ``rows`` tells by table."""

    store: str
    removed: int
    rows: Mapping[str, int] = field(default_factory=dict)
    note: str = ""


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What a forget did, or with ``dry_run`` would do.

    ``removed`` and ``rewritten`` count nouns by kind; ``turns`` and ``records`` are the ids of
    those that went. ``reopened`` are the ids of records that are believed again, ``read_again``
    those of turns that were read anew, because what was made of them rested on erased words.
    ``still_named`` counts turns that hold a name of a forgotten entity which is not its alone.
    ``stores`` says for each place where things are kept what went from it. ``compacted`` says that
    no copy is left in the file; ``bytes_freed`` is by how much it became smaller.
    """

    id: str
    at: Instant
    target: str
    dry_run: bool
    removed: Mapping[str, int]
    rewritten: Mapping[str, int] = field(default_factory=dict)
    turns: tuple[str, ...] = ()
    records: tuple[str, ...] = ()
    reopened: tuple[str, ...] = ()
    read_again: tuple[str, ...] = ()
    still_named: int = 0
    stores: tuple[StoreReceipt, ...] = ()
    compacted: bool = False
    bytes_freed: int = 0
    degraded: tuple[Degradation, ...] = ()
    timings_ms: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Erased:
    """What was planned, carried out unless it was a trial, and when the plan was ready."""

    id: str
    at: Instant
    target: str
    plan: Plan
    rows: Mapping[str, int]
    counted: Mapping[str, int]
    planned: float

    def told(self, *, dry_run: bool) -> Forgotten:
        """The account of it, but for what the file was spared."""
        plan = self.plan
        return Forgotten(
            id=self.id,
            at=self.at,
            target=self.target,
            dry_run=dry_run,
            removed=self.counted,
            rewritten=_by_noun(plan.rewritten),
            turns=tuple(one.id for one in plan.turns),
            records=plan.gone(Record),
            reopened=plan.reopened,
            read_again=plan.again,
            still_named=plan.left,
        )


class Forgetting(Naming):
    """Erasing, and the notes that something was erased."""

    def forget(
        self,
        *,
        record: str | None = None,
        turn: str | None = None,
        session: str | None = None,
        source: str | None = None,
        entity: str | None = None,
        space: bool = False,
        dry_run: bool = False,
        compact: bool = True,
        reason: str = "",
    ) -> Forgotten:
        """Erase one thing and all that rests only on it; it cannot be taken back.

        Afterwards this memory is as if the erased turns had never been said. What others said as
        well stays, in their words. What an erased record had closed holds again, conflicts that it
        was a side of are gone, and beliefs are rebuilt. No byte of the text is left in the file,
        its log or its indexes, nor in copies that were made beside it before upgrades. What was
        exported elsewhere is out of reach.

        Args:
            record: the id of a record: it goes with the turns that it quotes.
            turn: the id or the external id of a turn.
            session: the name of a session: all its turns.
            source: the name of a speaker: all that they said.
            entity: the id or the name of somebody or something: what is said about it or by it, and
                every turn in which a proper name stands that is its alone.
            space: everything there is in this space; its name stays.
            dry_run: only tell what would go.
            compact: rewrite the file at once. Without, remains may lie in it until :meth:`compact`.
            reason: kept with the note that something was erased; put no erased text in it.

        Raises:
            InvalidInput: nothing is named, or more than one thing.
            NotFound: there is no such thing in this space.
            StoreError: the file could not be written; nothing was erased.
        """
        from smalti.write.forget import target_of

        started = perf_counter()
        target = target_of(
            record=record, turn=turn, session=session, source=source, entity=entity, space=space
        )
        done = self._erased(target, reason, dry_run=dry_run)
        erased = perf_counter()
        degraded, compaction = self._finish(done.plan, compact=compact, dry_run=dry_run)
        timings = {
            "plan": ms(done.planned - started),
            "erase": ms(erased - done.planned),
            "finish": ms(perf_counter() - erased),
        }
        return replace(
            done.told(dry_run=dry_run),
            stores=_stores(done.rows, compaction),
            compacted=compaction is not None and compaction.done,
            bytes_freed=max(0, compaction.before - compaction.after) if compaction else 0,
            degraded=degraded,
            timings_ms=timings,
        )

    def _erased(self, target: Target, reason: str, *, dry_run: bool) -> _Erased:
        """Plan, and unless it is only a trial carry out, in one transaction."""
        id, now = new_id("w"), self._setup.now()
        with self._space.atomic():
            plan = self._plan(self._found(target), now)
            planned = perf_counter()
            if dry_run:
                rows: Mapping[str, int] = {}
                counted = self._counted() if plan.everything else _counts(plan)
            else:
                rows = self._carry_out(plan, now)
                counted = _of_rows(rows) if plan.everything else _counts(plan)
                ids = (*(one.id for one in plan.turns), *plan.gone(Record))
                self._space.note_erasure(Erasure(id, target.kind.value, now, ids, counted, reason))
        return _Erased(id, now, target.kind.value, plan, rows, counted, planned)

    def compact(self) -> Compaction:
        """Rewrite the file so that nothing is left of what was erased before, in any space.

        Raises:
            StoreBusy: another process was writing for too long.
            StoreError: the file could not be rewritten; for lack of space, say.
        """
        return self._setup.store.compact()

    def erasures(self) -> list[Erasure]:
        """The notes of what was erased from this space, in order: what kind, how much, when."""
        return self._space.erasures()

    def _found(self, target: Target) -> Target:
        """The target with the id of what it may name otherwise."""
        from smalti.write.forget import Kind, Target

        if target.kind is Kind.ENTITY:
            return Target(target.kind, self.entity(target.id).id)
        external = target.kind is Kind.TURN and self._space.turn_by_external_id(target.id)
        return Target(target.kind, external.id) if external else target

    def _plan(self, target: Target, now: Instant) -> Plan:
        from smalti.write.forget import Answers, plan_forgetting
        from smalti.write.work import drive

        setup = self._setup
        work = plan_forgetting(target, rules=self._rules(), analyser=setup.analyser, now=now)
        return drive(work, Answers(self._space, setup.analyser, setup.rules.predicates))

    def _carry_out(self, plan: Plan, now: Instant) -> Mapping[str, int]:
        """Erase, and compare what came back with what else holds by now."""
        from smalti.write.forget import carry_out

        rows = carry_out(plan, self._space)
        for id in plan.reopened:
            self._check_again(id, now)
        return rows

    def _check_again(self, id: str, now: Instant) -> None:
        from smalti.write.checking import check
        from smalti.write.unit import Unit
        from smalti.write.work import drive

        record = self._space.one(Record, id)
        if record is None:  # merged into one that came back before it
            return
        unit = Unit(self._space)
        checked = drive(check(record, self._rules(), at=now), unit.answer)
        if checked is not None:
            unit.put(*checked.nouns)
            unit.store()
            if checked.settlement.merged:
                steps = self._space.meeting(RecordStep, [f"record {id}"], ALL)
                self._space.remove([*steps, record])

    def _finish(
        self, plan: Plan, *, compact: bool, dry_run: bool
    ) -> tuple[tuple[Degradation, ...], Compaction | None]:
        """Read anew what has to be, and rewrite the file."""
        if dry_run:
            return (), None
        degraded = list(self._read_anew(plan))
        compaction = None
        if compact:
            try:
                compaction = self.compact()
                problem = compaction.reason
            except StoreError as error:
                problem = error.message
            if problem:
                hint = "It is erased, and remains may lie in the file: run `smalti compact`"
                degraded.append(Degradation("file", problem, hint))
        return tuple(degraded), compaction

    def _read_anew(self, plan: Plan) -> Iterable[Degradation]:
        """Read turns as at the time when they were first read, oldest first."""
        read = {one.id: one for one in plan.removed if isinstance(one, Processed)}
        places = self._space.places(id for id in plan.again)
        for id, seq in sorted(places.items(), key=lambda one: one[1]):
            yield from self._reader.read([seq], read[id].at).degraded

    def _counted(self) -> dict[str, int]:
        """How much of what this space holds."""
        counts = {"turns": self._space.turn_count()}
        counts |= {name: sum(1 for _ in self._space.every(cls)) for cls, name in _NOUNS.items()}
        return {name: count for name, count in counts.items() if count}


def _counts(plan: Plan) -> dict[str, int]:
    return {"turns": len(plan.turns), **_by_noun(plan.removed)}


def _by_noun(nouns: Iterable[Any]) -> dict[str, int]:
    counted = Counter(_NOUNS[type(one)] for one in nouns if type(one) in _NOUNS)
    return {name: counted[name] for name in _NOUNS.values() if counted[name]}


_TABLES = {"record_steps": "record steps", "clarifications": "questions"}


def _of_rows(rows: Mapping[str, int]) -> dict[str, int]:
    """Nouns by kind, from the rows of their tables."""
    named = {_TABLES.get(table, table): count for table, count in rows.items()}
    return {name: named[name] for name in ("turns", *_NOUNS.values()) if named.get(name)}


def _stores(rows: Mapping[str, int], compaction: Compaction | None) -> tuple[StoreReceipt, ...]:
    """A receipt for each place: the tables, each index, the file."""
    if not rows:
        return ()
    tables = {name: count for name, count in rows.items() if name not in _INDEXES}
    receipts = [StoreReceipt("tables", sum(tables.values()), tables)]
    receipts += [StoreReceipt(told, rows.get(name, 0)) for name, told in _INDEXES.items()]
    if compaction is not None:
        backups = len(compaction.backups)
        note = (
            compaction.reason or f"{compaction.before:,} bytes before, {compaction.after:,} after"
        )
        receipts.append(StoreReceipt("file", backups, {"backups": backups}, note))
    return tuple(receipts)
