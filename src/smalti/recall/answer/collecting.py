"""Operators that choose among the evidence: what is on the topic, in time, each thing once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, timedelta

from smalti.model.answer import Order
from smalti.model.time import Precision
from smalti.model.turn import Role
from smalti.recall.answer.case import Case
from smalti.recall.answer.dates import Day
from smalti.recall.answer.evidence import Evidence
from smalti.recall.answer.fitting import dates_in
from smalti.recall.answer.trust import OURS

MOST = 8
"""Sentences that an answer cites, at most."""

_LOOKED_AT = 24  # sentences, the best first
_NEAR = 0.75  # of the best score is what other sentences must reach
_ON_TOPIC = 0.5  # of what the best one holds of the question, likewise
_TAKEN_UP = 0.3  # likewise of what the note holds that takes it up
_ONE_EVENT = timedelta(days=1)  # between two mentions that may be of one event


def near(case: Case) -> list[Evidence]:
    """The sentences that fit about as well as the best one, best first."""
    if not case.evidence:
        return []
    best = case.evidence[0]
    return [
        one
        for one in case.evidence[:_LOOKED_AT]
        if one.score >= best.score * _NEAR and one.around >= best.around * _ON_TOPIC
    ]


def on_topic(case: Case) -> list[Evidence]:
    """The sentences that hold about as much of the question as the one that holds most of it.

    Where some of them are of the time that is named, only these; where some are about whom is
    asked, only these. In time order.
    """
    found = [one for one in case.evidence if one.own]
    found = [one for one in found if one.within] or found
    found = [one for one in found if one.about >= OURS] or found
    most = max((one.own for one in found), default=0.0)
    kept = [one for one in found if one.own >= most * _ON_TOPIC]
    return in_time_order(kept or near(case))


def in_time_order(evidence: Iterable[Evidence]) -> list[Evidence]:
    """Sentences by when they were said; what has no date comes first."""
    return sorted(evidence, key=lambda one: (said(one), one.item.turn.id, one.start))


def by_turn(evidence: Iterable[Evidence]) -> list[Evidence]:
    """One sentence of each turn, the one that fits best."""
    best: dict[str, Evidence] = {}
    for one in evidence:
        held = best.get(one.item.turn.id)
        if held is None or one.score > held.score:
            best[one.item.turn.id] = one
    return list(best.values())


def said(evidence: Evidence) -> int:
    """When a sentence was said, in microseconds; 0 if that is not known."""
    at = evidence.item.turn.said_at
    return 0 if at is None else at.micros


def chosen(order: Order, evidence: Sequence[Evidence]) -> Evidence | None:
    """The first or the last of some sentences by when they were said, as is asked."""
    dated = [one for one in evidence if one.item.turn.said_at is not None]
    if not dated:
        return None
    if order is Order.LAST:
        return max(dated, key=lambda one: (said(one), one.score))
    return min(dated, key=lambda one: (said(one), -one.score))


def day_of(evidence: Evidence) -> Day | None:
    """The day that a sentence tells, its turn if the sentence tells none, else when it was said."""
    turn = evidence.item.turn
    told = told_day(evidence, whole_turn=True)
    if told is not None:
        return told
    return None if turn.said_at is None else Day.of(turn.said_at)


def told_day(evidence: Evidence, *, whole_turn: bool = False) -> Day | None:
    """The day that the time words of a sentence name, or else those of its whole turn."""
    turn = evidence.item.turn
    mentions = dates_in(turn.text, turn.said_at)
    own = [one for one in mentions if evidence.start <= one.start and one.end <= evidence.end]
    named = [
        day
        for mention in [*own, *(mentions if whole_turn else ())]
        if mention.interval is not None
        and (day := Day.within(mention.interval, mention.precision)) is not None
    ]
    if not named:
        return None
    first = named[0]
    # "Next Monday, for three days (4-6 May)": the days tell more than the one they begin with.
    spans = (one for one in named[1:] if one.first == first.first and one.last > first.last)
    return next(spans, first) if first.precision is Precision.DAY else first


def episodes(evidence: Sequence[Evidence]) -> list[list[Evidence]]:
    """Sentences in groups that tell of one event each: of the same days or of days in a row."""
    dated = [(day, one) for one in evidence if (day := day_of(one)) is not None]
    groups: list[list[Evidence]] = []
    end: date | None = None
    for day, one in sorted(dated, key=lambda pair: (pair[0].first, pair[0].last)):
        if end is None or day.first - end > _ONE_EVENT:
            groups.append([])
        end = day.last if end is None or not groups[-1] else max(end, day.last)
        groups[-1].append(one)
    return groups


def source_of(case: Case, evidence: Evidence) -> Evidence:
    """What an assistant's sentence takes up from the turn before it; else the sentence itself.

    What was noted is told by whoever said it, as far as that fits about as well.
    """
    if evidence.item.turn.role is not Role.ASSISTANT:
        return evidence
    said_before = [
        one
        for one in case.evidence
        if one.item.turn.id == evidence.before
        and one.item.turn.role is not Role.ASSISTANT
        and one.own >= evidence.own * _TAKEN_UP
    ]
    return max(said_before, key=lambda one: one.own, default=evidence)


def echo_of(case: Case, evidence: Evidence) -> Evidence | None:
    """What the other one said in reply to a sentence, if that is about what is asked too."""
    replies = [
        one
        for one in case.evidence
        if one.before == evidence.item.turn.id
        and one.own
        and one.item.turn.speaker != evidence.item.turn.speaker
    ]
    return max(replies, key=lambda one: one.own, default=None)
