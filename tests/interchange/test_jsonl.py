import json
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from smalti.interchange import jsonl
from smalti.model.errors import InvalidInput
from smalti.model.results import Fault
from smalti.model.time import Instant
from smalti.model.turn import Attachment, Role, TurnDraft
from smalti.write.drafts import ALIASES

Load = Callable[..., tuple[list[TurnDraft], list[Fault]]]


def line(**fields: Any) -> str:
    return json.dumps(fields) + "\n"


def test_a_line_needs_no_more_than_a_text(load: Load) -> None:
    turns, faults = load('{"text": "I moved to Lisbon."}\n', "chat.jsonl")
    assert turns == [TurnDraft("I moved to Lisbon.")]
    assert faults == []


def test_every_field_can_be_given(load: Load) -> None:
    full = line(
        text="Look!",
        speaker="Ana",
        role="user",
        said_at="2024-05-01T10:00:00+02:00",
        session="s1",
        external_id="m-1",
        attachments=[{"kind": "image", "caption": "a cat", "uri": "https://pics.example/1"}],
        metadata={"mood": "good"},
    )
    turns, _ = load(full, "chat.jsonl")
    assert turns == [
        TurnDraft(
            "Look!",
            speaker="Ana",
            role=Role.USER,
            said_at=Instant.of("2024-05-01T10:00:00+02:00"),
            session="s1",
            external_id="m-1",
            attachments=(Attachment("image", "a cat", "https://pics.example/1"),),
            metadata={"mood": "good"},
        )
    ]


@pytest.mark.parametrize(
    ("alias", "field"), [(a, field) for field, names in ALIASES.items() for a in names]
)
def test_each_alias_fills_its_field(load: Load, alias: str, field: str) -> None:
    given: dict[str, Any] = {
        "text": "hi",
        "said_at": "2024-05-01T10:00:00Z",
        "role": "tool",
        "captions": ["a cat"],
        "attachments": [{"kind": "image", "caption": "a cat"}],
        "metadata": {"k": 1},
    }
    fields = {alias: given.get(field, "x")} | ({} if field == "text" else {"text": "hi"})
    turns, faults = load(line(**fields), "chat.jsonl")
    assert faults == []
    expected: dict[str, Any] = {
        "text": "hi",
        "said_at": Instant.of("2024-05-01T10:00:00Z"),
        "role": Role.TOOL,
        "captions": (Attachment("image", "a cat"),),
        "attachments": (Attachment("image", "a cat"),),
        "metadata": {"k": 1},
    }
    stored = "attachments" if field == "captions" else field
    assert getattr(turns[0], stored) == expected.get(field, "x")


def test_two_names_for_one_field_in_a_line_are_a_fault(load: Load) -> None:
    turns, faults = load(line(text="a", content="b") + line(text="c"), "chat.jsonl")
    assert [turn.text for turn in turns] == ["c"]
    assert faults[0].where == "line 1"
    assert "text" in faults[0].problem
    assert "content" in faults[0].problem


def test_null_is_the_same_as_missing(load: Load) -> None:
    turns, faults = load(line(text="a", content=None, said_at=None, id=None), "chat.jsonl")
    assert turns == [TurnDraft("a")]
    assert faults == []


def test_unknown_keys_are_kept_as_metadata(load: Load) -> None:
    turns, _ = load(line(text="a", lang="en", metadata={"k": 1}), "chat.jsonl")
    assert turns[0].metadata == {"k": 1, "lang": "en"}


def test_an_unknown_key_does_not_overwrite_metadata(load: Load) -> None:
    turns, faults = load(line(text="a", k=2, metadata={"k": 1}), "chat.jsonl")
    assert turns == []
    assert "'k'" in faults[0].problem


def test_a_bad_line_does_not_stop_the_others(load: Load) -> None:
    turns, faults = load(line(text="a") + '{"text": "b"\n' + line(text="c"), "chat.jsonl")
    assert [turn.text for turn in turns] == ["a", "c"]
    assert [fault.where for fault in faults] == ["line 2"]
    assert "not JSON" in faults[0].problem


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        ('"just text"', "JSON object"),
        ("[1, 2]", "JSON object"),
        ('{"speaker": "Ana"}', "text"),
        ('{"text": 5}', "must be text"),
        ('{"text": "a", "speaker": ["Ana"]}', "speaker"),
        ('{"text": "a", "said_at": "yesterday"}', "date"),
        ('{"text": "a", "said_at": true}', "date"),
        ('{"text": "a", "said_at": 1e300}', "years"),
        ('{"text": "a", "said_at": NaN}', "NaN"),
        ('{"text": "a", "said_at": 1e999}', "years"),
        ('{"text": "a", "metadata": [1]}', "metadata"),
        ('{"text": "a", "attachments": [{"caption": "no kind"}]}', "attachment"),
        ('{"text": "a", "attachments": [{"kind": "image", "size": 3}]}', "attachment"),
        ('{"text": "a", "captions": [7]}', "captions"),
        ('{"text": "a", "id": 1.5}', "external_id"),
        ('{"text": "a", "id": true}', "external_id"),
        ('{"text": [{"type": "audio"}]}', "part"),
        ('{"text": "a", "text": "b"}', "twice"),
        ("[" * 100_000, "nested|recursion"),
        ('{"text": ' + "9" * 5000 + "}", "digits"),
    ],
)
def test_what_is_wrong_with_a_line_is_said(load: Load, bad: str, reason: str) -> None:
    turns, faults = load(line(text="good") + bad + "\n", "chat.jsonl")
    assert [turn.text for turn in turns] == ["good"]
    assert faults[0].where == "line 2"
    assert any(word in faults[0].problem for word in reason.split("|"))


def test_an_unknown_role_is_a_fault_that_names_the_roles(load: Load) -> None:
    _, faults = load(line(text="a", role="narrator"), "chat.jsonl")
    assert "narrator" in faults[0].problem
    assert all(role.value in faults[0].problem for role in Role)


@pytest.mark.parametrize(
    ("said", "role"),
    [
        ("human", Role.USER),
        ("AI", Role.ASSISTANT),
        ("bot", Role.ASSISTANT),
        ("model", Role.ASSISTANT),
        ("function", Role.TOOL),
        ("developer", Role.SYSTEM),
        ("document", Role.DOCUMENT),
    ],
)
def test_roles_have_aliases_and_name_the_speaker(load: Load, said: str, role: Role) -> None:
    turns, _ = load(line(text="a", role=said), "chat.jsonl")
    assert (turns[0].role, turns[0].speaker) == (role, role.value)


def test_a_speaker_called_assistant_is_one_unless_a_role_says_otherwise(load: Load) -> None:
    lines = line(text="a", speaker="Assistant") + line(text="b", speaker="bot", role="user")
    turns, _ = load(lines, "chat.jsonl")
    assert [(turn.speaker, turn.role) for turn in turns] == [
        ("Assistant", Role.ASSISTANT),
        ("bot", Role.USER),
    ]


@pytest.mark.parametrize(
    "value", [1714557600, 1714557600.0, 1714557600000, "2024-05-01T10:00:00Z", "2024-05-01 10:00"]
)
def test_times_are_text_or_seconds_or_milliseconds(load: Load, value: object) -> None:
    turns, _ = load(line(text="a", time=value), "chat.jsonl")
    assert turns[0].said_at == Instant.of("2024-05-01T10:00:00Z")


def test_the_default_offset_reads_naive_times_and_shows_numbers(load: Load) -> None:
    lines = line(text="a", time="2024-05-01 10:00") + line(text="b", time=1714557600)
    turns, _ = load(lines, "chat.jsonl", default_offset=120)
    assert [str(turn.said_at) for turn in turns] == [
        "2024-05-01T10:00:00+02:00",
        "2024-05-01T12:00:00+02:00",
    ]


def test_milliseconds_keep_every_digit(load: Load) -> None:
    turns, _ = load(line(text="a", time=1714557600123), "chat.jsonl")
    assert turns[0].said_at == Instant(1714557600123000)


def test_whole_numbers_are_good_ids(load: Load) -> None:
    turns, _ = load(line(text="a", id=7, conversation_id=3), "chat.jsonl")
    assert (turns[0].external_id, turns[0].session) == ("7", "3")


def test_content_parts_are_joined_and_images_attached(load: Load) -> None:
    parts = [
        {"type": "text", "text": "one"},
        "two",
        {"type": "image_url", "image_url": {"url": "https://pics.example/1"}},
        {"type": "input_image", "image_url": "data:image/png;base64,AAAA"},
    ]
    turns, _ = load(line(role="user", content=parts), "chat.jsonl")
    assert turns[0].text == "one\ntwo"
    assert turns[0].attachments == (
        Attachment("image", uri="https://pics.example/1"),
        Attachment("image"),
    )


def test_blank_lines_bom_and_windows_line_ends_do_not_matter(load: Load) -> None:
    turns, faults = load(b'\xef\xbb\xbf{"text": "a"}\r\n\r\n  \n{"text": "b"}', "chat.jsonl")
    assert [turn.text for turn in turns] == ["a", "b"]
    assert faults == []


def test_a_line_that_is_not_utf8_is_a_fault(load: Load) -> None:
    turns, faults = load(b'{"text": "a"}\n{"text": "caf\xe9"}\n{"text": "b"}\n', "chat.jsonl")
    assert [turn.text for turn in turns] == ["a", "b"]
    assert faults == [Fault("line 2", "is not UTF-8")]


def test_line_separators_inside_a_text_do_not_split_it(load: Load) -> None:
    turns, _ = load('{"text": "one\u2028two\x85three"}\n', "chat.jsonl")
    assert turns[0].text == "one\u2028two\x85three"


@pytest.mark.parametrize(
    "bad",
    [
        '{"text": "a\\ud800b"}',
        '{"text": "a\\u0000"}',
        '{"text": "a", "name": "\\udfff"}',
        '{"text": " "}',
    ],
)
def test_what_the_journal_would_refuse_is_reported_with_its_line(load: Load, bad: str) -> None:
    turns, faults = load(f'{{"text": "good"}}\n{bad}\n', "chat.jsonl")
    assert [turn.text for turn in turns] == ["good"]
    assert [fault.where for fault in faults] == ["line 2"]


@pytest.mark.parametrize("indent", [None, 2])
def test_a_json_file_may_hold_one_list(load: Load, indent: int | None) -> None:
    data = json.dumps([{"text": "a"}, {"role": "user"}, {"text": "b"}], indent=indent)
    turns, faults = load(data, "chat.json")
    assert [turn.text for turn in turns] == ["a", "b"]
    assert [fault.where for fault in faults] == ["item 2"]


def test_a_single_object_over_many_lines_is_one_turn(load: Load) -> None:
    turns, faults = load(json.dumps({"text": "a"}, indent=2), "chat.json")
    assert (turns, faults) == ([TurnDraft("a")], [])


def test_lines_in_a_json_file_are_read_as_lines(load: Load) -> None:
    turns, _ = load(line(text="a") + line(text="b"), "chat.json")
    assert [turn.text for turn in turns] == ["a", "b"]


def test_a_full_dump_is_not_mistaken_for_turns(load: Load) -> None:
    dump = '{"format":"smalti-export","version":1}\n{"kind":"turn","data":{"text":"a"}}\n'
    with pytest.raises(InvalidInput, match="full dump"):
        load(dump, "memory.jsonl", "jsonl")


def test_plain_text_named_jsonl_is_refused(load: Load) -> None:
    with pytest.raises(InvalidInput) as caught:
        load("Dear diary,\nnothing happened.\n", "diary.jsonl")
    assert caught.value.field == "format"


words = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)
names = words.filter(str.strip)
plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | words,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(words, inner, max_size=2),
    max_leaves=4,
)
drafts = st.builds(
    TurnDraft,
    text=names,
    speaker=names,
    role=st.sampled_from(Role),
    said_at=st.none() | st.builds(Instant, st.integers(-(10**15), 10**15), st.integers(-840, 840)),
    session=names,
    external_id=st.none() | names,
    attachments=st.lists(
        st.builds(Attachment, kind=words, caption=words, uri=st.none() | words), max_size=2
    ).map(tuple),
    metadata=st.dictionaries(words, plain, max_size=3),
)


@given(st.lists(drafts, max_size=4), st.sampled_from(["\n", "\r\n", "\n\n"]))
@settings(deadline=None)
def test_drafts_written_as_lines_read_back_as_they_were(
    tmp_path_factory: pytest.TempPathFactory, written: list[TurnDraft], end: str
) -> None:
    path = tmp_path_factory.mktemp("round") / "chat.jsonl"
    lines = []
    for draft in written:
        data = asdict(draft)
        data["role"] = draft.role.value
        data["said_at"] = None if draft.said_at is None else str(draft.said_at)
        lines.append(json.dumps(data))
    path.write_text(end.join(['{"text": "sentinel"}', *lines]))
    assert list(jsonl.read(path)) == [TurnDraft("sentinel"), *written]
