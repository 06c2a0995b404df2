from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bench.conftest import Run
from smalti.bench import locomo
from smalti.bench.locomo_file import dialogue_ids, read_audit, read_conversations
from smalti.model.errors import InvalidInput
from smalti.testing import HashEmbedder


@pytest.mark.parametrize(
    ("written", "ids"),
    [
        ("D8:6; D9:17", ["D8:6", "D9:17"]),
        ("D:11:26", ["D11:26"]),
        ("D30:05", ["D30:5"]),
        ("D9:1 D4:4 D4:6", ["D9:1", "D4:4", "D4:6"]),
        ("D", []),
        (None, []),
        (["D1:2", "D:3:04"], ["D1:2", "D3:4"]),
    ],
)
def test_evidence_is_read_however_it_is_written(written: object, ids: list[str]) -> None:
    assert dialogue_ids(written) == ids


def test_gold_holds_only_turns_that_there_are(locomo_file: Path) -> None:
    harbour, orchard = read_conversations(locomo_file)
    assert [sorted(question.gold) for question in harbour.questions] == [
        ["D1:3"],
        ["D1:4", "D1:8", "D2:2", "D2:4"],
        ["D2:1"],
        [],
        ["D2:3"],
    ]
    assert [question.id for question in orchard.questions] == [
        "orchard/qa0",
        "orchard/qa1",
        "orchard/qa2",
    ]


def test_what_is_imported_holds_no_questions(locomo_file: Path) -> None:
    for conversation in read_conversations(locomo_file):
        assert set(conversation.data) == {"sample_id", "conversation"}


def test_an_audit_is_matched_by_the_text_of_its_questions(
    locomo_file: Path, audit_file: Path
) -> None:
    audit = read_audit(audit_file, read_conversations(locomo_file))
    assert audit.gold == {"orchard/qa2": {"D1:6"}, "harbour/qa3": {"D2:5"}}
    assert (audit.matched, audit.entries) == (2, 3)


def test_the_command_prints_one_object_with_the_figures_of_the_product_on_top(
    run_json: Run, locomo_file: Path, audit_file: Path
) -> None:
    found = run_json("locomo", "--data", locomo_file, "--audit", audit_file)
    assert found["benchmark"] == "locomo"
    data = found["dataset"]
    assert data["path"] == "conversations.json"
    assert len(data["sha256"]) == 64
    assert (data["questions"], data["scored"], data["turns"]) == (8, 6, 26)
    assert (data["without_evidence"], data["import_faults"]) == (1, 0)
    assert data["audit"] == {"entries": 3, "matched": 2}
    assert [row["system"] for row in found["rows"]] == ["smalti", "bm25"]
    product = found["rows"][0]
    assert found["fraction@5"] == product["fraction@5"] >= 0.5
    assert found["any@10"] == product["any@10"]
    assert found["questions"] == 6
    assert product["audited"]["questions"] == 7
    assert product["adversarial"]["questions"] == 1
    assert set(product["by_category"]) == {"multi-hop", "single-hop", "temporal"}


def test_settings_say_what_the_figures_depend_on(run_json: Run, locomo_file: Path) -> None:
    settings = run_json("locomo", "--data", locomo_file)["settings"]
    assert settings["embedder"] is None
    assert settings["unit"] == "turn"
    assert settings["haystacks"] == {"count": 2, "smallest": 12, "mean": 13.0, "largest": 14}
    assert settings["weights"]["k1"] == 1.2
    assert settings["not_measured"]["k"] == [20, 50]


def test_what_a_cut_cannot_measure_is_null(run_json: Run, locomo_file: Path) -> None:
    found = run_json("locomo", "--data", locomo_file)
    assert found["fraction@20"] is None
    assert found["fraction@10"] is not None


def test_with_an_embedder_there_is_a_row_for_vectors_alone(locomo_file: Path) -> None:
    found = locomo.run(locomo_file, embedder=HashEmbedder())
    assert [row["system"] for row in found["rows"]] == ["smalti", "bm25", "vector"]
    assert found["settings"]["embedder"] == "hash (64 dimensions)"
    assert all(row["empty"] == 0 for row in found["rows"][1:])
    assert found == locomo.run(locomo_file, embedder=HashEmbedder())


def test_a_limit_leaves_out_conversations_nobody_is_asked_about(
    run_json: Run, locomo_file: Path
) -> None:
    found = run_json("locomo", "--data", locomo_file, "--limit", 2)
    assert found["dataset"]["questions"] == 2
    assert found["dataset"]["turns"] == 14
    assert found["rows"][0]["interval95"] == {}, "one conversation says nothing of others"


def test_a_single_conversation_is_a_file_too(
    run_json: Run, tmp_path: Path, conversations: list[Any]
) -> None:
    path = tmp_path / "one.json"
    path.write_text(json.dumps(conversations[1]))
    assert run_json("locomo", "--data", path)["dataset"]["questions"] == 3


@pytest.mark.parametrize(
    ("content", "field", "problem"),
    [
        ("[]", "data", "holds no conversation"),
        ("{", "file", "is not JSON"),
        ('[{"qa": []}]', r"data\[0\].conversation", "has no session_1"),
        ('[{"conversation": {"session_1": []}}]', r"data\[0\].qa", "no list of questions"),
        (
            '[{"conversation": {"session_1": []}, "qa": [{"question": "?", "category": 7}]}]',
            r"data\[0\].qa\[0\].category",
            "is none of 1, 2, 3, 4, 5",
        ),
        (
            '[{"conversation": {"session_1": []}, "qa": [{"category": 1}]}]',
            r"data\[0\].qa\[0\]",
            "has no question",
        ),
    ],
)
def test_a_wrong_file_is_refused_by_what_is_wrong(
    tmp_path: Path, content: str, field: str, problem: str
) -> None:
    path = tmp_path / "wrong.json"
    path.write_text(content)
    with pytest.raises(InvalidInput, match=f"{field}: .*{problem}"):
        locomo.run(path, embedder=None)


def test_two_conversations_of_one_name_are_not_mixed(
    tmp_path: Path, conversations: list[Any]
) -> None:
    path = tmp_path / "twice.json"
    path.write_text(json.dumps([conversations[0]] * 2))
    with pytest.raises(InvalidInput, match="names two conversations alike"):
        locomo.run(path, embedder=None)


def test_a_limit_does_not_keep_an_audit_from_being_matched(
    run_json: Run, locomo_file: Path, audit_file: Path
) -> None:
    found = run_json("locomo", "--data", locomo_file, "--audit", audit_file, "--limit", 1)
    assert found["dataset"]["audit"]["matched"] == 2
    assert found["rows"][0]["audited"]["questions"] == 1


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="does not exist"):
        locomo.run(tmp_path / "none.json", embedder=None)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("{}", "is no list"),
        ('[{"question_id": "x"}]', "is not like locomo_0_qa1"),
        ('[{"question_id": "locomo_0_qa0", "question": "Else?"}]', "corrects no question"),
    ],
)
def test_a_wrong_audit_is_refused(
    tmp_path: Path, locomo_file: Path, content: str, problem: str
) -> None:
    path = tmp_path / "audit-wrong.json"
    path.write_text(content)
    with pytest.raises(InvalidInput, match=problem):
        locomo.run(locomo_file, embedder=None, audit=path)
