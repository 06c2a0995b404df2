import json
from collections.abc import Callable
from typing import Any

import pytest

from smalti.interchange.longmemeval import session_name
from smalti.model.errors import InvalidInput
from smalti.model.results import Fault
from smalti.model.time import Instant
from smalti.model.turn import Role, TurnDraft

Load = Callable[..., tuple[list[TurnDraft], list[Fault]]]

TALK: list[dict[str, Any]] = [
    {"role": "user", "content": "I bought a kayak.", "has_answer": True},
    {"role": "assistant", "content": "Enjoy the water!"},
]
SMALL_TALK: list[dict[str, Any]] = [{"role": "user", "content": "Tell me a joke."}]


def question(**changes: Any) -> dict[str, Any]:
    return {
        "question_id": "q1",
        "question": "What did I buy?",
        "answer": "a kayak",
        "answer_session_ids": ["answer_77_1"],
        "haystack_dates": ["2023/04/10 (Mon) 23:07", "2023/04/11 (Tue) 08:00"],
        "haystack_session_ids": ["answer_77_1", "filler_3"],
        "haystack_sessions": [TALK, SMALL_TALK],
        **changes,
    }


def test_turns_carry_role_session_date_and_id(load: Load) -> None:
    turns, faults = load(json.dumps([question()]), "haystack.json")
    assert faults == []
    name = session_name("answer_77_1")
    assert turns[1] == TurnDraft(
        "Enjoy the water!",
        speaker="assistant",
        role=Role.ASSISTANT,
        said_at=Instant.of("2023-04-10T23:07:00Z"),
        session=name,
        external_id=f"{name}:2",
    )
    assert [turn.text for turn in turns][2] == "Tell me a joke."


def test_nothing_tells_which_session_answers(load: Load) -> None:
    turns, _ = load(json.dumps([question()]), "haystack.json")
    everything = repr(turns)
    assert "answer" not in everything
    assert "filler" not in everything  # or the hashed ones would be the answers
    assert not any(turn.metadata for turn in turns)


@pytest.mark.parametrize("indent", [None, 1])
def test_a_single_question_is_read_too(load: Load, indent: int | None) -> None:
    turns, _ = load(json.dumps(question(), indent=indent), "one.json")
    assert len(turns) == 3


def test_a_session_that_questions_share_is_imported_once(load: Load) -> None:
    other = question(question_id="q2", haystack_dates=["2023/05/01 (Mon) 10:00"] * 2)
    turns, _ = load(json.dumps([question(), other]), "haystack.json")
    assert len(turns) == 3
    assert turns[0].said_at == Instant.of("2023-04-10T23:07:00Z")


def test_evidence_one_question_a_line(load: Load) -> None:
    evidence = [{"date": "2023/04/10 (Mon) 14:47", "turns": TALK[:1]}]
    lines = [
        {"question_id": "q1", "evidence_sessions": evidence},
        {"question_id": "q2", "evidence_sessions": [*evidence, {"date": None, "turns": TALK}]},
        {"question_id": "q3", "evidence_sessions": []},
    ]
    turns, faults = load("\n".join(map(json.dumps, lines)), "evidence.jsonl")
    assert faults == []
    assert [turn.text for turn in turns] == [
        "I bought a kayak.",
        "I bought a kayak.",
        "Enjoy the water!",
    ]
    assert [str(turn.said_at) for turn in turns] == ["2023-04-10T14:47:00Z", "None", "None"]
    assert len({turn.session for turn in turns}) == 2


def test_sessions_without_ids_or_dates_are_read(load: Load) -> None:
    bare = {"haystack_sessions": [TALK, SMALL_TALK]}
    turns, faults = load(json.dumps([bare]), "haystack.json")
    again, _ = load(json.dumps([bare]), "haystack.json")
    assert faults == []
    assert [turn.said_at for turn in turns] == [None] * 3
    assert turns == again
    assert len({turn.external_id for turn in turns}) == 3


def test_bad_items_are_named_and_the_rest_is_read(load: Load) -> None:
    strange = question(
        haystack_dates=["some day", "2023/04/11 (Tue) 08:00"],
        haystack_sessions=[[{"role": "king", "content": "x"}, *TALK], ["text"]],
    )
    turns, faults = load(json.dumps([strange, {"question_id": "q9"}, question()]), "h.json")
    assert [turn.text for turn in turns] == [talk["content"] for talk in TALK]
    assert [fault.where for fault in faults] == [
        "item 1, session 1",
        "item 1, session 1, turn 1",
        "item 1, session 2, turn 1",
        "item 2",
    ]


def test_another_json_file_is_refused(load: Load) -> None:
    with pytest.raises(InvalidInput, match="haystack_sessions"):
        load('[{"text": "hi"}]', "other.json", "longmemeval")
