"""Reading the two kinds of file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bench.extraction.samples import conversation_items, halumem_user, write_lines
from smalti.bench.extraction.data import Set, read_items
from smalti.model.errors import InvalidInput
from smalti.model.time import Instant
from smalti.model.turn import Role


def write(path: Path, *lines: Any) -> Path:
    return write_lines(path / "data.jsonl", *lines)


def test_a_conversation_is_its_history_and_then_what_comes_in(tmp_path: Path) -> None:
    first, *_ = read_items(write(tmp_path, *conversation_items()))
    assert [len(write) for write in first.writes] == [2, 1]
    assert first.turns[0].speaker == "Ines"
    assert first.turns[0].said_at == Instant.of("2026-03-01T09:00:00+01:00")
    assert [(one.part, one.text) for one in first.wanted] == [
        ("current", "Ines lives in Lisbon"),
        ("ended", "Ines lives in Ghent"),
    ]
    assert dict(first.wanted[0].groups) == {
        "language": "en", "relation": "update", "category": "slot_change",
    }  # fmt: skip
    assert not first.quiet


def test_what_is_not_memory_must_leave_nothing(tmp_path: Path) -> None:
    assert [item.quiet for item in read_items(write(tmp_path, *conversation_items()))] == [
        False, True, False,
    ]  # fmt: skip


def test_whoever_is_neither_user_nor_assistant_is_a_person(tmp_path: Path) -> None:
    item = conversation_items()[0]
    item["incoming"]["role"] = "other"
    [read] = read_items(write(tmp_path, item))
    assert read.turns[-1].role is Role.USER


def test_a_user_of_halumem_is_one_space_with_an_item_for_each_session(tmp_path: Path) -> None:
    first, second = read_items(write(tmp_path, halumem_user()))
    assert first.space == second.space
    assert first.id != second.id
    assert [turn.speaker for turn in first.turns] == ["Ines Faro", "assistant"]
    assert first.turns[0].said_at == Instant.of("2029-02-13T10:51:39Z")
    assert [one.part for one in first.wanted] == ["point", "interference"]
    assert dict(second.wanted[0].groups) == {"type": "Event", "change": "update"}


def test_a_limit_counts_items(tmp_path: Path) -> None:
    assert len(read_items(write(tmp_path, halumem_user()), limit=1)) == 1


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ({"id": "x"}, "is of no known kind"),
        (conversation_items()[0] | {"history": [{"speaker": "x"}]}, "object 1"),
        (conversation_items()[0] | {"expect": []}, "is not as expected"),
        (halumem_user() | {"sessions": [{}]}, "is not as expected"),
    ],
)
def test_a_file_that_is_none_is_refused(tmp_path: Path, line: Any, complaint: str) -> None:
    with pytest.raises(InvalidInput, match=complaint):
        read_items(write(tmp_path, line))


def test_a_later_line_of_another_kind_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="object 2"):
        read_items(write(tmp_path, conversation_items()[0], halumem_user()))


def test_a_kind_that_the_file_is_not_of_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="has no uuid"):
        read_items(write(tmp_path, conversation_items()[0]), Set.HALUMEM)
