"""The fields of an item: what models call them, what they may hold, what stands in for them."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeVar

from smalti.model.record import Facet, Modality, RecordKind
from smalti.write.extract.candidate import Tense

Choice = TypeVar("Choice", bound=Enum)

_NAMES: dict[str, str] = {
    "turn": "turn turn_id turn_number turn_no turn_index turn_ref turnid source_turn ref",
    "quote": "quote quotes quotation evidence source_quote verbatim verbatim_quote excerpt span"
    " source_text",
    "sentence": "sentence statement memory fact self_contained_sentence summary content text",
    "subject": "subject subj about who entity",
    "predicate": "predicate relation relationship verb property attribute",
    "object": "object obj value target",
    "kind": "kind type record_type record_kind",
    "facet": "facet",
    "polarity": "polarity affirmed positive",
    "negated": "negated negation negative",
    "modality": "modality mode mood",
    "condition": "condition if conditions",
    "tense": "tense",
    "time": "time time_words time_expression time_phrase when date",
    "ended": "ended has_ended stopped",
    "correction": "correction corrects is_correction",
    "directness": "directness confidence certainty",
    "instruction_like": "instruction_like instruction is_instruction order",
}
_CANONICAL = {alias: name for name, aliases in _NAMES.items() for alias in aliases.split()}
_TELLING = 3  # known fields with plain values that make an object an item

_NOTHING = frozenset(("", "none", "null", "n/a", "na", "nil", "-", "unknown", "unspecified"))
_YES = frozenset(("true", "yes", "y", "1", "1.0", "positive", "affirmative", "affirmed", "+"))
_NO = frozenset(("false", "no", "n", "0", "0.0", "negative", "negated", "neg", "-"))

_KINDS = {
    RecordKind.EVENT: "event events action activity happening episode plan",
    RecordKind.FACT: "fact facts state persona preference attribute trait profile rule property"
    " opinion relationship relation statement description",
    RecordKind.CLAIM: "claim claims hearsay report reported",
}
_FACETS = {
    Facet.EVENT: "event events episodic action activity",
    Facet.PERSONA: "persona person profile preference attribute fact trait semantic state",
    Facet.RELATIONSHIP: "relationship relationships relation social relational family",
}
_MODALITIES = {
    Modality.ASSERTED: "asserted assertion assert asserting stated factual fact certain actual"
    " declarative indicative real reported true",
    Modality.PLANNED: "planned plan planning intended intention future scheduled will",
    Modality.WISHED: "wished wish wishing desired desire hoped hope want wanted",
    Modality.HYPOTHETICAL: "hypothetical hypothetic conditional possible possibility speculative"
    " maybe potential counterfactual",
    Modality.QUOTED: "quoted quote quotation reported_speech citation cited",
    Modality.QUESTIONED: "questioned question doubted doubt doubtful uncertain unsure"
    " interrogative",
}
_TENSES = {
    Tense.PAST: "past preterite perfect present_perfect past_perfect was",
    Tense.PRESENT: "present now current ongoing present_continuous habitual timeless is",
    Tense.FUTURE: "future upcoming planned will",
}
_SURE = {"high": 0.9, "medium": 0.6, "low": 0.3, "direct": 1.0, "explicit": 1.0, "stated": 1.0,
         "implied": 0.6, "inferred": 0.6, "indirect": 0.6, "guessed": 0.3}  # fmt: skip
_FRACTION = re.compile(r"(\d+(?:\.\d+)?)\s*(%|/\s*(\d+))?")
_REFERENCE = re.compile(r"(?!-)\D*(\d{1,6})(?:\.0)?\D*")


@dataclass(frozen=True, slots=True)
class Draft:
    """An item whose fields are of the right kinds. ``notes`` tell what was mended on the way."""

    turn: int
    quote: str
    sentence: str
    subject: str
    predicate: str
    object: str
    kind: RecordKind
    facet: Facet
    polarity: bool
    modality: Modality
    condition: str | None
    tense: Tense
    time: str | None
    ended: bool
    correction: bool
    directness: float
    instruction_like: bool
    notes: tuple[str, ...] = ()


class BadFields(ValueError):
    """An item cannot be used; ``problems`` tell why, all at once."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


def canonical(item: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that are known, by their canonical names; a canonical name wins over an alias."""
    fields: dict[str, Any] = {}
    for key, value in item.items():
        plain = re.sub(r"[\s-]+", "_", key.strip().lower())
        name = _CANONICAL.get(plain)
        if name is not None and (name not in fields or plain == name):
            fields[name] = value
    return fields


def looks_like_an_item(fields: Mapping[str, Any]) -> bool:
    """Whether these are the fields of an item, rather than of what is around items or a schema."""
    plain = {name for name, value in fields.items() if _is_plain(value)}
    return bool(plain & {"quote", "sentence"} and len(plain) > 1) or len(plain) >= _TELLING


def _is_plain(value: Any) -> bool:
    if isinstance(value, list):
        return bool(value) and all(_is_plain(one) and not isinstance(one, list) for one in value)
    return isinstance(value, str | int | float)


def read_fields(fields: Mapping[str, Any]) -> Draft:
    """An item with every field of its kind.

    What cannot be meant otherwise is mended: numbers as text, other words for a choice, a list of
    one. What decides about the meaning is not guessed.

    Raises:
        BadFields: a field that is needed is missing or has no meaning.
    """
    notes: list[str] = []
    problems: list[str] = []

    def take(name: str, read: Callable[[Any], Any], instead: Any, *, vital: bool = False) -> Any:
        value = fields.get(name)
        if value is None:
            return instead
        try:
            return read(value)
        except ValueError as error:
            problem = f"{name} {_shown(value)} {error}"
            (problems if vital else notes).append(problem)
            return instead

    def need(name: str, read: Callable[[Any], Any]) -> Any:
        found = take(name, read, None, vital=True)
        if found in (None, "") and not any(p.startswith(f"{name} ") for p in problems):
            problems.append(f"{name} is missing")
        return found

    kind = take("kind", choice(_KINDS), RecordKind.FACT)
    draft = Draft(
        turn=need("turn", _turn),
        quote=need("quote", _quote),
        sentence=need("sentence", _text),
        subject=need("subject", _text),
        predicate=need("predicate", _phrase),
        object=take("object", _text, ""),
        kind=kind,
        facet=take("facet", choice(_FACETS), _usual_facet(kind)),
        polarity=take("polarity", yes_or_no, not take("negated", yes_or_no, False), vital=True),
        modality=take("modality", choice(_MODALITIES), Modality.ASSERTED, vital=True),
        condition=take("condition", _maybe_text, None),
        tense=take("tense", choice(_TENSES), Tense.PRESENT),
        time=take("time", _maybe_text, None),
        ended=take("ended", yes_or_no, False),
        correction=take("correction", yes_or_no, False),
        directness=take("directness", share, 0.6),
        instruction_like=take("instruction_like", yes_or_no, False),
        notes=tuple(notes),
    )
    if problems:
        raise BadFields(tuple(problems))
    return draft


def turn_number(value: Any) -> int | None:
    """The turn that a value names, if it names one."""
    try:
        return _turn(value)
    except ValueError:
        return None


def _usual_facet(kind: RecordKind) -> Facet:
    return Facet.EVENT if kind is RecordKind.EVENT else Facet.PERSONA


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}…"


def clean(text: str) -> str:
    """A text that can be stored: no lone surrogates, no NUL, no blanks around it."""
    whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return whole.replace("\0", "").strip()


def _text(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(_text(one) for one in value)
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise ValueError("is not a text")
    return " ".join(clean(str(value)).split())


def _quote(value: Any) -> str:
    """Several quotes are one with something left out in between."""
    if isinstance(value, list):
        return " … ".join(_quote(one) for one in value)
    if not isinstance(value, str):
        return _text(value)
    return clean(value)


def _phrase(value: Any) -> str:
    return _text(value).replace("_", " ")


def _maybe_text(value: Any) -> str | None:
    if isinstance(value, bool):
        return None
    text = _text(value)
    return None if text.casefold() in _NOTHING else text


def _turn(value: Any) -> int:
    if isinstance(value, list) and len(value) == 1:
        return _turn(value[0])
    match = None if isinstance(value, bool | list) else _REFERENCE.fullmatch(str(value))
    if match is None:
        raise ValueError("is not the number of a turn")
    return int(match.group(1))


def yes_or_no(value: Any) -> bool:
    """A truth value, also in a word."""
    if isinstance(value, bool):
        return value
    word = str(value).strip().lower()
    if word in _YES or word in _NO:
        return word in _YES
    raise ValueError("is neither true nor false")


def choice(table: Mapping[Choice, str]) -> Callable[[Any], Choice]:
    """A reader for one of a few words, under any of their names."""
    named = {word: member for member, words in table.items() for word in words.split()}

    def read(value: Any) -> Choice:
        if isinstance(value, list) and len(value) == 1:
            return read(value[0])
        word = re.sub(r"[\s-]+", "_", str(value).strip().lower())
        if word not in named:
            raise ValueError(f"is none of {', '.join(member.value for member in table)}")
        return named[word]

    return read


def share(value: Any) -> float:
    """A number from 0 to 1, also as a percentage, as "8/10" or in a word."""
    text = str(value).strip().lower()
    if text in _SURE:
        return _SURE[text]
    match = None if isinstance(value, bool) else _FRACTION.fullmatch(text)
    if match is None:
        raise ValueError("is not a number from 0 to 1")
    number, unit, whole = float(match.group(1)), match.group(2), match.group(3)
    parts = 100.0 if unit == "%" or (unit is None and number > 10) else float(whole or 1)
    found = number / parts if parts else math.inf
    if found > 1:
        raise ValueError("is not a number from 0 to 1")
    return found
