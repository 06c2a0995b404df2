"""Values in the words of a page: when, how long, in which state, about whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from smalti.model.lifecycle import State
from smalti.model.record import Modality, Record, Value
from smalti.model.time import Bound, Instant, Interval, Precision

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_UNSURE = "no later than"
_NOBODY_KNOWS = "unknown"
_FIRST_DAY = Instant.of("0001-01-02").micros
_BYTES = ("bytes", "KiB", "MiB", "GiB", "TiB")
_STEP = 1024


@dataclass(frozen=True, slots=True)
class When:
    """A moment as it is written, and as machines read it."""

    text: str
    iso: str


@dataclass(frozen=True, slots=True)
class Held:
    """When something held, in words, and as machines read it.

    ``text`` names the last day, month or year of it; ``start`` and ``end`` are the ends of the
    half-open interval in ISO 8601, empty where there is none or nobody knows it.
    """

    text: str
    start: str = ""
    end: str = ""


def day_of(moment: datetime) -> str:
    """A calendar day: 3 Feb 2025."""
    return f"{moment.day} {_MONTHS[moment.month - 1]} {moment.year}"


def day(at: Instant | None) -> When:
    """The day of a moment where it was spoken; "undated" for none."""
    if at is None:
        return When("undated", "")
    local = at.local()
    return When(day_of(local), local.date().isoformat())


def moment(at: Instant | None) -> When:
    """Day and time of a moment where it was spoken; "undated" for none."""
    if at is None:
        return When("undated", "")
    local = at.local()
    return When(f"{day_of(local)}, {local:%H:%M}", str(at))


def _month(local: datetime) -> str:
    return f"{_MONTHS[local.month - 1]} {local.year}"


def _year(local: datetime) -> str:
    return str(local.year)


def _decade(local: datetime) -> str:
    return f"{local.year // 10 * 10}s"


_BY_PRECISION = {
    Precision.DECADE: _decade,
    Precision.YEAR: _year,
    Precision.SEASON: _month,
    Precision.MONTH: _month,
}


def bound(one: Bound | None) -> str:
    """One end of an interval, no more exactly than it is known."""
    if one is None:
        return ""
    if one.at is None:
        return _NOBODY_KNOWS
    local = one.at.local()
    if one.precision is Precision.UNKNOWN:
        return f"{_UNSURE} {day_of(local)}"
    return _BY_PRECISION.get(one.precision, day_of)(local)


def held(valid: Interval) -> Held:
    """When something held: as :func:`period` tells it, with the ends as they are kept."""
    start, end = (
        "" if one is None or one.at is None else str(one.at) for one in (valid.start, valid.end)
    )
    return Held(period(valid), start, end)


def period(valid: Interval) -> str:
    """When something held: "since 3 Feb 2025", "Mar 2024 to 2025", "4 May 2024", or nothing.

    An end is told by the last day, month or year that it held, as people tell it.
    """
    start, end = bound(valid.start), bound(_last(valid.end))
    if not start and not end:
        return ""
    if not end:
        return start if start.startswith(_UNSURE) else f"since {start}"
    if start in ("", _NOBODY_KNOWS):
        return f"until {end}" if end != _NOBODY_KNOWS else "over, nobody knows since when"
    return start if start == end else f"{start} to {end}"


def _last(end: Bound | None) -> Bound | None:
    """An end, which is the first moment that is outside, as the last one that is inside."""
    if end is None or end.at is None or end.precision is Precision.UNKNOWN:
        return end
    if end.at.micros <= _FIRST_DAY:
        return end
    return Bound(Instant(end.at.micros - 1, end.at.offset), end.precision)


def value(one: Value, names: Mapping[str, str]) -> str:
    """A value in few words, an entity by its name."""
    if one.entity is not None:
        return names.get(one.entity, one.entity)
    return one.text or one.figure


def predicate(name: str, *, so: bool = True) -> str:
    """A predicate as a phrase: "lives in", or where that is denied "not: lives in"."""
    phrase = name.replace("_", " ")
    return phrase if so else f"not: {phrase}"


def marks(record: Record) -> tuple[str, ...]:
    """What is to be said of a record beside its state: its kind, its sense, a warning."""
    sense = () if record.modality is Modality.ASSERTED else (record.modality.value,)
    no = () if record.polarity else ("denied",)
    orders = ("gives orders",) if record.instruction_like else ()
    return (record.kind.value, *sense, *no, *orders)


# What each state means, for whoever hovers over it or hears it read.
STATES: Mapping[State, str] = {
    State.CANDIDATE: "found, not yet judged",
    State.PENDING: "too unsure to believe; a question waits",
    State.CURRENT: "believed",
    State.DISPUTED: "in an open conflict; both sides are shown",
    State.SUPERSEDED: "was true until something newer",
    State.CORRECTED: "was never true",
    State.RETRACTED: "taken back",
    State.REJECTED: "not believed",
    State.FORGOTTEN: "erased",
}


def count(number: int, one: str, many: str | None = None) -> str:
    """A number with its noun: "1 turn", "1,204 turns"."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def size(number: int) -> str:
    """Bytes in a unit one can read: "6.3 MiB"."""
    amount, place = float(number), 0
    while amount >= _STEP and place < len(_BYTES) - 1:
        amount, place = amount / _STEP, place + 1
    return f"{number} bytes" if place == 0 else f"{amount:.1f} {_BYTES[place]}"
