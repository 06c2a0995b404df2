from __future__ import annotations

import asyncio

import pytest

from smalti.model.errors import ModelUnavailable
from smalti.models.llm import Completion, LanguageModel, Prompt
from smalti.testing import ScriptedModel

PROMPT = Prompt("extract", "1", "You list.", "List this.")


def test_it_replies_in_order_and_keeps_what_it_was_sent() -> None:
    other = Completion("second", "gpt-x", 9, 9, 1.0, truncated=True)
    model: LanguageModel = ScriptedModel(["first", other])
    first = model.complete(PROMPT)
    assert (first.text, first.model, first.input_tokens) == ("first", "scripted", 6)
    assert model.complete(PROMPT) is other
    assert isinstance(model, ScriptedModel)
    assert model.prompts == [PROMPT, PROMPT]
    assert model.left == 0


def test_errors_are_raised() -> None:
    model = ScriptedModel([ModelUnavailable("away"), "back"])
    with pytest.raises(ModelUnavailable, match="away"):
        model.complete(PROMPT)
    assert model.complete(PROMPT).text == "back"


def test_a_prompt_too_many_is_a_clear_error() -> None:
    model = ScriptedModel(["one"])
    model.complete(PROMPT)
    with pytest.raises(AssertionError, match=r"holds 1, and prompt number 2 \('extract'\)"):
        model.complete(PROMPT)


def test_it_can_be_awaited() -> None:
    assert asyncio.run(ScriptedModel(["x"]).complete_async(PROMPT)).text == "x"
