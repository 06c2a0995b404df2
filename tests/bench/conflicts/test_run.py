"""The conflict benchmark from its data to its figures, with a real memory."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from bench.conflicts.samples import (
    conversation_items,
    events,
    guideline_folder,
    pair_items,
    write_lines,
)
from smalti.bench.conflicts import scale
from smalti.bench.conflicts.run import Options, judge_names, run
from smalti.bench.conflicts.stand import Variant
from smalti.bench.report import Result, to_json
from smalti.cli.bench import bench
from smalti.model.errors import InvalidInput
from smalti.model.policy import Policy
from smalti.models.llm import Completion, Prompt

CASES = Path(__file__).parents[3].parent / "shared" / "cases" / "conversations"


class Deaf:
    """A language model that answers nothing of use."""

    name = "test:deaf"

    def complete(self, prompt: Prompt) -> Completion:
        return Completion("I would rather not.", self.name, 100, 5, 2.0)

    async def complete_async(self, prompt: Prompt) -> Completion:
        return self.complete(prompt)


def talks(folder: Path) -> Path:
    return write_lines(folder / "talks.jsonl", *conversation_items())


@pytest.fixture(scope="module")
def guidelines(tmp_path_factory: pytest.TempPathFactory) -> Result:
    return run(guideline_folder(tmp_path_factory.mktemp("data") / "rules"))


@pytest.fixture(scope="module")
def conversations(tmp_path_factory: pytest.TempPathFactory) -> Result:
    return run(talks(tmp_path_factory.mktemp("data")))


def test_a_contradiction_is_caught_on_the_right_side(guidelines: Result) -> None:
    numeric = guidelines["by_group"]["type"]["numeric"]
    assert (numeric["conflicts"], numeric["caught"], numeric["right_side"]) == (1, 1, 1.0)


def test_incoming_statements_do_not_see_each_other(guidelines: Result) -> None:
    topics = guidelines["by_group"]["type"]["new_topic"]
    assert (topics["benign"], topics["flagged"]) == (2, 0)


def test_a_statement_that_leaves_no_record_is_lost_at_extraction(guidelines: Result) -> None:
    assert guidelines["losses"] == {"incoming not extracted": 1}
    [miss] = guidelines["misses"]
    assert miss["case"] == "house/i4"


def test_saves_of_a_base_count_among_what_contradicts_nothing(guidelines: Result) -> None:
    assert guidelines["saves"]["saves"] == 3 + 2
    assert guidelines["saves"]["in_bases"] == []


def test_a_move_is_an_update_and_ends_the_former_place(conversations: Result) -> None:
    move = conversations["relations"]["category"]["slot_change"]
    assert move["relation"] == move["end_state"] == move["wholly_right"] == 1.0


def test_thanks_are_no_memory_and_change_nothing(conversations: Result) -> None:
    thanks = conversations["relations"]["category"]["junk"]
    assert thanks["wholly_right"] == 1.0
    assert thanks["benign_flagged"] == 0


def test_a_statement_that_should_have_ended_says_where_it_was_lost(conversations: Result) -> None:
    assert conversations["state_losses"] == {"ended: incoming not extracted": 1}
    assert conversations["relation_losses"] == {"retraction: incoming not extracted": 1}


def test_what_a_save_takes_is_told(conversations: Result) -> None:
    cost = conversations["cost"]
    assert cost["saves"] == 3
    assert cost["asked"].keys() <= set(judge_names())
    assert cost["model_calls"] == 0


@pytest.mark.parametrize("policy", list(Policy))
def test_only_policies_that_end_something_end_the_former_place(
    tmp_path: Path, policy: Policy
) -> None:
    found = run(talks(tmp_path), options=Options(limit=1, variant=Variant(policy)))
    ends = policy in (Policy.AUTO, Policy.LATEST_WINS, Policy.DATE_ORDERED)
    assert found["states"]["ended"]["right"] == float(ends)


def test_without_any_judge_nothing_is_caught(tmp_path: Path) -> None:
    options = Options(limit=1, variant=Variant(without=judge_names()))
    assert run(talks(tmp_path), options=options)["caught"] == 0


def test_a_judge_that_does_not_exist_is_refused_with_those_that_do(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"oracle.*value"):
        run(talks(tmp_path), options=Options(variant=Variant(without=("oracle",))))


def test_ablations_are_a_row_for_every_policy_and_every_judge(tmp_path: Path) -> None:
    found = run(talks(tmp_path), options=Options(limit=1, ablations=True))
    systems = [row["system"] for row in found["rows"]]
    assert systems[0] == "auto"
    assert set(systems[1:]) == {
        *(one.value for one in Policy if one is not Policy.AUTO),
        *(f"auto without {name}" for name in judge_names()),
    }


def test_cases_with_a_row_are_not_run_again(tmp_path: Path) -> None:
    path, rows = talks(tmp_path), tmp_path / "rows.jsonl"
    options = Options(rows=rows)
    first = run(path, options=options)
    written = rows.read_text("utf-8")
    assert written.count("\n") == 3
    assert to_json(run(path, options=options)) == to_json(first)
    assert rows.read_text("utf-8") == written


def test_rows_of_another_variant_are_passed_over(tmp_path: Path) -> None:
    path, rows = talks(tmp_path), tmp_path / "rows.jsonl"
    run(path, options=Options(limit=1, rows=rows))
    other = Options(limit=1, rows=rows, variant=Variant(Policy.APPEND_ONLY))
    assert run(path, options=other)["caught"] == 0
    assert rows.read_text("utf-8").count("\n") == 2


def test_a_row_that_was_cut_off_is_run_again(tmp_path: Path) -> None:
    path, rows = talks(tmp_path), tmp_path / "rows.jsonl"
    options = Options(limit=1, rows=rows)
    run(path, options=options)
    rows.write_text(rows.read_text("utf-8")[:-40], "utf-8")
    assert run(path, options=options)["caught"] == 1
    assert rows.read_text("utf-8").count("\n") == 1


def test_a_file_of_something_else_is_no_file_of_rows(tmp_path: Path) -> None:
    rows = write_lines(tmp_path / "rows.jsonl", {"text": "hello"})
    with pytest.raises(InvalidInput, match="no row of this benchmark"):
        run(talks(tmp_path), options=Options(rows=rows))


def test_calls_and_tokens_of_a_model_are_counted(tmp_path: Path) -> None:
    found = run(talks(tmp_path), model=Deaf(), options=Options(limit=1))
    assert found["settings"]["model"] == "test:deaf"
    assert found["cost"]["model_calls"] >= 1
    assert found["cost"]["input_tokens"] >= 100


def test_a_pair_is_compared_alone(tmp_path: Path) -> None:
    found = run(write_lines(tmp_path / "pairs.jsonl", *pair_items()))
    assert (found["caught"], found["flagged"]) == (1, 0)


# --- memconflict ---------------------------------------------------------------------------------


def by_system(found: Result) -> dict[str, dict[str, object]]:
    return {row["system"]: row for row in found["rows"]}


def test_a_birthplace_is_kept_a_residence_changes_and_a_neighbour_is_somebody_else(
    tmp_path: Path,
) -> None:
    path = write_lines(tmp_path / "events.jsonl", *events())
    row = by_system(run(path))["auto, asserted"]
    assert row["static_kept"] == row["dynamic_right"] == row["conditional_kept"] == 1.0
    assert (row["others"], row["attributed_to_user"]) == (1, 0)


def test_the_latest_word_takes_the_birthplace_along(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "events.jsonl", *events())
    options = Options(variant=Variant(Policy.LATEST_WINS))
    row = by_system(run(path, options=options))["latest-wins, asserted"]
    assert row["static_kept"] == 0.0
    assert row["dynamic_right"] == 1.0


# --- scale ---------------------------------------------------------------------------------------


def test_stores_of_each_size_and_one_slot_are_timed() -> None:
    found = scale.run([40], saves=6, one_slot=30)
    sized, slot = found["rows"]
    assert (sized["records"], sized["saves"]) == (40, 6)
    assert (slot["system"], slot["records"]) == ("one slot", 30)
    assert sized["save_ms"]["p95"] >= sized["save_ms"]["p50"] > 0


# --- the command ---------------------------------------------------------------------------------


def invoke(*arguments: object) -> str:
    done = CliRunner().invoke(
        bench, ["conflicts", *map(str, arguments)], env={"SMALTI_EMBEDDER": "none"}
    )
    assert done.exit_code == 0, done.output
    return done.stdout


def test_the_command_prints_tables_and_misses(tmp_path: Path) -> None:
    shown = invoke("--data", talks(tmp_path), "--misses", 1)
    assert "statements, by part" in shown
    assert "cost of a save" in shown
    assert "silent en retraction implicit" in shown


def test_the_command_prints_one_object_with_everything(tmp_path: Path) -> None:
    found = json.loads(invoke("--data", talks(tmp_path), "--json"))
    assert found["benchmark"] == "conflicts"
    assert len(found["misses"]) == 1


def test_the_command_needs_data_or_a_scale() -> None:
    done = CliRunner().invoke(bench, ["conflicts"])
    assert done.exit_code == 2
    assert "either --data or --scale" in done.output


def test_a_model_must_be_configured_to_judge(tmp_path: Path) -> None:
    arguments = ["conflicts", "--data", str(talks(tmp_path)), "--judge", "llm"]
    done = CliRunner().invoke(bench, arguments, env={"SMALTI_EMBEDDER": "none"})
    assert done.exit_code != 0
    assert "no language model is configured" in str(done.exception)


@pytest.mark.skipif(not CASES.exists(), reason="the labelled cases do not lie beside the project")
@pytest.mark.parametrize("name", ["zh.jsonl", "ja.jsonl"])
def test_every_listed_statement_of_development_cases_is_accounted_for(name: str) -> None:
    found = run(CASES / name, options=Options(limit=8))
    counted = sum(row["statements"] for row in found["states"].values())
    right = sum(row["statements"] * row["right_leniently"] for row in found["states"].values())
    assert found["states_statements"] == counted > 10
    assert round(counted - right) == sum(found["state_losses"].values())
