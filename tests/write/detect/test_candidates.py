from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from smalti.model.entity import Entity, EntityKind
from smalti.model.lifecycle import State
from smalti.model.record import Evidence, Record, SlotKind, Value
from smalti.model.time import Instant
from smalti.model.turn import Turn, TurnDraft
from smalti.store.contract import Space, TurnEntry
from smalti.store.sqlite import open_sqlite
from smalti.write.detect import DetectPolicy, Pair, Searcher
from smalti.write.detect.sides import sentence_at
from smalti.write.entities import entity_keys, record_keys
from smalti.write.journal import number
from smalti.write.work import One, Several, drive
from write.detect.pairs import NOW, TABLE, record

SEARCHER = Searcher.of(TABLE)
_numbers = count(1)


def said(text: str, speaker: str, at: Instant = NOW) -> Turn:
    """A turn with the id the journal gives it."""
    return next(number([TurnDraft(text, speaker=speaker, said_at=at)], NOW))


class Shelf:
    """A space with records in it, and what is found for a new one."""

    def __init__(self, space: Space) -> None:
        self.space = space

    def keep(self, *records: Record) -> None:
        """Store records, each with a turn that says it unless its own turn is there."""
        for one in records:
            if self.space.turn(one.evidence[0].turn) is None:
                turn = said(one.sentence, one.asserted_by)
                self.space.append_turns([TurnEntry(turn, ())], "none")
                one = replace(one, evidence=(Evidence(turn.id, 0, len(turn.text)),))
            self.space.put(one, record_keys(one))

    def know(self, *entities: Entity) -> None:
        self.space.put_all([(one, entity_keys(one)) for one in entities])

    def find(self, new: Record, searcher: Searcher = SEARCHER) -> list[Pair]:
        return drive(searcher.candidates(new), self.answer)

    def ids(self, new: Record, searcher: Searcher = SEARCHER) -> list[str]:
        return [pair.stored.record.id for pair in self.find(new, searcher)]

    def answer(self, request: Any) -> Any:
        if isinstance(request, One):
            if request.cls is Turn:
                return self.space.turn(request.id)
            return self.space.one(request.cls, request.id)
        if isinstance(request, Several):
            return self.space.several(request.cls, request.ids)
        return self.space.meeting(request.cls, request.keys, request.limit)


@pytest.fixture(scope="module")
def _store() -> Iterator[Any]:
    with closing(open_sqlite(":memory:")) as store:
        yield store


@pytest.fixture
def shelf(_store: Any) -> Shelf:
    return Shelf(_store.space(f"shelf {next(_numbers)}"))


def test_nothing_is_found_where_nothing_is_stored(shelf: Shelf) -> None:
    assert shelf.find(record()) == []


def test_a_record_of_the_same_slot_is_found_first(shelf: Shelf) -> None:
    here, tea = record("Lisbon"), record("tea", "drinks")
    shelf.keep(tea, here)
    pairs = shelf.find(record("Porto", said="2026-06-01"))
    assert [pair.stored.record.id for pair in pairs] == [here.id, tea.id]
    assert pairs[0].found == ("slot", "subject")
    assert pairs[1].found == ("subject",)


def test_a_record_is_never_compared_with_itself(shelf: Shelf) -> None:
    one = record()
    shelf.keep(one)
    assert shelf.ids(one) == []


def test_what_excludes_a_statement_is_found(shelf: Shelf) -> None:
    shelf.keep(record("vegetarian", "follows_diet"))
    (pair,) = shelf.find(record("steak", "eats"))
    assert "exclusive" in pair.found


def test_what_a_statement_ends_is_found(shelf: Shelf) -> None:
    shelf.keep(record("the van", "drives"))
    (pair,) = shelf.find(record("the van", "sold"))
    assert "exclusive" in pair.found


def test_what_implies_the_slot_is_found(shelf: Shelf) -> None:
    shelf.keep(record("Lisbon", "moved_to"))
    (pair,) = shelf.find(record("Porto", "lives_in"))
    assert "exclusive" in pair.found


def test_the_other_side_of_an_inverse_is_found(shelf: Shelf) -> None:
    stored = record(Value(entity="cy"), "employs", subject="acme", by="bo")
    shelf.keep(stored)
    new = record(Value(entity="acme"), "works_for", subject="cy", by="cy")
    (pair,) = shelf.find(new)
    assert "exclusive" in pair.found


def test_the_same_quantity_is_found_whatever_it_is_called(shelf: Shelf) -> None:
    shelf.keep(record(70, "mass_of", unit="kilogram"))
    (pair,) = shelf.find(record(71000, "weight", unit="gram"))
    assert pair.found[0] == "quantity"


def test_what_has_the_same_value_is_found(shelf: Shelf) -> None:
    shelf.keep(record(Value(entity="acme"), "founded", subject="bo", by="bo"))
    (pair,) = shelf.find(record(Value(entity="acme"), "works_for"))
    assert pair.found[0] == "value"


def test_what_is_two_steps_away_is_found(shelf: Shelf) -> None:
    step = record(Value(entity="acme"), "visited")
    far = record("Porto", "based_in", subject="acme", by="bo")
    shelf.keep(step, far)
    found = {pair.stored.record.id: pair.found for pair in shelf.find(record("Rome"))}
    assert found[far.id] == ("near",)


def test_entities_that_were_merged_count_as_one(shelf: Shelf) -> None:
    winner = Entity("ada", EntityKind.PERSON, "Ada")
    shelf.know(winner, Entity("ada2", EntityKind.PERSON, "Ada L", merged_into="ada"))
    shelf.keep(record("Lisbon", subject="ada2"))
    (pair,) = shelf.find(record("Porto", subject="ada"))
    assert "slot" in pair.found


@pytest.mark.parametrize(
    ("state", "found"),
    [
        (State.CURRENT, True),
        (State.PENDING, True),
        (State.DISPUTED, True),
        (State.SUPERSEDED, True),
        (State.CORRECTED, False),
        (State.RETRACTED, False),
        (State.REJECTED, False),
        (State.FORGOTTEN, False),
    ],
)
def test_only_what_may_still_matter_is_found(shelf: Shelf, state: State, found: bool) -> None:
    shelf.keep(record("Lisbon", state=state))
    assert bool(shelf.ids(record("Porto"))) is found


def test_a_superseded_record_of_another_slot_comes_last(shelf: Shelf) -> None:
    past, now = record("tea", "drinks", state=State.SUPERSEDED), record("chess", "plays")
    shelf.keep(past, now)
    assert shelf.ids(record("Porto")) == [now.id, past.id]


def test_no_more_are_compared_than_the_policy_says(shelf: Shelf) -> None:
    shelf.keep(*(record(f"book {n}", "likes") for n in range(20)))
    few = Searcher.of(TABLE, DetectPolicy(pairs=5))
    assert len(shelf.ids(record("a film", "likes"), few)) == 5


def test_a_pair_tells_names_time_and_the_sentence_around_the_quote(shelf: Shelf) -> None:
    at = Instant.of("2026-03-01")
    turn = said("Hello. I live in Lisbon. Bye.", "Ada", at)
    shelf.space.append_turns([TurnEntry(turn, ())], "none")
    shelf.know(Entity("ada", EntityKind.PERSON, "Ada Lovelace"))
    shelf.keep(record("Lisbon", evidence=(Evidence(turn.id, 7, 24),)))
    (pair,) = shelf.find(record("Porto"))
    stored = pair.stored
    assert (stored.subject, stored.context, stored.said_at, stored.slot) == (
        "Ada Lovelace",
        "I live in Lisbon.",
        at,
        SlotKind.CHANGING,
    )


def test_a_decimal_point_ends_no_sentence() -> None:
    text = "It is in 3.21 now. 下次在三楼。好的"
    assert sentence_at(text, 0) == "It is in 3.21 now."
    assert sentence_at(text, 20) == "下次在三楼。"


def test_what_was_learnt_from_turns_that_are_alike_is_found(shelf: Shelf) -> None:
    turn = said("The standup meets in the attic.", "Cy")
    shelf.space.append_turns([TurnEntry(turn, ())], "none")
    one = record("the attic", "meets_in", subject="standup", by="cy")
    shelf.keep(replace(one, evidence=(Evidence(turn.id, 0, 11),)))
    (pair,) = drive(SEARCHER.candidates(record("Porto"), [turn.id]), shelf.answer)
    assert pair.found[0] == "nearest"
