"""Which question a pending record raises, in which words, and which to ask next."""

from __future__ import annotations

from dataclasses import replace
from string import Formatter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti.model.conflict import Clarification, ClarificationKind, ClarificationStatus
from smalti.model.entity import Entity, EntityKind
from smalti.model.errors import InvalidInput
from smalti.model.record import Authority, Record
from smalti.model.time import Instant
from smalti.write.gate import H_MAX, next_clarifications
from smalti.write.gate.questions import tables
from strategies import clarifications
from write.gate.telling import CHANGING, IMMUTABLE, MANY, NOW, UNKNOWN, Start, Talk, day, told

LANGUAGES = ("en", "de", "es", "fr", "zh", "ja")


def asked(listener: Talk, *before: Any, said: Any) -> Clarification:
    """The question that a statement raises."""
    for one in before:
        listener.hear(one)
    gated = listener.hear(said)
    assert len(gated.clarifications) == 1, gated
    return gated.clarifications[0]


# --- what is asked -------------------------------------------------------------------------------


def test_who_is_asked_of_a_pronoun(talk: Start) -> None:
    said = told(by="bo", who="She", sure=0.5, exact=0.0, sentence="She loves lilies.")
    question = asked(talk(MANY), said=said)
    assert question.kind is ClarificationKind.WHO
    assert question.question == "Who is meant by “She” in “She loves lilies”?"


def test_what_is_asked_of_a_thing(talk: Start) -> None:
    said = told(by="bo", who="It", sure=0.5, sentence="It costs 12 a seat.")
    assert asked(talk(MANY), said=said).question.startswith("What is meant by “It”")


def test_a_value_that_is_a_pronoun_is_asked_for_as_a_value(talk: Start) -> None:
    question = asked(talk(MANY), said=told("it", sentence="Ada loves it."))
    assert question.kind is ClarificationKind.WHAT
    assert question.question == "What is meant by “it” in “Ada loves it”?"


def test_what_exactly_is_asked_of_a_vague_value(talk: Start) -> None:
    said = told("soon", sure=0.7, exact=0.1, sentence="The deadline is soon.")
    question = asked(talk(CHANGING), said=said)
    assert question.kind is ClarificationKind.WHAT
    assert question.question == "What exactly is meant by “soon” in “The deadline is soon”?"


def test_hearsay_is_to_be_confirmed(talk: Start) -> None:
    said = told(by="bo", sure=0.6, sentence="Ada lives in Lisbon.")
    question = asked(talk(CHANGING), said=said)
    assert question.kind is ClarificationKind.CONFIRM
    assert question.question == "Is it right that “Ada lives in Lisbon”?"


def test_an_assistants_plain_words_are_to_be_confirmed(talk: Start) -> None:
    said = told(by="bot", authority=Authority.ASSISTANT)
    assert asked(talk(CHANGING), said=said).kind is ClarificationKind.CONFIRM


def test_which_is_right_is_asked_of_a_contradiction(talk: Start) -> None:
    listener = talk(IMMUTABLE)
    listener.space.put(Entity("ada", EntityKind.PERSON, "Ada Byron"))
    first = told("1990", sentence="I was born in 1990.")
    second = told("1991", by="bo", said="2026-04-01", sentence="Ada was born in 1991.")
    question = asked(listener, first, said=second)
    assert question.kind is ClarificationKind.WHICH
    assert question.against == first.record.id
    assert question.question == (
        "Which is right: “I was born in 1990” (said by Ada Byron, 2026-03-01) "
        "or “Ada was born in 1991” (said by Bo, 2026-04-01)?"
    )


@pytest.mark.parametrize(
    ("said", "source"),
    [("2026-03-01T23:30:00-05:00", "said by Ada Byron, 2026-03-01"), (None, "Ada Byron")],
)
def test_a_dated_statement_is_of_the_day_it_was_said_wherever_that_was(
    talk: Start, said: str | None, source: str
) -> None:
    listener = talk(IMMUTABLE)
    listener.space.put(Entity("ada", EntityKind.PERSON, "Ada Byron"))
    first = told("1990", said=said, sentence="I was born in 1990.", valid=day("1990-05-01"))
    second = told("1991", by="bo", said="2026-04-01", sentence="Ada was born in 1991.")
    assert f"“I was born in 1990” ({source})" in asked(listener, first, said=second).question


def test_a_contradiction_is_put_against_what_is_current(talk: Start) -> None:
    listener = talk(IMMUTABLE)
    listener.hear(told("Rome", by="bo", sure=0.7))
    current = listener.hear(told("Lisbon")).record
    question = asked(listener, said=told("Oslo", by="cy", said="2026-04-01"))
    assert question.against == current.id


def test_what_is_over_is_set_against_nothing(talk: Start) -> None:
    said = told("Rome", said="2026-04-01", sure=0.6, ended=True)
    question = asked(talk(CHANGING), told("Lisbon"), said=said)
    assert question.kind is ClarificationKind.CONFIRM


@pytest.mark.parametrize(
    ("sentence", "who", "expected"),
    [
        ("Sie wohnt seit dem Frühling in Bonn.", "Sie", "Wer ist mit „Sie“ in"),
        ("Ella vive en Madrid con su hermana.", "Ella", "¿A quién se refiere «Ella»"),
        ("Elle habite à Lyon avec sa sœur.", "Elle", "Qui est désigné par « Elle »"),
        ("她住在上海", "她", "里的“她”指的是谁？"),
        ("彼女は大阪に住んでいます", "彼女", "「彼女」とは誰のことですか？"),
    ],
)
def test_it_is_asked_in_the_language_of_the_statement(
    talk: Start, sentence: str, who: str, expected: str
) -> None:
    question = asked(talk(MANY), said=told(by="bo", who=who, sure=0.5, sentence=sentence))
    assert expected in question.question


def test_a_language_without_templates_is_asked_in_english(talk: Start) -> None:
    said = told(by="bo", sure=0.6, sentence="아다는 리스본에 살아요.")
    assert asked(talk(CHANGING), said=said).question.startswith("Is it right that")


def test_a_long_quote_is_cut(talk: Start) -> None:
    said = told(by="bo", sure=0.6, sentence="Ada lives " + "very " * 200 + "far away.")
    assert len(asked(talk(CHANGING), said=said).question) < 260


def test_braces_in_a_quote_are_text(talk: Start) -> None:
    said = told(by="bo", sure=0.6, sentence="Ada lives at {name} {0}.")
    assert "{name} {0}" in asked(talk(CHANGING), said=said).question


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_question(language: str) -> None:
    table, english = tables("questions")[language], tables("questions")["en"]
    assert set(table) == set(english)
    for name in table:
        if isinstance(table[name], str):
            fields = [{f for _, f, _, _ in Formatter().parse(t[name])} for t in (table, english)]
            assert fields[0] - {None} == fields[1] - {None}, name
        else:
            assert table[name]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_can_answer(language: str) -> None:
    for kind in ("yes", "no", "unsure", "reservation", "first", "second", "lead", "instead"):
        assert tables("answers")[kind][language]


def test_the_more_open_a_matter_the_more_pressing_it_is(talk: Start) -> None:
    listener = talk(IMMUTABLE)
    hearsay = asked(listener, said=told("1", subject="x", by="bo", sure=0.7))
    guess = asked(listener, said=told("1", subject="y", by="bo", sure=0.3))
    assert guess.priority > hearsay.priority > 0.5


def test_what_the_vocabulary_does_not_know_is_less_pressing(talk: Start) -> None:
    hearsay = told(by="bo", sure=0.7)
    known, unknown = asked(talk(MANY), said=hearsay), asked(talk(UNKNOWN), said=hearsay)
    assert unknown.priority == known.priority / 2


# --- which to ask next ---------------------------------------------------------------------------


def queued(id: str, **fields: Any) -> Clarification:
    return Clarification(**{"id": id, "question": "?", "about": "r", "created_at": NOW, **fields})


@given(st.lists(clarifications), st.integers(0, 20))
def test_only_open_questions_are_asked_and_no_more_than_wanted(
    questions: list[Clarification], limit: int
) -> None:
    chosen = next_clarifications(questions, limit)
    assert len(chosen) <= limit
    open_ones = (ClarificationStatus.QUEUED, ClarificationStatus.ASKED)
    assert all(one.status in open_ones for one in chosen)


@given(st.lists(clarifications, unique_by=lambda one: one.id), st.randoms())
def test_the_order_does_not_depend_on_that_of_the_input(
    questions: list[Clarification], random: Any
) -> None:
    before = next_clarifications(questions, 10)
    random.shuffle(questions)
    assert next_clarifications(questions, 10) == before


def test_the_most_pressing_comes_first() -> None:
    questions = [queued("a", priority=0.5), queued("b", priority=0.9)]
    assert [one.id for one in next_clarifications(questions, 5)] == ["b", "a"]


def test_among_equals_the_older_comes_first_then_the_smaller_id() -> None:
    older = Instant(NOW.micros - 1)
    questions = [queued("b"), queued("a"), queued("z", created_at=older)]
    assert [one.id for one in next_clarifications(questions, 5)] == ["z", "a", "b"]


@pytest.mark.parametrize(("times", "share"), [(0, 1.0), (1, 1.0), (2, 1.0), (3, 0.5), (5, 0.125)])
def test_a_question_fades_only_after_two_askings_in_vain(times: int, share: float) -> None:
    assert H_MAX == 2
    fading = queued("a", priority=1.0, times_asked=times)
    above, below = queued("b", priority=share + 0.01), queued("c", priority=share - 0.01)
    order = [one.id for one in next_clarifications([below, fading, above], 5)]
    assert order == ["b", "a", "c"]


def test_a_negative_limit_is_refused() -> None:
    with pytest.raises(InvalidInput) as caught:
        next_clarifications([], -1)
    assert caught.value.field == "limit"


def test_a_question_is_about_its_record(talk: Start) -> None:
    listener = talk(CHANGING)
    gated = listener.hear(told(sure=0.6))
    question = listener.question(gated)
    record: Record = listener.record(gated)
    assert question.about == record.id
    assert replace(question, status=ClarificationStatus.QUEUED) == question
