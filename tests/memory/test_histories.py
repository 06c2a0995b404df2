"""Whatever is asserted, decided and taken back: the log tells all of it, and no more."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from smalti import InvalidInput, Memory
from smalti.model.lifecycle import State
from smalti.model.record import Record, RecordStep
from smalti.model.time import Instant
from smalti.testing import FrozenClock
from smalti.view import replay

SLOTS = ("lives_in", "born_in", "speaks")  # changes, cannot change, holds many
DAYS = st.sampled_from([None, "2025-01-01", "2025-06-01", "2026-01-01"])
ASSERTIONS = st.tuples(
    st.just("assert"),
    st.sampled_from(["Ada", "Bo"]),
    st.sampled_from(SLOTS),
    st.sampled_from(["Oslo", "Rome"]),
    DAYS,
)
CHOICES = st.sampled_from(["stored", "incoming", "changed", "merge", "both", "dismiss"])
DECISIONS = st.tuples(st.just("resolve"), st.integers(0, 3), CHOICES)
UNDOINGS = st.tuples(st.just("undo"), st.integers(0, 3))
RETRACTIONS = st.tuples(st.just("retract"), st.integers(0, 3))
HISTORIES = st.lists(
    st.one_of(ASSERTIONS, ASSERTIONS, DECISIONS, UNDOINGS, RETRACTIONS), max_size=9
)
FEW = settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow], deadline=None)


@contextmanager
def opened() -> Iterator[tuple[Memory, FrozenClock]]:
    clock = FrozenClock("2026-03-01T10:00:00+01:00")
    with Memory(":memory:", embedder=None, model=None, clock=clock) as memory:
        yield memory, clock


def carry_out(memory: Memory, action: tuple[object, ...]) -> None:
    """One operation; one that has nothing to work on, or is refused, does nothing."""
    match action:
        case ("assert", str(who), str(slot), str(value), since):
            memory.assert_(who, slot, value, since=since)  # type: ignore[arg-type]
        case ("resolve", int(place), str(choice)) if place < len(found := memory.conflicts()):
            memory.resolve(found[place].id, choice)
        case ("undo", int(place)) if place < len(done := memory.conflicts(status="resolved")):
            try:
                memory.undo(done[place].id)
            except InvalidInput:
                return  # changed again since
        case ("retract", int(place)) if place < len(held := list(memory.records())):
            memory.retract(held[place].id)
        case _:
            return


def everything(memory: Memory) -> list[Record]:
    return list(memory.records(state=None))


def steps(memory: Memory, record: Record) -> list[RecordStep]:
    return list(memory.why(record.id).steps)


@FEW
@given(HISTORIES)
def test_the_log_alone_gives_every_record_as_it_is(history: list[tuple[object, ...]]) -> None:
    with opened() as (memory, clock):
        for action in history:
            carry_out(memory, action)
            clock.tick(timedelta(hours=1))
        for record in everything(memory):
            log = steps(memory, record)
            assert [one.event for one in log]
            then = replay.standing_at(record, log, clock())
            assert then is not None
            assert (then.state, then.valid) == (record.state, record.valid)


@FEW
@given(HISTORIES)
def test_what_was_known_then_is_what_was_seen_then(history: list[tuple[object, ...]]) -> None:
    with opened() as (memory, clock):
        seen: list[tuple[Instant, dict[str, tuple[State, object]]]] = []
        for action in history:
            carry_out(memory, action)
            seen.append((clock(), {r.id: (r.state, r.valid) for r in everything(memory)}))
            clock.tick(timedelta(hours=1))
        for moment, then in seen:
            known = memory.records(state=None, known_at=moment)
            assert {r.id: (r.state, r.valid) for r in known} == then


@FEW
@given(HISTORIES, CHOICES)
def test_undoing_a_decision_is_as_if_it_had_not_been_made(
    history: list[tuple[object, ...]], choice: str
) -> None:
    with opened() as (memory, clock):
        for action in history:
            carry_out(memory, action)
            clock.tick(timedelta(hours=1))
        for conflict in memory.conflicts():
            before = everything(memory), memory.conflicts(status=None), memory.clarifications()
            memory.resolve(conflict.id, choice)
            clock.tick(timedelta(hours=1))
            memory.undo(conflict.id)
            clock.tick(timedelta(hours=1))
            after = everything(memory), memory.conflicts(status=None), memory.clarifications()
            assert after == before


@FEW
@given(st.lists(ASSERTIONS, max_size=5), st.lists(ASSERTIONS, max_size=5))
def test_what_is_said_of_one_does_not_change_what_is_known_of_another(
    one: list[tuple[object, ...]], other: list[tuple[object, ...]]
) -> None:
    mine = [("assert", "Ada", *rest) for _, _, *rest in one]
    yours = [("assert", "Bo", *rest) for _, _, *rest in other]
    found = []
    for order in (mine + yours, yours + mine):
        with opened() as (memory, clock):
            for action in order:
                carry_out(memory, action)
                clock.tick(timedelta(microseconds=1))
            found.append(
                sorted((r.sentence, r.state.value, r.valid.end is None) for r in everything(memory))
            )
    assert found[0] == found[1]
