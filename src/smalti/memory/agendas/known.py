"""What is known of the units of an agenda, derived from records and beliefs each time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from smalti.agenda.form import Unit
from smalti.agenda.state import State
from smalti.memory.agendas.fitting import fitting
from smalti.memory.agendas.sheets import Opened
from smalti.model.entity import Entity, EntityKind
from smalti.model.lifecycle import State as Standing
from smalti.model.record import Belief, Modality, Record, SlotKind
from smalti.model.time import Instant
from smalti.store.contract import Space
from smalti.write.checking import Rules
from smalti.write.entities import members, name_key
from smalti.write.gate import belief_id_for, entropy
from smalti.write.gate.belief import favourite
from smalti.write.gate.slots import SINGLE, is_past
from smalti.write.unit import Unit as Work
from smalti.write.work import drive

_ALL = 100_000  # records of the slots of one subject


@dataclass(frozen=True, slots=True)
class Known:
    """The values of a unit, H of the belief in them in bits, and the records that say so."""

    values: tuple[str, ...] = ()
    entropy: float = 0.0
    records: tuple[str, ...] = ()


_NOTHING = Known()


def known(space: Space, rules: Rules, units: Iterable[Unit], now: Instant) -> dict[str, Known]:
    """What is believed of each unit, by its id.

    Only current records count: what is pending or disputed leaves a unit open, and so does what is
    over. Entities that were merged count as one.
    """
    subjects: defaultdict[str, list[Unit]] = defaultdict(list)
    for unit in units:
        subjects[unit.subject].append(unit)
    found: dict[str, Known] = {}
    for subject, own in subjects.items():
        records = _current(space, subject_ids(space, subject), own)
        for unit in own:
            kind = rules.slot_of(unit.predicate)
            told = [
                one
                for one in records
                if one.predicate == unit.predicate and not is_past(one, kind, now)
            ]
            found[unit.id] = _known(space, unit, told, kind)
    return found


def _known(space: Space, unit: Unit, told: Sequence[Record], kind: SlotKind) -> Known:
    """What records of the slot of a unit say."""
    ids = {one.id: belief_id_for(one, kind) for one in told}
    beliefs = space.several(Belief, list(ids.values()))
    if kind in SINGLE and len(told) > 1:
        told = _favoured(told, beliefs.values())
    answers = _answers(space, unit, told)
    return Known(
        tuple(dict.fromkeys(answers.values())),
        max(
            (entropy(beliefs[ids[id]].distribution) for id in answers if ids[id] in beliefs),
            default=0.0,
        ),
        tuple(answers),
    )


def _favoured(told: Sequence[Record], beliefs: Iterable[Belief]) -> Sequence[Record]:
    """Of values that rule each other out, and that no judge could tell about, what is believed."""
    likeliest = {
        one.record
        for belief in beliefs
        for one in belief.observations
        if one.value == favourite(belief.distribution)
    }
    return [one for one in told if one.id in likeliest] or told


def informed(one: Opened, found: Mapping[str, Known]) -> State:
    """The state of an agenda with what is known of its units."""
    standings = {}
    for id in one.form.by_id:
        told = found.get(id, _NOTHING)
        standing = one.state.of(id)
        if told.values:
            standing = replace(standing, values=told.values, entropy=told.entropy, asked=0)
        standings[id] = standing
    return State(standings, one.state.previous)


def subject_ids(space: Space, subject: str) -> list[str]:
    """The ids of all that a subject may be: each of its name, with all it is one with."""
    unit = Work(space)
    named = space.meeting(Entity, [name_key(kind, subject) for kind in EntityKind], _ALL)
    clusters = [drive(members(one), unit.answer) for one in named]
    return list(dict.fromkeys(one.id for cluster in clusters for one in cluster))


def _current(space: Space, ids: Sequence[str], units: Sequence[Unit]) -> list[Record]:
    keys = [f"slot {id} {unit.predicate}" for id in ids for unit in units]
    met = space.meeting(Record, keys, _ALL) if keys else []
    return [
        one
        for one in met
        if one.state is Standing.CURRENT and one.modality is Modality.ASSERTED and not one.ended
    ]


def _answers(space: Space, unit: Unit, records: Iterable[Record]) -> dict[str, str]:
    """The answers that records give, by record; a value that is an entity by its name."""
    answers: dict[str, str] = {}
    for record in records:
        entity = record.value.entity and space.one(Entity, record.value.entity)
        name = entity.name if entity else ""
        text = fitting(unit, record.value, polarity=record.polarity, name=name)
        if text is not None:
            answers[record.id] = text
    return answers
