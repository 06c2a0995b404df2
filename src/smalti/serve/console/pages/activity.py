"""What was done, newest first, as far as the store keeps it: its log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from smalti.model.conflict import Conflict, ConflictStatus
from smalti.model.entity import Merge
from smalti.model.lifecycle import Event
from smalti.model.record import Record, RecordStep
from smalti.model.time import Instant
from smalti.model.turn import Turn
from smalti.serve.console.newest import newest
from smalti.serve.console.plain import Plain, actor, outcome, reason
from smalti.serve.console.shown import When, count, moment
from smalti.serve.console.visit import Visit

_PAGE = 40
_DEEPEST = 400
_LONGEST = 160  # characters of a turn


_NONE = Plain("")


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that was done. ``kind`` decides its sign, ``href`` leads to it."""

    at: Instant
    when: When
    kind: str
    what: str
    text: str
    by: Plain
    reason: Plain = _NONE
    href: str = ""


_DONE: Mapping[Event, str] = {
    Event.COMMIT: "believed",
    Event.HOLD: "held back until somebody confirms it",
    Event.DISPUTE: "disputed",
    Event.SUPERSEDE: "superseded",
    Event.CORRECT: "put right: it was never true",
    Event.RETRACT: "taken back",
    Event.REJECT: "rejected",
    Event.REOPEN: "believed again",
    Event.FORGET: "erased",
}
_KINDS = ("turns", "records", "decisions", "merges", "erasures")


def view(visit: Visit) -> dict[str, Any]:
    """Turns journalled, records' steps, decisions, merges and erasures, by day."""
    start = visit.number("from", 0, most=_DEEPEST)
    kind = visit.text("kind") if visit.text("kind") in _KINDS else ""
    wanted = start + _PAGE + 1
    sources = {
        "turns": _turns,
        "records": _steps,
        "decisions": _decisions,
        "merges": _merges,
        "erasures": _erasures,
    }
    found = [
        entry
        for name, source in sources.items()
        if kind in ("", name)
        for entry in source(visit, wanted)
    ]
    found.sort(key=lambda one: -one.at.micros)
    page = found[start : start + _PAGE]
    end = start + _PAGE
    return {
        "days": [(day, list(some)) for day, some in groupby(page, key=_day)],
        "kinds": _KINDS,
        "kind": kind,
        "next": end if len(found) > end and end <= _DEEPEST else None,
        "previous": max(start - _PAGE, 0) if start else None,
    }


def _day(entry: Entry) -> str:
    return entry.when.text.rpartition(",")[0]


def _turns(visit: Visit, wanted: int) -> Iterator[Entry]:
    found = newest(visit.nouns, Turn, wanted=wanted).nouns
    for one in found[:wanted]:
        text = one.text if len(one.text) <= _LONGEST else one.text[:_LONGEST] + "…"
        yield Entry(
            one.recorded_at, moment(one.recorded_at), "turn", "said", text, Plain(one.speaker),
            href=visit.url("turn", id=one.id),
        )  # fmt: skip


def _steps(visit: Visit, wanted: int) -> Iterator[Entry]:
    steps = newest(visit.nouns, RecordStep, wanted=wanted).nouns[:wanted]
    sentences = _sentences(visit, [one.record for one in steps])
    names = visit.memory.labels(dict.fromkeys(one.actor for one in steps))
    for one in steps:
        yield Entry(
            one.at, moment(one.at), one.event.value, _DONE[one.event],
            sentences.get(one.record, one.record), actor(one.actor, names), reason(one.reason),
            visit.url("record", id=one.record) if one.record in sentences else "",
        )  # fmt: skip


def _sentences(visit: Visit, ids: Sequence[str]) -> dict[str, str]:
    found = visit.nouns.several(Record, list(dict.fromkeys(ids)))
    return {id: record.sentence for id, record in found.items()}


_DECIDED = (ConflictStatus.RESOLVED, ConflictStatus.DISMISSED)


def _decisions(visit: Visit, wanted: int) -> Iterator[Entry]:
    found = newest(visit.nouns, Conflict, wanted=wanted, kept=lambda one: one.status in _DECIDED)
    for one in found.nouns:
        if one.decided_at is not None:
            yield Entry(
                one.decided_at, moment(one.decided_at), "decision",
                f"decided: {outcome(one.outcome or one.status.value).text}",
                reason(one.reason).text, actor(one.decided_by or ""),
                href=visit.url("record", id=one.incoming),
            )  # fmt: skip


def _merges(visit: Visit, wanted: int) -> Iterator[Entry]:
    found = newest(visit.nouns, Merge, wanted=wanted).nouns
    labels = visit.memory.labels([id for one in found for id in (one.winner, one.loser)])
    for one in found:
        told = " = ".join(labels.get(id, id) for id in (one.winner, one.loser))
        href = visit.url("entity", id=one.winner)
        yield Entry(
            one.merged_at, moment(one.merged_at), "merge", "made one", told, _NONE,
            reason(one.reason), href,
        )  # fmt: skip
        if one.undone_at is not None:
            yield Entry(
                one.undone_at,
                moment(one.undone_at),
                "unmerge",
                "parted again",
                told,
                _NONE,
                _NONE,
                href,
            )


def _erasures(visit: Visit, wanted: int) -> Iterator[Entry]:
    for one in visit.memory.erasures()[-wanted:]:
        told = ", ".join(f"{number:,} {name}" for name, number in one.removed.items())
        yield Entry(
            one.at, moment(one.at), "erasure", f"erased: {one.target}",
            told or count(0, "thing"), _NONE, Plain(one.reason), visit.url("erase"),
        )  # fmt: skip
