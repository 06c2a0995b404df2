"""Things told apart by their numbers, their names, or whom they are about, do not contradict."""

from __future__ import annotations

from dataclasses import replace

import pytest

from smalti.model.conflict import Relation
from smalti.write.detect import Side
from smalti.write.detect.apart import DesignationJudge, apart
from smalti.write.detect.claim import ClaimJudge
from smalti.write.detect.fillers import without_figures
from smalti.write.detect.frames import FrameJudge
from write.detect.pairs import laid, side


def about(subject: str, sentence: str, value: float = 1, *, again: bool = False) -> Side:
    """What Ada says of something."""
    one = side(
        value,
        "costs",
        subject=subject,
        by="ada",
        sentence=sentence,
        unit="EUR",
        correction=again,
    )
    return replace(one, names={subject: subject})


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("hall A", "hall B"),
        ("ticket 5", "ticket 6"),
        ("locker 0 of client 1", "locker 0 of client 2"),
        ("locker 3 of hall B", "locker 4"),
        ("会议室A", "会议室B"),
        ("3号会议室", "5号会议室"),
        ("3番ロッカー", "5番ロッカー"),
        ("Ada's flight 212", "Ada's flight 213"),
    ],
)
def test_other_numbers_are_other_things(one: str, other: str) -> None:
    assert apart(one, other)
    assert apart(other, one)
    assert not apart(one, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("hall A", "hall"),
        ("locker 7", "locker 7 of hall B"),
        ("room 12", "flight 14"),
        ("A. Smith", "B. Smith"),
        ("O'Neil", "D'Arcy"),
        ("Ada's car", "Bo's car"),
        ("", "hall A"),
    ],
)
def test_what_bears_no_other_number_may_be_the_same(one: str, other: str) -> None:
    assert not apart(one, other)


def test_what_one_ticket_costs_says_nothing_of_another() -> None:
    pair = laid(about("ticket 5", "Ticket 5 costs 30 EUR"), about("ticket 6", "It costs 40 EUR"))
    verdict = DesignationJudge().judge(pair)
    assert verdict is not None
    assert verdict.relation is Relation.COMPATIBLE


def test_a_correction_may_change_the_number() -> None:
    first = about("ticket 5", "Ticket 5 costs 30 EUR")
    second = about("ticket 6", "No, ticket 6 costs 30 EUR", again=True)
    assert DesignationJudge().judge(laid(first, second)) is None


def test_two_things_of_a_kind_may_have_two_prices() -> None:
    red = about("red car", "The red car costs 9000 EUR", 9000)
    blue = about("blue car", "The blue car costs 7000 EUR", 7000)
    cheap = about("car", "The red car costs 7000 EUR", 7000)
    assert FrameJudge().judge(laid(red, blue)) is None
    assert FrameJudge().judge(laid(red, cheap)) is not None


def test_a_unit_is_no_topic() -> None:
    flight = about("flight 212", "Flight 212 leaves at 5 pm")
    meeting = about("meeting", "The meeting starts at 4 pm")
    other = replace(meeting, record=replace(meeting.record, asserted_by="bo"))
    assert ClaimJudge().judge(laid(flight, other)) is None


def test_figures_are_taken_out_with_their_units() -> None:
    told = without_figures("Flight 212 leaves at 5 pm with 20 kg, 三点开会")
    assert told.split() == ["Flight", "212", "leaves", "at", "with", ",", "开会"]
