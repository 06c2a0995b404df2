"""The figures of a sentence with what they measure, and whether they are rule or condition."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

import regex

from smalti.text.quantities.mention import QuantityMention
from smalti.text.quantities.units import unit_named
from smalti.write.detect.rules.clauses import Clause, Force
from smalti.write.detect.rules.intervals import Amount, bounds
from smalti.write.detect.rules.lexicon import Lexicon
from smalti.write.detect.rules.spans import unit_of
from smalti.write.detect.rules.words import Word, lowered

_NO_CASE = frozenset({"instead", "before", "after", "until"})  # conditions that tell a time
_BEFORE, _BEHIND = 60, 40  # characters that are looked at
_NEAR = 7  # words
_LIMITS = (
    *(("not_before", ">="), ("not_after", "<="), ("beyond", ">")),
    *(("limited_before", "<="), ("at_least_before", ">=")),
)
_COMPLEMENTS = {">": "<=", ">=": "<", "<": ">=", "<=": ">"}
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_NEVER_CASE = frozenset({"count", "clock", "date"})
_OPENING = 8  # words that may stand before a figure that a clause starts from
_COUNTED = regex.compile(r"\d[\d.,]*\s+(?P<noun>[a-z]{4,})\b")


def amounts_of(
    text: str, mentions: Sequence[QuantityMention], clauses: Sequence[Clause], lexicon: Lexicon
) -> Iterator[Amount]:
    """The amounts of a sentence in order, each in the first clause that has it."""
    low = lowered(text)
    for mention in mentions:
        for clause in clauses:
            if any(mention.start <= word.start < mention.end for word in _in_order(clause)):
                reader = _Reader(low, mention, mentions, clause, lexicon)
                if (amount := reader.amount()) is not None:
                    yield amount
                break


def _in_order(clause: Clause) -> list[Word]:
    words = [*clause.carried, *clause.main, *(w for c in clause.under for w in c.words)]
    return sorted(words, key=lambda word: word.start)


@dataclass(frozen=True, slots=True)
class _Value:
    """A value in the making."""

    dimension: str
    number: Decimal
    upper: Decimal | None
    comparator: str
    case: bool = False


class _Reader:
    """Reads one mention in its clause."""

    def __init__(
        self,
        low: str,
        mention: QuantityMention,
        mentions: Sequence[QuantityMention],
        clause: Clause,
        lexicon: Lexicon,
    ) -> None:
        self._low, self._mention, self._lexicon = low, mention, lexicon
        self._clause, self._grammar = clause, clause.grammar
        self._words = _in_order(clause)
        self._others = [m for m in mentions if m is not mention]
        self._before = low[max(0, mention.start - _BEFORE) : mention.start]
        self._behind = low[mention.end : mention.end + _BEHIND]
        self._conditional = any(
            mention.start <= word.start < mention.end
            for condition in clause.under
            if condition.kind not in _NO_CASE
            for word in condition.words
        )

    def amount(self) -> Amount | None:
        """The amount, or ``None`` where it is not known what it measures or counts."""
        unit = unit_named(self._mention.unit)
        if unit is None:
            return None
        m = self._mention
        upper = None if m.upper is None else m.upper * unit.factor + unit.offset
        value = _Value(m.dimension, m.number * unit.factor + unit.offset, upper, m.comparator)
        for step in (self._limited, self._counted_age, self._period, self._rate, self._aged):
            value = step(value)
        noun = self._noun(value.dimension)
        if value.dimension == "count" and not noun and regex.match(r"\s*[\p{L}-]", self._behind):
            return None
        value, turned = self._turned(value)
        before, after = self._near()
        return Amount(
            m.text.strip(),
            m.start,
            m.end,
            value.dimension,
            m.unit,
            *bounds(value.number, value.upper, value.comparator),
            about=value.comparator == "~",
            case=self._is_case(value),
            noun=noun,
            before=before,
            after=after,
            figures=self._figures(),
            part=value.dimension == "count" and self._found("part_behind", self._behind),
            wrong=bool(self._grammar.patterns["wrong"].match(self._low[m.end :])),
            turned=turned,
        )

    def _found(self, pattern: str, text: str) -> bool:
        return bool(self._grammar.patterns[pattern].search(text))

    # --- what it measures ------------------------------------------------------------------------

    def _limited(self, value: _Value) -> _Value:
        """With the limits that the quantity finder does not read: "no earlier than"."""
        spread = lowered(self._mention.text).startswith("over") and value.dimension == "time"
        if spread and self._found("spread", self._before):
            return replace(value, comparator="=")  # "infused over two hours"
        if value.comparator != "=" or value.upper is not None:
            return value
        for pattern, sign in _LIMITS:
            if self._found(pattern, self._before):
                return replace(value, comparator=sign)
        return value

    def _counted_age(self, value: _Value) -> _Value:
        """A bare number that is an age: "17 or older"."""
        around = f"{self._before[-30:]}<{lowered(self._mention.text)}>"
        if value.dimension != "count" or not self._found("of_age", around):
            return value
        year = unit_of("year", self._grammar)[0].factor
        upper = None if value.upper is None else value.upper * year
        return replace(value, dimension="age", number=value.number * year, upper=upper, case=True)

    def _period(self, value: _Value) -> _Value:
        """The time between, where it is said how often."""
        if value.dimension == "time" and (
            self._found("every_before", self._before)
            or self._found("interval_behind", self._behind)
        ):
            sign = value.comparator
            if self._found("at_least_every", self._before):
                sign = "<="
            elif self._found("at_most_every", self._before):
                sign = ">="
            return replace(value, dimension="period", comparator=sign)
        often = self._found("how_often", lowered(self._mention.text))
        if value.dimension == "count/time" and often and value.number:
            sign = _TURNED.get(value.comparator, value.comparator)
            return replace(value, dimension="period", number=1 / value.number, comparator=sign)
        return value

    def _rate(self, value: _Value) -> _Value:
        """A count a day, a week and so on, where the period stands behind what is counted."""
        if value.dimension != "count":
            return value
        m = self._grammar.patterns["rate_behind"].search(self._behind)
        if m is None:
            return value
        factor = unit_of(m["unit"], self._grammar)[0].factor
        return replace(value, dimension="count/time", number=value.number / factor)

    def _aged(self, value: _Value) -> _Value:
        """An age where the words around say so; ages tell cases."""
        years = value.dimension == "time" and (self._mention.unit or "").startswith("year")
        aged = (years and self._found("age_before", self._before)) or self._found(
            "age_behind", self._behind
        )
        return replace(value, dimension="age", case=True) if aged else value

    def _turned(self, value: _Value) -> tuple[_Value, bool]:
        """What is left where a limit is told by what is ruled out, and whether it is."""
        clause, sign = self._clause, _COMPLEMENTS.get(value.comparator)
        ruled_out = clause.force is Force.NOT and 0 <= clause.denial.start < self._mention.start
        if sign is None or not ruled_out or self._is_case(value) or clause.denial.banned:
            return value, False
        if not self._grammar.patterns["bounded"].match(lowered(self._mention.text)):
            return value, False
        return replace(value, comparator=sign), True

    def _noun(self, dimension: str) -> frozenset[str]:
        """What is counted: the words that follow without a break, or those taken in."""
        if dimension not in {"count", "count/time"}:
            return frozenset()
        inner = _COUNTED.search(lowered(self._mention.text))
        if dimension == "count/time" and inner:
            return frozenset({self._lexicon.key(inner["noun"])})
        found: list[str] = []
        for word in [w for w in self._words if w.start >= self._mention.end][:4]:
            if word.content and word.low not in self._grammar.words["finite"]:
                found += [word.stem, *(f"={row}" for row in word.entry.same)]
            elif found or word.low not in self._grammar.words["between_counted"]:
                break
        return frozenset(found)

    # --- what it is for --------------------------------------------------------------------------

    def _is_case(self, value: _Value) -> bool:
        if value.case or self._conditional or value.dimension == "age":
            return True
        before = self._before.rstrip()
        others = any(self._words[0].start <= m.start <= self._words[-1].end for m in self._others)
        if value.dimension == "temperature" and others and self._found("at_before", before):
            return True  # "for ten minutes at 20 °C"
        limited = bool(self._grammar.patterns["bounded"].match(lowered(self._mention.text)))
        if self._found("with_before", before) and (limited or self._found("of_before", before)):
            return True
        return value.dimension not in _NEVER_CASE and self._opens()

    def _opens(self) -> bool:
        """Whether a clause starts from it: "An INR of 2.8 needs no change"."""
        low, m = self._low, self._mention
        marks = (";", ": ", ". ")
        start = max(low.rfind(mark, 0, m.start) for mark in marks) + 1
        if m.start - start <= 1 and regex.match(r"[^,;.]{0,25},", low[m.end :]):
            return True
        ends = (low.find(mark, m.end) for mark in marks)
        end = min((at for at in ends if at >= 0), default=len(low))
        verbs, opening = self._grammar.verbs, low[start : m.start]
        if verbs.search(low, start, m.start) or not verbs.search(low, m.end, end):
            return False
        if "," in opening or len(opening.split()) > _OPENING:
            return False
        return not self._found("settled", low[m.end :])

    def _near(self) -> tuple[tuple[Word, ...], tuple[Word, ...]]:
        """The telling words on both sides, up to the next figure of the same dimension."""
        m = self._mention
        same = [
            o
            for o in self._others
            if o.dimension == m.dimension and self._words[0].start <= o.start <= self._words[-1].end
        ]
        left = max((o.end for o in same if o.end <= m.start), default=0)
        right = min((o.start for o in same if o.start >= m.end), default=len(self._low))
        words = [w for w in self._words if w.content and left <= w.start and w.end <= right]
        before = [w for w in words if w.end <= m.start]
        return tuple(before[-_NEAR:]), tuple([w for w in words if w.start >= m.end][:_NEAR])

    def _figures(self) -> frozenset[str]:
        """Which figure of the thing is meant, by the words close to it."""
        m = self._mention
        before = [w for w in self._words if w.end <= m.start][-6:]
        stop = max((at for at, w in enumerate(before) if w.low in {",", ";", ":", "."}), default=-1)
        inside = [w for w in self._words if m.start <= w.start < m.end]
        behind = [w for w in self._words if w.start >= m.end][:3]
        words = (*before[stop + 1 :], *inside, *behind)
        keys = {self._lexicon.key(word.low) for word in words if word.low.isalnum()}
        return frozenset(name for name, known in self._grammar.figures.items() if keys & known)
