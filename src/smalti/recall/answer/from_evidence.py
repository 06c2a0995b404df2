"""Operators over recalled sentences: the sentence itself, its date, its number, several of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from decimal import Decimal

from smalti.model.answer import QuestionPlan
from smalti.model.time import Precision
from smalti.recall.answer.case import Case, Draft, Rest
from smalti.recall.answer.dates import Day
from smalti.recall.answer.evidence import Evidence
from smalti.recall.answer.fitting import dates_in
from smalti.recall.answer.words import in_words, joined, weekday_in
from smalti.text.quantities import QuantityMention, find_quantities

_LOOKED_AT = 6  # sentences, of which the first that fits is taken
_LISTED = 4
_NEAR = 0.75  # of the best score is what other sentences of a list must reach
_ON_TOPIC = 0.5  # of what the best one holds of the question, likewise
_SHORT = 120  # characters of a turn that is quoted whole


def told(case: Case) -> Draft | None:
    """The sentence that fits best, with what belongs to it in its turn."""
    best = _fitting_first(case)
    if best is None:
        return None
    return Draft(_quoted(case.plan, best), (Rest.on(best),), disputed=best.item.disputed)


def dated(case: Case) -> Draft | None:
    """When it was: by the time words of the sentence, of its turn, else the day it was said."""
    best = _fitting_first(case)
    if best is None:
        return None
    day = day_of(best)
    if day is None:
        return None
    language = case.plan.language
    text = in_words(language, "said", day=day.told(language), words=quote_of(best))
    return Draft(text, (Rest.on(best),), day.value, disputed=best.item.disputed)


def latest(case: Case) -> Draft | None:
    """The latest of the sentences that fit about as well as the best one, and when it was."""
    near = [one for one in _near(case.evidence) if one.item.turn.said_at is not None]
    return _on_its_day(case, max(near, key=lambda one: (_said(one), one.score))) if near else None


def earliest(case: Case) -> Draft | None:
    """The earliest of the sentences that fit about as well as the best one, and when it was."""
    near = [one for one in _near(case.evidence) if one.item.turn.said_at is not None]
    return _on_its_day(case, min(near, key=lambda one: (_said(one), -one.score))) if near else None


def _on_its_day(case: Case, one: Evidence) -> Draft:
    language, day = case.plan.language, day_of(one)
    if day is None:
        return Draft(_quoted(case.plan, one), (Rest.on(one),))
    text = in_words(language, "said", day=day.told(language), words=quote_of(one))
    return Draft(text, (Rest.on(one),), day.value, disputed=one.item.disputed)


def calendar(case: Case) -> Draft | None:
    """The day itself, where a question asks for nothing but which day a word of time means."""
    window = case.plan.window
    if window is None or window.since is None or window.until is None or case.plan.terms:
        return None
    last = window.until.local().date() - timedelta(days=1)
    first = window.since.local().date()
    day = Day(first, max(first, last), Precision.DAY)
    weekday = weekday_in(first, case.plan.language) if first == day.last else ""
    return Draft(f"{day.told(case.plan.language)} {weekday}".strip(), (), day.value)


def elapsed(case: Case) -> Draft | None:
    """The days between two events, or from what is asked for to a day that is named, or to now."""
    if len(case.days) > 1:
        (one, first), (other, last) = case.days[0], case.days[-1]
        return _length(case, one, other, [first, last])
    best = _fitting_first(case)
    if best is None:
        return None
    named = _two_days(case)
    if named is not None:
        return _length(case, *named, [best])
    day = day_of(best)
    until = None if day is None else _other_day(case, day.first)
    return None if day is None or until is None else _length(case, day.first, until, [best])


def _length(case: Case, one: date, other: date, rests: Sequence[Evidence]) -> Draft:
    language, (first, last) = case.plan.language, sorted((one, other))
    n = (last - first).days
    text = in_words(
        language, "days", n=n, since=_told(first, language), until=_told(last, language)
    )
    words = [in_words(language, "told", words=quote_of(rest)) for rest in rests]
    return Draft(f"{text} {joined(language, words)}", tuple(map(Rest.on, rests)), f"P{n}D")


def _two_days(case: Case) -> tuple[date, date] | None:
    """The first and the last day that a question names, if these are two."""
    window = case.plan.window
    if window is None or window.since is None or window.until is None:
        return None
    first, last = window.since.local().date(), window.until.local().date() - timedelta(days=1)
    return (first, last) if first < last else None


def difference(case: Case) -> Draft | None:
    """How much the last number of a kind is above or below the first one."""
    by_unit: dict[str | None, list[tuple[Evidence, QuantityMention]]] = defaultdict(list)
    for one, quantity in _measured(case):
        by_unit[quantity.unit].append((one, quantity))
    if not by_unit:
        return None
    unit, same = max(
        by_unit.items(), key=lambda pair: len({one.item.turn.id for one, _ in pair[1]})
    )
    same.sort(key=lambda pair: _said(pair[0]))
    (first, before), (last, after) = same[0], same[-1]
    if first is last:
        return None
    n = after.number - before.number
    text = in_words(
        case.plan.language,
        "difference",
        sign="+" if n > 0 else "",
        n=_plain(n),
        unit=unit or "",
        first=f"{_plain(before.number)}{_day_told(first)}",
        last=f"{_plain(after.number)}{_day_told(last)}",
    )
    return Draft(text, (Rest.on(first), Rest.on(last)), _plain(n))


def listed(case: Case) -> Draft | None:
    """The sentences that fit about as well as the best one, one from each turn."""
    near = list({one.item.turn.id: one for one in reversed(_near(case.evidence))}.values())
    near = sorted(near, key=lambda one: -one.score)[:_LISTED]
    if not near:
        return None
    parts = [_quoted(case.plan, one) for one in near]
    disputed = any(one.item.disputed for one in near)
    return Draft(joined(case.plan.language, parts), tuple(map(Rest.on, near)), disputed=disputed)


def each(case: Case) -> Draft | None:
    """What is told by or about each of those that are compared."""
    chosen: list[tuple[str, Evidence]] = []
    for name in case.plan.names[:2]:
        own = [one for one in case.evidence if one.item.turn.speaker == name]
        chosen += [(name, one) for one in own[:2]]
    if len({name for name, _ in chosen}) < 2:
        return None
    language = case.plan.language
    parts = [in_words(language, "both", who=name, words=one.text) for name, one in chosen]
    return Draft(joined(language, parts), tuple(Rest.on(one) for _, one in chosen))


def said_by(case: Case) -> Draft | None:
    """What the first that a question names said of the other, or of what it asks."""
    if not case.plan.names:
        return None
    own = [one for one in case.evidence if one.item.turn.speaker == case.plan.names[0]]
    others = case.plan.names[1:]
    naming = [one for one in own if any(name in one.item.turn.text for name in others)]
    chosen = (naming or own)[:2]
    if not chosen:
        return None
    text = joined(case.plan.language, [_quoted(case.plan, one) for one in chosen])
    return Draft(text, tuple(map(Rest.on, chosen)))


# --- choosing ------------------------------------------------------------------------------------


def _fitting_first(case: Case) -> Evidence | None:
    return case.evidence[0] if case.evidence else None


def _near(evidence: Sequence[Evidence]) -> list[Evidence]:
    if not evidence:
        return []
    best = evidence[0]
    return [
        one
        for one in evidence[: 4 * _LOOKED_AT]
        if one.score >= best.score * _NEAR and one.around >= best.around * _ON_TOPIC
    ]


def _said(evidence: Evidence) -> int:
    said = evidence.item.turn.said_at
    return 0 if said is None else said.micros


def day_of(evidence: Evidence) -> Day | None:
    """The day that a sentence tells, its turn if the sentence tells none, else when it was said."""
    turn = evidence.item.turn
    mentions = dates_in(turn.text, turn.said_at)
    own = [one for one in mentions if evidence.start <= one.start and one.end <= evidence.end]
    for mention in [*own, *mentions]:
        if mention.interval is None:
            continue
        if (day := Day.within(mention.interval, mention.precision)) is not None:
            return day
    return None if turn.said_at is None else Day.of(turn.said_at)


def _other_day(case: Case, day: date) -> date | None:
    """The day that a question counts to: the one it names, else the present."""
    window = case.plan.window
    if window is not None and window.until is not None:
        last = window.until.local().date() - timedelta(days=1)
        if last != day:
            return last
    return None if case.now is None else case.now.local().date()


def _measured(case: Case) -> Iterator[tuple[Evidence, QuantityMention]]:
    """The measures in the sentences about what is asked, the first of each unit in a sentence."""
    for one in case.evidence[: 4 * _LOOKED_AT]:
        if not one.own or not one.about or (case.plan.window and not one.within):
            continue
        first = {q.unit: q for q in reversed(find_quantities(one.text)) if not q.ordinal}
        yield from ((one, quantity) for unit, quantity in first.items() if unit)


# --- telling -------------------------------------------------------------------------------------


def _quoted(plan: QuestionPlan, evidence: Evidence) -> str:
    return in_words(plan.language, "told", words=quote_of(evidence))


def quote_of(evidence: Evidence) -> str:
    """The sentence; all of its turn where that is short: the rest of it often says the matter."""
    turn = evidence.item.turn
    return turn.text.strip() if len(turn.text) <= _SHORT else evidence.text


def _told(day: date, language: str) -> str:
    return Day(day, day, Precision.DAY).told(language)


def _day_told(evidence: Evidence) -> str:
    said = evidence.item.turn.said_at
    return "" if said is None else f", {said.local().date().isoformat()}"


def _plain(number: Decimal) -> str:
    return f"{number.normalize():f}"
