"""Two that are one: concepts under two names, and what was learnt of two entities since merged."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from smalti.consolidate.summaries import ACTOR
from smalti.model.conflict import Conflict, ConflictKind, Relation
from smalti.model.entity import Entity, EntityKind, Merge
from smalti.model.errors import InvalidInput
from smalti.model.lifecycle import State
from smalti.model.record import Record, RecordKind
from smalti.model.time import Instant
from smalti.write.checking import Checked, Rules, check
from smalti.write.entities import Changes, members, merge_stored, names_thing
from smalti.write.entities.judging import kind_word, of_other_spelling
from smalti.write.entities.keys import near_keys
from smalti.write.names import Mention, Verdict
from smalti.write.resolving import Decider, Resolved, resolved
from smalti.write.settle import Choice, conflict_id
from smalti.write.unit import Unit
from smalti.write.work import Meeting, One, Work, drive

_NEAR = 16  # entities with a name like it
_TOLD = 8  # sentences about one
_ALL = 100_000


def one_concept(entity: Entity, at: Instant, later: Collection[str] = ()) -> Work[Changes | None]:
    """The merge of a concept into one that was known before, if they are surely the same.

    What only people may overlook (other digits, another category) is left to them. ``later`` are
    the ids of those that were not known before.
    """
    if entity.kind is not EntityKind.CONCEPT or entity.merged_into or not names_thing(entity.name):
        return None
    met: list[Entity] = yield Meeting(Entity, tuple(near_keys(entity.kind, entity.name)), _NEAR)
    unlike = {entity.id, *later}
    near = [one for one in met if one.id not in unlike and one.kind is entity.kind]
    near = [one for one in near if one.merged_into is None]
    if not near:
        return None
    own = yield from _told_of(entity)
    kind = kind_word(entity.kind, entity.category)
    mention = Mention(entity.name, "\n".join(own), kind)
    for other in near:
        judged = of_other_spelling(mention, other, (yield from _told_of(other)))
        if judged.verdict is not Verdict.SAME:
            continue
        try:
            return (yield from merge_stored(other.id, entity.id, reason=judged.reason, at=at))
        except InvalidInput:
            continue  # only people may say that these are one
    return None


def _told_of(entity: Entity) -> Work[Sequence[str]]:
    found: list[Record] = yield Meeting(Record, (f"entity {entity.id}",), _TOLD)
    return [one.sentence for one in found]


def of_merged(made: Merge) -> Work[list[str]]:
    """The ids of the records that are believed of what is merged into an entity."""
    winner: Entity | None = yield One(Entity, made.winner)
    if winner is None:
        return []
    cluster = yield from members(winner)
    keys = tuple(f"subject {one.id}" for one in cluster[1:])
    found: list[Record] = yield Meeting(Record, keys, _ALL)
    believed = (one for one in found if one.state is State.CURRENT)
    return [one.id for one in believed if one.kind is not RecordKind.SUMMARY]


def compared(unit: Unit, id: str, rules: Rules, at: Instant) -> Resolved | Checked | None:
    """What follows for a record that was learnt of one entity and is now about another as well.

    It is compared as if it were new: a duplicate is merged, by a conflict that can be undone; what
    contradicts it is settled or disputed. ``None`` where nothing follows.
    """
    record = unit.one(Record, id)
    if record is None or record.state is not State.CURRENT:
        return None
    checked = drive(check(record, rules, at=at), unit.answer)
    if checked is None:
        return None
    twin = checked.settlement.merged
    if twin is None:
        return checked if checked.settlement.changes or checked.settlement.conflicts else None
    return _merged(unit, twin, record, rules, at)


def _merged(unit: Unit, twin: str, record: Record, rules: Rules, at: Instant) -> Resolved:
    reason = "the same of one and the same"
    found = Conflict(
        conflict_id(twin, record.id),
        twin,
        record.id,
        ConflictKind.IDENTITY,
        ACTOR,
        1.0,
        reason,
        at,
        relation=Relation.DUPLICATE,
    )
    unit.put(found)
    return drive(resolved(found.id, Choice.MERGE, Decider(ACTOR, at, reason), rules), unit.answer)
