"""BEAM and HaluMem: files are read, turns stored, and what is found is counted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from smalti.bench import beam, halumem
from smalti.model.errors import InvalidInput

CHAT = [
    {
        "batch_number": 1,
        "turns": [
            [
                {"role": "user", "id": 0, "time_anchor": "March-05-2024",
                 "content": "I have never baked rye bread. ->-> 1,1"},
                {"role": "assistant", "id": 1, "content": "Rye needs a sourdough starter."},
            ],
            [
                {"role": "user", "id": 2, "time_anchor": "April-01-2024",
                 "content": "My rye bread turned out well, I baked it twice. ->-> 1,2"},
                {"role": "assistant", "id": 3, "content": "Wonderful, let it cool."},
                *({"role": "user", "id": n, "content": f"Note {n} about the garden fence"}
                  for n in range(4, 30)),
            ],
        ],
    }
]  # fmt: skip
PROBES = {
    "contradiction_resolution": [
        {
            "question": "Have I baked rye bread?",
            "source_chat_ids": {"first_statement": [0], "second_statement": [2]},
        }
    ],
    "information_extraction": [
        {"question": "What does rye need?", "source_chat_ids": [1]},
        {"question": "What about the fence?", "source_chat_ids": [4, 99]},
    ],
    "abstention": [{"question": "Who painted the hall?"}],
}


def beam_folder(path: Path, probes: Any = PROBES) -> Path:
    (path / "7").mkdir()
    (path / "7" / "chat.json").write_text(json.dumps(CHAT))
    (path / "7" / "probing_questions.json").write_text(json.dumps(probes))
    return path


def test_turns_have_their_day_and_lose_the_number_of_the_plan(tmp_path: Path) -> None:
    [talk] = beam.read_talks(beam_folder(tmp_path))
    first, answer, later = talk.turns[:3]
    assert first.text == "I have never baked rye bread."
    assert str(first.said_at)[:10] == str(answer.said_at)[:10] == "2024-03-05"
    assert (str(later.said_at)[:10], later.session) == ("2024-04-01", "1.2")


def test_gold_is_what_exists_of_what_is_listed(tmp_path: Path) -> None:
    [talk] = beam.read_talks(beam_folder(tmp_path))
    gold = {question.id: question.gold for question in talk.questions}
    assert gold["7/contradiction_resolution/1"] == {"7:0", "7:2"}
    assert gold["7/information_extraction/2"] == {"7:4"}
    assert gold["7/abstention/1"] == frozenset()


def test_a_contradiction_counts_when_both_sides_are_found(tmp_path: Path) -> None:
    found = beam.measured(beam_folder(tmp_path), embedder=None, limit=None)
    row = found["rows"][0]
    assert row["sides"]["contradiction_resolution"] == {
        "questions": 1, "sides@5": 1.0, "sides@10": 1.0, "sides@20": 1.0,
    }  # fmt: skip
    assert row["unanswerable"]["questions"] == 1
    assert found["dataset"] == {
        "path": tmp_path.name, "sha256": None, "talks": 1, "turns": 30, "questions": 4, "scored": 3,
    }  # fmt: skip


@pytest.mark.parametrize("probes", ["nonsense", {"x": [{"asked": "?"}]}])
def test_a_file_of_another_shape_is_named(tmp_path: Path, probes: Any) -> None:
    with pytest.raises(InvalidInput, match=r"probing_questions\.json"):
        list(beam.read_talks(beam_folder(tmp_path, probes)))


def test_a_folder_without_talks_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="holds no folder"):
        list(beam.read_talks(tmp_path))


def halumem_file(path: Path) -> Path:
    def session(day: int, said: str, point: str, questions: list[dict[str, Any]]) -> dict[str, Any]:
        stamp = f"Feb {day}, 2029, 10:51:39"
        return {
            "dialogue": [{"role": "user", "content": said, "timestamp": stamp}],
            "memory_points": [{"memory_content": point}],
            "questions": questions,
        }

    asked = {
        "question": "What tea does Ada like?",
        "question_type": "Basic",
        "evidence": [{"memory_content": "Ada likes jasmine tea"}],
    }
    never = {"question": "Who is her dentist?", "question_type": "Boundary", "evidence": []}
    sessions = [
        session(1, "I like jasmine tea.", "Ada likes jasmine tea", []),
        *(session(n, f"The fence needs paint, part {n}.", f"fence {n}", []) for n in range(2, 13)),
        session(14, "The fence is done.", "The fence is done", [asked, never]),
    ]
    file = path / "user.jsonl"
    file.write_text(json.dumps({"uuid": "u1", "sessions": sessions}) + "\n")
    return file


def test_sessions_are_found_at_the_place_of_their_best_turn(tmp_path: Path) -> None:
    found = halumem.measured(halumem_file(tmp_path), embedder=None, limit=None)
    row = found["rows"][0]
    assert (row["fraction@1"], row["questions"], found["settings"]["unit"]) == (1.0, 1, "session")
    assert row["unanswerable"]["questions"] == 1


def test_a_line_of_another_shape_is_named(tmp_path: Path) -> None:
    file = tmp_path / "user.jsonl"
    file.write_text('{"uuid": "u1"}\n')
    with pytest.raises(InvalidInput, match="line 1"):
        list(halumem.read_talks(file))
