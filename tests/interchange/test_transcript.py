from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from smalti.interchange.stamps import spoken_time
from smalti.interchange.transcript import read_transcript
from smalti.model.errors import InvalidInput
from smalti.model.results import Fault
from smalti.model.time import Instant
from smalti.model.turn import Role, TurnDraft

Load = Callable[..., tuple[list[TurnDraft], list[Fault]]]


def said(turns: list[TurnDraft]) -> list[tuple[str, str]]:
    return [(turn.speaker, turn.text) for turn in turns]


def dates(turns: list[TurnDraft]) -> list[str | None]:
    return [str(turn.said_at) if turn.said_at else None for turn in turns]


# --- Ways to write a turn


@pytest.mark.parametrize(
    ("line", "date"),
    [
        ("Alice: hi", None),
        ("[2024-05-01 10:00] Alice: hi", "2024-05-01T10:00:00Z"),
        ("[2024-05-01T10:00:05] Alice: hi", "2024-05-01T10:00:05Z"),
        ("[2024-05-01 10:00+02:00] Alice: hi", "2024-05-01T10:00:00+02:00"),
        ("2024-05-01 10:00 Alice: hi", "2024-05-01T10:00:00Z"),
        ("2024-05-01 10:00 - Alice: hi", "2024-05-01T10:00:00Z"),
        ("2024-05-01 Alice: hi", "2024-05-01T00:00:00Z"),
        ("12/05/2024, 10:00 - Alice: hi", "2024-05-12T10:00:00Z"),
        ("12.05.24, 10:00 - Alice: hi", "2024-05-12T10:00:00Z"),
        ("5/13/24, 10:00\u202fPM - Alice: hi", "2024-05-13T22:00:00Z"),
        ("[12/05/2024, 10:00:01] Alice: hi", "2024-05-12T10:00:01Z"),
        ("\u200e[12/05/2024, 10:00:01] ~\u202fAlice: hi", "2024-05-12T10:00:01Z"),
        ("2024/5/1 下午3:05 - Alice: hi", "2024-05-01T15:05:00Z"),
        ("[May 1, 2024 12:30 AM] Alice: hi", "2024-05-01T00:30:00Z"),
        ("Alice：hi", None),
        ("Alice  10:00 AM\nhi", None),
    ],
)
def test_one_turn_in_each_way_of_writing(load: Load, line: str, date: str | None) -> None:
    turns, faults = load(f"{line}\n", "chat.txt", "transcript")
    assert (said(turns), dates(turns), faults) == ([("Alice", "hi")], [date], [])


@pytest.mark.parametrize(
    "name",
    [
        "Dr. Grey",
        "O'Brien",
        "Jean-Luc",
        "José",
        "Ana de la Cruz",
        "Speaker 1",
        "SPEAKER_00",
        "@nick",
        "user123",
        "张三",
        "山田 太郎",
        "Ольга",
        "Ann (Sales)",
        "Q",
    ],
)
def test_names_of_many_shapes_speak(load: Load, name: str) -> None:
    turns, _ = load(f"{name}: one\nBob: two\n{name}: three\nBob: four\n", "chat.txt")
    assert said(turns) == [(name, "one"), ("Bob", "two"), (name, "three"), ("Bob", "four")]


def test_chinese_with_either_colon(load: Load) -> None:
    turns, _ = load(
        "小明：你好，我说：来吧\n小红:好的\n小明：注意：别迟到\n注意：明天\n", "chat.txt"
    )
    assert said(turns) == [
        ("小明", "你好，我说：来吧"),
        ("小红", "好的"),
        ("小明", "注意：别迟到\n注意：明天"),
    ]


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("Assistant", Role.ASSISTANT),
        ("AI", Role.ASSISTANT),
        ("bot", Role.ASSISTANT),
        ("ChatGPT", Role.ASSISTANT),
        ("Claude", Role.ASSISTANT),
        ("User", Role.USER),
        ("Me", Role.USER),
        ("Human", Role.USER),
        ("System", Role.SYSTEM),
        ("Tool", Role.TOOL),
        ("Alice", Role.USER),
    ],
)
def test_names_that_are_roles_give_the_role(load: Load, name: str, role: Role) -> None:
    turns, _ = load(f"{name}: one\n{name}: two\n", "chat.txt")
    assert {(turn.speaker, turn.role) for turn in turns} == {(name, role)}


# --- What merely looks like a turn


def test_lines_that_open_no_turn_belong_to_the_one_before(load: Load) -> None:
    look = "look\n\nhttps://a.example: nice\nNote: it rains\nAt 10:30 we go"
    turns, faults = load(f"Alice: {look}\nBob: ok\nAlice: x\n", "chat.txt")
    assert said(turns) == [("Alice", look), ("Bob", "ok"), ("Alice", "x")]
    assert faults == []


@pytest.mark.parametrize(
    "remark",
    [
        "C:\\temp is full",
        "std::vector is fine",
        "mailto:a@b.example",
        "and then I said: no",
        "Yes, really: no",
        "WARNING: hot",
        "PS: bye",
        "Step 2: stir",
        "12: noon",
        "- Bob: no",
    ],
)
def test_remarks_do_not_speak(load: Load, remark: str) -> None:
    turns, _ = load(f"Alice: one\n{remark}\nBob: two\nAlice: three\n{remark}\nBob: x\n", "chat.txt")
    assert {turn.speaker for turn in turns} == {"Alice", "Bob"}
    assert turns[0].text == f"one\n{remark}"


def test_headings_within_an_answer_do_not_speak(load: Load) -> None:
    text = "User: compare\nAssistant: Sure.\nPros: cheap\nCons: slow\nPros: small\nUser: thanks\n"
    turns, _ = load(text, "chat.txt")
    assert [turn.speaker for turn in turns] == ["User", "Assistant", "User"]


def test_a_name_that_speaks_once_is_heard_where_all_is_speech(load: Load) -> None:
    turns, _ = load("Alice: hi\nBob: hello\nAlice: bye\n", "chat.txt")
    assert [turn.speaker for turn in turns] == ["Alice", "Bob", "Alice"]


def test_a_word_that_occurs_once_in_running_text_is_not_heard(load: Load) -> None:
    story = "\n".join(["and it went on"] * 4)
    turns, _ = load(f"Alice: hi\n{story}\nIngredients: milk\n{story}\nAlice: bye\n", "chat.txt")
    assert [turn.speaker for turn in turns] == ["Alice", "Alice"]


def test_a_messengers_message_may_quote_a_chat(load: Load) -> None:
    text = (
        "12/05/2024, 10:00 - Alice: look what they wrote\nBob: no way\n"
        "[2024-05-01 10:00] Bob: really\n"
        "12/05/2024, 10:01 - Bob: haha\n"
    )
    turns, _ = load(text, "chat.txt")
    assert [turn.speaker for turn in turns] == ["Alice", "Bob"]
    assert turns[0].text.count("\n") == 2


def test_log_lines_pasted_into_a_chat_are_part_of_it(load: Load) -> None:
    chat = "\n".join(f"{name}: line {i}" for i in range(5) for name in ("Alice", "Bob"))
    turns, _ = load(f"{chat}\nAlice: the log says\n2024-05-01 10:00 server: up\n", "chat.txt")
    assert {turn.speaker for turn in turns} == {"Alice", "Bob"}
    assert turns[-1].text == "the log says\n2024-05-01 10:00 server: up"


def test_code_blocks_are_kept_whole(load: Load) -> None:
    code = "```python\nAlice: int = 1\n\n    Bob: str\n```"
    turns, _ = load(f"Alice: try\n{code}\nBob: ok\nAlice: fine\n", "chat.txt")
    assert said(turns) == [("Alice", f"try\n{code}"), ("Bob", "ok"), ("Alice", "fine")]


def test_a_fence_that_nothing_closes_does_not_swallow_the_rest(load: Load) -> None:
    turns, _ = load("Alice: try\n```\ncode\nBob: ok\nAlice: fine\n", "chat.txt")
    assert [turn.speaker for turn in turns] == ["Alice", "Bob", "Alice"]


# --- Messengers


def test_what_nobody_says_is_an_event_of_the_system(load: Load) -> None:
    text = (
        "12/05/2024, 09:58 - Messages are end-to-end encrypted.\n"
        "12/05/2024, 10:00 - mum ❤️: dinner: at eight\n"
        "12/05/2024, 10:01 - +44 7700 900123: who is this?\n"
        "12/05/2024, 10:02 - Alice added Bob\n"
    )
    turns, faults = load(text, "chat.txt")
    assert [(turn.speaker, turn.role) for turn in turns] == [
        ("system", Role.SYSTEM),
        ("mum ❤️", Role.USER),
        ("+44 7700 900123", Role.USER),
        ("system", Role.SYSTEM),
    ]
    assert (turns[1].text, faults) == ("dinner: at eight", [])


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        ("13/05/2024", "2024-06-05T10:00:00Z"),  # no month 13: the day comes first
        ("05/13/2024", "2024-05-06T10:00:00Z"),
        ("07/08/2024", "2024-06-05T10:00:00Z"),  # nothing shows it: the day comes first
    ],
)
def test_the_whole_file_tells_days_from_months(load: Load, other: str, expected: str) -> None:
    text = f"05/06/2024, 10:00 - Alice: a\n{other}, 10:00 - Bob: b\n"
    turns, faults = load(text, "chat.txt")
    assert (dates(turns)[0], faults) == (expected, [])


def test_a_date_that_is_none_is_reported_and_the_turn_kept(load: Load) -> None:
    text = "[2024-05-01 10:00] Alice: a\n[2024-02-30 10:00] Bob: b\n[2024-05-01 25:00] Bob: c\n"
    turns, faults = load(text, "chat.txt")
    assert said(turns) == [("Alice", "a"), ("Bob", "b"), ("Bob", "c")]
    assert dates(turns) == ["2024-05-01T10:00:00Z", None, None]
    assert [fault.where for fault in faults] == ["line 2", "line 3"]


# --- Sessions and dates


@pytest.mark.parametrize(
    "heading",
    [
        "--- 2024-05-02 ---",
        "## Session 3 (2024-05-02)",
        "=== Session 2: 2024-05-02 ===",
        "Session 2: 2 May 2024",
        "\n2024-05-02",
        "— May 2, 2024 —",
        "## 2024年5月2日",
        "02/05/2024",
    ],
)
def test_a_heading_starts_a_session_and_dates_it(load: Load, heading: str) -> None:
    turns, faults = load(
        f"Alice: one\nBob: two\n\n{heading}\nAlice: three\n10:02 Bob: four\n", "chat.txt"
    )
    assert [turn.session for turn in turns] == ["transcript:chat:1"] * 2 + ["transcript:chat:2"] * 2
    assert dates(turns) == [None, None, "2024-05-02T00:00:00Z", "2024-05-02T10:02:00Z"]
    assert faults == []


def test_a_heading_without_a_date_makes_it_unknown_again(load: Load) -> None:
    text = "--- 2024-05-02 ---\nAlice: a\n## Session 2\n10:00 Alice: b\nAlice: c\n"
    turns, _ = load(text, "chat.txt")
    assert dates(turns) == ["2024-05-02T00:00:00Z", None, None]


def test_a_date_in_a_list_does_not_start_a_session(load: Load) -> None:
    turns, faults = load("Alice: free on\n- 2024-05-01\n2024-05-02\nBob: ok\nAlice: x\n", "c.txt")
    assert turns[0].text == "free on\n- 2024-05-01\n2024-05-02"
    assert faults == []


def test_a_time_alone_falls_on_the_last_date_seen(load: Load) -> None:
    text = "[10:00] Ana: a\n[2024-05-01 23:58] Ana: b\n[23:59] Ana: c\n[00:03] Ana: d\n"
    turns, _ = load(text, "chat.txt")
    assert dates(turns) == [
        None,
        "2024-05-01T23:58:00Z",
        "2024-05-01T23:59:00Z",
        "2024-05-02T00:03:00Z",
    ]


def test_the_default_offset_applies_to_what_has_none(load: Load) -> None:
    text = "[2024-05-01 10:00] Ana: a\n[2024-05-01 10:00Z] Ana: b\n"
    turns, _ = load(text, "chat.txt", default_offset=-300)
    assert dates(turns) == ["2024-05-01T10:00:00-05:00", "2024-05-01T10:00:00Z"]


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("1:56 pm on 8 May, 2023", "2023-05-08T13:56:00Z"),
        ("12:09 am on 13 September, 2023", "2023-09-13T00:09:00Z"),
        ("12:30 p.m. on 1 Jan 2023", "2023-01-01T12:30:00Z"),
        ("2023/04/10 (Mon) 23:07", "2023-04-10T23:07:00Z"),
        ("September 3rd, 2023", "2023-09-03T00:00:00Z"),
        ("12/05/24, 10:00 PM", "2024-05-12T22:00:00Z"),
        ("2024年5月1日 下午3:05", "2024-05-01T15:05:00Z"),
        ("2026-03-02 10:00:59", "2026-03-02T10:00:59Z"),
    ],
)
def test_dates_as_they_are_spoken(text: str, moment: str) -> None:
    assert spoken_time(text) == Instant.of(moment)


@pytest.mark.parametrize(
    "text", ["", "soon", "10:00", "2024-13-01", "31/02/2024", "2024-05-01 24:61"]
)
def test_what_is_not_a_date_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        spoken_time(text)
    assert caught.value.field == "date"


# --- Whole files


def test_text_before_the_first_speaker_is_reported_once(load: Load) -> None:
    text = "# Title\n\nWe met on Monday\nand talked\n\nAlice: hi\nBob: ho\nAlice: bye\n"
    turns, faults = load(text, "chat.txt")
    assert len(turns) == 3
    assert [fault.where for fault in faults] == ["line 3"]
    assert "We met on Monday" in faults[0].problem


def test_a_turn_without_words_is_reported(load: Load) -> None:
    turns, faults = load("Alice: hi\nBob:\nAlice: still there?\nBob: yes\n", "chat.txt")
    assert [turn.text for turn in turns] == ["hi", "still there?", "yes"]
    assert [fault.where for fault in faults] == ["line 2"]


def test_a_line_that_is_not_utf8_is_reported_and_the_rest_read(load: Load) -> None:
    turns, faults = load(b"Alice: hi\nBob: caf\xe9\nAlice: bye\nBob: ok\n", "chat.txt")
    assert [turn.text for turn in turns] == ["hi", "bye", "ok"]
    assert faults == [Fault("line 2", "is not UTF-8")]


def test_windows_line_ends_and_bom_do_not_matter(load: Load) -> None:
    windows = "\ufeffAlice: hi\r\nthere\r\nBob: ho\r\nAlice: bye\r\n"
    unix = "Alice: hi\nthere\nBob: ho\nAlice: bye\n"
    assert load(windows, "chat.txt") == load(unix, "chat.txt")


def test_prose_is_refused(load: Load) -> None:
    with pytest.raises(InvalidInput, match="somebody speaks") as caught:
        load("It was a dark night.\nNobody spoke.\n", "novel.txt")
    assert caught.value.field == "format"


# --- Ids


def test_the_same_file_gives_the_same_ids_and_equal_turns_differ(load: Load) -> None:
    text = "Alice: yes\nBob: no\nAlice: yes\nBob: no\n"
    first, _ = load(text, "chat.txt")
    again, _ = load(text, "chat.txt")
    assert [turn.external_id for turn in first] == [turn.external_id for turn in again]
    assert len({turn.external_id for turn in first}) == 4


def test_a_file_that_has_grown_keeps_its_ids(load: Load) -> None:
    before, _ = load("[10:00] Alice: a\n[10:01] Bob: b\n", "chat.txt")
    after, _ = load(
        "[09:59] Bob: new\n[10:00] Alice: a\n[10:01] Bob: b\n[10:02] Alice: c\n", "chat.txt"
    )
    assert after[1:3] == before


def test_another_file_or_session_gives_other_ids(load: Load) -> None:
    text = "Alice: yes\nBob: no\n\n## Session 2\nAlice: yes\nBob: no\n"
    one, _ = load(text, "one.txt", "transcript")
    two, _ = load(text, "two.txt", "transcript")
    assert len({turn.external_id for turn in one + two}) == 8


# --- Properties

speech = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n"), max_size=40)


@given(
    st.lists(
        st.tuples(st.sampled_from(["Alice", "Bob", "王芳", "+44 7700 900123"]), speech), min_size=1
    )
)
@settings(deadline=None)
def test_a_messengers_export_reads_back_as_it_was_said(
    tmp_path_factory: pytest.TempPathFactory, chat: list[tuple[str, str]]
) -> None:
    path = tmp_path_factory.mktemp("chat") / "chat.txt"
    lines = [f"01/05/2024, 10:00 - {name}: x{text}x" for name, text in chat]
    path.write_bytes("\n".join(lines).encode())
    items = list(read_transcript(path))
    assert [(i.speaker, i.text) for i in items if isinstance(i, TurnDraft)] == [
        (name, f"x{text}x") for name, text in chat
    ]


@given(
    st.binary(max_size=300) | st.text("Al: [12]/-.,\n#`年：\u200e", max_size=200).map(str.encode)
)
@settings(deadline=None)
def test_any_bytes_are_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    path = tmp_path_factory.mktemp("any") / "chat.txt"
    path.write_bytes(content)
    try:
        items = list(read_transcript(path))
    except InvalidInput as error:
        assert error.field in {"file", "format"}
    else:
        assert all(isinstance(item, Fault) or item.text.strip() for item in items)
