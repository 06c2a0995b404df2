"""The verbs about whom and what records speak of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from smalti.memory.base import Base
from smalti.model.entity import Entity, EntityKind, Merge
from smalti.model.errors import InvalidInput, NotFound
from smalti.model.record import Record

if TYPE_CHECKING:
    from smalti.write.unit import Unit

ALL = 1_000_000  # more than one entity can have of anything


class Naming(Base):
    """Looking up people and things, and saying which of them are one."""

    def entities(self) -> Iterator[Entity]:
        """Everybody and everything that records are about, but for those merged into another.

        What stands for a name that nobody has told yet ("she"), or is but a time ("Thursdays"), is
        in the records and not among them.
        """
        from smalti.write.entities import names_thing

        every = self._space.every(Entity)
        return (one for one in every if one.merged_into is None and names_thing(one.name))

    def entity(self, name: str) -> Entity:
        """The entity with this id or this name; of a merged one the one that stands for it.

        A person goes before things of the same name.

        Raises:
            NotFound: nobody and nothing of that name is known.
            InvalidInput: several are; the message gives their ids.
        """
        found = self._entities(name)
        people = [one for one in found if one.kind is EntityKind.PERSON]
        if len(people) == 1:
            return people[0]
        if len(found) > 1:
            listed = ", ".join(f"{one.id} ({one.category or one.kind.value})" for one in found)
            raise InvalidInput("name", name, f"is the name of several: {listed}", fix="Give an id")
        return found[0]

    def names(self, records: Iterable[Record]) -> dict[str, str]:
        """The names of all entities that some records mention, by id."""
        named = ((one.subject, one.value.entity, one.asserted_by) for one in records)
        ids = list(dict.fromkeys(id for three in named for id in three if id is not None))
        known = self._space.several(Entity, ids)
        return {id: self._canonical(known[id]).name if id in known else id for id in ids}

    def merge(self, winner: str, loser: str, *, reason: str = "") -> Merge:
        """Make two entities one, each given by id or by name; the winner's name stands for both.

        Records, names and evidence stay with whom they are, so :meth:`unmerge` restores all.

        Raises:
            NotFound: nobody and nothing of that name is known.
            InvalidInput: they are one already, or are a person and a thing.
        """
        from smalti.write.entities import merge_stored
        from smalti.write.unit import Unit
        from smalti.write.work import drive

        with self._space.atomic():
            unit = Unit(self._space)
            one, other = self.entity(winner), self.entity(loser)
            work = merge_stored(one.id, other.id, reason=reason, at=self._setup.now(), decided=True)
            changes = drive(work, unit.answer)
            unit.put(changes.entity, changes.merge)
            unit.store()
        return changes.merge

    def unmerge(self, id: str) -> Merge:
        """Take a merge back: everything is as if it had not been made.

        Raises:
            NotFound: there is no such merge in this space.
            InvalidInput: it was taken back before.
        """
        from smalti.write.entities import unmerge_stored
        from smalti.write.outdated import parted
        from smalti.write.unit import Unit
        from smalti.write.work import drive

        with self._space.atomic():
            made = self._space.one(Merge, id)
            if made is None:
                raise NotFound("merge", id, hint="`merge()` returned its id")
            unit, now = Unit(self._space), self._setup.now()
            changes = drive(unmerge_stored(made, at=now), unit.answer)
            unit.put(changes.entity, changes.merge)
            both = [self._cluster(unit, id) for id in (made.winner, made.loser)]
            unit.put(*drive(parted(both, now), unit.answer))
            unit.store()
        return changes.merge

    def _entities(self, name: str) -> list[Entity]:
        """The entities that an id or a name may mean, each standing for all it is one with."""
        from smalti.write.entities import name_key

        one = self._space.one(Entity, name)
        keys = [name_key(kind, name) for kind in EntityKind]
        named = [one] if one is not None else self._space.meeting(Entity, keys, ALL)
        if not named:
            raise NotFound("entity", name, hint="`smalti entities` lists everybody and everything")
        return list({entity.id: entity for entity in map(self._canonical, named)}.values())

    def _canonical(self, entity: Entity) -> Entity:
        if entity.merged_into is None:
            return entity
        from smalti.write.entities import canonical
        from smalti.write.unit import Unit
        from smalti.write.work import drive

        return drive(canonical(entity), Unit(self._space).answer)

    def _cluster(self, unit: Unit, id: str) -> frozenset[str]:
        """The ids of all that an entity is one with."""
        from smalti.write.entities import members
        from smalti.write.work import drive

        entity = unit.one(Entity, id)
        everyone = [] if entity is None else drive(members(entity), unit.answer)
        return frozenset(one.id for one in everyone)

    def _members(self, entity: Entity) -> list[Entity]:
        from smalti.write.entities import members
        from smalti.write.unit import Unit
        from smalti.write.work import drive

        return drive(members(entity), Unit(self._space).answer)
