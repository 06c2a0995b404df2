"""Readings of nouns as properties: "Ada's bank is Karmel Mutual", "Ada has a brother"."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import replace

import regex

from smalti.text.numerals import find_numbers
from smalti.write.extract.candidate import Tense
from smalti.write.normalise.case import Case
from smalti.write.normalise.conditions import holds
from smalti.write.normalise.readings import Reader, Reading, named
from smalti.write.normalise.said import (
    Said,
    behind_subject,
    is_time,
    overlaps_time,
    tidy,
    tokens,
    without_asides,
)
from smalti.write.normalise.tables import table, words
from smalti.write.normalise.things import is_person, is_proper
from smalti.write.predicates import PredicateTable

_EN = "en"
_LONGEST = 7  # words of a noun phrase that may be a property


# --- whose, which and what ---------------------------------------------------------------------


def by_owner(said: Said, vocabulary: PredicateTable) -> Iterator[Reading]:
    """Ada's sister is Dana: a property of Ada."""
    owner, apostrophe, noun = plainly(said.subject, said).rpartition("'s ")
    if set(tokens(owner)) & (words(_EN, "prepositions") - {"of"}):
        return  # "the relief with Ada's health" is no property of Ada
    if said.predicate[:1] == ("be",) and apostrophe:
        owner = said.scene.turn.speaker if is_time(said, owner) else owner  # "next year's goal"
        yield from _of_thing(said, vocabulary)
        yield from properties(said, vocabulary, owner, tokens(noun), _told(said))


def plainly(subject: str, said: Said) -> str:
    """A subject without whose things are counted: "Kim's number of Ada's siblings" are Kim's."""
    for own in (said.scene.turn.speaker, f"the {said.scene.turn.speaker}"):
        counted = f" of {own}'s "
        if "'s " in subject.partition(counted)[0]:
            subject = subject.replace(counted, " of ")
    return subject


def by_bare_noun(said: Said, vocabulary: PredicateTable) -> Iterator[Reading]:
    """The budget cap is 40k; handle in the forum is devr_42, where "my" was dropped."""
    noun = tokens(said.subject)
    if said.predicate[:1] != ("be",) or "'s " in said.subject or not 0 < len(noun) <= _LONGEST:
        return
    dropped = noun[0] not in words(_EN, "determiners") and said.subject[:1].islower()
    if dropped or noun[0] == "the":
        yield from _of_thing(said, vocabulary)
        owner = _whose(said) if dropped else said.subject
        yield from properties(said, vocabulary, owner, noun, _told(said))


def _whose(said: Said) -> str:
    """Whose a noun is that nobody is said to own: the speaker's, or whoever's was spoken of."""
    topic = said.scene.topic
    somebody = topic is not None and is_person(topic, said.scene.language)
    return topic if topic and somebody else said.scene.turn.speaker


def _of_thing(said: Said, vocabulary: PredicateTable) -> Iterator[Reading]:
    """The deadline for the report is Friday: the report's, as in "the report is due on Friday"."""
    found = _OF_THING.match(said.subject)
    if found is None or is_time(said, found["owner"]) or "'s " in found["noun"]:
        return
    noun, told = tokens(found["noun"]), _told(said)
    for reading in properties(said, vocabulary, found["owner"], noun, told):
        meant = reading.predicate
        if found["link"] == "of" or (meant is not None and meant.name in words(_EN, "for_things")):
            yield reading


_OF_THING = regex.compile(
    r"(?:[Tt]he )?(?P<noun>[^,;]{3,40}?) (?P<link>of|for) (?P<owner>[^,;]{2,60})$"
)


def by_own_noun(said: Said, vocabulary: PredicateTable) -> Iterator[Reading]:
    """Ada's gate code is 4417, read off the sentence, where the noun stands uninflected."""
    found = _own_noun(said)
    if found is None:
        return
    noun, told = found
    owner, _, noun = plainly(f"{said.subject}'s {noun}", said).rpartition("'s ")
    yield from properties(said, vocabulary, owner, tokens(noun), told)
    if owner != said.subject:  # whatever it is, it is not the first owner's
        yield Reading(noun, told, subject=owner)
        return
    text = said.full.partition(",")[0]
    subject = f"{owner}'s {noun}"
    predicate = vocabulary.get("scheduled_for")
    if predicate is not None and holds("when", Case(said, subject, text)):
        yield Reading(noun, text, predicate=predicate, subject=subject)  # no noun for it, but a day


def _own_noun(said: Said) -> tuple[str, str] | None:
    """What of the subject's a statement is about, where the predicate is that noun; what it is."""
    rest = behind_subject(said)
    found = None if rest is None or said.predicate[:1] == ("be",) else _OWN.match(rest)
    if rest is None or found is None:
        return None
    behind = tidy(rest[found.end() :], _EN)
    verb = behind.startswith("to ") and said.full in behind
    return str(found["noun"]), behind.removeprefix("to ") if verb else said.full


_OWN = regex.compile(r"(?:'s|’s|') (?P<noun>[^,;]{2,60}?) (?:is|are|was|were|=|will be|has been)\b")


def by_label(said: Said, vocabulary: PredicateTable) -> Iterator[Reading]:
    """Blood group: O+."""
    if said.predicate[0] in words(_EN, "placeholders"):
        found = _LABEL.match(said.candidate.object)
        if found is not None:
            noun, value = tokens(found["noun"]), found["value"].strip()
            yield from properties(said, vocabulary, said.subject, noun, value)


_LABEL = regex.compile(r"(?P<noun>[\p{L} '-]{2,40}?)\s*(?::|=|\bis\b)\s*(?P<value>\S.*)$")


def _told(said: Said) -> str:
    """What is told of a subject: all behind the "is"."""
    return " ".join([*said.predicate[1:], said.full]).strip()


def properties(
    said: Said, vocabulary: PredicateTable, subject: str, noun: list[str], object: str
) -> Iterator[Reading]:
    """A noun phrase as a property: its head names it, what stands around is the condition."""
    loose, former = words(_EN, "loose"), words(_EN, "former")
    noun = [word for word in noun if word != "'s"]
    ended = bool(noun) and noun[0] in former
    while noun and noun[0] in loose | former:
        noun = noun[1:]
    value = object if overlaps_time(said, object) else without_asides(object, said.scene)
    small = words(_EN, "prepositions")
    head = next((n for n, word in enumerate(noun) if n and word in small), len(noun))
    for first in range(head):
        for reading in _with_head(said, vocabulary, subject, noun[first:], value, head - first):
            behind = [word for word in reading.condition.split() if word not in _own_words(said)]
            behind = behind if set(behind) - small else []
            condition = " ".join([*noun[:first], *behind])
            yield replace(reading, condition=condition, ended=ended)


def _with_head(
    said: Said, vocabulary: PredicateTable, subject: str, noun: list[str], value: str, head: int
) -> Iterator[Reading]:
    """Readings of a noun phrase from its first word to its head at least, the longest first."""
    favourite = noun[0] in ("favourite", "favorite")
    for taken in range(len(noun), 0, -1):
        phrase = " ".join(noun[:taken])
        if (taken < head and not favourite) or phrase in words(_EN, "not_nouns"):
            continue
        for reading in named(said, vocabulary, phrase, value, subject=subject, attribute=True):
            yield replace(reading, condition=" ".join(noun[taken:]))


def _own_words(said: Said) -> Set[str]:
    """The words for the subject itself, which are no condition: "best way to reach Mirela"."""
    return {*tokens(said.subject), *tokens(said.scene.turn.speaker), "me", "i", "us"}


# --- relatives and pets ------------------------------------------------------------------------


def by_relative(said: Said, vocabulary: PredicateTable) -> Iterator[Reading]:
    """Ada has a big brother called Dan: he is her brother."""
    if said.predicate[:1] != ("have",):
        return
    what = _relative(said)
    yield from _having(said, vocabulary, what)
    near = words(_EN, "kin") | words(_EN, "pets")
    if not what or what[-1] not in near or what[0] in words(_EN, "prepositions"):
        return
    for first in range(len(what)):
        noun = [*what[first:-1], what[-1]]
        found = vocabulary.find(" ".join(noun), _EN) or vocabulary.find(_singular(noun), _EN)
        if found is not None:
            name = _CALLED.search(said.full)
            value = name["name"] if name else said.core
            plain = is_proper(value, _EN) or bool(find_numbers(" ".join(what)))
            own = "" if plain else f"{said.subject}'s {' '.join(what)}"
            yield Reading(f"have {' '.join(noun)}", value, predicate=found, constant=own)
            return


def _having(said: Said, vocabulary: PredicateTable, what: list[str]) -> Iterator[Reading]:
    """Ada has siblings, three children, no father: whether any or how many, and not who."""
    names, counts = table(_EN)["having"], table(_EN)["counted"]
    counted = vocabulary.get(counts.get(" ".join(what[1:]), ""))
    if counted is not None and find_numbers(what[0]) and tokens(said.full)[-1:] == what[-1:]:
        yield Reading(f"have {' '.join(what)}", what[0], predicate=counted)
    denials = words(_EN, "denials")
    known = vocabulary.get(names.get(" ".join(w for w in what if w not in denials), ""))
    if known is not None and said.candidate.tense is not Tense.FUTURE:
        there = said.candidate.polarity and not denials & set(what)
        phrase = f"have {' '.join(what)}"
        answer = "yes" if there else "no"
        yield Reading(phrase, said.core, predicate=known, constant=answer, polarity=True)


def _relative(said: Said) -> list[str]:
    """The noun phrase of what somebody has, without articles and what follows the noun."""
    what = list(said.predicate[1:]) or tokens(said.core.partition(",")[0])
    own = {f"{word}'s" for word in tokens(said.subject)} | {"one"}
    what = [word for word in what if word not in words(_EN, "articles") | own]
    behind = words(_EN, "prepositions") | words(_EN, "naming")
    stop = next((n for n, word in enumerate(what) if n and word in behind), len(what))
    return what[:stop]


def _singular(noun: list[str]) -> str:
    return {"kids": "kid", "children": "child"}.get(noun[-1], noun[-1].removesuffix("s"))


_CALLED = regex.compile(r"\b(?:called|named)\s+(?P<name>\p{Lu}[\p{L}'-]+(?:\s\p{Lu}[\p{L}'-]+)*)")


NOUNS: tuple[Reader, ...] = (by_owner, by_bare_noun, by_own_noun, by_label, by_relative)
"""The readers of nouns, in the order in which they are asked."""
