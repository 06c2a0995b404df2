"""The question that asks for exactly what is missing, in the language of the statement."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from smalti.model.conflict import ClarificationKind
from smalti.model.record import Record
from smalti.model.time import Instant
from smalti.text.language import language_of
from smalti.write.statement import Name, Statement

_LONGEST = 200  # characters of a quote that a question repeats
_OTHERWISE = "en"


@cache
def tables(name: str) -> dict[str, Any]:
    """One of the tables of this package, by language."""
    path = resources.files("smalti.write.gate") / "data" / f"{name}.json"
    loaded: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return loaded


@dataclass(frozen=True, slots=True)
class Pronoun:
    """A word that stands for somebody or something, and nobody could tell for whom or what."""

    word: str
    person: bool
    subject: bool  # else it is the value


@dataclass(frozen=True, slots=True)
class Side:
    """One of two statements that a question sets against each other: by whom, and when."""

    record: Record
    name: str
    said_at: Instant | None


def language(statement: Statement) -> str:
    """The language to ask in: that of the quote, English where we have no words for it."""
    quote = statement.candidate.quote(statement.grounded.turn)
    found = language_of(quote)
    return found if found in tables("questions") else _OTHERWISE


def unresolved(statement: Statement) -> Pronoun | None:
    """The pronoun that a statement has for its subject, or else for its value."""
    known = tables("questions")[language(statement)]
    for text, subject in ((statement.subject.text, True), (_value_text(statement), False)):
        word = text.strip().casefold()
        if word in known["people"] or word in known["things"]:
            return Pronoun(text.strip(), word in known["people"], subject)
    return None


def _value_text(statement: Statement) -> str:
    value = statement.value
    return value.text if isinstance(value, Name) else value.text or ""


def meant(statement: Statement, record: Record) -> str:
    """Asks whom or what a pronoun means, or what a vague statement means exactly."""
    quote, pronoun = _quote(statement), unresolved(statement)
    if pronoun is not None:
        template = "who" if pronoun.person else "what_thing"
        return _filled(statement, template, word=pronoun.word, quote=quote)
    word = _value_text(statement) or statement.candidate.object
    template = "exactly" if word and word.casefold() in quote.casefold() else "exactly_all"
    return _filled(statement, template, word=_short(word), quote=quote)


def confirm(statement: Statement, record: Record) -> str:
    """Asks whether it is so."""
    return _filled(statement, "confirm", sentence=_short(record.sentence))


ASKED = {
    ClarificationKind.CONFIRM: confirm,
    ClarificationKind.WHO: meant,
    ClarificationKind.WHAT: meant,
}
"""How to ask about one record."""


def which(statement: Statement, stored: Side, new: Side) -> str:
    """Asks which of two is right, the stored one first."""
    return _filled(
        statement,
        "which",
        first=_short(stored.record.sentence),
        first_source=_source(statement, stored),
        second=_short(new.record.sentence),
        second_source=_source(statement, new),
    )


def _source(statement: Statement, side: Side) -> str:
    """Who said it, and on which day of theirs; the day it was written down tells neither."""
    if side.said_at is None:
        return side.name
    day = side.said_at.local().date().isoformat()
    return _filled(statement, "source", name=side.name, day=day)


def _filled(statement: Statement, template: str, **words: str) -> str:
    text: str = tables("questions")[language(statement)][template]
    return text.format(**words)


def _quote(statement: Statement) -> str:
    return _short(statement.candidate.quote(statement.grounded.turn))


def _short(text: str) -> str:
    """A text on one line, without a full stop at its end, cut where it is long."""
    line = " ".join(text.split()).rstrip(".。")
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1].rstrip() + "…"
