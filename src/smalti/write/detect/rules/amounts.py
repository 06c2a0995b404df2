"""The quantities of a sentence with what they measure and whether they are rule or condition."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

import regex

from smalti.text.quantities import find_quantities
from smalti.text.quantities.mention import QuantityMention
from smalti.text.quantities.units import unit_named
from smalti.write.detect.rules.spans import clocks, downtime, lapses, periods
from smalti.write.detect.rules.tables import forms, lexicon
from smalti.write.detect.rules.words import Word

Bound = Literal["exact", "upper", "lower", "range"]
_INF = Decimal("Infinity")


@dataclass(frozen=True, slots=True)
class Amount:
    """An interval of values in the base unit of its dimension.

    ``case`` tells that it belongs to a condition, not to what is ruled.
    """

    text: str
    start: int
    end: int
    dimension: str
    unit: str | None
    low: Decimal
    high: Decimal
    low_open: bool
    high_open: bool
    bound: Bound
    case: bool
    noun: str
    before: tuple[Word, ...]
    after: tuple[Word, ...]
    about: bool
    figures: frozenset[str]
    part: bool  # "two of the tickets"

    @property
    def near(self) -> tuple[Word, ...]:
        return self.before + self.after


def mentions_of(text: str) -> list[QuantityMention]:
    """The quantities of a sentence that measure or count; ordinals are names of cases."""
    found = [m for m in find_quantities(text) if not m.ordinal and not _ordinal(m)]
    taken = [(m.start, m.end) for m in found]
    for match in _LENGTH.finditer(text.casefold()):
        start, end = match.span("text")
        if not any(s < end and start < e for s, e in taken):
            name, number = _UNITS.get(match["unit"], (match["unit"], 1))
            unit = unit_named(name)
            if unit:
                found.append(QuantityMention(start, end, text[start:end], Decimal(number), unit=name, dimension=unit.dimension))
    low = text.casefold()
    taken = [(m.start, m.end) for m in found]
    for mention in (*periods(low), *clocks(low), *lapses(low)):
        if not any(s < mention.end and mention.start < e for s, e in taken):
            found.append(mention)
    found += downtime(low, found)
    return sorted(found, key=lambda m: m.start)


def amounts_of(
    text: str,
    mentions: Sequence[QuantityMention],
    clauses: Sequence[tuple[list[Word], list[Word]]],
) -> Iterator[Amount]:
    """The amounts of a sentence in order; each clause comes with the words of its conditions."""
    low = text.casefold()
    for mention in mentions:
        for words, under in clauses:
            if any(mention.start <= w.start < mention.end for w in words):
                same = [m for m in mentions if m is not mention and m.dimension == mention.dimension and words[0].start <= m.start <= words[-1].end]
                left = max((m.end for m in same if m.end <= mention.start), default=0)
                right = min((m.start for m in same if m.start >= mention.end), default=len(text))
                case = any(mention.start <= w.start < mention.end for w in under)
                if amount := _amount(low, mention, words, left, right, case):
                    yield amount
                break


_ORDINAL = regex.compile(r"^(?:first|second|third|fourth|fifth|\d+(?:st|nd|rd|th))$", regex.I)


def _ordinal(m: QuantityMention) -> bool:
    return bool(_ORDINAL.match(m.text.strip()))


_RATE = regex.compile(r"^(?: (?!when|if|after|before|is|are|in|for|and|or|with|from)[\w-]+){0,4}? (?:an?|per|each|every) (day|week|month|year|hour|minute)\b")
_NOT_BEFORE = regex.compile(r"\b(?:no|not) (?:earlier|sooner|before)(?: than)?\s+$")
_NOT_AFTER = regex.compile(r"\b(?:no|not) (?:later|after)(?: than)?\s+$")
_BEYOND = regex.compile(r"\b(?:beyond|past|exceeding|exceeds|exceed)\s+$")
_OF_AGE = regex.compile(
    r"<[^>]*\b(?:older|younger)\b|\b(?:nobody|no one|anyone|everyone|people|those|child(?:ren)?|adults?|pupils?|students?|riders?|members?)\s<(?:under|over|below|above|aged)\b|\b(?:turns?|aged?|reach(?:es)?(?: the age of)?)\s<"
)
_EVERY = regex.compile(r"\b(?:every|each)\s+$")
_INTERVALS = regex.compile(r"^[\s-]*(?:intervals?\b|apart\b)")
_HYPHEN_LY = regex.compile(r"^-(?:daily|weekly|monthly|yearly)")
_AGE_BEFORE = regex.compile(
    r"\b(?:aged?|over|under|above|below|than|of|age)\s+$|\b(?:people|adults?|patients?|anyone|those|children|man|woman)\s+(?:aged\s+)?$"
)
_WITH = regex.compile(r"\bwith\b(?: (?!is\b|are\b|has\b|may\b|must\b|can\b|should\b|be\b)[\w/()-]+){0,6}$")
_BOUNDED = regex.compile(r"(?:above|below|over|under|between|from|more than|less than|greater than|at least|[<>≤≥])\b")
_LENGTH = regex.compile(
    r"\b(?:within|after|for|lasts?|takes?|than|of|is|are|least|most|over|under|by|about|until|every|in|runs?|exceeds?|exceed|than|to|full|on)\s+(?P<text>(?:an?|one)(?: (?:full|whole|single|further))? (?P<unit>second|minute|hour|day|week|fortnight|month|quarter|year|decade|gram|kilogram|litre|metre|tonne|mile|kilometre))\b(?![ -]old)"
)
_UNITS = {"quarter": ("month", 3), "fortnight": ("week", 2), "litre": ("liter", 1), "metre": ("meter", 1), "kilometre": ("kilometer", 1), "decade": ("year", 10), "tonne": ("kilogram", 1000)}


def _amount(
    low: str, m: QuantityMention, words: Sequence[Word], left: int, right: int, case: bool
) -> Amount | None:
    unit = unit_named(m.unit)
    if unit is None:
        return None
    value = m.number * unit.factor + unit.offset
    upper = None if m.upper is None else m.upper * unit.factor + unit.offset
    dimension = m.dimension
    before_text, after_text = low[max(0, m.start - 60) : m.start], low[m.end : m.end + 40]
    comparator = m.comparator
    if comparator == "=" and m.upper is None:
        if _NOT_BEFORE.search(before_text):
            comparator = ">="
        elif _NOT_AFTER.search(before_text):
            comparator = "<="
        elif _BEYOND.search(before_text):
            comparator = ">"
    if dimension == "count" and _OF_AGE.search(f"{before_text[-30:]}<{m.text.casefold()}>"):
        dimension, case = "age", True
        year = unit_named("year")
        value *= year.factor if year else 1
        upper = None if upper is None else upper * (year.factor if year else 1)
    if dimension == "time" and (_EVERY.search(before_text) or _INTERVALS.match(after_text)):
        dimension = "period"
        if regex.search(r"at least (?:once )?every\s+$", before_text):
            comparator = "<="
        elif regex.search(r"(?:at most|no more(?: often)? than) (?:once )?every\s+$", before_text):
            comparator = ">="
    elif dimension == "count/time" and regex.search(r"\b(?:once|twice|times?)\b", m.text.casefold()) and value:
        value, dimension = 1 / value, "period"
        comparator = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(comparator, comparator)
    if dimension == "count" and (rate := _RATE.match(after_text)):
        period = unit_named(rate[1])
        dimension, value = "count/time", value / (period.factor if period else 1)
    noun = _noun(words, m.end) if dimension == "count" else ""
    if dimension == "count/time":
        noun = _counted(m.text) or _noun(words, m.end)
    if dimension == "count" and not noun:
        return None
    if dimension == "time" and (m.unit or "").startswith("year") and _AGE_BEFORE.search(before_text):
        dimension, case = "age", True
    if regex.match(r"^-?year-olds?\b|^s?[ -]old\b", after_text):
        dimension, case = "age", True
    words_before = before_text.rstrip()
    if _WITH.search(words_before) and (_BOUNDED.match(m.text.casefold()) or words_before.endswith((" of", " at"))):
        case = True
    case = case or (dimension != "count" and _opens(low, m))
    lo, hi, lo_open, hi_open, bound = _interval(value, upper, comparator)
    near = [w for w in words if w.content and left <= w.start and w.end <= right and not (m.start <= w.start < m.end)]
    return Amount(
        m.text.strip(), m.start, m.end, dimension, m.unit, lo, hi, lo_open, hi_open, bound, case, noun,
        tuple(w for w in near if w.end <= m.start)[-7:],
        tuple(w for w in near if w.start >= m.end)[:7],
        comparator == "~",
        _figures(words, m),
        dimension == "count" and bool(regex.match(r"^\s+of\b", after_text)),
    )  # fmt: skip


def _figures(words: Sequence[Word], m: QuantityMention) -> frozenset[str]:
    before = [w for w in words if w.end <= m.start][-6:]
    after = [w for w in words if w.start >= m.end][:3]
    for at in range(len(before) - 1, -1, -1):
        if before[at].low in {",", ";", ":", "."}:
            before = before[at + 1 :]
            break
    stems = {w.stem for w in before + after if w.stem} | {w.stem for w in words if m.start <= w.start < m.end}
    return frozenset(name for name, known in forms().figures.items() if stems & known)


_SETTLES = regex.compile(
    r"^[^,;.]{0,40}?\b(?:is|are|be|will|would|suffices?|does)\b(?: \w+)?(?: (?:enough|sufficient|acceptable|fine|allowed|permitted|okay|ok|tolerated|required|needed|necessary|adequate|the (?:limit|maximum|minimum|rule|most|least|cap|ceiling|deadline)|too \w+|due|recommended|do|accepted)\b)|^[^,;.]{0,40}?\bsuffices?\b"
)


def _opens(low: str, m: QuantityMention) -> bool:
    """Whether the amount stands in what a sentence starts from: "An INR of 2.8 needs no change"."""
    clause = max(low.rfind(mark, 0, m.start) for mark in (";", ": ", ". ")) + 1
    if m.start - clause <= 1 and regex.match(r"[^,;.]{0,25},", low[m.end :]):
        return True
    end = min((at for mark in (";", ": ", ". ") if (at := low.find(mark, m.end)) >= 0), default=len(low))
    verb = forms().verb
    if verb.search(low, clause, m.start) or not verb.search(low, m.end, end):
        return False
    return low[clause : m.start].count(",") == 0 and len(low[clause : m.start].split()) <= 8 and not _SETTLES.match(low[m.end :])


_COUNTED = regex.compile(r"\d[\d.,]*\s+(?P<noun>[a-z]{4,})\b")


def _counted(text: str) -> str:
    """What is counted, where the mention takes it in: "14 units a week"."""
    match = _COUNTED.search(text.casefold())
    return lexicon().key(match["noun"]) if match else ""


def _noun(words: Sequence[Word], end: int) -> str:
    behind = [w for w in words if w.start >= end][:3]
    for w in behind:
        if w.content:
            return w.stem
        if not w.low.isalpha():
            break
    return ""


def _interval(value: Decimal, upper: Decimal | None, comparator: str) -> tuple[Decimal, Decimal, bool, bool, Bound]:
    if upper is not None:
        return value, upper, False, False, "range"
    match comparator:
        case "<" | "<=":
            return -_INF, value, True, comparator == "<", "upper"
        case ">" | ">=":
            return value, _INF, comparator == ">", True, "lower"
    return value, value, False, False, "exact"


def same_value(a: Decimal, b: Decimal, slack: Decimal) -> bool:
    if a == b:
        return True
    if a.is_infinite() or b.is_infinite():
        return False
    return abs(a - b) <= slack * max(abs(a), abs(b))


def slack(a: Amount, b: Amount) -> Decimal:
    if a.about or b.about:
        return Decimal("0.1")
    return Decimal("0.02") if a.unit != b.unit else Decimal("1e-9")


def equal(a: Amount, b: Amount) -> bool:
    """Whether two amounts give the same figures; whether the ends belong to them is left aside."""
    s = slack(a, b)
    ends = lambda x: {v for v in (x.low, x.high) if not v.is_infinite()}
    ea, eb = sorted(ends(a)), sorted(ends(b))
    return len(ea) == len(eb) and all(same_value(x, y, s) for x, y in zip(ea, eb, strict=True))


def disjoint(a: Amount, b: Amount) -> bool:
    return _before(a, b) or _before(b, a)


def _before(a: Amount, b: Amount) -> bool:
    if same_value(a.high, b.low, slack(a, b)):
        return a.high_open or b.low_open
    return a.high < b.low
