"""A run from a file to its figures: offline, with models, stopped and taken up again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from bench.qa import samples
from smalti.bench.qa.context import Budget
from smalti.bench.qa.run import Options, run
from smalti.cli.bench import bench
from smalti.model.errors import InvalidInput, ModelUnavailable
from smalti.testing import ScriptedModel

Json = Any
DATA = Path(__file__).parents[3].parent / "shared" / "data"
ONE = [
    {"question": "What is the name of the dinghy of Ines?", "answer": "Sandpiper", "category": 4,
     "evidence": ["D1:1"]}
]  # fmt: skip


def reading(answer: str, sources: Sequence[int] = (1,), **more: Json) -> str:
    return json.dumps({"thought": "so it is told", "found": True, "answer": answer,
                       "sources": list(sources), "disputed": False} | more)  # fmt: skip


def marking(verdict: str) -> str:
    return json.dumps({"reason": "the key wants a name", "verdict": verdict})


def rows_of(path: Path, stage: str) -> list[Json]:
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    return [row for row in rows if row["stage"] == stage]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return samples.locomo_file(tmp_path)


@pytest.fixture
def one(tmp_path: Path) -> Path:
    return samples.locomo_file(tmp_path, ONE)


# --- offline -------------------------------------------------------------------------------------


def test_memory_answers_and_rules_judge(file: Path) -> None:
    found = run(file, embedder=None)
    smalti, bm25 = found["rows"]
    assert (smalti["system"], bm25["system"]) == ("smalti", "bm25")
    assert (smalti["questions"], smalti["answerable"], smalti["unanswerable"]) == (4, 3, 1)
    assert smalti["judged"] == 3
    assert smalti["right"] >= 2
    assert smalti["dates"]["dated"] == 1
    assert set(smalti["by_category"]) == {"single-hop", "temporal", "multi-hop", "adversarial"}
    assert found["settings"]["reader"] == "offline"


def test_what_is_not_measured_offline_is_said_with_its_reason(file: Path) -> None:
    refused = run(file, embedder=None)["settings"]["not_measured"]
    assert set(refused) == {"full-context", "no-memory"}
    assert "offline" in refused["full-context"]
    with pytest.raises(InvalidInput, match="arm: the offline reader answers from a memory"):
        run(file, embedder=None, options=Options(arms=("full-context",)))


def test_the_corrected_key_is_judged_beside_the_raw_one(tmp_path: Path, file: Path) -> None:
    options = Options(audit=samples.audit_file(tmp_path), arms=("smalti",))
    [row] = run(file, embedder=None, options=options)["rows"]
    assert row["right"] == row["audited"]["right"] + 1, "the date is right by one key only"


@pytest.mark.parametrize(
    "make",
    [
        samples.longmemeval_file,
        samples.halumem_file,
        samples.beam_folder,
        samples.touchstone_folder,
        samples.memconflict_folder,
    ],
)
def test_every_data_set_can_be_asked_about(tmp_path: Path, make: Any) -> None:
    found = run(make(tmp_path), embedder=None, options=Options(probe=True))
    assert found["dataset"]["questions"] == found["rows"][0]["questions"] > 0
    assert found["probe"]["answerable"]["vague"]["answers"] > 0


def test_what_held_at_a_moment_is_asked_of_statements(tmp_path: Path) -> None:
    path = samples.memconflict_folder(tmp_path)
    [row] = run(path, embedder=None, options=Options(arms=("smalti",)))["rows"]
    asked = row["by_category"]["as of, asserted"]
    assert (asked["questions"], asked["coverage"], asked["parts"]) == (2, 1.0, 1.0)


def test_nothing_said_later_is_seen_where_the_set_forbids_it(tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    options = Options(rows=rows, limit=1, arms=("bm25",))
    run(samples.halumem_file(tmp_path), embedder=None, options=options)
    assert all("Turin" not in row["found"]["text"] for row in rows_of(rows, "context"))


def test_only_the_first_talks_and_questions_are_asked(tmp_path: Path) -> None:
    path = samples.memconflict_folder(tmp_path)
    options = Options(talks=1, limit=2, arms=("bm25",))
    assert run(path, embedder=None, options=options)["dataset"]["questions"] == 2


# --- rows ----------------------------------------------------------------------------------------


def test_a_finished_run_is_told_again_from_its_rows(tmp_path: Path, file: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    first = run(file, embedder=None, options=Options(rows=rows, arms=("bm25",)))
    size = rows.stat().st_size
    again = run(file, embedder=None, options=Options(rows=rows, resume=True, arms=("bm25",)))
    assert again["rows"] == first["rows"]
    assert rows.stat().st_size == size
    assert again["settings"]["fill_ms"] == [], "no memory was opened"


def test_a_run_goes_on_after_a_torn_row(tmp_path: Path, file: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    first = run(file, embedder=None, options=Options(rows=rows, arms=("bm25",)))
    whole = rows.read_text()
    rows.write_text(whole[: int(len(whole) * 0.7)])
    again = run(file, embedder=None, options=Options(rows=rows, resume=True, arms=("bm25",)))
    for figure in ("right", "accuracy", "coverage", "abstention", "dates"):
        assert again["rows"][0][figure] == first["rows"][0][figure]
    assert all(json.loads(line) for line in rows.read_text().splitlines())


def test_rows_that_are_there_are_not_used_unasked(tmp_path: Path, file: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    rows.write_text("")
    with pytest.raises(InvalidInput, match="rows: is there already"):
        run(file, embedder=None, options=Options(rows=rows))


def test_rows_of_another_benchmark_are_refused(tmp_path: Path, file: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    rows.write_text('{"run": {}, "reading": {}}\n')
    with pytest.raises(InvalidInput, match="is no row of this benchmark"):
        run(file, embedder=None, options=Options(rows=rows, resume=True))


def test_a_row_holds_all_that_a_verdict_rests_on(tmp_path: Path, one: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    run(one, embedder=None, options=Options(rows=rows, arms=("bm25",)))
    [context] = rows_of(rows, "context")
    [retrieved], [answer] = rows_of(rows, "retrieve"), rows_of(rows, "answer")
    [verdict] = rows_of(rows, "judge")
    assert "Sandpiper" in context["found"]["text"]
    assert retrieved["found"]["context"] == context["id"]
    assert "D1:1" in retrieved["found"]["ids"]
    assert answer["found"]["given"]["citations"] == ["D1:1"]
    assert answer["run"]["reader"] == "offline"
    assert verdict["run"]["judge"].startswith("rules")
    assert verdict["found"]["judgement"]["verdict"] == "right"


def test_a_kept_memory_is_asked_and_not_filled_again(tmp_path: Path, one: Path) -> None:
    options = Options(keep=tmp_path / "kept", arms=("bm25",))
    first = run(one, embedder=None, options=options)
    again = run(one, embedder=None, options=options)
    assert first["settings"]["memories_reused"] == []
    assert again["settings"]["memories_reused"] == ["harbour"]
    assert again["rows"][0]["right"] == first["rows"][0]["right"] == 1


def test_a_memory_of_other_turns_is_not_taken_for_a_kept_one(tmp_path: Path, one: Path) -> None:
    options = Options(keep=tmp_path / "kept", arms=("bm25",))
    run(one, embedder=None, options=options)
    other = samples.locomo_file(tmp_path, ONE, name="other")
    assert run(other, embedder=None, options=options)["settings"]["memories_reused"] == []


# --- models --------------------------------------------------------------------------------------


def test_a_model_reads_every_arm_with_the_same_prompt(tmp_path: Path, one: Path) -> None:
    reader = ScriptedModel([reading("Sandpiper")] * 3 + [reading("Odyssey", [])])
    rows = tmp_path / "rows.jsonl"
    found = run(one, embedder=None, reader=reader, options=Options(rows=rows))
    assert [row["system"] for row in found["rows"]] == [
        "smalti", "bm25", "full-context", "no-memory",
    ]  # fmt: skip
    assert [row["accuracy"] for row in found["rows"]] == [1.0, 1.0, 1.0, 0.0]
    assert {prompt.name for prompt in reader.prompts} == {"qa_read"}
    smalti, _, full, nothing = (prompt.user for prompt in reader.prompts)
    assert "Sandpiper" in smalti
    assert "The choir sings in Ghent" in full
    assert "Sandpiper" not in nothing
    assert found["settings"]["usage"]["reader"]["calls"] == 4


def test_a_kept_prompt_names_its_sources_by_their_hash(tmp_path: Path, one: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    reader = ScriptedModel([reading("Sandpiper")])
    run(one, embedder=None, reader=reader, options=Options(rows=rows, arms=("full-context",)))
    [context], [answer] = rows_of(rows, "context"), rows_of(rows, "answer")
    kept = answer["found"]["prompt"]
    assert kept.replace(f"(the sources {context['id']})", context["found"]["text"]) == (
        reader.prompts[0].user
    )


def test_judging_anew_does_not_answer_anew(tmp_path: Path, one: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    options = Options(rows=rows, resume=True, arms=("full-context",))
    run(one, embedder=None, reader=ScriptedModel([reading("Sandpiper")]), options=options)
    judge = ScriptedModel([marking("wrong")], name="strict")
    found = run(one, embedder=None, reader=ScriptedModel([]), judge=judge, options=options)
    assert found["rows"][0]["accuracy"] == 0.0
    assert found["agreement"] == {"answers": 1, "agree": 0.0}
    assert len(rows_of(rows, "answer")) == 1
    assert [row["run"]["judge"].split(",")[0] for row in rows_of(rows, "judge")] == [
        "rules 1", "strict",
    ]  # fmt: skip


def test_a_reader_that_is_gone_leaves_what_was_read(tmp_path: Path, file: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    options = Options(rows=rows, resume=True, arms=("full-context",))
    gone = ScriptedModel([reading("Sandpiper"), ModelUnavailable("the key was refused")])
    with pytest.raises(ModelUnavailable, match="key was refused"):
        run(file, embedder=None, reader=gone, options=options)
    rest = ScriptedModel([reading("7 May 2023"), reading("3"), reading("", found=False)])
    [row] = run(file, embedder=None, reader=rest, options=options)["rows"]
    assert (row["judged"], row["right"], row["abstention"]) == (3, 2, 1.0)


def test_a_reply_of_the_wrong_shape_is_asked_for_once_more(one: Path) -> None:
    reader = ScriptedModel(["I would say Sandpiper.", reading("Sandpiper")])
    [row] = run(one, embedder=None, reader=reader, options=Options(arms=("bm25",)))["rows"]
    assert row["accuracy"] == 1.0
    assert "it holds no JSON object" in reader.prompts[1].user


def test_a_reader_that_gives_nothing_usable_is_counted_and_not_judged(one: Path) -> None:
    reader = ScriptedModel([reading("Sandpiper", [99]), "no"])
    [row] = run(one, embedder=None, reader=reader, options=Options(arms=("bm25",)))["rows"]
    assert (row["faults"], row["judged"], row["not_judged"]) == (1, 0, 1)


def test_a_judge_that_gives_nothing_usable_leaves_an_answer_unjudged(one: Path) -> None:
    judge = ScriptedModel(["hm", json.dumps({"verdict": "right"})])
    [row] = run(
        one,
        embedder=None,
        reader=ScriptedModel([reading("Sandpiper")]),
        judge=judge,
        options=Options(arms=("bm25",)),
    )["rows"]
    assert (row["judged"], row["not_judged"]) == (0, 1)
    assert "it holds no JSON object" in judge.prompts[1].user


def test_a_withheld_answer_needs_no_judge(one: Path) -> None:
    reader = ScriptedModel([reading("It is not told.", [], found=False)])
    [row] = run(
        one,
        embedder=None,
        reader=reader,
        judge=ScriptedModel([]),
        options=Options(arms=("bm25",)),
    )["rows"]
    assert (row["coverage"], row["false_abstention"], row["accuracy"]) == (0.0, 1.0, 0.0)


def test_a_judge_is_told_that_a_question_has_no_answer(tmp_path: Path) -> None:
    asked = [{"question": "Who is Ada?", "category": 5, "evidence": []}]
    path = samples.locomo_file(tmp_path, asked)
    judge = ScriptedModel([marking("abstains")])
    [row] = run(
        path,
        embedder=None,
        reader=ScriptedModel([reading("Nobody spoke of an Ada.", [])]),
        judge=judge,
        options=Options(arms=("bm25",)),
    )["rows"]
    assert row["abstention"] == 1.0
    assert "This question has no answer" in judge.prompts[0].user


def test_the_whole_talk_is_cut_to_its_budget_and_that_is_told(tmp_path: Path, one: Path) -> None:
    reader = ScriptedModel([reading("Sandpiper")])
    options = Options(arms=("full-context",), budget=Budget(full_tokens=40))
    [row] = run(one, embedder=None, reader=reader, options=options)["rows"]
    assert row["given"] == {"cut": 1, "questions": 1, "share": 0.6}
    assert "three cats" in reader.prompts[0].user
    assert "Sandpiper" not in reader.prompts[0].user


# --- the command ---------------------------------------------------------------------------------


def test_people_get_tables(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, file: Path) -> None:
    monkeypatch.setenv("SMALTI_EMBEDDER", "none")
    monkeypatch.setenv("COLUMNS", "100")
    audit = samples.audit_file(tmp_path)
    done = CliRunner().invoke(
        bench, ["qa", "--data", str(file), "--audit", str(audit), "--probe"], catch_exceptions=False
    )
    assert done.exit_code == 0
    for shown in (
        "questions and answers: locomo",
        "with the corrected key",
        "smalti by category",
        "dates, as exact as the key",
        "milliseconds",
        "made-up answers that the judge took wrongly",
        "reader: offline; judge: rules",
        "not measured: full-context",
        "2 of 2 corrections matched, 1 of them of the answer",
    ):
        assert shown in done.stdout


def test_the_result_is_one_object(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, one: Path
) -> None:
    monkeypatch.setenv("SMALTI_EMBEDDER", "none")
    out = tmp_path / "runs.jsonl"
    done = CliRunner().invoke(
        bench, ["qa", "--data", str(one), "--json", "--out", str(out)], catch_exceptions=False
    )
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["benchmark"] == "qa"
    assert found["accuracy"] == found["rows"][0]["accuracy"] == 1.0
    assert json.loads(out.read_text()) == found


# --- the public data, where it lies beside the project -------------------------------------------


def test_answers_about_a_public_talk_are_judged() -> None:
    path = DATA / "touchstone"
    if not path.exists():
        pytest.skip("the development data (touchstone) does not lie beside the project")
    options = Options(arms=("smalti",), limit=12)
    [row] = run(path, embedder=None, options=options)["rows"]
    assert row["judged"] == 12
    assert row["right"] >= 6
