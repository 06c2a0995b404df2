from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti.model.answer import AnswerType, Intent, Order, QuestionPlan, Side
from smalti.model.errors import InvalidInput
from smalti.model.time import Instant
from smalti.recall.plan import Known, Named, plan_question
from smalti.text.analyse import Analyser

NOW = Instant.of("2026-05-27T12:00:00+02:00")
PEOPLE = (Named("e_ada", "Ada", "Ada"), Named("e_tom", "Tom", "Tom"))


def named(question: str) -> Sequence[Named]:
    return [one for one in PEOPLE if one.words in question]


def nothing(_question: str, _language: str) -> Sequence[str]:
    return ()


def planned(question: str, now: Instant | None = NOW) -> QuestionPlan:
    known = Known(named, nothing, Named("e_ada", "Ada", "Ada"))
    return plan_question(question, analyser=Analyser(), known=known, now=now, years=[2025, 2026])


@pytest.mark.parametrize(
    ("question", "intent", "wants"),
    [
        ("Where does Ada live?", Intent.LOOKUP, AnswerType.PLACE),
        ("Who gave Ada the ring?", Intent.LOOKUP, AnswerType.PERSON),
        ("When did Ada move?", Intent.WHEN, AnswerType.DATE),
        ("Which month was Ada in Rome?", Intent.WHEN, AnswerType.DATE),
        ("When was the last time Ada ran?", Intent.LAST, AnswerType.DATE),
        ("How long ago did Ada marry?", Intent.ELAPSED, AnswerType.DURATION),
        ("How many cats does Ada have?", Intent.COUNT, AnswerType.NUMBER),
        ("What do Ada and Tom have in common?", Intent.COMPARE, AnswerType.LIST),
        ("What did Tom say about Ada?", Intent.OPINION, AnswerType.TEXT),
        ("Does Ada live in Oslo?", Intent.VERIFY, AnswerType.YES_NO),
        ("Has Ada's job changed?", Intent.CHANGED, AnswerType.YES_NO),
        ("Did Ada's job stay the same?", Intent.SAME, AnswerType.YES_NO),
        ("Where did Ada live before that?", Intent.BEFORE, AnswerType.TEXT),
        ("What books has Ada read?", Intent.LIST, AnswerType.LIST),
        ("Ada 什么时候搬家的?", Intent.WHEN, AnswerType.DATE),
        ("Ada 住在哪里?", Intent.LOOKUP, AnswerType.PLACE),
        ("Ada 住在上海吗?", Intent.VERIFY, AnswerType.YES_NO),
        ("Ada 距今多久没跑步了?", Intent.ELAPSED, AnswerType.DURATION),
        ("Ada 的初始体重?", Intent.FIRST, AnswerType.TEXT),
        ("How many times did Ada swim?", Intent.OFTEN, AnswerType.NUMBER),
        ("How much did Ada spend in total?", Intent.SUM, AnswerType.NUMBER),
        ("What was Ada's longest run?", Intent.MOST, AnswerType.NUMBER),
        ("What was the cheapest hotel?", Intent.LEAST, AnswerType.NUMBER),
        ("Does Ada eat enough protein?", Intent.NEED, AnswerType.NUMBER),
        ("How did Ada's garden develop?", Intent.TIMELINE, AnswerType.LIST),
        ("Should you call Ada at night?", Intent.RULE, AnswerType.YES_NO),
        ("How many rules did Ada give?", Intent.RULE, AnswerType.NUMBER),
        ("Ada 报过几次头痛?", Intent.OFTEN, AnswerType.NUMBER),
        ("Ada 一共花了多少钱?", Intent.SUM, AnswerType.NUMBER),
        ("Ada 最贵的是什么?", Intent.MOST, AnswerType.NUMBER),
        ("Ada 的蛋白质够不够?", Intent.NEED, AnswerType.NUMBER),
        ("现在能不能被催运动?", Intent.RULE, AnswerType.YES_NO),
        ("Ada 焦虑时该先做什么?", Intent.RULE, AnswerType.TEXT),
        ("Ada は何回泳ぎましたか", Intent.OFTEN, AnswerType.NUMBER),
        ("Ada は合計いくら使いましたか", Intent.SUM, AnswerType.NUMBER),
        ("一番高い山は何ですか", Intent.MOST, AnswerType.NUMBER),
        ("電話してもいいですか", Intent.RULE, AnswerType.YES_NO),
        ("Ada は何人の兄弟がいますか", Intent.COUNT, AnswerType.NUMBER),
        ("Ada はいつ引っ越しましたか", Intent.WHEN, AnswerType.DATE),
        ("Ada はどこに住んでいますか", Intent.LOOKUP, AnswerType.PLACE),
    ],
)
def test_a_question_has_the_intent_of_its_words(
    question: str, intent: Intent, wants: AnswerType
) -> None:
    plan = planned(question)
    assert (plan.intent, plan.wants) == (intent, wants)


def test_names_and_question_words_are_no_terms() -> None:
    plan = planned("What did Ada say about Tom's pottery workshop?")
    assert plan.terms == ("potteri", "workshop")
    assert plan.names == ("Ada", "Tom")


def test_a_day_that_is_named_becomes_a_window_and_no_term() -> None:
    plan = planned("What did Ada paint on 3 May 2025?")
    assert plan.terms == ("paint",)
    assert plan.window is not None
    assert plan.window.since is not None
    assert plan.window.until is not None
    assert str(plan.window.since) == "2025-05-03T00:00:00+02:00"
    assert str(plan.window.until) == "2025-05-04T00:00:00+02:00"


def test_month_and_day_with_a_slash_are_a_day_in_chinese_of_the_latest_year() -> None:
    window = planned("4/28 Ada 的体重?").window
    assert window is not None
    assert window.since is not None
    assert window.since.local().date().isoformat() == "2026-04-28"


@pytest.mark.parametrize("question", ["2/30 Ada 的体重?", "99/99 Ada 的体重?"])
def test_a_day_that_is_in_no_calendar_names_no_time(question: str) -> None:
    assert planned(question).window is None


def test_an_event_that_time_is_counted_from_is_the_anchor_of_the_window() -> None:
    window = planned("What did Ada do before she moved to Oslo?").window
    assert window is not None
    assert (window.side, window.anchor) == (Side.BEFORE, "she moved to Oslo")


@pytest.mark.parametrize(
    "question",
    [
        "阿达当前体重?",
        "阿达目前住在哪里?",
        "阿达最后一次跑步?",
        "阿达今后打算做什么?",
        "阿达的前任是谁?",
    ],
)
def test_a_word_with_before_or_after_in_it_is_no_event(question: str) -> None:
    assert planned(question).window is None


def test_windows_that_exclude_each_other_make_one_that_holds_both() -> None:
    window = planned("What happened in May 2026 and in June 2020?").window
    assert window is not None
    assert window.since is not None
    assert window.until is not None
    assert (window.since.local().year, window.until.local().year) == (2020, 2026)


@pytest.mark.parametrize(
    ("question", "unit"),
    [
        ("How many dollars did Ada spend?", "USD"),
        ("How many kilometres did Ada run?", "kilometer"),
        ("How much does Ada weigh?", "kilogram"),
        ("Ada 睡了几小时?", "hour"),
        ("Ada 的身高?", "centimeter"),
        ("Ada は何キロメートル走りましたか", "kilometer"),
        ("Who is Ada?", None),
        # The days are those of the answer, and not of what is looked for.
        ("How many days ago did Ada marry?", None),
    ],
)
def test_an_amount_has_the_unit_that_is_asked_for_or_that_of_its_property(
    question: str, unit: str | None
) -> None:
    assert planned(question).unit == unit


@pytest.mark.parametrize(
    ("question", "order"),
    [
        ("When did Ada first swim?", Order.FIRST),
        ("When did Ada swim most recently?", Order.LAST),
        ("Ada 第一次游泳是哪天?", Order.FIRST),
        ("Ada 上次游泳距今几天?", Order.LAST),
        ("Ada が最後に泳いだのはいつですか", Order.LAST),
        ("What did Ada do last week?", Order.ANY),
    ],
)
def test_the_first_or_the_last_may_be_meant(question: str, order: Order) -> None:
    assert planned(question).order is order


def test_a_kind_is_stood_for_by_words_of_it_and_they_by_the_kind() -> None:
    [(terms, words)] = planned("Ada 做了什么运动?").related
    assert "运动" in terms
    assert "跑步" in words
    assert any("运动" in words for _, words in planned("Ada 想去跑步").related)


def test_of_a_decimal_only_the_whole_is_a_term() -> None:
    assert set(planned("Ada 的 0.5 是什么?").terms) == {"0.5"}


@pytest.mark.parametrize(
    ("question", "first", "last", "side"),
    [
        ("5/4-5/6 Ada 在哪里?", (5, 4), (5, 7), Side.WITHIN),
        ("5/10 之后 Ada 的体重?", (5, 10), (5, 11), Side.AFTER),
        ("5/10 搬家后 Ada 第一次跑步是哪天?", (5, 10), (5, 11), Side.AFTER),
        ("5/10 搬家前 Ada 住在哪里?", (5, 10), (5, 11), Side.BEFORE),
    ],
)
def test_days_with_a_slash_may_be_a_span_or_have_a_side(
    question: str, first: tuple[int, int], last: tuple[int, int], side: Side
) -> None:
    window = planned(question).window
    assert window is not None
    assert window.since is not None
    assert window.until is not None
    days = [(at.local().month, at.local().day) for at in (window.since, window.until)]
    assert (days, window.side) == ([first, last], side)


def test_the_event_beside_a_day_that_is_named_is_no_term() -> None:
    assert "搬家" not in planned("5/10 搬家后 Ada 第一次跑步是哪天?").terms


def test_after_the_one_and_before_the_other_lies_between_them_or_nowhere() -> None:
    between = planned("What did Ada do after June 2025 and before August 2025?").window
    assert between is not None
    assert between.since is not None
    assert (between.since.local().month, between.empty) == (7, False)
    nowhere = planned("What did Ada do after June 2025 and before May 2025?").window
    assert nowhere is not None
    assert nowhere.empty


def test_relative_words_name_no_time_without_a_moment_of_asking() -> None:
    assert planned("What did Ada do last week?", now=None).window is None


def test_whoever_speaks_of_themselves_is_the_person_who_talks_here() -> None:
    assert planned("Where do I live?").names == ("Ada",)
    assert planned("Where does Tom live?").names == ("Tom",)


def test_a_question_in_english_about_somebody_with_a_chinese_name_is_english() -> None:
    assert planned("What city does 小李 live in?").language == "en"


def test_a_plan_can_be_printed() -> None:
    told = str(planned("Where did Ada live in May 2025?"))
    assert told.splitlines() == [
        "intent: lookup",
        "wants: place",
        "about: Ada",
        "terms: live",
        "time: within [2025-05-01, 2025-06-01)",
    ]


def test_what_is_no_text_is_refused() -> None:
    with pytest.raises(InvalidInput, match="question"):
        planned(7)  # type: ignore[arg-type]


def test_only_the_beginning_of_a_very_long_question_counts() -> None:
    assert len(planned("why " * 250_000).question) == 2_000


@given(st.text(max_size=80))
def test_any_text_has_a_plan_and_always_the_same(question: str) -> None:
    assert planned(question) == planned(question)


@pytest.mark.parametrize(
    "question",
    [
        "What did they do on Jun 15, 2024?",
        "Who came as of Sep 04, 2030?",
        "Who ran on Sat and in Oct?",
        "Who cooked for Thanksgiving?",
        "2024 年, 在 Jun 15 谁来了?",
        "This is why. Then who came?",
        "The question: Could they swim?",
    ],
)
def test_words_of_a_date_or_at_a_beginning_are_no_names(question: str) -> None:
    assert planned(question).strangers == ()


def test_a_name_beside_a_date_is_one_that_is_not_known() -> None:
    assert planned("What did Zoltan do on Jun 15, 2024?").strangers == ("Zoltan",)
