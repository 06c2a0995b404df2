"""Under which keys entities and records are kept, so that a stage finds those it needs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from smalti.model.entity import Entity, EntityKind
from smalti.model.record import Record
from smalti.text.quantities.units import unit_named
from smalti.write.entities.kinship import relative_of
from smalti.write.entities.references import is_unbound, without_article
from smalti.write.entities.relations import is_animal
from smalti.write.names import Mention, candidate_keys, normal_form
from smalti.write.names.parts import known_kind

LONGEST = 60  # characters of a name that is compared with others


def entity_keys(entity: Entity) -> tuple[str, ...]:
    """The keys of an entity, for :meth:`smalti.store.contract.Space.put`.

    Its names as they are spelt (:func:`name_key`), what finds names that are alike
    (:func:`near_keys`), whose relative it is (:func:`kin_key`), and what it is merged into
    (:func:`merged_key`). Names such as "he", which mean somebody else each time, are no keys.
    """
    names = [name for name in entity.names if not is_unbound(name)]
    own = [name for name in own_names(entity) if name in names and len(name) <= LONGEST]
    keys = [name_key(entity.kind, name) for name in names]
    keys += [key for name in own for key in near_keys(entity.kind, name)]
    keys += [kin_key(kin.owner) for kin in entity.kin]
    if entity.merged_into is not None:
        keys.append(merged_key(entity.merged_into))
    return tuple(dict.fromkeys(keys))


def is_pet(entity: Entity) -> bool:
    """Whether it is an animal that somebody keeps."""
    animals = (is_animal(kin.relation) for kin in entity.kin)
    return known_kind(entity.category) == "animal" or any(animals)


def own_names(entity: Entity) -> tuple[str, ...]:
    """Its names but for those that only say whose relative it is."""
    if not entity.kin:
        return entity.names
    return tuple(name for name in entity.names if relative_of(name, bare=False) is None)


def name_key(kind: EntityKind, name: str) -> str:
    """Under this an entity of a kind is found by any of its names, in every spelling.

    An article before the name of a thing makes no difference.
    """
    form = normal_form(name)
    return f"name {kind.value} {without_article(form) if kind is EntityKind.CONCEPT else form}"


@lru_cache(maxsize=1 << 14)
def near_keys(kind: EntityKind, name: str) -> tuple[str, ...]:
    """Under these, entities of a kind with names that are alike are found."""
    mention = Mention(name, kind="person" if kind is EntityKind.PERSON else "concept")
    return tuple(sorted(f"near {kind.value} {key}" for key in candidate_keys(mention)))


def kin_key(owner: str) -> str:
    """Under this the relatives of an entity are found."""
    return f"kin {owner}"


def merged_key(winner: str) -> str:
    """Under this the entities that were merged into one are found."""
    return f"merged {winner}"


def record_keys(record: Record) -> tuple[str, ...]:
    """The keys of a record, for :meth:`smalti.store.contract.Space.put`.

    ``slot SUBJECT PREDICATE`` · ``subject ID`` · ``value ID`` · ``entity ID`` for all whom it
    mentions: subject, value and who asserted it · ``by ID`` for the latter alone · ``turn ID`` for
    each turn it rests on · ``quantity SUBJECT DIMENSION`` where the value is a number.
    """
    return tuple(dict.fromkeys(_record_keys(record)))


def _record_keys(record: Record) -> Iterator[str]:
    value = record.value
    yield f"slot {record.subject} {record.predicate}"
    yield f"subject {record.subject}"
    if value.entity is not None:
        yield f"value {value.entity}"
    for mentioned in (record.subject, value.entity, record.asserted_by):
        if mentioned is not None:
            yield f"entity {mentioned}"
    yield f"by {record.asserted_by}"
    for quote in record.evidence:
        yield f"turn {quote.turn}"
    if value.number is not None:
        unit = unit_named(value.unit)
        yield f"quantity {record.subject} {unit.dimension if unit else value.unit}"
