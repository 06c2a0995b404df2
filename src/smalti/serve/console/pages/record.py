"""One record: the way from what was said to it, and all that was ever in its slot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from smalti.model.conflict import Conflict
from smalti.model.lifecycle import State
from smalti.model.record import Derivation, DerivationKind
from smalti.serve.console.cards import card, card_of, question, quoted
from smalti.serve.console.pages.memories import axes_of
from smalti.serve.console.plain import Plain, actor, reason, step
from smalti.serve.console.sessions import Notice
from smalti.serve.console.shown import Held, When, held, moment, predicate
from smalti.serve.console.timeline import Span, timeline
from smalti.serve.console.visit import Done, Visit, own
from smalti.view import Version

_ENTRIES = 60  # of a history
_VALUES = 6  # of a belief


@dataclass(frozen=True, slots=True)
class Change:
    """A step in the life of a record."""

    at: When
    state: str
    period: Held
    actor: Plain
    reason: Plain


def view(visit: Visit) -> dict[str, Any]:
    """A record with its quotes, its confidence, its conflicts, and the versions of its slot."""
    memory, id = visit.memory, visit.text("id")
    why = memory.why(id)
    versions = memory.history(id, known_at=visit.known_at)
    names, shown = visit.names([one.record for one in versions]), versions[:_ENTRIES]
    distribution = why.belief.distribution if why.belief else {}
    spans = [
        Span(
            card(one.record, names).value,
            one.record.valid,
            one.record.state.value,
            visit.url("record", id=one.record.id),
        )
        for one in shown
    ]
    told = [change.actor for one in shown for change in one.changes]
    actors = memory.labels(dict.fromkeys(told))
    return {
        "card": card_of(why),
        "quotes": quoted(why.quotes),
        "confidence": why.record.confidence,
        "rho": why.rho,
        "entropy": why.entropy,
        "belief": _belief(distribution, visit),
        "more_values": max(len(distribution) - _VALUES, 0),
        "derived": [_derived(one) for one in why.record.derived],
        "extractor": why.record.extractor,
        "questions": [question(one) for one in why.questions if one.status.value in _WAITING],
        "conflicts": _conflicts(visit, id),
        "versions": [(card(one.record, names), _changes(one, actors)) for one in shown],
        "more_versions": max(len(versions) - _ENTRIES, 0),
        "lines_of": timeline(spans, now=visit.now, at=axes_of(visit).as_of),
    }


_WAITING = ("queued", "asked")
_BELIEVED = "believed"


def _changes(version: Version, names: Mapping[str, str]) -> list[Change]:
    return [
        Change(
            moment(one.at),
            _BELIEVED if one.state is State.CURRENT else one.state.value,
            held(one.valid),
            actor(one.actor, names),
            reason(one.reason),
        )
        for one in version.changes
    ]


def _belief(distribution: dict[str, float], visit: Visit) -> list[tuple[str, float]]:
    """The values of a slot and how likely each is, the likeliest first."""
    ranked = sorted(distribution.items(), key=lambda one: -one[1])[:_VALUES]
    told = [(name.partition(" ")[2] or name, share) for name, share in ranked]  # "entity e_…"
    names = visit.memory.labels([name for name, _ in told])
    return [(names.get(name, name), share) for name, share in told]


def _derived(one: Derivation) -> tuple[Plain, str]:
    """A step from the words to the record: of which kind, and what it did."""
    tail = f" ({one.why})" if one.why else ""
    is_property = one.kind is DerivationKind.PREDICATE
    meant = predicate(one.meant) if is_property else one.meant
    return step(one.kind.value), f"“{one.said}” → “{meant}”{tail}"


def _conflicts(visit: Visit, id: str) -> list[tuple[str, str, Plain]]:
    """The conflicts that a record is a side of: id, status and what they are about."""
    found = visit.nouns.meeting(Conflict, [f"record {id}"])
    return [(one.id, one.status.value, reason(one.reason)) for one in found]


# ------------------------------------------------------------------------------------ what is done


def retract(visit: Visit) -> Done:
    """Take a record back."""
    receipt = visit.memory.retract(visit.text("id"), reason=visit.text("reason"), by=visit.who)
    told = receipt.items[0].reason if receipt.items else "It"
    final = "There is no undo: if it holds after all, tell it again."
    return _back(visit, Notice(f"“{told}” is taken back. Its history stays. {final}"))


def correct(visit: Visit) -> Done:
    """Put a record right."""
    unit = visit.text("unit") or None
    receipt = visit.memory.correct(
        visit.text("id"), visit.text("value"), unit=unit, reason=visit.text("reason")
    )
    made = next((item for item in receipt.records if item.id), None)
    told = f"Put right: “{made.sentence}”." if made else "Put right."
    to = visit.url("record", id=made.id if made else visit.text("id"))
    turn = receipt.records[0].turn if receipt.records else ""
    return Done(to, Notice(told, undo="untell" if turn else "", given={"id": turn}))


def _back(visit: Visit, notice: Notice) -> Done:
    return Done(own(visit.text("back"), visit.url("record", id=visit.text("id"))), notice)
