"""Operators over amounts: the amount itself, a difference, a sum, the greatest, a rate."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

import regex

from smalti.model.answer import AnswerType, Intent, Order, Side
from smalti.recall.answer.case import Case, Draft, Rest
from smalti.recall.answer.collecting import MOST, said, told_day
from smalti.recall.answer.evidence import Evidence
from smalti.recall.answer.fitting import amounts_in, amounts_of, dimension_of
from smalti.recall.answer.telling import plain
from smalti.recall.answer.words import in_words, joined
from smalti.text.analyse import normalise
from smalti.text.quantities import QuantityMention

_LOOKED_AT = 6  # sentences, of which the first that holds such an amount is taken
_MUCH = 0.5  # of what the best sentence holds of the question is what it must hold
_DIGITS = regex.compile(r"^\W*[\d.,\s\p{Nd}〇零一二三四五六七八九十百千万亿半两]+")
_COMMA = regex.compile(r"[,，、;；](?!\d)\s*")
_FALL = regex.compile(
    r"\b(?:los[te]\w*|drop\w*|decreas\w*|less|fell|fall\w*|reduc\w*)\b|[掉减瘦降]|痩|減"
)
_RISE = regex.compile(
    r"\b(?:gain\w*|gr[eo]w\w*|increas\w*|more|r[io]se\w*|sav\w+)\b|[增涨胖升]|太|増"
)
# What came or went, and is not the amount that is left.
_CHANGE = regex.compile(
    r"(?:\b(?:los[te]\w*|gain\w*|dropp?\w*|up|down|another|by|extra|sav(?:e|ed|ing))\s*$)"
    r"|(?:[掉减瘦涨降增长升多少]了?\s*$)|(?:(?:減|増)[っえりら]\p{Hiragana}*\s*$)",
    regex.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Measure:
    """An amount that a sentence tells."""

    evidence: Evidence
    amount: QuantityMention

    @property
    def text(self) -> str:
        """The amount with its unit as it was written, its number in figures."""
        unit = _DIGITS.sub("", self.amount.text).strip()
        return f"{plain(self.amount.number)} {unit}".strip()

    @property
    def clause(self) -> str:
        """The part of the sentence between two commas that tells the amount."""
        said = self.evidence.text
        ends = [0, *(found.end() for found in _COMMA.finditer(said)), len(said)]
        first = max(end for end in ends if end <= self.amount.start)
        last = min(end for end in ends if end >= self.amount.end)
        return said[first:last].strip(" ,，、;；。.")


def amount(case: Case) -> Draft | None:
    """The amount that is asked for, in the sentence that tells it best.

    Where the first or the last is meant, that of the sentences that tell such an amount.
    """
    unit = case.plan.unit
    if unit is None or not case.evidence:
        return None
    if (draft := first_or_last(case)) is not None:
        return draft
    least = _MUCH * max(one.own for one in case.evidence[:_LOOKED_AT])
    for one in case.evidence[:_LOOKED_AT]:
        found = amounts_of(unit, one.text)
        if found and one.own >= least and (one.own or one is case.evidence[0]):
            return _valued(case, Measure(one, _nearest(case, one, found)))
    return None


def told_amounts(case: Case) -> list[Evidence]:
    """The sentences of the time that is named that tell an amount of the kind that is asked for."""
    if case.plan.unit is None:
        return []
    return [one.evidence for one in _kind(case, _measures(case))]


def first_or_last(case: Case) -> Draft | None:
    """The first or the last amount of a kind, where one of them is meant and no date is asked."""
    order, unit = case.plan.order, case.plan.unit
    if order is Order.ANY or unit is None or case.plan.wants is AnswerType.DATE:
        return None
    series = _series(case)
    if not series:
        return None
    draft = _valued(case, series[0 if order is Order.FIRST else -1])
    return replace(draft, steps=("collect", order.value))


def _valued(case: Case, measure: Measure) -> Draft:
    text = in_words(case.plan.language, "said", day=measure.text, words=measure.clause)
    rest = Rest.on(measure.evidence)
    return Draft(text, (rest,), measure.text, disputed=rest.disputed)


def _nearest(case: Case, evidence: Evidence, found: Sequence[QuantityMention]) -> QuantityMention:
    """Of several such amounts in a sentence, the one whose clause holds most of the question."""

    def held(mention: QuantityMention) -> int:
        clause = normalise(Measure(evidence, mention).clause)
        stand = [word for _, words in case.plan.related for word in words]
        return sum(term in clause for term in (*case.plan.terms, *stand))

    return max(found, key=held)


def difference(case: Case) -> Draft | None:
    """How much the last amount of a kind is above or below the first one.

    In a time that is named, the first one is the last before it, if there is one: what was so when
    that time began.
    """
    series = _series(case)
    if len(series) < 2:
        return None
    first, last = series[0], series[-1]
    n = last.amount.number - first.amount.number
    unit = _DIGITS.sub("", last.amount.text).strip()
    told = plain(abs(n)) if _as_asked(case, n) else f"{'+' if n > 0 else ''}{plain(n)}"
    text = in_words(
        case.plan.language, "difference", n=told, unit=unit, first=first.text, last=last.text
    )
    rests = (Rest.on(first.evidence), Rest.on(last.evidence))
    return Draft(text, rests, plain(n), steps=("collect", "difference"))


def _as_asked(case: Case, n: Decimal) -> bool:
    """Whether a question that asks how much something fell or rose is right about which it did."""
    asked = normalise(case.plan.question)
    return bool((_FALL if n < 0 else _RISE).search(asked))


def summed(case: Case) -> Draft | None:
    """All amounts of a kind together, each of a day once."""
    found = list(_kind(case, _measures(case)))
    once = list({(_day(one), one.amount.number): one for one in found}.values())[:MOST]
    if len(once) < 2:
        return None
    total = sum((one.amount.number for one in once), Decimal(0))
    unit = _DIGITS.sub("", once[0].amount.text).strip() or once[0].amount.unit or ""
    parts = " + ".join(_dated(one) for one in once)
    text = in_words(case.plan.language, "sum", n=plain(total), unit=unit, parts=parts)
    rests = tuple(Rest.on(one.evidence) for one in once)
    return Draft(text, rests, plain(total), steps=("collect", "sum"))


def extreme(case: Case) -> Draft | None:
    """The greatest or the least amount of a kind, and when it was told."""
    found = list(_kind(case, _measures(case)))
    if len(found) < 2:
        return None
    pick = min if case.plan.intent is Intent.LEAST else max
    best = pick(found, key=lambda one: one.amount.number)
    text = in_words(case.plan.language, "said", day=_dated(best), words=best.clause)
    rests = (Rest.on(best.evidence),)
    return Draft(text, rests, best.text, steps=("collect", best_of(case)))


def best_of(case: Case) -> str:
    """The name of the operator that takes the greatest, or the least."""
    return "least" if case.plan.intent is Intent.LEAST else "most"


def rate(case: Case) -> Draft | None:
    """An amount for each of another, times the last that is known of the other: 2 g/kg by 70 kg."""
    for one in case.evidence[: 2 * _LOOKED_AT]:
        for each in amounts_in(one.text):
            per = _last_of(case, each) if one.own and each.unit and "/" in each.unit else None
            if per is not None:
                return _product(case, Measure(one, each), per)
    return None


def _product(case: Case, each: Measure, per: Measure) -> Draft:
    places = min(_exponent(each.amount.number), _exponent(per.amount.number))
    n = round(each.amount.number * per.amount.number, -places)
    unit = _DIGITS.sub("", each.amount.text).strip().partition("/")[0]
    parts = f"{each.text} × {per.text}"
    text = in_words(case.plan.language, "sum", n=plain(n), unit=unit, parts=parts)
    asked = [
        one
        for one in amounts_in(case.plan.question)
        if one.unit == (each.amount.unit or "").partition("/")[0]
    ]
    if asked:
        rest = in_words(case.plan.language, "apart", n=plain(abs(n - asked[0].number)), unit=unit)
        text = joined(case.plan.language, [text, rest])
    return Draft(
        text, (Rest.on(each.evidence), Rest.on(per.evidence)), plain(n), steps=("rate", "product")
    )


def _exponent(number: Decimal) -> int:
    """How finely a number is told: -1 for tenths; 0 for whole numbers."""
    exponent = number.as_tuple().exponent
    return min(exponent, 0) if isinstance(exponent, int) else 0


def _last_of(case: Case, each: QuantityMention) -> Measure | None:
    """The last amount that a rate is counted by: in the unit below its line."""
    above, _, below = (each.unit or "").partition("/")
    if case.plan.unit is not None and dimension_of(above) != dimension_of(case.plan.unit):
        return None
    if dimension_of(below) in ("", "time", "count"):
        return None  # so much a day is no share of something that was measured
    found = [
        Measure(one, mention)
        for one in case.evidence
        for mention in amounts_of(below, one.text)
        if mention.unit == below
    ]
    return max(found, key=lambda one: said(one.evidence), default=None)


# --- series of amounts ---------------------------------------------------------------------------


def _series(case: Case) -> list[Measure]:
    """The amounts of one kind in time order, from when the time that is asked for began."""
    found = [
        one
        for one in _kind(case, _measures(case, windowed=False))
        if not _CHANGE.search(one.evidence.text[: one.amount.start])
    ]
    found.sort(key=lambda one: (said(one.evidence), one.evidence.start))
    window = case.plan.window
    if window is None or window.since is None or window.until is None:
        return found
    since, until = window.since.micros, window.until.micros
    if window.side is Side.BEFORE:
        return [one for one in found if said(one.evidence) < since]
    upto = [one for one in found if window.side is Side.AFTER or said(one.evidence) < until]
    before = [one for one in upto if said(one.evidence) < since]
    return [*before[-1:], *(one for one in upto if said(one.evidence) >= since)]


def _measures(case: Case, *, windowed: bool = True) -> Iterator[Measure]:
    """The amounts in the sentences about what is asked, the first of each unit in a sentence."""
    unit = case.plan.unit
    for one in case.evidence:
        if not one.about or (windowed and case.plan.window and not one.within):
            continue
        if unit is None and not one.own:
            continue
        amounts = amounts_in(one.text) if unit is None else amounts_of(unit, one.text)
        first = {mention.unit: mention for mention in reversed(amounts)}
        yield from (Measure(one, mention) for mention in first.values() if mention.unit)


def _kind(case: Case, measures: Iterator[Measure]) -> Sequence[Measure]:
    """The amounts of the unit that most turns tell; of the one that is asked for, if any do."""
    by_unit: dict[str | None, list[Measure]] = defaultdict(list)
    for one in measures:
        by_unit[one.amount.unit].append(one)
    if not by_unit:
        return []
    if case.plan.unit in by_unit:
        return by_unit[case.plan.unit]
    return max(by_unit.values(), key=lambda same: len({one.evidence.item.turn.id for one in same}))


def _day(measure: Measure) -> date | None:
    told = told_day(measure.evidence)
    if told is not None:
        return told.first
    at = measure.evidence.item.turn.said_at
    return None if at is None else at.local().date()


def _dated(measure: Measure) -> str:
    day = _day(measure)
    return measure.text if day is None else f"{measure.text}, {day.isoformat()}"
