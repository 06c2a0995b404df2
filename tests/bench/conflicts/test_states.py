"""From what memory holds to what is right, caught and lost, on trials written by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bench.extraction.samples import SAID, record
from smalti.bench.conflicts.case import Case
from smalti.bench.conflicts.caught import caught, loss, merged_with_other_numbers, relation
from smalti.bench.conflicts.data import MUST_NOT
from smalti.bench.conflicts.states import stood
from smalti.bench.conflicts.trial import Cost, Trial
from smalti.bench.conflicts.watch import Compared
from smalti.bench.extraction.data import Wanted
from smalti.model.conflict import Conflict, ConflictKind, ConflictStatus, Relation
from smalti.model.lifecycle import State
from smalti.model.record import Evidence, Record
from smalti.model.results import Outcome, RecordItem
from smalti.model.time import Bound, Instant, Interval
from smalti.model.turn import TurnDraft

LATER = Instant.of("2026-06-01T10:00:00+02:00")
OLD, NEW = "Ada Holm lives in Ghent", "Ada Holm lives in Lisbon"


def case(*wanted: tuple[str, str], relation: str = "update") -> Case:
    said = (("I live in Ghent, for 300 euros", SAID), ("I live in Lisbon, for 400 euros", LATER))
    before, incoming = (TurnDraft(text, "Ada Holm", said_at=at) for text, at in said)
    return Case(
        "c", "c", (before,), (incoming,), conflict=True, against=(0,), relation=relation,
        wanted=tuple(Wanted("c", part, text, {}) for part, text in wanted),
    )  # fmt: skip


def old(state: State = State.CURRENT, **more: Any) -> Record:
    return record(OLD, id="old", state=state, evidence=(Evidence("before", 0, 30),), **more)


def new(state: State = State.CURRENT, **more: Any) -> Record:
    return record(NEW, id="new", state=state, evidence=(Evidence("later", 0, 31),), **more)


def trial(*records: Record, **more: Any) -> Trial:
    plain = Trial(
        case="c",
        before=("before",),
        incoming=("later",),
        records=records,
        names={},
        items=(),
        conflicts=(),
        compared=(),
        held=tuple(one.evidence[0].turn for one in records if one.id == "old"),
        were={"old": State.CURRENT},
        base_alarms=(),
        cost=Cost(1.0, 1.0, 1.0),
    )
    return replace(plain, **more)


def conflict(status: ConflictStatus) -> Conflict:
    return Conflict("x", "old", "new", ConflictKind.SEMANTIC, "value", 1.0, "why", SAID,
                    status=status)  # fmt: skip


@pytest.mark.parametrize(
    ("part", "text", "records", "right"),
    [
        ("current", NEW, (old(State.SUPERSEDED), new()), True),
        ("current", NEW, (old(), new(State.DISPUTED)), False),
        ("current", NEW, (old(),), False),
        ("ended", OLD, (old(State.SUPERSEDED), new()), True),
        ("ended", OLD, (old(State.CORRECTED), new()), True),
        ("ended", OLD, (old(), new()), False),
        ("ended", OLD, (new(),), False),
        ("open", OLD, (old(State.DISPUTED), new()), True),
        ("open", OLD, (old(), new()), False),
        (MUST_NOT, OLD, (old(State.RETRACTED), new()), True),
        (MUST_NOT, OLD, (old(), new()), False),
        (MUST_NOT, "Ada Holm lives in Turin", (old(), new()), True),
    ],
)
def test_a_statement_is_right_by_the_state_of_the_records_that_say_it(
    part: str, text: str, records: tuple[Record, ...], right: bool
) -> None:
    [one] = stood(case((part, text)), trial(*records))
    assert one.right is right
    assert bool(one.lost) is not right


def test_a_record_whose_time_is_over_is_past() -> None:
    over = old(valid=Interval(None, Bound(Instant.of("2026-05-20T00:00:00+02:00"))))
    [one] = stood(case(("ended", OLD)), trial(over, new()))
    assert one.right


def test_a_side_of_an_open_conflict_is_open_whatever_its_state() -> None:
    found = trial(old(), new(), conflicts=(conflict(ConflictStatus.OPEN),))
    [one] = stood(case(("open", OLD)), found)
    assert one.right


@pytest.mark.parametrize(
    ("compared", "relation_of_item", "lost"),
    [
        ((), None, "not a candidate"),
        ((Compared("old", "new", ("slot",)),), None, "misjudged as compatible"),
        ((Compared("old", "new", ("slot",), "value", "update"),), Relation.UPDATE, "misresolved"),
    ],
)
def test_where_a_statement_that_should_have_ended_was_lost(
    compared: tuple[Compared, ...], relation_of_item: Relation | None, lost: str
) -> None:
    item = RecordItem("later", 0, 31, Outcome.STORED, "new", NEW, relation=relation_of_item)
    found = trial(old(), new(), compared=compared, items=(item,))
    [one] = stood(case(("ended", OLD)), found)
    assert one.lost == lost


@pytest.mark.parametrize(
    ("status", "is_caught"),
    [
        (ConflictStatus.OPEN, True),
        (ConflictStatus.RESOLVED, True),
        (ConflictStatus.POSSIBLE, False),
        (ConflictStatus.DISMISSED, False),
    ],
)
def test_a_conflict_counts_when_it_is_open_or_was_settled(
    status: ConflictStatus, is_caught: bool
) -> None:
    assert bool(caught(trial(old(), new(), conflicts=(conflict(status),)))) is is_caught


def test_a_stored_record_that_is_ended_without_a_conflict_counts_as_caught() -> None:
    [one] = caught(trial(old(State.SUPERSEDED), new()))
    assert (one.stored, one.judge) == ("old", "superseded")


@pytest.mark.parametrize(
    ("records", "compared", "step"),
    [
        ((old(),), (), "incoming not extracted"),
        ((new(),), (), "stored not extracted"),
        ((old(), new()), (Compared("old", "new", ()),), "no judge spoke"),
        ((old(), new()), (Compared("old", "new", (), "value", "unsure"),), "judges unsure"),
        ((old(), new()), (Compared("old", "new", (), "sense", "compatible"),), "judged compatible"),
        (
            (old(), new()),
            (Compared("old", "new", (), "value", "conflict"),),
            "judged so, but nothing followed",
        ),
    ],
)
def test_a_conflict_that_was_not_caught_was_lost_at_the_last_step_it_reached(
    records: tuple[Record, ...], compared: tuple[Compared, ...], step: str
) -> None:
    assert loss(case(), trial(*records, compared=compared)) == step


def test_the_relation_is_the_strongest_that_a_receipt_tells() -> None:
    items = tuple(
        RecordItem("later", 0, 31, Outcome.STORED, "new", NEW, relation=one)
        for one in (Relation.COMPATIBLE, Relation.UPDATE, None)
    )
    assert relation(trial(old(), new(), items=items)) == "update"


def test_a_return_that_ends_what_was_so_in_between_is_a_recurrence() -> None:
    items = tuple(
        RecordItem("later", 0, 31, Outcome.STORED, "new", NEW, relation=one)
        for one in (Relation.UPDATE, Relation.RECURRENCE)
    )
    assert relation(trial(old(), new(), items=items)) == "recurrence"


def test_a_turn_that_leaves_nothing_is_no_memory() -> None:
    assert relation(trial(old())) == "not_memory"
    assert relation(trial(old(), new())) == "compatible"


def test_a_duplicate_with_another_number_is_told_with_both_quotes() -> None:
    both = replace(old(), evidence=(Evidence("before", 0, 30), Evidence("later", 0, 31)))
    item = RecordItem("later", 0, 31, Outcome.MERGED, "old", OLD, relation=Relation.DUPLICATE)
    [(stored, incoming)] = merged_with_other_numbers(case(), trial(both, items=(item,)))
    assert (stored, incoming) == (
        "I live in Ghent, for 300 euros", "I live in Lisbon, for 400 euros",
    )  # fmt: skip
