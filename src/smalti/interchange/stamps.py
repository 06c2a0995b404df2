"""Dates and times as people and messengers write them beside what was said."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, datetime, time
from functools import partial

from smalti.model.errors import InvalidInput
from smalti.model.time import Instant
from smalti.write.drafts import text_of

_compile = partial(re.compile, flags=re.IGNORECASE)

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = rf"(?:{'|'.join(_MONTHS)})[a-z]{{0,6}}\.?"
_AFTERNOON = {"pm", "下午", "午後"}

_DATE_FORMS = (
    r"(?<!\d)(?P<y>\d{4})[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})(?!\d)",
    r"(?<!\d)(?P<y>\d{4})\s?年\s?(?P<m>\d{1,2})\s?月\s?(?P<d>\d{1,2})\s?日",
    rf"(?<!\d)(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\s(?P<month>{_MONTH}),?\s(?P<y>\d{{4}})(?!\d)",
    rf"(?P<month>{_MONTH})\s(?P<d>\d{{1,2}})(?:st|nd|rd|th)?,?\s(?P<y>\d{{4}})(?!\d)",
    r"(?<!\d)(?P<one>\d{1,2})[-/.](?P<two>\d{1,2})[-/.](?P<y>\d{4}|\d{2})(?!\d)",
)
_TIME_FORM = (
    r"(?P<before>上午|下午|午前|午後)?\s?(?<!\d)(?P<h>\d{1,2}):(?P<min>\d{2})(?::(?P<s>\d{2}))?"
    r"(?:[.,]\d+)?(?:\s?(?P<after>[ap]\.?m\b\.?))?(?P<zone>\s?Z\b|\s?[+-]\d{2}:?\d{2}\b)?"
)
_DATES = tuple(map(_compile, _DATE_FORMS))
_TIME = _compile(_TIME_FORM)
# The same without names, to stand inside other patterns.
DATE, TIME = (
    f"(?:{re.sub(r'[?]P<[a-z]+>', '?:', form)})" for form in ("|".join(_DATE_FORMS), _TIME_FORM)
)
STAMP = rf"(?:{DATE}(?:(?:,?\s?|T){TIME})?|{TIME})"


def spoken_time(text: str, default_offset: int = 0, *, day_first: bool = True) -> Instant:
    """Read the moment that a date, with or without a time of day, names.

    Reads "2024-05-01 10:00", "1:56 pm on 8 May, 2023", "2023/04/10 (Mon) 23:07", "May 8, 2023",
    "12/05/24, 10:00 PM" (day first, unless told otherwise) and "2024年5月1日 下午3:05".

    Raises:
        InvalidInput: there is no date in it, or not one of the calendar.
    """
    day = day_in(text, day_first)
    if day is None:
        raise InvalidInput("date", text, "is not a date", fix="Write it as 2024-05-01 10:00")
    moment = datetime.combine(day, clock_in(text) or time())
    return Instant.of(moment, default_offset=default_offset)


def session_time(value: object, default_offset: int = 0) -> Instant | None:
    """Read the date of a session; ``None`` where the source gives none.

    Raises:
        InvalidInput: see :func:`spoken_time`.
    """
    return None if value is None else spoken_time(text_of("date", value), default_offset)


def day_in(text: str, day_first: bool) -> date | None:
    """Read the day that is written; ``None`` if none is.

    Raises:
        InvalidInput: the calendar has no such day.
    """
    found = next((match for form in _DATES if (match := form.search(text))), None)
    if found is None:
        return None
    part = found.groupdict()
    if "one" in part:
        day, month = (part["one"], part["two"]) if day_first else (part["two"], part["one"])
    else:
        day = part["d"]
        month = part.get("m") or _MONTHS.index(part["month"][:3].lower()) + 1
    year = int(part["y"])
    try:
        return date(year if year > 99 else 2000 + year, int(month), int(day))
    except ValueError as error:
        raise InvalidInput("date", text, f"is not in the calendar ({error})") from error


def clock_in(text: str) -> time | None:
    """Read the time of day that is written; ``None`` if none is.

    Raises:
        InvalidInput: the day has no such time.
    """
    found = _TIME.search(text)
    if found is None:
        return None
    hour = int(found["h"])
    half = (found["before"] or found["after"] or "").replace(".", "").lower()
    if half:
        hour = hour % 12 + (12 if half in _AFTERNOON else 0)
    zone = (found["zone"] or "").strip().upper()
    try:
        clock = time.fromisoformat(f"00:00{zone}")
        return clock.replace(hour=hour, minute=int(found["min"]), second=int(found["s"] or 0))
    except ValueError as error:
        raise InvalidInput("date", text, f"has no time of day ({error})") from error


def is_day_first(stamps: Iterable[str]) -> bool:
    """Tell whether the file writes 31/12 rather than 12/31; day first where no date shows it."""
    pairs = (match for stamp in stamps for match in _DATES[-1].finditer(stamp))
    return sum((int(pair["one"]) > 12) - (int(pair["two"]) > 12) for pair in pairs) >= 0
