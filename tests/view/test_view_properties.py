from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DataObject

from smalti.model.errors import InvalidInput
from smalti.model.lifecycle import TRANSITIONS, Event, State
from smalti.model.record import Record, RecordStep
from smalti.model.time import Instant
from smalti.view import Axes, Seen, history, see, standing_at, state_at, timeline, view
from view.lives import Life, day, interval
from view.oracle import Oracle, Told

LAST = 12
days = st.integers(0, LAST)
told: st.SearchStrategy[Told] = st.none() | days | days.map(lambda day: f"{day}?") | st.just("?")
FAR_DAYS = (-100_000, 100_000)  # the years 1752 and 2299
asked = st.none() | st.integers(-2, LAST + 3) | st.sampled_from(FAR_DAYS)
_ENTRANCES = tuple(TRANSITIONS[State.CANDIDATE])


@dataclass
class History:
    """A life as the tests know it: the memory, the oracle, and what was told of each record."""

    life: Life = field(default_factory=Life)
    oracle: Oracle = field(default_factory=Oracle)
    told: dict[str, tuple[Told, Told]] = field(default_factory=dict)
    now: int = 0

    def ask(self, as_of: int | None = None, known_at: int | None = None) -> Axes:
        moments = [None if one is None else day(one) for one in (as_of, known_at)]
        return Axes(day(self.now), *moments)

    def seen(self, as_of: int | None = None, known_at: int | None = None) -> list[Seen]:
        axes = self.ask(as_of, known_at)
        return view(self.life.records.values(), self.life.steps, axes)

    def shown(self, as_of: int | None, known_at: int | None) -> dict[str, tuple[str, bool | None]]:
        return {one.record.id: (one.state.value, one.holds) for one in self.seen(as_of, known_at)}

    def tell(self) -> None:
        """The oracle takes a picture."""
        for id, record in self.life.records.items():
            self.oracle.set(self.now, id, record.state.value, *self.told[id])


def _possible(start: Told, end: Told) -> bool:
    try:
        interval(start, end)
    except InvalidInput:
        return False
    return True


def _learn(data: DataObject, past: History) -> None:
    start, end = data.draw(st.tuples(told, told).filter(lambda ends: _possible(*ends)))
    id = f"r{len(past.told)}"
    past.told[id] = (start, end)
    past.life.learn(id, interval(start, end), past.now, data.draw(st.sampled_from(_ENTRANCES)))


def _move(data: DataObject, past: History) -> None:
    id = data.draw(st.sampled_from(sorted(past.told)))
    events = [one for one in TRANSITIONS[past.life.state(id)] if one is not Event.FORGET]
    if not events:
        return
    event = data.draw(st.sampled_from(events))
    start, end = past.told[id]
    if event in (Event.SUPERSEDE, Event.REOPEN):
        end = data.draw(told.filter(lambda end: _possible(start, end)))
    past.told[id] = (start, end)
    past.life.move(id, event, past.now, interval(start, end))


@st.composite
def histories(draw: st.DrawFn) -> History:
    """Random lives: several changes may fall on one moment."""
    data, past = draw(st.data()), History()
    for _ in range(draw(st.integers(1, 10))):
        past.now += draw(st.integers(0, 2))
        act = draw(st.sampled_from([_learn, _move])) if past.told else _learn
        act(data, past)
        past.tell()
    past.now += draw(st.integers(0, 2))
    past.oracle.now = past.now
    return past


@given(histories(), asked, asked)
def test_the_view_agrees_with_the_oracle(
    past: History, as_of: int | None, known_at: int | None
) -> None:
    assert past.shown(as_of, known_at) == past.oracle.shown(as_of, known_at)


@given(histories())
def test_what_was_known_at_a_moment_is_what_the_view_was_then(past: History) -> None:
    grown, views = Life(), []
    for at in range(past.now + 1):
        grown.records = _until(past, at)
        grown.steps = [one for one in past.life.steps if one.at <= day(at)]
        views.append(view(grown.records.values(), grown.steps, Axes(day(at))))
    assert [past.seen(known_at=at) for at in range(past.now + 1)] == views


def _until(past: History, at: int) -> dict[str, Record]:
    """The live records of a memory that went no further than a day."""
    axes = past.ask(known_at=at)
    seen = see(past.life.records.values(), past.life.steps, axes)
    return {one.record.id: one.record for one in seen}


@given(histories())
def test_the_log_replayed_is_the_live_view(past: History) -> None:
    for record in past.life.records.values():
        found = standing_at(record, past.life.steps, day(past.now))
        assert found is not None
        assert (found.state, found.valid) == (record.state, record.valid)
    assert past.seen(known_at=past.now) == past.seen()


@given(histories(), asked, asked, st.randoms(use_true_random=False))
def test_independent_changes_may_come_in_any_order(
    past: History, as_of: int | None, known_at: int | None, random: Random
) -> None:
    steps = _shuffled(past.life.steps, random)
    axes = past.ask(as_of, known_at)
    records = list(past.life.records.values())
    assert view(records, steps, axes) == view(records, past.life.steps, axes)
    assert history(records, steps) == history(records, past.life.steps)
    assert timeline(records, steps, axes) == timeline(records, past.life.steps, axes)


def _shuffled(steps: list[RecordStep], random: Random) -> list[RecordStep]:
    """The log with the steps of different records mixed anew, each record's in their order."""
    lanes = {one.record: iter([s for s in steps if s.record == one.record]) for one in steps}
    turns = [one.record for one in steps]
    random.shuffle(turns)
    return [next(lanes[record]) for record in turns]


@given(histories())
def test_nothing_was_known_before_it_was_recorded(past: History) -> None:
    for record in past.life.records.values():
        before = Instant(record.recorded_at.micros - 1)
        assert state_at(record, past.life.steps, before) is None
        assert state_at(record, past.life.steps, record.recorded_at) is not None


@given(histories(), asked)
def test_a_history_ends_where_the_record_stands(past: History, known_at: int | None) -> None:
    moment = None if known_at is None else day(known_at)
    for version in history(past.life.records.values(), past.life.steps, moment):
        if version.changes:
            last = version.changes[-1]
            assert (last.state, last.valid) == (version.record.state, version.record.valid)
        moments = [change.at for change in version.changes]
        assert moments == sorted(moments)


@given(histories(), asked, asked)
def test_a_timeline_has_all_that_the_view_has(
    past: History, as_of: int | None, known_at: int | None
) -> None:
    axes = past.ask(as_of, known_at)
    line = timeline(past.life.records.values(), past.life.steps, axes)
    ids = [one.record.id for one in line]
    assert len(ids) == len(set(ids))
    assert {one.record.id for one in past.seen(as_of, known_at)} <= set(ids)


@pytest.mark.parametrize("at", ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z"])
@given(past=histories())
def test_the_ends_of_time_can_be_asked_for(at: str, past: History) -> None:
    records, steps = past.life.records.values(), past.life.steps
    edge = Axes.of(at, now=day(past.now))
    beyond = FAR_DAYS[at.startswith("9")]
    assert view(records, steps, edge) == past.seen(as_of=beyond)
    known = Axes.of(None, at, now=day(past.now))
    assert view(records, steps, known) == past.seen(known_at=beyond)
