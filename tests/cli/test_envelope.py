from __future__ import annotations

from collections.abc import Callable

import pytest

from cli.conftest import DEMO, Shell
from smalti.cli.app import COMMANDS
from smalti.cli.output import envelope
from smalti.model.codec import from_data, to_data
from smalti.model.results import Degradation, Recall, Stats
from smalti.model.turn import Turn

LINES = {
    "add": ["add", "Hello there"],
    "import": ["import", str(DEMO)],
    "recall": ["recall", "ticket"],
    "ask": ["ask", "Which ticket?"],
    "get": ["get", "ID"],
    "turns": ["turns"],
    "sessions": ["sessions"],
    "spaces": ["spaces"],
    "stats": ["stats"],
    "doctor": ["doctor"],
    "settings": ["settings"],
    "consolidate": ["consolidate"],
    "reindex": ["reindex", "--no-model"],
    "export": ["export", "out.jsonl"],
    "explain": ["explain", "Ada lives in Oslo"],
    "process": ["process"],
    "assert": ["assert", "Ada", "lives_in", "Oslo"],
    "records": ["records"],
    "why": ["why", "RECORD"],
    "history": ["history", "RECORD"],
    "timeline": ["timeline", "Ada"],
    "entities": ["entities"],
    "merge": ["merge", "Ada", "Grace"],
    "unmerge": ["unmerge", "MERGE"],
    "questions": ["questions"],
    "answer": ["answer", "QUESTION", "Oslo"],
    "agenda": ["agenda", "clinical-intake"],
    "graph": ["graph", "Ada"],
    "conflicts": ["conflicts"],
    "resolve": ["resolve", "CONFLICT", "stored"],
    "undo": ["undo", "DECIDED"],
    "correct": ["correct", "RECORD", "Bergen"],
    "retract": ["retract", "RECORD"],
    "recheck": ["recheck"],
    "forget": ["forget", "--turn", "ID", "--yes"],
    "compact": ["compact"],
    "serve": ["serve", "--openapi"],
    "keys": ["keys"],
    "mcp": ["mcp", "--list"],
    "demo": ["demo", "--no-model"],
}

IDS: dict[str, Callable[[Shell], str]] = {
    "ID": lambda shell: shell.json("turns")["turns"][0]["id"],
    "RECORD": lambda shell: shell.json("records")["records"][0]["id"],
    "MERGE": lambda shell: shell.json("merge", "Ada", "Grace")["id"],
    "QUESTION": lambda shell: shell.json("questions")["questions"][0]["id"],
    "CONFLICT": lambda shell: shell.json("conflicts")["conflicts"][0]["id"],
    "DECIDED": lambda shell: _decided(shell),
}


def _decided(shell: Shell) -> str:
    id: str = shell.json("conflicts")["conflicts"][0]["id"]
    shell.ok("resolve", id, "incoming")
    return id


@pytest.fixture
def learnt(told: Shell) -> Shell:
    """A shell that was also told of two people, and two things that cannot both be so."""
    told.ok("assert", "Ada", "born_in", "Oslo")
    told.ok("assert", "Grace", "lives_in", "Rome")
    told.ok("assert", "Ada", "born_in", "Rome")
    return told


def test_every_command_but_bench_is_tried_here() -> None:
    assert LINES.keys() == COMMANDS.keys() - {"bench"}


@pytest.mark.parametrize("name", LINES)
def test_the_envelope_has_the_same_shape_for_every_command(learnt: Shell, name: str) -> None:
    words = [IDS[word](learnt) if word in IDS else word for word in LINES[name]]
    answer, code = learnt.envelope(*words, "--json")
    assert code == 0
    assert list(answer) == ["ok", "command", "data", "degraded", "timings_ms"]
    assert answer["ok"] is True
    assert answer["command"] == name
    assert isinstance(answer["data"], dict)
    for note in answer["degraded"]:
        assert note.keys() == {"part", "reason", "hint"}
    assert all(isinstance(ms, int | float) for ms in answer["timings_ms"].values())


@pytest.mark.parametrize("name", LINES)
def test_an_error_has_the_same_shape_for_every_command(shell: Shell, name: str) -> None:
    answer, code = shell.envelope(name, "--json", "--no-such-option")
    assert code == 2
    assert answer == {
        "ok": False,
        "command": name,
        "error": {
            "code": "usage",
            "message": answer["error"]["message"],
            "hint": f"Try `smalti {name} --help`",
        },
    }
    assert "--no-such-option" in answer["error"]["message"]


def test_a_refused_value_is_named_with_its_field(told: Shell) -> None:
    answer, code = told.envelope("recall", "x", "-k", "0", "--json")
    assert code == 4
    assert answer["error"]["code"] == "invalid_input"
    assert answer["error"]["field"] == "k"
    assert answer["error"]["value"] == 0


def test_json_after_the_double_dash_is_text_and_no_option(shell: Shell) -> None:
    shell.ok("add", "--", "--json")
    result = shell.run("recall", "-k", "0", "--", "--json")
    assert result.stdout == ""
    assert result.stderr.startswith("Error: k:")


def test_the_data_are_the_results_of_the_library(told: Shell) -> None:
    recalled = told.json("recall", "ticket")
    found = from_data(Recall, recalled)
    assert found.items[0].turn == from_data(Turn, told.json("get", found.items[0].turn.id))
    assert from_data(Stats, told.json("stats")).turns == 2


def test_what_was_degraded_stands_in_the_envelope_and_not_in_the_data_again() -> None:
    note = Degradation("vector", "no model")
    made = envelope("recall", Recall("q", (), "none", degraded=(note,), timings_ms={"index": 1.0}))
    assert made["degraded"] == [to_data(note)]
    assert made["timings_ms"] == {"index": 1.0}
    assert made["data"].keys().isdisjoint({"degraded", "timings_ms"})
