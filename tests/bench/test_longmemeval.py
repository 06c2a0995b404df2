from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bench.conftest import Run
from smalti.bench import longmemeval
from smalti.bench.longmemeval_file import read_tasks
from smalti.model.errors import InvalidInput
from smalti.testing import HashEmbedder


def test_evidence_is_pooled_and_a_shared_turn_is_there_once(evidence_file: Path) -> None:
    [task] = read_tasks(evidence_file)
    turns = [turn for session in task.data["haystack_sessions"] for turn in session]
    assert len(turns) == 3
    gold = {case.question.id: case.question.gold for case in task.cases}
    assert gold["q1"] < gold["q2"]
    assert [len(ids) for ids in gold.values()] == [1, 2, 1, 1]


def test_gold_names_turns_that_the_importer_makes(evidence_file: Path) -> None:
    found = longmemeval.run(evidence_file, embedder=HashEmbedder())
    assert found["dataset"]["turns"] == 3
    assert found["any@1"] >= 2 / 3
    assert found["fraction@3"] is None, "three turns would all be returned"


def test_questions_that_nothing_answers_are_reported_apart(
    run_json: Run, evidence_file: Path
) -> None:
    found = run_json("longmemeval", "--data", evidence_file)
    assert (found["dataset"]["questions"], found["dataset"]["scored"]) == (4, 3)
    assert found["dataset"]["abstention"] == 1
    assert found["rows"][0]["abstention"] == {"questions": 1, "empty": 1.0}
    assert set(found["rows"][0]["by_category"]) == {
        "multi-session",
        "single-session-assistant",
        "single-session-user",
    }


def test_questions_are_asked_at_their_own_date(evidence_file: Path) -> None:
    [task] = read_tasks(evidence_file)
    assert {str(case.question.now) for case in task.cases} == {"2023-05-20T10:30:00Z"}


def test_a_haystack_is_searched_for_turns_and_for_sessions(haystack_file: Path) -> None:
    found = longmemeval.run(haystack_file, embedder=HashEmbedder())
    assert found["settings"]["haystacks"]["count"] == 2
    assert found["settings"]["smallest_haystack_in_sessions"] == 3
    product = found["rows"][0]
    assert product["fraction@3"] == 1.0
    assert product["sessions"]["any@1"] == 1.0
    assert product["sessions"]["any@3"] is None
    assert product["abstention"]["questions"] == 1


def test_what_is_imported_does_not_mark_the_answer(haystack_file: Path) -> None:
    task = next(read_tasks(haystack_file))
    [case] = task.cases
    assert len(case.question.gold) == len(case.sessions) == 1
    assert not any("answer" in id for id in case.question.gold | case.sessions)


def test_a_limit_asks_fewer_questions_of_the_same_pool(run_json: Run, evidence_file: Path) -> None:
    found = run_json("longmemeval", "--data", evidence_file, "--limit", 1)
    assert found["dataset"]["questions"] == 1
    assert found["dataset"]["turns"] == 3


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"question_id": 7}, "question_id: is no text"),
        ({"question_date": "someday"}, "question_date: "),
        ({"haystack_sessions": "none"}, "haystack_sessions: is no list"),
        ({"haystack_session_ids": ["a"]}, "must name all 3 sessions"),
        ({"haystack_sessions": [[], [{"role": "user"}], []]}, "turn: has no content"),
    ],
)
def test_a_wrong_question_is_refused_by_what_is_wrong(
    tmp_path: Path, haystacks: list[Any], change: dict[str, Any], problem: str
) -> None:
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps([haystacks[0] | change]))
    with pytest.raises(InvalidInput, match=f"item 1.*{problem}"):
        longmemeval.run(path, embedder=None)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("[]", "holds no question"),
        ('[{"qa": []}]', "has no evidence_sessions or haystack_sessions"),
        ("nothing", "cannot be read"),
    ],
)
def test_a_wrong_file_is_refused(tmp_path: Path, content: str, problem: str) -> None:
    path = tmp_path / "wrong.json"
    path.write_text(content)
    with pytest.raises(InvalidInput, match=problem):
        longmemeval.run(path, embedder=None)
