"""What the words of a question mean in a memory: whom they name, which properties they ask for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import regex

from smalti.model.entity import EntityKind
from smalti.text.analyse import Analyser, normalise
from smalti.write.predicates import PredicateTable

_PARTICLE = regex.compile(r"^[にをがでとへの]")
_INFLECTED = regex.compile(r"(?<=[\p{Han}\p{Hiragana}])(?:する|[うくぐすつぬぶむる])$")

LONGEST_NAME = 4  # words, or characters in scripts without spaces
_MOST_KEYS = 240  # names looked for in one question
_MOST_PREDICATES = 8
_WORD = regex.compile(r"[\p{L}\p{N}\p{M}]+(?:['’-][\p{L}\p{N}\p{M}]+)*")
_OWNER = regex.compile(r"['’]s$")
_HAN = regex.compile(r"\p{Han}")
_UNSPACED = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}]+")

KINDS = (EntityKind.PERSON, EntityKind.CONCEPT)


def possible_names(question: str) -> list[str]:
    """What could be a name in a question, longest first: runs of words, pieces of other scripts."""
    words = [_OWNER.sub("", match.group()) for match in _WORD.finditer(question)]
    found = [
        " ".join(words[at : at + length])
        for length in range(LONGEST_NAME, 0, -1)
        for at in range(len(words) - length + 1)
    ]
    for run in _UNSPACED.findall(question):
        found += [
            run[at : at + length]
            for length in range(LONGEST_NAME, 1, -1)
            for at in range(len(run) - length + 1)
        ]
    return list(dict.fromkeys(found))[:_MOST_KEYS]


@dataclass(frozen=True)
class Vocabulary:
    """The phrases of all predicates as index terms, so that questions find them.

    ``phrases`` gives the predicates of a row of terms, ``words`` all terms of a predicate.
    """

    analyser: Analyser
    phrases: Mapping[tuple[str, ...], tuple[str, ...]]
    words: Mapping[str, frozenset[str]]
    written: Mapping[str, tuple[tuple[str, str], ...]]

    def asked(self, question: str, language: str) -> tuple[str, ...]:
        """The predicates that a question may ask for, those of the longest phrases first."""
        plain = normalise(question)
        written = (name for alias, name in self.written.get(language, ()) if alias in plain)
        names = [*written, *self._by_terms(self.analyser.terms(question))]
        return tuple(dict.fromkeys(names))[:_MOST_PREDICATES]

    def _by_terms(self, terms: Sequence[str]) -> Iterable[str]:
        for length in range(min(LONGEST_NAME, len(terms)), 0, -1):
            for at in range(len(terms) - length + 1):
                yield from self.phrases.get(tuple(terms[at : at + length]), ())


def vocabulary(table: PredicateTable, analyser: Analyser) -> Vocabulary:
    """The phrases of a table as the index terms of an analyser."""
    phrases: dict[tuple[str, ...], list[str]] = defaultdict(list)
    words: dict[str, set[str]] = defaultdict(set)
    written: dict[str, list[tuple[str, str]]] = {"zh": [], "ja": []}
    for name, predicate in table.predicates.items():
        for alias in (name.replace("_", " "), *predicate.aliases.get("en", ())):
            terms = tuple(analyser.terms(alias))
            words[name].update(terms)
            if terms and name not in phrases[terms]:
                phrases[terms].append(name)
        for language, pairs in written.items():
            aliases = predicate.aliases.get(language, ())
            pairs += [(form, name) for alias in aliases if (form := _form(alias, language))]
            words[name].update(term for alias in aliases for term in analyser.terms(alias))
    return Vocabulary(
        analyser,
        {terms: tuple(names) for terms, names in phrases.items()},
        {name: frozenset(terms) for name, terms in words.items()},
        {
            language: tuple(sorted(pairs, key=lambda pair: -len(pair[0])))
            for language, pairs in written.items()
        },
    )


def _form(alias: str, language: str) -> str:
    """What of a phrase stands in a question whatever its ending; empty where that is too little."""
    form = normalise(alias)
    if language == "ja":
        form = _INFLECTED.sub("", _PARTICLE.sub("", form))
        return form if _UNSPACED.match(form) and (len(form) > 1 or _HAN.match(form)) else ""
    return form if len(form) > 1 else ""
