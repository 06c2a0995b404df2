"""Which figures of two sentences answer to each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import combinations, permutations

from smalti.write.detect.rules.intervals import Amount, disjoint, equal, same_measure, same_value
from smalti.write.detect.rules.meeting import Meeting
from smalti.write.detect.rules.reading import Reading
from smalti.write.detect.rules.words import covered

Answer = tuple[Amount, Amount]
"""A stored figure and the incoming one that answers to it."""

_MOST_PERMUTED = 4  # figures of one measure; of more, each takes the most alike
_DAY = Decimal(86400)
_A_DAY = frozenset({"mass", "volume"})  # what is meant a day where "daily" is said
_ROUNDED = Decimal("0.02")
_PLAIN = 0.6  # likeness at which several differing figures of one measure are told apart


def answers(meeting: Meeting) -> Iterator[Answer]:
    """Each incoming figure with the stored one that it answers to, if there is one."""
    left = list(meeting.incoming.amounts)
    while left:
        mine = [i for i in left if same_measure(i, left[0])]
        left = [i for i in left if i not in mine]
        theirs = [s for s in meeting.stored.amounts if same_measure(s, mine[0])]
        if not theirs:
            mine = [_a_day(i, meeting.incoming) for i in mine]
            daily = [_a_day(s, meeting.stored) for s in meeting.stored.amounts]
            theirs = [s for s in daily if same_measure(s, mine[0])]
        if theirs:
            yield from _matched(theirs, mine)


def _matched(theirs: Sequence[Amount], mine: Sequence[Amount]) -> Iterator[Answer]:
    """The pairing of figures of one measure in which they are most alike."""
    if len(theirs) > _MOST_PERMUTED or len(mine) > _MOST_PERMUTED:
        for i in mine:
            yield max(theirs, key=lambda s: likeness(s, i)), i  # used at once
        return
    if len(mine) <= len(theirs):
        pairings = (list(zip(some, mine, strict=True)) for some in permutations(theirs, len(mine)))
    else:
        pairings = (
            list(zip(theirs, some, strict=True)) for some in permutations(mine, len(theirs))
        )
    yield from max(pairings, key=lambda pairing: sum(likeness(s, i) for s, i in pairing))


def likeness(s: Amount, i: Amount) -> float:
    """How well two figures answer to each other, mostly by the words next to them."""
    near_s, near_i = s.before[-4:] + s.after[:3], i.before[-4:] + i.after[:3]
    words = (covered(near_s, near_i) + covered(near_i, near_s)) / 2 if near_s and near_i else 0.0
    return (
        words
        + 0.25 * equal(s, i)
        + 0.2 * (s.bound == i.bound != "exact")
        + 0.2 * (s.case == i.case)
        + 0.2 * bool(s.figures & i.figures)
    )


def rescaled(differing: Sequence[Answer]) -> bool:
    """Whether two figures differ by the same factor: 5 litres for 100 km, 1 litre for 20 km."""
    plain = [
        (s, i)
        for s, i in differing
        if s.bound == i.bound == "exact" and s.low and i.low and ":" not in s.dimension
    ]
    return any(
        same_value(s.low * j.low, t.low * i.low, _ROUNDED)
        for (s, i), (t, j) in combinations(plain, 2)
    )


def mixed(differing: Sequence[Answer]) -> bool:
    """Whether several figures of one measure differ and it is not plain which answers to which."""
    found: dict[tuple[str, frozenset[str]], list[float]] = {}
    for s, i in differing:
        found.setdefault((i.dimension, i.noun), []).append(likeness(s, i))
    return any(len(alike) > 1 and min(alike) < _PLAIN for alike in found.values())


def other_case(differing: Sequence[Answer]) -> bool:
    """Whether one of several figures says that another case is meant: at 20 °C, and at 24 °C."""
    return len(differing) > 1 and any(
        (s.case or i.case)
        and disjoint(s, i)
        and i.dimension != "count"
        and not i.dimension.startswith("pressure:")
        for s, i in differing
    )


def _a_day(amount: Amount, reading: Reading) -> Amount:
    """A mass or volume as one a day, where its clause says so: doses and intakes are meant so."""
    clause = reading.clause_of(amount)
    if amount.dimension not in _A_DAY or clause is None:
        return amount
    said = " ".join(word.low for word in clause.main)
    if not reading.grammar.patterns["daily"].search(said):
        return amount
    return replace(
        amount,
        dimension=f"{amount.dimension}/time",
        unit=f"{amount.unit}/day",
        low=amount.low / _DAY,
        high=amount.high / _DAY,
    )
