"""Operations on weekdays counted from the moment of speaking: last Friday, 上周五, Friday week."""

from __future__ import annotations

from smalti.text.when import arithmetic as cal
from smalti.text.when import choice
from smalti.text.when.call import Call, Result, operation
from smalti.text.when.tense import Tense
from smalti.text.when.values import Length, Span


@operation
def shifted_weekday(call: Call) -> Result:
    """Last Friday (the latest before today), this Friday, next Friday (of the next ISO week)."""
    shift, number = call.get("shift"), call.weekday
    today = cal.midnight(call.now)
    back = (today.weekday() - number) % 7 or 7
    latest, coming = cal.day(today - back * cal.DAY), cal.day(today + ((7 - back) or 7) * cal.DAY)
    if shift in (-1, "recent"):
        return latest.with_also(_in_week(call, -1, number) if shift == -1 else None)
    if shift == "coming":
        return coming
    if shift == 0:
        here = _in_week(call, 0, number)
        if here.end <= today and call.tense is not Tense.PAST:
            return coming.with_also(here)
        if here.start > call.now and call.tense is Tense.PAST:
            return latest.with_also(here)
        return here
    found = _in_week(call, shift, number)
    return found.with_also(coming, cal.day(found.start + cal.WEEK)) if shift == 1 else found


@operation
def weekday_twice_shifted(call: Call) -> Result:
    """The Friday before last, the Monday after next."""
    if call.get("shift") < 0:
        return _weekdays_back(call, 2)
    return _in_week(call, 2, call.weekdays()[0])


@operation
def weekdays_ago(call: Call) -> Result:
    """Two Fridays ago: the last but one before today."""
    return _weekdays_back(call, int(call.get("num")))


def _weekdays_back(call: Call, count: int) -> Span:
    today = cal.midnight(call.now)
    numbers = [*call.weekdays(), *(int(number) for number in call.all("wds"))]
    back = (today.weekday() - numbers[0]) % 7 or 7
    return cal.day(today - (back + 7 * (count - 1)) * cal.DAY)


@operation
def weekday_in_week(call: Call) -> Result:
    """上周五, 下周一: that day of the week so many weeks off."""
    shift, number = call.get("shift"), call.weekday
    if isinstance(shift, str):  # 今度の, この前の
        return shifted_weekday(call)
    return _in_week(call, shift, number)


def _in_week(call: Call, count: int, number: int) -> Span:
    return choice.weekday_of(cal.shifted(call.now, count, "week"), number)


@operation
def recent_weekday(call: Call) -> Result:
    """前の水曜: the latest one before today."""
    return _weekdays_back(call, 1)


@operation
def weekday(call: Call) -> Result:
    """A weekday alone, by the tense."""
    number = call.weekday
    return {"t_day": choice.weekday(call, number), "wd": number}


@operation
def weekday_week(call: Call) -> Result:
    """Friday week, lundi en quinze: so many weeks after the coming one."""
    today, weeks = cal.midnight(call.now), int(call.get("weekson") or 1)
    ahead = (call.weekday - today.weekday()) % 7 or 7
    return cal.day(today + ahead * cal.DAY + weeks * cal.WEEK)


@operation
def weekday_in_weeks(call: Call) -> Result:
    """Montag in zwei Wochen: counted from the next Monday, which may be today."""
    length: Length = call.get("length")
    if length.unit != "week" and not length.exact:
        return None
    today = cal.midnight(call.now)
    first = today + (call.weekdays()[0] - today.weekday()) % 7 * cal.DAY
    return cal.day(cal.moved(first, length.count, length.unit))
