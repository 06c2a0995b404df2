"""What two statements say against each other, before it is asked who said it and when."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import Enum

from smalti.model.conflict import ConflictKind
from smalti.model.record import SlotKind, Value
from smalti.text.analyse import normalise
from smalti.text.numerals import find_numbers, guess_language
from smalti.text.quantities.units import unit_named
from smalti.write.detect.pair import Pair, Side
from smalti.write.detect.search import Search
from smalti.write.gate.slots import condition_key
from smalti.write.gate.values import agrees, identifiers, same
from smalti.write.predicates.words import same_value, value_key


class Contrast(Enum):
    """How the content of the incoming statement lies to that of the stored one."""

    SAME = "same"
    FINER = "finer"  # the same, more exactly
    COARSER = "coarser"  # the same, less exactly
    OTHER = "other"  # another value of a slot that holds one
    DENIED = "denied"  # the incoming one denies the stored one
    AFFIRMED = "affirmed"  # the incoming one affirms what the stored one denies
    ENDED = "ended"  # the incoming one says that the stored one is over
    EXCLUDED = "excluded"  # both cannot hold, by what the predicates mean


@dataclass(frozen=True, slots=True)
class Found:
    """A contrast, what it is of, a sentence that tells it, and how sure it is in [0, 1].

    ``kind`` is that of the slot as far as this contrast goes. ``chain`` is not empty where the
    contrast only follows from a statement.
    """

    contrast: Contrast
    kind: ConflictKind
    slot: SlotKind
    reason: str
    score: float = 0.9
    chain: tuple[str, ...] = ()


def same_subject(pair: Pair) -> bool:
    """Whether both are about the same entity, merged ones counting as one."""
    one, other = pair.stored.record, pair.incoming.record
    return one.subject == other.subject or bool({Search.SUBJECT, Search.SLOT} & set(pair.found))


def same_slot(pair: Pair) -> bool:
    """Whether both fill the same property of the same subject, whatever the condition."""
    return pair.stored.record.predicate == pair.incoming.record.predicate and same_subject(pair)


def same_condition(pair: Pair) -> bool:
    """Whether both hold under the same condition."""
    return condition_key(pair.stored.record.condition) == condition_key(
        pair.incoming.record.condition
    )


def values(pair: Pair) -> Contrast:
    """How two values of one slot lie to each other: the same, one more exact, or another.

    Near-identical wording is never enough: numbers, signs and names decide, and so do the
    identifiers that a sentence names.
    """
    one, other = pair.stored.record, pair.incoming.record
    if _equal(pair):
        fresh = identifiers(other.sentence) ^ identifiers(one.sentence)
        return Contrast.OTHER if _both_name(pair) and fresh else Contrast.SAME
    stored, incoming = spelt(pair.stored), spelt(pair.incoming)
    if not agrees(stored, incoming):
        return Contrast.OTHER
    return Contrast.FINER if _size(incoming) > _size(stored) else Contrast.COARSER


def spelt(side: Side) -> Value:
    """A value as it can be compared: an entity by its name."""
    value = side.record.value
    return value if value.entity is None else Value(text=side.value or value.entity)


def conflict_kind(pair: Pair) -> ConflictKind:
    """What two different values of a slot disagree in."""
    one, other = pair.stored.record.value, pair.incoming.record.value
    if one.number is not None and other.number is not None:
        return ConflictKind.NUMERIC
    return ConflictKind.NUMERIC if figures_differ(pair) else ConflictKind.SEMANTIC


def figures_differ(pair: Pair) -> bool:
    """Whether two values say the same but for their numbers: "room 3.12" and "room 3.21"."""
    read = [_figures(normalise(spelt(side).text or "")) for side in (pair.stored, pair.incoming)]
    (words, figures), (other_words, other_figures) = read
    return bool(figures and other_figures) and figures != other_figures and words == other_words


def _figures(text: str) -> tuple[str, list[Decimal]]:
    """The words of a text with a 0 for each number, and the numbers."""
    numbers = find_numbers(text, guess_language(text))
    for number in reversed(numbers):
        text = f"{text[: number.start]}0{text[number.end :]}"
    return value_key(text), [number.value for number in numbers]


def comparable(pair: Pair) -> bool:
    """Whether both values are numbers that measure the same kind of thing."""
    one, other = pair.stored.record.value, pair.incoming.record.value
    if one.number is None or other.number is None:
        return False
    units = unit_named(one.unit), unit_named(other.unit)
    return units[0] is not None and units[1] is not None and (
        units[0].dimension == units[1].dimension
    )  # fmt: skip


def shown(side: Side) -> str:
    """A value as a reason shows it."""
    value = side.record.value
    if value.number is None:
        return side.value
    upper = "" if value.upper is None else f"-{value.upper:g}"
    sign = "" if value.comparator == "=" else value.comparator
    return f"{sign}{value.number:g}{upper} {value.unit or ''}".strip()


def _equal(pair: Pair) -> bool:
    one, other = pair.stored.record.value, pair.incoming.record.value
    if one.entity is not None and other.entity is not None:
        return one.entity == other.entity or Search.VALUE in pair.found
    if one.number is not None or other.number is not None:
        return same(one, other)
    if same(spelt(pair.stored), spelt(pair.incoming)):
        return True
    return same_value(pair.stored.value, pair.incoming.value) and not figures_differ(pair)


def _both_name(pair: Pair) -> bool:
    return all(identifiers(side.record.sentence) for side in (pair.stored, pair.incoming))


def _size(value: Value) -> float:
    """How much a value says; a range says the less the wider it is."""
    if value.number is None:
        return float(len(value_key(value.text or "").split()))
    if value.comparator not in ("=", "~"):
        return float("-inf")
    width = 0.0 if value.upper is None else value.upper - value.number
    return -width - (0.5 if value.comparator == "~" else 0.0)
