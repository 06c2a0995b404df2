"""What a query asks for, by rules: its terms, whom and which days it names, how to embed it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import regex

from smalti.model.time import Instant
from smalti.model.turn import Role
from smalti.recall.lanes.asker import about_asker
from smalti.recall.when import Window, date_windows
from smalti.text.analyse import Analyser

MAX_CHARACTERS = 2_000
"""Characters of a query that are looked at; no question needs more, and pasted logs have more."""

_MAX_TERMS = 64
_NOT_NAMES = frozenset(role.value for role in Role)
_UNSPACED = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Thai}]")


@dataclass(frozen=True, slots=True)
class QueryPlan:
    """A query as the lanes need it.

    Attributes:
        terms: distinct index terms, in order.
        topic: the terms that do not belong to a speaker's name; what must be found to answer.
        speakers: the speakers of the space that the query names.
        windows: the spans of time it names.
        embed_text: what the embedder reads. A named speaker becomes "I": turns are told in the
            first person, and names would otherwise outweigh what is asked.
        about_asker: whether it asks about whoever asks, and names no speaker.
    """

    terms: tuple[str, ...]
    topic: frozenset[str]
    speakers: tuple[str, ...]
    windows: tuple[Window, ...]
    embed_text: str
    about_asker: bool = False


def plan_query(
    query: str,
    *,
    analyser: Analyser,
    speakers: Iterable[str],
    now: Instant | None,
    years: Iterable[int],
) -> QueryPlan:
    """Read a query. ``years`` are those a date without a year may mean."""
    query = _looked_at(query)
    terms = tuple(dict.fromkeys(analyser.terms(query)))[:_MAX_TERMS]
    named = tuple(_named(query, speakers))
    names = {term for name, _ in named for term in analyser.terms(name)}
    roles = {term for role in _NOT_NAMES for term in analyser.terms(role)}
    return QueryPlan(
        terms=terms,
        topic=frozenset(terms) - names - roles,
        speakers=tuple(dict.fromkeys(name for name, _ in named)),
        windows=tuple(date_windows(query, now=now, years=years)),
        embed_text=_first_person(query, [pattern for _, pattern in named]),
        about_asker=not named and about_asker(query),
    )


def speakers_named(query: str, speakers: Iterable[str]) -> tuple[str, ...]:
    """The speakers whom a query names, each once."""
    return tuple(dict.fromkeys(name for name, _ in _named(_looked_at(query), speakers)))


def _looked_at(query: str) -> str:
    return query[:MAX_CHARACTERS].encode("utf-8", "replace").decode()  # lone surrogates become "?"


def _named(query: str, speakers: Iterable[str]) -> Iterator[tuple[str, regex.Pattern[str]]]:
    """Each speaker the query names, and the pattern that found them."""
    folded = query.casefold()
    for name in speakers:
        if name in _NOT_NAMES:
            continue
        for form in dict.fromkeys((name, name.split()[0])):
            if form.casefold() in folded and (pattern := _pattern(form)).search(query):
                yield name, pattern
                break


def _pattern(name: str) -> regex.Pattern[str]:
    escaped = regex.escape(name)
    if _UNSPACED.search(name):
        return regex.compile(escaped)
    # "Will" and "May" are names only with a capital; "melanie" is one however it is typed.
    flags = 0 if name.casefold() in _ORDINARY_WORDS else regex.IGNORECASE
    return regex.compile(rf"(?<!\w){escaped}(?P<owner>['’]s)?(?!\w)", flags)


def _first_person(query: str, patterns: Iterable[regex.Pattern[str]]) -> str:
    for pattern in patterns:
        if "owner" in pattern.groupindex:
            query = pattern.sub(lambda match: "my" if match["owner"] else "I", query)
    return query


_ORDINARY_WORDS = frozenset(
    [
        "angel",
        "april",
        "art",
        "august",
        "bill",
        "bob",
        "chance",
        "chase",
        "christian",
        "daisy",
        "dawn",
        "drew",
        "faith",
        "frank",
        "grace",
        "grant",
        "guy",
        "hazel",
        "hope",
        "ivy",
        "jack",
        "jean",
        "joy",
        "june",
        "king",
        "lance",
        "lily",
        "long",
        "mark",
        "max",
        "may",
        "mike",
        "miles",
        "nick",
        "norm",
        "olive",
        "pat",
        "pearl",
        "penny",
        "pepper",
        "rich",
        "rob",
        "rose",
        "ruby",
        "sandy",
        "sky",
        "sue",
        "summer",
        "sunny",
        "violet",
        "ward",
        "will",
        "winter",
        "wood",
        "you",
        "i",
        "me",
        "a",
        "an",
        "the",
        "my",
        "it",
        "one",
    ]
)
