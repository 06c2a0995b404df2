"""``records``, ``why``, ``explain``, entities and questions: looking at what was learnt."""

from __future__ import annotations

import pytest

from smalti import Memory
from smalti.model.errors import InvalidInput, NotFound
from smalti.model.lifecycle import Event, State
from smalti.model.results import Outcome
from write.extract.talks import needs_parser

pytestmark = needs_parser


# ------------------------------------------------------------------ records and why


def test_records_are_found_by_whom_they_are_about_and_in_what_state(memory: Memory) -> None:
    memory.add(["I live in Lisbon.", "Ben lives in Lisbon."], speaker="Ada")
    assert {r.sentence for r in memory.records(about="Lisbon")} == {
        "Ada lives in Lisbon",
        "Ben lives in Lisbon",
    }
    assert [r.sentence for r in memory.records(about="Ada", predicate="lives_in")] == [
        "Ada lives in Lisbon"
    ]
    assert list(memory.records(state="rejected")) == []
    [turn, _] = memory.turns()
    assert [r.sentence for r in memory.records(turn=turn.id)] == ["Ada lives in Lisbon"]


def test_an_unknown_state_is_refused_with_those_there_are(memory: Memory) -> None:
    with pytest.raises(InvalidInput, match="Known: believed, any, candidate, pending, current"):
        memory.records(state="true")


def test_any_stands_for_every_state_and_every_status(memory: Memory) -> None:
    memory.assert_("Ada", "born_in", "Oslo")
    memory.assert_("Ada", "born_in", "Rome", speaker="Ben")
    [first, _] = memory.records(state="any")
    memory.retract(first.id)
    assert list(memory.records(state="any")) == list(memory.records(state=None))
    assert len(list(memory.records(state="any"))) == 2
    assert memory.conflicts(status="any") == memory.conflicts(status=None)
    assert memory.conflicts(status="any")
    with pytest.raises(InvalidInput, match="Known: any, possible, open"):
        memory.conflicts(status="all")


def test_nobody_of_that_name_is_an_error(memory: Memory) -> None:
    with pytest.raises(NotFound, match="smalti entities"):
        list(memory.records(about="Zoe"))


def test_why_shows_the_way_from_the_turn_to_the_record(memory: Memory) -> None:
    memory.add("I moved to Oslo last week.", speaker="Ada", said_at="2026-02-25T10:00:00+01:00")
    [record] = memory.records(predicate="moved_to")
    why = memory.why(record.id)
    assert [quote.text for quote in why.quotes] == ["I moved to Oslo last week"]
    assert {step.kind.value for step in record.derived} >= {"pronoun", "date"}
    assert [step.event for step in why.steps] == [Event.COMMIT]
    assert why.names[record.subject] == "Ada"
    assert 0.6 <= why.rho <= 1.0


def test_a_record_of_another_space_does_not_exist(memory: Memory) -> None:
    memory.add("I live in Lisbon.", speaker="Ada")
    [record] = memory.records()
    with pytest.raises(NotFound):
        memory.space("other").why(record.id)


def test_explaining_stores_nothing(memory: Memory) -> None:
    memory.add("My sister Lena is 34.", speaker="Ada")
    before = memory.stats()
    found = memory.explain("She lives in Porto.", speaker="Ada")
    assert [one.record.sentence for one in found.reading.placed] == ["Lena lives in Porto"]
    assert memory.stats() == before


# ------------------------------------------------------------------ entities


def test_a_merge_shows_both_as_one_and_undoing_it_restores_all(memory: Memory) -> None:
    memory.add(["Bob lives in Oslo.", "Robert works as a nurse."], speaker="Ada")
    apart = [entity.name for entity in memory.entities()]
    made = memory.merge("Robert", "Bob", reason="he says so")
    assert {r.predicate for r in memory.records(about="Robert")} == {"lives_in", "has_role"}
    assert {r.predicate for r in memory.records(about="Bob")} == {"lives_in", "has_role"}
    assert memory.entity("Bob").name == "Robert"
    memory.add("Bob has a dog.", speaker="Ada")
    memory.unmerge(made.id)
    assert [e.name for e in memory.entities() if e.name in apart] == apart
    assert {r.predicate for r in memory.records(about="Robert")} == {"has_role"}
    assert "lives_in" in {r.predicate for r in memory.records(about="Bob")}


def test_a_merge_cannot_be_undone_twice(memory: Memory) -> None:
    memory.add(["Bob lives in Oslo.", "Robert works as a nurse."], speaker="Ada")
    made = memory.merge("Robert", "Bob")
    memory.unmerge(made.id)
    with pytest.raises(InvalidInput, match="was undone"):
        memory.unmerge(made.id)
    with pytest.raises(NotFound):
        memory.unmerge("m_never")


def test_a_relative_can_be_named_later(memory: Memory) -> None:
    memory.add("My sister lives in Bergen.", speaker="Ada")
    memory.add("My sister Lena works as a nurse.", speaker="Ada")
    assert {r.predicate for r in memory.records(about="Lena")} >= {"lives_in", "has_role"}


# ------------------------------------------------------------------ questions


def unsure(memory: Memory) -> str:
    """A question about whom "she" means."""
    memory.add("She moved to Lyon in May 2025.", speaker="Ada", session="new")
    [question] = memory.clarifications()
    return question.id


def test_what_is_unsure_waits_with_a_question(memory: Memory) -> None:
    receipt = memory.add("She moved to Lyon in May 2025.", speaker="Ada", session="new")
    [item] = [one for one in receipt.records if one.outcome is Outcome.PENDING]
    assert "She" in item.question
    assert [q.question for q in memory.clarifications()] == [item.question]
    assert [r.id for r in memory.records(state=State.PENDING)] == [item.id]


def test_an_answer_says_who_was_meant(memory: Memory) -> None:
    memory.answer(unsure(memory), "Lena")
    assert memory.clarifications() == []
    [record] = memory.records(about="Lena", predicate="moved_to")
    assert record.sentence == "Lena moved to Lyon in May 2025"
    assert memory.get(record.evidence[0].turn).text == "Lena"


def test_an_answer_that_answers_nothing_is_refused_and_not_kept(memory: Memory) -> None:
    question = unsure(memory)
    before = memory.stats().turns
    with pytest.raises(InvalidInput, match="does not answer"):
        memory.answer(question, "hm?")
    assert memory.stats().turns == before
    assert [one.id for one in memory.clarifications()] == [question]


def test_a_question_is_answered_once(memory: Memory) -> None:
    question = unsure(memory)
    memory.answer(question, "Lena")
    with pytest.raises(InvalidInput, match="answered before"):
        memory.answer(question, "Mia")
    with pytest.raises(NotFound, match="smalti questions"):
        memory.answer("q_never", "yes")
