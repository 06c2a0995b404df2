from __future__ import annotations

import json
from pathlib import Path

import pytest

from smalti.bench import ncs
from smalti.bench.ncs_cases import judge_cases
from smalti.bench.ncs_edits import compare_edits, measure
from smalti.model.errors import InvalidInput

CASES = Path(__file__).parents[2].parent / "shared" / "data" / "ncs" / "ncs_cases.json"


@pytest.fixture
def cases() -> Path:
    if not CASES.exists():
        pytest.skip("the development data (ncs/ncs_cases.json) does not lie beside the project")
    return CASES


def test_every_field_of_the_nine_cases_is_found_as_given(cases: Path) -> None:
    found = list(judge_cases(cases))
    assert [case["differs"] for case in found] == [[]] * 9


def test_only_graph_local_scores_go_stale(cases: Path) -> None:
    found = ncs.run(cases, sizes=(), edits=20)
    assert found["cases_dependency_aware"] == 9
    assert found["graph_local_stale_scores"] == 4
    assert found["graph_local_wrong_choices"] == 3


def test_random_edits_leave_what_a_full_computation_gives() -> None:
    found = compare_edits(300, graphs=3, units=40)
    assert found["edits_unequal"] == 0
    assert found["graph_local_stale_share"] > 0


def test_terms_recomputed_per_edit_do_not_grow_with_the_units() -> None:
    few, many = measure(500), measure(20_000)
    assert many["equal_full"] == few["equal_full"] == 1
    assert many["terms_per_edit"] < few["terms_per_edit"] + 1
    assert many["most_terms"] <= 1 + 16 + 4  # dependents, and those that the edits added


def test_a_case_that_says_otherwise_is_told(cases: Path, tmp_path: Path) -> None:
    data = json.loads(cases.read_text("utf-8"))
    data["cases"][0]["full_choice"] = "a"
    changed = tmp_path / "cases.json"
    changed.write_text(json.dumps(data), "utf-8")
    assert next(judge_cases(changed))["differs"] == ["full_choice"]


def test_a_file_without_cases_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "other.json"
    file.write_text("{}", "utf-8")
    with pytest.raises(InvalidInput, match="not as expected"):
        list(judge_cases(file))
