from __future__ import annotations

import inspect
import subprocess
import sys

import pytest

import smalti

PUBLIC = [
    "AsyncMemory",
    "EmbedderMismatch",
    "ExternalIdConflict",
    "Instant",
    "Interval",
    "InvalidInput",
    "Memory",
    "ModelError",
    "ModelUnavailable",
    "NotFound",
    "Recall",
    "RecallItem",
    "Receipt",
    "Role",
    "SmaltiError",
    "StoreError",
    "Turn",
    "TurnDraft",
]
HEAVY = ("sqlalchemy", "alembic", "numpy", "pydantic", "click", "rich", "onnxruntime", "regex")
VERBS = [
    "add",
    "agenda",
    "agendas",
    "answer",
    "around",
    "ask",
    "assert_",
    "assert_all",
    "central",
    "check",
    "clarifications",
    "close",
    "communities",
    "compact",
    "configure",
    "conflict",
    "conflicts",
    "consolidate",
    "correct",
    "drop_agenda",
    "entities",
    "entity",
    "erasures",
    "explain",
    "export",
    "forget",
    "get",
    "graph",
    "history",
    "import_",
    "labels",
    "merge",
    "names",
    "path",
    "plan",
    "process",
    "recall",
    "recheck",
    "record",
    "records",
    "reindex",
    "resolve",
    "retract",
    "sessions",
    "settings",
    "space",
    "spaces",
    "stats",
    "timeline",
    "turns",
    "undo",
    "unmerge",
    "why",
]


def run(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_public_names_are_these() -> None:
    assert smalti.__all__ == PUBLIC
    assert len(PUBLIC) <= 25


@pytest.mark.parametrize("name", PUBLIC)
def test_a_public_name_can_be_imported_and_says_what_it_is(name: str) -> None:
    assert inspect.getdoc(getattr(smalti, name))


def test_a_name_that_is_not_there_is_an_ordinary_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Nothing'"):
        _ = smalti.Nothing
    assert not hasattr(smalti, "__wrapped__")


def test_a_star_import_brings_every_public_name() -> None:
    run(f"from smalti import *; assert all(n in globals() for n in {PUBLIC!r})")


def test_importing_smalti_loads_nothing_heavy() -> None:
    code = f"import sys, smalti; print([n for n in {HEAVY!r} if n in sys.modules])"
    assert run(code).strip() == "[]"


def test_the_nouns_can_be_used_without_anything_heavy() -> None:
    code = (
        "import sys; from smalti import Instant, Turn, TurnDraft, Role, Receipt, InvalidInput; "
        f"Instant.of('2026-03-01'); print([n for n in {HEAVY!r} if n in sys.modules])"
    )
    assert run(code).strip() == "[]"


def test_the_verbs_of_memory_are_these() -> None:
    public = [name for name in dir(smalti.Memory) if not name.startswith("_")]
    assert sorted(public) == VERBS


@pytest.mark.parametrize("verb", VERBS)
def test_the_asynchronous_twin_has_every_verb(verb: str) -> None:
    assert inspect.getdoc(getattr(smalti.AsyncMemory, verb))


@pytest.mark.parametrize("verb", ["__init__", *VERBS])
def test_options_are_given_by_name(verb: str) -> None:
    parameters = list(inspect.signature(getattr(smalti.Memory, verb)).parameters.values())[1:]
    positional = [p for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]
    assert len(positional) <= 1 or all(p.default is p.empty for p in positional)
