"""When something held, and when it was known: two questions, asked of the same records."""

from __future__ import annotations

from datetime import timedelta

import pytest

from smalti import InvalidInput, Memory, NotFound
from smalti.model.lifecycle import State
from smalti.model.record import RecordKind
from smalti.testing import FrozenClock


def said(memory: Memory, **when: str) -> list[str]:
    return [record.sentence for record in memory.records(about="Ada", **when)]


def test_what_held_then_and_what_was_known_then(memory: Memory, clock: FrozenClock) -> None:
    memory.assert_("Ada", "lives_in", "Oslo", since="2025-01-01", until="2025-06-01")
    clock.tick(timedelta(days=10))
    memory.assert_("Ada", "lives_in", "Bergen", since="2025-06-01")
    assert said(memory, as_of="2025-03-01") == ["Ada lives in Oslo"]
    assert said(memory, as_of="2025-06-01") == ["Ada lives in Bergen"]
    assert said(memory, as_of="2024-12-31") == []
    assert said(memory, known_at="2026-03-05") == ["Ada lives in Oslo"]
    assert said(memory, as_of="2025-07-01", known_at="2026-03-05") == []
    assert len(said(memory)) == 2


def test_the_history_of_a_slot_and_the_timeline_of_somebody(memory: Memory) -> None:
    memory.assert_("Ada", "lives_in", "Bergen", since="2025-06-01")
    memory.assert_("Ada", "lives_in", "Oslo", since="2025-01-01", until="2025-06-01")
    memory.assert_("Ada", "height", 172, unit="centimeter")
    first = next(memory.records(about="Ada", predicate="lives_in"))
    assert [v.record.sentence for v in memory.history(first.id)] == [
        "Ada lives in Bergen",
        "Ada lives in Oslo",
    ]
    assert [seen.record.sentence for seen in memory.timeline("Ada")][:2] == [
        "Ada lives in Oslo",
        "Ada lives in Bergen",
    ]


def test_a_moment_that_is_none_and_a_record_that_is_not_there(memory: Memory) -> None:
    memory.assert_("Ada", "lives_in", "Oslo")
    with pytest.raises(InvalidInput, match="as_of"):
        list(memory.records(as_of="yesterday"))
    with pytest.raises(NotFound):
        memory.history("r_never")


def test_what_is_announced_leaves_what_holds_until_then(memory: Memory, clock: FrozenClock) -> None:
    memory.assert_("Ada", "lives_in", "Oslo", since="2025-01-01")
    memory.assert_("Ada", "lives_in", "Bergen", since="2026-06-01")
    assert [r.sentence for r in memory.records()] == ["Ada lives in Oslo", "Ada lives in Bergen"]
    assert [r.sentence for r in memory.records(as_of="2026-05-31")] == ["Ada lives in Oslo"]
    clock.tick(timedelta(days=200))
    assert [r.sentence for r in memory.records()] == ["Ada lives in Bergen"]


def test_what_was_known_then_does_not_depend_on_today(memory: Memory, clock: FrozenClock) -> None:
    memory.assert_("Ada", "lives_in", "Oslo", since="2025-01-01")
    memory.assert_("Ada", "lives_in", "Bergen", since="2026-06-01")
    then = said(memory, known_at="2026-03-05")
    clock.tick(timedelta(days=200))
    assert (
        said(memory, known_at="2026-03-05") == then == ["Ada lives in Oslo", "Ada lives in Bergen"]
    )


@pytest.mark.parametrize("when", ["as_of", "known_at"])
def test_the_first_of_many_records_do_not_wait_for_the_last(
    memory: Memory, clock: FrozenClock, when: str
) -> None:
    given = [{"subject": f"Person {n}", "predicate": "likes", "object": "tea"} for n in range(130)]
    memory.assert_all(given)
    clock.tick(timedelta(days=1))
    reading = memory.records(**{when: "2026-03-02"})
    first = next(reading)
    *_, last = memory.records()
    memory.forget(record=last.id, compact=False)
    rest = [record.id for record in reading]
    assert len(rest) == 128
    assert not {first.id, last.id} & set(rest)


def test_every_list_is_the_whole_list_filtered(memory: Memory, clock: FrozenClock) -> None:
    memory.assert_("Ada", "lives_in", "Oslo", since="2025-01-01", until="2025-06-01")
    memory.assert_("Ben", "likes", "tea")
    clock.tick(timedelta(days=10))
    memory.assert_("Ada", "lives_in", "Bergen", since="2025-06-01")
    [tea] = memory.records(predicate="likes")
    memory.retract(tea.id)
    for when in (
        {},
        {"as_of": "2025-03-01"},
        {"known_at": "2026-03-05"},
        {"known_at": "2020-01-01"},
    ):
        whole = list(memory.records(state=None, **when))
        for state in State:
            found = list(memory.records(state=state, **when))
            assert found == [one for one in whole if one.state is state]
        for predicate in ("lives_in", "likes", "knows"):
            found = list(memory.records(state=None, predicate=predicate, **when))
            assert found == [one for one in whole if one.predicate == predicate]
        for kind in RecordKind:
            found = list(memory.records(state=None, kind=kind, **when))
            assert found == [one for one in whole if one.kind is kind]
