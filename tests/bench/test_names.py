from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from smalti.bench import names
from smalti.model.errors import InvalidInput


def pair(a: str, b: str, verdict: str, category: str = "numbers", **more: str) -> dict[str, Any]:
    return {"id": f"{a}/{b}", "a": a, "b": b, "verdict": verdict, "category": category, **more}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    rows = [
        pair("Room 12", "Room 21", "different", type_a="place", type_b="place"),
        pair("Larkfield Labs", "larkfield  labs", "same", "spelling"),
        pair("Orsino\u2028Freight", "0rsino Freight", "propose", "spelling"),
        pair("Mum", "Mum", "different", "kin", context_a="Ann: Mum", context_b="Ben: Mum"),
        pair("Tessaro", "Tessaro", "different", "type"),  # a label that no rule can know
    ]
    path = tmp_path / "pairs.jsonl"
    path.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n", "utf-8")
    return path


def test_verdicts_are_counted_by_category_and_against_the_label(file: Path) -> None:
    found = names.run(file)
    assert found["benchmark"] == "names"
    assert found["dataset"]["pairs"] == 5
    assert found["accuracy"] == 0.8
    assert found["false_merges"] == 1
    assert found["false_merges_of_digits_or_kinds"] == 0
    assert found["by_category"]["spelling"] == {
        "pairs": 2, "right": 2, "accuracy": 1.0, "false_merges": 0,
    }  # fmt: skip
    assert found["confusion"]["different"] == {"same": 1, "different": 2, "propose": 0}
    assert found["accuracy_propose"] == 1.0


def test_a_miss_tells_what_was_found_and_why(file: Path) -> None:
    (miss,) = names.run(file)["misses"]
    assert (miss["wanted"], miss["found"], miss["rule"]) == ("different", "same", "identical")
    assert miss["reason"]
    json.dumps(names.run(file), allow_nan=False)


def test_tables_show_every_category_and_miss(file: Path) -> None:
    console = Console(width=100, record=True, file=None, quiet=False)
    with console.capture() as captured:
        for table in names.tables(names.run(file)):
            console.print(table)
    shown = captured.get()
    assert all(category in shown for category in ("numbers", "spelling", "kin", "type"))
    assert "Tessaro / Tessaro: same for different" in shown


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("{", "is not JSON"),
        ("[]", "has no id"),
        ('{"id": 1, "a": "x", "b": "y", "category": "c"}', "has no verdict"),
        (json.dumps(pair("x", "y", "perhaps")), "none of same, different, propose"),
        ("", "holds no items"),
    ],
)
def test_a_faulty_file_is_named_with_its_line(tmp_path: Path, line: str, problem: str) -> None:
    path = tmp_path / "faulty.jsonl"
    path.write_text(line, "utf-8")
    with pytest.raises(InvalidInput, match=problem):
        names.run(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="cannot be read"):
        names.run(tmp_path / "none.jsonl")
