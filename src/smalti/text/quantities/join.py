"""Joining neighbours: ranges ("3 to 5 kg") and values in two units ("2 hours 30 minutes")."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import cache

import regex

from smalti.text.quantities.draft import Draft
from smalti.text.quantities.units import COUNT, data
from smalti.text.quantities.words import any_of

Join = Callable[[str, Draft, Draft, str], Draft | None]


def ranges(text: str, drafts: Sequence[Draft], language: str) -> list[Draft]:
    """Neighbours that are the two ends of a range, as one."""
    kept: list[Draft] = []
    for draft in drafts:
        if kept and (between := _between(text, kept[-1], draft, language)):
            kept.extend(_joined(text, kept.pop(), draft, between))
        else:
            kept.append(draft)
    return kept


def _between(text: str, first: Draft, second: Draft, language: str) -> str:
    """What joins the two to a range ("dash", "to", "and", "or", "list", "pm"), or ""."""
    if any(d.source.ordinal or d.upper is not None or d.comparator != "=" for d in (first, second)):
        return ""
    units = {first.unit.dimension, second.unit.dimension} - {"count"}
    if first.per or (not units and _is_year(first) and _is_year(second)):
        return ""
    match = _joiners().fullmatch(text, first.end, second.start)
    if match is None or len(units) > 1 or (match["spanish"] and language != "es"):
        return ""
    return "to" if match.lastgroup == "spanish" else match.lastgroup or ""


def _is_year(draft: Draft) -> bool:
    return 1800 <= draft.number < 2100 and draft.source.end - draft.source.start == 4


def _with_common_unit(first: Draft, second: Draft) -> tuple[Draft, Draft]:
    """The unit of "3 to 5 kg" belongs to both."""
    if first.unit == COUNT:
        return replace(first, unit=second.unit, per=second.per), second
    if second.unit == COUNT:
        return first, replace(second, unit=first.unit)
    return first, second


def _joined(text: str, first: Draft, second: Draft, between: str) -> list[Draft]:
    """The range, or the two as they are, or nothing where they are a score ("won 3-1")."""
    opening = _opening().search(text, max(0, first.start - 12), first.start)
    if between == "and" and not (opening and opening.lastgroup == "between"):
        return [first, second]
    one, other = _with_common_unit(first, second)
    if between == "pm":
        low, high = one.number - other.number, one.number + other.number
        return [replace(one, number=low, upper=high, end=second.end)]
    if between == "to" and _change().search(text, max(0, first.start - 40), first.start):
        return [one, other]  # "rose from 3 to 5 kg" tells of two values
    low, high = one.number * one.unit.factor, other.number * other.unit.factor
    if between == "list" and first.unit != COUNT:
        return [first, second]
    if between in ("or", "list") and (low >= high or high > _NEAR[between] * low):
        return [first, second]
    if low >= high:
        return [] if between == "dash" and one.unit == COUNT else [first, second]
    return [
        replace(
            other,
            source=first.source,
            start=opening.start() if opening else first.start,
            number=low / other.unit.factor,
            upper=other.number,
            certain=first.certain or second.certain,
        )
    ]


_NEAR = {
    "or": Decimal(2),
    "list": Decimal("1.5"),
}  # "3 or 4", "2、3日": further apart they are a choice


@cache
def _joiners() -> regex.Pattern[str]:
    words = data("quantity_words")["joiners"]
    plain = [word for word in words["plain"] if word != "a"]
    return regex.compile(
        rf"(?:-(?=\s))?\s?(?:(?P<dash>[-–—~～〜]|bis zu)|(?P<to>{any_of(plain)})|(?P<spanish>a)"
        rf"|(?P<and>{any_of(words['and'])})|(?P<or>{any_of(words['or'])})|(?P<list>、)|(?P<pm>±|\+/-))\s?",
        regex.I,
    )


@cache
def _opening() -> regex.Pattern[str]:
    words = data("quantity_words")["joiners"]
    return regex.compile(
        rf"(?<!\p{{Latin}})(?:(?P<between>{any_of(words['between'])})"
        rf"|(?P<from>{any_of(words['from'])}))\s?$",
        regex.I,
    )


@cache
def _change() -> regex.Pattern[str]:
    verbs = any_of(data("quantity_words")["change_verbs"])
    return regex.compile(rf"(?:\b(?:{verbs})\b|[涨降升増減上下]\p{{Han}}?)[^.;。]*$", regex.I)


# --- values in two units -------------------------------------------------------------------------

_TWO_UNITS = frozenset({"time", "length", "mass"})
_AND = regex.compile(r"\s?(?:,\s|\s?(?:and|und|y|et)\s|と|零|又)?")


def compounds(text: str, drafts: Sequence[Draft]) -> list[Draft]:
    """Values such as "2 hours 30 minutes" and "1年2か月", in the smaller unit."""
    kept: list[Draft] = []
    for draft in drafts:
        if kept and _continues(text, kept[-1], draft):
            first = kept.pop()
            value = first.number * first.unit.factor / draft.unit.factor + draft.number
            draft = replace(draft, start=first.start, number=value, comparator=first.comparator)
        kept.append(draft)
    return kept


def _continues(text: str, first: Draft, second: Draft) -> bool:
    return (
        first.unit.dimension == second.unit.dimension
        and first.per is None
        and first.unit.dimension in _TWO_UNITS
        and first.unit.factor > second.unit.factor
        and first.upper is None
        and second.upper is None
        and second.comparator == "="
        and second.number * second.unit.factor < first.unit.factor
        and _AND.fullmatch(text, first.end, second.start) is not None
    )
