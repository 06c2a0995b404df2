"""Reading a value of one type out of a span of text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal

import regex

from smalti.agenda.form import Unit, ValueType
from smalti.agenda.options import find_options
from smalti.agenda.patterns import matches
from smalti.agenda.replies import closes_with, holds, opens_with, without_lead
from smalti.model.record import Value
from smalti.model.time import Instant, Interval, Precision
from smalti.text.numerals import find_numbers, narrow
from smalti.text.quantities import QuantityMention, find_quantities
from smalti.text.quantities.units import unit_named
from smalti.text.when import DateMention, find_dates

YES, NO = "yes", "no"


@dataclass(frozen=True, slots=True)
class Found:
    """One value, and the characters [start, end) of the text that it rests on.

    ``text`` is the value in words: an option, "yes", "82 kilogram", an ISO date as exact as it was
    said. ``interval`` is that of a date. The value of an entity is its name, to be resolved.
    """

    value: Value
    text: str
    start: int
    end: int
    interval: Interval | None = None


@dataclass(frozen=True, slots=True)
class Span:
    """Where in a text to read; relative dates are counted from ``said_at``."""

    text: str
    start: int
    end: int
    said_at: Instant | None = None

    @property
    def part(self) -> str:
        """The characters of the span."""
        return self.text[self.start : self.end]


def read_values(unit: Unit, span: Span) -> list[Found]:
    """All values of the unit's type in a span, in order; several are for the caller to judge."""
    return list(_READERS[unit.type](unit, span))


def yes_or_no(answer: str, start: int, end: int) -> Found:
    """The value of a boolean."""
    return Found(Value(text=answer), answer, start, end)


def _text(unit: Unit, span: Span) -> Iterator[Found]:
    start = span.end - len(span.part.lstrip())
    end = span.start + len(span.part.rstrip())
    if start < end:
        said = span.text[start:end]
        yield Found(Value(text=said), said, start, end)


def _entity(unit: Unit, span: Span) -> Iterator[Found]:
    start, end = without_lead(span.text, span.start, span.end)
    if start < end:
        name = span.text[start:end]
        yield Found(Value(text=name), name, start, end)


def _boolean(unit: Unit, span: Span) -> Iterator[Found]:
    for answer in (NO, YES):
        end = opens_with(answer, span.text[: span.end], span.start)
        if end is not None:
            yield yes_or_no(answer, span.start, end)
            return
    found = list(pattern_answers(unit, span))
    yield from found or _by_ending(span)


def _by_ending(span: Span) -> Iterator[Found]:
    """Yes or no by the end of the verb, as in Japanese."""
    if holds("unknown", span.part):
        return
    for answer in (NO, YES):
        start = closes_with(f"{answer}_behind", span.part)
        if start is not None:
            yield yes_or_no(answer, span.start + start, span.end)
            return


def pattern_answers(unit: Unit, span: Span) -> Iterator[Found]:
    """What the patterns of a boolean say of a span."""
    for pattern in unit.patterns:
        for match in matches(pattern, span.text, span.start, span.end):
            for answer in (NO, YES):
                if match.groupdict().get(answer) is not None:
                    yield yes_or_no(answer, *match.span(answer))


def _choice(unit: Unit, span: Span) -> Iterator[Found]:
    for option, start, end in find_options(unit.options, span.part):
        yield Found(Value(text=option.value), option.value, span.start + start, span.start + end)


def _number(unit: Unit, span: Span) -> Iterator[Found]:
    scale = _ON_A_SCALE.search(narrow(span.part))
    if scale is not None:
        yield _counted(Decimal(scale[1]), span.start + scale.start(), span.start + scale.end())
        return
    mentions = [one for one in find_quantities(span.part) if not one.ordinal]
    if mentions:
        yield from (_measured(one, one.unit, span.start) for one in mentions)
        return
    numbers = [one for one in find_numbers(span.part) if not one.ordinal]
    for number in numbers:
        yield _counted(number.value, span.start + number.start, span.start + number.end)
    end = opens_with("none", span.text[: span.end], span.start)
    if end is not None and not numbers:
        yield _counted(Decimal(0), span.start, end)


_ON_A_SCALE = regex.compile(r"(\d+(?:\.\d+)?)\s*(?:/|out of)\s*\d+(?![\d/])", regex.IGNORECASE)


def _quantity(unit: Unit, span: Span) -> Iterator[Found]:
    measure = unit_named(unit.measure)
    if measure is None:
        return
    wanted = f"{measure.dimension}:{unit.part}" if unit.part else measure.dimension
    mentions = [one for one in find_quantities(span.part) if not one.ordinal]
    fitting = [one for one in mentions if one.dimension == wanted]
    if fitting:
        yield from (_measured(one, one.unit, span.start) for one in fitting)
        return
    for one in mentions:  # a bare number is in the unit that was asked for
        if one.dimension == "count" and not unit.part:
            yield _measured(one, measure.name, span.start)


def _date(unit: Unit, span: Span) -> Iterator[Found]:
    mentions = [one for one in find_dates(span.part, span.said_at) if one.interval is not None]
    if not mentions and (year := _BARE_YEAR.fullmatch(narrow(span.part))) is not None:
        start, end = (span.start + at for at in year.span(1))
        yield Found(Value(text=year[1]), year[1], start, end, _year(int(year[1]), span.said_at))
        return
    days = [one for one in mentions if one.precision not in _WITHIN_A_DAY]
    for one in days or mentions:
        text = _iso(one)
        if text is not None:
            yield Found(
                Value(text=text), text, span.start + one.start, span.start + one.end, one.interval
            )


_BARE_YEAR = regex.compile(r"\W*((?:18|19|20)\d\d)\W*")


def _year(number: int, said_at: Instant | None) -> Interval:
    offset = 0 if said_at is None else said_at.offset
    start, end = (Instant.of(f"{one}-01-01", default_offset=offset) for one in (number, number + 1))
    return Interval.between(start, end, Precision.YEAR)


_WITHIN_A_DAY = (Precision.HOUR, Precision.MINUTE, Precision.EXACT)
_SHOWN = {
    Precision.MONTH: 7,
    Precision.YEAR: 4,
    Precision.DECADE: 4,
    **dict.fromkeys(_WITHIN_A_DAY, 16),
}
_ISO_DAY = 10  # characters of 2026-03-01


def _iso(mention: DateMention) -> str | None:
    """The first moment of an interval, to its precision."""
    start = mention.interval.start if mention.interval is not None else None
    if start is None or start.at is None:
        return None
    return start.at.local().isoformat()[: _SHOWN.get(mention.precision, _ISO_DAY)]


def _counted(number: Decimal, start: int, end: int) -> Found:
    return Found(Value(number=float(number)), f"{number:f}", start, end)


def _measured(mention: QuantityMention, unit: str | None, offset: int) -> Found:
    upper = None if mention.upper is None else float(mention.upper)
    value = Value(
        number=float(mention.number), unit=unit, comparator=mention.comparator, upper=upper
    )
    sign = "" if mention.comparator == "=" else f"{mention.comparator} "
    amount = f"{mention.number:f}" + ("" if mention.upper is None else f"–{mention.upper:f}")
    text = sign + amount + ("" if unit is None else f" {unit}")
    return Found(value, text, offset + mention.start, offset + mention.end)


Reader = Callable[[Unit, Span], Iterator[Found]]
_READERS: Mapping[ValueType, Reader] = {
    ValueType.TEXT: _text,
    ValueType.ENTITY: _entity,
    ValueType.BOOLEAN: _boolean,
    ValueType.CHOICE: _choice,
    ValueType.NUMBER: _number,
    ValueType.QUANTITY: _quantity,
    ValueType.DATE: _date,
}
