"""Conflicts found at save, decided by a person, and taken back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from smalti import InvalidInput, Memory, NotFound
from smalti.model.conflict import Conflict, ConflictStatus, Relation
from smalti.model.lifecycle import State
from smalti.model.record import Record
from smalti.model.results import Outcome, Receipt
from smalti.testing import FrozenClock

BORN = ("Ada", "born_in")


def disputed(memory: Memory) -> tuple[Conflict, Receipt]:
    """Ada says that she was born in Oslo, then that it was Rome."""
    memory.assert_(*BORN, "Oslo")
    receipt = memory.assert_(*BORN, "Rome")
    [conflict] = memory.conflicts()
    return conflict, receipt


def states(memory: Memory, predicate: str = "born_in") -> dict[str, State]:
    return {r.sentence: r.state for r in memory.records(predicate=predicate, state=None)}


def view(memory: Memory) -> list[Record]:
    return list(memory.records(state=None))


# ------------------------------------------------------------------ at save


def test_what_changes_supersedes_and_keeps_both_intervals(
    memory: Memory, clock: FrozenClock
) -> None:
    memory.assert_("Ada", "lives_in", "Oslo", since="2025-01-01")
    receipt = memory.assert_("Ada", "lives_in", "Bergen", since="2025-06-01")
    [old] = memory.records(predicate="lives_in", state=State.SUPERSEDED)
    assert receipt.records[0].ended == (old.id,)
    assert old.valid.end is not None
    assert [r.sentence for r in memory.records(as_of="2025-05-31")] == ["Ada lives in Oslo"]
    assert [r.sentence for r in memory.records(as_of="2025-06-01")] == ["Ada lives in Bergen"]
    [conflict] = memory.conflicts(status=None)
    assert (conflict.status, conflict.relation) == (ConflictStatus.RESOLVED, Relation.UPDATE)


def test_there_and_back_again_gives_three_intervals(memory: Memory) -> None:
    for place, since in (("Oslo", "2024-01-01"), ("Rome", "2025-01-01"), ("Oslo", "2026-01-01")):
        memory.assert_("Ada", "lives_in", place, since=since)
    found = [
        next(memory.records(predicate="lives_in", as_of=f"{year}-06-01")).sentence
        for year in (2024, 2025, 2026)
    ]
    assert found == ["Ada lives in Oslo", "Ada lives in Rome", "Ada lives in Oslo"]
    assert len(list(memory.records(predicate="lives_in", state=None))) == 3


def test_a_fact_that_arrives_late_becomes_a_past_interval(memory: Memory) -> None:
    memory.assert_("Ada", "lives_in", "Bergen", since="2025-06-01")
    receipt = memory.assert_("Ada", "lives_in", "Oslo", since="2024-01-01")
    assert receipt.records[0].outcome is Outcome.SUPERSEDED
    assert [r.sentence for r in memory.records()] == ["Ada lives in Bergen"]
    assert [r.sentence for r in memory.records(as_of="2024-06-01")] == ["Ada lives in Oslo"]


def test_what_cannot_change_stays_and_the_later_word_is_disputed(memory: Memory) -> None:
    conflict, receipt = disputed(memory)
    assert states(memory) == {
        "Ada born in Oslo": State.CURRENT,
        "Ada born in Rome": State.DISPUTED,
    }
    [item] = receipt.records
    assert (item.outcome, item.conflicts) == (Outcome.DISPUTED, (conflict.id,))
    assert item.question == memory.clarifications()[0].question


def test_hobbies_and_languages_do_not_contradict_each_other(memory: Memory) -> None:
    for language in ("Norwegian", "Italian"):
        memory.assert_("Ada", "speaks", language)
    assert memory.conflicts(status=None) == []
    assert len(list(memory.records(predicate="speaks"))) == 2


def test_a_third_party_does_not_displace_what_somebody_says_of_themselves(memory: Memory) -> None:
    memory.assert_("Ada", "lives_in", "Oslo")
    memory.assert_("Ada", "lives_in", "Rome", speaker="Bo")
    assert states(memory, "lives_in")["Ada lives in Oslo"] is State.CURRENT
    assert states(memory, "lives_in")["Ada lives in Rome"] is State.DISPUTED


@pytest.mark.parametrize("policy", ["keep-both", "append-only"])
def test_a_policy_may_end_nothing(policy: str, clock: FrozenClock) -> None:
    with Memory(":memory:", embedder=None, model=None, policy=policy, clock=clock) as memory:
        memory.assert_("Ada", "lives_in", "Oslo", since="2025-01-01")
        memory.assert_("Ada", "lives_in", "Rome", since="2025-06-01")
        assert set(states(memory, "lives_in").values()) == {State.CURRENT}


def test_a_policy_may_ask_before_anything_ends(clock: FrozenClock) -> None:
    with Memory(":memory:", embedder=None, model=None, policy="ask", clock=clock) as memory:
        memory.assert_("Ada", "lives_in", "Oslo", since="2025-01-01")
        memory.assert_("Ada", "lives_in", "Rome", since="2025-06-01")
        assert len(memory.conflicts()) == len(memory.clarifications()) == 1


def test_what_is_merged_leaves_no_doubts_about_itself(memory: Memory) -> None:
    for place in ("Oslo", "Rome"):
        memory.assert_("Ada", "works_near", place, said_at="2026-02-01")
    receipt = memory.assert_("Ada", "works_near", "Oslo", said_at="2026-02-20")
    assert receipt.records[0].outcome is Outcome.MERGED
    assert len(memory.conflicts(status="possible")) == 1


def test_a_policy_that_does_not_exist_is_refused_before_a_file_is_made() -> None:
    with pytest.raises(InvalidInput, match="auto, ask, keep-both"):
        Memory("never.db", policy="newest")


# ------------------------------------------------------------------ decided


@pytest.mark.parametrize(
    ("choice", "stored", "incoming"),
    [
        ("stored", State.CURRENT, State.REJECTED),
        ("incoming", State.CORRECTED, State.CURRENT),
        ("changed", State.SUPERSEDED, State.CURRENT),
        ("merge", State.CURRENT, State.REJECTED),
        ("both", State.CURRENT, State.CURRENT),
        ("dismiss", State.CURRENT, State.CURRENT),
    ],
)
def test_a_decision_and_its_undoing(
    memory: Memory, clock: FrozenClock, choice: str, stored: State, incoming: State
) -> None:
    conflict, _ = disputed(memory)
    before, asked = view(memory), memory.clarifications()
    clock.tick(timedelta(days=1))
    receipt = memory.resolve(conflict.id, choice, reason="so it says in the passport")
    assert list(states(memory).values()) == [stored, incoming]
    assert receipt.verb == "resolve"
    assert (memory.conflicts(), memory.clarifications()) == ([], [])
    clock.tick(timedelta(days=1))
    memory.undo(conflict.id)
    assert view(memory) == before
    assert memory.conflicts() == [conflict]
    assert memory.clarifications() == asked


def test_decided_and_undone_again_and_again(memory: Memory, clock: FrozenClock) -> None:
    conflict, _ = disputed(memory)
    before = view(memory)
    for choice in ("incoming", "stored", "incoming"):
        clock.tick(timedelta(seconds=1))
        memory.resolve(conflict.id, choice)
        memory.undo(conflict.id)
        assert view(memory) == before


def test_beliefs_follow_a_decision_and_its_undoing(memory: Memory) -> None:
    conflict, _ = disputed(memory)
    before = memory.why(conflict.stored).belief
    memory.resolve(conflict.id, "incoming")
    decided = memory.why(conflict.incoming).belief
    assert decided is not None
    assert before is not None
    assert decided.distribution != before.distribution
    memory.undo(conflict.id)
    assert memory.why(conflict.stored).belief == before


def test_what_was_believed_between_a_decision_and_its_undoing_can_be_asked_for(
    memory: Memory, clock: FrozenClock
) -> None:
    conflict, _ = disputed(memory)
    clock.tick(timedelta(days=1))
    memory.resolve(conflict.id, "incoming")
    decided = clock().utc()
    clock.tick(timedelta(days=1))
    memory.undo(conflict.id)
    then = list(memory.records(known_at=decided, predicate="born_in"))
    assert [r.sentence for r in then] == ["Ada born in Rome"]


def test_a_conflict_is_decided_once(memory: Memory) -> None:
    conflict, _ = disputed(memory)
    memory.resolve(conflict.id, "both")
    with pytest.raises(InvalidInput, match="resolved"):
        memory.resolve(conflict.id, "stored")


def test_what_is_open_cannot_be_undone(memory: Memory) -> None:
    conflict, _ = disputed(memory)
    with pytest.raises(InvalidInput, match="nothing to undo"):
        memory.undo(conflict.id)


def test_an_answer_decides_the_conflict_that_was_asked_about(memory: Memory) -> None:
    conflict, _ = disputed(memory)
    memory.answer(memory.clarifications()[0].id, "Rome", speaker="Ada")
    assert list(states(memory).values()) == [State.CORRECTED, State.CURRENT]
    [decided] = memory.conflicts(status="resolved")
    assert decided.id == conflict.id


@pytest.mark.parametrize(
    "verb",
    [
        lambda memory, id: memory.resolve(id, "both"),
        lambda memory, id: memory.undo(id),
        lambda memory, id: memory.conflict(id),
        lambda memory, id: memory.retract(id),
        lambda memory, id: memory.correct(id, "Rome"),
    ],
)
def test_what_is_not_in_this_space_is_not_found(
    memory: Memory, verb: Callable[[Memory, str], object]
) -> None:
    conflict, _ = disputed(memory)
    with pytest.raises(NotFound):
        verb(memory.space("other"), conflict.id)


@pytest.mark.parametrize(("field", "value"), [("choice", "newest"), ("status", "wild")])
def test_an_unknown_word_is_refused_with_those_there_are(
    memory: Memory, field: str, value: str
) -> None:
    conflict, _ = disputed(memory)
    with pytest.raises(InvalidInput, match="is unknown") as refused:
        if field == "choice":
            memory.resolve(conflict.id, value)
        else:
            memory.conflicts(status=value)
    assert refused.value.field == field


def test_a_conflict_shows_both_sides_with_their_words(memory: Memory) -> None:
    conflict, _ = disputed(memory)
    sides = memory.conflict(conflict.id)
    assert [side.quotes[0].text for side in (sides.stored, sides.incoming)] == [
        "Ada born in Oslo",
        "Ada born in Rome",
    ]


# ------------------------------------------------------------------ corrected, retracted


def test_a_correction_says_that_it_was_never_so(memory: Memory) -> None:
    memory.assert_("Ada", "lives_in", "Oslo")
    [wrong] = memory.records()
    receipt = memory.correct(wrong.id, "Bergen", reason="a slip of the pen")
    assert states(memory, "lives_in") == {
        "Ada lives in Oslo": State.CORRECTED,
        "Ada lives in Bergen": State.CURRENT,
    }
    assert receipt.verb == "correct"
    [conflict] = memory.conflicts(status="resolved")
    memory.undo(conflict.id)
    assert State.CORRECTED not in states(memory, "lives_in").values()


def test_what_is_over_cannot_be_corrected(memory: Memory) -> None:
    memory.assert_("Ada", "lives_in", "Oslo")
    [record] = memory.records()
    memory.retract(record.id)
    with pytest.raises(InvalidInput, match="retracted already"):
        memory.correct(record.id, "Rome")


def test_a_correction_that_changes_nothing_is_refused(memory: Memory) -> None:
    memory.assert_("Ada", "lives_in", "Oslo")
    [record] = memory.records()
    before = view(memory)
    with pytest.raises(InvalidInput, match="already"):
        memory.correct(record.id, "Oslo")
    assert view(memory) == before


def test_what_is_retracted_leaves_its_value_unknown(memory: Memory) -> None:
    memory.assert_("Ada", "lives_in", "Oslo")
    [record] = memory.records()
    memory.retract(record.id, reason="I made that up")
    assert list(memory.records()) == []
    assert [v.record.state for v in memory.history(record.id)] == [State.RETRACTED]
    belief = memory.why(record.id).belief
    assert belief is not None
    assert belief.distribution == {"unknown": 1.0}


def test_a_retraction_ends_the_conflict_it_was_in(memory: Memory) -> None:
    conflict, _ = disputed(memory)
    memory.retract(conflict.incoming)
    assert (memory.conflicts(), memory.clarifications()) == ([], [])
    assert states(memory)["Ada born in Oslo"] is State.CURRENT


def test_what_depended_on_a_record_that_ended_is_asked_about(memory: Memory) -> None:
    memory.assert_("Team Atlas", "led_by", "Bo")
    memory.assert_("Bo", "in_team", "Team Atlas")
    [led] = memory.records(predicate="led_by")
    memory.retract(led.id)
    [asked] = memory.clarifications()
    assert "Is it still right" in asked.question
    memory.answer(asked.id, "No")
    assert list(memory.records(predicate="in_team")) == []


def test_neither_side_is_right_and_the_reply_stands_in_their_place() -> None:
    with Memory(":memory:", embedder=None, model=None) as memory:
        memory.add("I was born in Leeds.", speaker="Zoe", said_at="2026-01-01")
        memory.add("I was born in Hull.", speaker="Zoe", said_at="2026-01-02")
        [question] = memory.clarifications()
        memory.answer(question.id, "Cork")
        assert [one.sentence for one in memory.records()] == ["Zoe was born in Cork"]
        assert memory.ask("Where was Zoe born?").value == "Cork"
