import io
import json
import os
import sys
import zipfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from smalti.interchange import formats
from smalti.model.errors import InvalidInput
from smalti.model.results import Fault
from smalti.model.turn import TurnDraft

Load = Callable[..., tuple[list[TurnDraft], list[Fault]]]

LOCOMO = {"qa": [{"question": "?"}], "conversation": {"session_1": []}, "sample_id": "c"}
HAYSTACK = {"question_id": "q", "haystack_sessions": [[{"role": "user", "content": "hi"}]]}
CHATGPT: dict[str, object] = {"title": "t", "mapping": {}, "id": "c", "current_node": None}
CLAUDE = {"uuid": "u", "name": "n", "chat_messages": []}


def zipped(data: object, name: str = "conversations.json") -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, json.dumps(data))
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("expected", "name", "content"),
    [
        ("jsonl", "chat.jsonl", '{"text": "hi"}\n'),
        ("jsonl", "chat", '\ufeff\n{"role": "user", "content": "hi"}\n{"content": "ho"}\n'),
        ("jsonl", "chat.json", '[\n  {"message": "hi"}\n]'),
        ("jsonl", "chat.jsonl", "broken\n"),
        ("jsonl", "m.jsonl", '{"text": "he said \\"mapping\\": yes", "a": {"mapping": 1}}\n'),
        ("transcript", "chat.txt", "Alice: hi\n"),
        ("transcript", "chat", "Alice: hi\nBob: ho\nAlice: hi\nBob: ho\n"),
        ("transcript", "chat.log", "[2024-05-01 10:00] Alice: hi\n[2024-05-01 10:01] Bob: ho\n"),
        ("transcript", "notes.md", "User: hi\nAssistant: ho\n"),
        ("markdown", "chat.md", "**Alice:** hi\n"),
        ("markdown", "chat.txt", "**User:** hi\n\n**Assistant:** ho\n"),
        ("locomo", "data.json", json.dumps([LOCOMO], indent=2)),
        ("locomo", "data.json", json.dumps(LOCOMO)),
        ("longmemeval", "data.json", json.dumps([HAYSTACK])),
        ("longmemeval", "data.jsonl", json.dumps({"evidence_sessions": []}) + "\n"),
        ("chatgpt", "conversations.json", json.dumps([CHATGPT])),
        ("chatgpt", "export.zip", zipped([CHATGPT])),
        ("chatgpt", "export.zip", zipped([CHATGPT], "deep/conversations-000.json")),
        ("claude", "conversations.json", json.dumps([CLAUDE])),
        ("claude", "anything.bin", zipped([CLAUDE])),
    ],
)
def test_the_content_tells_the_format(
    tmp_path: Path, expected: str, name: str, content: str | bytes
) -> None:
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    assert formats.detect(path) == expected


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("photo.png", b"\x89PNG\r\n\x1a\n\0\0\0"),
        ("table.csv", b"a,b\n1,2\n"),
        ("config.json", b'{"debug": true}'),
        ("memory.jsonl", b'{"format":"smalti-export","version":1}\n{"text": "x"}\n'),
        ("prose", b"Nobody speaks here.\nNote: not even once.\n"),
        ("empty-list.json", b"[]"),
    ],
)
def test_what_fits_no_format_is_refused_with_those_there_are(
    tmp_path: Path, name: str, content: bytes
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(InvalidInput) as caught:
        formats.detect(path)
    assert caught.value.field == "format"
    assert all(format in str(caught.value) for format in formats.FORMATS)


def test_the_keys_of_a_long_first_object_are_found(tmp_path: Path) -> None:
    qa = [
        {"question": f"number {n}?", "answer": 'with "quotes", {braces} and [more]'}
        for n in range(900)
    ]
    path = tmp_path / "data.json"
    path.write_text(json.dumps([{**LOCOMO, "qa": qa}]))
    assert formats.detect(path) == "locomo"


def test_an_unknown_format_is_refused_with_those_there_are(load: Load) -> None:
    with pytest.raises(InvalidInput, match="'xml'") as caught:
        load("Alice: hi", "chat.txt", "xml")
    assert caught.value.field == "format"
    assert "longmemeval" in str(caught.value)


def test_an_offset_that_cannot_be_is_refused_before_anything_is_read(load: Load) -> None:
    with pytest.raises(InvalidInput) as caught:
        load('{"text": "a", "time": "2024-05-01"}\n', "chat.jsonl", default_offset=100_000)
    assert caught.value.field == "offset"


def test_each_format_is_described_under_its_own_name() -> None:
    assert set(formats.FORMATS) >= {
        "jsonl",
        "transcript",
        "markdown",
        "locomo",
        "longmemeval",
        "chatgpt",
        "claude",
    }
    assert all(name == format.name for name, format in formats.FORMATS.items())
    assert all(format.description for format in formats.FORMATS.values())


# --- Files that cannot be used


@pytest.mark.parametrize("format", [None, *formats.FORMATS])
@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (None, "does not exist"),
        (b"", "is empty"),
        (b"\xef\xbb\xbf \r\n\t\n", "is empty"),
        ("Alice: hi".encode("utf-16"), "UTF-16"),
    ],
)
def test_unusable_files_are_refused_at_once(
    tmp_path: Path, format: str | None, content: bytes | None, problem: str
) -> None:
    path = tmp_path / "chat.jsonl"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InvalidInput, match=problem) as caught:
        formats.read(path, format)  # not even one item has been asked for
    assert caught.value.field == "file"
    assert "chat.jsonl" in str(caught.value)


@pytest.mark.parametrize("format", [None, *formats.FORMATS])
def test_a_folder_is_refused(tmp_path: Path, format: str | None) -> None:
    with pytest.raises(InvalidInput, match="not a file"):
        formats.read(tmp_path, format)


@pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() == 0, reason="may read every file there is"
)
def test_a_file_that_may_not_be_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "chat.jsonl"
    path.write_text('{"text": "hi"}')
    path.chmod(0)
    with pytest.raises(InvalidInput, match="cannot be read"):
        formats.read(path)


@pytest.mark.parametrize("format", ["jsonl", "transcript", "markdown", "locomo", "longmemeval"])
def test_an_archive_is_refused_by_formats_that_have_none(load: Load, format: str) -> None:
    with pytest.raises(InvalidInput):
        load(zipped([CHATGPT]), "export.zip", format)


# --- Archives


def test_an_archive_without_conversations_is_refused(load: Load) -> None:
    with pytest.raises(InvalidInput, match=r"without conversations\.json"):
        load(zipped([], "__MACOSX/._conversations.json"), "export.zip")


def test_a_damaged_archive_is_refused(load: Load) -> None:
    whole = zipped([CLAUDE] * 50)
    for cut in (whole[:40], whole[:-30], whole.replace(b"PK\x01\x02", b"PK\x09\x09")):
        with pytest.raises(InvalidInput) as caught:
            load(cut, "export.zip")
        assert caught.value.field == "file"


def test_a_zip_bomb_is_refused_unopened(load: Load) -> None:
    bomb = zipped([{"chat_messages": [" " * 20_000_000]}])
    assert len(bomb) < 100_000
    for format in (None, "claude", "chatgpt"):
        with pytest.raises(InvalidInput, match="more than an importer should take") as caught:
            load(bomb, "export.zip", format)
        assert caught.value.field == "file"


def test_an_archive_that_lies_about_its_size_is_refused(load: Load) -> None:
    data = json.dumps([CLAUDE] * 200)
    honest = zipped([CLAUDE] * 200)
    size = len(data).to_bytes(4, "little")
    assert honest.count(size) == 2  # in the local header and in the directory
    with pytest.raises(InvalidInput) as caught:
        load(honest.replace(size, (100).to_bytes(4, "little")), "export.zip", "claude")
    assert caught.value.field == "file"


def test_a_password_is_not_guessed(load: Load) -> None:
    locked = bytearray(zipped([CLAUDE]))
    locked[6] |= 1  # "encrypted" in the local header …
    locked[locked.index(b"PK\x01\x02") + 8] |= 1  # … and in the directory
    with pytest.raises(InvalidInput, match="cannot be unpacked"):
        load(bytes(locked), "export.zip")


# --- Whatever comes

KEYS = """
    text content role speaker id uuid mapping message parent children author parts content_type
    metadata attachments type chat_messages sender created_at turns date haystack_sessions a
    haystack_dates haystack_session_ids evidence_sessions conversation session_1 current_node
    session_1_date_time img_url create_time
"""
keys = st.sampled_from(sorted(set(KEYS.split())))
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=5),
    max_leaves=20,
)


def mutants(seed: object) -> st.SearchStrategy[object]:
    """Copies of a good document in which one value somewhere is replaced by anything at all."""
    branches: list[st.SearchStrategy[object]] = []
    if isinstance(seed, dict):
        for key, value in seed.items():
            branches.append(st.builds(partial(_with_key, seed, key), mutants(value)))
    elif isinstance(seed, list):
        for i, value in enumerate(seed):
            branches.append(st.builds(partial(_with_item, seed, i), mutants(value)))
    return st.one_of(anything, *branches)


def _with_key(seed: dict[str, object], key: str, value: object) -> object:
    return {**seed, key: value}


def _with_item(seed: list[object], i: int, value: object) -> object:
    return [*seed[:i], value, *seed[i + 1 :]]


SEEDS: dict[str, object] = {
    "jsonl": [{"text": [{"type": "text", "text": "a"}], "attachments": [{"kind": "i"}], "time": 1}],
    "locomo": [
        {
            "sample_id": "c",
            "conversation": {
                "session_1": [{"speaker": "A", "text": "x", "dia_id": "D1:1", "img_url": ["u"]}],
                "session_1_date_time": "1:56 pm on 8 May, 2023",
            },
        }
    ],
    "longmemeval": [
        {
            "haystack_sessions": [[{"role": "user", "content": "x"}]],
            "haystack_dates": ["2023/04/10 (Mon) 23:07"],
            "haystack_session_ids": ["s"],
        },
        {
            "evidence_sessions": [
                {"date": "2023/04/10", "turns": [{"role": "user", "content": "x"}]}
            ]
        },
    ],
    "chatgpt": [
        {
            "id": "c",
            "current_node": "a",
            "mapping": {
                "a": {
                    "parent": None,
                    "children": [],
                    "message": {
                        "id": "m",
                        "author": {"role": "user"},
                        "create_time": 1.5,
                        "content": {"content_type": "text", "parts": ["x", {"content_type": "i"}]},
                        "metadata": {"attachments": [{"id": "f", "name": "n"}]},
                    },
                }
            },
        }
    ],
    "claude": [
        {
            "uuid": "c",
            "chat_messages": [
                {
                    "uuid": "m",
                    "sender": "human",
                    "created_at": "2024-05-01T10:00:00Z",
                    "content": [{"type": "text", "text": "x"}, {"type": "tool_use", "input": {}}],
                    "attachments": [{"file_name": "f", "extracted_content": "d"}],
                    "files": [],
                }
            ],
        }
    ],
}


@pytest.mark.parametrize("format", SEEDS)
@given(data=st.data())
@settings(deadline=None, max_examples=150)
def test_any_json_is_read_or_refused_but_never_breaks_a_reader(
    tmp_path_factory: pytest.TempPathFactory, format: str, data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("any") / "data.json"
    path.write_text(json.dumps(data.draw(mutants(SEEDS[format]))))
    try:
        items = list(formats.read(path, format))
    except InvalidInput as error:
        assert error.field in {"file", "format"}
    else:
        for item in items:
            assert isinstance(item, TurnDraft | Fault)
            if isinstance(item, TurnDraft):
                assert item.speaker is not None
                assert isinstance(item.text, str)
                assert isinstance(item.session, str)
