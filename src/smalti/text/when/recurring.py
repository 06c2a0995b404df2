"""Operations on what comes back: every Monday, daily, twice a month, 毎月二十五日."""

from __future__ import annotations

from dataclasses import replace

from smalti.model.time import Precision
from smalti.text.when import arithmetic as cal
from smalti.text.when import choice
from smalti.text.when.call import Call, Result, operation
from smalti.text.when.holidays import fixed_day
from smalti.text.when.tense import Tense
from smalti.text.when.values import Length, Recurrence

_DAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_WORKDAYS = ",".join(_DAYS[:5])
_FREQUENCIES = {
    "hour": ("HOURLY", Precision.HOUR),
    "day": ("DAILY", Precision.DAY),
    "week": ("WEEKLY", Precision.WEEK),
    "month": ("MONTHLY", Precision.MONTH),
    "year": ("YEARLY", Precision.YEAR),
}
# Units that RFC 5545 does not know, in those it knows.
_AS = {
    "fortnight": ("week", 2),
    "quarter": ("month", 3),
    "half": ("month", 6),
    "decade": ("year", 10),
}


def _byday(numbers: list[int]) -> str:
    return ",".join(_DAYS[number] for number in sorted(set(numbers)))


def _interval(call: Call) -> int | None:
    if call.get("alternate") is not None or call.get("everyother") is not None:
        return 2
    counted = call.get("num") is not None and "digits" not in call.options
    return int(call.get("num")) if counted else None


@operation
def weekly(call: Call) -> Result:
    """On Mondays, every Tuesday and Thursday, every other Friday, cada dos domingos."""
    numbers = call.weekdays()
    for group in call.all("wds"):
        numbers += [int(number) for number in str(group).split()]
    if "digits" in call.options:
        numbers += _counted_weekdays(call)
    if "span" in call.options:  # Monday to Friday
        first, last = numbers[0], numbers[-1]
        numbers = [number % 7 for number in range(first, last + (7 if last < first else 0) + 1)]
    precision = Precision.HOUR if "part" in call.options else Precision.DAY
    return Recurrence.every("WEEKLY", precision, interval=_interval(call), byday=_byday(numbers))


def _counted_weekdays(call: Call) -> list[int]:
    """The days behind the first in 每周一三五, 每周二四: counted from one to six, Sunday as 日."""
    node = call.nodes[-1]
    signs = call.speech.text[node.start : node.end]
    if not set(signs) <= _WEEKDAY_SIGNS.keys():
        raise ValueError("no weekdays")
    return [_WEEKDAY_SIGNS[sign] for sign in signs]


_WEEKDAY_SIGNS = {sign: number for number, sign in enumerate("一二三四五六日")} | {
    str(number + 1): number for number in range(6)
}


@operation
def habitual(call: Call) -> Result:
    """Le lundi: every Monday, unless the past tense makes it that one Monday."""
    number = call.weekday
    if call.tense is Tense.PAST or call.preceded("since", "until", "before", "after", "from"):
        return {"t_day": choice.weekday(call, number), "wd": number}
    return weekly(call)


@operation
def weekly_other(call: Call) -> Result:
    """Un lundi sur deux."""
    number = int(call.all("num")[-1])
    return Recurrence.every("WEEKLY", Precision.DAY, interval=number, byday=_byday([call.weekday]))


@operation
def every_unit(call: Call) -> Result:
    """Every day, every two weeks, every other year, each quarter."""
    length = call.get("length") or Length(call.get("num") or 1, call.get("unit"))
    if length.unit == "weekend":
        return Recurrence.every(
            "WEEKLY", Precision.DAY, interval=_interval(call), byday=_byday([5, 6])
        )
    if length.unit in ("second", "minute") or length.count % 1:
        return None
    if length.exact:  # quinze jours, acht Tage: weeks in disguise
        length = Length(length.count // 7, "week")
    unit, times = _AS.get(length.unit, (length.unit, 1))
    freq, precision = _FREQUENCIES[unit]
    count = int(length.count) * times
    if "gap" in call.options:
        count += 1
    elif call.get("alternate") is not None:
        count *= 2
    return Recurrence.every(freq, precision, interval=count if count > 1 else None)


@operation
def adverb(call: Call) -> Result:
    """Daily, weekly, annually, nightly."""
    unit, times, *part = str(call.get("freq")).split()
    freq, precision = _FREQUENCIES[unit]
    count = int(times)
    return Recurrence.every(
        freq, Precision.HOUR if part else precision, interval=count if count > 1 else None
    )


@operation
def times_per(call: Call) -> Result:
    """Twice a month: RFC 5545 cannot say how often without saying when, so only the unit stays."""
    length: Length = call.get("length") or Length(1, call.get("unit"))
    unit, times = _AS.get(length.unit, (length.unit, int(length.count)))
    if unit not in _FREQUENCIES:
        return None
    freq, _ = _FREQUENCIES[unit]
    return Recurrence.every(freq, Precision.DAY, interval=times if times > 1 else None)


@operation
def every_part(call: Call) -> Result:
    """Every morning, jeden Abend, 毎晩."""
    rule = Recurrence.every("DAILY", Precision.HOUR, interval=_interval(call))
    return replace(rule, part=call.get("part"))


@operation
def every_month(call: Call) -> Result:
    """Every May."""
    return Recurrence.every("YEARLY", Precision.MONTH, bymonth=call.month)


@operation
def every_season(call: Call) -> Result:
    """Every summer."""
    first = cal.SEASONS[call.get("season")]
    months = ",".join(str((first + index - 1) % 12 + 1) for index in range(3))
    return Recurrence.every("YEARLY", Precision.SEASON, bymonth=months)


@operation
def every_date(call: Call) -> Result:
    """Every June 12th, jeden 3. Oktober."""
    number = int(call.get("ord") or call.get("num"))
    if not 1 <= number <= 31:
        return None
    return Recurrence.every("YEARLY", Precision.DAY, bymonth=call.month, bymonthday=number)


@operation
def every_feast(call: Call) -> Result:
    """Every Christmas; feasts that move have no rule of their own and are yearly."""
    found = fixed_day(call.get("hol"))
    if found is None:
        return Recurrence.every("YEARLY", Precision.DAY)
    month, number = found
    return Recurrence.every("YEARLY", Precision.DAY, bymonth=month, bymonthday=number)


@operation
def every_numbered(call: Call) -> Result:
    """毎年五月, 每年五月三日."""
    numbers = [int(number) for number in call.all("num")]
    if not 1 <= numbers[0] <= 12:
        return None
    if len(numbers) == 1:
        return Recurrence.every("YEARLY", Precision.MONTH, bymonth=numbers[0])
    return Recurrence.every("YEARLY", Precision.DAY, bymonth=numbers[0], bymonthday=numbers[1])


@operation
def month_day(call: Call) -> Result:
    """The 25th of every month, 毎月二十五日."""
    number = int(call.get("ord") or call.all("num")[-1])
    if not 1 <= number <= 31 or _dated(call):
        return None
    return Recurrence.every("MONTHLY", Precision.DAY, bymonthday=number)


@operation
def month_edge(call: Call) -> Result:
    """毎月末, 每月底: the last day of every month, or the first ones."""
    if call.get("edge") != "end":
        return None
    return Recurrence.every("MONTHLY", Precision.DAY, bymonthday=-1)


@operation
def month_nth(call: Call) -> Result:
    """The first Monday of every month, the last working day of the month."""
    nth = call.options.get("nth") or call.get("ord") or call.get("num") or call.get("shift")
    if not isinstance(nth, int) or not nth or _dated(call):
        return None
    freq, _ = _FREQUENCIES[(call.all("unit") or ["month"])[-1]]
    if call.get("workday") is not None:
        return Recurrence.every(freq, Precision.DAY, byday=_WORKDAYS, bysetpos=nth)
    if call.weekdays():
        nths = call.all("ord") or call.all("num") or [nth]
        days = ",".join(f"{int(one)}{_DAYS[call.weekday]}" for one in nths)
        return Recurrence.every(freq, Precision.DAY, byday=days)
    return Recurrence.every(freq, Precision.DAY, bymonthday=nth) if freq == "MONTHLY" else None


def _dated(call: Call) -> bool:
    """Whether "of the month" is the running one: told in the past, or a deadline."""
    if "soft" not in call.options:
        return False
    return call.preceded("by", "until", "before") or call.tense is Tense.PAST


@operation
def in_part(call: Call) -> Result:
    """Every Tuesday evening: an occurrence is a part of a day."""
    rule: Recurrence = call.get("rec")
    return replace(rule, precision=Precision.HOUR, part=call.get("part"))


@operation
def yearly_on(call: Call) -> Result:
    """Every year in May, on 3 May every year, every year at Christmas, 每年夏天."""
    if str(call.get("rec")) != "FREQ=YEARLY":
        return None
    if call.get("hol"):
        return every_feast(call)
    if call.get("season"):
        return every_season(call)
    if call.get("md"):
        month, number = call.get("md")[:2]
        return Recurrence.every("YEARLY", Precision.DAY, bymonth=month, bymonthday=number)
    return every_month(call)
