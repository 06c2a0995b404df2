"""Figures: shares, intervals, and where answers went lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti.bench.qa.answers import Given
from smalti.bench.qa.case import Kind, Question
from smalti.bench.qa.keys import gold_of, nothing
from smalti.bench.qa.rules import Verdict, can_judge, judge
from smalti.bench.qa.score import (
    Outcome,
    agreement,
    by_talk,
    dates,
    figures,
    grouped,
    misses,
    speed,
    wilson,
)


def outcome(
    key: str | None, told: str | None, *, found: frozenset[str] = frozenset(), talk: str = "t"
) -> Outcome:
    gold = nothing() if key is None else gold_of(key, "When or what?")
    category = "temporal" if gold.kind is Kind.DATE else "other"
    answer = Given(told or "", found=told is not None)
    question = Question("q", talk, "?", category, gold, evidence=frozenset({"a", "b"}))
    return Outcome(
        question=question,
        answerable=gold.answerable,
        kind=gold.kind,
        found=found,
        given=answer,
        judgement=judge(answer, gold),
        judgeable=can_judge(gold),
        tokens=10,
    )


FREE = "Because nobody would have thought that she was going to write all of that down one day."


def test_shares_are_of_what_they_are_said_to_be_of() -> None:
    found = figures(
        [
            outcome("boat", "a boat"),
            outcome("boat", "a car"),
            outcome("boat", None),
            outcome(FREE, "whatever"),
            outcome(None, None),
            outcome(None, "a guess"),
        ]
    )
    assert (found["questions"], found["answerable"], found["unanswerable"]) == (6, 4, 2)
    assert (found["judged"], found["not_judged"], found["right"]) == (3, 1, 1)
    assert found["accuracy"] == pytest.approx(1 / 3, abs=1e-4)
    assert found["precision"] == 0.5
    assert found["net"] == 0.0
    assert (found["coverage"], found["false_abstention"]) == (0.75, 0.25)
    assert found["abstention"] == 0.5


def test_shares_of_nothing_are_none() -> None:
    found = figures([])
    assert found["accuracy"] is found["coverage"] is found["abstention"] is found["parts"] is None


def test_dates_are_told_by_how_exact_they_are() -> None:
    found = dates(
        [
            outcome("7 May 2023", "7 May 2023"),
            outcome("7 May 2023", "May 2023"),
            outcome("7 May 2023", None),
            outcome("boat", "boat"),
        ]
    )
    assert found is not None
    assert (found["dated"], found["exact"], found["wider"]) == (
        3, pytest.approx(1 / 3, abs=1e-4), pytest.approx(1 / 3, abs=1e-4),
    )  # fmt: skip
    assert found["exact_of_temporal"] == pytest.approx(1 / 3, abs=1e-4)
    assert dates([outcome("boat", "boat")]) is None


def test_a_lost_answer_was_not_retrieved_or_not_given() -> None:
    found = misses(
        [
            outcome("boat", "car"),
            outcome("boat", "car", found=frozenset({"a"})),
            outcome("boat", None, found=frozenset({"a", "b"})),
            outcome("boat", "car", found=frozenset({"a", "b", "c"})),
            outcome("boat", "boat"),
        ]
    )
    assert found == {
        "lost": 4,
        "not_retrieved": 1,
        "in_part": 1,
        "retrieved_withheld": 1,
        "retrieved_wrong": 1,
    }


def test_groups_are_told_by_name() -> None:
    found = grouped(
        [outcome("boat", "boat"), outcome("2 May 2023", None)], lambda one: one.kind.value
    )
    assert (found["short text"]["right"], found["date"]["right"]) == (1, 0)


def test_talks_are_drawn_whole_and_one_talk_tells_nothing() -> None:
    same = [outcome("boat", "boat"), outcome("boat", "car")]
    assert by_talk(same) is None
    low, high = by_talk([*same, outcome("boat", "boat", talk="other")]) or (0, 0)
    assert 0 <= low <= 2 / 3 <= high <= 1


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_interval_holds_the_share(counts: tuple[int, int]) -> None:
    hits, total = counts
    low, high = wilson(hits, total) or (1.0, 0.0)
    assert 0 <= low <= hits / total + 1e-12
    assert hits / total - 1e-12 <= high <= 1


def test_the_interval_of_wilson_is_the_known_one() -> None:
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert wilson(0, 0) is None


def test_judges_agree_on_what_both_judged() -> None:
    pairs = [
        (Verdict.RIGHT, Verdict.RIGHT),
        (Verdict.RIGHT, Verdict.WRONG),
        (Verdict.UNJUDGED, Verdict.RIGHT),
    ]
    assert agreement(pairs) == {"answers": 2, "agree": 0.5}


def test_speed_is_the_median_and_the_slow_end() -> None:
    assert speed({"answer": [1.0, 2.0, 3.0], "judge": []}) == {"answer": {"p50": 2.0, "p95": 2.9}}
