"""Answers that are made of several sentences or records: sums, counts, series, rules, links."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from smalti import Memory
from smalti.model.answer import Answer, Intent
from smalti.model.codec import from_data, to_data

ASKED = "2026-05-27T12:00:00+08:00"


FILLERS = (
    ("阿达", "2026-01-02", "邻居家的猫又跑来了."),
    ("阿达", "2026-01-03", "昨天的电影很无聊."),
    ("阿达", "2026-01-04", "地铁上人很多."),
    ("Ada", "2026-01-05", "The neighbour's cat came by."),
    ("Ada", "2026-01-06", "Yesterday's film was dull."),
    ("Ada", "2026-01-07", "My train was full of people."),
)
"""Small talk: how telling a word is can only be known from what is said without it."""


@contextmanager
def told(*said: tuple[str, str, str]) -> Iterator[Memory]:
    """A memory of turns that nobody has read: answers come from sentences."""
    with Memory(":memory:", embedder=None, model=None, extract=False) as opened:
        for speaker, at, text in (*FILLERS, *said):
            role = "assistant" if speaker == "Bot" else "user"
            opened.add(text, speaker=speaker, role=role, said_at=at, session=at)
        yield opened


@pytest.fixture
def weights() -> Iterator[Memory]:
    with told(
        ("阿达", "2026-04-20", "我今天打了第一针, 体重 70.5kg, 身高 165."),
        ("阿达", "2026-04-28", "体重 69.8kg, 一周掉了 0.7kg."),
        ("阿达", "2026-05-07", "体重 69.3kg, 心情不错."),
        ("阿达", "2026-05-23", "体重 67.8kg."),
    ) as opened:
        yield opened


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("阿达从第一针到 5/23 总共掉了多少 kg?", "-2.7"),
        ("阿达在 5/4-5/7 体重变化?", "-0.5"),
        ("5 月份阿达体重下降总量?", "-2"),
    ],
)
def test_a_difference_counts_from_what_was_so_when_the_time_began(
    weights: Memory, question: str, value: str
) -> None:
    answer = weights.ask(question, now=ASKED)
    assert (answer.value, answer.operations[-2:]) == (value, ("collect", "difference"))
    assert len(answer.citations) == 2


def test_what_was_lost_is_no_weight(weights: Memory) -> None:
    answer = weights.ask("阿达最低的体重是多少?", now=ASKED)
    assert answer.value == "67.8 kg"


def test_the_latest_value_is_told_without_those_before_it(weights: Memory) -> None:
    answer = weights.ask("阿达当前体重?", now=ASKED)
    assert answer.value == "67.8 kg"
    assert "70.5" not in answer.text


def test_an_answer_with_kinds_and_units_survives_the_way_through_json(weights: Memory) -> None:
    answer = weights.ask("阿达当前体重?", now=ASKED)
    assert answer.plan.related
    assert from_data(Answer, to_data(answer)) == answer


def test_the_first_value_is_the_one_that_was_told_first(weights: Memory) -> None:
    assert weights.ask("阿达的初始体重?", now=ASKED).value == "70.5 kg"


def test_how_long_ago_counts_from_the_last_time_it_was_told(weights: Memory) -> None:
    assert weights.ask("阿达上次报告体重距今几天?", now=ASKED).value == "P4D"


def test_after_a_day_that_is_named_with_an_event_nothing_before_it_counts(weights: Memory) -> None:
    answer = weights.ask("5/1 旅行后阿达第一次报体重是哪天?", now=ASKED)
    assert answer.value == "2026-05-07"


def test_amounts_are_added_up_each_of_a_day_once() -> None:
    with told(
        ("Ada", "2026-03-01", "I spent $40 on running shoes."),
        ("Ada", "2026-03-05", "I spent $15 on running socks."),
        ("Ada", "2026-03-05", "Yes, I spent $15 on running socks."),
    ) as memory:
        answer = memory.ask("How many dollars did Ada spend on running in total?", now=ASKED)
        assert (answer.value, answer.operations[-1]) == ("55", "sum")


def test_the_greatest_amount_is_told_with_its_day() -> None:
    with told(
        ("Ada", "2026-03-01", "My run today was 5 km."),
        ("Ada", "2026-03-09", "My run today was 12 km."),
        ("Ada", "2026-03-12", "My run today was 8 km."),
    ) as memory:
        answer = memory.ask("What was Ada's longest run?", now=ASKED)
        assert (answer.value, answer.operations[-1]) == ("12 km", "most")


def test_events_are_counted_by_their_days_and_plans_are_none() -> None:
    with told(
        ("Ada", "2026-03-01", "I went swimming this morning."),
        ("Ada", "2026-03-01", "As I said, I went swimming."),
        ("Ada", "2026-03-08", "I went swimming again."),
        ("Ada", "2026-03-10", "I will go swimming next week."),
    ) as memory:
        answer = memory.ask("How many times has Ada been swimming?", now=ASKED)
        assert (answer.value, answer.operations[-1]) == ("2", "count")


def test_what_is_only_planned_is_told_to_be_so() -> None:
    with told(("阿达", "2026-05-22", "接下来重点是力量训练.")) as memory:
        answer = memory.ask("阿达一周做了几次力量训练?", now=ASKED)
        assert (answer.value, answer.found) == ("0", True)
        assert answer.text.startswith("没有做过的记录")


def test_a_course_of_things_is_told_in_the_order_of_time() -> None:
    with told(
        ("Ada", "2026-03-09", "My garden has its first tomatoes."),
        ("Ada", "2026-02-01", "I began a garden."),
    ) as memory:
        answer = memory.ask("How did Ada's garden develop?", now=ASKED)
        assert answer.plan.intent is Intent.TIMELINE
        assert [one.said_at.local().month for one in answer.citations if one.said_at] == [2, 3]


RULES = (
    ("阿达", "2026-04-25", "以后必须记住: 晚上 10 点之后别再催我做运动."),
    ("Bot", "2026-04-25", "记下铁律: 22:00 后不催运动."),
    ("阿达", "2026-05-02", "再给你一条铁律: 我焦虑的时候你别直接给解决方案, 先听我说完."),
    ("阿达", "2026-05-03", "今天的会议很长."),
)


def test_what_was_forbidden_must_not_be_done() -> None:
    with told(*RULES) as memory:
        answer = memory.ask("阿达现在能不能被催运动?", now=ASKED)
        assert (answer.value, answer.operations[-1]) == ("no", "verify")
        assert answer.text.startswith("不能")
        assert "别再催我做运动" in answer.citations[0].text


def test_a_rule_answers_what_should_be_done() -> None:
    with told(*RULES) as memory:
        answer = memory.ask("阿达焦虑时该先做什么?", now=ASKED)
        assert "先听我说完" in answer.text
        assert answer.value is None


def test_rules_are_counted_and_what_an_assistant_notes_is_none() -> None:
    with told(*RULES) as memory:
        assert memory.ask("阿达总共定了几条铁律?", now=ASKED).value == "2"


def test_a_rule_in_english_is_found() -> None:
    with told(
        ("Ada", "2026-03-01", "From now on, never remind me to exercise after ten.")
    ) as memory:
        answer = memory.ask("Should you remind me to exercise?", now=ASKED)
        assert answer.value == "no"


def test_what_is_needed_is_a_rate_times_the_last_amount() -> None:
    with told(
        ("阿达", "2026-04-20", "体重 70.5kg."),
        ("阿达", "2026-05-15", "我的蛋白质需求按 1.2g/kg 算."),
        ("阿达", "2026-05-23", "体重 67.8kg."),
    ) as memory:
        answer = memory.ask("阿达的蛋白质目标是多少?", now=ASKED)
        assert (answer.value, answer.operations[-1]) == ("81.4", "product")
        assert "31.4 g" in memory.ask("阿达今天吃了 50g 蛋白质够不够?", now=ASKED).text


def test_an_amount_is_told_in_the_unit_that_is_asked_for() -> None:
    with told(("阿达", "2026-04-20", "我 45 岁, 体重 70.5kg, 结婚 1 年半了.")) as memory:
        assert memory.ask("阿达多大年纪?", now=ASKED).value == "45 岁"


def test_the_one_who_said_it_is_cited_and_not_who_noted_it() -> None:
    with told() as memory:
        memory.add("早餐: 蒸蛋和黑咖啡.", speaker="阿达", said_at="2026-04-28T09:00", session="s")
        memory.add(
            "记下早餐.", speaker="Bot", role="assistant", said_at="2026-04-28T09:01", session="s"
        )
        answer = memory.ask("阿达早餐吃了什么?", now=ASKED)
        assert [one.speaker for one in answer.citations] == ["阿达"]


@pytest.fixture
def linked() -> Iterator[Memory]:
    with Memory(":memory:", embedder=None, model=None) as opened:
        opened.assert_("Ada", "sibling_of", "Mia")
        opened.assert_("Mia", "lives_in", "Lyon")
        opened.assert_("Ada", "lives_in", "Oslo")
        opened.assert_("Ada", "works_for", "Acme")
        opened.assert_("Tom", "works_for", "Acme")
        yield opened


def test_two_records_are_followed_one_after_the_other(linked: Memory) -> None:
    answer = linked.ask("Where does Ada's sister live?", now=ASKED)
    assert (answer.value, answer.operations[-2:]) == ("Lyon", ("traverse", "traverse"))
    assert len(answer.citations) == 2


def test_no_link_is_followed_where_one_record_answers(linked: Memory) -> None:
    assert linked.ask("Where does Ada live?", now=ASKED).value == "Oslo"


def test_what_both_have_is_where_their_records_meet(linked: Memory) -> None:
    answer = linked.ask("What do Ada and Tom have in common?", now=ASKED)
    assert (answer.value, answer.operations[-1]) == ("Acme", "intersect")
    assert len(answer.citations) == 2


def test_a_value_of_a_day_that_is_named_is_the_one_that_held_then() -> None:
    with Memory(":memory:", embedder=None, model=None) as memory:
        memory.assert_("Ada", "lives_in", "Oslo", since="2025-05-01")
        memory.assert_("Ada", "lives_in", "Bergen", since="2026-03-01")
        assert memory.ask("Where did Ada live in August 2025?", now=ASKED).value == "Oslo"
        assert memory.ask("Where does Ada live?", now=ASKED).value == "Bergen"


@pytest.mark.parametrize(
    "question",
    ["How many times did Ada go swimming?", "阿达体重变化?", "What do Ada and Tom have in common?"],
)
def test_at_most_five_operations_are_done(weights: Memory, linked: Memory, question: str) -> None:
    for memory in (weights, linked):
        assert len(memory.ask(question, now=ASKED).operations) <= 5


JAPANESE = (
    ("花子", "2026-03-01", "今日から散歩を始めました。体重は70kgです。"),
    ("花子", "2026-04-01", "体重は68.5kgになりました。"),
    ("花子", "2026-04-10", "これからは夜に電話しないでください。"),
    ("花子", "2026-04-12", "会議が長くて疲れました。"),
)


def test_a_difference_in_japanese_is_that_of_the_first_and_the_last_amount() -> None:
    with told(*JAPANESE) as memory:
        answer = memory.ask("花子の体重は全部でどれだけ減りましたか", now=ASKED)
        assert (answer.value, answer.operations[-1]) == ("-1.5", "difference")


def test_a_rule_in_japanese_is_found() -> None:
    with told(*JAPANESE) as memory:
        answer = memory.ask("夜に電話してもいいですか", now=ASKED)
        assert answer.value == "no"
        assert "電話しないで" in answer.citations[0].text
