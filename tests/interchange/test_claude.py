import io
import json
import zipfile
from collections.abc import Callable
from typing import Any

import pytest

from smalti.model.errors import InvalidInput
from smalti.model.results import Fault
from smalti.model.time import Instant
from smalti.model.turn import Attachment, Role, TurnDraft

Load = Callable[..., tuple[list[TurnDraft], list[Fault]]]


def text(said: str) -> dict[str, Any]:
    return {"type": "text", "text": said}


def message(uuid: str, sender: str, *blocks: object, **changes: Any) -> dict[str, Any]:
    return {
        "uuid": uuid,
        "text": "",
        "content": list(blocks),
        "sender": sender,
        "created_at": "2024-05-01T10:00:00.250000Z",
        "attachments": [],
        "files": [],
        **changes,
    }


def export(*messages: object) -> str:
    return json.dumps([{"uuid": "c1", "name": "Garden", "chat_messages": list(messages)}])


def test_turns_carry_role_session_time_title_and_id(load: Load) -> None:
    data = export(message("m1", "human", text("Hello")), message("m2", "assistant", text("Hi")))
    turns, faults = load(data, "conversations.json")
    assert faults == []
    assert turns[0] == TurnDraft(
        "Hello",
        speaker="user",
        role=Role.USER,
        said_at=Instant.of("2024-05-01T10:00:00.25Z"),
        session="claude:c1",
        external_id="claude:m1",
        metadata={"title": "Garden"},
    )
    assert turns[1].role is Role.ASSISTANT


def test_the_archive_and_the_file_in_it_read_alike(load: Load) -> None:
    data = export(message("m1", "human", text("Hello")))
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        file.writestr("export/conversations.json", data)
        file.writestr("export/users.json", "[]")
    assert load(buffer.getvalue(), "export.zip") == load(data, "conversations.json")


def test_thinking_is_not_imported(load: Load) -> None:
    blocks = ({"type": "thinking", "thinking": "secret"}, text("Answer."))
    turns, _ = load(export(message("m1", "assistant", *blocks)), "c.json")
    assert [turn.text for turn in turns] == ["Answer."]
    assert "secret" not in repr(turns)


def test_tool_calls_and_results_are_turns_of_their_own(load: Load) -> None:
    blocks = (
        text("Let me look."),
        {"type": "tool_use", "name": "search", "input": {"query": "roses", "limit": 3}},
        {
            "type": "tool_result",
            "name": "search",
            "content": [{"type": "text", "text": "Roses like sun."}, {"type": "text", "text": "!"}],
        },
        text("They like sun."),
        text("And water."),
    )
    turns, _ = load(export(message("m1", "assistant", *blocks)), "c.json")
    assert [(turn.speaker, turn.role, turn.text) for turn in turns] == [
        ("assistant", Role.ASSISTANT, "Let me look."),
        ("assistant", Role.ASSISTANT, "roses"),
        ("search", Role.TOOL, "Roses like sun.\n!"),
        ("assistant", Role.ASSISTANT, "They like sun.\nAnd water."),
    ]
    assert [turn.external_id for turn in turns] == [
        "claude:m1",
        "claude:m1:1",
        "claude:m1:2",
        "claude:m1:3",
    ]
    assert turns[1].metadata == {"title": "Garden", "tool": "search"}


def test_the_text_of_a_document_is_a_turn_of_its_own(load: Load) -> None:
    said = message(
        "m1",
        "human",
        text("Summarise this"),
        attachments=[{"file_name": "plan.txt", "extracted_content": "Dig. Plant."}],
        files=[{"file_name": "bed.jpg", "file_kind": "image"}],
    )
    turns, _ = load(export(said), "c.json")
    assert [(turn.speaker, turn.role, turn.text) for turn in turns] == [
        ("plan.txt", Role.DOCUMENT, "Dig. Plant."),
        ("user", Role.USER, "Summarise this"),
    ]
    assert turns[1].attachments == (
        Attachment("file", "plan.txt"),
        Attachment("image", "bed.jpg"),
    )


def test_files_without_words_are_still_shown_by_their_sender(load: Load) -> None:
    said = message("m1", "human", files=[{"file_name": "bed.jpg"}])
    turns, _ = load(export(said), "c.json")
    assert [(turn.text, turn.speaker) for turn in turns] == [("", "user")]
    assert turns[0].attachments == (Attachment("file", "bed.jpg"),)


def test_old_exports_have_only_the_text(load: Load) -> None:
    turns, _ = load(export({"uuid": "m1", "sender": "human", "text": "Hello"}), "c.json")
    assert [(turn.text, turn.said_at) for turn in turns] == [("Hello", None)]


def test_messages_that_say_nothing_are_left_out(load: Load) -> None:
    turns, faults = load(
        export(message("m1", "assistant"), message("m2", "human", text(""))), "c.json"
    )
    assert (turns, faults) == ([], [])


def test_a_kind_of_block_to_come_is_at_least_shown(load: Load) -> None:
    turns, _ = load(export(message("m1", "human", {"type": "hologram"}, text("See?"))), "c.json")
    assert turns[0].text == "See?"
    assert turns[0].attachments == (Attachment("hologram"),)


@pytest.mark.parametrize(
    "bad",
    [
        "text",
        message("m1", "parrot", text("x")),
        message("m1", "human", "words"),
        message("m1", "human", {"type": None}),
        message("m1", "human", {"type": "text", "text": 5}),
        message("m1", "human", text("x"), created_at="soon"),
        message("m1", "human", text("x"), attachments=["file"]),
        message("m1", "human", text("x"), content="words"),
        {**message("m1", "human", text("x")), "uuid": None},
    ],
)
def test_a_bad_message_does_not_stop_the_others(load: Load, bad: object) -> None:
    turns, faults = load(export(bad, message("m2", "human", text("fine"))), "c.json")
    assert [turn.text for turn in turns] == ["fine"]
    assert [fault.where for fault in faults] == ["conversation 1, message 1"]


def test_a_bad_conversation_does_not_stop_the_others(load: Load) -> None:
    data = [*json.loads(export(message("m1", "human", text("fine")))), 3, {"chat_messages": []}]
    turns, faults = load(json.dumps(data), "c.json")
    assert len(turns) == 1
    assert [fault.where for fault in faults] == ["conversation 2", "conversation 3"]


def test_an_export_of_another_service_is_refused(load: Load) -> None:
    with pytest.raises(InvalidInput, match="chat_messages"):
        load('[{"mapping": {}}]', "c.json", "claude")
