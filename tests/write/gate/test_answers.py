"""Replies in six languages, and what follows from them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from smalti.model.conflict import ClarificationStatus
from smalti.model.errors import InvalidInput
from smalti.model.lifecycle import Event, State
from smalti.model.record import Authority, Record, SlotKind
from smalti.write.gate import Answered, Replier, Reply, answer, posterior, read_reply
from strategies import any_text
from write.gate.telling import CHANGING, IMMUTABLE, MANY, NOW, Start, Talk, told

BY = Replier("ada", Authority.SELF, "t_answer", NOW)

YES = [
    "yes", "Yes, that's right.", "Yep!", "Right", "yes I do", "Yes — exactly", "That’s correct",
    "ja", "Ja, genau.", "Das stimmt", "sí", "Sí, claro", "Así es.", "oui", "C'est ça !",
    "是的", "对。", "没错，他住在上海", "はい", "はい、そうです", "その通りです。",
]  # fmt: skip
NO = [
    "no", "NO!", "Nope.", "That's wrong", "No, that's wrong", "It's not Rome", "nein",
    "Das stimmt nicht.", "claro que no", "No es cierto.", "non", "Pas du tout", "不对", "不是的",
    "いいえ", "違います。",
]  # fmt: skip
INSTEAD = [
    ("No, it's Lisbon.", "Lisbon"),
    ("no it is Lisbon", "Lisbon"),
    ("not Rome but Lisbon", "Lisbon"),
    ("No, not Rome, Lisbon", "Lisbon"),
    ("Nein, sondern Bonn", "Bonn"),
    ("nicht Köln, sondern Bonn", "Bonn"),
    ("No, es Lisboa", "Lisboa"),
    ("no Roma sino Lisboa", "Lisboa"),
    ("Non, c'est Lyon", "Lyon"),
    ("pas Paris mais Lyon", "Lyon"),
    ("不对，是上海", "上海"),
    ("不是北京，是上海", "上海"),
    ("いいえ、大阪です", "大阪"),
    ("東京ではなく大阪です", "大阪"),
]
VALUE = [
    ("Lisbon", "Lisbon"),
    ("It's Lisbon.", "Lisbon"),
    ("in 1991", "in 1991"),
    ("right now he's in Rome", "right now he's in Rome"),
    ("Es ist Bonn", "Bonn"),
    ("是上海", "上海"),
    ("大阪です", "大阪"),
    ("Hmm, it's Lisbon", "Lisbon"),
    ("嗯，是上海", "上海"),
    ("Wellington", "Wellington"),
]
UNCLEAR = [
    "hmm",
    "Let me think…",
    "thanks",
    "嗯",
    "うーん",
    "", "  ", "🤷", "?", "Is it?", "maybe", "I don't know", "Not sure, ask Bo", "yes and no",
    "yes, but only in May", "no one told me", "weiß nicht", "Ja, aber nur im Mai", "no sé",
    "tal vez", "je ne sais pas", "Oui, mais pas toujours", "不知道", "是的，但是不在那里",
    "わかりません", "はい、でも夏だけ",
]  # fmt: skip


@pytest.mark.parametrize("text", YES)
def test_a_yes(text: str) -> None:
    assert read_reply(text) == (Reply.YES, "")


@pytest.mark.parametrize("text", NO)
def test_a_no(text: str) -> None:
    assert read_reply(text) == (Reply.NO, "")


@pytest.mark.parametrize(("text", "value"), INSTEAD)
def test_a_no_with_another_value(text: str, value: str) -> None:
    assert read_reply(text) == (Reply.NO, value)


@pytest.mark.parametrize(("text", "value"), VALUE)
def test_another_value(text: str, value: str) -> None:
    assert read_reply(text) == (Reply.VALUE, value)


@pytest.mark.parametrize("text", UNCLEAR)
def test_no_answer(text: str) -> None:
    assert read_reply(text) == (Reply.UNCLEAR, "")


@given(any_text)
def test_whatever_is_replied_is_read(text: str) -> None:
    kind, value = read_reply(text)
    assert not (value and kind in (Reply.YES, Reply.UNCLEAR))


# --- what follows --------------------------------------------------------------------------------


def replied(listener: Talk, said: Any, text: str, *rivals: Record) -> Answered:
    """What a reply to the question about a held statement decides."""
    gated = listener.hear(said)
    assert gated.record.state is State.PENDING
    return answer(
        gated.clarifications[0],
        gated.record,
        text,
        by=BY,
        slot=listener.slot,
        rivals=rivals,
        belief=gated.belief,
        policy=listener.policy,
    )


HEARSAY = told("Lisbon", by="bo", sure=0.6, sentence="Ada lives in Lisbon.")


def test_yes_commits(talk: Start) -> None:
    decided = replied(talk(CHANGING), HEARSAY, "yes")
    assert decided.record.state is State.CURRENT
    assert [(one.event, one.actor) for one in decided.steps] == [(Event.COMMIT, "ada")]
    assert decided.clarification.status is ClarificationStatus.ANSWERED
    assert decided.clarification.answered_by == "t_answer"
    assert decided.belief is not None
    assert decided.belief.distribution["text lisbon"] > 0.98


def test_no_rejects(talk: Start) -> None:
    decided = replied(talk(CHANGING), HEARSAY, "no")
    assert decided.record.state is State.REJECTED
    assert decided.record.closed_at == NOW
    assert "t_answer" in decided.steps[0].reason
    assert decided.belief is not None
    assert decided.belief.distribution["text lisbon"] < 0.02


def test_another_value_rejects_and_is_handed_back(talk: Start) -> None:
    decided = replied(talk(CHANGING), HEARSAY, "No, it's Rome")
    assert decided.record.state is State.REJECTED
    assert decided.value == "Rome"
    assert "Rome" in decided.steps[0].reason


def test_the_value_itself_is_a_yes(talk: Start) -> None:
    decided = replied(talk(CHANGING), HEARSAY, "Lisbon")
    assert decided.reply is Reply.YES
    assert decided.value == ""


def test_a_reply_that_answers_nothing_leaves_the_question_open(talk: Start) -> None:
    decided = replied(talk(CHANGING), HEARSAY, "I don't know")
    assert decided.reply is Reply.UNCLEAR
    assert decided.record.state is State.PENDING
    assert decided.clarification.status is ClarificationStatus.QUEUED
    assert decided.steps == ()


def test_no_to_a_denial_affirms_the_value(talk: Start) -> None:
    said = told("Lisbon", by="bo", sure=0.6, polarity=False)
    decided = replied(talk(MANY), said, "no")
    assert decided.record.state is State.REJECTED
    assert decided.belief is not None
    assert decided.belief.distribution["text lisbon"] > 0.98


def test_who_is_answered_by_a_name(talk: Start) -> None:
    said = told("lilies", by="bo", who="She", sure=0.5, sentence="She loves lilies.")
    decided = replied(talk(MANY), said, "Maria")
    assert decided.reply is Reply.VALUE
    assert decided.value == "Maria"
    assert decided.record.state is State.REJECTED
    assert decided.belief is not None
    assert decided.belief.observations == ()


@pytest.mark.parametrize("text", ["yes", "no"])
def test_who_is_not_answered_by_yes_or_no(talk: Start, text: str) -> None:
    said = told("lilies", by="bo", who="She", sure=0.5, sentence="She loves lilies.")
    assert replied(talk(MANY), said, text).reply is Reply.UNCLEAR


def contradicted(talk: Start, slot: SlotKind, text: str) -> tuple[Answered, Record]:
    """A reply to "Which is right: 1990 or 1991?", and the record of 1990."""
    listener = talk(slot)
    rival = listener.hear(told("1990", sentence="Ada was born in 1990.")).record
    said = told("1991", by="bo", said="2026-04-01", sentence="Ada was born in 1991.")
    return replied(listener, said, text, rival), rival


@pytest.mark.parametrize("text", ["1991", "It's 1991.", "the second", "後者", "不是1990，是1991"])
def test_the_new_one_is_right(talk: Start, text: str) -> None:
    decided, rival = contradicted(talk, IMMUTABLE, text)
    assert decided.record.state is State.CURRENT
    assert [(one.id, one.state) for one in decided.ended] == [(rival.id, State.CORRECTED)]
    assert [one.event for one in decided.steps] == [Event.COMMIT, Event.CORRECT]
    assert decided.belief is not None
    assert decided.belief.distribution["text 1991"] > 0.98


@pytest.mark.parametrize("text", ["1990", "the first one", "das erste", "no, 1990"])
def test_the_stored_one_is_right(talk: Start, text: str) -> None:
    decided, _ = contradicted(talk, IMMUTABLE, text)
    assert decided.record.state is State.REJECTED
    assert decided.ended == ()
    assert decided.value == ""


def test_neither_is_right(talk: Start) -> None:
    decided, _ = contradicted(talk, IMMUTABLE, "1992")
    assert decided.record.state is State.REJECTED
    assert decided.value == "1992"


@pytest.mark.parametrize("text", ["yes", "no", "Ada"])
def test_which_is_not_answered_by_what_fits_both(talk: Start, text: str) -> None:
    assert contradicted(talk, IMMUTABLE, text)[0].reply is Reply.UNCLEAR


def test_what_can_change_was_true_until_now(talk: Start) -> None:
    decided, _ = contradicted(talk, CHANGING, "1991")
    assert [one.state for one in decided.ended] == [State.SUPERSEDED]


def test_without_a_belief_none_is_made(talk: Start) -> None:
    gated = talk(CHANGING).hear(HEARSAY)
    decided = answer(gated.clarifications[0], gated.record, "yes", by=BY, slot=CHANGING)
    assert decided.belief is None


def test_the_belief_follows_from_its_observations(talk: Start) -> None:
    listener = talk(IMMUTABLE)
    decided = replied(listener, HEARSAY, "yes")
    assert decided.belief is not None
    expected = posterior(decided.belief.observations, listener.policy.alternatives)
    assert decided.belief.distribution == expected


def test_an_answer_about_another_record_is_refused(talk: Start) -> None:
    listener = talk(CHANGING)
    gated, other = listener.hear(HEARSAY), told("Rome").record
    with pytest.raises(InvalidInput) as caught:
        answer(gated.clarifications[0], other, "yes", by=BY, slot=CHANGING)
    assert caught.value.field == "record"


def test_a_question_is_answered_once(talk: Start) -> None:
    decided = replied(talk(CHANGING), HEARSAY, "yes")
    with pytest.raises(InvalidInput) as caught:
        answer(decided.clarification, decided.record, "yes", by=BY, slot=CHANGING)
    assert caught.value.field == "clarification"


def test_a_record_that_does_not_wait_is_not_answered_for(talk: Start) -> None:
    gated = talk(CHANGING).hear(HEARSAY)
    decided = answer(gated.clarifications[0], gated.record, "yes", by=BY, slot=CHANGING)
    with pytest.raises(InvalidInput) as caught:
        answer(gated.clarifications[0], decided.record, "yes", by=BY, slot=CHANGING)
    assert caught.value.field == "record"
