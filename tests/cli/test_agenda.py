from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.conftest import Shell

FORM = """
name: person
languages: [en, de]
units:
  - id: born
    type: date
    predicate: born_on
    questions:
      en: When were you born?
      de: Wann sind Sie geboren?
  - id: home
    type: text
    predicate: lives_in
    questions:
      en: Where do you live?
      de: Wo wohnen Sie?
"""


@pytest.fixture
def form(tmp_path: Path) -> str:
    (tmp_path / "person.yaml").write_text(FORM, "utf-8")
    return "person.yaml"


def test_the_next_question_is_put_with_the_parts_of_its_score(shell: Shell) -> None:
    shown = shell.ok("agenda", "clinical-intake")
    assert "clinical-intake about user: 0% covered, 23 of 23 open" in shown
    assert "What brings you here today?" in shown
    put = shell.json("agenda", "clinical-intake")["next"]
    parts = put["parts"]
    summed = parts["importance"] + parts["centrality"] + parts["continuity"]
    assert parts["score"] == pytest.approx(summed * parts["patience"])
    assert (put["unit"], put["type"], put["asked"]) == ("complaint", "text", 0)


def test_a_form_is_worked_through_in_one_command_after_the_other(shell: Shell, form: str) -> None:
    assert shell.json("agenda", form)["next"]["unit"] == "born"
    answered = shell.json("agenda", "person", "--reply", "1 May 1980")
    assert answered["receipt"]["records"][0]["outcome"] == "stored"
    assert answered["next"]["unit"] == "home"
    last = shell.ok("agenda", "person", "--reply", "Oslo")
    assert "nothing more to ask: covered" in last
    assert "1980-05-01" in shell.ok("agenda", "person", "--units")


def test_a_reply_may_be_to_another_unit(shell: Shell, form: str) -> None:
    shell.json("agenda", form, "--reply", "Oslo", "--unit", "home", "--said-at", "2026-03-01")
    units = {one["id"]: one for one in shell.json("agenda", "person", "--units")["units"]}
    assert units["home"]["values"] == ["Oslo"]
    assert units["born"]["need"] == "open"


def test_a_reply_that_answers_nothing_says_so(shell: Shell, form: str) -> None:
    assert "no answer to 'born': not known" in shell.ok("agenda", form, "--reply", "I don't know")
    assert "asked 1 times in vain" in shell.ok("agenda", "person", "--units")


def test_a_unit_is_skipped_and_taken_in_again(shell: Shell, form: str) -> None:
    assert shell.json("agenda", form, "--skip", "born")["next"]["unit"] == "home"
    assert "skipped   born" in shell.ok("agenda", "person", "--units")
    assert shell.json("agenda", "person", "--unskip", "born")["agenda"]["stop"] is None


def test_a_question_is_put_in_another_language(shell: Shell, form: str) -> None:
    shown = shell.ok("agenda", form, "--skip", "born", "--ask-in", "de")
    assert "Wo wohnen Sie?" in shown


def test_an_agenda_may_be_about_somebody(shell: Shell, form: str) -> None:
    shell.ok("agenda", form, "--about", "Ada", "--reply", "Oslo", "--unit", "home")
    [record] = shell.json("records", "--about", "Ada")["records"]
    assert record["predicate"] == "lives_in"


def test_agendas_are_listed_exported_and_dropped(shell: Shell, form: str) -> None:
    shell.ok("agenda", form)
    [info] = shell.json("agenda")["agendas"]
    assert (info["name"], info["units"], info["open"]) == ("person", 2, 2)
    exported = json.loads(shell.ok("agenda", "person", "--export"))
    assert exported["form"]["name"] == "person"
    assert shell.json("agenda", "person", "--drop") == {"dropped": "person"}
    assert "no agenda is open" in shell.ok("agenda")


def test_what_memory_has_to_ask_is_an_agenda(shell: Shell) -> None:
    for place in ("Oslo", "Rome"):
        shell.ok("assert", "Ada", "born_in", place)
    assert "Which is right" in shell.ok("agenda", "clarifications")
    assert "nothing more to ask" in shell.ok("agenda", "clarifications", "--reply", "Rome")


@pytest.mark.parametrize(
    "words",
    [
        ["clinical-intake", "--reply", "no", "--skip", "age"],
        ["clinical-intake", "--unit", "age"],
        ["--drop"],
    ],
)
def test_what_makes_no_sense_together_is_a_usage_error(shell: Shell, words: list[str]) -> None:
    assert shell.run("agenda", *words).exit_code == 2


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["no-such-form"], "is not known"),
        (["no-such-form.yaml"], "cannot be read"),
        (["clinical-intake", "--skip", "moon"], "is not a unit"),
        (["clinical-intake", "--reply", ""], "is empty"),
    ],
)
def test_what_cannot_be_opened_is_told(shell: Shell, words: list[str], told: str) -> None:
    result = shell.run("agenda", *words)
    assert result.exit_code == 4
    assert told in result.stderr


def test_looking_at_an_agenda_leaves_no_file_behind(shell: Shell, tmp_path: Path) -> None:
    for words in ([], ["clarifications"], ["person", "--units"], ["person", "--drop"]):
        assert shell.run("agenda", *words).exit_code == 6
    assert not (tmp_path / "smalti.db").exists()


def test_a_form_that_is_wrong_is_told_with_its_place(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text(FORM.replace("type: date", "type: colour"), "utf-8")
    result = shell.run("agenda", "bad.yaml")
    assert result.exit_code == 4
    assert "bad.yaml: unit 'born': type" in result.stderr
