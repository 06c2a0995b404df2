"""Resolving: the names in a statement become entities, and the statement a record.

What stands for what is decided from the statement and from what is stored; the same turns, read in
the same order, give the same ids in every store.
"""

from __future__ import annotations

from dataclasses import replace

from smalti.model.entity import Entity, EntityKind
from smalti.model.ids import content_id
from smalti.model.record import Confidence, Evidence, Record, Value
from smalti.model.time import Instant
from smalti.write.entities.draft import Draft
from smalti.write.entities.kinship import Relative
from smalti.write.entities.merging import canonical
from smalti.write.entities.references import (
    bearer,
    is_pronoun,
    is_proper,
    is_unbound,
    names_thing,
)
from smalti.write.entities.relatives import by_kinship
from smalti.write.entities.spelling import by_spelling, speaker, typed
from smalti.write.entities.telling import Told, kin_in, told
from smalti.write.statement import Name, Resolved, Statement
from smalti.write.work import Work

_CONSISTENCY = 0.5  # neither with nor against what is stored: the gate, which looks, sets it


def resolve(statement: Statement, *, now: Instant, extractor: str = "") -> Work[Resolved]:
    """Find or make the entities that a statement's names mean, and make its record.

    The record is a candidate; its id follows from where the statement stands and what it says, so
    that a turn read twice gives the same records. ``entities`` are new or changed. ``proposals``
    ask whether two entities are one; those that the turn itself answers are already answered, see
    :func:`smalti.write.entities.settle`.
    """
    draft = Draft(statement, now)
    asserter = yield from speaker(draft, statement.asserted_by)
    draft.speaker = asserter.id
    names = told(statement)
    subject = yield from _subject(draft, names, asserter)
    if names.alias:
        subject = yield from _alias(draft, subject, names.alias)
    value = yield from _value(draft, names, subject, asserter)
    return Resolved(
        _record(draft, subject, value, asserter, extractor),
        statement,
        tuple(draft.changed.values()),
        tuple(draft.proposals.values()),
    )


# --- entities ------------------------------------------------------------------------------------


def _meant(draft: Draft, name: Name, asserter: Entity) -> Work[Entity]:
    """The entity that a name means."""
    name = draft.sure(name)
    if _same_name(name, draft.statement.asserted_by):
        return asserter
    relative = kin_in(name)
    if relative is None or relative.owner is None:
        name = yield from typed(draft, name)
        return (yield from by_spelling(draft, name))
    return (yield from _relative(draft, relative, name, asserter))


def _relative(draft: Draft, relative: Relative, name: Name, asserter: Entity) -> Work[Entity]:
    owner = asserter
    if relative.owner:
        whose = Name(relative.owner, EntityKind.PERSON, name.context)
        owner = yield from _meant(draft, whose, asserter)
    return (yield from by_kinship(draft, relative, owner, name))


def _same_name(name: Name, other: Name) -> bool:
    return name.kind is other.kind and bearer(name) == bearer(other)


def _subject(draft: Draft, names: Told, asserter: Entity) -> Work[Entity]:
    statement, relative = draft.statement, names.subject
    if names.alias and is_unbound(bearer(statement.subject)):  # "she's called Mote"
        return (yield from by_spelling(draft, replace(statement.subject, text=names.alias)))
    if relative is None or relative.owner is None:
        return (yield from _meant(draft, statement.subject, asserter))
    if names.owning and isinstance(statement.value, Name):
        owner = yield from _meant(draft, statement.value, asserter)
        return (yield from by_kinship(draft, relative, owner, statement.subject))
    return (yield from _relative(draft, relative, statement.subject, asserter))


def _alias(draft: Draft, subject: Entity, alias: str) -> Work[Entity]:
    """The subject with another name; if it is somebody's already, whether they are the same."""
    others = yield from draft.bearers(subject, alias)
    if not others:
        return draft.learn(subject, alias)
    known = subject.id == draft.speaker or is_proper(subject.kind, subject.name)
    if draft.learns and known:
        yield from draft.ask(subject, others[0])
    return subject


def _value(draft: Draft, names: Told, subject: Entity, asserter: Entity) -> Work[Value]:
    value = draft.statement.value
    if isinstance(value, Value):
        return value
    if names.as_text or (names.value is None and not _is_thing(value)):
        return Value(text=_whole(value.text, draft))
    if names.value is None or names.value.owner is None:
        entity = yield from _meant(draft, value, asserter)
    elif names.owned:
        entity = yield from by_kinship(draft, names.value, subject, value)
    else:
        entity = yield from _relative(draft, names.value, value, asserter)
    one, other = (yield from canonical(entity)), (yield from canonical(subject))
    return Value(text=value.text) if one.id == other.id else Value(entity=entity.id)


def _is_thing(value: Name) -> bool:
    """Whether a value names something; of a pronoun nobody knows what."""
    return is_pronoun(value.text) or names_thing(value.text)


def _whole(text: str, draft: Draft) -> str:
    """A value in full: "Ada's Thursdays", where "Ada's" alone was taken for a name."""
    said = draft.statement.candidate.object
    return said if text.endswith(("'s", "’s")) and said.startswith(text) else text


# --- the record ----------------------------------------------------------------------------------


def _record(
    draft: Draft, subject: Entity, value: Value, asserter: Entity, extractor: str
) -> Record:
    statement, candidate = draft.statement, draft.statement.candidate
    steps = (*statement.grounded.derived, *statement.derived, *draft.steps)
    return Record(
        id=record_id(statement),
        kind=candidate.kind,
        sentence=candidate.sentence,
        subject=subject.id,
        predicate=statement.predicate,
        value=value,
        asserted_by=asserter.id,
        authority=statement.authority,
        valid=statement.valid,
        recorded_at=draft.now,
        confidence=Confidence(candidate.directness, _CONSISTENCY, statement.specificity),
        evidence=(Evidence(candidate.turn, candidate.start, candidate.end),),
        extractor=extractor,
        facet=candidate.facet,
        polarity=candidate.polarity,
        modality=candidate.modality,
        condition=candidate.condition,
        recurrence=statement.recurrence,
        ended=candidate.ended,
        correction=candidate.correction,
        instruction_like=candidate.instruction_like,
        derived=tuple(dict.fromkeys(steps)),
    )


def record_id(statement: Statement) -> str:
    """The id of the record that a statement becomes: where it stands, and what it says."""
    candidate = statement.candidate
    return content_id(
        "r",
        candidate.turn,
        str(candidate.start),
        str(candidate.end),
        statement.subject.text,
        statement.predicate,
        _written(statement.value),
        str(candidate.polarity),
        candidate.modality.value,
        candidate.condition or "",
    )


def _written(value: Value | Name) -> str:
    if isinstance(value, Name):
        return f"name {value.kind.value} {value.text}"
    if value.number is None:
        return f"text {value.text}" if value.text is not None else f"entity {value.entity}"
    return f"number {value.comparator} {value.number} {value.upper} {value.unit}"
