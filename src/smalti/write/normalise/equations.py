"""Readings of equations in languages without a parser: a noun of the vocabulary and its value."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import regex

from smalti.write.normalise.conditions import is_thin
from smalti.write.normalise.fitting import placed_reading
from smalti.write.normalise.readings import Reading, tried
from smalti.write.normalise.said import Said, without_time
from smalti.write.normalise.spoken import name_inside
from smalti.write.normalise.tables import Pattern, phrases, table, words
from smalti.write.normalise.unspaced import is_name_like
from smalti.write.predicates import Argument, PredicateTable


def by_equation(said: Said, vocabulary: PredicateTable) -> Iterator[Reading]:
    """会费是五百, 血液型はABです: a noun of the vocabulary and what stands behind the copula."""
    language, sentence = said.scene.language, said.candidate.sentence
    if "copulas" not in table(language):
        return
    match = _attribute(language).match(sentence)
    if match is None:
        return
    noun = match["noun"]
    while noun:
        reading = _property(said, vocabulary, noun, match)
        if reading is not None:
            yield reading
            return
        noun = noun[1:]  # "访客无线密码": the head of a Chinese or Japanese noun stands last


def _property(
    said: Said, vocabulary: PredicateTable, noun: str, match: regex.Match[str]
) -> Reading | None:
    """A noun as a property; one for somebody needs a name as its value."""
    language, value = said.scene.language, match["value"]
    owner = _owner(said, match["owner"] or "", match["noun"])
    predicate = vocabulary.find(noun, language)
    if is_thin(language, noun) is not None:
        meant = next(tried(said, vocabulary, noun, predicate, value, subject=owner), None)
        predicate = meant.predicate if meant is not None else None
    if predicate is None or noun in words(language, "thin"):
        return None
    if Argument.PERSON in predicate.value and not is_name_like(value, language):
        return None
    return placed_reading(said, predicate, noun, value, subject=owner)


def _owner(said: Said, owner: str, noun: str) -> str:
    """Whose a property is: the one named before the noun, else whom the statement is about."""
    speaker = said.scene.turn.speaker
    language = said.scene.language
    owner = without_time(owner, said.mentions, language)
    if owner in words(language, "times"):
        owner = ""
    if owner in phrases(language, "people"):
        return owner + noun  # what a doctor finds is not the doctor's
    if owner:
        return speaker if owner == name_inside(speaker) else owner
    return speaker if said.subject.endswith(noun) and said.subject != noun else said.subject


@cache
def _attribute(language: str) -> Pattern:
    own = table(language)
    return regex.compile(
        rf"(?:(?P<owner>[^，。、は]{{1,14}})[的の])?(?P<noun>[^的の，。、はがも是]{{1,10}}?)"
        rf"{own['copulas']}\s*(?P<value>[^，。；！？!?、]{{1,40}}?){own['end']}"
    )
