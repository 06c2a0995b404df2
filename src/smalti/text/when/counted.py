"""Operations on what is counted from the moment of speaking: yesterday, last May, two weeks ago."""

from __future__ import annotations

from dataclasses import replace

from smalti.text.when import arithmetic as cal
from smalti.text.when import choice
from smalti.text.when.call import Call, Result, operation
from smalti.text.when.holidays import holiday
from smalti.text.when.mention import Relation
from smalti.text.when.tense import Tense
from smalti.text.when.values import Length, Span, Unknown

_SMALL_HOURS = 6  # until then, the day that has ended is not slept off yet


@operation
def relative(call: Call) -> Result:
    """Yesterday, next week, 去年: a unit so many steps off."""
    unit, count = call.get("rel").split()
    return _whole(call, unit, int(count))


@operation
def part_of_day(call: Call) -> Result:
    """Tonight, this morning, 昨夜: a part of a day so many days off."""
    if call.get("relpart"):
        count, part = call.get("relpart").split()
        return part_by_tense(call, int(count), part)
    shift = call.get("shift")
    return part_by_tense(call, 0 if isinstance(shift, str) else shift, call.get("part"))


@operation
def part_of_relative(call: Call) -> Result:
    """Gestern Morgen, mañana por la mañana."""
    unit, count = call.get("rel").split()
    return part_by_tense(call, int(count), call.all("part")[-1]) if unit == "day" else None


def part_by_tense(call: Call, count: int, part: str) -> Span:
    """A part of a day so many days off; one not yet begun, told in the past, is a day earlier."""
    today = cal.midnight(call.now)
    span = cal.part_of(today + count * cal.DAY, part)
    if count or span.start <= call.now or call.tense is not Tense.PAST:
        return span
    # "I had coffee this morning", said at half past midnight; "heute Nacht", said at noon.
    yesterday = call.now.hour < _SMALL_HOURS or part == "night"
    return cal.part_of(today - cal.DAY, part) if yesterday else span


@operation
def shifted(call: Call) -> Result:
    """Last month, next weekend, this quarter."""
    shift, unit = call.get("shift"), call.get("unit")
    if shift == "coming":
        shift = 0 if unit == "weekend" else 1
    elif shift == "recent":
        shift = -1
    return _whole(call, unit, int(shift))


def _whole(call: Call, unit: str, count: int) -> Span:
    span = cal.shifted(call.now, count, unit)
    if unit == "week" and count:  # weeks may be counted from Sunday
        span = span.with_also((span.start - cal.DAY, span.end - cal.DAY))
    if unit == "weekend" and count == 1:
        span = span.with_also(cal.weekend(call.now))
    return span


@operation
def twice_shifted(call: Call) -> Result:
    """The week before last, the weekend after next."""
    count = 2 * int(call.get("shift"))
    if call.get("season"):
        spans = _seasons(call, call.get("season"))
        over = [span for span in spans if span.end <= call.now]
        return over[-2] if count < 0 else None
    return _whole(call, call.get("unit"), count)


@operation
def unit_by_tense(call: Call) -> Result:
    """At the weekend: the last or the coming one."""
    spans = [cal.shifted(call.now, count, call.get("unit")) for count in (-1, 0, 1)]
    return choice.by_tense(call, spans)


@operation
def shifted_month(call: Call) -> Result:
    """Last May, this May, next May."""
    number = call.month
    return _cycle(call, [cal.month_of(year, number) for year in _years(call)])


@operation
def shifted_season(call: Call) -> Result:
    """Last summer (over), this fall, next spring (not begun)."""
    return _cycle(call, _seasons(call, call.get("season")))


@operation
def yearly_ago(call: Call) -> Result:
    """Two summers ago, three Christmases ago: the last but one, but two that is over."""
    count, today = int(call.get("num")), cal.midnight(call.now)
    years = range(call.now.year - count - 1, call.now.year + 1)
    season, feast = call.get("season"), call.get("hol")
    spans = (cal.season_of(year, season) if season else holiday(feast, year) for year in years)
    over = [span for span in spans if span.end <= today]
    return over[-count] if 0 < count <= len(over) else None


@operation
def shifted_feast(call: Call) -> Result:
    """Last Christmas, next Easter."""
    return _cycle(call, [holiday(call.get("hol"), year) for year in _years(call)])


def _years(call: Call) -> range:
    return range(call.now.year - 5, call.now.year + 6)  # 上上上 is the furthest, and one more


def _seasons(call: Call, name: str) -> list[Span]:
    return [cal.season_of(year, name) for year in _years(call)]


def _cycle(call: Call, spans: list[Span]) -> Span:
    shift, now = call.get("shift"), call.now
    steps = int({"recent": -1, "coming": 1}.get(shift, shift))
    if steps < 0:
        over = [span for span in spans if span.end <= cal.midnight(now)]
        return over[steps].with_also(over[steps - 1])
    if steps > 0:
        ahead = [span for span in spans if span.start > now]
        return ahead[steps - 1].with_also(ahead[steps])
    running = [span for span in spans if span.start <= now < span.end]
    # A winter is of two years: said in June, "this winter was mild" is the one just over.
    this_year = [span for span in spans if now.year in (span.start.year, span.end.year)]
    return running[0] if running else choice.by_tense(call, this_year or spans)


@operation
def length(call: Call) -> Result:
    """Two weeks, an hour and a half, half a year, 半年."""
    count, unit = _count(call), call.get("unit")
    if count >= 1000 and unit == "year":
        return None  # 2018年 is a year, not so many of them
    if unit == "fortnight":
        return Length(count * 14, "day", exact=True)
    return Length(count, unit)


def _count(call: Call) -> float:
    """The number of units: a half alone, or a number and perhaps a half more."""
    if "half" in call.options:
        return 0.5
    number = call.get("num") if call.get("num") is not None else call.get("one")
    return float(1 if number is None else number) + ("plus" in call.options) / 2


@operation
def idiom(call: Call) -> Result:
    """Quinze jours, acht Tage: weeks in disguise, counted to the day."""
    count, unit = call.get("idiom").split()
    return Length(int(count), unit, exact=unit == "day")


@operation
def ago(call: Call) -> Result:
    """Two weeks ago, in forty-five minutes: the calendar unit that contains that moment."""
    length: Length = call.get("length")
    if length.unit == "second" and length.count % 1:
        return None  # a sprint, "in 9.58 seconds"
    return _counted(call, length, call.options.get("sign", -1))


@operation
def ahead(call: Call) -> Result:
    """In six weeks; told in the past, it says how long something took."""
    return None if call.tense is Tense.PAST else _counted(call, call.get("length"), 1)


def _counted(call: Call, count: Length, sign: int) -> Span:
    """The unit so far off: the clock hour, the day, the ISO week, the month, the year."""
    unit, number = count.unit, count.count
    if unit == "year" and number % 1:
        unit, number = "month", number * 12
    if unit == "month" and number % 1:
        unit, number = "day", round(number * 30)
    if unit in ("hour", "day", "week") and number % 1:
        unit, number = {
            "hour": ("minute", number * 60),
            "day": ("hour", number * 24),
            "week": ("day", round(number * 7)),
        }[unit]
    if unit in ("quarter", "decade"):
        unit, number = ("month", number * 3) if unit == "quarter" else ("year", number * 10)
    moment = cal.moved(call.now, sign * number, unit)
    span = cal.unit_of(moment, unit)
    if count.exact:
        return span.with_also(cal.day(moment + cal.DAY), cal.week(moment))
    if unit in ("week", "month", "weekend"):
        span = span.with_also(cal.day(moment))
    if unit == "year":
        span = span.with_also(cal.unit_of(moment, "month"), cal.day(moment))
    return span


@operation
def since_length(call: Call) -> Result:
    """Seit drei Jahren, for the last three years, hace tres años que: it began then and lasts."""
    found = call.get("length") or Length(call.get("num"), call.get("unit"))
    if call.get("length") is None and found.count < 2:
        return None  # "I tried one last week"
    verb = call.options.get("perfect")
    if verb and not call.speech.clause_says(verb, call.nodes[0].start):
        return None
    if "lasting" in call.options and call.tense is Tense.PAST:
        return _counted(call, found, -1)
    return replace(_counted(call, found, -1), relation=Relation.SINCE)


@operation
def ago_from_day(call: Call) -> Result:
    """Three weeks ago today, a week ago Monday."""
    count: Length = call.get("length")
    unit, number = ("week", 1) if count.unit == "weekend" else (count.unit, count.count)
    sign = call.options.get("sign", -1)
    if not call.weekdays():
        _, days = call.get("rel").split()
        return cal.day(cal.moved(call.now + int(days) * cal.DAY, sign * number, unit))
    today = cal.midnight(call.now)
    back = (today.weekday() - call.weekday) % 7 or 7
    start = today - back * cal.DAY if sign < 0 else today + ((7 - back) or 7) * cal.DAY
    return cal.day(cal.moved(start, sign * number, unit))


@operation
def ago_in_unit(call: Call) -> Result:
    """Three years ago this month."""
    length: Length = call.get("length")
    return cal.unit_of(cal.moved(call.now, -length.count, length.unit), call.get("unit"))


@operation
def same_day(call: Call) -> Result:
    """去年今天, 去年の今日, 上个月的今天: this day in another year or month."""
    around, today = call.spans()
    if today.start != cal.midnight(call.now) or today.written:
        return None
    day = call.now.day
    month = call.now.month if around.shape == "year" else around.start.month
    return cal.day(around.start.replace(month=month, day=day))


@operation
def now_on(call: Call) -> Result:
    """From now on: since the day of speaking."""
    return replace(cal.day(call.now), relation=Relation.SINCE)


@operation
def vague(call: Call) -> Result:
    """The other day, a few days ago, 小时候: time words that name no day.

    "Lately" has a shape of its own, for it takes no preposition: "what are you up to lately".
    """
    return Unknown(shape=call.options.get("shape", "unknown"))


@operation
def age(call: Call) -> Result:
    """When I was six, in my twenties: two years can be meant, and the year of birth must be known.

    Words that could be a clock time ("at six") count only where the text tells a year of birth.
    """
    first, last = _ages(call)
    born = call.speech.birth_year()
    if born is None:
        return None if "clock" in call.options else Unknown(why="the year of birth is not known")
    start, end = cal.year_of(born + first), cal.year_of(born + last + 1)
    span = Span(start.start, end.end, "range", start.precision, written=True, why=f"born in {born}")
    return span.with_also(start) if first == last else span


def _ages(call: Call) -> tuple[int, int]:
    tens = call.get("decade")
    if tens is not None:
        return tens % 100, tens % 100 + 9
    length: Length | None = call.get("length")
    if length is not None and length.unit != "year":
        raise ValueError("not an age")
    number = int(call.get("num") if length is None else length.count)
    return number, number
