from __future__ import annotations

from cli.conftest import Shell
from smalti.cli.exits import Exit


def test_a_reader_may_be_chosen_and_is_told(shell: Shell) -> None:
    shell.ok("add", "Ada lives in Bergen.", "--speaker", "Tom")
    told = shell.json("ask", "Where does Ada live?", "--reader", "local")
    assert (told["reader"], told["usage"]) == ("local", [])
    usual = shell.json("ask", "Where does Ada live?")  # no model is set
    assert (usual["reader"], usual["text"]) == ("local", told["text"])


def test_a_model_that_is_demanded_and_not_set_is_an_error(shell: Shell) -> None:
    shell.ok("add", "Ada lives in Bergen.", "--speaker", "Tom")
    answer, code = shell.envelope("ask", "Where?", "--reader", "model", "--json")
    assert code == Exit.INVALID
    assert answer["error"]["message"].startswith("reader: needs a language model")
    assert "SMALTI_MODEL" in answer["error"]["hint"]
