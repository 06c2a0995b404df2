"""What a model wrote, read for what it means; what it means, looked up in what it was given."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti.model.lifecycle import State
from smalti.model.results import Standing
from smalti.model.time import Bound, Instant, Interval, Precision
from smalti.model.turn import Attachment, Role, Turn
from smalti.models.llm import Completion
from smalti.reader import Brief, Shown
from smalti.reader.check import Checked, check
from smalti.reader.reply import Cited, Said, read_reply
from smalti.reader.support import unsupported

NOW = Instant.of("2026-07-01")
MOVED = Standing(
    "r_1", "Ada lives in Oslo", State.SUPERSEDED,
    Interval(None, Bound(Instant.of("2026-06-01"), Precision.DAY)), None,
)  # fmt: skip


def turn(text: str, said_at: str | None = "2026-03-04", caption: str = "") -> Turn:
    moment = None if said_at is None else Instant.of(said_at)
    shown = (Attachment("image", caption),) if caption else ()
    return Turn(f"t_{text[:4]}", text, "Ada", Role.USER, moment, "s", NOW, attachments=shown)


def brief(*turns: Turn, question: str = "What did Ada do?") -> Brief:
    shown = {f"t{n}": Shown(one) for n, one in enumerate(turns, 1)}
    return Brief(question, "", shown, NOW)


BOATS = turn("Last Friday I bought 3 boats for 20 euros each, near “The Mill”.")
HOUSE = turn("I have lived in Bergen for 7 years.")


def reply(answer: str = "Ada bought boats.", *citations: Any, **fields: Any) -> str:
    whole = {"reason": "r", "abstain": False, "answer": answer, "value": "", "premise": ""}
    return json.dumps({**whole, "citations": list(citations), **fields})


def checked(text: str, *turns: Turn, **given: Any) -> Checked:
    return check(Completion(text, "m", **given), brief(*(turns or (BOATS, HOUSE))))


def quote(turn: str, words: str = "") -> dict[str, str]:
    return {"turn": turn, "quote": words}


@given(st.text())
def test_any_text_at_all_has_a_reading_or_none(text: str) -> None:
    said = read_reply(text)
    assert said is None or isinstance(said, Said)


@pytest.mark.parametrize(
    "text",
    [
        '```json\n{"answer": "Boats", "citations": [{"turn": "t1", "quote": "x"}]}\n```',
        '<think>{"answer": "Cars"}</think> Here it is: {"answer": "Boats", "citations": '
        '[{"id": "t1", "text": "x"}]}',
        "{'Answer': 'Boats', 'citations': [{'turn': 't1', 'quote': 'x',},],}",
        '[{"answer": "Boats", "abstain": "false", "citations": {"turn": "t1", "quote": "x"}}]',
        '{"answer": "Cars"} No: {"answer": "Boats", "citations": [{"turn": "t1", "quote": "x"}]}',
    ],
)
def test_an_answer_is_found_in_what_models_write_around_it(text: str) -> None:
    assert read_reply(text) == Said("Boats", citations=(Cited("t1", "x"),))


@pytest.mark.parametrize(
    "text",
    [
        "NOT_IN_MEMORY",
        '{"answer": "NOT_IN_MEMORY", "abstain": false}',
        '{"answer": "not in memory."}',
        '{"abstain": true, "answer": "Boats", "citations": ["t1"]}',
    ],
)
def test_a_model_may_abstain_in_several_ways(text: str) -> None:
    said = read_reply(text)
    assert said is not None
    assert (said.abstains, said.answer, said.citations) == (True, "", ())


def test_ids_inside_an_answer_become_citations() -> None:
    said = read_reply('{"answer": "Boats [t1], in Bergen (t2, T3).", "citations": ["t2"]}')
    assert said is not None
    assert said.answer == "Boats, in Bergen."
    assert said.citations == (Cited("t2", ""), Cited("t1", ""), Cited("T3", ""))


def test_what_is_no_answer_is_told_as_such() -> None:
    assert checked("I would say boats.").problems == ("it could not be read as a JSON object",)
    [cut] = checked('{"answer": "Bo', truncated=True).problems
    assert "SMALTI_MODEL_MAX_TOKENS" in cut


def test_a_citation_holds_the_words_of_the_turn_itself() -> None:
    found = checked(reply("Boats.", quote("[t1]", 'i bought 3  boats … near "the mill"')))
    [cited] = found.citations
    assert cited.text == "I bought 3 boats for 20 euros each, near “The Mill"
    assert BOATS.text[cited.start : cited.end] == cited.text
    assert (found.usable, found.problems) == (True, ())


@pytest.mark.parametrize("id", ["t2", "T2", "[t2]", "2", "turn t2", HOUSE.id])
def test_a_turn_may_be_cited_in_several_ways(id: str) -> None:
    [cited] = checked(reply("In Bergen.", quote(id))).citations
    assert (cited.turn, cited.text) == (HOUSE.id, HOUSE.text)


def test_a_caption_may_be_quoted() -> None:
    shown = turn("Look!", caption="a red boat")
    assert checked(reply("A red boat.", quote("t1", "red boat")), shown).usable


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (reply("Boats.", quote("t9", "boats")), "there is no turn 't9' in the evidence"),
        (reply("Boats.", quote("t1", "sold boats")), "'sold boats' does not stand in turn t1"),
        (reply("Boats."), "it cites no turn; an answer rests on at least one"),
        (reply("", quote("t1")), "the answer is empty"),
    ],
)
def test_what_does_not_check_out_is_a_fault(text: str, fault: str) -> None:
    found = checked(text)
    assert not found.usable
    assert fault in found.faults


@pytest.mark.parametrize(
    "answer",
    [
        "On 27 February 2026.",  # last Friday
        "Said on 4 March 2026, a Wednesday.",
        "3 boats, for 60 euros.",  # 3 × 20
        "Ada bought three boats.",
        "Since 2019.",  # for 7 years
        "One boat after the other: twice.",
        "4 months before July.",  # from March to the day of asking
        "Yes.",
        "Boats near The Mill and a house in Bergen",
        "昨日ではなく2月27日です。",
    ],
)
def test_what_is_told_or_follows_is_supported(answer: str) -> None:
    asked = brief(BOATS, HOUSE)
    assert unsupported(answer, asked, list(asked.shown.values())) == ()


@pytest.mark.parametrize(
    ("answer", "strange"),
    [
        ("On 5 May 2021.", ("On 5 May 2021",)),
        ("Ada paid 77 euros.", ("77",)),
        ("Ada bought them in Paris.", ("Paris",)),
        ("Paris", ("Paris",)),
        ("Tom Baker", ("Tom", "Baker")),
        ("Oslo, Bergen, Lyon", ("Oslo", "Lyon")),
    ],
)
def test_what_stands_nowhere_is_named(answer: str, strange: tuple[str, ...]) -> None:
    asked = brief(BOATS, HOUSE)
    assert unsupported(answer, asked, list(asked.shown.values())) == strange


def test_names_of_the_question_and_of_what_was_learnt_are_supported() -> None:
    asked = brief(BOATS, question="Did Tom buy it?")
    shown = [Shown(BOATS, (MOVED,))]
    assert unsupported("No, not Tom: Ada, from Oslo, until 1 June 2026", asked, shown) == ()


def test_names_in_other_letters_than_the_evidence_are_left_alone() -> None:
    asked = brief(turn("我昨天在北京见了小李。"))
    assert unsupported("Ada met Xiao Li in Beijing.", asked, list(asked.shown.values())) == ()


def test_nothing_is_asked_of_nouns_that_are_written_with_capitals() -> None:
    asked = brief(BOATS)
    answer = "Ada hat am letzten Freitag in der Nähe der Mühle drei Boote gekauft."
    assert unsupported(answer, asked, list(asked.shown.values())) == ()
