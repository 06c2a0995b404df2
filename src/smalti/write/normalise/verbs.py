"""Readings of verbs, with as much of their object as an alias takes up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import regex

from smalti.write.normalise.case import Case
from smalti.write.normalise.conditions import holds, of_subject
from smalti.write.normalise.readings import Reader, Reading, named, readings
from smalti.write.normalise.said import Said, tokens
from smalti.write.normalise.spoken import folded
from smalti.write.normalise.tables import words
from smalti.write.normalise.things import Side, is_proper
from smalti.write.predicates import Argument, Predicate, PredicateTable

_EN = "en"


# --- what somebody can or may do ---------------------------------------------------------------


def by_modal(said: Said, vocabulary: PredicateTable) -> Iterator[Reading]:
    """What somebody can or may do, and what they can't."""
    found = modal_of(said)
    if found is None:
        return
    modal, denied = found
    if denied:
        for lemmas in (["can", "not"], ["not"]):
            yield from _negated(said, vocabulary, [*lemmas, *said.predicate])
    if _is_ability(said, vocabulary) or modal not in ("can", "may"):
        return
    if _says_ability(said, denied=denied):
        what = _surface(said, len(said.predicate))
        for reading in named(said, vocabulary, modal, what):
            yield replace(reading, polarity=not denied)


def modal_of(said: Said) -> tuple[str, bool] | None:
    """The modal before the verb of a statement, and whether it is denied."""
    stem = said.predicate[0][:_STEM]
    for match in _MODAL.finditer(said.sentence):
        if match["verb"].startswith(stem):
            modal = match["modal"].removesuffix("not").removesuffix("n't").strip()
            denied = bool(match["not"]) or match["modal"].endswith(("not", "n't", "'t"))
            return ("can" if modal.startswith("ca") else modal), denied
    return None


_STEM = 3  # letters that a verb has in common with its lemma
_MODAL = regex.compile(
    r"\b(?P<modal>can(?:not|'t)?|could(?:n't)?|may|might|must(?:n't)?|should(?:n't)?)\b"
    r"(?P<not> not| never)?"
    r"(?: (?:also|even|really|still|only|just|always|definitely|easily|\w+ly))*"
    r" (?P<verb>\w+)"
)


def _is_ability(said: Said, vocabulary: PredicateTable) -> bool:
    """Whether what somebody can do is what they do: "can speak Georgian"."""
    base = vocabulary.find(" ".join(said.predicate), _EN)
    return base is not None and base.name in words(_EN, "abilities")


def _says_ability(said: Said, *, denied: bool) -> bool:
    """Whether "can" tells what somebody is able or allowed to do, and is no way of speaking."""
    case = Case(said, said.subject, said.core)
    if said.predicate[0] in words(_EN, "never_mind") or case.side is Side.OPEN:
        return False
    first = next(iter(tokens(said.subject)), "")
    people = not is_proper(said.subject, _EN) and holds("people", of_subject(case))
    if people or first in words(_EN, "anyone"):
        return True
    return denied and case.side is not Side.THING


# --- verbs -------------------------------------------------------------------------------------


def by_verb(said: Said, vocabulary: PredicateTable) -> Iterator[Reading]:
    """The verb of a statement with as much of its object as an alias takes up."""
    if modal_of(said) is not None and not _is_ability(said, vocabulary):
        return
    if not said.candidate.polarity:
        yield from _negated(said, vocabulary, ["not", *said.predicate])
    lemmas = list(said.predicate)
    if said.predicate[:2] == ("want", "the"):
        yield from _request(said, vocabulary)
    elif "would" in tokens(said.sentence)[:_OPENING]:
        yield from _with_object(said, vocabulary, ["would", *lemmas])
    else:
        yield from _dated(said, vocabulary, lemmas)
        yield from _with_object(said, vocabulary, lemmas)


_OPENING = 8  # words in which the "would" of the main clause stands


def _dated(said: Said, vocabulary: PredicateTable, lemmas: list[str]) -> Iterator[Reading]:
    """Readings that take a date, which are given the object with its time words."""
    if said.full == said.core:
        return
    sequence = [*lemmas, *tokens(said.full)]
    rest = rest_of(said.full, len(lemmas))
    for reading in readings(said, vocabulary, sequence, rest, least=len(lemmas)):
        if reading.predicate is not None and Argument.DATE in reading.predicate.value:
            yield reading


def _with_object(said: Said, vocabulary: PredicateTable, lemmas: list[str]) -> Iterator[Reading]:
    text, least = said.core, len(lemmas)
    sequence = [*lemmas, *tokens(text)]
    parts = text.split()
    if len(parts) > 2 and folded(parts[1]) in words(_EN, "degrees"):  # "a huge fan of jazz"
        shorter = " ".join([parts[0], *parts[2:]])
        plain = [*lemmas, *tokens(shorter)]
        yield from readings(said, vocabulary, plain, rest_of(shorter, least), least=least + 2)
    yield from readings(said, vocabulary, sequence, rest_of(text, least), least=least)
    yield from _with_clause(said, vocabulary, lemmas)


def rest_of(text: str, lemmas: int) -> Callable[[int], str]:
    """What is left of an object when an alias takes up so many lemmas, those of the verb first."""
    return lambda taken: " ".join(text.split()[max(0, taken - lemmas) :])


def _with_clause(said: Said, vocabulary: PredicateTable, lemmas: list[str]) -> Iterator[Reading]:
    """Ada likes baking bread: the verb of the second clause belongs to the value."""
    for taken in range(len(lemmas) - 1, 0, -1):
        left = lemmas[taken:]
        if left[0] in words(_EN, "prepositions") - {"to"}:
            continue
        value = _surface(said, len(left))
        for reading in named(said, vocabulary, " ".join(lemmas[:taken]), value):
            if reading.predicate and reading.predicate.name in words(_EN, "takes_clause"):
                yield reading


def _surface(said: Said, count: int) -> str:
    """The last words of the predicate as they stand in the sentence, with the object."""
    sentence = said.candidate.sentence
    at = sentence.rfind(said.core) if said.core else len(sentence)
    spoken = sentence[: max(at, 0)].split()[-count:]
    lemmas = said.predicate[-count:]
    alike = len(spoken) == count and all(
        word.casefold()[:2] == lemma[:2] for word, lemma in zip(spoken, lemmas, strict=True)
    )
    told = [*(spoken if alike else lemmas), said.core]
    if not said.core and len(told) > 2 and told[-2].casefold() in words(_EN, "prepositions"):
        told = told[:-2]  # "to return on July 20"
    return " ".join(told).strip().removeprefix("to ")


def _negated(said: Said, vocabulary: PredicateTable, lemmas: list[str]) -> Iterator[Reading]:
    """Not eating pork is avoiding it; where a predicate is another's opposite, "not" will do."""
    if said.candidate.ended:
        return  # who no longer eats pork did eat it
    base = vocabulary.find(" ".join(said.predicate), _EN)
    sequence = [*lemmas, *tokens(said.core)]
    rest = rest_of(said.core, len(lemmas))
    for reading in readings(said, vocabulary, sequence, rest, least=len(lemmas)):
        if reading.predicate is not None and not _opposed(base, reading.predicate):
            yield replace(reading, polarity=True)


def _opposed(base: Predicate | None, other: Predicate) -> bool:
    if base is None:
        return False
    return other.name in (base.name, base.opposite) or other.opposite == base.name


def _request(said: Said, vocabulary: PredicateTable) -> Iterator[Reading]:
    """How somebody wants to be served: called, written to, reminded."""
    own = set(tokens(said.scene.turn.speaker))
    text = " ".join(word for word in said.core.split() if folded(word) not in own)
    for reading in readings(said, vocabulary, tokens(text), rest_of(text, 0)):
        if reading.predicate and reading.predicate.name in words(_EN, "served"):
            yield reading


def by_passive(said: Said, vocabulary: PredicateTable) -> Iterator[Reading]:
    """Water damage is covered by the warranty: the warranty covers it."""
    if len(said.predicate) != _DONE_BY or said.predicate[::2] != ("be", "by") or not said.core:
        return
    verb = said.predicate[1]
    for lemma in dict.fromkeys((verb.removesuffix("ed"), verb.removesuffix("d"))):
        yield from named(said, vocabulary, lemma, said.subject, subject=said.core)


_DONE_BY = 3  # words: "be covered by"

VERBS: tuple[Reader, ...] = (by_verb,)
"""The readers of verbs."""
