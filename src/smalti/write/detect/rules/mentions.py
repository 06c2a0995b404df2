"""All the figures of a sentence: what measures or counts, and what tells a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import regex

from smalti.text.quantities import find_quantities
from smalti.text.quantities.mention import QuantityMention
from smalti.write.detect.rules import spans
from smalti.write.detect.rules.grammar import Grammar
from smalti.write.detect.rules.words import lowered

_ORDINAL = regex.compile(r"(?:first|second|third|fourth|fifth|\d+(?:st|nd|rd|th))", regex.I)


def mentions_of(text: str, grammar: Grammar) -> list[QuantityMention]:
    """The figures of a sentence in order; ordinals are none, they name cases."""
    low = lowered(text)
    found = [m for m in find_quantities(text) if not _ordinal(m)]
    found += _free(found, spans.lengths(low, grammar))
    found += _free(found, spans.single(low, grammar))
    found += spans.decades(low, grammar)
    times = (
        *(*spans.periods(low, grammar), *spans.clocks(low, grammar)),
        *(*spans.lapses(low, grammar), *spans.days(low, grammar)),
    )
    found += _free(found, times)
    found += spans.downtime(low, found, grammar)
    return sorted(_merged(low, found, grammar), key=lambda m: m.start)


def _ordinal(m: QuantityMention) -> bool:
    return m.ordinal or bool(_ORDINAL.fullmatch(m.text.strip()))


def _free(
    taken: Sequence[QuantityMention], found: Iterator[QuantityMention] | Sequence[QuantityMention]
) -> list[QuantityMention]:
    """Those that no figure stands in the place of."""
    return [m for m in found if not any(t.start < m.end and m.start < t.end for t in taken)]


def _merged(
    low: str, found: Sequence[QuantityMention], grammar: Grammar
) -> Iterator[QuantityMention]:
    """With "from 70% up to 85%" as one range."""
    ordered = sorted(found, key=lambda m: m.start)
    at = 0
    while at < len(ordered):
        one = ordered[at]
        other = ordered[at + 1] if at + 1 < len(ordered) else None
        if other is not None and _is_range(low, one, other, grammar):
            text = low[one.start : other.end]
            yield replace(one, end=other.end, text=text, upper=other.number, comparator="=")
            at += 1
        else:
            yield one
        at += 1


def _is_range(low: str, one: QuantityMention, other: QuantityMention, grammar: Grammar) -> bool:
    return (
        one.unit == other.unit
        and one.dimension == other.dimension
        and one.upper is None
        and one.number < other.number
        and bool(grammar.patterns["up_to"].search(low[one.end : other.start].strip()))
        and bool(grammar.patterns["from_before"].search(low[: one.start]))
    )
