"""Whom and what nobody speaks of any more, and names that only an erased turn told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from smalti.model.entity import Entity, Merge
from smalti.model.record import Record
from smalti.write.entities.keys import kin_key, merged_key
from smalti.write.forget.draft import Draft
from smalti.write.forget.lost import Lost
from smalti.write.forget.requests import Every
from smalti.write.work import Work


def names_lost(draft: Draft, lost: Lost) -> Work[list[Entity]]:
    """The entities with a name, a category or a kinship in words that are lost."""
    if not lost.terms:
        return []
    stored: Iterable[Entity] = yield Every(Entity)
    return [
        one
        for one in stored
        if lost.stand_in(*one.names, one.category, *(kin.relation for kin in one.kin))
    ]


def take_unspoken_of(draft: Draft, renamed: Iterable[Entity], lost: Lost) -> Work[None]:
    """Take out the entities that only erased records spoke of, and names that are lost.

    One that other records speak of stays. If no name of it is left, its id has to do.
    """
    waiting = {one.id: one for one in renamed}
    for record in [one for one in draft.removed if isinstance(one, Record)]:
        for id in (record.subject, record.value.entity, record.asserted_by):
            entity = None if id is None else (yield from draft.one(Entity, id))
            if entity is not None:
                waiting.setdefault(entity.id, entity)
    while waiting:
        going = []
        for one in waiting.values():
            spoken_of = yield from _is_spoken_of(draft, one)
            going += [] if spoken_of else [one]
        if not going:
            break
        yield from drop(draft, going)
        waiting = {id: one for id, one in waiting.items() if one not in going}
    for one in draft.now(waiting.values()):
        draft.put(_renamed(one, lost))


def drop(draft: Draft, entities: Iterable[Entity]) -> Work[None]:
    """Take out entities with the merges that they are a side of; others are their kin no more."""
    gone = {one.id: one for one in entities}
    draft.remove(*gone.values())
    kin = yield from draft.meeting(Entity, [kin_key(id) for id in gone])
    draft.put(*(replace(one, kin=tuple(k for k in one.kin if k.owner not in gone)) for one in kin))
    merges = yield from draft.holding(Merge, gone)
    yield from take_back(draft, merges)
    loose = yield from draft.meeting(Entity, [merged_key(id) for id in gone])
    draft.put(*(replace(one, merged_into=None) for one in loose if one.merged_into in gone))


def take_back(draft: Draft, merges: Iterable[Merge]) -> Work[None]:
    """Undo merges, and keep no note of them."""
    for made in merges:
        draft.remove(made)
        loser = yield from draft.one(Entity, made.loser)
        if loser is not None and made.undone_at is None and loser.merged_into == made.winner:
            draft.put(replace(loser, merged_into=None))


def _is_spoken_of(draft: Draft, entity: Entity) -> Work[bool]:
    """Whether a record mentions it, or somebody that is spoken of is its kin or one with it."""
    records = yield from draft.meeting(Record, [f"entity {entity.id}"])
    if records:
        return True
    beside = yield from draft.meeting(Entity, [kin_key(entity.id), merged_key(entity.id)])
    return any(one.id != entity.id for one in beside)


def _renamed(entity: Entity, lost: Lost) -> Entity:
    names = [name for name in entity.names if not lost.stand_in(name)]
    return replace(
        entity,
        name=names[0] if names else entity.id,
        aliases=tuple(names[1:]),
        category="" if lost.stand_in(entity.category) else entity.category,
        kin=tuple(kin for kin in entity.kin if not lost.stand_in(kin.relation)),
    )
