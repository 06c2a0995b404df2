"""The house rules that a linter does not know."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from smalti.memory import Memory
from smalti.memory.base import Base

ROOT = Path(__file__).parents[1]
MODULES = sorted((ROOT / "src").rglob("*.py"))
GENERATED = {"0001_first_schema.py"}  # Alembic revisions are written once and never edited


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


@pytest.mark.parametrize("module", MODULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_modules_and_functions_stay_small(module: Path) -> None:
    text = module.read_text("utf-8")
    if module.name in GENERATED:
        return
    assert text.count("\n") <= 500
    for function in functions(ast.parse(text)):
        length = (function.end_lineno or 0) - function.lineno + 1
        assert length <= 60, f"{function.name} has {length} lines"
        assert len(function.args.args) <= 6, f"{function.name} takes many positional parameters"


def test_tests_do_not_mock_our_own_code() -> None:
    for path in (ROOT / "tests").rglob("*.py"):
        if path != Path(__file__):
            assert not re.search(r"unittest\.mock|\bmocker\b", path.read_text("utf-8")), path


def test_transactions_are_begun_in_one_place_only() -> None:
    for module in MODULES:
        text = module.read_text("utf-8")
        if module.parts[-2] != "store" and "migrations" not in module.parts:
            assert ".commit(" not in text
            assert "BEGIN" not in text


def test_every_dependency_has_its_line_of_reason() -> None:
    reasons = (ROOT / "docs" / "decisions" / "0002-dependencies.md").read_text("utf-8").lower()
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    declared = re.findall(r'^  "([a-z0-9-]+)[>=]', text, flags=re.MULTILINE)
    assert len(declared) > 10
    for name in declared:
        short = name.removeprefix("pytest-").removeprefix("python-")
        assert name in reasons or short in reasons, name


def test_no_part_of_a_memory_hides_a_name_of_another() -> None:
    parts = [part for part in Memory.__mro__[:-1] if part is not Base]
    defined = Counter(name for part in parts for name in vars(part) if not name.startswith("__"))
    assert [name for name, times in defined.items() if times > 1] == []
