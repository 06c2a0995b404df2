"""Which turn gets which id, and what is no turn at all: the pure part of the journal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti.model.errors import InvalidInput, TurnTooLarge
from smalti.model.time import Instant
from smalti.model.turn import Attachment, Role, Turn, TurnDraft
from smalti.write.journal import MAX_CHARACTERS, asks, embed_text, index_text, number, validate
from strategies import drafts

NOW, LATER = Instant.of("2026-03-01T09:30Z"), Instant.of("2026-03-02T09:30Z")
DRAFT = TurnDraft("I live in Lisbon.", speaker="Ada", said_at=NOW, session="s1")
IDENTITY: dict[str, Any] = {
    "text": "I live in Porto.",
    "speaker": "Bo",
    "said_at": LATER,
    "session": "s2",
}
REST: dict[str, Any] = {
    "role": Role.TOOL,
    "metadata": {"a": 1},
    "attachments": (Attachment("image", "a view of Lisbon"),),
}


def numbered(*drafts: TurnDraft, at: Instant = NOW) -> list[Turn]:
    return list(number(drafts, at))


def ids(drafts: Sequence[TurnDraft]) -> list[str]:
    return [turn.id for turn in number(drafts, NOW)]


# ---------------------------------------------------------------------- identity


@given(st.lists(drafts, max_size=6))
def test_writing_the_same_again_gives_the_same_ids(written: list[TurnDraft]) -> None:
    assert ids(written) == ids(written)


@given(st.lists(drafts, max_size=6))
def test_a_turn_carries_what_its_draft_said(written: list[TurnDraft]) -> None:
    for draft, turn in zip(written, number(written, NOW), strict=True):
        for name in ("text", "speaker", "role", "said_at", "session", "external_id"):
            assert getattr(turn, name) == getattr(draft, name)
        assert (turn.attachments, turn.metadata) == (draft.attachments, draft.metadata)
        assert turn.recorded_at == NOW


def test_an_id_is_the_same_in_every_version() -> None:
    # Ids are in exports and in the notes of callers: these may never change.
    assert ids([DRAFT, DRAFT, replace(DRAFT, external_id="m-1")]) == [
        "t_6qcy0th0gsvfr4xj26m3teadae",
        "t_5ahe5r63mstwtfqnd7gzb58wb3",
        "t_z9v9bvgdpeb927f9bxd3xps7zj",
    ]


def test_when_it_was_recorded_does_not_make_another_turn() -> None:
    assert numbered(DRAFT)[0].id == numbered(DRAFT, at=LATER)[0].id


@pytest.mark.parametrize("field", IDENTITY)
@pytest.mark.parametrize("external_id", [None, "m-1"])
def test_another_session_speaker_time_or_text_is_another_turn(
    field: str, external_id: str | None
) -> None:
    draft = replace(DRAFT, external_id=external_id)
    other = replace(draft, **{field: IDENTITY[field]})
    assert ids([draft]) != ids([other])
    assert len(set(ids([draft, other]))) == 2


@pytest.mark.parametrize("field", REST)
def test_nothing_else_makes_another_turn(field: str) -> None:
    assert ids([DRAFT]) == ids([replace(DRAFT, **{field: REST[field]})])


def test_an_unknown_time_is_another_than_any_known_one() -> None:
    assert ids([DRAFT]) != ids([replace(DRAFT, said_at=None)])


def test_an_external_id_tells_equal_turns_apart() -> None:
    one, two = replace(DRAFT, external_id="m-1"), replace(DRAFT, external_id="m-2")
    assert len(set(ids([DRAFT, one, two]))) == 3
    assert ids([one, one])[0] == ids([one, one])[1]


def test_yes_said_twice_is_two_turns_and_again_the_same_two() -> None:
    yes, no = replace(DRAFT, text="yes"), replace(DRAFT, text="no")
    first = ids([yes, no, yes])
    assert len(set(first)) == 3
    assert ids([yes, no, yes]) == first
    assert ids([yes]) == first[:1]
    assert ids([no, yes, yes]) == [first[1], first[0], first[2]]


@given(st.lists(st.sampled_from(["yes", "no", "maybe"]), max_size=10), st.data())
def test_more_of_the_same_conversation_keeps_the_ids_of_its_beginning(
    texts: list[str], data: st.DataObject
) -> None:
    said = [replace(DRAFT, text=text) for text in texts]
    until = data.draw(st.integers(0, len(said)))
    assert ids(said)[:until] == ids(said[:until])
    assert len(set(ids(said))) == len(said)


@given(st.text(max_size=3), st.text(max_size=3), st.text(max_size=3), st.text(max_size=3))
def test_where_one_field_ends_and_the_next_begins_matters(a: str, b: str, c: str, d: str) -> None:
    one = TurnDraft(f"x{a}", speaker=f"x{b}")
    two = TurnDraft(f"x{c}", speaker=f"x{d}")
    storable = all(not 0xD800 <= ord(ch) <= 0xDFFF and ch != "\0" for ch in a + b + c + d)
    if storable:
        assert (ids([one]) == ids([two])) is (one == two)


# ---------------------------------------------------------------------- what is refused

BAD: list[tuple[str, dict[str, Any], str]] = [
    ("text", {"text": ""}, "empty"),
    ("text", {"text": " \n\t\u3000\u2028"}, "empty"),
    ("text", {"text": "cut\0here"}, "NUL character at 3"),
    ("text", {"text": "\ud83d broken emoji"}, "lone surrogate at 0"),
    ("text", {"text": "ends in \udc00"}, "lone surrogate at 8"),
    ("speaker", {"speaker": ""}, "empty"),
    ("speaker", {"speaker": "\0"}, "NUL"),
    ("speaker", {"speaker": "A\udfff"}, "surrogate"),
    ("speaker", {"speaker": "A" * 1_001}, "longer"),
    ("session", {"session": " "}, "empty"),
    ("session", {"session": "s\0"}, "NUL"),
    ("external_id", {"external_id": ""}, "empty"),
    ("external_id", {"external_id": "x" * 100_000}, "longer"),
    ("external_id", {"external_id": "\ud800"}, "surrogate"),
    ("attachments[1]", {"attachments": (Attachment("a"), Attachment("b", "\0"))}, "NUL"),
    ("attachments[0]", {"attachments": (Attachment("b", uri="\udc80"),)}, "surrogate"),
    ("metadata", {"metadata": {"n": float("nan")}}, "JSON"),
    ("metadata", {"metadata": {"n": [{"m": float("-inf")}]}}, "JSON"),
    ("metadata", {"metadata": {"n": NOW}}, "JSON"),
    ("metadata", {"metadata": {"n": b"bytes"}}, "JSON"),
    ("metadata", {"metadata": {"n": {1, 2}}}, "JSON"),
    ("metadata", {"metadata": {"n": object()}}, "JSON"),
    ("metadata", {"metadata": {(1, 2): "n"}}, "JSON"),
    ("metadata", {"metadata": {"n": "\ud800"}}, "surrogate"),
    ("metadata", {"metadata": {"\udfff": 1}}, "surrogate"),
]


@pytest.mark.parametrize(("field", "change", "problem"), BAD)
def test_what_cannot_be_kept_is_refused_by_name_and_place(
    field: str, change: dict[str, Any], problem: str
) -> None:
    bad = replace(DRAFT, **change)
    with pytest.raises(InvalidInput, match=problem) as caught:
        validate(bad, "turn")
    assert caught.value.field == f"turn.{field}"
    with pytest.raises(InvalidInput) as caught:
        numbered(DRAFT, DRAFT, bad)
    assert caught.value.field == f"turns[2].{field}"


def test_a_text_of_ten_megabytes_is_refused_with_the_way_out() -> None:
    with pytest.raises(TurnTooLarge, match="several turns") as caught:
        validate(replace(DRAFT, text="x" * 10_000_000), "turn")
    assert caught.value.field == "turn.text"
    assert len(str(caught.value)) < 300


def test_a_text_of_the_largest_size_is_taken() -> None:
    validate(replace(DRAFT, text="x" * MAX_CHARACTERS), "turn")
    with pytest.raises(TurnTooLarge):
        validate(replace(DRAFT, text="x" * (MAX_CHARACTERS + 1)), "turn")


def test_metadata_that_holds_itself_or_has_no_end_is_refused() -> None:
    loop: dict[str, Any] = {}
    loop["loop"] = loop
    deep: dict[str, Any] = {}
    for _ in range(100_000):
        deep = {"d": deep}
    for metadata in (loop, deep):
        with pytest.raises(InvalidInput) as caught:
            validate(replace(DRAFT, metadata=metadata), "turn")
        assert caught.value.field == "turn.metadata"


@given(drafts)
def test_whatever_can_be_kept_is_taken(draft: TurnDraft) -> None:
    validate(draft, "turn")


@pytest.mark.parametrize(
    "text",
    [
        "\u200b",
        "\ufeff",
        "👩\u200d👧",
        "می\u200cخواهم",
        "\u202eabc",
        "e\u0301",
        "\x01",
        "\U0010ffff",
    ],
)
def test_unusual_characters_are_no_fault(text: str) -> None:
    assert numbered(replace(DRAFT, text=text))[0].text == text


# ---------------------------------------------------------------------- what is indexed


def test_a_turn_is_found_by_who_when_what_and_what_was_shown() -> None:
    draft = replace(DRAFT, attachments=(Attachment("image", "a yellow tram"), Attachment("file")))
    (turn,) = numbered(draft)
    assert index_text(turn).splitlines() == [
        "Ada", "1 March 2026", "I live in Lisbon.", "a yellow tram",
    ]  # fmt: skip
    assert embed_text(turn) == "Ada: I live in Lisbon. [shares a yellow tram]"


def test_an_undated_turn_is_indexed_without_a_date() -> None:
    (turn,) = numbered(replace(DRAFT, said_at=None))
    assert index_text(turn) == "Ada\nI live in Lisbon."


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Where do you live?", True),
        ("Where do you live? \n", True),
        ("你住在哪里？", True),
        ("你好吗", True),
        ("どこですか", True),
        ("أين تسكن؟", True),
        ("I wonder? No.", False),
        ("I live in Lisbon.", False),
    ],
)
def test_a_turn_that_ends_in_a_question_asks(text: str, asked: bool) -> None:
    assert asks(numbered(replace(DRAFT, text=text))[0]) is asked
