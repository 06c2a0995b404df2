"""Japanese words behind a small seam: Sudachi's morphemes as plain values, one letter a class.

Phrases are found by patterns over the letters (``codes``), so the rules need no Sudachi.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import version
from typing import Any, Protocol

import regex

from smalti.write.extract.tables import pairs, pattern, phrases, words


@dataclass(frozen=True, slots=True)
class Word:
    """One word: its dictionary form, its class, and where it stands in the text.

    ``code`` is N noun, S noun that する makes a verb, K noun that may be an adjective, J adjective
    in -na, T time, V verb, v verb that may help another, A adjective, a ない and its like,
    X ending, C copula, y な, i に after J, t て, j conjunction, g case particle, n の between
    nouns, p の for a noun, h は も こそ, q って, f final particle, and punctuation.
    """

    text: str
    start: int
    end: int
    lemma: str
    norm: str
    code: str
    kind: str
    form: str


class Tagger(Protocol):
    """Something that cuts Japanese sentences into words."""

    @property
    def name(self) -> str:
        """Name and version, for the provenance of what it found."""

    def words(self, text: str) -> tuple[Word, ...]:
        """The words of a sentence, in order, without blanks."""


@dataclass(frozen=True, slots=True)
class SudachiTagger:
    """SudachiPy with a packaged dictionary."""

    dictionary: Any
    name: str

    def words(self, text: str) -> tuple[Word, ...]:
        """The words of a sentence, in order, without blanks."""
        # A tokenizer serves one thread at a time, and making one costs a microsecond.
        found = self.dictionary.tokenizer().tokenize(text)
        return _joined(text, [_word(one) for one in found if one.surface().strip()])


def _word(one: Any) -> Word:
    pos = one.part_of_speech()
    kind = "-".join(part for part in pos[:5] if part != "*")
    lemma = one.dictionary_form()
    code = _code(kind, one.surface(), lemma, pos[5])
    text = one.surface()
    return Word(text, one.begin(), one.end(), lemma, one.normalized_form(), code, kind, pos[5])


def _code(kind: str, text: str, lemma: str, form: str) -> str:
    special = pairs("ja", "word_codes").get(f"{kind}/{text}")
    if special is not None:
        return special
    if kind.startswith("助動詞") and lemma in ("だ", "です"):
        return "y" if text == "な" else "i" if text == "に" else "C"
    return "N" if form.startswith("語幹") and kind.startswith("形容詞") else _by_kind(kind)


@cache
def _by_kind(kind: str) -> str:
    codes = pairs("ja", "kind_codes")
    return next((code for prefix, code in codes.items() if kind.startswith(prefix)), "o")


_TOKEN = regex.compile(r"[A-Za-z0-9][\w@.:/+&%-]*[A-Za-z0-9]", regex.ASCII)


_JOINED = (("T", "moment"), ("X", "long_endings"), ("n", "links_between"), ("D", "long_adverbs"),
           ("S", "humble"))  # fmt: skip


def _joined(text: str, found: list[Word]) -> tuple[Word, ...]:
    """Words that are one between them made one: an ending (かもしれない), a moment, an address."""
    spans = [
        (match.start(), match.end(), code)
        for code, key in _JOINED
        for match in pattern("ja", key).finditer(text)
    ]
    spans += [(match.start(), match.end(), "N") for match in _TOKEN.finditer(text)]
    made, at = list(found), 0
    for start, end, code in sorted(spans, key=lambda span: (span[0], -span[1])):
        first = next((i for i in range(at, len(made)) if made[i].start == start), None)
        last = next((i for i in range(at, len(made)) if made[i].end == end), None)
        if first is None or last is None or last < first:
            continue
        if code == "n" and not (last + 1 < len(made) and made[last + 1].code in "NSKJRTp"):
            continue
        made[first : last + 1] = [_one(text[start:end], made[first], made[last], code)]
        at = first + 1
    return tuple(made)


def _one(text: str, first: Word, last: Word, code: str) -> Word:
    return Word(text, first.start, last.end, text, text, code, last.kind, last.form)


def is_person(word: Word) -> bool:
    """Whether a word that ends a noun phrase makes it a person."""
    if word.kind.startswith("接尾辞"):
        return word.text in words("ja", "person_suffixes") or word.text in words("ja", "persons")
    if word.text in words("ja", "not_persons"):
        return False
    named = word.kind.startswith("名詞-固有名詞-人名")
    return named or word.text in words("ja", "persons") or word.text in phrases("ja", "kin")


@cache
def installed_tagger() -> Tagger | None:
    """The packaged dictionary, loaded once for the process; None where none is installed."""
    try:
        sudachi = import_module("sudachipy")
        import_module("sudachidict_small")
    except ImportError:
        return None
    name = f"sudachipy-{version('sudachipy')}+small-{version('sudachidict_small')}"
    return SudachiTagger(sudachi.Dictionary(dict="small"), name)
