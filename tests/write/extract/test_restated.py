"""A new value for what was said before, put into the statement it changes."""

from __future__ import annotations

import pytest

from smalti.write.extract.en.marks import corrects
from write.extract.talks import candidates, needs_parser, said, sentences


def _last(before: str, text: str) -> list[str]:
    """What a second turn says after a first, by the same speaker."""
    first, second = said(before), said(text)
    return [c.sentence for c in candidates(first, second) if c.turn == second.id]


@needs_parser
@pytest.mark.parametrize(
    ("before", "text", "expected"),
    [
        ("pottery is on Mondays", "it's Wednesdays now", "Ada's pottery is on Wednesdays"),
        ("my rent is 900 euros", "went up to 950 euros", "Ada's rent is 950 euros"),
        ("the audit is on June 3", "pushed back to June 17", "The audit is on June 17"),
        ("the audit is on Monday", "they moved the audit to Friday", "The audit is on Friday"),
        ("we use Slack for standups", "Slack's out, Zulip's in",
         "Ada and others use Zulip for standups"),
        ("we deploy with Ansible", "we've switched from Ansible to Salt",
         "Ada and others deploy with Salt"),
        ("I drive a Volvo", "swapped the Volvo for a Kia", "Ada drives a Kia"),
        ("my dentist is Dr Holm", "I've moved from Dr Holm to Dr Ek", "Ada's dentist is Dr Ek"),
        ("we use Slack", "we've ditched Slack, it's all Zulip now", "Ada and others use Zulip"),
    ],
)  # fmt: skip
def test_words_of_change_put_a_new_value_into_what_was_said(
    before: str, text: str, expected: str
) -> None:
    assert expected in _last(before, text)


@needs_parser
@pytest.mark.parametrize(
    ("before", "text"),
    [
        ("I run 5 km every day", "I've moved 3 boxes to the attic"),
        ("I play the cello", "we watched Dune instead of Alien"),
        ("the dentist is on Friday", "I moved the piano to Monday's van"),
        ("I was born in 1990", "changed to 2020"),
        ("the limit is 30 km/h", "it went back to 50 km/h at night"),
    ],
)
def test_a_value_for_something_else_changes_nothing(before: str, text: str) -> None:
    kept = {c.sentence for c in candidates(before)}
    told = [one for one in candidates(before, text) if one.restates is not None]
    assert [one.sentence for one in told if one.directness >= 0.6] == []
    assert kept


@needs_parser
def test_two_things_that_could_be_meant_are_left_alone() -> None:
    first, second = said("yoga is on Mondays"), said("the choir is on Tuesdays")
    third = said("moved to Thursdays")
    told = [c for c in candidates(first, second, third) if c.turn == third.id]
    assert [c.sentence for c in told if c.restates is not None] == []


@needs_parser
def test_a_new_value_names_the_turn_of_what_it_changes() -> None:
    first, second = said("my rent is 900 euros"), said("went up to 950 euros")
    told = [c for c in candidates(first, second) if c.turn == second.id]
    assert [c.restates for c in told] == [first.id]


@pytest.mark.parametrize(
    ("before", "text", "expected"),
    [
        ("周会在三楼开。", "改到五楼了。", "周会在五楼开"),
        ("我弟弟八岁。", "记错了，他九岁。", "Ada的弟弟九岁"),
        ("房租一个月三千块。", "涨到三千五百块了。", "Ada的房租一个月三千五百块"),
        ("会議は三時からです。", "すみません、四時でした。", "会議は四時からです"),
        ("部屋は二階です。", "三階に変更になりました。", "部屋は三階です"),
    ],
)
def test_chinese_and_japanese_values_are_put_in_too(before: str, text: str, expected: str) -> None:
    assert expected in _last(before, text)


@pytest.mark.parametrize(
    ("before", "text"),
    [
        ("我有两只猫。", "昨天看到三只狗。"),
        ("犬を二匹飼っています。", "昨日、三匹見ました。"),
        ("周会在三楼开。", "改到五楼了吗？"),
        ("毎月第二水曜に通っている。", "毎月最後の土曜に通うことになった。"),
    ],
)
def test_a_value_without_words_of_change_is_no_new_one(before: str, text: str) -> None:
    assert all(one.restates is None for one in candidates(before, text))


def test_a_moved_thing_is_not_taken_for_the_speaker() -> None:
    assert _last("周会在三楼开。", "改到五楼了。") == ["周会在五楼开"]


@pytest.mark.parametrize(
    "text",
    [
        "oops, the code is 5512",
        "sorry, I meant the blue one",
        "I got the date wrong, it's the 12th",
        "make that 15:30",
        "it's not Lund, it's Malmö",
        "I mixed up the two invoices",
        "turns out it's the 14th",
        "that's a typo, should be 0.5 mg",
    ],
)
def test_words_that_put_something_right_are_known(text: str) -> None:
    assert corrects(text)


@pytest.mark.parametrize(
    "text",
    [
        "ugh, this week is endless",
        "Oops, sorry about the mess!",
        "let's make that happen",
        "turns out she had a lovely family",
        "something went wrong with the oven",
        "I'm sure you're wrong, mate",
        "we mix things up on Fridays",
        "not yet, but I'm trying",
        "it's always been fun",
    ],
)
def test_loose_words_put_nothing_right(text: str) -> None:
    assert not corrects(text)


@pytest.mark.parametrize("text", ["准确说是小龙虾。", "其实重庆也挺好。", "昨日は休みだった。"])
def test_more_detail_and_past_tense_are_no_corrections(text: str) -> None:
    assert all(not one.correction for one in candidates(text))


@needs_parser
def test_in_a_long_turn_only_the_nearest_sentences_are_corrected() -> None:
    text = (
        "I spent the whole morning in the garden with my neighbour Ines from number nine. "
        "We planted six apple trees along the old wall. "
        "My brother Kai came over for lunch and brought a huge pot of lentil soup for all of us. "
        "No wait, the soup was from my aunt Berta."
    )
    told = {c.sentence: c.correction for c in candidates(text)}
    assert not told["Ada and others planted six apple trees along the old wall"]
    assert any(corrected for sentence, corrected in told.items() if "aunt" in sentence)


@needs_parser
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I no longer run the book club, Hetty does", "Hetty runs the book club"),
        ("I don't carry the keys any more, Sam does", "Sam carries the keys"),
    ],
)
def test_who_does_it_instead_is_told(text: str, expected: str) -> None:
    assert expected in sentences(text)
