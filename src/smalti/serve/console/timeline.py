"""Intervals as bars on one axis, in percent of its length: what a template draws as SVG."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime

from smalti.model.time import Bound, Instant, Interval, Precision
from smalti.serve.console.shown import Held, day_of, held

_DAY = 86_400_000_000  # microseconds
_LEAST = 0.9  # percent: what is shorter could not be seen
_MARGIN = 0.04  # of the span, at either end
_TICKS = 5
_LAST_YEAR = 9999
# Steps between ticks, in months; the first that needs no more than _TICKS is taken.
_STEPS = (1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 6000, 12_000, 24_000)


@dataclass(frozen=True, slots=True)
class Span:
    """What is to be drawn: a name, an interval, a state that decides the colour, a link.

    What is not ``so`` is drawn as an outline: for that time it was denied.
    """

    label: str
    valid: Interval
    state: str
    href: str = ""
    so: bool = True


@dataclass(frozen=True, slots=True)
class Bar:
    """A span on the axis, in percent.

    ``faint`` is how far before ``x`` it may have begun already, ``open`` says that it has no end
    that is known.
    """

    label: str
    when: Held
    state: str
    x: float
    width: float
    faint: float
    open: bool
    href: str = ""


@dataclass(frozen=True, slots=True)
class Tick:
    """A date on the axis."""

    x: float
    label: str


@dataclass(frozen=True, slots=True)
class Timeline:
    """Bars in the order given, over one axis. ``moment`` is where the time asked for lies."""

    bars: tuple[Bar, ...]
    ticks: tuple[Tick, ...]
    moment: float | None


@dataclass(frozen=True, slots=True)
class _Axis:
    low: int
    high: int

    def place(self, micros: int) -> float:
        share = (micros - self.low) / (self.high - self.low)
        return round(min(max(share, 0.0), 1.0) * 100, 2)


def timeline(spans: Sequence[Span], *, now: Instant, at: Instant | None = None) -> Timeline:
    """The bars of some spans over an axis that holds all their dates, and the present.

    Args:
        spans: what is drawn, one bar each.
        now: where what still holds ends.
        at: a moment that is marked.
    """
    dates = [*_dates(spans), now.micros, *(() if at is None else (at.micros,))]
    low, high = min(dates), max(dates)
    room = max(int((high - low) * _MARGIN), _DAY)
    axis = _Axis(low - room, high + room)
    return Timeline(
        tuple(_bar(span, axis, now) for span in spans),
        tuple(_ticks(axis)),
        None if at is None else axis.place(at.micros),
    )


def _dates(spans: Iterable[Span]) -> Iterator[int]:
    for span in spans:
        for one in (span.valid.start, span.valid.end):
            if one is not None and one.at is not None:
                yield one.at.micros


def _bar(span: Span, axis: _Axis, now: Instant) -> Bar:
    start, end = span.valid.start, span.valid.end
    open_end = end is None or end.at is None
    first = axis.place(_at(start, axis.low))
    last = axis.place(_at(end, max(now.micros, _at(start, axis.low))))
    width = max(last - first, _LEAST)
    first = min(first, 100 - width)
    unsure = start is not None and start.precision is Precision.UNKNOWN
    return Bar(
        label=span.label,
        when=held(span.valid),
        state=span.state if span.so else f"{span.state} denied",
        x=round(first, 2),
        width=round(width, 2),
        faint=round(first, 2) if unsure else 0.0,
        open=open_end,
        href=span.href,
    )


def _at(one: Bound | None, otherwise: int) -> int:
    return otherwise if one is None or one.at is None else one.at.micros


def _ticks(axis: _Axis) -> Iterator[Tick]:
    """Dates at even steps of months or years; days where the axis is shorter than that."""
    first, last = _moment(axis.low), _moment(axis.high)
    months = (last.year - first.year) * 12 + last.month - first.month
    if months < 2:
        for micros in (axis.low, (axis.low + axis.high) // 2, axis.high):
            yield Tick(axis.place(micros), day_of(_moment(micros)))
        return
    step = next((one for one in _STEPS if months / one <= _TICKS), _STEPS[-1])
    number = first.year * 12 + first.month - 1
    for month in range(-(-number // step) * step, number + months + 1, step):
        year, index = divmod(month, 12)
        if not 1 <= year <= _LAST_YEAR:
            continue
        x = axis.place(Instant.of(date(year, index + 1, 1)).micros)
        if 2 < x < 98:
            label = str(year) if step >= 12 else f"{date(year, index + 1, 1):%b %Y}"
            yield Tick(x, label)


def _moment(micros: int) -> datetime:
    """A moment of the axis, which may reach beyond the years there are by its margin."""
    low, high = Instant.of("0001-01-02").micros, Instant.of("9999-12-30").micros
    return Instant(min(max(micros, low), high)).utc().astimezone(UTC)
