"""Operations on times of day, alone or on a day."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from smalti.model.time import Precision
from smalti.text.when import arithmetic as cal
from smalti.text.when.call import Call, Result, operation
from smalti.text.when.lexer import Node
from smalti.text.when.tense import Tense
from smalti.text.when.values import Clock, Recurrence, Span

_HOUR = timedelta(hours=1)
_HALF_DAY = timedelta(hours=12)
# The hours, counted by twelves, that lie after noon in a part of the day.
_AFTER_NOON = {
    "afternoon": range(12),
    "dusk": range(12),
    "evening": range(12),
    "night": range(6, 12),
    "noon": range(10),
    "lunch": range(10),
}
_LATE = 6  # "at three", "um sechs": people who say no more mean the afternoon up to this hour


@operation
def time(call: Call) -> Result:
    """7:45 pm, 8 o'clock in the evening, 晚上八点半, half past six."""
    found: Clock | None = call.get("clock") or call.get("time")
    if found is None:
        found = _spoken(call)
    part, half = call.get("part"), call.get("ampm")
    if half is not None:
        part = "morning" if half == "am" else "afternoon"
    return _in_part(found, part)


def _spoken(call: Call) -> Clock:
    fixed = call.get("noontime")
    if fixed is not None:
        return Clock(int(fixed) or 24, sure=True)  # midnight ends the day that is named
    numbers = [int(number) for number in call.all("num")]
    hour = numbers[0] if numbers else int(call.get("one"))
    minute = numbers[1] if len(numbers) > 1 else 0
    minute = call.options.get("minute", minute)
    if call.get("minutes") is not None:
        minute = call.get("minutes")
    whole = len(numbers) < 2 and "minute" not in call.options and call.get("minutes") is None
    if minute < 0:
        hour, minute = hour - 1, minute + 60
    if not 0 <= hour <= 24 or not 0 <= minute < 60:
        raise ValueError("no time of day")
    return Clock(hour % 24, minute, sure=hour > 12 or hour == 0, whole=whole)


@operation
def spoken_time(call: Call) -> Result:
    """A las ocho y media, à huit heures et demie."""
    return _spoken(call)


@operation
def minutes_to_hour(call: Call) -> Result:
    """Ten past six, zehn nach sechs, twenty to nine."""
    minutes, hour = (int(number) for number in call.all("num")[:2])
    minutes *= call.options["sign"]
    if not 1 <= hour <= 24 or not -30 <= minutes <= 30:
        return None
    total = hour * 60 + minutes
    return Clock(total // 60 % 24, total % 60, sure=hour > 12, whole=False)


def _in_part(found: Clock, part: str | None) -> Clock:
    """The clock put into a part of the day: 8 in the evening is 20, 12 at night is 24."""
    if part is None or found.sure:
        return found
    hour = found.hour % 12
    if not hour and part in ("evening", "night"):
        hour = 24
    elif hour in _AFTER_NOON.get(part, ()):
        hour += 12
    return replace(found, hour=hour, sure=True)


@operation
def hours(call: Call) -> Result:
    """From 9:00 to 17:30, 3-5 pm, 下午三点到五点."""
    first, last = (_clock_of(node) for node in call.nodes if _is_clock(node))
    if not first.sure and last.sure:
        same_half = first.hour % 12 + (12 if last.hour >= 12 else 0)
        hour = same_half if same_half < last.hour else first.hour % 12
        first = replace(first, hour=hour, sure=True)
    if not last.sure:
        late = first.hour >= 12 or last.hour <= first.hour
        last = replace(last, hour=last.hour % 12 + (12 if late else 0), sure=True)
    told = call.span() or cal.day(_day_of(call, first))
    begin, end = _on(told, told, first), _on(told, told, last)
    if end.start <= begin.start:
        return None
    precision = Precision.HOUR if first.whole and last.whole else Precision.MINUTE
    return replace(begin, end=end.start, shape="range", precision=precision, also=())


def _is_clock(node: Node) -> bool:
    return "time" in node.senses or ("num" in node.senses and not node.made)


def _clock_of(node: Node) -> Clock:
    found: Clock | None = node.get("time")
    if found is not None:
        return found
    hour = int(node.senses["num"])
    if not 0 <= hour <= 24:
        raise ValueError("no hour")
    return Clock(hour % 24, sure=hour > 12 or hour == 0)


@operation
def at_time(call: Call) -> Result:
    """Tomorrow at 8, on April 3 at 7:45 pm, 今天凌晨两点."""
    found = call.get("time")
    if found is None:
        found = _spoken(call)
    day = call.span()
    if day is None:
        return None
    part = call.get("part")
    if day.shape == "part":
        return _at_in_part(day, found)
    if part is not None:
        return _on(cal.part_of(day.start, part), day, _in_part(found, part))
    return _on(day, day, found)


def _at_in_part(part: Span, found: Clock) -> Span:
    """The clock time in a part of a day, or next to it: 2 in "tonight" is after midnight."""
    start = cal.midnight(part.start) + timedelta(hours=found.hour)
    halves = (0,) if found.sure else (0, 12)
    moments = [start + timedelta(days=days, hours=half) for days in (0, 1) for half in halves]

    def distance(moment: datetime) -> timedelta:
        return max(part.start - moment, moment - part.end, timedelta(0))

    return _unit(min(moments, key=distance), found)


def _on(day: Span, told: Span, found: Clock) -> Span:
    start = cal.midnight(day.start)
    moment = start + timedelta(hours=found.hour)
    other = None
    if not found.sure:
        if 0 < found.hour <= _LATE:
            moment += _HALF_DAY
        other = moment + _HALF_DAY if moment.hour < 12 else moment - _HALF_DAY
    span = _unit(moment, found)
    if other is not None:
        span = span.with_also(_unit(other, found))
    return replace(span, written=told.written, why=told.why)


def _unit(moment: datetime, found: Clock) -> Span:
    return cal.unit_of(
        moment + timedelta(minutes=found.minute), "hour" if found.whole else "minute"
    )


@operation
def time_alone(call: Call) -> Result:
    """At 7:45 pm: on the day just spoken of, or by the tense."""
    found: Clock = call.get("time")
    day = cal.day(_day_of(call, found))
    return _on(day, day, found)


def _day_of(call: Call, found: Clock) -> datetime:
    """The day of a time alone: the one just spoken of, else the nearest that the tense allows."""
    if isinstance(call.speech.anchor, Span):
        return call.speech.anchor.start
    today = cal.midnight(call.now)
    moment = today + timedelta(hours=found.hour, minutes=found.minute)
    if found.sure and call.tense is Tense.PAST and moment > call.now:
        return today - cal.DAY
    over = found.sure and call.tense is not Tense.PAST and moment < call.now - _HOUR
    if over and not (_untensed(call) and call.now - moment < _HALF_DAY):
        return today + cal.DAY
    return today


def _untensed(call: Call) -> bool:
    """Whether nothing tells past from future, so that the nearest is meant."""
    return call.tense is Tense.NONE and call.speech.table.options.get("untensed") == "nearest"


@operation
def rule_at_time(call: Call) -> Result:
    """Every Thursday at 6 pm."""
    found = call.get("time")
    if found is None:
        found = _spoken(call)
    rule: Recurrence = call.get("rec")
    found = _in_part(found, rule.part)
    hour = found.hour % 24
    if not found.sure and 0 < hour <= _LATE:
        hour += 12
    if found.whole:
        return rule.joined(Precision.HOUR, byhour=hour)
    return rule.joined(Precision.MINUTE, byhour=hour, byminute=found.minute)
