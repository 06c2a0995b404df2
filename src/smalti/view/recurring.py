"""Whether a moment lies in an occurrence of a recurrence rule (RFC 5545, section 3.3.10).

Occurrences are as long as the smallest part that the rule names: "every May" lasts a month, "every
Monday" a day, "every Monday at 9" an hour. A rule that names a unit and no part of it ("twice a
month") tells that it happens in each of them and not when: that is unknown.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta, timezone
from functools import lru_cache

from smalti.model.time import Instant, Interval, Precision

_DAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_BYDAY = re.compile(r"([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)")
_KNOWN = frozenset(
    {"FREQ", "INTERVAL", "BYMONTH", "BYWEEKNO", "BYMONTHDAY", "BYDAY", "BYHOUR", "BYMINUTE"}
    | {"BYSETPOS", "WKST"}
)
_EPOCH = date(1970, 1, 5)  # a Monday, for counting weeks
_NAMES_A_DAY = ("BYDAY", "BYMONTHDAY", "BYWEEKNO")

Rule = Mapping[str, str]


def occurs(rule: str, moment: Instant, offset: int, valid: Interval) -> bool | None:
    """Whether a moment lies in an occurrence; ``None`` where the rule does not tell.

    Days and hours are those at ``offset`` minutes east of UTC. Every second week is counted from
    the start of ``valid``; without a known one it is open which of the weeks is meant. A rule with
    parts that are not read here tells nothing: ``UNTIL``, ``COUNT``, seconds, and weeks that begin
    on another day than Monday.
    """
    parts = _parts(rule)
    if parts is None:
        return None
    zone = timezone(timedelta(minutes=offset))
    try:
        local = moment.utc().astimezone(zone)
        if not _fits(parts, local):
            return False
        if not _is_definite(parts):
            return None
        return _in_step(parts, local, _anchor(valid, zone))
    except (ValueError, OverflowError):  # a part that is no number; a local day outside all years
        return None


@lru_cache(maxsize=1024)
def _parts(rule: str) -> Rule | None:
    """The parts of a rule, or ``None`` if it cannot be read."""
    pairs = [part.partition("=") for part in rule.upper().split(";") if part]
    parts = {name.strip(): value.strip() for name, _, value in pairs}
    readable = parts.keys() <= _KNOWN and parts.get("FREQ") in _STEPS
    return parts if readable and parts.get("WKST", "MO") == "MO" else None


def _numbers(parts: Rule, name: str) -> list[int]:
    return [int(number) for number in parts[name].split(",")]


def _is_definite(parts: Rule) -> bool:
    """Whether the rule names what happens on, not only how often."""
    if parts["FREQ"] in ("DAILY", "HOURLY") or any(name in parts for name in _NAMES_A_DAY):
        return True
    return parts["FREQ"] == "YEARLY" and "BYMONTH" in parts and "BYSETPOS" not in parts


# --- the parts ---------------------------------------------------------------------------------


def _fits(parts: Rule, local: datetime) -> bool:
    """Whether a moment has everything that the parts ask for."""
    if "BYHOUR" in parts and local.hour not in _numbers(parts, "BYHOUR"):
        return False
    if "BYMINUTE" in parts and local.minute not in _numbers(parts, "BYMINUTE"):
        return False
    day = local.date()
    if not _day_fits(parts, day):
        return False
    return "BYSETPOS" not in parts or _at_position(parts, day)


def _day_fits(parts: Rule, day: date) -> bool:
    return all(test(parts, day) for name, test in _TESTS.items() if name in parts)


def _month_fits(parts: Rule, day: date) -> bool:
    return day.month in _numbers(parts, "BYMONTH")


def _week_fits(parts: Rule, day: date) -> bool:
    year, week, _ = day.isocalendar()
    last = date(year, 12, 28).isocalendar().week  # the 28th of December is in the last week
    return {week, week - last - 1} & set(_numbers(parts, "BYWEEKNO")) != set()


def _month_day_fits(parts: Rule, day: date) -> bool:
    last = calendar.monthrange(day.year, day.month)[1]
    return {day.day, day.day - last - 1} & set(_numbers(parts, "BYMONTHDAY")) != set()


def _weekday_fits(parts: Rule, day: date) -> bool:
    """MO is any Monday, 2MO and -1MO the second and the last of the month, or of the year."""
    first, last = _period(parts, day)
    places = {(day - first).days // 7 + 1, -((last - day).days // 7 + 1)}
    for one in parts["BYDAY"].split(","):
        found = _BYDAY.fullmatch(one)
        if found is None:
            raise ValueError(one)
        place, name = found.groups()
        if name == _DAYS[day.weekday()] and (place is None or int(place) in places):
            return True
    return False


_TESTS: Mapping[str, Callable[[Rule, date], bool]] = {
    "BYMONTH": _month_fits,
    "BYWEEKNO": _week_fits,
    "BYMONTHDAY": _month_day_fits,
    "BYDAY": _weekday_fits,
}


def _period(parts: Rule, day: date) -> tuple[date, date]:
    """The first and the last day of the month, week or year that places are counted in."""
    if parts["FREQ"] == "WEEKLY":
        monday = day.toordinal() - day.weekday()
        return date.fromordinal(monday), date.fromordinal(min(monday + 6, date.max.toordinal()))
    if parts["FREQ"] == "YEARLY" and "BYMONTH" not in parts:
        return date(day.year, 1, 1), date(day.year, 12, 31)
    last = calendar.monthrange(day.year, day.month)[1]
    return day.replace(day=1), day.replace(day=last)


def _at_position(parts: Rule, day: date) -> bool:
    """Whether a day is the n-th of those in its period that fit: the last working day."""
    first, last = _period(parts, day)
    days = [date.fromordinal(n) for n in range(first.toordinal(), last.toordinal() + 1)]
    fitting = [one for one in days if _day_fits(parts, one)]
    place = fitting.index(day)
    return {place + 1, place - len(fitting)} & set(_numbers(parts, "BYSETPOS")) != set()


# --- every second ------------------------------------------------------------------------------


def _in_step(parts: Rule, local: datetime, anchor: datetime | None) -> bool | None:
    """Whether the period of a moment is one that counts: every second week, from the first on."""
    every = int(parts.get("INTERVAL", "1"))
    if every <= 1:
        return True
    if anchor is None:
        return None
    count = _STEPS[parts["FREQ"]]
    return (count(local) - count(anchor)) % every == 0


_STEPS: Mapping[str, Callable[[datetime], int]] = {
    "HOURLY": lambda moment: moment.toordinal() * 24 + moment.hour,
    "DAILY": datetime.toordinal,
    "WEEKLY": lambda moment: (moment.toordinal() - _EPOCH.toordinal()) // 7,
    "MONTHLY": lambda moment: moment.year * 12 + moment.month,
    "YEARLY": lambda moment: moment.year,
}


def _anchor(valid: Interval, zone: timezone) -> datetime | None:
    start = valid.start
    if start is None or start.at is None or start.precision is Precision.UNKNOWN:
        return None
    return start.at.utc().astimezone(zone)
