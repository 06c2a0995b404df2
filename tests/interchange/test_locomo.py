import json
from collections.abc import Callable
from typing import Any

import pytest

from smalti.model.errors import InvalidInput
from smalti.model.results import Fault
from smalti.model.time import Instant
from smalti.model.turn import Attachment, Role, TurnDraft

Load = Callable[..., tuple[list[TurnDraft], list[Fault]]]


def conversation(**changes: Any) -> dict[str, Any]:
    return {
        "qa": [{"question": "Who paints?", "answer": "Ines", "evidence": ["D1:1"]}],
        "conversation": {
            "speaker_a": "Ines",
            "speaker_b": "Tom",
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [
                {"speaker": "Ines", "dia_id": "D1:1", "text": "I painted this."},
                {
                    "speaker": "Tom",
                    "dia_id": "D1:2",
                    "text": "Lovely!",
                    "img_url": ["https://pics.example/1.jpg", "https://pics.example/2.jpg"],
                    "blip_caption": "a photo of a lake",
                    "query": "mountain lake",
                },
            ],
            "session_2_date_time": "9:05 am on 11 June, 2023",
            "session_2": [{"speaker": "Tom", "dia_id": "D2:1", "text": "Morning"}],
            **changes,
        },
        "sample_id": "conv-7",
    }


def test_turns_carry_speaker_session_date_and_id(load: Load) -> None:
    turns, faults = load(json.dumps([conversation()]), "locomo.json")
    assert faults == []
    assert turns[0] == TurnDraft(
        "I painted this.",
        speaker="Ines",
        role=Role.USER,
        said_at=Instant.of("2023-05-08T13:56:00Z"),
        session="conv-7:session_1",
        external_id="locomo:conv-7:D1:1",
    )
    assert (turns[2].session, str(turns[2].said_at)) == ("conv-7:session_2", "2023-06-11T09:05:00Z")


def test_a_picture_is_an_attachment_with_its_caption(load: Load) -> None:
    turns, _ = load(json.dumps([conversation()]), "locomo.json")
    assert turns[1].attachments == (
        Attachment("image", "a photo of a lake", "https://pics.example/1.jpg"),
    )
    assert turns[1].metadata == {"image_query": "mountain lake"}


def test_a_caption_without_an_address_is_kept(load: Load) -> None:
    said = {"speaker": "Ines", "text": "See?", "blip_caption": "a photo of a dog"}
    turns, _ = load(json.dumps([conversation(session_1=[said])]), "locomo.json")
    assert turns[0].attachments == (Attachment("image", "a photo of a dog"),)


def test_one_conversation_by_itself_is_read_too(load: Load) -> None:
    turns, _ = load(json.dumps(conversation(), indent=1), "one.json")
    assert len(turns) == 3


def test_sessions_beside_the_speakers_are_read_too(load: Load) -> None:
    flat = {"conversation_id": "c1", **conversation()["conversation"]}
    turns, _ = load(json.dumps([flat]), "flat.json")
    assert turns[0].session == "c1:session_1"


def test_sessions_come_in_the_order_of_their_numbers(load: Load) -> None:
    extra = {f"session_{n}": [{"speaker": "Tom", "text": f"s{n}"}] for n in (10, 3)}
    turns, _ = load(json.dumps([conversation(**extra)]), "locomo.json")
    assert [turn.text for turn in turns[3:]] == ["s3", "s10"]


def test_what_is_optional_may_be_missing(load: Load) -> None:
    bare = {"session_1": [{"speaker": "Ines", "text": "Hi"}]}
    turns, faults = load(json.dumps([{"conversation": bare}]), "mine.json", "locomo")
    assert faults == []
    assert turns == [
        TurnDraft(
            "Hi",
            speaker="Ines",
            session="mine-1:session_1",
            external_id="locomo:mine-1:session_1:1",
        )
    ]


def test_an_unreadable_date_is_reported_and_its_turns_stay_undated(load: Load) -> None:
    sample = conversation(session_1_date_time="a sunny day", session_2_date_time="31 June, 2023")
    turns, faults = load(json.dumps([sample]), "locomo.json")
    assert [turn.said_at for turn in turns] == [None, None, None]
    assert [fault.where for fault in faults] == [
        "conversation conv-7, session_1",
        "conversation conv-7, session_2",
    ]


@pytest.mark.parametrize(
    "turn",
    [
        "text",
        {"speaker": "Tom"},
        {"text": "x"},
        {"speaker": 3, "text": "x"},
        {"speaker": "Tom", "text": "x", "img_url": [5]},
    ],
)
def test_a_bad_turn_does_not_stop_the_others(load: Load, turn: object) -> None:
    sample = conversation(session_1=[turn, {"speaker": "Tom", "text": "fine"}])
    turns, faults = load(json.dumps([sample]), "locomo.json")
    assert [turn.text for turn in turns] == ["fine", "Morning"]
    assert [fault.where for fault in faults] == ["conversation conv-7, session_1, turn 1"]


def test_a_bad_conversation_does_not_stop_the_others(load: Load) -> None:
    turns, faults = load(json.dumps([conversation(), {"conversation": {}}, 5]), "locomo.json")
    assert len(turns) == 3
    assert [fault.where for fault in faults] == ["conversation 2", "conversation 3"]


def test_another_json_file_is_refused(load: Load) -> None:
    with pytest.raises(InvalidInput, match="session_1") as caught:
        load('[{"text": "hi"}]', "other.json", "locomo")
    assert caught.value.field == "format"


def test_half_a_file_is_refused(load: Load) -> None:
    with pytest.raises(InvalidInput, match="not JSON") as caught:
        load(json.dumps([conversation()])[:-40], "cut.json", "locomo")
    assert caught.value.field == "file"
