from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.conftest import DEMO, Shell


def test_add_keeps_each_argument_as_a_turn_and_shows_the_receipt(shell: Shell) -> None:
    shown = shell.ok("add", "One thing", "Another", "--speaker", "Ada", "--session", "s1")
    ids = [turn["id"] for turn in shell.json("turns")["turns"]]
    assert [line.split() for line in shown.splitlines()[:2]] == [["stored", id] for id in ids]
    assert "switched off" in shown  # the turns have no vectors, and that is said


def test_add_takes_who_when_and_where(shell: Shell) -> None:
    shell.ok(
        "add", "そうだね", "--speaker", "Mizuki", "--role", "assistant", "--session", "s 2",
        "--said-at", "2026-03-01T09:30", "--utc-offset", "+09:00", "--external-id", "mine:1",
    )  # fmt: skip
    turn = shell.json("get", "mine:1")
    assert turn["text"] == "そうだね"
    assert (turn["speaker"], turn["role"], turn["session"]) == ("Mizuki", "assistant", "s 2")
    assert turn["said_at"] == "2026-03-01T09:30:00+09:00"


def test_a_time_that_nobody_knows_stays_unknown(shell: Shell) -> None:
    shell.ok("add", "Once upon a time", "--said-at", "unknown")
    assert shell.json("turns")["turns"][0]["said_at"] is None
    assert "undated" in shell.ok("turns")


@pytest.mark.parametrize("words", [["add"], ["add", "-"]])
def test_add_reads_a_turn_a_line_from_a_pipe_and_keeps_it_verbatim(
    shell: Shell, words: list[str]
) -> None:
    shell.ok(*words, input="\ufeffone \u2028 line\r\n\n  indented\x85\nlast")
    texts = [turn["text"] for turn in shell.json("turns")["turns"]]
    assert texts == ["one \u2028 line", "  indented\x85", "last"]


def test_add_reads_turns_as_json_lines(shell: Shell) -> None:
    lines = ['{"text": "Hi", "speaker": "Ada", "id": 7}', '"only text"']
    receipt = shell.json("add", "--jsonl", "--session", "s1", input="\n".join(lines))
    assert [item["outcome"] for item in receipt["items"]] == ["stored", "stored"]
    first, second = shell.json("turns")["turns"]
    assert (first["speaker"], first["external_id"], second["text"]) == ("Ada", "7", "only text")
    assert {first["session"], second["session"]} == {"s1"}


@pytest.mark.parametrize(
    ("input", "field"),
    [
        (b'{"text": "Hi"}\n{"text": \n', "line 2"),
        (b'"Hi"\n\n"\xff"\n', "line 3"),
        (b'"Hi"\n{"speaker": "Ada"}\n', "turns[1].text"),
        (b'"Hi"\n12\n', "turns[1]"),
    ],
)
def test_if_one_line_is_invalid_it_is_named_and_nothing_is_kept(
    shell: Shell, input: bytes, field: str
) -> None:
    answer, code = shell.envelope("add", "--jsonl", "--json", input=input)
    assert code == 4
    assert answer["error"]["field"].startswith(field)
    assert not Path("smalti.db").exists() or shell.json("turns")["turns"] == []


def test_text_that_is_no_text_is_refused_and_still_told_in_json(shell: Shell) -> None:
    answer, code = shell.envelope("add", "broken \udcff byte", "--json")
    assert (code, answer["error"]["value"]) == (4, "broken \udcff byte")


@pytest.mark.parametrize(
    ("words", "input"),
    [
        (["add"], ""),
        (["add", "-"], "\n \n"),
        (["add", "-", "more"], "x"),
        (["add", "text", "--jsonl"], "x"),
        (["add", "a", "b", "--external-id", "x"], None),
        (["add", "--jsonl", "--external-id", "x"], '"one"'),
    ],
)
def test_what_add_cannot_make_sense_of_is_a_usage_error(
    shell: Shell, words: list[str], input: str | None
) -> None:
    assert shell.run(*words, input=input).exit_code == 2
    assert not Path("smalti.db").exists()


def test_the_same_turn_twice_is_one_turn(shell: Shell) -> None:
    words = ["add", "Hello", "--said-at", "2026-03-01"]
    shell.ok(*words)
    assert shell.ok(*words).startswith("duplicate t_")
    assert len(shell.json("turns")["turns"]) == 1


def test_import_tells_what_it_stored_and_again_adds_only_what_is_missing(shell: Shell) -> None:
    shown = shell.ok("import", str(DEMO))
    assert f"{DEMO}: 168 stored  (jsonl, " in shown
    again = shell.json("import", str(DEMO))
    assert (again["stored"], again["duplicates"], again["faults"]) == (0, 168, 0)


def test_import_of_a_file_with_a_bad_line_keeps_the_rest_and_names_the_line(shell: Shell) -> None:
    lines = DEMO.read_text("utf-8").splitlines()
    lines[80] = lines[80][:-20]
    Path("broken.jsonl").write_text("\n".join(lines), "utf-8")
    result = shell.run("import", "broken.jsonl")
    assert result.exit_code == 3
    assert "167 stored, 1 fault" in result.stdout
    assert "line 81: " in result.stdout
    answer, code = shell.envelope("import", "broken.jsonl", "--json")
    assert (code, answer["ok"]) == (3, True)
    assert answer["data"]["reports"][0]["faults"][0]["where"] == "line 81"


def test_many_faults_are_cut_short_for_people_and_listed_in_json(shell: Shell) -> None:
    lines = ['{"text": "good"}'] + ["{" for _ in range(30)]
    Path("bad.jsonl").write_text("\n".join(lines), "utf-8")
    shown = shell.run("import", "bad.jsonl").stdout
    assert "line 21" in shown
    assert "line 22" not in shown
    assert "and 10 more" in shown
    answer, _ = shell.envelope("import", "bad.jsonl", "--json")
    assert len(answer["data"]["reports"][0]["faults"]) == 30


def test_of_several_files_one_that_cannot_be_used_does_not_stop_the_others(shell: Shell) -> None:
    Path("a.jsonl").write_text('{"text": "a"}\n', "utf-8")
    Path("b.jsonl").write_text('{"text": "b"}\n', "utf-8")
    answer, code = shell.envelope("import", "a.jsonl", "none.jsonl", "b.jsonl", "--json")
    assert code == 3
    assert answer["data"]["stored"] == 2
    assert [report["stored"] for report in answer["data"]["reports"]] == [1, 0, 1]
    assert "does not exist" in json.dumps(answer["data"]["reports"][1]["faults"])


def test_the_format_can_be_named(shell: Shell) -> None:
    Path("talk").write_text("Ada: Hello\nBob: Hi there\n", "utf-8")
    report = shell.json("import", "talk", "--format", "transcript")["reports"][0]
    assert (report["format"], report["stored"]) == ("transcript", 2)
