"""Finding quantities: numbers with their comparators, units, rates and ranges.

Dates, times and ids are painted over first (``masks``). Each number that is left takes what belongs
to it: a currency sign before, a unit behind, "a week", "or more", "at least". Then neighbours are
joined: ranges, "2 hours 30 minutes".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import regex

from smalti.text.numerals import Kind, find_numbers, guess_language, narrow
from smalti.text.numerals.number import table
from smalti.text.quantities import join
from smalti.text.quantities.draft import Draft
from smalti.text.quantities.masks import FILLER, masked, names_something
from smalti.text.quantities.measure import measured
from smalti.text.quantities.mention import QuantityMention
from smalti.text.quantities.special import read_pairs
from smalti.text.quantities.units import COUNT, data, known_units
from smalti.text.quantities.words import any_of, comparator_before, comparator_behind, rate_before


def find_quantities(text: str) -> list[QuantityMention]:
    """The quantities of a text, in order and without overlaps.

    Dates, clock times, versions, ids, telephone numbers and names with a number in them are none.
    """
    plain = narrow(text)
    language = guess_language(plain)
    if not find_numbers(plain, language):
        return []  # most texts have no number at all, and what follows costs more
    pairs = list(read_pairs(plain))
    for pair in pairs:
        plain = plain[: pair.start] + FILLER * (pair.end - pair.start) + plain[pair.end :]
    hidden = masked(plain)
    drafts = join.ranges(hidden, list(measured(hidden, language)), language)
    drafts = [_compared(hidden, draft) for draft in drafts]
    drafts = [draft for draft in drafts if _is_quantity(hidden, draft, language)]
    found = [*pairs, *join.compounds(hidden, drafts)]
    return list(_mentions(text, sorted(found, key=lambda draft: draft.start)))


def _mentions(text: str, drafts: list[Draft]) -> Iterator[QuantityMention]:
    end = 0
    for draft in drafts:
        if draft.start < end:
            continue
        end = draft.end
        if draft.unit.name == "pound" and _speaks_of_money(text, draft):
            draft = replace(draft, unit=known_units()["GBP"])
        unit = draft.whole_unit
        yield QuantityMention(
            draft.start,
            draft.end,
            text[draft.start : draft.end],
            draft.number,
            upper=draft.upper,
            comparator=draft.comparator,
            unit=None if unit == COUNT else unit.name,
            dimension=draft.dimension or unit.dimension,
            ordinal=draft.source.ordinal,
        )


# --- comparators, and whether it is a quantity ---------------------------------------------------


def _compared(text: str, draft: Draft) -> Draft:
    """With the comparators around it and the period before it (每天)."""
    if draft.source.ordinal:
        return draft
    if draft.source.share:
        unit = draft.unit if draft.unit != COUNT else known_units()["dimensionless"]
        draft = replace(draft, unit=unit, certain=True)
    if draft.source.approximate:
        draft = replace(draft, comparator="~")
    if before := comparator_before(text, draft.start):
        draft = replace(draft, comparator=before[0], start=before[1])
    behind = comparator_behind(text, draft.end)
    if behind and (draft.comparator in "=~" or behind[0] not in "=~"):
        draft = replace(draft, comparator=behind[0], end=behind[1])
    if draft.upper is not None and draft.comparator != "~":
        draft = replace(draft, comparator="=")
    if (
        draft.unit == COUNT
        and draft.per is None
        and _AGE.search(text, max(0, draft.source.start - 40), draft.source.start)
    ):
        draft = replace(draft, unit=known_units()["year"])
    if draft.per is None and (period := rate_before(text, draft.start)):
        draft = replace(draft, per=period)
    return draft


_AGE = regex.compile(
    r"\b(?:aged?|ages|(?:older|younger) than|âgée?s? de|im alter von"
    r"|(?:people|adults|persons?|patients?|m[ae]n|wom[ae]n|child(?:ren)?|kids|anyone|someone|somebody"
    r"|nobody|those|teenagers) (?:aged |who are )?(?:of|over|under|above|below))\s$",
    regex.I,
)


def _is_quantity(text: str, draft: Draft, language: str) -> bool:
    source = draft.source
    if source.ordinal or draft.certain:
        return True
    if source.kind is Kind.HAN and not _is_counted(text, draft):
        return False
    if draft.unit == COUNT:
        end = source.end if draft.upper is None else draft.end
        return not names_something(text, source.start, end, language)
    return True


def _is_counted(text: str, draft: Draft) -> bool:
    """Whether a Han numeral counts something: a lone one needs a unit or counter behind it."""
    if draft.unit != COUNT:
        return True
    numeral = text[draft.source.start : draft.source.end]
    counter = _counters().match(text, draft.source.end)
    if len(numeral) == 1:
        vague = numeral == "一" and counter and counter.group() in _VAGUE
        return counter is not None and not vague
    return counter is not None or _AFTER_NUMERAL.match(text, draft.source.end) is not None


_VAGUE = frozenset("个個位种種次点點下面边邊家国國")
_AFTER_NUMERAL = regex.compile(
    r"$|[^\p{Han}\p{Hiragana}\p{Katakana}]|[多余餘左上以到至和了的是]|[はがをにのでともか]|から|まで"
)


@cache
def _counters() -> regex.Pattern[str]:
    return regex.compile(any_of(table()["han_counters"]))


def _speaks_of_money(text: str, draft: Draft) -> bool:
    """Whether pounds are sterling here: the sentence says so."""
    start = max(text.rfind(stop, 0, draft.start) for stop in ".;!?\n") + 1
    stop = _STOP.search(text, draft.end)
    return bool(_money_cues().search(text, start, stop.start() if stop else len(text)))


_STOP = regex.compile(r"[.;!?\n]")


@cache
def _money_cues() -> regex.Pattern[str]:
    return regex.compile(rf"\b(?:{any_of(data('quantity_words')['money_cues'])})\b|£", regex.I)
