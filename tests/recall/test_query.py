from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti.recall.query import MAX_CHARACTERS, QueryPlan, plan_query
from smalti.text.analyse import Analyser


def plan(query: str, *speakers: str) -> QueryPlan:
    return plan_query(query, analyser=Analyser(), speakers=speakers, now=None, years=())


@pytest.mark.parametrize(
    ("query", "speakers", "named", "embedded"),
    [
        ("When did Caroline paint?", ("Caroline", "Mel"), ("Caroline",), "When did I paint?"),
        ("caroline's dog", ("Caroline",), ("Caroline",), "my dog"),
        (
            "What did Caroline tell Mel?",
            ("Caroline", "Mel"),
            ("Caroline", "Mel"),
            "What did I tell I?",
        ),
        ("the melody of Carolines", ("Caroline", "Mel"), (), "the melody of Carolines"),
        ("Where will she go?", ("Will",), (), "Where will she go?"),
        ("Where did Will go?", ("Will",), ("Will",), "Where did I go?"),
        ("What did Mark say?", ("Mark Stevens",), ("Mark Stevens",), "What did I say?"),
        ("what does the user like", ("user", "assistant"), (), "what does the user like"),
        ("美月はいつ引っ越した？", ("美月",), ("美月",), "美月はいつ引っ越した？"),
        ("who is a.b (c)?", ("a.b (c)",), ("a.b (c)",), "who is I?"),
    ],
)
def test_named_speakers_are_found_and_become_the_first_person(
    query: str, speakers: tuple[str, ...], named: tuple[str, ...], embedded: str
) -> None:
    found = plan(query, *speakers)
    assert found.speakers == named
    assert found.embed_text == embedded


def test_the_topic_leaves_out_names_and_roles() -> None:
    found = plan("What did Caroline tell the assistant about pottery?", "Caroline")
    assert found.topic == {"tell", "potteri"}
    assert "carolin" in found.terms


@pytest.mark.parametrize("query", ["", "?!…", "the of and", "   \n\t", "AND OR NOT"])
def test_a_query_without_content_has_no_terms(query: str) -> None:
    assert plan(query).terms == ()


def test_a_very_long_query_is_cut() -> None:
    found = plan("pottery " * 20_000)
    assert found.terms == ("potteri",)
    assert len(found.embed_text) == MAX_CHARACTERS
    assert len(plan(" ".join(map(str, range(100_000)))).terms) <= 64


@given(st.text(max_size=200), st.lists(st.text(min_size=1, max_size=8), max_size=4))
def test_any_query_can_be_planned(query: str, speakers: list[str]) -> None:
    found = plan(query, *[s for s in speakers if s.strip()])
    found.embed_text.encode()
    assert set(found.speakers) <= set(speakers)
