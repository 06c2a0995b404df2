from collections.abc import Callable

import pytest

from smalti.model.errors import InvalidInput
from smalti.model.results import Fault
from smalti.model.turn import Role, TurnDraft

Load = Callable[..., tuple[list[TurnDraft], list[Fault]]]


@pytest.mark.parametrize(
    ("opening", "date"),
    [
        ("**Alice:** hi", None),
        ("**Alice**: hi", None),
        ("**Alice：** hi", None),
        ("**Alice** (2024-05-01 10:00): hi", "2024-05-01T10:00:00Z"),
        ("**Alice (2024-05-01 10:00):** hi", "2024-05-01T10:00:00Z"),
        ("### Alice\nhi", None),
        ("## Alice:\n\nhi", None),
        ("## Alice (2024-05-01 10:00)\nhi", "2024-05-01T10:00:00Z"),
        ("### 👤 Alice — 2024-05-01 10:00\nhi", "2024-05-01T10:00:00Z"),
    ],
)
def test_one_turn_in_each_way_of_writing(load: Load, opening: str, date: str | None) -> None:
    turns, faults = load(f"{opening}\n", "chat.md", "markdown")
    assert [(turn.speaker, turn.text) for turn in turns] == [("Alice", "hi")]
    assert [str(turn.said_at) if turn.said_at else None for turn in turns] == [date]
    assert faults == []


def test_sessions_have_headings(load: Load) -> None:
    text = (
        "# Our chat\n\n## Session 1 — 2024-05-01\n\n**Ann:** one\n\n"
        "## Session on gardens, 2 May 2024\n\n**Ben:** two\n\n**Ann:** three\n"
    )
    turns, faults = load(text, "chat.md")
    assert [turn.session for turn in turns] == [
        "markdown:chat:1",
        "markdown:chat:2",
        "markdown:chat:2",
    ]
    assert [str(turn.said_at)[:10] for turn in turns] == ["2024-05-01", "2024-05-02", "2024-05-02"]
    assert faults == []


def test_code_blocks_stay_as_they_are_and_open_no_turn(load: Load) -> None:
    code = "```md\n**Ben:** not me\n### Ben\n\n## Session 9\n    indented\n```"
    turns, _ = load(f"**Ann:** see\n\n{code}\n\n**Ben:** ok\n\n**Ann:** fine\n", "chat.md")
    assert [turn.speaker for turn in turns] == ["Ann", "Ben", "Ann"]
    assert turns[0].text == f"see\n\n{code}"


def test_headings_and_bold_words_within_an_answer_do_not_speak(load: Load) -> None:
    text = (
        "## User\n\ncompare\n\n## Assistant\n\n### Pros\n\n**Price:** low\n\n### Cons\n\n"
        "**Speed:** low\n\n**Note:** beware\n\n## User\n\nthanks\n"
    )
    turns, _ = load(text, "chat.md")
    assert [(turn.speaker, turn.role) for turn in turns] == [
        ("User", Role.USER),
        ("Assistant", Role.ASSISTANT),
        ("User", Role.USER),
    ]
    assert turns[1].text.startswith("### Pros")


def test_plain_lines_do_not_speak_in_markdown(load: Load) -> None:
    turns, _ = load("**Ann:** one\nBen: inside\n\n**Ben:** two\n\n**Ann:** x\n", "chat.md")
    assert turns[0].text == "one\nBen: inside"


def test_a_document_without_speakers_is_refused(load: Load) -> None:
    with pytest.raises(InvalidInput, match="somebody speaks"):
        load("# Smalti\n\n## Installation\n\nRun it.\n\n## Usage\n\nUse it.\n", "README.md")
