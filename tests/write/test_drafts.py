"""Whatever shape callers have their turns in: what is read, and what is refused by name."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any

import pytest

from smalti.model.errors import InvalidInput
from smalti.model.time import Instant
from smalti.model.turn import Attachment, Role, TurnDraft
from smalti.write.drafts import ALIASES, Defaults, TurnLike, drafts_from

DEFAULTS = Defaults(session="s", said_at=Instant.of("2026-03-01"), offset=0)


def one(turn: Any, defaults: Defaults = DEFAULTS) -> TurnDraft:
    (draft,) = drafts_from(turn, defaults)
    return draft


def refusal(turn: Any) -> InvalidInput:
    with pytest.raises(InvalidInput) as caught:
        drafts_from([{"text": "a good one"}, turn], DEFAULTS)
    return caught.value


def test_a_text_is_a_turn() -> None:
    assert one("hello") == TurnDraft(
        "hello", speaker="user", session="s", said_at=Instant.of("2026-03-01")
    )


def test_many_turns_keep_their_order() -> None:
    turns: list[TurnLike] = ["a", {"text": "b"}, TurnDraft("c")]
    assert [draft.text for draft in drafts_from(iter(turns), DEFAULTS)] == ["a", "b", "c"]
    assert drafts_from([], DEFAULTS) == []


def test_a_draft_is_taken_as_it_is() -> None:
    draft = TurnDraft("hello", said_at=None)
    assert one(draft) is draft


GIVEN: dict[str, tuple[Any, Any]] = {
    "text": ("hi", "hi"),
    "speaker": ("Ada", "Ada"),
    "role": ("tool", Role.TOOL),
    "said_at": ("2026-02-03T04:05+06:00", Instant.of("2026-02-03T04:05+06:00")),
    "session": ("s9", "s9"),
    "external_id": ("m-1", "m-1"),
    "metadata": ({"a": [1]}, {"a": [1]}),
}


@pytest.mark.parametrize(
    ("field", "alias"), [(field, alias) for field in GIVEN for alias in ALIASES[field]]
)
def test_a_field_goes_by_any_of_its_names(field: str, alias: str) -> None:
    value, expected = GIVEN[field]
    turn = {"text": "hello", alias: value} if field != "text" else {alias: value}
    assert getattr(one(turn), field) == expected
    assert field == "metadata" or one(turn).metadata == {}


@pytest.mark.parametrize("field", GIVEN)
def test_two_names_for_one_field_are_refused(field: str) -> None:
    aliases = ALIASES[field]
    if len(aliases) == 1:
        pytest.skip("goes by one name only")
    value, _ = GIVEN[field]
    turn = {"text": "hello"} | dict.fromkeys(aliases[:2], value) | {aliases[1]: f"other {value}"}
    error = refusal(turn)
    assert error.field == f"turns[1].{field}"
    assert all(alias in str(error) for alias in aliases[:2])


def test_what_is_not_known_is_kept_as_metadata() -> None:
    assert one({"text": "hi", "mood": "good", "metadata": {"a": 1}}).metadata == {
        "mood": "good",
        "a": 1,
    }


def test_metadata_that_would_overwrite_another_is_refused() -> None:
    assert refusal({"text": "hi", "a": 1, "metadata": {"a": 2}}).field == "turns[1].metadata"


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("user", Role.USER),
        ("Human", Role.USER),
        ("ASSISTANT", Role.ASSISTANT),
        ("ai", Role.ASSISTANT),
        ("bot", Role.ASSISTANT),
        ("model", Role.ASSISTANT),
        ("tool", Role.TOOL),
        ("function", Role.TOOL),
        ("document", Role.DOCUMENT),
        ("developer", Role.SYSTEM),
        (Role.SYSTEM, Role.SYSTEM),
    ],
)
def test_a_role_goes_by_any_of_its_names(name: str | Role, role: Role) -> None:
    draft = one({"text": "hi", "role": name})
    assert draft.role is role
    assert draft.speaker == role.value


MOMENTS: list[tuple[Any, str]] = [
    ("2026-03-01", "2026-03-01T00:00:00Z"),
    ("2026-03-01T00:30:00+13:00", "2026-03-01T00:30:00+13:00"),
    (date(2026, 3, 1), "2026-03-01T00:00:00Z"),
    (datetime(2026, 3, 1, 9), "2026-03-01T09:00:00Z"),
    (datetime(2026, 3, 1, 9, tzinfo=UTC), "2026-03-01T09:00:00Z"),
    (
        datetime(2026, 3, 1, 9, tzinfo=timezone(timedelta(hours=5, minutes=30))),
        "2026-03-01T09:00:00+05:30",
    ),
    (Instant.of("2026-03-01"), "2026-03-01T00:00:00Z"),
    (0, "1970-01-01T00:00:00Z"),
    (1_772_358_600, "2026-03-01T09:50:00Z"),
    (1_772_358_600_000, "2026-03-01T09:50:00Z"),
    (1_772_358_600.25, "2026-03-01T09:50:00.250000Z"),
    (-1, "1969-12-31T23:59:59Z"),
]


@pytest.mark.parametrize(("value", "expected"), MOMENTS)
def test_a_time_comes_in_any_common_form(value: Any, expected: str) -> None:
    assert str(one({"text": "hi", "said_at": value}).said_at) == expected


@pytest.mark.parametrize("value", ["2026-03-01T09:00", datetime(2026, 3, 1, 9)])
def test_a_time_without_an_offset_is_read_at_the_default_one(value: Any) -> None:
    draft = one({"text": "hi", "said_at": value}, Defaults(offset=-300))
    assert str(draft.said_at) == "2026-03-01T09:00:00-05:00"


def test_times_with_and_without_offsets_can_be_compared() -> None:
    values = ["2026-03-01T12:00", "2026-03-01T12:00+05:30", "2026-03-01T12:00Z"]
    said = [one({"text": "hi", "said_at": value}).said_at for value in values]
    moments = [moment for moment in said if moment is not None]
    assert [str(m.utc().time()) for m in sorted(moments)] == ["06:30:00", "12:00:00", "12:00:00"]


WRONG: list[tuple[Any, str]] = [
    (None, ""),
    (5, ""),
    (b"bytes", ""),
    (["nested"], ""),
    ({}, ".text"),
    ({"speaker": "Ada"}, ".text"),
    ({"text": None}, ".text"),
    ({"text": 5}, ".text"),
    ({"text": b"bytes"}, ".text"),
    ({"text": {"a": 1}}, ".text"),
    ({"text": [{"type": "video"}]}, ".text"),
    ({"text": "hi", "role": "wizard"}, ".role"),
    ({"text": "hi", "role": 5}, ".role"),
    ({"text": "hi", "speaker": 5}, ".speaker"),
    ({"text": "hi", "speaker": ["Ada"]}, ".speaker"),
    ({"text": "hi", "session": 1.5}, ".session"),
    ({"text": "hi", "id": True}, ".external_id"),
    ({"text": "hi", "id": ["m-1"]}, ".external_id"),
    ({"text": "hi", "metadata": "none"}, ".metadata"),
    ({"text": "hi", "metadata": [1]}, ".metadata"),
    ({"text": "hi", "captions": 5}, ".captions"),
    ({"text": "hi", "captions": [None]}, ".captions"),
    ({"text": "hi", "attachments": 5}, ".attachments"),
    ({"text": "hi", "attachments": ["a cat"]}, ".attachments"),
    ({"text": "hi", "attachments": [{"caption": "no kind"}]}, ".attachments"),
    ({"text": "hi", "attachments": [{"kind": "image", "size": 3}]}, ".attachments"),
    ({"text": "hi", "attachments": [{"kind": 5}]}, ".attachments"),
    ({"text": "hi", "attachments": [{"kind": "image", "uri": 5}]}, ".attachments"),
]


@pytest.mark.parametrize(("turn", "field"), WRONG)
def test_what_does_not_fit_is_refused_by_name_and_place(turn: Any, field: str) -> None:
    assert refusal(turn).field.startswith(f"turns[1]{field}")


@pytest.mark.parametrize(
    "value",
    ["soon", "", "2026-02-30", "10000-01-01", "0001-01-01T00:00+01:00", 1e300, float("nan"),
     float("inf"), -(10**18), 10**400, 10**5000, True, [], {}, "9999-12-31T23:59-10:00"],
    ids=lambda value: str(type(value).__name__),
)  # fmt: skip
def test_a_time_that_cannot_be_is_refused_by_name_and_place(value: Any) -> None:
    error = refusal({"text": "hi", "said_at": value})
    assert error.field.startswith("turns[1].")
    assert len(str(error)) < 400


@pytest.mark.parametrize("turns", [None, 5, 1.5, object(), b"bytes"])
def test_what_is_no_list_of_turns_is_refused(turns: Any) -> None:
    with pytest.raises(InvalidInput) as caught:
        drafts_from(turns, DEFAULTS)
    assert caught.value.field.startswith("turns")


def test_the_parts_of_a_chat_message_become_one_text() -> None:
    draft = one({"content": [{"type": "text", "text": "Look:"}, "a cat"], "role": "user"})
    assert draft.text == "Look:\na cat"


def test_attachments_come_as_objects_mappings_and_captions() -> None:
    draft = one(
        {
            "text": "Look!",
            "attachments": [Attachment("audio"), {"kind": "file", "uri": "file:///a"}],
            "caption": "a cat",
        }
    )
    assert draft.attachments == (
        Attachment("audio"),
        Attachment("file", uri="file:///a"),
        Attachment("image", "a cat"),
    )
