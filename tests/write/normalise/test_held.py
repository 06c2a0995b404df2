"""When a statement held, by its time words, its tense and what it is."""

from __future__ import annotations

from typing import Any

import pytest

from smalti.model.record import DerivationKind, Modality, RecordKind
from smalti.model.time import Bound, Interval, Precision
from smalti.write.extract.candidate import Tense
from smalti.write.normalise.held import shown
from write.normalise.making import SAID, stated

EVENT: dict[str, Any] = {"kind": RecordKind.EVENT, "tense": Tense.PAST}
PAST: dict[str, Any] = {"tense": Tense.PAST}
FUTURE: dict[str, Any] = {"tense": Tense.FUTURE, "modality": Modality.PLANNED}

# said on Thursday 7 May 2026; ".." is an end that is open or unknown
HELD: dict[str, tuple[str, dict[str, Any], str]] = {
    "since a year": ("lives in Oslo since 2019", {}, "2019-01-01/.."),
    "from a day to come": ("lives in Oslo from Monday", {}, "2026-05-11/.."),
    "starting on a day": ("lives in Oslo starting 1 June", {}, "2026-06-01/.."),
    "until a day": ("lives in Oslo until 31 July", {}, "2026-05-07T08:20/2026-08-01"),
    "by a day": ("will send it by 31 July", FUTURE, "../2026-08-01"),
    "before a day": ("will send it before 31 July", FUTURE, "../2026-07-31"),
    "an event on a day": ("moved to Oslo yesterday", EVENT, "2026-05-06/2026-05-07"),
    "an event in a year": ("moved to Oslo in 2019", EVENT, "2019-01-01/2020-01-01"),
    "what was begun": ("started playing in 2019", EVENT, "2019-01-01/.."),
    "a past state": ("lived in Oslo in 2019", PAST, "2019-01-01/2020-01-01"),
    "from one year to another": ("lived in Oslo from 2014 to 2018", PAST, "2014-01-01/2019-01-01"),
    "a plan": ("will move to Oslo in June", FUTURE, "2026-06-01/2026-07-01"),
    "a present state on a day": ("is in Oslo today", {}, "2026-05-07/2026-05-08"),
}


def when(words: str, more: dict[str, Any]) -> Interval:
    verb, _, rest = words.removeprefix("will ").partition(" ")
    lemma = {"lives": "live", "lived": "live", "moved": "move", "is": "be", "started": "start"}.get(
        verb, verb
    )
    preposition, _, object = rest.partition(" ")
    return stated(f"I {words}", f"Ada {words}", f"{lemma} {preposition}", object, **more).valid


@pytest.mark.parametrize(
    ("ending", "interval"),
    [("", "2026-05-07T08:20/.."), (" in March", "2026-03-01/..")],
)
def test_what_a_price_was_raised_to_holds_since(ending: str, interval: str) -> None:
    text = f"The price of the pass was raised to 40 euros{ending}"
    found = stated(
        text, text, "be raised to", f"40 euros{ending}", subject="the price of the pass", **PAST
    )
    assert (found.predicate, shown(found.valid)) == ("price", interval)


@pytest.mark.parametrize("what", HELD)
def test_time_words_give_the_interval(what: str) -> None:
    words, more, interval = HELD[what]
    assert shown(when(words, more)) == interval


def test_a_present_state_without_a_date_began_by_now() -> None:
    assert when("lives in Oslo", {}) == Interval.undated(SAID)


def test_a_past_event_without_a_date_happened_by_now() -> None:
    assert when("moved to Oslo", EVENT) == Interval.undated(SAID)


def test_a_plan_without_a_date_begins_nobody_knows_when() -> None:
    assert when("will move to Oslo", FUTURE) == Interval(Bound(None, Precision.UNKNOWN), None)


def test_what_used_to_be_is_over_by_now() -> None:
    sentence = "Ada used to live in Oslo"
    found = stated(sentence, sentence, "use to live in", "Oslo", **PAST)
    assert found.valid == Interval(Bound(None, Precision.UNKNOWN), Bound(SAID, Precision.UNKNOWN))


def test_what_used_to_be_until_a_date_is_over_then() -> None:
    sentence = "Ada used to live in Oslo until 2019"
    found = stated(sentence, sentence, "use to live in", "Oslo until 2019", **PAST)
    assert shown(found.valid) == "../2020-01-01"


def test_what_is_over_tells_how_it_is_now() -> None:
    sentence = "The bike commutes are over"
    found = stated(sentence, sentence, "be over", "", subject="the bike commutes", ended=True)
    assert found.valid == Interval.undated(SAID)


def test_a_turn_without_a_date_leaves_what_is_relative_unknown() -> None:
    found = stated("I live in Oslo", "Ada lives in Oslo", "live in", "Oslo", said=None)
    assert found.valid == Interval.undated(None)
    found = stated("I moved yesterday", "Ada moved yesterday", "move", "yesterday",
                   said=None, **EVENT)  # fmt: skip
    assert found.valid == Interval.undated(None)


def test_a_turn_without_a_date_may_name_one() -> None:
    sentence = "Ada lives in Oslo since 2019"
    found = stated(sentence, sentence, "live in", "Oslo since 2019", said=None)
    assert shown(found.valid) == "2019-01-01/.."


def test_what_recurs_has_a_rule_and_no_date() -> None:
    sentence = "Ada bakes on Tuesdays"
    found = stated(sentence, sentence, "bake on", "Tuesdays")
    assert found.recurrence == "FREQ=WEEKLY;BYDAY=TU"
    assert found.valid == Interval.undated(SAID)


def test_time_words_in_the_name_of_a_thing_date_nothing() -> None:
    sentence = "The weekly sync is boring"
    found = stated(sentence, sentence, "be", "boring", subject="the weekly sync")
    assert found.recurrence is None


def test_time_words_of_another_quote_date_nothing() -> None:
    text = "Ben moved yesterday. I live in Oslo"
    found = stated(text, "Ada lives in Oslo", "live in", "Oslo", start=21, end=35)
    assert found.valid == Interval.undated(SAID)


def test_the_step_names_the_words_and_where_they_lead() -> None:
    found = stated("I moved to Oslo yesterday", "Ada moved to Oslo yesterday", "move to",
                   "Oslo yesterday", **EVENT)  # fmt: skip
    [step] = [one for one in found.derived if one.kind is DerivationKind.DATE]
    assert (step.said, step.meant) == ("yesterday", "2026-05-06/2026-05-07")
    assert "counted from 2026-05-07" in step.why


def test_precision_is_that_of_the_words() -> None:
    valid = when("moved to Oslo in 2019", EVENT)
    assert valid.start is not None
    assert valid.end is not None
    assert valid.start.precision is valid.end.precision is Precision.YEAR


def test_what_somebody_used_to_do_as_an_event_is_over() -> None:
    sentence = "Ada used to dislike them"
    found = stated(sentence, sentence, "use to dislike", "them", **EVENT, ended=True)
    assert found.valid == Interval(Bound(None, Precision.UNKNOWN), Bound(SAID, Precision.UNKNOWN))


OTHERS = {
    "of what age a thing is": (
        "I found a programme from 2012", "Ada found a programme from 2012", "find",
        "a programme from 2012", EVENT,
    ),
    "what a plan remembers": (
        "I will remember our trip last year", "Ada will remember the trip last year", "remember",
        "the trip last year", FUTURE,
    ),
    "the hour in an aside": (
        "I work earlies, up at 4:45", "Ada works earlies, up at 4:45", "work", "earlies", {},
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", OTHERS)
def test_time_words_about_something_else_date_nothing(what: str) -> None:
    text, sentence, predicate, object, more = OTHERS[what]
    found = stated(text, sentence, predicate, object, **more)
    assert [step for step in found.derived if step.kind is DerivationKind.DATE] == []


def test_the_kind_of_a_thing_is_no_rule() -> None:
    sentence = "Ada enjoys Ada's daily routine"
    found = stated("I enjoy my daily routine", sentence, "enjoy", "Ada's daily routine")
    assert found.recurrence is None
    assert found.value.text == "Ada's daily routine"
