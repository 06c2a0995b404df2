"""Events as consolidation sees them: when each happened, and what it had to do with."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache
from importlib import resources

import regex

from smalti.model.lifecycle import State
from smalti.model.record import Modality, Record, RecordKind
from smalti.model.time import Bound, Instant, Precision
from smalti.text.analyse import Analyser
from smalti.write.predicates import PredicateTable

_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+(?:['’\-][\p{L}\p{M}\p{N}]+)*")
_NUMBER = regex.compile(r"[\p{N}.,:/\-]+")
_HAN = regex.compile(r"\p{Han}")
_KANA_ONLY = regex.compile(r"\p{Hiragana}+")
_MICROS = 1_000_000
_NOWHERE = (0, 0)

# How long the time lasts that a date of some precision names; what is coarser says nothing of days.
_LASTS = {
    Precision.EXACT: timedelta(seconds=1),
    Precision.MINUTE: timedelta(minutes=1),
    Precision.HOUR: timedelta(hours=1),
    Precision.DAY: timedelta(days=1),
    Precision.WEEK: timedelta(days=7),
    Precision.MONTH: timedelta(days=31),
    Precision.UNKNOWN: timedelta(seconds=1),
}


@dataclass(frozen=True, slots=True)
class Happening:
    """An event that is believed.

    ``start`` is when it happened, else when it was told of, ``end`` the first moment by which it
    was over. ``terms`` are the index terms of what it had to do with, and where in the record's
    sentence each stands, as characters [start, end); nowhere is (0, 0): "run" stands in "ran".
    """

    record: Record
    start: Bound
    end: Bound
    terms: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """That of the record."""
        return self.record.id

    @property
    def micros(self) -> int:
        """When it began, for ordering."""
        return 0 if self.start.at is None else self.start.at.micros


@dataclass(frozen=True, slots=True)
class Lens:
    """How the events of a person are looked at.

    ``own`` are the terms of the person's own names: they name nothing that an event had to do with.
    Nor do the predicates of the vocabulary ("visited"); others say themselves what was done.
    """

    analyser: Analyser
    predicates: PredicateTable
    own: frozenset[str]

    def terms(self, about: str, predicate: str) -> frozenset[str]:
        """The terms of what an event had to do with."""
        done = "" if self.predicates.get(predicate) else predicate.replace("_", " ")
        told = frozenset(self.analyser.terms(f"{about} {done}"))
        return told - _light(self.analyser) - self.own


def happening(
    record: Record, said_at: Instant | None, names: Callable[[str], str], lens: Lens
) -> Happening | None:
    """A record as a happening, or ``None`` if it is none: no event, not believed, or not dated.

    ``said_at`` is when it was told of, ``names`` gives the names of entities.
    """
    if record.kind is not RecordKind.EVENT or record.state is not State.CURRENT:
        return None
    if record.modality is not Modality.ASSERTED or not record.polarity or record.ended:
        return None
    start = record.valid.start
    if start is None or start.at is None:
        start = Bound(said_at, Precision.UNKNOWN)
    if start.at is None or start.precision not in _LASTS:
        return None
    value = record.value
    about = names(value.entity) if value.entity else value.text or ""
    wanted = lens.terms(about, record.predicate)
    return Happening(
        record,
        start,
        _known(record.valid.end) or _over(start),
        dict.fromkeys(filter(_names, sorted(wanted)), _NOWHERE)
        | dict(_places(record.sentence, wanted, lens.analyser)),
    )


def _known(end: Bound | None) -> Bound | None:
    return None if end is None or end.at is None else end


def _over(start: Bound) -> Bound:
    """The first moment after what a date names."""
    assert start.at is not None
    lasting = int(_LASTS[start.precision].total_seconds()) * _MICROS
    return Bound(Instant(start.at.micros + lasting, start.at.offset), start.precision)


def _places(
    sentence: str, wanted: frozenset[str], analyser: Analyser
) -> Iterator[tuple[str, tuple[int, int]]]:
    """The wanted terms that a sentence has, each where it stands last."""
    for match in _WORD.finditer(sentence):
        word, start = match.group(), match.start()
        found = analyser.terms(word)
        for term in found:
            if term not in wanted or not _names(term):
                continue
            at = word.casefold().find(term) if len(found) > 1 else -1
            yield term, match.span() if at < 0 else (start + at, start + at + len(term))


def _names(term: str) -> bool:
    """Whether a term could name what something had to do with."""
    return _NUMBER.fullmatch(term) is None and not _is_particle(term)


def _is_particle(term: str) -> bool:
    """Whether a piece of unspaced text is too short or too light to name anything."""
    if len(term) == 1:
        return _HAN.match(term) is not None or not term.isascii() or term.isalpha()
    return _KANA_ONLY.fullmatch(term) is not None or any(c in _GLUE for c in term if len(term) == 2)


_GLUE = frozenset("的了着过在是我你他她它们这那和与跟就都也很个一不没有去来到做吧呢吗啊は")


@cache
def _light(analyser: Analyser) -> frozenset[str]:
    """Words that are about nothing in particular, as index terms."""
    data = json.loads(
        resources.files("smalti.consolidate").joinpath("data/light.json").read_text("utf-8")
    )
    return frozenset(term for words in data.values() for term in analyser.terms(words))
