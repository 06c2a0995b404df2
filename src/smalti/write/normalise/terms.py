"""Readings of statements whose predicate is a term of the vocabulary, in languages but English.

Extractors of these languages, and models, give a predicate in its dictionary form ("過敏", "通う")
or by its canonical name, with an object of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import regex

from smalti.model.turn import Role
from smalti.write.normalise.arguments import fits
from smalti.write.normalise.being import of_value
from smalti.write.normalise.case import Case
from smalti.write.normalise.conditions import holds, is_thin
from smalti.write.normalise.readings import Reading, tried
from smalti.write.normalise.said import Said, bare, is_time
from smalti.write.normalise.spoken import folded
from smalti.write.normalise.tables import UNSPACED, phrases, table, words
from smalti.write.predicates import Argument, Predicate, PredicateTable


def by_term(said: Said, vocabulary: PredicateTable) -> Iterator[Reading]:
    """The predicate as it is named, if what stands on its sides is such as it takes."""
    phrase = said.candidate.predicate.strip()
    if is_placeholder(said) or _is_of_another(said):
        return
    turn = said.scene.turn
    owner = turn.speaker if is_time(said, said.subject) else None  # "next year's goal is …"
    said = said if owner is None else replace(said, subject=owner)
    for reading in _readings(said, vocabulary, phrase):
        yield replace(reading, subject=owner, until=_clause_end(said, reading.object))


def _readings(said: Said, vocabulary: PredicateTable, phrase: str) -> Iterator[Reading]:
    yield from _denied(said, vocabulary, phrase)
    for reading in _read(said, vocabulary, phrase):
        yield replace(reading, polarity=_polarity(said, reading))


def _clause_end(said: Said, value: str) -> int | None:
    """Where in the turn the clause of a value ends; what is dated behind it is another."""
    candidate, quote = said.candidate, said.scene.quote
    at = quote.find(value) if value else -1
    if at < 0 or said.scene.language not in UNSPACED:
        return None
    found = CLAUSE_END.search(quote, at + len(value))
    end = candidate.start + (found.start() if found is not None else len(quote))
    return max(end, candidate.time_span[1]) if candidate.time_span else end


CLAUSE_END = regex.compile("[，、；;,]")


def is_placeholder(said: Said) -> bool:
    """Whether the predicate of a statement only says that something was said."""
    return folded(said.candidate.predicate) in _folded_words(said.scene.language, "placeholders")


def is_equation(said: Said) -> bool:
    """Whether a statement says what something is."""
    return folded(said.candidate.predicate) in _folded_words(said.scene.language, "equations")


def meanings(said: Said, vocabulary: PredicateTable) -> set[str]:
    """The predicates that the phrase of a statement may stand for."""
    language, phrase = said.scene.language, said.candidate.predicate
    known = vocabulary.find(phrase, language)
    thin = {one.partition(":")[0] for one in is_thin(language, phrase) or ()}
    return thin | ({known.name} if known is not None else set())


def _folded_words(language: str, name: str) -> frozenset[str]:
    return frozenset(map(folded, words(language, name)))


def _is_of_another(said: Said) -> bool:
    """Whether a statement only seems to be about its subject.

    What an assistant says without a subject is about somebody else.
    """
    turn = said.scene.turn
    own = folded(said.subject) == folded(turn.speaker) or is_time(said, said.subject)
    return own and turn.role is not Role.USER


def _read(said: Said, vocabulary: PredicateTable, phrase: str) -> Iterator[Reading]:
    language = said.scene.language
    predicate = vocabulary.find(phrase, language) or vocabulary.find(phrase, "en")
    if is_equation(said):
        yield from _by_value(said, vocabulary, phrase)
    if predicate is None and is_thin(language, phrase) is None:
        return
    if said.full != said.core:  # time words, which a predicate may want
        for reading in tried(said, vocabulary, phrase, predicate, said.full):
            if reading.predicate is not None and Argument.DATE in reading.predicate.value:
                yield reading
    yield from tried(said, vocabulary, phrase, predicate, _object(said))


def _by_value(said: Said, vocabulary: PredicateTable, phrase: str) -> Iterator[Reading]:
    """小林是单身: the value tells what it is a value of."""
    value = bare(said.core, said.scene.language)
    case = Case(said, said.subject, value)
    for name in of_value(vocabulary, value) if value else ():
        predicate = vocabulary.get(name)
        if predicate is not None and fits(predicate, case):
            yield Reading(phrase, value, predicate=predicate)


def _denied(said: Said, vocabulary: PredicateTable, phrase: str) -> Iterator[Reading]:
    """Not eating something is avoiding it, where the vocabulary has a word for the denial."""
    language, candidate = said.scene.language, said.candidate
    whole = Case(said, said.subject, said.core)
    if candidate.polarity or candidate.ended or not holds("habitual", whole):
        return
    base = vocabulary.find(phrase, language)
    for denial in _denials(language, phrase):
        predicate = vocabulary.find(denial, language)
        if predicate is None or predicate == base or _opposed(base, predicate):
            continue
        for reading in tried(said, vocabulary, denial, predicate, _object(said)):
            yield replace(reading, polarity=True)


def _denials(language: str, phrase: str) -> list[str]:
    """How a verb is denied: by a prefix, or by a form that is listed."""
    own = table(language)
    form = own.get("denied", "")
    listed = dict(pair.split("=", 1) for pair in own.get("denied_forms", "").split())
    found = [form.replace("{verb}", phrase)] if form else []
    return [*found, *(listed[verb] for verb in listed if verb == phrase)]


def _opposed(base: Predicate | None, other: Predicate) -> bool:
    return base is not None and base.name in (other.opposite, other.name)


def _polarity(said: Said, reading: Reading) -> bool | None:
    """What stopped did stop: 戒了 and やめた hold their denial within."""
    candidate = said.candidate
    ends = reading.predicate is not None and bool(reading.predicate.ends)
    return True if ends and candidate.ended and not candidate.polarity else None


_ASIDE = regex.compile("[，；;]")


def _object(said: Said) -> str:
    """The object without its adverbs and what follows a comma."""
    language, text = said.scene.language, said.core
    if language not in UNSPACED:
        return text
    text = _ASIDE.split(text, maxsplit=1)[0] or text
    for adverb in phrases(language, "adverbs"):
        if len(adverb) > 1:  # single characters begin other words
            text = text.removeprefix(adverb)
    often = table(language).get("how_often")
    return text if often is None else regex.sub(f"^{often}(?=.)", "", text)
