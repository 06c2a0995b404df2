"""From readings to figures: which statements are covered, and what was left of no memory at all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from smalti.bench.extraction.check import Finding
from smalti.bench.extraction.data import INTERFERENCE, Item, Wanted
from smalti.bench.extraction.match import Match, Matches, matches, told
from smalti.bench.extraction.read import Reading
from smalti.bench.extraction.words import Talk
from smalti.model.record import Modality
from smalti.model.time import Instant

_REMEMBERED = (Modality.ASSERTED, Modality.PLANNED)


@dataclass(frozen=True, slots=True)
class Judged:
    """A statement, and how the records of its item cover it."""

    wanted: Wanted
    found: Matches

    @property
    def interferes(self) -> bool:
        """Whether it is one that only the assistant brings up."""
        return self.wanted.part == INTERFERENCE


def judge(item: Item, reading: Reading) -> Iterator[Judged]:
    """Every statement that is wanted of an item."""
    talk = Talk.of(item.language, item.speakers, [turn.text for turn in item.turns])
    records = [
        told(record, reading.names, talk, item.turns[reading.place(record)].said_at)
        for record in reading.records
    ]
    end = _last_said(item)
    for wanted in item.wanted:
        found = matches(wanted.text, records, talk, end, rival=wanted.rival)
        yield Judged(wanted, found)


def _last_said(item: Item) -> Instant | None:
    return next((turn.said_at for turn in reversed(item.turns) if turn.said_at), None)


def coverage(judged: Sequence[Judged]) -> dict[str, Any]:
    """How many statements are covered, strictly and leniently, and how near the words come."""
    return {
        "statements": len(judged),
        "covered": sum(one.found.covered for one in judged),
        "coverage": share([one.found.covered for one in judged]),
        "coverage_lenient": share([one.found.covered_leniently for one in judged]),
        "coverage_low": share([one.found.low for one in judged]),
        "best_words": share([one.found.best_words for one in judged]),
    }


def coverage_by(
    judged: Iterable[Judged], name_of: Callable[[Judged], str | None]
) -> dict[str, dict[str, Any]]:
    """The same by group; what belongs to none is left out."""
    groups: dict[str, list[Judged]] = {}
    for one in judged:
        if name := name_of(one):
            groups.setdefault(name, []).append(one)
    return {name: coverage(groups[name]) for name in sorted(groups)}


def share(values: Sequence[float]) -> float | None:
    """The mean, rounded as it is shown; of nothing ``None``."""
    return round(sum(values) / len(values), 4) if values else None


def quiet(items: Sequence[Item], found: Mapping[str, Sequence[Finding]]) -> dict[str, Any]:
    """Of the items that are not memory, the share whose last write left nothing, and what is left.

    Left is what is asserted or planned and no mere order; orders are counted apart.
    """
    written = [_last_written(item, found[item.id]) for item in items if item.quiet]
    left = [[one for one in last if _is_left(one)] for last in written]
    return {
        "items": len(written),
        "quiet": sum(not some for some in left),
        "share": share([not some for some in left]),
        "instruction_like": sum(one.record.instruction_like for last in written for one in last),
        "left": [_shown(one) for some in left for one in some],
    }


def _last_written(item: Item, found: Sequence[Finding]) -> list[Finding]:
    first = len(item.turns) - len(item.writes[-1])
    return [one for one in found if one.place >= first]


def _is_left(one: Finding) -> bool:
    return one.record.modality in _REMEMBERED and not one.record.instruction_like


def _shown(one: Finding) -> dict[str, Any]:
    return {"record": one.key, "sentence": one.record.sentence, "quote": one.quote}


def miss(one: Judged) -> dict[str, Any]:
    """A statement that no record covers, and what came nearest."""
    wanted, nearest = one.wanted, one.found.strict
    return {
        "item": wanted.item,
        "part": wanted.part,
        "groups": dict(wanted.groups),
        "statement": wanted.text,
        "lenient": one.found.covered_leniently,
        "nearest": None if nearest is None else _compared(nearest),
    }


def _compared(match: Match) -> dict[str, Any]:
    return {
        "sentence": match.record.sentence,
        "valid": [str(bound.at) if bound else None for bound in _ends(match)],
        "score": round(match.score, 2),
        "found": round(match.found, 2),
        "unmet": list(match.unmet),
    }


def _ends(match: Match) -> tuple[Any, Any]:
    return match.record.valid.start, match.record.valid.end
