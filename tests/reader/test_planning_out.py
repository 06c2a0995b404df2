"""How a question is meant, by a model: only what the plan knows, and by rules where it fails."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti import InvalidInput, Memory
from smalti.model.answer import AnswerType, Intent, QuestionPlan, Side
from smalti.model.codec import from_data, to_data
from smalti.model.errors import ModelUnavailable
from smalti.models.prompts import load
from smalti.reader.plan import Meant, read_plan
from smalti.testing import ScriptedModel

NOW = "2026-07-01T12:00:00+02:00"
ASKED = "Who paid Ada's rent before she moved to Bergen?"


@pytest.fixture
def memory() -> Iterator[Memory]:
    with Memory(":memory:", embedder=None, model=None, extract=False) as opened:
        opened.assert_("Ada", "works_for", "Acme")
        yield opened


def reply(**fields: Any) -> str:
    whole = {"thought": "x", "intent": "lookup", "wants": "person", "property": "work for",
             "since": "", "until": "", "events": [], "side": "within"}  # fmt: skip
    return json.dumps(whole | fields)


def test_what_a_model_tells_goes_into_the_plan(memory: Memory) -> None:
    told = reply(events=["She moved to Bergen"], side="before")
    rules = memory.plan(ASKED, now=NOW)
    plan = memory.plan(ASKED, now=NOW, reader=ScriptedModel([told]))
    assert (plan.intent, plan.wants, plan.reader) == (Intent.LOOKUP, AnswerType.PERSON, "scripted")
    assert plan.predicates[0] == "works_for"
    assert plan.window is not None
    assert (plan.window.anchor, plan.window.side) == ("she moved to Bergen", Side.BEFORE)
    assert (plan.entities, plan.terms) == (rules.entities, rules.terms)
    assert from_data(QuestionPlan, to_data(plan)) == plan
    assert memory.ask(ASKED, plan=plan, now=NOW).plan.reader == "scripted"


def test_days_count_at_the_offset_of_asking(memory: Memory) -> None:
    told = reply(intent="when", wants="date", since="2026-03-01", until="2026-06-01")
    plan = memory.plan("When in spring?", now=NOW, reader=ScriptedModel([told]))
    assert plan.window is not None
    assert str(plan.window.since) == "2026-03-01T00:00:00+02:00"


def test_two_events_are_what_a_length_of_time_lies_between(memory: Memory) -> None:
    asked = "How long between the fire and the flood?"
    told = reply(intent="elapsed", wants="duration", events=["the fire", "the flood"])
    plan = memory.plan(asked, reader=ScriptedModel([told]))
    assert plan.events == ("the fire", "the flood")


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"intent": "gossip"}, "intent: 'gossip' is none of lookup, when"),
        ({"wants": "cake"}, "wants: 'cake' is none of"),
        ({"since": "spring"}, "since: 'spring' is not a date or time"),
        ({"since": "2026-02-01", "until": "2026-01-01"}, "until: is not after since"),
        ({"events": ["she flew to Rome"]}, "does not stand in the question"),
    ],
)
def test_a_model_is_told_once_what_is_wrong(
    memory: Memory, fields: dict[str, Any], fault: str
) -> None:
    model = ScriptedModel([reply(**fields), reply()])
    assert memory.plan(ASKED, reader=model).reader == "scripted"
    assert fault in model.prompts[1].user


@pytest.mark.parametrize("replies", [["hm", "hm"], [ModelUnavailable("gone")]])
def test_where_a_model_fails_the_rules_plan_and_say_so(memory: Memory, replies: list[Any]) -> None:
    plan = memory.plan(ASKED, now=NOW, reader=ScriptedModel(replies))
    [note] = plan.degraded
    assert note.part == "plan"
    rules = memory.plan(ASKED, now=NOW)
    assert (plan.intent, plan.window, plan.reader) == (rules.intent, rules.window, "local")


def test_no_model_plans_unless_it_is_asked_to(memory: Memory) -> None:
    assert memory.plan(ASKED).reader == "local"
    assert memory.plan(ASKED, reader="auto").reader == "local"
    with pytest.raises(InvalidInput):
        memory.plan(ASKED, reader="model")


def test_every_kind_that_the_prompt_names_exists() -> None:
    told = load("plan").system
    kinds = re.findall(r"^  - (\w+): ", told, flags=re.MULTILINE)
    assert len(kinds) > 10
    assert {Intent(kind) for kind in kinds} <= set(Intent)
    assert all(f'"{kind.value}"' in told for kind in AnswerType)


@given(st.text())
def test_any_text_at_all_has_a_reading(text: str) -> None:
    assert isinstance(read_plan(text, "question", None), Meant)
