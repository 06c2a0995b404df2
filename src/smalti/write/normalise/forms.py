"""Tests of the form of an object: whether it is bare, definite, a verb, an idiom, an address."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import regex

from smalti.write.normalise.case import Case
from smalti.write.normalise.said import tokens
from smalti.write.normalise.spoken import folded
from smalti.write.normalise.tables import phrases, words
from smalti.write.normalise.things import is_named, is_proper


def filled(case: Case) -> bool:
    """Whether there is an object at all."""
    return any(c.isalnum() for word in case.words for c in word)


def definite(case: Case) -> bool:
    """With an article, an owner or a number, or by name."""
    if not case.words:
        return False
    determined = case.says("determiners") or case.first[0].isdigit()
    owned = case.object.partition(" ")[0].endswith(("'s", "’s"))
    return determined or owned or is_named(case.object, case.language)


def bare_noun(case: Case) -> bool:
    """A word or three without article, owner and pronoun: "pottery", "board games"."""
    said = case.words
    if not 0 < len(said) <= _BARE or case.says("determiners"):
        return False
    return not set(said) & words(case.language, "pronouns") and "'s" not in case.object


_BARE = 3  # words


def tangible(case: Case) -> bool:
    """Something that there is: no "lot", no "difference"."""
    said = case.words
    if not filled(case) or case.first in words(case.language, "pronouns") - {"one"}:
        return False
    vague = words(case.language, "quantifiers") & set(said[:3])
    return not vague and case.head not in words(case.language, "abstract") | {"one"}


def verbal(case: Case) -> bool:
    """A verb: "baking bread", "to move"."""
    return case.first == "to" or (len(case.first) > _SHORTEST_GERUND and case.first.endswith("ing"))


_SHORTEST_GERUND = 4  # letters: "king" is none


def causing(case: Case) -> bool:
    """Somebody who is made to do or be something: "makes Ada feel free"."""
    said = case.words
    if len(said) < 2:
        return False
    if case.says("caused"):
        return True
    if said[1] in words(case.language, "prepositions"):
        return False
    speaker = set(tokens(case.said.scene.turn.speaker))
    capital = case.object[:1].isupper() and not is_proper(case.object, case.language)
    owner = case.object.split()[0].endswith(("'s", "’s"))
    return (case.first in speaker or capital) and not owner


def idle(case: Case) -> bool:
    """An idiom: "play a role", "use some cheering"."""
    text = folded(case.object) + " "
    if any(text.startswith(f"{idiom} ") for idiom in phrases(case.language, "idioms")):
        return True
    return case.first != "a" and bool(set(case.words[:2]) & words(case.language, "quantifiers"))


def adverbial(case: Case) -> bool:
    """How, where or when, and nothing that it is done to."""
    return case.first.endswith("ly") or case.says("prepositions", "manner")


_SHAPES = {
    "phonelike": regex.compile(r"\p{N}(?:[\s()/.+-]{0,2}\p{N}){4,}"),
    "digits": regex.compile(r"\p{N}.{0,3}\p{N}|\p{N}{2,}"),
    "address": regex.compile(r"\S@\S"),
    "weblike": regex.compile(r"\w[./]\w"),
    "versionlike": regex.compile(r"\p{N}"),
    "handle": regex.compile(r"^@?[\w.-]*[_\d@][\w.-]*$"),
    "roomlike": regex.compile(r"\b\p{L}?[-.]?\p{N}{1,4}\p{L}?\b"),
    "gatelike": regex.compile(r"^\p{L}?\p{N}{1,2}\p{L}?$"),
}


def _shaped(name: str) -> Callable[[Case], bool]:
    return lambda case: _SHAPES[name].search(case.object) is not None


FORMS: Mapping[str, Callable[[Case], bool]] = {
    "filled": filled,
    "empty": lambda case: not filled(case),
    "definite": definite,
    "bare": bare_noun,
    "tangible": tangible,
    "verbal": verbal,
    "causing": causing,
    "idle": idle,
    "adverbial": adverbial,
    "pronoun": lambda case: case.says("pronouns"),
    "articled": lambda case: case.first in ("a", "an", "the"),
    "clause": lambda case: case.says("clause_starts"),
    "adjective": lambda case: len(case.words) == 1 and not definite(case),
    "owned": lambda case: "'s " in case.object,
    "mutual": lambda case: case.words[:2] == ["each", "other"],
    "fine": lambda case: case.says("fine"),
    "helper": lambda case: case.says("auxiliaries"),
    "short": lambda case: 0 < len(case.words) <= 3,
    **{name: _shaped(name) for name in _SHAPES},
}
"""The tests by name. Those with the name of a shape look for one anywhere in the object."""
