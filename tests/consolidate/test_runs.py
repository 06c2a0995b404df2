from __future__ import annotations

import random
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from consolidate.events import event
from smalti.consolidate.happenings import Happening
from smalti.consolidate.runs import LEAST, WITHIN, runs


def days(found: list[Happening] | tuple[Happening, ...]) -> list[int]:
    return [round((one.micros - event(0).micros) / 86_400_000_000) for one in found]


def test_three_within_thirty_days_are_a_run() -> None:
    [run] = runs([event(day, "hiking") for day in (0, 14, 30)])
    assert (run.term, days(run.events)) == ("hiking", [0, 14, 30])


def test_two_are_none_and_neither_are_three_in_thirty_one_days() -> None:
    assert runs([event(day, "hiking") for day in (0, 14)]) == []
    assert runs([event(day, "hiking") for day in (0, 14, 31)]) == []


def test_windows_that_share_events_are_one_run() -> None:
    [run] = runs([event(day, "hiking") for day in (0, 10, 20, 35, 50)])
    assert days(run.events) == [0, 10, 20, 35, 50]


def test_what_lies_apart_is_two_runs() -> None:
    found = runs([event(day, "hiking") for day in (0, 1, 2, 100, 101, 102)])
    assert [days(run.events) for run in found] == [[0, 1, 2], [100, 101, 102]]


def test_of_the_same_events_the_longest_word_stands_for_all() -> None:
    found = runs([event(day, "gym", "climbing") for day in range(3)])
    assert [run.term for run in found] == ["climbing"]


def test_a_run_inside_another_is_left_out() -> None:
    found = runs([event(0, "camp", "lake"), event(1, "camp", "lake"), event(2, "camp", "lake")])
    wider = runs([*found[0].events, event(3, "camp")])
    assert [(run.term, len(run.events)) for run in wider] == [("camp", 4)]


WORDS = ("a", "bb", "ccc")
some = st.lists(st.tuples(st.integers(0, 90), st.sets(st.sampled_from(WORDS))), max_size=9).map(
    lambda ones: [event(d, *sorted(w), id=f"r{n}") for n, (d, w) in enumerate(ones)]
)


@given(happenings=some, seed=st.integers(0, 99))
def test_the_order_in_which_events_are_given_does_not_matter(
    happenings: list[Happening], seed: int
) -> None:
    shuffled = happenings.copy()
    random.Random(seed).shuffle(shuffled)
    assert runs(shuffled) == runs(happenings)


@given(happenings=some)
def test_an_event_is_in_a_run_of_a_word_iff_it_is_one_of_three_in_a_window(
    happenings: list[Happening],
) -> None:
    within = WITHIN.total_seconds() * 1e6
    near: set[frozenset[str]] = set()
    for term in WORDS:
        sharing = [one for one in happenings if term in one.terms]
        for some_of_them in combinations(sharing, LEAST):
            moments = [one.micros for one in some_of_them]
            if max(moments) - min(moments) <= within:
                near.add(frozenset(one.id for one in some_of_them))
    found = runs(happenings)
    assert all(any(three <= run.ids for run in found) for three in near)
    assert all(any(id in three for three in near) for run in found for id in run.ids)
