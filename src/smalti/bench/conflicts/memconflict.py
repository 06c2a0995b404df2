"""MemConflict: facts that stay, values that change, likings under conditions, other people's facts.

The events of a persona go into a memory in their order, in two forms: ``asserted``, as structured
statements, so that only conflicts are measured; and ``told``, as plain sentences of the user, so
that extraction takes part. Then:

* **static**: of a fact that is stated (point A) and later contradicted (point B), the first is
  kept: its record is current or disputed, and that of the second is not current;
* **dynamic**: after each change, what is current of the field is the new value and nothing else;
* **conditional**: a liking under one condition is still current at the end;
* **other people**: a record made of what was said of somebody else gives that value to the user.
  There must be none.

Some second points are whole sentences about the user ("He studied civil engineering exclusively")
and not values; the share that is kept is told for values alone as well. Asserted, such a sentence
is the value of the field; told, it is put in as it is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from smalti.bench.conflicts.events import USER, Stated, names_in, stated_in
from smalti.bench.conflicts.fields import field_of
from smalti.bench.conflicts.stand import Stand
from smalti.bench.extraction.score import share
from smalti.memory import Memory
from smalti.model.lifecycle import State
from smalti.model.record import Record
from smalti.model.results import Receipt
from smalti.text.analyse import normalise

_SHORT = 3  # letters of words that two texts may well share
_NAMING = ("named", "personal_name")
_HELD = frozenset({State.CURRENT, State.DISPUTED})


class Form(Enum):
    """How events are handed in."""

    ASSERTED = "asserted"
    TOLD = "told"


@dataclass(frozen=True, slots=True)
class Checked:
    """Whether one thing is as it should be, and what is there instead.

    ``wordy`` says that what contradicts it is a sentence and no value.
    """

    what: str
    path: str
    right: bool
    found: str = ""
    state: str = ""
    wordy: bool = False


@dataclass(slots=True)
class Told:
    """The turns of each field and of each conflict, with what they state."""

    fields: dict[str, dict[str, str]] = field(default_factory=lambda: defaultdict(dict))
    points: dict[tuple[str, str], Stated] = field(default_factory=dict)
    turns: dict[Stated, str] = field(default_factory=dict)
    others: dict[str, Stated] = field(default_factory=dict)
    check_ms: list[float] = field(default_factory=list)


def check_persona(
    stand: Stand, name: str, events: Sequence[Mapping[str, Any]], form: Form
) -> tuple[list[Checked], list[float]]:
    """Hand in what happens to a persona, and check what is held; the milliseconds of the checks."""
    memory = stand.space(f"{name[:8]}-{form.value}", "en")
    told, found = Told(), []
    names = names_in(events)
    for event in events:
        for stated in stated_in(event, names):
            turn = _hand_in(memory, stated, form, told)
            if stated.kind == "update":
                found.append(_dynamic(memory, stated, told, turn))
    found += _static(memory, told)
    found += _conditional(memory, told)
    found += _others(memory, told)
    return found, told.check_ms


# --- handing in ----------------------------------------------------------------------------------


def _hand_in(memory: Memory, stated: Stated, form: Form, told: Told) -> str:
    receipt = (asserted if form is Form.ASSERTED else _tell)(memory, stated)
    turn = receipt.ids[0]
    told.check_ms.append(receipt.timings_ms.get("check", 0.0))
    told.turns[stated] = turn
    if stated.kind in ("reveal", "update"):
        told.fields[stated.path][turn] = stated.value
    elif stated.kind == "other":
        told.others[turn] = stated
    else:
        told.points[stated.group, stated.role] = stated
    return turn


def asserted(memory: Memory, stated: Stated) -> Receipt:
    """Put a value into a memory without any extraction."""
    if stated.condition is not None:
        return memory.assert_(
            USER, "likes", stated.value, condition=stated.condition, said_at=stated.day
        )
    who = stated.who if stated.who == USER else f"{USER}'s {stated.who}"
    field = field_of(stated.path)
    who = f"{who}'s {field.relative}" if field.relative else who
    return memory.assert_(who, field.predicate, stated.value, speaker=USER, said_at=stated.day)


def _tell(memory: Memory, stated: Stated) -> Receipt:
    return memory.add(stated.text, speaker=USER, said_at=stated.day)


# --- checking ------------------------------------------------------------------------------------


def _of(memory: Memory, turn: str) -> list[Record]:
    return list(memory.records(state=None, turn=turn))


def _dynamic(memory: Memory, stated: Stated, told: Told, turn: str) -> Checked:
    """Whether the new value, and no former one, is current."""
    current = set()
    turns = told.fields[stated.path]
    for one, value in turns.items():
        if any(record.state is State.CURRENT for record in _of(memory, one)):
            current.add(value)
    states = {record.state.value for record in _of(memory, turn)} or {"no record"}
    return Checked(
        "dynamic",
        stated.path,
        current == {stated.value},
        f"{stated.value}: current are {', '.join(sorted(current)) or 'none'}",
        "/".join(sorted(states)),
    )


def _static(memory: Memory, told: Told) -> Iterator[Checked]:
    for (group, role), first in told.points.items():
        second = told.points.get((group, "Point_B"))
        if first.kind != "static" or role != "Point_A" or second is None:
            continue
        held = {one.state for one in _of(memory, told.turns[first])}
        other = {one.state for one in _of(memory, told.turns[second])}
        yield Checked(
            "static",
            first.path,
            bool(held & _HELD) and State.CURRENT not in other,
            f"{first.value} ({_listed(held)}) against {second.value} ({_listed(other)})",
            _listed(held),
            wordy=second.is_wordy,
        )


def _conditional(memory: Memory, told: Told) -> Iterator[Checked]:
    for stated, turn in told.turns.items():
        if stated.kind == "conditional":
            states = {one.state for one in _of(memory, turn)}
            right = State.CURRENT in states
            yield Checked("conditional", stated.path, right, stated.text, _listed(states))


def _others(memory: Memory, told: Told) -> Iterator[Checked]:
    user = memory.entity(USER).id
    for turn, stated in told.others.items():
        wrong = [
            one
            for one in _of(memory, turn)
            if one.subject == user
            and one.state is not State.REJECTED
            and _gives(one, stated, memory)
        ]
        found = "; ".join(one.sentence for one in wrong)
        yield Checked("other people", stated.path, not wrong, found)


def _gives(record: Record, stated: Stated, memory: Memory) -> bool:
    """Whether a record has the value that was stated of somebody else, and not merely the name."""
    value = record.value
    said = memory.names([record]).get(value.entity or "", value.text or f"{value.number}")
    if record.predicate not in _NAMING and (stated.path == "Name" or _is_in(said, stated.who)):
        return False
    return bool(_words(said) & _words(stated.value))


def _is_in(part: str, whole: str) -> bool:
    return normalise(part) in normalise(whole)


def _words(text: str) -> set[str]:
    return {word for word in normalise(text).split() if len(word) > _SHORT or word.isdecimal()}


def _listed(states: Iterable[State]) -> str:
    return "/".join(sorted(one.value for one in states)) or "no record"


# --- figures -------------------------------------------------------------------------------------


def figures(checked: Sequence[Checked]) -> dict[str, Any]:
    """How much is as it should be; of other people's facts, how many are the user's."""

    def of(what: str) -> list[bool]:
        return [one.right for one in checked if one.what == what]

    static = [one for one in checked if one.what == "static"]
    return {
        "static": len(static),
        "static_kept": share(of("static")),
        "static_kept_values": share([one.right for one in static if not one.wordy]),
        "static_disputed": share([State.DISPUTED.value in one.state for one in static]),
        "dynamic": len(of("dynamic")),
        "dynamic_right": share(of("dynamic")),
        "conditional": len(of("conditional")),
        "conditional_kept": share(of("conditional")),
        "others": len(of("other people")),
        "attributed_to_user": sum(not right for right in of("other people")),
    }


def by_field(checked: Sequence[Checked]) -> dict[str, dict[str, Any]]:
    """The share that is right of each field."""
    groups: dict[str, list[Checked]] = defaultdict(list)
    for one in checked:
        groups[f"{one.what}: {one.path}"].append(one)
    return {
        name: {"n": len(groups[name]), "right": share([one.right for one in groups[name]])}
        for name in sorted(groups)
    }
