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


def message(id: str, role: str, *parts: object, **changes: Any) -> dict[str, Any]:
    return {
        "id": id,
        "author": {"role": role, "name": None, "metadata": {}},
        "create_time": 1714557600.5,
        "content": {"content_type": "text", "parts": list(parts)},
        "metadata": {},
        "recipient": "all",
        **changes,
    }


def chain(*messages: dict[str, Any] | None, **changes: Any) -> dict[str, Any]:
    """A conversation without branches; ``None`` is a node that holds the tree together."""
    ids = [f"n{i}" for i in range(len(messages))]
    return {
        "title": "Plans",
        "conversation_id": "c1",
        "current_node": ids[-1] if ids else None,
        "mapping": {
            id: {
                "id": id,
                "message": said,
                "parent": ids[i - 1] if i else None,
                "children": ids[i + 1 : i + 2],
            }
            for i, (id, said) in enumerate(zip(ids, messages, strict=True))
        },
        **changes,
    }


def archive(**members: object) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("chat.html", "<html>never read</html>")
        for name, data in members.items():
            text = data if isinstance(data, str) else json.dumps(data)
            file.writestr(name.replace("__", "-") + ".json", text)
    return buffer.getvalue()


HELLO = chain(None, message("m1", "user", "Hello"), message("m2", "assistant", "Hi, Ana!"))


def test_turns_carry_role_session_time_title_and_id(load: Load) -> None:
    turns, faults = load(archive(conversations=[HELLO]), "export.zip")
    assert faults == []
    assert turns[1] == TurnDraft(
        "Hi, Ana!",
        speaker="assistant",
        role=Role.ASSISTANT,
        said_at=Instant(1714557600500000),
        session="chatgpt:c1",
        external_id="chatgpt:c1:m2",
        metadata={"title": "Plans"},
    )


def test_the_file_inside_the_archive_is_read_by_itself(load: Load) -> None:
    zipped, _ = load(archive(conversations=[HELLO]), "export.zip")
    bare, _ = load(json.dumps([HELLO], indent=1), "conversations.json")
    single, _ = load(json.dumps(HELLO), "one.json")
    assert zipped == bare == single


def test_numbered_parts_are_read_in_order(load: Load) -> None:
    parts = {
        "conversations__001": [chain(message("m9", "user", "second"), conversation_id="c2")],
        "conversations__000": [HELLO],
        "user": {"id": "u"},
        "message_feedback": [],
    }
    turns, _ = load(archive(**parts), "export.zip")
    assert [turn.text for turn in turns] == ["Hello", "Hi, Ana!", "second"]


def test_a_broken_part_does_not_stop_the_others(load: Load) -> None:
    parts: dict[str, object] = {
        "conversations__000": [HELLO],
        "conversations__001": "[{broken",
        "conversations__002": [chain(message("m9", "user", "last"), conversation_id="c3")],
    }
    turns, faults = load(archive(**parts), "export.zip")
    assert turns[-1].text == "last"
    assert [fault.where for fault in faults] == ["conversations-001.json"]


def test_only_the_branch_last_shown_is_imported(load: Load) -> None:
    talk = chain(None, message("m1", "user", "Old wording"), message("m2", "assistant", "Old"))
    mapping = talk["mapping"]
    mapping["n0"]["children"] = ["n1", "e1"]
    for id, parent, said in (
        ("e1", "n0", message("m3", "user", "New wording")),
        ("r1", "e1", message("m4", "assistant", "First try")),
        ("r2", "e1", message("m5", "assistant", "Second try")),
    ):
        mapping[id] = {"message": said, "parent": parent, "children": []}
    mapping["e1"]["children"] = ["r1", "r2"]
    talk["current_node"] = "r1"
    turns, _ = load(json.dumps([talk]), "conversations.json")
    assert [turn.text for turn in turns] == ["New wording", "First try"]
    talk["current_node"] = None
    turns, _ = load(json.dumps([talk]), "conversations.json")
    assert [turn.text for turn in turns] == ["New wording", "Second try"]


def test_a_missing_time_stays_missing(load: Load) -> None:
    talk = chain(
        message("m1", "user", "a", create_time=None), message("m2", "user", "b", create_time=0)
    )
    turns, _ = load(json.dumps([talk]), "conversations.json")
    assert [turn.said_at for turn in turns] == [None, None]


def test_empty_messages_and_reasoning_are_left_out(load: Load) -> None:
    thought = {"content_type": "thoughts", "thoughts": [{"content": "hmm"}]}
    talk = chain(
        message("m1", "system", ""),
        message("m2", "assistant", content=thought),
        message("m3", "assistant", "Done."),
    )
    turns, faults = load(json.dumps([talk]), "conversations.json")
    assert [turn.text for turn in turns] == ["Done."]
    assert faults == []


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ({"content_type": "text", "parts": ["a", "", "b"]}, "a\nb"),
        ({"content_type": "code", "language": "python", "text": "1 + 1"}, "1 + 1"),
        ({"content_type": "execution_output", "text": "2"}, "2"),
        ({"content_type": "tether_quote", "title": "Lakes", "text": "Wet."}, "Lakes\nWet."),
        (
            {
                "content_type": "user_editable_context",
                "user_profile": "I am a nurse.",
                "user_instructions": "Be brief.",
            },
            "I am a nurse.\nBe brief.",
        ),
        (
            {
                "content_type": "multimodal_text",
                "parts": [{"content_type": "audio_transcription", "text": "spoken"}, "typed"],
            },
            "spoken\ntyped",
        ),
    ],
)
def test_kinds_of_content(load: Load, content: object, text: str) -> None:
    turns, faults = load(json.dumps([chain(message("m1", "user", content=content))]), "c.json")
    assert ([turn.text for turn in turns], faults) == ([text], [])


def test_pictures_are_attachments_named_by_their_uploads(load: Load) -> None:
    said = message(
        "m1",
        "user",
        content={
            "content_type": "multimodal_text",
            "parts": [
                {"content_type": "image_asset_pointer", "asset_pointer": "file-service://file-1"},
                "What is this?",
            ],
        },
        metadata={
            "attachments": [
                {"id": "file-1", "name": "leaf.png"},
                {"id": "file-2", "name": "notes.pdf"},
            ]
        },
    )
    turns, _ = load(json.dumps([chain(said)]), "conversations.json")
    assert turns[0].text == "What is this?"
    assert turns[0].attachments == (
        Attachment("image", "leaf.png", "file-service://file-1"),
        Attachment("file", "notes.pdf"),
    )


def test_a_generated_picture_is_captioned_with_its_prompt(load: Load) -> None:
    part = {
        "content_type": "image_asset_pointer",
        "asset_pointer": "sediment://file_9",
        "metadata": {"dalle": {"prompt": "a red kite"}},
    }
    said = message(
        "m1",
        "tool",
        content={"content_type": "multimodal_text", "parts": [part]},
        author={"role": "tool", "name": "dalle.text2im"},
    )
    turns, _ = load(json.dumps([chain(said)]), "conversations.json")
    assert (turns[0].speaker, turns[0].role) == ("dalle.text2im", Role.TOOL)
    assert turns[0].attachments == (Attachment("image", "a red kite", "sediment://file_9"),)


def test_what_was_not_said_to_the_user_is_marked(load: Load) -> None:
    hidden = message("m1", "system", "x", metadata={"is_visually_hidden_from_conversation": True})
    call = message("m2", "assistant", "search(lakes)", recipient="browser")
    turns, _ = load(json.dumps([chain(hidden, call, title=None)]), "conversations.json")
    assert [turn.metadata for turn in turns] == [{"hidden": True}, {"recipient": "browser"}]


@pytest.mark.parametrize(
    "bad",
    [
        message("m1", "oracle", "x"),
        message("m1", "user", content={"content_type": "hologram"}),
        message("m1", "user", create_time="soon"),
        message("m1", "user", 5),
        message("m1", "user", "x", author=None),
        message("m1", "user", "x", metadata={"attachments": "none"}),
        {"id": "m1"},
    ],
)
def test_a_bad_message_does_not_stop_the_others(load: Load, bad: dict[str, Any]) -> None:
    talk = chain(bad, message("m2", "user", "fine"))
    turns, faults = load(json.dumps([talk]), "conversations.json")
    assert [turn.text for turn in turns] == ["fine"]
    assert [fault.where for fault in faults] == ["conversation 1, message 1"]


@pytest.mark.parametrize(
    "bad",
    [
        7,
        {"title": "no id", "mapping": {}},
        {"id": "c9", "mapping": [1]},
        {"id": "c9", "mapping": {"a": 1}},
        {"id": "c9", "mapping": {"a": {"children": 3}}},
        {
            "id": "c9",
            "current_node": "a",
            "mapping": {"a": {"parent": "b"}, "b": {"parent": "a"}},
        },
    ],
)
def test_a_bad_conversation_does_not_stop_the_others(load: Load, bad: object) -> None:
    turns, faults = load(json.dumps([HELLO, bad]), "conversations.json")
    assert len(turns) == 2
    assert [fault.where for fault in faults] == ["conversation 2"]


def test_an_export_of_another_service_is_refused(load: Load) -> None:
    with pytest.raises(InvalidInput, match="mapping") as caught:
        load(json.dumps([{"uuid": "u", "chat_messages": []}]), "c.json", "chatgpt")
    assert caught.value.field == "format"
