"""Operators over evidence that is made by hand: each does one thing to sentences."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from smalti.model.answer import AnswerType, Intent, Order, QuestionPlan, Side, Window
from smalti.model.results import RecallItem
from smalti.model.time import Instant
from smalti.model.turn import Role, Turn
from smalti.recall.answer.case import Case
from smalti.recall.answer.collecting import chosen, day_of, echo_of, episodes, on_topic, source_of
from smalti.recall.answer.directives import is_standing, ruled
from smalti.recall.answer.evidence import Evidence, asks
from smalti.recall.answer.fitting import amounts_of, dates_in
from smalti.recall.answer.from_evidence import tallied, timeline, verified
from smalti.recall.answer.measures import amount, difference, extreme, rate, summed
from smalti.recall.answer.operators import operate


def said(
    text: str,
    at: str = "2026-05-01",
    *,
    speaker: str = "Ada",
    own: float = 1.0,
    score: float = 1.0,
    before: str | None = None,
) -> Evidence:
    role = Role.ASSISTANT if speaker == "Bot" else Role.USER
    moment = Instant.of(f"{at}T10:00:00+08:00")
    turn = Turn(f"t_{at}_{speaker}_{len(text)}", text, speaker, role, moment, "s", moment)
    item = RecallItem(1, turn, score, 1)
    about = 0.0 if speaker == "Bot" else 1.0
    return Evidence(
        item, 0, len(text), score, own, own, fit=True, about=about, within=False, before=before
    )


def case(*evidence: Evidence, **plan: object) -> Case:
    asked = replace(QuestionPlan("?", terms=("x",)), **plan)  # type: ignore[arg-type]
    return Case(asked, (), (), evidence, now=Instant.of("2026-05-27T12:00:00+08:00"))


def test_what_is_told_of_days_in_a_row_is_one_event() -> None:
    trip = [said("in Rome", "2026-05-04"), said("back home", "2026-05-05")]
    again = said("in Rome again", "2026-05-20")
    assert episodes([again, *trip]) == [trip, [again]]


def test_a_day_with_a_slash_is_month_first_in_chinese_text() -> None:
    [mention] = dates_in("出差 3 天 (5/4-5/6)", Instant.of("2026-04-30T10:00:00+08:00"))
    assert mention.interval is not None
    assert mention.interval.start is not None
    assert mention.interval.start.at is not None
    assert mention.interval.start.at.local().date() == date(2026, 5, 4)


def test_the_days_of_a_stay_tell_more_than_the_day_it_begins_with() -> None:
    day = day_of(said("我下周一去成都出差 3 天 (5/4-5/6)", "2026-04-30"))
    assert day is not None
    assert day.value == "2026-05-04/2026-05-06"


def test_what_holds_half_of_the_best_is_on_the_topic() -> None:
    best, half, little = said("a", own=0.8), said("bb", own=0.4), said("ccc", own=0.1)
    assert on_topic(case(best, half, little)) == [best, half]


@pytest.mark.parametrize(("order", "place"), [(Order.FIRST, 0), (Order.LAST, 1)])
def test_first_and_last_go_by_when_it_was_said(order: Order, place: int) -> None:
    both = [said("a", "2026-05-01"), said("b", "2026-05-09")]
    assert chosen(order, both) == both[place]


def test_a_note_leads_to_what_was_said_and_that_to_the_note() -> None:
    spoken = said("早餐: 蒸蛋", own=0.6)
    note = said("记下早餐结构", speaker="Bot", before=spoken.item.turn.id)
    both = case(note, spoken)
    assert source_of(both, note) == spoken
    assert echo_of(both, spoken) == note
    assert source_of(both, spoken) == spoken


@pytest.mark.parametrize(
    ("text", "only"),
    [
        ("怎么打针?", True),
        ("我下周一去成都出差三天, 怎么打针?", False),
        ("Where is it?", True),
        ("I ran.", False),
    ],
)
def test_a_question_after_a_statement_also_tells(text: str, only: bool) -> None:
    assert asks(text, unspaced=True) is only


@pytest.mark.parametrize(
    ("text", "standing"),
    [
        ("From now on, never call me after ten.", True),
        ("Please always answer in German.", True),
        ("以后别再催我做运动", True),
        ("これから電話しないでください", True),
        ("I went for a run.", False),
        ("今天没吃早餐", False),
    ],
)
def test_what_is_asked_for_from_then_on_is_standing(text: str, standing: bool) -> None:
    assert is_standing(said(text)) is standing


def test_what_an_assistant_says_is_no_rule() -> None:
    assert not is_standing(said("Never do that from now on, please.", speaker="Bot"))


def test_no_is_only_said_where_the_forbidding_clause_holds_a_word_of_the_question() -> None:
    rule = said("以后别再催我做运动, 我要躺平")
    asked = {"intent": Intent.RULE, "wants": AnswerType.YES_NO}
    about_it = ruled(case(rule, terms=("运动",), **asked))
    beside_it = ruled(case(rule, terms=("躺平",), **asked))
    assert about_it is not None
    assert beside_it is not None
    assert (about_it.value, beside_it.value) == ("no", None)


def test_an_amount_in_the_unit_itself_is_preferred_to_one_that_converts() -> None:
    assert [one.text for one in amounts_of("kilogram", "67.8 kg and then 75 g of it")] == [
        "67.8 kg"
    ]
    assert [one.text for one in amounts_of("kilogram", "75 g")] == ["75 g"]


def test_a_difference_begins_with_the_last_amount_before_the_time_that_is_named() -> None:
    window = Window(Instant.of("2026-05-01T00:00:00Z"), Instant.of("2026-06-01T00:00:00Z"))
    drafted = difference(
        case(
            said("70.5 kg", "2026-04-20"),
            said("69.8 kg", "2026-04-28"),
            said("67.8 kg", "2026-05-23"),
            unit="kilogram",
            window=window,
        )
    )
    assert drafted is not None
    assert drafted.value == "-2"


def test_before_a_day_only_what_was_told_before_it_counts() -> None:
    window = Window(
        Instant.of("2026-05-01T00:00:00Z"), Instant.of("2026-05-02T00:00:00Z"), Side.BEFORE
    )
    sentences = [
        said("70 kg", "2026-04-20"),
        said("69 kg", "2026-04-28"),
        said("60 kg", "2026-05-23"),
    ]
    drafted = difference(case(*sentences, unit="kilogram", window=window))
    assert drafted is not None
    assert drafted.value == "-1"


def test_of_one_amount_there_is_no_difference_no_sum_and_no_extreme() -> None:
    one = case(said("70 kg"), unit="kilogram")
    assert (difference(one), summed(one), extreme(one)) == (None, None, None)


def test_a_sum_is_exact() -> None:
    drafted = summed(case(said("$0.1", "2026-05-01"), said("$0.2", "2026-05-02"), unit="USD"))
    assert drafted is not None
    assert drafted.value == "0.3"


def test_a_product_is_no_finer_than_what_it_is_made_of() -> None:
    drafted = rate(case(said("按 1.2g/kg 算"), said("体重 67.8kg", "2026-05-23"), unit="gram"))
    assert drafted is not None
    assert drafted.value == "81.4"


def test_so_much_a_day_is_no_share_of_an_amount() -> None:
    assert rate(case(said("2 g/day"), said("3 days"), unit="gram")) is None


def test_the_amount_is_told_with_its_clause_alone() -> None:
    drafted = amount(case(said("我 45 岁, 体重 70.5kg, 身高 165"), unit="kilogram", language="zh"))
    assert drafted is not None
    assert drafted.text == "70.5 kg：“体重 70.5kg”"


def test_events_are_counted_and_questions_plans_and_rules_are_none() -> None:
    drafted = tallied(
        case(
            said("I swam.", "2026-05-01"),
            said("I swam again.", "2026-05-09"),
            said("Shall we swim?", "2026-05-12"),
            said("I will swim next week.", "2026-05-15"),
            said("Never remind me to swim, please.", "2026-05-20"),
        )
    )
    assert drafted is not None
    assert (drafted.value, len(drafted.rests)) == ("2", 2)


def test_a_row_of_sentences_cites_eight_at_most() -> None:
    many = [said(f"day {n}", f"2026-05-{n:02}") for n in range(1, 21)]
    drafted = timeline(case(*many))
    assert drafted is not None
    days = [rest.turn.said_at.local().date() for rest in drafted.rests if rest.turn.said_at]
    assert len(days) == 8
    assert days == sorted(days)


@pytest.mark.parametrize(
    ("question", "sentence", "value"),
    [
        ("Did Ada swim?", "I swam.", "yes"),
        ("Did Ada swim?", "I did not swim.", "no"),
        ("Did Ada not swim?", "I did not swim.", "yes"),
    ],
)
def test_yes_and_no_go_by_who_denies(question: str, sentence: str, value: str) -> None:
    drafted = verified(case(said(sentence), question=question))
    assert drafted is not None
    assert drafted.value == value


def test_neither_is_said_where_a_sentence_holds_a_part_of_the_question() -> None:
    assert verified(case(said("I swam.", own=0.8))) is None


@pytest.mark.parametrize(
    ("question", "sentence"),
    [("Did Ada swim?", "Did you swim?"), ("Did Ada swim?", "I am going to swim.")],
)
def test_a_question_or_a_plan_is_no_yes(question: str, sentence: str) -> None:
    assert verified(case(said(sentence), question=question)) is None


def test_a_sentence_about_somebody_else_is_no_yes() -> None:
    assert verified(case(said("I swam.", speaker="Bot"), question="Did Ada swim?")) is None


def test_a_question_whether_is_not_answered_by_a_sentence_alone() -> None:
    part = case(said("I swam.", own=0.8), question="Did Ada swim?", intent=Intent.VERIFY)
    assert operate(part, threshold=0.5)[0] is None


@pytest.mark.parametrize("intent", list(Intent))
def test_no_kind_of_question_takes_more_than_five_operations(intent: Intent) -> None:
    sentences = [said("I ran 5 km.", "2026-05-01"), said("I ran 9 km.", "2026-05-09")]
    for evidence in ((), sentences):
        for unit in (None, "kilometer"):
            drafted, done = operate(case(*evidence, intent=intent, unit=unit), threshold=0.5)
            assert len(done) <= 5
            assert drafted is None or drafted.text


def test_what_is_not_trusted_is_not_looked_at() -> None:
    doubted = replace(case(said("I ran 5 km.")), trust=0.1)
    assert operate(doubted, threshold=0.5)[0] is None
