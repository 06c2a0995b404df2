"""A memory in which statements are resolved and stored, as the write path does it."""

from __future__ import annotations

from itertools import count
from typing import Any

from smalti.model.conflict import Clarification, ClarificationStatus
from smalti.model.entity import Entity, EntityKind, Merge
from smalti.model.record import Authority, Record, SlotKind, Value
from smalti.model.time import Instant, Interval
from smalti.model.turn import Role, Turn
from smalti.store.contract import Space
from smalti.write.entities import entity_keys, merge_stored, record_keys, resolve, settle
from smalti.write.extract import Candidate
from smalti.write.statement import Grounded, Name, Resolved, Statement
from smalti.write.work import Meeting, One, Work, drive
from store.helpers import TERMS, entry

NOW = Instant.of("2026-03-01T12:00:00+01:00")
PERSON, CONCEPT = EntityKind.PERSON, EntityKind.CONCEPT


def thing(text: str, category: str = "") -> Name:
    """The name of something."""
    return Name(text, CONCEPT, category=category)


def somebody(text: str) -> Name:
    """The name of somebody."""
    return Name(text, PERSON)


def stated(
    text: str,
    subject: Name | str,
    predicate: str = "note",
    value: Value | Name | str = "so",
    *,
    by: str = "Ada",
    turn: str = "",
    authority: Authority = Authority.SELF,
    **candidate: Any,
) -> Statement:
    """A statement whose quote is the whole turn."""
    id = turn or f"turn of {by}: {text}"
    said = Turn(id, text, by, Role.USER, NOW, "session", NOW)
    context = f"{by}: {text}"
    about = somebody(subject) if isinstance(subject, str) else subject
    given: dict[str, Any] = {"sentence": text, "predicate": predicate, "object": "", **candidate}
    made = Candidate(id, 0, len(text), subject=about.text, asserted_by=by, **given)
    return Statement(
        grounded=Grounded(made, said),
        subject=_with_context(about, context),
        predicate=predicate,
        slot=SlotKind.UNKNOWN,
        value=_value(value, context),
        asserted_by=Name(by, PERSON, context),
        authority=authority,
        valid=Interval.undated(NOW),
        specificity=0.5,
    )


def _value(value: Value | Name | str, context: str) -> Value | Name:
    if isinstance(value, str):
        return Value(text=value)
    return _with_context(value, context) if isinstance(value, Name) else value


def _with_context(name: Name, context: str) -> Name:
    return Name(name.text, name.kind, name.context or context, name.category)


class World:
    """A space, and what the write path does to it with a statement."""

    def __init__(self, space: Space) -> None:
        self.space = space
        self._later = count()

    def drive(self, work: Work[Any]) -> Any:
        """Run a stage on what is stored."""
        return drive(work, self._answer)

    def _answer(self, request: Any) -> Any:
        if isinstance(request, One):
            return self.space.one(request.cls, request.id)
        assert isinstance(request, Meeting)
        return self.space.meeting(request.cls, request.keys, request.limit)

    def resolve(self, statement: Statement) -> Resolved:
        """What becomes of a statement; nothing is stored."""
        resolved: Resolved = self.drive(resolve(statement, now=NOW, extractor="test"))
        return resolved

    def tell(self, text: str, subject: Name | str, *args: Any, **options: Any) -> Resolved:
        """Make a statement, resolve it, and store what came out."""
        return self.store(stated(text, subject, *args, **options))

    def store(self, statement: Statement) -> Resolved:
        """Resolve a statement, store what came out, and merge what its turn says to be one."""
        resolved = self.resolve(statement)
        with self.space.atomic():
            self.space.append_turns([entry(statement.grounded.turn)], TERMS)
            self.space.put_all((one, entity_keys(one)) for one in resolved.entities)
            self.space.put_all((one, None) for one in resolved.proposals)
            self.space.put(resolved.record, record_keys(resolved.record))
            for asked in resolved.proposals:
                if asked.status is ClarificationStatus.ANSWERED:
                    self.settle(asked)
        return resolved

    def settle(self, asked: Clarification) -> None:
        """Merge what an answered question is about."""
        changes = self.drive(settle(asked, at=NOW))
        if changes is not None:
            self.space.put(changes.entity, entity_keys(changes.entity))
            self.space.put(changes.merge)

    def merge(self, winner: str, loser: str, **options: Any) -> Merge:
        """Merge two stored entities."""
        at = Instant(NOW.micros + next(self._later))  # two merges are never at one moment
        changes = self.drive(merge_stored(winner, loser, reason="test", at=at, **options))
        self.space.put(changes.entity, entity_keys(changes.entity))
        self.space.put(changes.merge)
        made: Merge = changes.merge
        return made

    def entity(self, id: str) -> Entity:
        """An entity that must be there."""
        found = self.space.one(Entity, id)
        assert found is not None
        return found

    def subject(self, resolved: Resolved) -> Entity:
        """Whom the record is about, as stored now."""
        return self.entity(resolved.record.subject)

    def names(self) -> list[str]:
        """The names of all entities in the order they were stored, but for the speakers'."""
        speakers = {record.asserted_by for record in self.space.every(Record)}
        return [one.name for one in self.space.every(Entity) if one.id not in speakers]

    def questions(self) -> list[str]:
        """All questions that were queued."""
        return [asked.question for asked in self.space.every(Clarification)]
