"""The stage: a grounded candidate in, a statement in canonical terms out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from smalti.model.record import Derivation, DerivationKind, SlotKind
from smalti.write.extract.candidate import Candidate
from smalti.write.normalise.english import read_english
from smalti.write.normalise.held import held
from smalti.write.normalise.other import read_other
from smalti.write.normalise.readings import Reading
from smalti.write.normalise.said import Said, said_of
from smalti.write.normalise.spoken import Scene, folded, quote_language
from smalti.write.normalise.vague import specificity
from smalti.write.normalise.values import valued
from smalti.write.normalise.who import authority_of, context_of, speaker_of, subject_of
from smalti.write.predicates import PredicateTable
from smalti.write.predicates.words import phrase_key
from smalti.write.statement import Grounded, Name, Statement


def normalise(grounded: Grounded, table: PredicateTable) -> Statement:
    """Put a grounded candidate into canonical terms.

    Pure. The statement's candidate is the given one with the polarity, the condition and the
    ``ended`` that its words tell once they are taken apart; sentence and span stay as they were.
    """
    candidate, turn = grounded.candidate, grounded.turn
    scene = Scene(candidate, turn, (), quote_language(candidate, turn))
    said = said_of(scene)
    reading = _READERS.get(scene.language, read_english)(said, table)
    found = valued(said, reading)
    when = held(said, reading, found.used)
    value = found.value
    if isinstance(value, Name):
        value = replace(value, context=context_of(said))
    predicate = reading.predicate
    name = predicate.name if predicate is not None else snake(reading.phrase, scene.language)
    steps = (*_predicate_step(said, name, reading), *found.derived, *when.derived)
    return Statement(
        grounded=replace(grounded, candidate=_as_read(said, reading)),
        subject=subject_of(said, reading),
        predicate=name,
        slot=predicate.slot if predicate is not None else SlotKind.UNKNOWN,
        value=value,
        asserted_by=speaker_of(said),
        authority=authority_of(said, reading),
        valid=when.valid,
        specificity=specificity(said, reading, value),
        recurrence=when.recurrence,
        derived=tuple(dict.fromkeys((*grounded.derived, *steps))),
    )


_READERS: Mapping[str, Callable[[Said, PredicateTable], Reading]] = {
    "en": read_english,
    **dict.fromkeys(("zh", "ja", "ko", "de", "es", "fr"), read_other),
}


def _as_read(said: Said, reading: Reading) -> Candidate:
    candidate = said.candidate
    condition = candidate.condition
    if condition and folded(condition) in folded(reading.object or said.full):
        condition = None  # it is the value, or part of it
    condition = condition or reading.condition or None
    polarity = candidate.polarity if reading.polarity is None else reading.polarity
    ended = candidate.ended or reading.ended
    return replace(candidate, condition=condition, polarity=polarity, ended=ended)


def _predicate_step(said: Said, name: str, reading: Reading) -> list[Derivation]:
    phrase = said.candidate.predicate
    if reading.predicate is None or folded(phrase).replace(" ", "_") == name:
        return []
    return [Derivation(DerivationKind.PREDICATE, phrase, name, reading.predicate.meaning)]


def snake(phrase: str, language: str) -> str:
    """A phrase as the name of a predicate that the vocabulary does not know.

    Variants of Han count as one, but for Japanese, which would not be itself in simplified ones.
    """
    plain = phrase_key(phrase, language) if language == "ja" else folded(phrase)
    return "_".join(plain.split()) or "say"
