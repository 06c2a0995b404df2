"""Records that are about something else than what is asked answer nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from smalti import Memory
from smalti.model.answer import Answer

NOW = "2026-12-01T12:00:00+01:00"


@pytest.fixture
def memory() -> Iterator[Memory]:
    with Memory(":memory:", embedder=None, model=None) as opened:
        opened.assert_("Ada", "lives_in", "Oslo", since="2025-05-01")
        opened.assert_("Ada", "created", "a library for the kids")
        opened.assert_("Ada", "likes", "football")
        opened.assert_("Tom", "likes", "chess")
        opened.add("I adopted a pup from a shelter.", speaker="Mia", said_at="2026-01-05")
        yield opened


def _records(memory: Memory, answer: Answer) -> list[str]:
    """The properties of the records that an answer rests on."""
    return [memory.record(one.record).predicate for one in answer.citations if one.record]


@pytest.mark.parametrize(
    "question",
    [
        "Did Ada create the bowl in the photo?",
        "Does Ada like tennis?",
        "Does Ada live in Oslo with her mother?",
        "Are Ada and Tom fans of the same football team?",
    ],
)
def test_another_value_of_a_slot_of_many_denies_nothing(memory: Memory, question: str) -> None:
    answer = memory.ask(question, now=NOW)
    assert (answer.found, answer.value) == (False, None)


def test_another_value_of_a_slot_of_one_denies_what_is_asked(memory: Memory) -> None:
    answer = memory.ask("Does Ada live in Bergen?", now=NOW)
    assert (answer.value, answer.text) == ("no", "No: Ada lives in Oslo (since 1 May 2025)")


def test_what_one_likes_is_no_answer_about_another_one(memory: Memory) -> None:
    assert _records(memory, memory.ask("Why does Tom like Ada?", now=NOW)) == []


def test_a_word_for_one_kind_of_a_tie_is_no_word_for_another_kind(memory: Memory) -> None:
    assert _records(memory, memory.ask("What kitten did Mia adopt?", now=NOW)) == []


def test_a_value_within_a_longer_word_of_the_question_is_not_named(memory: Memory) -> None:
    memory.assert_("Bea", "likes", "art")
    assert memory.ask("Does Bea like parties?", now=NOW).value is None


def test_the_abbreviation_of_a_month_hides_no_answer() -> None:
    with Memory(":memory:", embedder=None, model=None, extract=False) as memory:
        memory.add("I bought a kayak.", speaker="Ada", said_at="2024-06-15", session="s")
        answer = memory.ask("What was bought on Jun 15, 2024?", now=NOW)
        assert "ever spoken" not in answer.reason
        assert answer.found
