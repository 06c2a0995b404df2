"""The dates benchmark: what counts as right, what is refused, what the figures are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from smalti.bench.dates import judged, run, tables
from smalti.bench.report import to_json
from smalti.model.errors import InvalidInput
from smalti.model.time import Instant
from smalti.text.when import find_dates

SAID = "2026-05-15T10:00:00+02:00"
CASES = Path(__file__).parents[2].parent / "shared" / "cases" / "dates.jsonl"


def item(text: str, expression: str, **more: Any) -> dict[str, Any]:
    """A labelled sentence: yesterday, unless told otherwise."""
    plain = {
        "id": "t-1", "lang": "en", "said_at": SAID, "text": text, "expression": expression,
        "start": "2026-05-14", "end": "2026-05-15", "precision": "day", "relation": "at",
    }  # fmt: skip
    return plain | more


def right(labelled: dict[str, Any]) -> bool:
    return judged(labelled, find_dates(labelled["text"], Instant.of(labelled["said_at"]))).right


def write(path: Path, *items: dict[str, Any]) -> Path:
    file = path / "dates.jsonl"
    file.write_text("\n".join(json.dumps(one) for one in items) + "\n", "utf-8")
    return file


def test_interval_and_precision_must_both_be_right() -> None:
    assert right(item("It rained yesterday.", "yesterday"))
    assert not right(item("It rained yesterday.", "yesterday", precision="week"))
    assert not right(item("It rained yesterday.", "yesterday", start="2026-05-13"))


def test_an_accepted_reading_needs_no_precision() -> None:
    other = item("It rained yesterday.", "yesterday", start="2026-05-01", end="2026-05-02")
    assert not right(other)
    assert right(other | {"also": [{"start": "2026-05-14", "end": "2026-05-15"}]})


def test_grains_without_a_word_in_the_model_are_read_as_the_next_coarser_one() -> None:
    weekend = item("We ski next weekend.", "next weekend", precision="weekend")
    assert right(weekend | {"start": "2026-05-23", "end": "2026-05-25"})
    quarter = item("Sales fell in Q1.", "in Q1", precision="quarter")
    assert right(quarter | {"start": "2026-01-01", "end": "2026-04-01"})


def test_what_comes_back_is_right_by_its_rule_in_any_order_of_parts() -> None:
    monday = item("I swim every Monday.", "every Monday", start=None, end=None)
    monday |= {"relation": "recurring", "rrule": "BYDAY=MO;FREQ=WEEKLY"}
    assert right(monday)
    assert not right(monday | {"rrule": "FREQ=WEEKLY;BYDAY=TU"})
    assert not right(monday | {"text": "I swam on Monday.", "expression": "Monday"})


def test_the_mention_must_cover_the_labelled_words() -> None:
    assert not right(item("Yesterday I bought a pan in the market.", "in the market"))


def test_time_words_without_a_time_must_be_found_and_name_none() -> None:
    vague = item("I saw her the other day.", "the other day", start=None, end=None)
    assert right(vague | {"precision": "unknown"})
    assert not right(vague | {"text": "I saw her twice.", "expression": "twice"})


def test_a_trap_is_right_when_nothing_at_all_is_found() -> None:
    trap = item("May I come in?", "May", start=None, end=None, precision="unknown", trap=True)
    assert right(trap)
    assert not right(trap | {"text": "May I come tomorrow?"})


def test_the_object_holds_the_figures_and_the_misses(tmp_path: Path) -> None:
    file = write(
        tmp_path,
        item("It rained yesterday.", "yesterday"),
        item("Gestern hat es geregnet.", "Gestern", id="t-2", lang="de", start="2026-05-13"),
        item("May I come in?", "May", id="t-3", start=None, end=None, trap=True),
    )
    found = run(file)
    assert found["benchmark"] == "dates"
    assert found["accuracy"] == pytest.approx(2 / 3, abs=1e-4)
    assert (found["accuracy_en"], found["accuracy_de"], found["traps"]) == (1.0, 0.0, 1.0)
    assert [miss["id"] for miss in found["misses"]] == ["t-2"]
    assert found["misses"][0]["found"][0]["interval"][0] == "2026-05-14T00:00:00+02:00"
    assert found["by_kind"]["trap"] == {"items": 1, "right": 1, "accuracy": 1.0}
    assert json.loads(to_json(found))["dataset"]["items"] == 3
    assert found["sentences_per_second"] > 0


def test_the_tables_show_every_language_and_every_miss(tmp_path: Path) -> None:
    miss = item("It rained yesterday.", "yesterday", id="t-9", start="2026-05-13")
    shown = list(tables(run(write(tmp_path, miss))))
    assert len(shown) == 4
    assert "0.0000" in str(shown[2])
    assert str(shown[3]).startswith("t-9: 'yesterday'")


def test_the_language_may_be_told(tmp_path: Path) -> None:
    file = write(tmp_path, item("Gestern.", "Gestern", lang="de-CH"))
    assert run(file, tell_language=True)["accuracy"] == 1.0


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("", "no items"),
        ("{", "dates.jsonl:1"),
        ('{"id": "x"}', "has no lang"),
        ("[1]", "has no id"),
    ],
)
def test_a_file_that_is_none_is_refused(tmp_path: Path, content: str, complaint: str) -> None:
    file = tmp_path / "dates.jsonl"
    file.write_text(content, "utf-8")
    with pytest.raises(InvalidInput) as refused:
        run(file)
    assert complaint in str(refused.value)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="cannot be read"):
        run(tmp_path / "none.jsonl")


@pytest.mark.skipif(not CASES.exists(), reason="the labelled set is not here")
def test_the_labelled_set_is_read_as_well_as_promised() -> None:
    found = run(CASES)
    assert found["accuracy"] >= 0.92
    assert found["traps"] >= 0.95
    for name in ("en", "de", "es", "fr", "ja", "zh"):
        assert found[f"accuracy_{name}"] >= 0.85
