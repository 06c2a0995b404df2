"""The summaries that a person's events lead to, against those that are there. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from smalti.consolidate.happenings import Happening
from smalti.consolidate.runs import Run, runs
from smalti.consolidate.wording import label, sentence
from smalti.model.ids import content_id
from smalti.model.lifecycle import Event, State
from smalti.model.record import (
    Authority,
    Confidence,
    Edge,
    EdgeKind,
    Evidence,
    Facet,
    Record,
    RecordKind,
    RecordStep,
    Value,
)
from smalti.model.settings import Ranks
from smalti.model.time import Instant, Interval
from smalti.write.gate.steps import moved

ACTOR = "consolidate"
EXTRACTOR = "consolidate/1"
PREDICATE = "summary_of"


@dataclass(frozen=True, slots=True)
class Person:
    """Whose events are looked at: its id, all its names, and the ids of all it is one with."""

    id: str
    names: tuple[str, ...]
    ids: frozenset[str]

    @property
    def name(self) -> str:
        """How it is called."""
        return self.names[0]


@dataclass(frozen=True, slots=True)
class Summary:
    """A summary that is to be: its id follows from whom it is about and from its events."""

    id: str
    person: Person
    run: Run

    @property
    def label(self) -> str:
        """What the events have in common, in words."""
        return label(self.run.events)

    @property
    def text(self) -> str:
        """All its events, by template."""
        return sentence(self.person.name, self.label, self.run.events)


@dataclass(frozen=True, slots=True)
class Due:
    """What is to be done about a person's summaries.

    ``made`` are missing, ``reopened`` are there and ended although they are right, ``ended`` are
    there and are not right any more. ``examined`` counts those that rest on something that changed.
    """

    made: tuple[Summary, ...] = ()
    reopened: tuple[Record, ...] = ()
    ended: tuple[Record, ...] = ()
    examined: int = 0

    def __bool__(self) -> bool:
        return bool(self.made or self.reopened or self.ended)


def wanted(person: Person, happenings: Iterable[Happening]) -> dict[str, Summary]:
    """The summaries that a person's events lead to, by id."""
    found = {}
    for run in runs(happenings):
        id = content_id("r", "summary", person.id, *sorted(run.ids))
        found[id] = Summary(id, person, run)
    return found


def due(
    person: Person,
    happenings: Iterable[Happening],
    known: Sequence[Record],
    changed: frozenset[str],
) -> Due:
    """What has to change; ``known`` are the summaries of a person that are stored, in any state."""
    right = wanted(person, happenings)
    there = {one.id: one for one in known}
    ended = tuple(one for one in known if one.state is State.CURRENT and one.id not in right)
    over = [there[id] for id in right if id in there and there[id].state is not State.CURRENT]
    touched = [one for one in right.values() if changed & one.run.ids]
    return Due(
        made=tuple(one for id, one in right.items() if id not in there),
        reopened=tuple(one for one in over if one.state is State.SUPERSEDED),
        ended=ended,
        examined=len(touched) + len(ended),
    )


def written(
    summary: Summary, text: str, at: Instant, ranks: Ranks
) -> tuple[Record, RecordStep, list[Edge]]:
    """A summary as a record that is believed, its step, and what supports it.

    It rests on the quotes of all its events, holds from the first to the last of them, and has the
    weight of the weakest: no summary is surer than what it sums up.
    """
    events = [one.record for one in summary.run.events]
    askers = {one.asserted_by for one in events}
    record = Record(
        id=summary.id,
        kind=RecordKind.SUMMARY,
        sentence=text,
        subject=summary.person.id,
        predicate=PREDICATE,
        value=Value(text=summary.label),
        asserted_by=askers.pop() if len(askers) == 1 else summary.person.id,
        authority=_weakest(events, ranks),
        valid=_envelope(summary.run.events),
        recorded_at=at,
        confidence=_least(events),
        evidence=_quotes(events),
        extractor=EXTRACTOR,
        facet=Facet.EVENT,
        instruction_like=any(one.instruction_like for one in events),
    )
    reason = f"{len(events)} events within a month have “{summary.label}” in common"
    believed, step = moved(record, Event.COMMIT, at=at, actor=ACTOR, reason=reason)
    edges = [Edge(record.id, one.id, EdgeKind.SUPPORTED_BY) for one in events]
    return believed, step, edges


def over(record: Record, at: Instant, reason: str) -> tuple[Record, RecordStep]:
    """A summary that its events do not support any more."""
    return moved(record, Event.SUPERSEDE, at=at, actor=ACTOR, reason=reason)


def back(record: Record, at: Instant) -> tuple[Record, RecordStep]:
    """A summary whose events are all believed again."""
    reason = "its events are believed again"
    return moved(record, Event.REOPEN, at=at, actor=ACTOR, reason=reason)


def _envelope(events: Sequence[Happening]) -> Interval:
    last = max(events, key=lambda one: 0 if one.end.at is None else one.end.at.micros)
    return Interval(events[0].start, last.end)


def _weakest(events: Iterable[Record], ranks: Ranks) -> Authority:
    return max((one.authority for one in events), key=ranks.order.index)


def _least(events: Sequence[Record]) -> Confidence:
    parts: Mapping[str, float] = {
        name: min(getattr(one.confidence, name) for one in events)
        for name in ("directness", "consistency", "specificity")
    }
    return replace(events[0].confidence, **parts)


def _quotes(events: Iterable[Record]) -> tuple[Evidence, ...]:
    return tuple(dict.fromkeys(quote for one in events for quote in one.evidence))
