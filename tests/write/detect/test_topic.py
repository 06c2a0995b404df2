from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti.write.detect import Side
from smalti.write.detect.fillers import fillers, other_figures, same_figures
from smalti.write.detect.marks import marked
from smalti.write.detect.topic import topic
from write.detect.pairs import laid, side


def said(text: str, by: str = "ada", **fields: Any) -> Side:
    return side("words", "do_it", by=by, sentence=text, **fields)


def test_words_that_everybody_uses_weigh_nothing() -> None:
    assert topic(laid(said("Today I got new things"), said("I got a thing today"))).weight == 0.0


def test_two_ordinary_words_count_like_one_that_is_rare() -> None:
    both = laid(said("My kids like school"), said("School is near the kids"))
    rare = laid(said("My greenhouse leaks"), said("The greenhouse is warm"))
    assert topic(both).weight == topic(rare).weight == 1.0


def test_the_name_of_a_person_whom_both_are_about_weighs_nothing() -> None:
    one, other = said("Ada paints"), said("Ada swims")
    people = frozenset({"Ada"})
    pair = laid(replace(one, people=people), replace(other, people=people))
    assert topic(pair).weight == 0.0


def test_a_thing_that_both_are_about_counts() -> None:
    one, other = (said(text, subject="hotline") for text in ("Hotline is up", "Hotline is dead"))
    assert topic(laid(one, other)).shared == {"hotlin"}


@pytest.mark.parametrize(
    ("first", "second"), [("站会在蓝色房间", "站会在楼上"), ("朝会は屋上です", "毎朝の朝会")]
)
def test_languages_without_spaces_share_pairs_of_characters(first: str, second: str) -> None:
    assert topic(laid(said(first), said(second))).weight >= 1.0


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        ("the call is at 14:30", "it says 1:30 pm", "clock"),
        ("deploys are on Tuesdays", "we deploy Thursday", "weekday"),
        ("due 17 April", "it closes on March 17th", "date"),
        ("founded in 1987", "founded in 1978", "year"),
        ("周三开会", "星期四开会", "weekday"),
        ("会議は水曜です", "木曜に変わった", "weekday"),
        ("下午3点", "四点和5点", "clock"),
    ],
)
def test_figures_of_one_kind_that_differ_are_told(one: str, other: str, kind: str) -> None:
    assert other_figures(one, other) == kind


@pytest.mark.parametrize(
    ("one", "other"),
    [("at 14:30", "at 2:30pm"), ("on Monday", "17 March"), ("in 1987", "for 30 euros"), ("", "")],
)
def test_equal_figures_and_figures_of_other_kinds_do_not_differ(one: str, other: str) -> None:
    assert other_figures(one, other) == ""


@given(st.text(max_size=60), st.text(max_size=60))
def test_whether_figures_differ_does_not_depend_on_the_order(one: str, other: str) -> None:
    assert other_figures(one, other) == other_figures(other, one)
    assert not (same_figures(one, other) and other_figures(one, other))
    assert fillers(one) == fillers(one)


def test_now_is_a_change_and_right_now_is_none() -> None:
    assert marked("change", "We now use the blue one")
    assert not marked("change", "I'm at the dentist right now")


def test_a_kind_of_words_that_does_not_exist_is_refused() -> None:
    with pytest.raises(KeyError):
        marked("nothing of the kind", "text")
