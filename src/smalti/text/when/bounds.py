"""Operations on how a statement lies to a span: since, until, before, after, from … to."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from smalti.text.when import arithmetic as cal
from smalti.text.when.call import Call, Result, operation
from smalti.text.when.mention import Relation
from smalti.text.when.recurring import weekly
from smalti.text.when.tense import Tense
from smalti.text.when.values import Length, Span, Unknown


def _dated(call: Call) -> Span | Unknown:
    values: list[Any] = [value for node in call.nodes for value in node.senses.values()]
    return next(value for value in values if isinstance(value, Span | Unknown))


@operation
def related(call: Call) -> Result:
    """Since Thursday, until Q3, by the end of the month, after 2030, 来年の三月まで."""
    return replace(_dated(call), relation=Relation(call.options["as"]))


@operation
def absorbed(call: Call) -> Result:
    """On Saturday, in 2019, back in March: the little words belong to the expression."""
    rule = call.get("rec")
    return rule if rule is not None else _dated(call)


@operation
def onward(call: Call) -> Result:
    """From Monday: a beginning if it is still to come; "the coat is from last year" is not."""
    found = _dated(call)
    if isinstance(found, Unknown):
        return found
    ahead = not found.written and found.start >= cal.midnight(call.now)
    opens = call.speech.sentence(call.nodes[0].start, call.nodes[-1].end)[0]
    first = not call.speech.text[opens : call.nodes[0].start].strip()
    return replace(found, relation=Relation.SINCE) if ahead or first else found


@operation
def between(call: Call) -> Result:
    """From Monday to Friday, between May and July, 5月3日から5日まで."""
    first, last = call.spans()[:2]
    if last.end <= first.start and not first.written and not last.written:
        first, last = _in_order(call, first, last)
    if last.end <= first.start or Relation.AT not in (first.relation, last.relation):
        return None
    if _habit(call, first, last):
        return weekly(replace(call, options={"span": True}))
    precision = max((first, last), key=lambda span: span.end - span.start).precision
    return Span(
        first.start,
        last.end,
        "range",
        precision,
        written=first.written and last.written,
        why=first.why or last.why,
    )


def _in_order(call: Call, first: Span, last: Span) -> tuple[Span, Span]:
    """Two ends that were each taken as the coming one: from March to May, said in April."""
    if last.shape == "day" and call.weekdays()[1:]:
        return first, cal.day(last.start + cal.WEEK)
    if first.shape != last.shape or last.shape not in ("day", "month"):
        return first, last
    earlier = cal.unit_of(cal.moved(first.start, -1, "year"), first.shape)
    if earlier.start <= call.now < last.end:
        return earlier, last
    return first, cal.unit_of(cal.moved(last.start, 1, "year"), last.shape)


def _habit(call: Call, first: Span, last: Span) -> bool:
    """Open Monday to Saturday, from Monday to Friday: weekly, if no verb points anywhere."""
    weekdays = call.weekdays()
    wanted = len(weekdays) == 2 if "bare" in call.options else weekdays == [0, 4]
    return wanted and call.tense is Tense.NONE


@operation
def range_to_day(call: Call) -> Result:
    """5月3日到5日: the second day is in the month of the first."""
    first = call.spans()[0]
    number = int(call.all("num")[-1])
    last = cal.day(first.start.replace(day=number))
    if last.end <= first.start:
        return None
    return replace(cal.days(first.start, last.start), written=first.written, why=first.why)


@operation
def open_offset(call: Call) -> Result:
    """A week before the wedding: kept for a day that the sentence may still name."""
    sign = call.options["sign"]
    return {"offset": (call.get("length"), sign)} if call.get("length") else None


@operation
def open_eve(call: Call) -> Result:
    """結婚式の前日, 婚礼前一天: kept for a day that the sentence may still name."""
    return {"offset": (Length(1, "day"), call.get("eve"))}
