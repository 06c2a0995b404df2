from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

import pytest

from smalti.model.lifecycle import Event, State
from smalti.model.record import Record, RecordStep
from smalti.store.contract import Space
from smalti.store.sqlite import open_sqlite
from smalti.view import Axes, history, timeline, view
from view.lives import Life, day, interval

NOW = Axes(day(20))


@pytest.fixture
def life() -> Life:
    """Porto from day 5, told on day 6; that it had been Lisbon before, told on day 8."""
    life = Life()
    life.learn("porto", interval(5), 6)
    life.learn("lisbon", interval(1, 5), 8, Event.SUPERSEDE)
    life.learn("faro", interval("9?"), 9)
    life.move("porto", Event.SUPERSEDE, 9, interval(5, "9?"))
    return life


def order(life: Life, axes: Axes = NOW) -> list[str]:
    return [one.record.id for one in timeline(life.records.values(), life.steps, axes)]


# --- history -----------------------------------------------------------------------------------


def test_a_history_is_in_the_order_things_were_learnt(life: Life) -> None:
    versions = history(reversed(life.records.values()), life.steps)
    assert [one.record.id for one in versions] == ["porto", "lisbon", "faro"]


def test_each_change_tells_both_axes(life: Life) -> None:
    [version] = history([life.records["porto"]], life.steps)
    assert [(one.at, one.event, one.state, one.valid) for one in version.changes] == [
        (day(6), Event.COMMIT, State.CURRENT, interval(5)),
        (day(9), Event.SUPERSEDE, State.SUPERSEDED, interval(5, "9?")),
    ]


def test_a_change_tells_who_and_why(life: Life) -> None:
    life.steps[0] = replace(life.steps[0], actor="ada", reason="said so", conflict="c1")
    [version] = history([life.records["porto"]], life.steps)
    first = version.changes[0]
    assert (first.actor, first.reason, first.conflict) == ("ada", "said so", "c1")


def test_a_history_as_it_was_known_ends_then(life: Life) -> None:
    versions = history(life.records.values(), life.steps, day(8))
    assert [(one.record.id, one.record.state, len(one.changes)) for one in versions] == [
        ("porto", State.CURRENT, 1),
        ("lisbon", State.SUPERSEDED, 1),
    ]


def test_a_history_keeps_what_was_never_believed(life: Life) -> None:
    life.learn("nowhere", interval(3), 10, Event.REJECT)
    assert history(life.records.values(), life.steps)[-1].record.id == "nowhere"


def test_nothing_has_no_history() -> None:
    assert history([], []) == []


# --- timeline ----------------------------------------------------------------------------------


def test_a_timeline_is_in_the_order_things_began_and_the_undated_come_last(life: Life) -> None:
    assert order(life) == ["lisbon", "porto", "faro"]


def test_who_has_only_an_end_stands_where_it_ended(life: Life) -> None:
    life.learn("school", interval("?", 4), 9)
    life.learn("always", interval(None), 9)
    assert order(life) == ["lisbon", "school", "porto", "faro", "always"]


def test_of_two_that_began_together_the_shorter_comes_first() -> None:
    life = Life()
    for id, end in (("long", None), ("short", 3), ("middle", 7)):
        life.learn(id, interval(1, end), 8)
    assert order(life) == ["short", "middle", "long"]


def test_the_undated_are_in_the_order_they_were_said() -> None:
    life = Life()
    for id, start in (("third", "?"), ("second", "6?"), ("first", "2?")):
        life.learn(id, interval(start), 8)
    assert order(life) == ["first", "second", "third"]


def test_what_was_never_true_is_not_on_a_timeline(life: Life) -> None:
    life.move("faro", Event.CORRECT, 12)
    assert order(life) == ["lisbon", "porto"]
    assert order(life, replace(NOW, known_at=day(11))) == ["lisbon", "porto", "faro"]


def test_a_timeline_as_it_was_known_has_the_intervals_of_then(life: Life) -> None:
    axes = replace(NOW, known_at=day(7))
    [seen] = timeline(life.records.values(), life.steps, axes)
    assert (seen.record.id, seen.valid, seen.holds) == ("porto", interval(5), True)


def test_as_of_leaves_what_held_then_or_may_have(life: Life) -> None:
    assert order(life, replace(NOW, as_of=day(3))) == ["lisbon", "faro"]


# --- in a store --------------------------------------------------------------------------------


@pytest.fixture
def space() -> Iterator[Space]:
    with closing(open_sqlite(":memory:")) as store:
        yield store.space("home")


def test_a_store_gives_back_the_history_it_was_given(space: Space, life: Life) -> None:
    life.learn("always", interval(None), 9)
    life.move("always", Event.SUPERSEDE, 9, interval(None, 9))
    life.move("always", Event.REOPEN, 9, interval(None))
    space.put_all((one, ["slot"]) for one in life.records.values())
    space.put_all((one, [f"record {one.record}"]) for one in life.steps)
    records = space.meeting(Record, ["slot"])
    steps = space.meeting(RecordStep, [f"record {one.id}" for one in records])
    assert history(records, steps) == history(life.records.values(), life.steps)
    for known in range(12):
        axes = replace(NOW, known_at=day(known))
        assert view(records, steps, axes) == view(life.records.values(), life.steps, axes)
