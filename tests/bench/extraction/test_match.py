"""When a record says what a statement says."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bench.extraction.samples import SAID, record
from smalti.bench.extraction.match import Matches, matches, told
from smalti.bench.extraction.words import Talk
from smalti.model.record import (
    Authority,
    Record,
)
from smalti.model.time import Interval
from smalti.text.when import find_dates

ADA = Talk.of("en", ("Ada Holm",), ["I met Odd in Leeds. Odd likes tea"])


def compared(statement: str, made: Record | str, talk: Talk = ADA) -> Matches:
    made = record(made) if isinstance(made, str) else made
    return matches(statement, [told(made, {}, talk, SAID)], talk, SAID)


def covers(statement: str, made: Record | str, talk: Talk = ADA) -> bool:
    return compared(statement, made, talk).covered


def unmet(statement: str, made: Record | str, talk: Talk = ADA) -> tuple[str, ...]:
    nearest = compared(statement, made, talk).strict
    assert nearest is not None
    return nearest.unmet


def named(text: str) -> Interval:
    [mention] = find_dates(text, SAID)
    assert mention.interval is not None
    return mention.interval


def test_the_same_content_words_in_another_form_and_order_are_enough() -> None:
    assert covers("Ada paints boats in the harbour", "In the harbour Ada is painting a boat")


def test_other_content_words_are_not() -> None:
    assert not covers("Ada paints boats in the harbour", "Ada sells nets at the market")
    assert not covers("Ada paints boats in the harbour", "Ada paints")


def test_a_sentence_that_says_much_besides_is_not_about_the_same() -> None:
    long = "Ada paints boats, sells nets, mends sails, cooks soup and plays chess with neighbours"
    assert not covers("Ada paints boats", long)


def test_numbers_must_agree_however_they_are_written() -> None:
    assert covers("Ada's locker is number 24", "Ada's locker is number twenty-four")
    assert unmet("Ada's locker is number 24", "Ada's locker is number 42") == ("numbers",)
    assert unmet("Ada's ticket is ERR-7731", "Ada's ticket is ERR-7713") == ("numbers",)


def test_the_word_one_is_no_number() -> None:
    assert covers("One of Ada's boats is blue", "Ada's blue boat is one of them, a boat")


def test_names_must_agree() -> None:
    assert unmet("Ada met Odd in Leeds", "Ada met Odd in Lund") == ("names",)
    assert covers("Ada met Odd in Leeds", "ada met odd in leeds")


def test_a_full_name_and_the_first_name_of_a_speaker_are_one() -> None:
    assert covers("Ada paints boats", "Ada Holm paints boats")
    assert covers("Ada Holm's boats are blue", "Ada's boats are blue")


def test_a_word_that_begins_a_statement_is_a_name_only_if_the_talk_says_so() -> None:
    assert covers("Boats in the harbour are blue", "The harbour has blue boats")
    assert not covers("Odd likes green tea", "She likes green tea")


def test_relatives_are_one_by_any_of_their_names_and_differ_from_others() -> None:
    assert covers("Ada's mother plays the harp", "Ada's mum plays the harp")
    assert unmet("Ada's mother plays the harp", "Ada's sister plays the harp") == ("names",)


def test_what_one_denies_the_other_must_deny() -> None:
    assert unmet("Ada eats meat", "Ada does not eat meat") == ("negation",)
    assert covers("Ada no longer eats meat", "Ada doesn't eat meat any more")


def test_what_ended_is_as_good_as_denied() -> None:
    ended = record("Ada sold the blue boat", ended=True)
    assert covers("Ada no longer has the sold blue boat", ended)
    assert not covers("Ada no longer has the sold blue boat", replace(ended, ended=False))


def test_a_date_is_judged_by_the_valid_time_and_not_by_words() -> None:
    spring = record("Ada moved to the harbour", named("on 3 March 2026"))
    assert covers("Ada moved to the harbour on 3 March 2026", spring)
    assert covers("Ada moved to the harbour in March 2026", spring)
    assert unmet("Ada moved to the harbour on 4 March 2026", spring) == ("date",)


def test_a_date_that_is_known_less_exactly_than_asked_does_not_do() -> None:
    march = record("Ada moved to the harbour", named("in March 2026"))
    assert unmet("Ada moved to the harbour on 1 March 2026", march) == ("date",)


def test_no_later_than_the_moment_of_saying_is_no_date() -> None:
    statement = "Ada moved to the harbour on 7 May 2026"
    undated = record("Ada moved to the harbour")
    assert unmet(statement, undated) == ("date",)
    assert compared(statement, undated).covered_leniently


def test_another_date_is_wrong_leniently_too() -> None:
    april = record("Ada moved to the harbour", named("on 3 April 2026"))
    assert not compared("Ada moved to the harbour on 7 May 2026", april).covered_leniently


def test_until_is_the_end_of_the_valid_time() -> None:
    day = named("on 31 May 2026")
    until = record("Ada rents a berth", Interval(None, day.end))
    assert covers("Ada rents a berth until 31 May 2026", until)
    assert unmet("Ada rents a berth until 30 May 2026", until) == ("date",)
    assert unmet("Ada rents a berth since 31 May 2026", until) == ("date",)


def test_a_date_that_the_sentence_itself_names_will_do() -> None:
    assert covers("Ada's thesis is due on 9 May 2026", "Ada's thesis is due on 9 May 2026")
    assert covers("Ada's thesis is due on 9 May 2026", "Ada's thesis is due on Saturday")


def test_days_of_the_week_and_times_of_day_are_words() -> None:
    assert covers("Ada swims on Tuesdays at noon", "Ada swims Tuesdays at noon")
    assert not covers("Ada swims on Tuesdays at noon", "Ada swims on Fridays at noon")


def test_an_hour_is_in_its_day_and_a_day_is_no_hour() -> None:
    hour = record("Ada meets Odd", named("on 9 May 2026 at 15:00"))
    assert covers("Ada meets Odd on 9 May 2026", hour)
    assert covers("Ada meets Odd on 9 May 2026 at 15:00", hour)
    assert unmet("Ada meets Odd on 9 May 2026 at 16:00", hour) == ("date",)
    day = record("Ada meets Odd", named("on 9 May 2026"))
    assert unmet("Ada meets Odd on 9 May 2026 at 15:00", day) == ("date",)


def test_leniently_whoever_it_is_about_and_by_counts_as_a_word() -> None:
    bare = "The office has no lift"
    assert unmet("Ada's office has no lift", bare) == ("names",)
    assert compared("Ada's office has no lift", bare).covered_leniently


@pytest.mark.parametrize(
    ("language", "people", "statement", "sentence"),
    [
        ("zh", "林安", "林安在港口修船", "林安在港口那边修船"),
        ("zh", "林安", "林安的房租是每月3200元", "林安的房租每月三千二百元"),
        ("ja", "森 灯", "森灯は毎週水泳教室に通っている", "森 灯は水泳教室に毎週通っています"),
        ("ko", "한결", "한결은 도서관에서 일한다", "한결: 저는 도서관에서 일해요."),
        ("de", "Imke Brandt", "Imke Brandt singt im Chor", "Imke Brandt singt im alten Chor"),
    ],
)
def test_other_languages_are_compared_in_their_way(
    language: str, people: str, statement: str, sentence: str
) -> None:
    assert covers(statement, sentence, Talk.of(language, (people,), []))


@pytest.mark.parametrize(
    ("statement", "sentence", "missing"),
    [
        ("林安的房租是每月3200元", "林安的房租每月三千五百元", "numbers"),
        ("林安喜欢喝绿茶", "林安不喜欢喝绿茶", "negation"),
        ("林安在Tidewater修船", "林安在Seaview修船", "names"),
        ("林安在港口修船", "他在港口修船", "names"),
    ],
)
def test_what_differs_in_chinese_is_told(statement: str, sentence: str, missing: str) -> None:
    assert unmet(statement, sentence, Talk.of("zh", ("林安",), [])) == (missing,)


def test_a_question_is_covered_by_either_answer() -> None:
    talk = Talk.of("zh", ("林安",), [])
    assert covers("林安是否喝绿茶", "林安不喝绿茶", talk)
    assert covers("林安的柜子是24号还是42号", "林安的柜子是42号", talk)
    assert not covers("林安的柜子是24号还是42号", "林安的柜子是17号", talk)


def test_without_records_nothing_is_covered() -> None:
    found = matches("Ada paints boats", [], ADA, SAID)
    assert (found.strict, found.covered, found.covered_leniently) == (None, False, False)
    assert (found.low, found.told, found.best_words) == (False, False, 0.0)


def test_the_low_threshold_asks_for_fewer_words_and_for_all_the_rest() -> None:
    near = "Ada paints old boats in Leeds for a museum with brushes, oil, varnish and turpentine"
    assert not covers("Ada paints boats in Leeds", near)
    assert compared("Ada paints boats in Leeds", near).low
    assert not compared("Ada paints boats in Lund", near).low


_WORDS = [
    "Ada",
    "Odd",
    "Leeds",
    "boats",
    "3",
    "seven",
    "no",
    "mother",
    "ERR-7731",
    "May 2024",
    "tea",
]


@given(st.lists(st.sampled_from(_WORDS), min_size=1, max_size=8).map(" ".join))
def test_every_statement_that_says_something_is_covered_by_itself(statement: str) -> None:
    assume(set(statement.replace("3 May 2024", "").split()) - {"no", "May", "2024"})
    assert covers(statement, statement)


def test_a_record_as_near_to_a_rival_does_not_cover() -> None:
    def found(sentence: str) -> bool:
        made = [told(record(sentence), {}, ADA, SAID)]
        rival = "Ada paints old wooden boats"
        return matches("Ada paints old wooden doors", made, ADA, SAID, rival=rival).covered

    assert found("Ada paints wooden doors")
    assert not found("Ada paints wooden boats")
    assert not found("Ada paints old wood")


def test_what_only_an_assistant_says_covers_and_is_told_apart() -> None:
    own = record("Ada paints boats")
    assert compared("Ada paints boats", own).told
    guess = compared("Ada paints boats", replace(own, authority=Authority.ASSISTANT))
    assert (guess.covered, guess.told) == (True, False)


def test_the_record_that_comes_nearest_is_the_one_shown() -> None:
    made = [told(record(text), {}, ADA, SAID) for text in ("Ada sells nets", "Ada paints ships")]
    nearest = matches("Ada paints boats", made, ADA, SAID).strict
    assert nearest is not None
    assert nearest.record.sentence == "Ada paints ships"
