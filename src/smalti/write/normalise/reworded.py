"""Readings of properties that are told in another order: "3 May is the launch date of Heron"."""

from __future__ import annotations

from collections.abc import Iterator

import regex

from smalti.write.normalise.case import Case
from smalti.write.normalise.conditions import holds
from smalti.write.normalise.nouns import plainly, properties
from smalti.write.normalise.readings import Reader, Reading
from smalti.write.normalise.said import Said, behind_subject, tokens
from smalti.write.normalise.tables import table
from smalti.write.normalise.things import quantities_of
from smalti.write.predicates import PredicateTable

_EN = "en"
_ARTICLE = r"(?:[Tt]he )?"


def by_noun_of(said: Said, vocabulary: PredicateTable) -> Iterator[Reading]:
    """The launch date of Heron is 3 May, where "launch date" was taken for the verb."""
    if said.predicate[:1] == ("be",) or not said.full:
        return
    owner = said.subject.removeprefix("the ").removeprefix("The ")
    found = regex.match(
        rf"{_ARTICLE}(?P<noun>[^,;]{{3,40}}?) (?:of|for) {_ARTICLE}{regex.escape(owner)} "
        r"(?:is|are|was|were|will be) ",
        said.candidate.sentence,
    )
    if found is not None:
        yield from properties(said, vocabulary, said.subject, tokens(found["noun"]), said.full)


def by_figure(said: Said, vocabulary: PredicateTable) -> Iterator[Reading]:
    """3 May is the launch date of Heron; 555-0134 is the clinic's phone number."""
    figure = _figure(said) if said.predicate == ("be",) else ""
    found = (_OF.match(said.full) or _OWNED.match(said.full)) if figure else None
    if found is not None:
        noun = tokens(found["noun"])
        yield from properties(said, vocabulary, found["owner"], noun, figure)


_OF = regex.compile(rf"{_ARTICLE}(?P<noun>[^,;']{{3,40}}?) (?:of|for) (?P<owner>[^,;]{{2,60}})$")
_OWNED = regex.compile(r"(?P<owner>[^,;]{2,60})['’]s (?P<noun>[^,;']{3,40})$")


def _figure(said: Said) -> str:
    """The date, amount or number that a statement has for its subject, in full."""
    for mention in said.mentions:
        if said.subject in mention.text and said.candidate.sentence.startswith(mention.text):
            return mention.text
    whole = any(len(one.text) >= len(said.subject) for one in quantities_of(said.subject))
    numbered = whole or holds("phonelike", Case(said, said.subject, said.subject))
    return said.subject if numbered else ""


def by_own_state(said: Said, vocabulary: PredicateTable) -> Iterator[Reading]:
    """Ada's social life is keeping to herself: a state does nothing, it is what these words say."""
    owner, apostrophe, noun = plainly(said.subject, said).rpartition("'s ")
    rest = behind_subject(said)
    if not apostrophe or said.predicate[:1] == ("be",) or rest is None:
        return
    meant, doing = vocabulary.find(noun, _EN), _DOING.match(rest)
    kinds = table(_EN)["own_states"]
    if doing is None or meant is None or meant.name not in kinds:
        return
    told = doing["told"].rstrip(" .!")
    if not kinds[meant.name] or told.casefold() in kinds[meant.name].split():
        yield from properties(said, vocabulary, owner, tokens(noun), told)


_DOING = regex.compile(r" (?:is|are|was|were) (?P<told>\p{L}+ing\b.*)$", regex.IGNORECASE)


REWORDED: tuple[Reader, ...] = (by_noun_of, by_figure, by_own_state)
"""The readers, in the order in which they are asked."""
