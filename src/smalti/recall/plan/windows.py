"""The time that a question names, and on which side of it the answer lies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from smalti.model.answer import Side, Window
from smalti.model.time import Instant
from smalti.recall.plan.rules import Rules
from smalti.recall.plan.slashed import slashed_days, without_slashed
from smalti.text.when import DateMention, Relation, find_dates

_SIDES = {
    Relation.BEFORE: Side.BEFORE,
    Relation.UNTIL: Side.BEFORE,
    Relation.AFTER: Side.AFTER,
    Relation.SINCE: Side.AFTER,
}


Span = tuple[Instant, Instant, Side]


def without_times(question: str, language: str, now: Instant | None) -> str:
    """A question without the days that it names in words or figures."""
    question = without_slashed(question)
    for mention in reversed(find_dates(question, now, language=language)):
        if mention.interval is not None:
            question = f"{question[: mention.start]} {question[mention.end :]}"
    return question


def times_in(question: str, language: str, now: Instant | None) -> list[tuple[int, int]]:
    """Where the words stand that name a time, in the language of a question or in English."""
    languages = dict.fromkeys((language, "en"))
    found = (one for tag in languages for one in find_dates(question, now, language=tag))
    return [(one.start, one.end) for one in found]


def window_of(
    question: str, *, rules: Rules, language: str, now: Instant | None, years: Iterable[int]
) -> Window | None:
    """The time a question names: days that are written, else an event ("before she moved").

    Several days make one window from the first to the last, so that nothing is lost; "after June
    and before May" makes one that is empty. "After the move on 1 May" is after that day.
    """
    spans = _spans(question, language, now, years)
    if spans:
        since = min((start for start, _, _ in spans), key=lambda at: at.micros)
        until = max((end for _, end, _ in spans), key=lambda at: at.micros)
        sides = {side for _, _, side in spans}
        if sides == {Side.AFTER, Side.BEFORE}:
            return _between(spans)
        side = sides.pop() if len(sides) == 1 else Side.WITHIN
        if side is Side.WITHIN and len(spans) == 1:
            side = next((way for way, found in rules.beside if found.search(question)), side)
        return Window(since, until, side)
    for side, patterns in ((Side.BEFORE, rules.before), (Side.AFTER, rules.after)):
        for pattern in patterns:
            if found := pattern.search(question):
                return Window(side=side, anchor=found["anchor"].strip())
    return None


def _between(spans: Sequence[Span]) -> Window:
    """After the one and before the other."""
    since = max((end for _, end, side in spans if side is Side.AFTER), key=lambda at: at.micros)
    until = min((at for at, _, side in spans if side is Side.BEFORE), key=lambda at: at.micros)
    return Window(since, until)


def _spans(question: str, language: str, now: Instant | None, years: Iterable[int]) -> list[Span]:
    anchor = _in_years(now, years)
    mentions = [
        *find_dates(without_slashed(question), now, language=language),
        *slashed_days(question, anchor),
    ]
    return [span for one in mentions if (span := _span(one)) is not None]


def _in_years(now: Instant | None, years: Iterable[int]) -> Instant | None:
    """A moment in the last of the years that a day without one may mean."""
    last = max(years, default=None)
    if last is None or (now is not None and now.local().year == last):
        return now
    return Instant.of(date(last, 12, 31), default_offset=now.offset if now else 0)


def _span(mention: DateMention) -> Span | None:
    ends = None if mention.interval is None else mention.interval.ends
    return None if ends is None else (*ends, _SIDES.get(mention.relation, Side.WITHIN))
