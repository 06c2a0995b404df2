from __future__ import annotations

from typing import Any

import pytest

from smalti.model.conflict import ConflictKind, Relation
from smalti.write.detect.lives import LivesJudge
from write.detect.pairs import laid, side


def relation(first: str, second: str, **fields: Any) -> Relation | None:
    one = side("words", "do_it", sentence=first)
    other = side("words", "do_other", said="2026-06-01", sentence=second, **fields)
    found = LivesJudge().judge(laid(one, other))
    return None if found is None else found.relation


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("I'm an only child", "my big brother is grilling again"),
        ("I've never smoked", "that was my last cigarette before the move"),
        ("We have no car, not in this city", "our car failed its inspection"),
        ("我不喝酒", "昨天喝多了，头疼"),
        ("一人暮らしです", "うちの人が鍋を焦がしました"),
        ("Wir haben kein Auto", "unser Wagen steht beim TÜV"),
    ],
)
def test_what_one_says_of_himself_in_two_ways_is_a_conflict(first: str, second: str) -> None:
    assert relation(first, second) is Relation.CONFLICT
    assert relation(second, first) is Relation.CONFLICT


def test_it_follows_only_by_what_words_mean() -> None:
    one = side("words", "do_it", sentence="I'm an only child")
    other = side("words", "do_other", said="2026-06-01", sentence="my sister is a midwife")
    found = LivesJudge().judge(laid(one, other))
    assert found is not None
    assert found.kind is ConflictKind.LOGICAL
    assert found.chain == (other.record.id,)


def test_a_change_that_is_told_is_an_update() -> None:
    assert relation("I have no car", "I got my car last week, so now I commute") is Relation.UPDATE


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("I'm an only child", "my brother-in-law is grilling again"),
        ("I don't drink tea", "I had a pint after work"),
        ("I have no car", "the car outside belongs to a neighbour"),
        ("my sister is a midwife", "my brother is a baker"),
    ],
)
def test_what_only_sounds_like_it_is_none(first: str, second: str) -> None:
    assert relation(first, second) is None


def test_the_deeds_of_another_one_are_no_contradiction() -> None:
    assert relation("I don't drink", "Kasper had a pint", subject="kasper") is None


def test_another_source_is_for_other_judges() -> None:
    assert relation("I'm an only child", "my sister is a midwife", by="bo") is None
