"""Whether the numbers, units and dates that a record says stand in its quote, and how if not."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from smalti.model.record import Derivation, DerivationKind
from smalti.model.time import Interval
from smalti.model.turn import Turn
from smalti.text.numerals import Kind, find_numbers
from smalti.text.numerals.number import Number
from smalti.text.quantities import QuantityMention, Relation, compare, find_quantities
from smalti.text.when import DateMention, find_dates
from smalti.write.normalise.spoken import DATED, Scene, dates_of, folded, words_of

Span = tuple[int, int]


class Unbacked(Exception):
    """Something that a record says neither stands in its quote nor follows from it."""


def figures(said: str, scene: Scene) -> Iterator[Derivation]:
    """The steps by which the numbers, units and dates of a text follow from the quote.

    Raises:
        Unbacked: there is one that does not.
    """
    dated: list[Span] = []
    for mention in _dates(said, scene):
        dated.append((mention.start, mention.end))
        if folded(mention.text) not in folded(scene.quote):
            yield _date(mention, scene)
    measured: list[Span] = []
    for quantity in find_quantities(said):
        span = (quantity.start, quantity.end)
        if quantity.unit is not None and not _within(span, dated):
            step = _quantity(quantity, scene)
            if step is not None:
                measured.append(span)
                yield step
    for number in find_numbers(said, scene.language):
        if not _within((number.start, number.end), [*dated, *measured]):
            yield from _number(said[number.start : number.end], number, scene)


def _within(span: Span, others: list[Span]) -> bool:
    return any(start <= span[0] and span[1] <= end for start, end in others)


# --- dates -------------------------------------------------------------------------------------


def _dates(said: str, scene: Scene) -> list[DateMention]:
    if scene.language not in DATED:
        return []
    return find_dates(said, scene.turn.said_at, language=scene.language)


def _date(mention: DateMention, scene: Scene) -> Derivation:
    """The step to a date that is said in other words than in the quote."""
    for spoken in scene.dates():
        if _follows(mention, spoken):
            return Derivation(DerivationKind.DATE, spoken.text, mention.text, spoken.derivation)
    turn = scene.restated
    if turn is not None:
        for spoken in dates_of(turn.text, turn.said_at, scene.language):
            if _follows(mention, spoken):  # so not for a "tomorrow" said on another day
                return Derivation(DerivationKind.DATE, spoken.text, mention.text, _before(turn))
    raise Unbacked(mention.text)


def _before(turn: Turn) -> str:
    return f"said before, by {turn.speaker}"


def _follows(mention: DateMention, spoken: DateMention) -> bool:
    """Whether a date says the same as spoken words, or less."""
    if mention.recurrence is not None or spoken.recurrence is not None:
        return mention.recurrence == spoken.recurrence
    if mention.interval is None or spoken.interval is None:
        return False
    first, last = _ends(mention.interval)
    inner = map(_ends, (spoken.interval, *spoken.alternatives))
    return any(first <= start and end <= last for start, end in inner)


def _ends(interval: Interval) -> Span:
    """Both ends of what time words name, in microseconds."""
    assert interval.start is not None and interval.start.at is not None
    assert interval.end is not None and interval.end.at is not None
    return interval.start.at.micros, interval.end.at.micros


# --- quantities --------------------------------------------------------------------------------


def _quantity(quantity: QuantityMention, scene: Scene) -> Derivation | None:
    """The step to a quantity; ``None`` where its unit stands in the quote.

    A unit that the quote leaves out may be taken from the turns before, if they name it.
    """
    unit = _unit_words(quantity)
    if unit <= words_of(scene.quote) or _stands(quantity.text, unit, scene.quote):
        return None
    spoken = find_quantities(scene.quote)
    for other in spoken:
        if compare(quantity, other) is Relation.EQUAL:
            why = f"{other.text} in {quantity.unit}"
            return Derivation(DerivationKind.UNIT, other.text, quantity.text, why)
    for other in spoken:
        if other.number == quantity.number and other.unit is None:
            for turn in scene.before:
                if any(found.unit == quantity.unit for found in find_quantities(turn.text)):
                    why = f"the unit {turn.speaker} speaks of before"
                    return Derivation(DerivationKind.UNIT, other.text, quantity.text, why)
    said = scene.restated
    if said is not None and _stands(quantity.text, unit, said.text):
        return Derivation(DerivationKind.UNIT, "", quantity.text, _before(said))
    raise Unbacked(quantity.text)


def _unit_words(quantity: QuantityMention) -> frozenset[str]:
    """The words of a quantity that are not its number."""
    return frozenset(word for word in words_of(quantity.text) if word.isalpha()) - _spelt(
        quantity.text
    )


def _stands(text: str, unit: frozenset[str], quote: str) -> bool:
    """Whether signs and unspaced units stand in the quote: "€5", 五公斤."""
    signs = "".join(c for c in folded(text) if not c.isalnum() and not c.isspace())
    return all(word in folded(quote) for word in unit) and all(c in folded(quote) for c in signs)


def _spelt(text: str) -> frozenset[str]:
    """The words of a text that are numbers."""
    return frozenset(
        word for number in find_numbers(text) for word in words_of(text[number.start : number.end])
    )


# --- numbers -----------------------------------------------------------------------------------


def _number(text: str, number: Number, scene: Scene) -> Iterator[Derivation]:
    """The step to a number that is written in another way, if there has to be one."""
    quote = scene.quote
    if folded(text) in folded(quote) and (not text.isdigit() or folded(text) in words_of(quote)):
        return
    if number.kind is Kind.WORD and number.value == 1 and number.upper is None:
        return  # "one" is a pronoun as often as a number
    if text.startswith("0") and len(text) > 1:
        raise Unbacked(text)  # the digits of an id, which no other number equals
    for spoken in find_numbers(quote, scene.language):
        if number.value in _values(spoken) and (
            number.upper is None or number.upper in _values(spoken)
        ):
            said = quote[spoken.start : spoken.end]
            yield Derivation(DerivationKind.NUMBER, said, text, f"{said} is {number.value}")
            return
    turn = scene.restated
    if turn is None or folded(text) not in folded(turn.text):
        raise Unbacked(text)
    yield Derivation(DerivationKind.NUMBER, "", text, _before(turn))


def _values(number: Number) -> tuple[Decimal, ...]:
    return (number.value,) if number.upper is None else (number.value, number.upper)
