"""Readings of quotes in languages without a parser, by the patterns of ``patterns.toml``.

The quote is read, not the sentence made of it: there the words stand as they were said.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import regex

from smalti.write.normalise.clauses import Clause, clauses_of
from smalti.write.normalise.fitting import placed_reading
from smalti.write.normalise.readings import Reading
from smalti.write.normalise.said import Said
from smalti.write.normalise.spoken import folded
from smalti.write.normalise.tables import words
from smalti.write.normalise.terms import CLAUSE_END, is_placeholder, meanings
from smalti.write.normalise.things import Side, subject_side
from smalti.write.predicates import PredicateTable


def by_pattern(said: Said, vocabulary: PredicateTable) -> Iterator[Reading]:
    """The first pattern that the quote holds and whose predicate takes its value."""
    text = said.scene.quote
    refused = set() if is_placeholder(said) else meanings(said, vocabulary)
    for clause in clauses_of(said.scene.language):
        match = clause.pattern.search(text)
        if match is None or (clause.undated and said.mentions):
            continue
        predicate = vocabulary.find(clause.phrase, said.scene.language)
        if predicate is None or predicate.name in refused:
            continue  # a vocabulary of one's own may lack it; what was refused as a term is none
        parts = match.groupdict()
        subject = _who(said, clause, match)
        if subject == "":
            continue
        if not _is_told(said, parts["value"]):
            continue
        reading = placed_reading(said, predicate, clause.phrase, parts["value"], subject=subject)
        if reading is None or (clause.subject == "person" and not _by_person(said, reading)):
            continue
        start = said.candidate.start
        yield replace(
            reading,
            polarity=_polarity(said, clause, match),
            condition=parts.get("condition") or "",
            until=start + _clause_end(text, match.end()),
        )


def _is_told(said: Said, value: str) -> bool:
    """Whether a value is what a statement tells; a quote may hold more than one."""
    told = folded(f"{said.subject} {said.candidate.object}")
    return is_placeholder(said) or folded(value.strip()) in told or said.core in value


def _who(said: Said, clause: Clause, match: regex.Match[str]) -> str | None:
    """Whom a clause is about: who is named, else by the form of the verb; "" if nobody is found."""
    parts = match.groupdict()
    if clause.subject == "speaker" or parts.get("first"):
        return said.scene.turn.speaker
    if parts.get("who"):
        return str(parts["who"])
    if not parts.get("third"):
        return None
    language = said.scene.language
    before = said.scene.quote[: match.start()]
    own = words("persons", language, "first")
    found = ""
    for phrase in _NOUN_WITH_OWNER.finditer(before):
        if folded(phrase["own"]) in own and folded(phrase["noun"]) in words(language, "kin"):
            found = phrase.group()
    return found


_NOUN_WITH_OWNER = regex.compile(r"\b(?P<own>\p{L}+) (?P<noun>\p{L}[\p{L}-]+)")


def _by_person(said: Said, reading: Reading) -> bool:
    return subject_side(said, reading.subject or said.subject) is Side.PERSON


def _clause_end(text: str, end: int) -> int:
    """Where the clause around a match ends: what is dated behind it is something else."""
    found = CLAUSE_END.search(text, end)
    return found.start() if found is not None else len(text)


def _polarity(said: Said, clause: Clause, match: regex.Match[str]) -> bool | None:
    """What a pattern tells of polarity; a "not" beside the matched words denies something else."""
    language = said.scene.language
    if clause.polarity is not None or said.candidate.polarity or language not in ("zh", "ja"):
        return clause.polarity
    start = max(0, match.start() - _BEFORE)
    end = match.end() + (_BEHIND if language == "ja" else 0)
    around = said.scene.quote[start:end]
    denied = any(word in around for word in words(language, "denials"))
    return None if denied else True


_BEFORE, _BEHIND = 2, 12  # characters around the matched words in which "not" belongs to them
