"""Which turns and which records are meant by what somebody wants forgotten."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace

from smalti.model.entity import Entity
from smalti.model.errors import NotFound
from smalti.model.record import Record, RecordKind
from smalti.model.turn import Turn
from smalti.write.entities import members, name_key
from smalti.write.entities.references import is_proper, is_unbound
from smalti.write.forget.records import lent
from smalti.write.forget.requests import Every, Said, Speakers
from smalti.write.forget.target import Kind, Target
from smalti.write.names import normal_form
from smalti.write.names.tables import occurrences
from smalti.write.work import Meeting, One, Work

_ALL = 1_000_000


@dataclass(frozen=True, slots=True)
class Chosen:
    """What is to be erased outright: turns, records, entities.

    ``left`` counts the turns that still hold a name of the entity, since it is also the name of
    another one, or no name but a word for many things.
    """

    turns: Mapping[str, Turn]
    records: tuple[Record, ...] = ()
    entities: tuple[Entity, ...] = field(default=())
    left: int = 0


def chosen(target: Target) -> Work[Chosen]:
    """What a target means.

    Raises:
        NotFound: there is nothing of the kind in this space.
    """
    return (yield from _CHOOSE[target.kind](target.id))


def _turn(id: str) -> Work[Chosen]:
    turn: Turn | None = yield One(Turn, id)
    if turn is None:
        raise NotFound("turn", id, hint="`smalti turns` lists what there is")
    return Chosen({turn.id: turn})


def _session(id: str) -> Work[Chosen]:
    turns: list[Turn] = yield Said(session=id)
    if not turns:
        raise NotFound("session", id, hint="`smalti sessions` lists what there is")
    return Chosen({turn.id: turn for turn in turns})


def _source(name: str) -> Work[Chosen]:
    entity: Entity | None = yield One(Entity, name)
    turns = yield from _said_by([name] if entity is None else entity.names)
    if not turns:
        raise NotFound("source", name, hint="`smalti sessions` lists who has spoken")
    return Chosen(turns)


def _record(id: str) -> Work[Chosen]:
    """A record with the turns that it quotes: its words stand there. Of a summary only itself."""
    record: Record | None = yield One(Record, id)
    if record is None:
        raise NotFound("record", id, hint="`smalti records` lists what there is")
    own = yield from _own(record)
    turns = {} if record.kind is RecordKind.SUMMARY else (yield from _quoted([own]))
    return Chosen(turns, (record,))


def _entity(id: str) -> Work[Chosen]:
    """An entity with all it is one with: what is said of it, by it, and where its names stand."""
    entity: Entity | None = yield One(Entity, id)
    if entity is None:
        raise NotFound("entity", id, hint="`smalti entities` lists everybody and everything")
    cluster: list[Entity] = yield from members(entity)
    keys = tuple(f"entity {one.id}" for one in cluster)
    records: list[Record] = yield Meeting(Record, keys, _ALL)
    names = [name for one in cluster for name in one.names if not is_unbound(name)]
    turns = yield from _quoted_of(records, {one.id for one in cluster})
    turns |= yield from _said_by(names)
    own = yield from _its_alone(cluster, names)
    said: Iterable[Turn] = yield Every(Turn)
    left = 0
    for turn in said:
        if turn.id in turns:
            continue
        if _mentions(turn, own):
            turns[turn.id] = turn
        else:
            left += _mentions(turn, names)
    return Chosen(turns, tuple(records), tuple(cluster), left)


_CHOOSE: Mapping[Kind, Callable[[str], Work[Chosen]]] = {
    Kind.TURN: _turn,
    Kind.SESSION: _session,
    Kind.SOURCE: _source,
    Kind.RECORD: _record,
    Kind.ENTITY: _entity,
}


def _own(record: Record) -> Work[Record]:
    """A record without the quotes that a merge lent it, unless it has no others."""
    others = yield from lent(record)
    own = tuple(one for one in record.evidence if one not in others)
    return replace(record, evidence=own or record.evidence)


def _quoted_of(records: Iterable[Record], ids: AbstractSet[str]) -> Work[dict[str, Turn]]:
    """The turns that records of an entity rest on.

    What it only said is not in the turns of others that were merged into it.
    """
    found: dict[str, Turn] = {}
    for record in records:
        about = not ids.isdisjoint((record.subject, record.value.entity))
        found |= yield from _quoted([record if about else (yield from _own(record))])
    return found


def _quoted(records: Iterable[Record]) -> Work[dict[str, Turn]]:
    """The turns that records rest on."""
    found: dict[str, Turn] = {}
    for id in dict.fromkeys(quote.turn for record in records for quote in record.evidence):
        turn: Turn | None = yield One(Turn, id)
        if turn is not None:
            found[id] = turn
    return found


def _said_by(names: Sequence[str]) -> Work[dict[str, Turn]]:
    """The turns of all speakers with one of these names, however it is spelt."""
    speakers: list[str] = yield Speakers()
    forms = {normal_form(name) for name in names}
    found: dict[str, Turn] = {}
    for speaker in speakers:
        if normal_form(speaker) in forms:
            turns: list[Turn] = yield Said(speaker=speaker)
            found |= {turn.id: turn for turn in turns}
    return found


def _its_alone(cluster: Sequence[Entity], names: Sequence[str]) -> Work[list[str]]:
    """The names that are proper ones, and nobody else's."""
    ids = {one.id for one in cluster}
    kind = cluster[0].kind
    own = []
    for name in dict.fromkeys(names):
        if is_proper(kind, name):
            namesakes: list[Entity] = yield Meeting(Entity, (name_key(kind, name),), _ALL)
            own += [name] if ids.issuperset(one.id for one in namesakes) else []
    return own


def _mentions(turn: Turn, names: Iterable[str]) -> bool:
    texts = (turn.text, *(attachment.caption for attachment in turn.attachments))
    return any(occurrences(text, name) for name in names for text in texts)
