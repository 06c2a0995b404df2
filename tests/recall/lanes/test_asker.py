from __future__ import annotations

import pytest

from smalti.recall.lanes.asker import about_asker
from smalti.recall.query import plan_query
from smalti.text.analyse import Analyser


@pytest.mark.parametrize(
    "query",
    [
        "Have I ever been to Oslo?",
        "What's my sister called?",
        "the places I’ve lived in",
        "我去过北京吗？",
        "私はどこで生まれた？",
    ],
)
def test_a_query_that_speaks_of_me_is_about_whoever_asks(query: str) -> None:
    assert about_asker(query)


@pytest.mark.parametrize(
    "query",
    [
        "Where does Ada live?",
        "What did you tell me about Oslo?",
        "Can you list my projects?",
        "the Ishikawa files, version ii",
        "你给我推荐了什么？",
        "あなたは私に何を勧めた？",
        "",
    ],
)
def test_a_query_about_others_or_to_the_assistant_is_not(query: str) -> None:
    assert not about_asker(query)


def test_a_named_speaker_goes_before_whoever_asks() -> None:
    def plan(query: str) -> bool:
        found = plan_query(query, analyser=Analyser(), speakers=["Ada"], now=None, years=())
        return found.about_asker

    assert plan("Where did I meet my boss?")
    assert not plan("Where did I meet Ada?")
