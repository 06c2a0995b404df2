"""What is written in digits: dates, clock times, years, ordinals, and numbers that are no dates."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime

from smalti.text.when.tables import Senses, Table
from smalti.text.when.values import Clock

Reading = tuple[int, Senses | None]
"""Where the digits end, and what they can mean; ``None`` for what is certainly no date."""

_Read = Callable[[re.Match[str], Table], "Senses | None"]


def read_digits(text: str, start: int, table: Table) -> Reading:
    """Read what begins with a digit (or an apostrophe and digits) at a place of a folded text."""
    for pattern, read in _SHAPES:
        match = pattern.match(text, start)
        if match is None:
            continue
        senses = read(match, table)
        if senses is not None:
            glued = _glued(text, match.start(), match.end(), table)
            return match.end(), None if glued or not senses else senses
    return start + 1, None


def _iso(match: re.Match[str], table: Table) -> Senses | None:
    year, month, number, time = match["y"], match["m"], match["d"], match["t"]
    if not _is_day(int(month), int(number)):
        return {}
    if time:
        try:
            return {"date": datetime.fromisoformat(match[0].upper().replace("/", "-"))}
        except ValueError:
            return {}
    return {"date": (int(year), int(month), int(number), None)}


def _slashed(match: re.Match[str], table: Table) -> Senses | None:
    """Month first or day first, as the language has it; the other order where it is possible."""
    first, second, year = int(match["a"]), int(match["b"]), int(match["y"])
    if len(match["y"]) == 2:
        if len(match["a"]) + len(match["b"]) < 4 and match["s"] != "/":
            return None  # 3.5.26 may be a version
        year += 2000 if year < 70 else 1900
    found = _ordered(first, second, table)
    return {"date": (year, *found)} if found else {}


def _day_and_month(match: re.Match[str], table: Table) -> Senses | None:
    found = _ordered(int(match["a"]), int(match["b"]), table)
    return {"md": found} if found else {}


def _ordered(
    first: int, second: int, table: Table
) -> tuple[int, int, tuple[int, int] | None] | None:
    orders = [(first, second), (second, first)]
    if table.options["order"] != "mdy":
        orders.reverse()
    possible = [one for one in orders if _is_day(*one)]
    if not possible:
        return None
    other = possible[1] if len(possible) == 2 and possible[0] != possible[1] else None
    return (*possible[0], other)


def _is_day(month: int, number: int) -> bool:
    return 1 <= month <= 12 and 1 <= number <= 31


def _clock(match: re.Match[str], table: Table) -> Senses | None:
    hour, minute = int(match["h"]), int(match["m"] or 0)
    if hour > 24 or minute > 59:
        return {}
    sure = hour > 12 or hour == 0 or match["h"].startswith("0") or "24h" in table.options
    return {"clock": Clock(hour % 24, minute, sure=sure, whole=match["m"] is None)}


def _hour(match: re.Match[str], table: Table) -> Senses | None:
    return _clock(match, table) if "h_clock" in table.options else None


def _decade(match: re.Match[str], table: Table) -> Senses | None:
    value = int(match["n"])
    if value % 10 or (value >= 100 and not 1000 <= value < 2100):
        return None
    century = 0 if value >= 100 else 2000 if value < 30 else 1900
    # "he is in his 20s" is an age; "the 20s" could be either century, the nearer one is taken.
    return {"decade": value + century}


def _ordinal(match: re.Match[str], table: Table) -> Senses | None:
    suffix = table.options.get("ordinal")
    if suffix is None or re.fullmatch(suffix, match["s"]) is None:
        return None
    return {"ord": int(match["n"])}


def _short_year(match: re.Match[str], table: Table) -> Senses | None:
    value = int(match["n"])
    return {"year": value + (2000 if value < 50 else 1900)}


def _refuse(match: re.Match[str], table: Table) -> Senses | None:
    return {}


def _phone(match: re.Match[str], table: Table) -> Senses | None:
    return {} if sum(sign.isdigit() for sign in match[0]) >= 9 else None


def _grouped(match: re.Match[str], table: Table) -> Senses | None:
    whole, rest = match["n"], match["r"]
    return {"num": int(whole + rest) if len(rest) == 3 else float(f"{whole}.{rest}")}


def _number(match: re.Match[str], table: Table) -> Senses | None:
    value = int(match[0])
    if len(match[0]) == 4 and 1000 <= value < 2200:
        return {"num": value, "year": value}
    return {"num": value} if len(match[0]) < 6 else {}


_END = r"(?![\d])"
_SHAPES: list[tuple[re.Pattern[str], _Read]] = [
    (re.compile(pattern), read)
    for pattern, read in (
        (
            r"(?P<y>\d{4})(?P<s>[-/.])(?P<m>\d{1,2})(?P=s)(?P<d>\d{1,2})(?!\d)"
            r"(?P<t>t\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:z|[+-]\d\d:?\d\d)?)?",
            _iso,
        ),
        (
            r"(?P<a>\d{1,2})(?P<s>[-/.])(?P<b>\d{1,2})(?P=s)(?P<y>\d{4}|\d\d)(?![\d.]\d|\d)",
            _slashed,
        ),
        (r"\d{4}\s?[-–—]\s?\d{4}(?!\d)", lambda match, table: None),
        (r"\d[\d ().-]{7,}\d", _phone),
        (r"(?P<a>\d{1,2})(?P<s>/)(?P<b>\d{1,2})(?![\d/])", _day_and_month),
        (r"(?P<a>\d{1,2})(?P<s>\.)(?P<b>\d{1,2})\.(?!\d)", _day_and_month),
        (r"(?P<h>\d{1,2}):(?P<m>\d\d)(?::\d\d)?(?![\d:])", _clock),
        (r"(?P<h>\d{1,2})\.(?P<m>[0-5]\d)(?=\s?[ap]\.?m\b|\s?uhr\b)", _clock),
        (r"(?P<h>\d{1,2})\s?h(?:rs?)?(?:\s?(?P<m>\d\d))?(?![a-z\d])", _hour),
        (r"\d+(?::\d+)+", _refuse),
        (r"(?P<n>\d{4}|\d{2})(?:['’]?s|er(?: jahren?)?)(?![a-z])", _decade),
        (r"['’](?P<n>\d0)s(?![a-z])", _decade),
        (r"['’](?P<n>\d\d)(?![\w'’])", _short_year),
        (r"(?P<n>\d{1,2})(?P<s>\.?[ºª°]|[a-zèºª°]{1,4}|\.(?!\d))(?![a-zèºª])", _ordinal),
        (r"\d+(?:[.,]\d+){2,}", _refuse),
        (r"(?P<n>\d+)[.,](?P<r>\d+)(?!\d)", _grouped),
        (r"\d+", _number),
    )
]

_BEFORE = re.compile(r"[a-zß-öø-ÿ_$€£¥#@№]\s?$|[a-z_]-$|\d[.,:/]$")
_WORD_DASH = re.compile(r"([a-zß-öø-ÿ]+)-$")
_AFTER = re.compile(r"(?P<word>[a-zß-öø-ÿ]+)|\s?[%€$£°¥]|[_\d]|/\d|:\d")


def _glued(text: str, start: int, end: int, table: Table) -> bool:
    """Whether the digits are part of something longer: a code, a price, a measure."""
    if (word := _WORD_DASH.search(text, max(start - 12, 0), start)) and word[1] in table.forms:
        return False  # mid-2010s
    before = text[max(start - 2, 0) : start]
    if before and _BEFORE.search(before) and not (before[-1:] == " " and before[0].isalpha()):
        return True
    after = _AFTER.match(text, end)
    return after is not None and after["word"] not in table.options["glue"]
