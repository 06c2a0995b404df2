"""The value of a statement: so much, some day, somebody or something by name, or words."""

from __future__ import annotations

from dataclasses import dataclass

import regex

from smalti.model.entity import EntityKind
from smalti.model.record import Derivation, DerivationKind, Value
from smalti.model.time import Interval, Precision
from smalti.text.numerals import find_numbers
from smalti.text.quantities import QuantityMention
from smalti.text.when import DateMention
from smalti.write.normalise.dated import ahead
from smalti.write.normalise.name_values import LONGEST, name_of
from smalti.write.normalise.readings import Reading
from smalti.write.normalise.said import (
    Said,
    bare,
    is_time,
    overlaps_time,
    tidy,
    without_asides,
)
from smalti.write.normalise.tables import any_of, words
from smalti.write.normalise.things import (
    is_kin,
    measures,
    quantities_of,
)
from smalti.write.predicates import Argument, Predicate
from smalti.write.statement import Name

_WHOLE = 0.55  # share of an object that a quantity takes up if the object is nothing more
_YEAR = regex.compile(r"\p{N}{4}|[〇一二三四五六七八九]{4}|年|平成|昭和|令和|民國|民国")


@dataclass(frozen=True, slots=True)
class Valued:
    """A value, the mention of a date that it is made of, and what it follows from."""

    value: Value | Name
    used: DateMention | None = None
    derived: tuple[Derivation, ...] = ()


def valued(said: Said, reading: Reading) -> Valued:
    """The value of a statement, typed as its predicate wants it."""
    predicate = reading.typed
    if reading.constant:
        return _constant(said, reading)
    wanted = predicate.value if predicate is not None else ()
    if Argument.NUMBER in wanted or predicate is None:
        found = _number(said, reading, predicate)
        if found is not None:
            return found
    if Argument.DATE in wanted:
        dated = _date(said, reading)
        if dated is not None:
            return dated
    text = _clean(said, reading.object)
    name = name_of(said, text, predicate)
    return Valued(name if name is not None else Value(text=text))


def _constant(said: Said, reading: Reading) -> Valued:
    language = said.scene.language
    if is_kin(reading.constant, language):
        return Valued(Name(reading.constant, EntityKind.PERSON))
    if reading.constant.startswith(f"{said.subject}'s "):
        return Valued(Name(reading.constant, EntityKind.CONCEPT, category="animal"))
    return Valued(Value(text=reading.constant))


# --- so much -----------------------------------------------------------------------------------


def _number(said: Said, reading: Reading, predicate: Predicate | None) -> Valued | None:
    text = reading.object
    fitting = [
        quantity
        for quantity in quantities_of(text)
        if measures(quantity, predicate.dimension if predicate is not None else None)
    ]
    if predicate is None:  # a year is no amount
        dates = " ".join(mention.text for mention in said.mentions)
        fitting = [quantity for quantity in fitting if quantity.text not in dates]
    if not fitting:
        return None
    if any(_GOES_ON.match(text, found.end) for found in fitting):
        return None  # a number of which only a part was read
    best = max(fitting, key=lambda quantity: (quantity.unit is not None, -quantity.start))
    wordy = predicate is None or bool(_WORDY & set(predicate.value))
    alone = len(fitting) == 1 and best.unit is not None
    whole = alone and _is_whole(best, _clean(said, text), said.scene.language)
    if wordy and not whole:
        return None  # "three cats" and "130/80 mmHg" say more than a number
    unit = best.unit
    if unit is None and predicate is not None and predicate.name == "age":
        unit = "year"
    value = Value(
        number=float(best.number),
        unit=unit,
        comparator=best.comparator,
        upper=None if best.upper is None else float(best.upper),
    )
    return Valued(value, derived=tuple(_number_step(best, value)))


_GOES_ON = regex.compile(r"[\p{N}〇零一二两三四五六七八九十百千万萬億亿]")
_WORDY = {Argument.TEXT, Argument.THING}


def _is_whole(quantity: QuantityMention, text: str, language: str) -> bool:
    shared = any_of(language, "distributive")
    text = shared.sub("", text).strip() if shared is not None else text
    return bool(text) and quantity.end - quantity.start >= _WHOLE * len(text)


def _number_step(quantity: QuantityMention, value: Value) -> list[Derivation]:
    """The step from number words to a number, where it is not written in these digits."""
    assert value.number is not None
    shown = f"{value.number:g}"
    if shown in quantity.text:
        return []
    said = " ".join(part for part in (shown, value.unit) if part)
    return [Derivation(DerivationKind.NUMBER, quantity.text, said, "in digits")]


# --- some day ----------------------------------------------------------------------------------


def _date(said: Said, reading: Reading) -> Valued | None:
    mention = overlaps_time(said, reading.object)
    if mention is None:
        return None
    if mention.interval is None:
        return Valued(Value(text=_clean(said, reading.object, keep=True)), mention)
    mention, spoken = ahead(mention, said, reading) or mention, mention
    birthday = reading.predicate is not None and reading.predicate.name == "born_on"
    text = iso(mention, yearless=birthday and _is_yearless(mention))
    step = Derivation(DerivationKind.DATE, mention.text, text, mention.derivation)
    return Valued(Value(text=text), spoken, () if text == mention.text else (step,))


def _is_yearless(mention: DateMention) -> bool:
    """Whether a day and a month are named without the year: the year is not the one counted to."""
    if mention.precision is not Precision.DAY or _YEAR.search(mention.text):
        return False
    return bool(find_numbers(mention.text))


def iso(mention: DateMention, *, yearless: bool = False) -> str:
    """A date in ISO 8601 at its precision; of a longer stretch, its first and last day."""
    interval = mention.interval
    assert interval is not None and interval.start is not None and interval.start.at is not None
    start = interval.start.at.local()
    if yearless:
        return start.strftime("--%m-%d")
    form = _FORMS.get(mention.precision)
    if form is not None and _is_one(interval, mention.precision):
        return start.strftime(form)
    assert interval.end is not None and interval.end.at is not None
    last = interval.end.at.local()
    return f"{start.date().isoformat()}/{last.date().isoformat()}"


_FORMS = {
    Precision.MINUTE: "%Y-%m-%dT%H:%M",
    Precision.HOUR: "%Y-%m-%dT%H:%M",
    Precision.EXACT: "%Y-%m-%dT%H:%M",
    Precision.DAY: "%Y-%m-%d",
    Precision.MONTH: "%Y-%m",
    Precision.YEAR: "%Y",
}
_DAYS = {Precision.DAY: 1, Precision.MONTH: 31, Precision.YEAR: 366}


def _is_one(interval: Interval, precision: Precision) -> bool:
    """Whether an interval is a single day, month or year."""
    if precision not in _DAYS:
        return True
    assert interval.start is not None and interval.start.at is not None
    assert interval.end is not None and interval.end.at is not None
    return (interval.end.at.utc() - interval.start.at.utc()).days <= _DAYS[precision]


# --- words -------------------------------------------------------------------------------------


def _clean(said: Said, text: str, *, keep: bool = False) -> str:
    """A value in words: without article, adverbs and asides, and not too long."""
    language = said.scene.language
    text = tidy(text if keep else without_asides(text, said.scene), language, front=False)
    text = bare(_without_person(text, said), language)
    if not said.candidate.polarity:
        text = _undenied(text, language)
    if len(text) > LONGEST:
        text = text[:LONGEST].rsplit(" ", 1)[0] if " " in text[:LONGEST] else text[:LONGEST]
    return text or _fallback(said)


def _undenied(text: str, language: str) -> str:
    """A value without the "no" that denies it."""
    first, _, rest = text.partition(" ")
    return rest if rest and first.casefold() in words(language, "denials") else text


_BENEFITS = regex.compile(
    r"^(?:\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*)?(?:['’]s \p{Ll}+)?)"
    r" (?=(?:a|an|the|some|two|three) \p{L})"
)


def _without_person(text: str, said: Said) -> str:
    """What is made or bought, without for whom: "Emeka's nephew a gaming box"."""
    if said.scene.language != "en":
        return text
    return _BENEFITS.sub("", text)


def _fallback(said: Said) -> str:
    """What stands for a missing object: the predicate's own words, or the sentence."""
    text = said.full or said.candidate.object
    hollow = words(said.scene.language, "placeholders") | words(said.scene.language, "equations")
    tells = said.candidate.predicate not in hollow
    if tells and (not text or is_time(said, text)):
        text = _without_preposition(said)  # "Ioan never works on Sundays"
    return text[:LONGEST].strip() or said.candidate.sentence[:LONGEST]


def _without_preposition(said: Said) -> str:
    """The predicate without a preposition that belonged to a date: "cut over on"."""
    parts = said.candidate.predicate.split()
    while len(parts) > 1 and parts[-1] in words(said.scene.language, "time_prepositions"):
        parts = parts[:-1]
    return " ".join(parts)
