"""How English statements are taken apart into a predicate and its value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import regex

from smalti.write.normalise.being import BEING
from smalti.write.normalise.nouns import NOUNS
from smalti.write.normalise.readings import Reader, Reading, general, named
from smalti.write.normalise.reworded import REWORDED
from smalti.write.normalise.said import Said, adverb_words, lemma_forms
from smalti.write.normalise.spoken import folded
from smalti.write.normalise.tables import any_of, words
from smalti.write.normalise.verbs import VERBS, by_modal, by_passive, modal_of
from smalti.write.predicates import PredicateTable

_EN = "en"
_BY_VALUE, *_OTHER_BEING = BEING


def by_canonical_name(said: Said, vocabulary: PredicateTable) -> Iterator[Reading]:
    """A predicate that a model gives by its canonical name: "works_for"."""
    name = said.candidate.predicate
    if "_" in name and vocabulary.get(name) is not None:
        yield from named(said, vocabulary, name, said.full)


_READERS: tuple[Reader, ...] = (
    by_canonical_name,
    *NOUNS,
    *REWORDED,
    by_modal,
    _BY_VALUE,
    *VERBS,
    *_OTHER_BEING,
    by_passive,
)


def read_english(said: Said, vocabulary: PredicateTable) -> Reading:
    """The best reading of an English statement: a known predicate, or the phrase as it is.

    A general predicate is taken where no other fits.
    """
    said = _towards(_as_passive(_without_helpers(said), vocabulary), vocabulary)
    for reader in _READERS:
        for reading in reader(said, vocabulary):
            return _as_said(reading, said)
    phrase = " ".join(_phrase(said))
    if _is_unable(said):  # who cannot wait for the day waits for it all the more
        return Reading(phrase, said.core, ended=_used_to(said))
    return replace(general(said, vocabulary, phrase), ended=_used_to(said))


def _is_unable(said: Said) -> bool:
    found = modal_of(said)
    return found is not None and found[1]


# --- verbs around the verb ---------------------------------------------------------------------


def _without_helpers(said: Said) -> Said:
    """A statement without "used to", "is going to", "started to" before its verb."""
    lemmas = list(map(folded, said.predicate))
    passive = lemmas[0] in _BE  # "be written in", "be made of" keep their participle
    lemmas = [
        lemma if passive and number else lemma_forms(_EN).get(lemma, lemma)
        for number, lemma in enumerate(lemmas)
    ]
    adverbs = adverb_words(_EN) - words(_EN, "also_verbs")
    lemmas = [lemma for lemma in lemmas if lemma not in adverbs]
    if lemmas[:2] == ["be", "be"]:
        lemmas = lemmas[1:]
    used = lemmas[:2] == ["use", "to"] and _used_to(said)
    going = lemmas[:2] == ["go", "to"] and "going to" in said.sentence
    if len(lemmas) > 2 and (used or going):
        lemmas = lemmas[2:]
    if len(lemmas) > 1 and lemmas[0] in words(_EN, "aspects"):
        inner = lemmas[2:] if lemmas[1] == "to" else lemmas[1:]
        if inner and inner[0] not in words(_EN, "prepositions"):
            lemmas = inner
    return replace(said, predicate=tuple(lemmas) or ("be",))


_BE = frozenset({"be", "get"})


def _as_passive(said: Said, vocabulary: PredicateTable) -> Said:
    """Read "got pushed back to" as "was pushed back to", where only that is known."""
    lemmas = said.predicate
    passive = " ".join(["be", *lemmas[1:]])
    if lemmas[0] != "get" or vocabulary.exactly(" ".join(lemmas), _EN) is not None:
        return said
    if len(lemmas) < 2 or vocabulary.exactly(passive, _EN) is None:
        return said
    return replace(said, predicate=("be", *lemmas[1:]))


def _towards(said: Said, vocabulary: PredicateTable) -> Said:
    """Read "moved from Oslo to Bergen" as "moved to Bergen": where it led is what holds now."""
    goals = [text.partition(" to ")[2].strip() for text in (said.full, said.core)]
    phrase = (*said.predicate[:-1], "to")
    if said.predicate[-1] != "from" or not all(goals):
        return said
    if vocabulary.exactly(" ".join(phrase), _EN) is None:
        return said
    return replace(said, predicate=phrase, full=goals[0], core=goals[1])


def _used_to(said: Said) -> bool:
    return _USED_TO.search(said.sentence) is not None


_USED_TO = regex.compile(
    r"(?<!\b(?:is|are|was|were|am|be|get|got|gets|getting) )\bused to\b(?! (?:it|this|that)\b)"
)


def _phrase(said: Said) -> list[str]:
    """The words of an unknown predicate, without a preposition that belonged to a date."""
    lemmas = list(said.predicate)
    if len(lemmas) > 1 and lemmas[-1] in words(_EN, "prepositions") and not said.core:
        lemmas = lemmas[:-1]
    return lemmas


# --- polarity ----------------------------------------------------------------------------------


def _as_said(reading: Reading, said: Said) -> Reading:
    """With what the words around the verb tell: "used to", "stopped", "…, nowhere else"."""
    ended = reading.ended or _used_to(said)
    stops = _stops(reading, said) and not _denied(said.sentence)
    told = reading.polarity is None and not said.candidate.polarity
    polarity = True if told and (stops or _denied_aside(said)) else reading.polarity
    return replace(reading, polarity=polarity, ended=ended)


def _stops(reading: Reading, said: Said) -> bool:
    """Whether the predicate itself says that something stopped."""
    ends = reading.predicate is not None and bool(reading.predicate.ends)
    return ends and said.predicate[0] in words(_EN, "stops")


def _denied(text: str) -> bool:
    pattern = any_of(_EN, "negation_words")
    return pattern is not None and pattern.search(text) is not None


def _denied_aside(said: Said) -> bool:
    """Whether the only word that denies something stands behind a comma, in an aside."""
    main, comma, aside = said.sentence.partition(",")
    inside = bool(comma and said.core) and folded(said.core) in main
    return inside and not _denied(main) and _denied(aside)
