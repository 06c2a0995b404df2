"""The night's work: reads what changed since the last time, and stores what follows from it.

Each person, pair of entities and record is done in a transaction of its own, decided from what is
stored at that moment. So it may run beside writers and be killed at any moment: what was done stays
done, and the next run does the rest. What is all done already changes nothing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from functools import partial

from smalti.consolidate.happenings import Happening, Lens, happening
from smalti.consolidate.summaries import ACTOR, Due, Person, Summary, back, due, over, written
from smalti.consolidate.telling import tell
from smalti.consolidate.twins import compared, of_merged, one_concept
from smalti.model.conflict import Conflict, ConflictStatus
from smalti.model.entity import Entity, Merge
from smalti.model.lifecycle import State
from smalti.model.record import Record, RecordKind, RecordStep
from smalti.model.results import Outcome, ReceiptItem
from smalti.model.time import Instant
from smalti.model.turn import Turn
from smalti.models.llm import LanguageModel
from smalti.store.contract import Space
from smalti.text.analyse import Analyser
from smalti.write.checking import Checked, Rules
from smalti.write.entities import Changes, members
from smalti.write.finding import available
from smalti.write.rechecking import BECAME, recheck
from smalti.write.report import Report
from smalti.write.resolving import Resolved
from smalti.write.unit import Unit
from smalti.write.work import drive

MARK = "consolidated"
_ALL = 1_000_000


@dataclass(slots=True)
class Night:
    """What one run did, as it goes.

    ``read`` counts the records that changed since the last one, ``examined`` the groups of events
    that one of them is part of.
    """

    read: int = 0
    examined: int = 0
    items: list[ReceiptItem] = field(default_factory=list)
    report: Report = field(default_factory=Report)

    def note(self, outcome: Outcome, id: str, reason: str) -> None:
        """One more thing that was done."""
        self.items.append(ReceiptItem(len(self.items), outcome, id, reason))


@dataclass(frozen=True, slots=True)
class _Mark:
    """How far the last run read: a point of the clock, when that was, and which model judged."""

    seq: int = 0
    micros: int = 0
    model: str = ""

    @classmethod
    def read(cls, space: Space) -> _Mark:
        content = space.kept(MARK)
        return cls() if content is None else cls(**json.loads(content))

    def store(self, space: Space) -> None:
        space.keep(MARK, json.dumps(asdict(self)).encode())


class Sleeper:
    """Consolidates one space.

    ``model`` is called when a summary is to be told; ``None`` from it means by template.
    """

    def __init__(
        self,
        space: Space,
        rules: Rules,
        analyser: Analyser,
        model: Callable[[], LanguageModel | None],
        now: Instant,
    ) -> None:
        self._space = space
        self._rules = rules
        self._analyser = analyser
        self._model = model
        self._now = now

    def sleep(self, *, everything: bool = False, progress: Callable[[int], None]) -> Night:
        """Do what is due since the last run, or with ``everything`` look at all there is.

        ``progress`` is called with the number of people just done.
        """
        night = Night()
        mark = _Mark() if everything else _Mark.read(self._space)
        reached = self._space.watermark().seq
        if not reached:
            return night  # nothing was ever written
        self._concepts(list(self._space.every(Entity, mark.seq)), night)
        merged = self._merged(mark)
        for one in merged:
            self._members_compared(one, night)
        judge = self._judged_again(mark, night)
        changed = self._changed(mark, night)
        for person in self._people(changed, merged):
            self._summed_up(person, frozenset(changed), night)
            progress(1)
        if night.items or (reached, judge) != (mark.seq, mark.model):
            _Mark(reached, self._now.micros, judge).store(self._space)
        return night

    # ------------------------------------------------------------------ what changed

    def _merged(self, mark: _Mark) -> list[Merge]:
        """The merges that were stored, or undone, since the mark."""
        fresh = {one.id: one for one in self._space.every(Merge, mark.seq)}
        undone = (one for one in self._space.every(Merge) if _is_undone_after(one, mark))
        return list((fresh | {one.id: one for one in undone}).values())

    def _changed(self, mark: _Mark, night: Night) -> dict[str, Record]:
        """The events that were stored, or went from one state to another, since the mark."""
        steps = (one for one in self._space.every(RecordStep, mark.seq) if one.actor != ACTOR)
        ids = dict.fromkeys(step.record for step in steps)
        records = self._space.several(Record, list(ids))
        night.read = len(records)
        kinds = (RecordKind.EVENT, RecordKind.SUMMARY)
        return {id: one for id, one in records.items() if one.kind in kinds}

    def _people(self, changed: dict[str, Record], merged: Iterable[Merge]) -> list[Person]:
        """Those whose events changed, and those that are one with somebody else by now or again."""
        subjects = [one.subject for one in changed.values()]
        subjects += [id for one in merged for id in (one.winner, one.loser)]
        found: dict[str, Person] = {}
        for id in dict.fromkeys(subjects):
            unit = Unit(self._space)
            entity = unit.one(Entity, id)
            if entity is None:
                continue
            everyone = drive(members(entity), unit.answer)  # who stands for them comes first
            names = tuple(dict.fromkeys(name for one in everyone for name in one.names))
            ids = frozenset(one.id for one in everyone)
            found[everyone[0].id] = Person(everyone[0].id, names, ids)
        return list(found.values())

    # ------------------------------------------------------------------ summaries

    def _summed_up(self, person: Person, changed: frozenset[str], night: Night) -> None:
        """Bring the summaries of one person up to date; a model is asked before that begins."""
        before = self._space.watermark()
        planned = self._due(Unit(self._space), person, changed)
        night.examined += planned.examined
        if not planned:
            return
        texts = self._told(planned.made, night.report)
        with self._space.atomic():
            unit = Unit(self._space)
            if self._space.watermark() != before:  # somebody has written meanwhile
                planned = self._due(unit, person, changed)
            for record in planned.ended:
                after, step = over(record, self._now, "its events are not what they were")
                unit.put(after, step)
                night.note(Outcome.SUPERSEDED, record.id, record.sentence)
            for record in planned.reopened:
                after, step = back(record, self._now)
                unit.put(after, step)
                night.note(Outcome.STORED, record.id, record.sentence)
            for summary in planned.made:
                text = texts.get(summary.id) or summary.text
                after, step, edges = written(summary, text, self._now, self._rules.searcher.ranks)
                unit.put(after, step, *edges)
                night.note(Outcome.STORED, after.id, after.sentence)
            unit.store()

    def _due(self, unit: Unit, person: Person, changed: frozenset[str]) -> Due:
        met = unit.meeting(Record, [f"subject {id}" for id in sorted(person.ids)], _ALL)
        known = [one for one in met if one.kind is RecordKind.SUMMARY]
        events = [one for one in met if one.kind is RecordKind.EVENT]
        return due(person, self._happenings(unit, person, events), known, changed)

    def _happenings(self, unit: Unit, person: Person, events: list[Record]) -> Iterator[Happening]:
        own = frozenset(self._analyser.terms(" ".join(person.names)))
        lens = Lens(self._analyser, self._rules.predicates, own)
        turns = unit.several(Turn, [one.evidence[0].turn for one in events])
        entities = unit.several(Entity, [one.value.entity for one in events if one.value.entity])
        for record in events:
            turn = turns.get(record.evidence[0].turn)
            said_at = None if turn is None else turn.said_at
            found = happening(record, said_at, partial(_name, entities), lens)
            if found is not None:
                yield found

    def _told(self, summaries: Iterable[Summary], report: Report) -> dict[str, str]:
        """The words of a model for some summaries, by id; none where the template has to do."""
        some = list(summaries)
        model = available(self._model, report, "summary") if some else None
        if model is None:
            return {}
        found = {}
        for summary in some:
            told = drive(tell(summary, [summary.person.name]), model.complete)
            found[summary.id] = told.text
            if told.usage.calls:
                report.usage.append(told.usage)
            if told.degraded is not None:
                report.degrade(told.degraded)
        return found

    # ------------------------------------------------------------------ doubts

    def _judged_again(self, mark: _Mark, night: Night) -> str:
        """Put what no judge could tell before a model that has not seen it; the model's name.

        What came in since the last time was put before it when it was saved.
        """
        model = available(self._model, night.report, "judge")
        if model is None or model.name == mark.model:
            return mark.model
        keys = [f"status {ConflictStatus.POSSIBLE.value}"]
        doubts = [one.id for one in self._space.meeting(Conflict, keys, _ALL)]
        found = recheck(self._space, doubts, self._rules, lambda: model, self._now)
        for conflict in found.settled:
            night.note(BECAME[conflict.status], conflict.id, conflict.reason)
        night.report.usage += found.usage
        night.report.degrade(*found.degraded)
        return mark.model if found.degraded else model.name

    # ------------------------------------------------------------------ two that are one

    def _concepts(self, fresh: Iterable[Entity], night: Night) -> None:
        """Merge concepts into those they surely are; of two new ones the later into the earlier."""
        later = {one.id: one for one in fresh}
        for id in list(later):
            del later[id]
            if self._one_concept(Unit(self._space), id, later) is None:
                continue  # found without holding up writers
            with self._space.atomic():
                unit = Unit(self._space)
                changes = self._one_concept(unit, id, later)
                if changes is not None:
                    unit.put(changes.entity, changes.merge)
                    unit.store()
                    reason = f"{changes.entity.name}: {changes.merge.reason}"
                    night.note(Outcome.MERGED, changes.merge.id, reason)

    def _one_concept(self, unit: Unit, id: str, later: Collection[str]) -> Changes | None:
        entity = unit.one(Entity, id)
        if entity is None:
            return None
        return drive(one_concept(entity, self._now, later), unit.answer)

    def _members_compared(self, made: Merge, night: Night) -> None:
        """What was learnt of the one that was merged, compared with what is known of the other."""
        if made.undone_at is not None:
            return
        for id in drive(of_merged(made), Unit(self._space).answer):
            with self._space.atomic():
                unit = Unit(self._space)
                done = compared(unit, id, self._rules, self._now)
                if done is None:
                    continue
                self._note_compared(done, unit, night)
                unit.store()

    def _note_compared(self, done: Resolved | Checked, unit: Unit, night: Night) -> None:
        unit.put(*done.nouns)
        if isinstance(done, Resolved):
            assert done.conflict is not None  # two records were compared
            night.note(Outcome.MERGED, done.conflict.id, done.records[0].sentence)
            return
        for conflict in (one for one in done.nouns if isinstance(one, Conflict)):
            state = done.settlement.incoming.state
            outcome = Outcome.DISPUTED if state is State.DISPUTED else Outcome.SUPERSEDED
            night.note(outcome, conflict.id, conflict.reason)


def _is_undone_after(made: Merge, mark: _Mark) -> bool:
    return made.undone_at is not None and made.undone_at.micros >= mark.micros


def _name(entities: dict[str, Entity], id: str) -> str:
    found = entities.get(id)
    return "" if found is None else found.name
