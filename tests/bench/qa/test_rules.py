"""Rules judge what they can, by the key alone; nothing vague passes."""

from __future__ import annotations

import string
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from smalti.bench.qa.answers import Given
from smalti.bench.qa.case import Gold, Kind
from smalti.bench.qa.days import Exactness, lies, named
from smalti.bench.qa.keys import gold_of, nothing
from smalti.bench.qa.rules import Verdict, can_judge, judge
from smalti.bench.qa.texts import LONGEST, cut, overlap, tells
from smalti.model.time import Instant

NOW = Instant.of("2023-08-01T12:00:00Z")

KEYS = [
    ("When did Ada move?", "7 May 2023", Kind.DATE),
    ("When did Ada move?", "The week before 9 June 2023", Kind.DATE),
    ("When did Ada move?", "2022", Kind.DATE),
    ("When did Ada move?", "April.2023", Kind.DATE),
    ("When did Ada move?", "a few days before 17 December 2023", Kind.FREE),
    ("When did Ada move?", "last week of September 2023", Kind.FREE),
    ("When does the sprint end?", "The sprint ends on March 29.", Kind.DATE),
    ("When did she volunteer?", "February 14th", Kind.DATE),
    ("How many cats?", "3", Kind.NUMBER),
    (
        "How long was it?",
        "7 days. 8 days (including the last day) is also acceptable.",
        Kind.NUMBER,
    ),
    ("How much was it?", "$185", Kind.NUMBER),
    ("How many kits?", "I bought five kits. The scales are 1/48, 1/16 and 1/72.", Kind.NUMBER),
    ("Did Ada move?", "No, she stayed.", Kind.YES_NO),
    ("Would Ada move?", "Likely yes, she likes it", Kind.YES_NO),
    ("What did she find?", "Adoption agencies", Kind.TEXT),
    ("Where does she live?", "Seoul, South Korea", Kind.LIST),
    ("What did they do?", "Pride parade, school speech and support group", Kind.LIST),
    ("年级?", "小学三年级", Kind.TEXT),
    ("Why?", "Because she had the feeling that nobody would ever read what she wrote.", Kind.FREE),
]
FREE = KEYS[-1]
judged_ones = [(question, text) for question, text, kind in KEYS if kind is not Kind.FREE]
words = st.text(string.ascii_lowercase, min_size=3, max_size=9)


def verdict(text: str, gold: Gold, **more: object) -> Verdict:
    return judge(Given(text, found=True, **more), gold, NOW).verdict  # type: ignore[arg-type]


@pytest.mark.parametrize(("question", "text", "kind"), KEYS)
def test_what_kind_a_key_is(question: str, text: str, kind: Kind) -> None:
    assert gold_of(text, question).kind is kind


@pytest.mark.parametrize(("question", "text"), judged_ones)
def test_a_key_judged_by_itself_is_right(question: str, text: str) -> None:
    assert verdict(text, gold_of(text, question)) is Verdict.RIGHT


@pytest.mark.parametrize(("question", "text"), judged_ones)
def test_no_answer_is_never_right(question: str, text: str) -> None:
    gold = gold_of(text, question)
    for empty in ("", "  ", "\n"):
        assert verdict(empty, gold) is Verdict.ABSTAINED
    assert judge(Given(text, found=False), gold).verdict is Verdict.ABSTAINED


@pytest.mark.parametrize(("question", "text"), judged_ones)
def test_vague_words_are_wrong(question: str, text: str) -> None:
    vague = "It came up some time ago and meant a lot to everyone involved."
    assert verdict(vague, gold_of(text, question)) is Verdict.WRONG


@given(st.lists(words, min_size=1, max_size=5, unique=True))
@settings(max_examples=60, deadline=None)
def test_any_short_key_judged_by_itself_is_right(key: list[str]) -> None:
    text = " ".join(key)
    gold = gold_of(text, "What is it called?")
    if can_judge(gold):
        assert verdict(text, gold) is Verdict.RIGHT
        assert verdict(f"As far as was said, it is {text}.", gold) is Verdict.RIGHT


@given(
    st.dates(date(1950, 1, 1), date(2049, 12, 31)),
    st.sampled_from(["%Y-%m-%d", "%d %B %Y", "%B %Y", "%Y-%m", "%Y"]),
)
@settings(max_examples=60, deadline=None)
def test_any_dated_key_judged_by_itself_is_right(day: date, form: str) -> None:
    text = day.strftime(form)
    assert verdict(text, gold_of(text, "When was it?")) is Verdict.RIGHT


def test_free_text_is_not_judged_whatever_the_answer() -> None:
    gold = gold_of(FREE[1], "Why?")
    assert not can_judge(gold)
    assert verdict(gold.text, gold) is Verdict.UNJUDGED


@pytest.mark.parametrize(
    ("told", "exactness"),
    [
        ("2023-05-07", "exact"),
        ("on May 7th, 2023", "exact"),
        ("in May 2023", "wider"),
        ("2023", "wider"),
        ("8 May 2023", "off"),
        ("no idea", "off"),
        ("5 May 2023, 6 May 2023 or 7 May 2023", "off"),
    ],
)
def test_a_date_must_be_as_exact_as_the_key(told: str, exactness: str) -> None:
    found = judge(Given(told, found=True), gold_of("7 May 2023", "When?"), NOW)
    assert found.exactness == exactness
    assert (found.verdict is Verdict.RIGHT) == (exactness == "exact")


def test_a_day_within_the_month_of_the_key_is_told_apart_and_not_right() -> None:
    found = judge(Given("on 12 June 2023", found=True), gold_of("June 2023", "When?"), NOW)
    assert (found.exactness, found.verdict) == ("within", Verdict.WRONG)


def test_the_value_goes_before_the_dates_in_the_words() -> None:
    gold = gold_of("7 May 2023", "When?")
    quoting = "2023-05-07: said on 8 May 2023, 9 May 2023 and 10 May 2023"
    assert verdict(quoting, gold, value="2023-05-07") is Verdict.RIGHT
    assert verdict("7 May 2023", gold, value="2023-05-08") is Verdict.WRONG


def test_a_relative_date_in_an_answer_counts_from_the_time_of_asking() -> None:
    assert verdict("yesterday", gold_of("31 July 2023", "When?")) is Verdict.RIGHT


def test_a_day_without_a_year_is_compared_without_it() -> None:
    gold = gold_of("February 14th", "When did she volunteer?")
    assert verdict("2019-02-14", gold) is Verdict.RIGHT
    assert verdict("2019-02-15", gold) is Verdict.WRONG


def test_two_weeks_that_share_a_day_are_one() -> None:
    [gold] = named("the week before 9 June 2023", NOW)
    [near], [far] = named("2023-06-02/2023-06-08", NOW), named("2023-06-12/2023-06-18", NOW)
    assert lies(near, gold) is Exactness.EXACT
    assert lies(far, gold) is Exactness.OFF


@pytest.mark.parametrize(
    ("key", "told", "right"),
    [
        ("4 years", "for four years now", True),
        ("4 years", "48 months", True),
        ("4 years", "4 months", False),
        ("4 years", "P4Y", True),
        ("3", "three cats", True),
        ("3", "13 cats", False),
        ("165cm", "身高 165", True),
        ("$185", "185 dollars", True),
        ("$185", "1850 dollars", False),
        ("3", "either 1, 2, 3, 4, 5 or 6", False),
    ],
)
def test_numbers_count_by_value_and_unit(key: str, told: str, right: bool) -> None:
    gold = gold_of(key, "How many or how long?")
    value = told if len(told) < 8 else None
    assert (verdict(told, gold, value=value) is Verdict.RIGHT) == right


def test_days_of_a_duration_do_not_count_as_numbers_told() -> None:
    gold = gold_of("13 days", "How long ago?")
    assert verdict("13 days (2026-05-14 to 2026-05-27)", gold, value="P13D") is Verdict.RIGHT


def test_yes_or_no_must_come_first() -> None:
    gold = gold_of("No, she stayed", "Did Ada move?")
    assert verdict("No. She is where she was.", gold) is Verdict.RIGHT
    assert verdict("Yes, no doubt.", gold) is Verdict.WRONG
    assert verdict("She said no to that.", gold) is Verdict.WRONG
    assert verdict("She is where she was.", gold, value="no") is Verdict.RIGHT


def test_of_a_list_the_share_that_is_told_is_told() -> None:
    found = judge(Given("A parade and a speech at a school", found=True),
                  gold_of("Pride parade, school speech", "What?"), NOW)  # fmt: skip
    assert (found.verdict, found.share) == (Verdict.WRONG, 0.5)
    assert "Pride parade" in found.why


def test_a_rival_told_as_well_makes_an_answer_wrong() -> None:
    gold = Gold("Porto", Kind.TEXT, (("Porto",),), rivals=("Turin",))
    assert verdict("in Porto", gold) is Verdict.RIGHT
    assert verdict("in Porto, or Turin", gold) is Verdict.WRONG
    assert judge(Given("in Turin", found=True), gold).rival == "Turin"
    assert verdict("Porto, before Turin", gold, value="Porto") is Verdict.RIGHT


def test_a_contradiction_wants_to_be_told_and_both_sides_cited() -> None:
    gold = Gold("both", Kind.SIDES, sides=(frozenset({"1"}), frozenset({"2", "3"})))
    assert verdict("You said both", gold, citations=("1", "3"), disputed=True) is Verdict.RIGHT
    assert verdict("You said both", gold, citations=("1", "3")) is Verdict.WRONG
    assert verdict("You said both", gold, citations=("1",), disputed=True) is Verdict.WRONG


def test_where_nothing_answers_only_withholding_and_denying_is_right() -> None:
    gold = nothing()
    assert judge(Given("Not in memory.", found=False), gold).verdict is Verdict.RIGHT
    assert judge(Given("Blue", found=True), gold).verdict is Verdict.WRONG
    denied = judge(Given("She did not", found=True, reason="it was Tomo"), gold)
    assert (denied.verdict, denied.rule) == (Verdict.RIGHT, "premise denied")


def test_only_the_beginning_of_a_long_answer_is_read() -> None:
    long = "word " * LONGEST + "Sandpiper"
    assert verdict(long, gold_of("Sandpiper", "What?")) is Verdict.WRONG
    assert cut("short") == "short"


@pytest.mark.parametrize(
    ("text", "wanted", "does"),
    [
        ("She is a transgender woman.", "Transgender woman", True),
        ("a woman", "Transgender woman", False),
        ("女儿上三年级了", "小学三年级", True),
        ("女儿上四年级了", "小学三年级", False),
        ("4月20日打的", "4/20", True),
        ("0.5mg", "0.25mg", False),
        ("", "anything", False),
        ("anything", "", False),
    ],
)
def test_when_a_text_tells_another(text: str, wanted: str, does: bool) -> None:
    assert tells(text, wanted) is does


def test_overlap_is_the_f1_of_words() -> None:
    assert overlap("the red boat", "red boat") == pytest.approx(0.8)
    assert overlap("a", "b") == overlap("", "b") == 0.0
