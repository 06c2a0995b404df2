"""The extraction benchmark from a file to its figures."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from bench.extraction.samples import conversation_items, halumem_user, record, write_lines
from smalti.bench.extraction.check import Finding, speakers, subjects
from smalti.bench.extraction.data import Set
from smalti.bench.extraction.run import Options, run
from smalti.bench.report import to_json
from smalti.cli.bench import bench
from smalti.model.errors import InvalidInput
from smalti.model.record import Modality
from smalti.model.turn import TurnDraft
from smalti.models.llm import Completion, Prompt

CASES = Path(__file__).parents[2].parent / "shared" / "cases" / "conversations"
HALUMEM = Path(__file__).parents[2].parent / "shared" / "data" / "halumem" / "user0.jsonl"
QUIET = Options(speed=False)


class Deaf:
    """A language model that answers nothing of use."""

    name = "test:deaf"

    def complete(self, prompt: Prompt) -> Completion:
        return Completion("I would rather not.", self.name, 100, 5, 2.0)

    async def complete_async(self, prompt: Prompt) -> Completion:
        return self.complete(prompt)


@pytest.fixture
def talks(tmp_path: Path) -> Path:
    return write_lines(tmp_path / "talks.jsonl", *conversation_items())


@pytest.fixture
def user(tmp_path: Path) -> Path:
    return write_lines(tmp_path / "user.jsonl", halumem_user())


def test_statements_are_counted_by_part_and_by_group(talks: Path) -> None:
    found = run(talks, options=QUIET)
    assert found["benchmark"] == "extract"
    assert found["dataset"]["items"] == 3
    assert found["dataset"]["turns"] == 6
    assert found["statements"] == 4
    assert found["covered"] == 3
    assert found["coverage"] == 0.75
    assert {part: row["covered"] for part, row in found["by_part"].items()} == {
        "current": 2, "ended": 1,
    }  # fmt: skip
    assert found["by_group"]["language"]["zh"]["statements"] == 2
    assert set(found["by_group"]) == {"language", "relation", "category"}
    assert json.loads(to_json(found))["rows"][0]["system"] == "smalti"


def test_a_miss_tells_what_came_nearest(talks: Path) -> None:
    [miss] = run(talks, options=QUIET)["misses"]
    assert (miss["item"], miss["statement"]) == ("c3", "林安会弹琴")
    assert miss["nearest"]["sentence"]
    assert miss["nearest"]["unmet"] == []


def test_what_is_not_memory_leaves_nothing(talks: Path) -> None:
    quiet = run(talks, options=QUIET)["not_memory"]
    assert (quiet["items"], quiet["quiet"], quiet["share"]) == (1, 1, 1.0)


def test_what_is_left_of_no_memory_is_shown(tmp_path: Path) -> None:
    item = conversation_items()[0]
    item["expect"]["relation"] = "not_memory"
    quiet = run(write_lines(tmp_path / "x.jsonl", item), options=QUIET)["not_memory"]
    assert quiet["share"] == 0.0
    assert "Lisbon" in quiet["left"][0]["sentence"]


def test_every_quote_stands_in_its_turn_and_who_spoke_is_checked(talks: Path) -> None:
    found = run(talks, options=QUIET)
    checks = found["checks"]
    assert checks["valid_spans"]["right"] == 1.0
    assert checks["valid_spans"]["checked"] == found["records"] > 0
    assert checks["speaker"]["right"] == 1.0
    assert checks["subject"]["right"] == 1.0
    assert checks["subject"]["checked"] >= 3


def finding(quote: str, subject: str, speaker: str = "Ines") -> Finding:
    turn = TurnDraft(quote, speaker)
    return Finding("k", "c1", turn, 0, record(quote), speaker, subject, quote)


@pytest.mark.parametrize(
    "quote",
    ["I live in Ghent", "And I've a boat", "im a nurse", "我在港口修船", "私は船を直します"],
)
def test_what_is_told_in_the_first_person_is_about_who_spoke(quote: str) -> None:
    assert subjects([finding(quote, "Ines")]).right == 1
    assert [one.subject for one in subjects([finding(quote, "the boat")]).wrong] == ["the boat"]


@pytest.mark.parametrize(
    "quote", ["I think Karel lives in Ghent", "my boat leaks", "Karel and I sail", "我妹妹会弹琴"]
)
def test_what_may_be_about_others_is_not_checked(quote: str) -> None:
    assert subjects([finding(quote, "Karel")]).checked == 0


def test_a_name_in_half_width_letters_is_the_same_name() -> None:
    half = replace(finding("x", "y", speaker="アンナ"), speaker="ｱﾝﾅ")
    assert speakers([half]).right == 1


def test_words_that_are_somebody_elses_have_no_speaker_to_check() -> None:
    quoted = finding("x", "y")
    quoted = replace(quoted, record=replace(quoted.record, modality=Modality.QUOTED))
    assert speakers([quoted]).checked == 0


def test_halumem_gives_recall_by_type_and_what_only_the_assistant_brings_up(user: Path) -> None:
    found = run(user, options=QUIET)
    assert found["statements"] == 2
    assert found["by_part"]["interference"]["statements"] == 1
    assert found["interference_as_told"] == 0.0
    assert set(found["by_group"]["type"]) == {"Persona", "Event"}
    assert found["by_group"]["type"]["Persona"]["covered"] == 1


def test_a_limit_and_a_kind_may_be_given(user: Path) -> None:
    found = run(user, options=Options(kind=Set.HALUMEM, limit=1, speed=False))
    assert found["dataset"]["items"] == 1


def test_speed_is_measured_on_the_same_turns(talks: Path) -> None:
    found = run(talks)
    assert found["speed"]["turns"] == 6
    assert found["turns_per_second"] > 0
    assert found["speed"]["add_one_turn_ms"]["p50"] > 0


def test_a_model_is_asked_and_what_that_took_is_told(talks: Path) -> None:
    found = run(talks, model=Deaf())
    assert found["rows"][0]["system"] == "smalti with test:deaf"
    assert "speed" not in found
    told = found["model"]
    assert told["calls"] > 0
    assert told["input_tokens"] == 100 * told["calls"]
    assert told["items_with_fallback"] == 3
    assert told["latency_ms"]["p50"] >= 0
    assert found["coverage"] == 0.75, "by local rules, where the model fails"


def test_rows_are_taken_up_again_without_reading(
    talks: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = tmp_path / "rows.jsonl"
    first = run(talks, options=Options(limit=2, rows=rows, speed=False))
    assert len(rows.read_text().splitlines()) == 2
    whole = run(talks, options=Options(rows=rows, resume=True, speed=False))
    assert len(rows.read_text().splitlines()) == 3
    assert first["dataset"]["items"] == 2
    assert whole["coverage"] == run(talks, options=QUIET)["coverage"]
    kept = rows.read_text()
    assert run(talks, options=Options(rows=rows, resume=True, speed=False)) == whole
    assert rows.read_text() == kept


def test_a_row_that_was_cut_off_is_read_anew(talks: Path, tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    run(talks, options=Options(rows=rows, speed=False))
    rows.write_text(rows.read_text()[:-40], "utf-8")
    run(talks, options=Options(rows=rows, resume=True, speed=False))
    items = [json.loads(line)["reading"]["item"] for line in rows.read_text().splitlines()]
    assert items == ["c1", "c2", "c3"]


def test_rows_that_are_there_are_not_added_to_unasked(talks: Path, tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    rows.touch()
    with pytest.raises(InvalidInput, match="is there already"):
        run(talks, options=Options(rows=rows, speed=False))


@pytest.mark.parametrize(
    ("line", "complaint"),
    [("{", "is not JSON"), ("[]", "is no row"), ('{"run": {}, "reading": {}}', "was made by")],
)
def test_rows_of_another_run_are_refused(
    talks: Path, tmp_path: Path, line: str, complaint: str
) -> None:
    rows = tmp_path / "rows.jsonl"
    rows.write_text(line + "\n", "utf-8")
    with pytest.raises(InvalidInput, match=complaint):
        run(talks, options=Options(rows=rows, resume=True, speed=False))


def test_rows_that_cannot_be_written_are_named(talks: Path) -> None:
    with pytest.raises(InvalidInput, match="rows: cannot be written"):
        run(talks, options=Options(rows=Path("/proc/none/rows.jsonl"), speed=False))


def invoke(*arguments: object) -> str:
    done = CliRunner().invoke(bench, ["extract", *map(str, arguments)], catch_exceptions=False)
    assert done.exit_code == 0
    return done.stdout


def test_people_get_tables_and_misses_when_they_ask(talks: Path) -> None:
    plain = invoke("--data", talks, "--model", "none", "--sample", "1")
    for shown in (
        "statements covered by a record",
        "by language",
        "1 of 1 left nothing",
        "quotes that stand in their turn: 1.0000",
        "extraction, turns a second",
        "said by",
    ):
        assert shown in plain
    assert "林安会弹琴" not in plain
    assert "林安会弹琴" in invoke("--data", talks, "--model", "none", "--misses")


def test_the_object_has_the_misses_whether_shown_or_not(talks: Path) -> None:
    printed = json.loads(invoke("--data", talks, "--model", "none", "--json").splitlines()[-1])
    assert len(printed["misses"]) == 1


def test_the_set_may_be_named(user: Path) -> None:
    assert "brought up by the assistant alone" in invoke(
        "--data", user, "--set", "halumem", "--model", "none"
    )


def stored(path: Path) -> Path:
    if not path.exists():
        pytest.skip(f"the development data ({path.name}) does not lie beside the project")
    return path


@pytest.mark.parametrize(("name", "least"), [("en", 0.4), ("zh", 0.3), ("ja", 0.3), ("mixed", 0.2)])
def test_the_development_conversations_are_covered(name: str, least: float) -> None:
    found = run(stored(CASES / f"{name}.jsonl"), options=Options(limit=20, speed=False))
    assert found["coverage"] >= least
    assert found["valid_spans"] == 1.0
    assert found["speaker_right"] >= 0.95
    assert found["not_memory_quiet"] in (None, 1.0)


def test_a_session_of_halumem_is_read() -> None:
    found = run(stored(HALUMEM), options=Options(limit=1, speed=False))
    assert found["valid_spans"] == 1.0
    assert found["coverage_low"] >= found["coverage"] > 0
