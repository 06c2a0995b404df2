"""Keys on the command line, and what a server is told."""

from __future__ import annotations

import json

import pytest

from cli.conftest import Shell

SPACES = ("--for", "ada", "--for", "team")


def test_a_key_is_made_listed_and_revoked(shell: Shell) -> None:
    made = shell.json("keys", "add", "notes app", *SPACES, "--scope", "read")
    assert made["key"].startswith("smk_")
    (listed,) = shell.json("keys")["keys"]
    assert listed == {name: value for name, value in made.items() if name != "key"}
    assert (listed["spaces"], listed["scopes"]) == (["ada", "team"], ["read"])
    assert shell.json("keys", "revoke", made["id"])["revoked_at"]
    assert "revoked" in shell.ok("keys", "list")


def test_a_key_is_shown_to_people_on_a_line_of_its_own(shell: Shell) -> None:
    said = shell.ok("keys", "add", "app", "--for", "*").splitlines()
    assert said[1].startswith("smk_")
    assert "app" in shell.ok("keys")


def test_a_key_reads_and_writes_unless_told_otherwise(shell: Shell) -> None:
    made = shell.json("keys", "add", "app", "--for", "*", "--expires", "2999-01-01")
    assert (made["scopes"], made["spaces"]) == (["read", "write"], None)
    assert made["expires_at"].startswith("2999-01-01")


@pytest.mark.parametrize(
    "words",
    [
        ["add"],
        ["add", "app"],
        ["revoke"],
        ["list", "app"],
        ["list", "--for", "ada"],
        ["revoke", "key_1", "--scope", "read"],
        ["add", "app", "--for", "ada", "--scope", "root"],
    ],
)
def test_a_line_that_makes_no_sense_is_a_usage_error(shell: Shell, words: list[str]) -> None:
    assert shell.run("keys", *words).exit_code == 2


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["add", "app", "--for", "a/b"], 4),
        (["add", "app", "--for", "ada", "--expires", "2001-01-01"], 4),
        (["add", "app", "--for", "ada", "--expires", "soon"], 4),
        (["revoke", "key_never"], 6),
    ],
)
def test_what_cannot_be_used_is_refused(shell: Shell, words: list[str], code: int) -> None:
    answer, ended = shell.envelope("keys", *words, "--json")
    assert (ended, answer["ok"]) == (code, False)


def test_the_description_of_the_interface_is_printed(shell: Shell) -> None:
    found = json.loads(shell.ok("serve", "--openapi"))
    assert found["paths"]["/v1/spaces/{space}/turns"]
    assert shell.json("serve", "--openapi") == found


def test_a_setting_that_cannot_be_used_is_named(shell: Shell) -> None:
    result = shell.run("serve", "--openapi", "--port", "70000")
    assert result.exit_code == 2
