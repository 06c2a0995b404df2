"""Lists that are read as one goes, and totals: what is not asked for is not read."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti.model.conflict import Conflict, ConflictKind, ConflictStatus
from smalti.model.entity import Entity, EntityKind, Merge
from smalti.model.lifecycle import Event, State
from smalti.model.processing import Processed, ProcessStatus
from smalti.model.record import Evidence, Record, RecordStep
from smalti.model.time import Instant, Interval
from smalti.model.turn import Turn
from smalti.store.contract import Space, Store, Totals
from store.contract_nouns import TURN, record
from store.harness import Harness
from store.helpers import NOW, TINY, fresh, matrix, said, write
from strategies import turn_lists

DAY = 86_400_000_000  # microseconds


def later(days: int) -> Instant:
    return Instant(NOW.micros + days * DAY, NOW.offset)


def listed(space: Space) -> None:
    """Three records: two disputed ones, and one that is of another predicate and day each."""
    write(space, TURN)
    space.put(record(id="r1", state=State.DISPUTED))
    space.put(record(id="r2", state=State.CURRENT, predicate="likes", recorded_at=later(1)))
    space.put(record(id="r3", state=State.DISPUTED, predicate="likes", recorded_at=later(2)))


def ids(space: Space, having: dict[str, str]) -> list[str]:
    return [one.id for one in space.every(Record, having=having)]


def opposed(space: Space, id: str, stored: str, incoming: str, **fields: Any) -> None:
    """Two records in conflict, under the keys by which it is found."""
    usual = {"kind": ConflictKind.SEMANTIC, "judge": "test", "score": 1.0, "reason": ""}
    found = Conflict(id, stored, incoming, **{**usual, "found_at": NOW, **fields})
    space.put(found, [f"record {stored}", f"record {incoming}"])


def step(id: str, record: str, at: Instant = NOW) -> RecordStep:
    """A step of a record, without more consequences."""
    return RecordStep(id, record, Event.COMMIT, at, "test", valid=Interval.undated(NOW))


class ListingContract(Harness):
    @pytest.mark.parametrize(
        ("having", "found"),
        [
            ({}, ["r1", "r2", "r3"]),
            ({"state": "disputed"}, ["r1", "r3"]),
            ({"state": "disputed", "predicate": "likes"}, ["r3"]),
            ({"predicate": "like"}, []),
            ({"predicate": "\ud800"}, []),
        ],
    )
    def test_only_nouns_that_have_something_are_listed(
        self, space: Space, having: dict[str, str], found: list[str]
    ) -> None:
        listed(space)
        assert ids(space, having=having) == found

    @pytest.mark.parametrize(
        ("states", "found"),
        [
            (list(State), ["r1", "r2"]),
            ([State.DISPUTED], ["r1", "r2"]),  # r2 moved since: only its steps can tell
            ([State.PENDING], ["r2"]),
        ],
    )
    def test_records_that_may_have_been_in_a_state_at_a_moment_are_listed(
        self, space: Space, states: list[State], found: list[str]
    ) -> None:
        listed(space)
        space.put(step("s1", "r1", at=later(1)))
        space.put(step("s2", "r2", at=later(2)))
        assert [one.id for one in space.known(later(1), states)] == found
        assert list(space.known(later(-1), states)) == []
        liked = [one.id for one in space.known(later(1), states, having={"predicate": "likes"})]
        assert liked == [id for id in found if id == "r2"]

    def test_steps_are_in_the_order_of_the_log(self, space: Space) -> None:
        listed(space)
        space.put_all([(step("s1", "r2", at=later(3)), None), (step("s2", "r1"), None)])
        space.put(step("s3", "r2"))
        assert [one.id for one in space.steps(["r1", "r2", "\ud800"])] == ["s1", "s2", "s3"]
        assert [one.id for one in space.steps(["r1", "r2"], moved_after=later(2))] == ["s1", "s3"]
        assert space.steps(["r1", "r2"], moved_after=later(3)) == []

    def test_turns_that_contradict_each_other_are_found_over_open_conflicts(
        self, space: Space
    ) -> None:
        (one, other, third) = write(space, TURN, "I live in Porto.", "I live in Rome.")
        for id, turn in (("r1", one.id), ("r2", other.id), ("r3", third.id)):
            space.put(record(id=id, evidence=(Evidence(turn, 0, 1),)))
        opposed(space, "x1", "r1", "r2", found_at=later(1))
        opposed(space, "x2", "r3", "r1", status=ConflictStatus.RESOLVED)
        assert space.contradicting([one.seq]) == [(one.seq, other.seq)]
        assert space.contradicting([other.seq, third.seq]) == [(other.seq, one.seq)]
        assert space.contradicting([one.seq], later(1)) == [(one.seq, other.seq)]
        assert space.contradicting([one.seq], NOW) == []
        assert space.contradicting([]) == []

    def test_a_noun_is_listed_by_what_it_has_now(self, space: Space) -> None:
        listed(space)
        space.put(record(id="r1", state=State.CURRENT))
        assert ids(space, having={"state": "disputed"}) == ["r3"]
        assert ids(space, having={"state": "current"}) == ["r1", "r2"]

    def test_other_spaces_are_not_listed(self, store: Store, space: Space) -> None:
        listed(space)
        assert list(store.space("other").every(Record, having={"state": "disputed"})) == []

    def test_the_first_of_a_long_list_do_not_wait_for_the_last(self, space: Space) -> None:
        def thing(number: int) -> Entity:
            return Entity(f"e{number}", EntityKind.CONCEPT, f"thing {number}")

        space.put_all([(thing(number), None) for number in range(900)])
        reading = space.every(Entity, having={"kind": "concept"})
        assert next(reading) == thing(0)
        renamed = replace(thing(899), name="last")
        space.put(renamed)
        rest = list(reading)
        assert rest[:-1] == [thing(number) for number in range(1, 899)]
        assert rest[-1] == renamed

    # ------------------------------------------------------------------ totals

    def test_a_space_without_turns_counts_nothing(self, space: Space) -> None:
        assert space.totals() == Totals(0, 0, 0, None, None, 0, 0)

    @given(turns=turn_lists(), data=st.data())
    def test_totals_are_what_one_counts_oneself(
        self, store: Store, turns: list[Turn], data: st.DataObject
    ) -> None:
        space = fresh(store)
        seqs = [item.seq for item in write(space, *turns)]
        for turn in turns:
            status = data.draw(st.sampled_from([None, *ProcessStatus]))
            if status is not None:
                space.put(Processed(turn.id, status, "rules/1", NOW))
        if embedded := seqs[: data.draw(st.integers(0, len(seqs)))]:
            space.put_vectors(TINY, embedded, matrix([(1, 0, 0)] * len(embedded)))
        times = [turn.said_at for turn in turns if turn.said_at is not None]
        assert space.totals() == Totals(
            turns=len(turns),
            sessions=len(space.sessions()),
            speakers=len({turn.speaker for turn in turns}),
            first_said_at=min(times, default=None),
            last_said_at=max(times, default=None),
            unembedded=len(space.unembedded()),
            unread=len(space.unprocessed()),
        )

    def test_a_moment_said_at_two_places_counts_by_the_offset(self, space: Space) -> None:
        east, west = Instant(NOW.micros, 120), Instant(NOW.micros, -300)
        write(space, said("one", said_at=east), said("two", said_at=west))
        totals, [session] = space.totals(), space.sessions()
        assert (totals.first_said_at, totals.last_said_at) == (west, east)
        assert (session.first_said_at, session.last_said_at) == (west, east)

    def test_other_spaces_do_not_count(self, store: Store, space: Space) -> None:
        write(space, "one", "two")
        assert store.space("other").totals().turns == 0
        write(store.space("other"), "three")
        assert (space.totals().turns, store.space("other").totals().turns) == (2, 1)

    # ------------------------------------------------------------------ by the ids they name

    @pytest.mark.parametrize("more", [0, 40])
    def test_nouns_that_name_an_id_are_found_among_few_and_among_many(
        self, space: Space, more: int
    ) -> None:
        space.put(Entity("e1", EntityKind.PERSON, "Ada"))
        reasons = ["see t_7", "see T_7", "see at_7", "\0 (t_7)", "t_70", "see\nt_7."]
        for number, reason in enumerate(reasons):
            space.put(Merge(f"m{number}", "e1", "e2", reason, NOW))
        wanted = ["t_7", "\ud800", "%", *(f"t_9{number}" for number in range(more))]
        found = [one.id for one in space.holding(Merge, wanted)]
        assert found == ["m0", "m3", "m5"]
        assert space.holding(Merge, ["\ud800"]) == []
