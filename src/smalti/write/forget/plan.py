"""The plan: exactly what is to be erased, rewritten and reopened. It asks, and changes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from smalti.model.record import Edge
from smalti.model.time import Instant
from smalti.model.turn import Turn
from smalti.text.analyse import Analyser
from smalti.write.forget.beliefs import rebuild
from smalti.write.forget.choosing import chosen
from smalti.write.forget.draft import Draft
from smalti.write.forget.entities import drop, names_lost, take_unspoken_of
from smalti.write.forget.lost import lost_words
from smalti.write.forget.questions import settle_merges, settle_questions
from smalti.write.forget.records import take, take_dependent
from smalti.write.forget.sheets import take_sheets
from smalti.write.forget.target import Kind, Target
from smalti.write.forget.undoing import undo_what_followed
from smalti.write.work import Work

if TYPE_CHECKING:
    from smalti.write.checking import Rules


@dataclass(frozen=True, slots=True)
class Forgetting:
    """What forgetting comes to.

    ``turns`` and ``removed`` are erased; with ``everything`` they are empty and the space is
    emptied. ``rewritten`` are nouns as they are afterwards, ``annotated`` turns with other
    metadata. ``reopened`` are the ids of records that are believed again, ``again`` those of turns
    that have to be read anew, because what was made of them rests on erased words. ``left`` counts
    turns that still hold a name which is not that of the erased entity alone.
    """

    target: Target
    everything: bool = False
    turns: tuple[Turn, ...] = ()
    removed: tuple[Any, ...] = ()
    rewritten: tuple[Any, ...] = ()
    annotated: tuple[Turn, ...] = ()
    reopened: tuple[str, ...] = ()
    again: tuple[str, ...] = ()
    left: int = 0

    def gone(self, cls: type[Any]) -> tuple[str, ...]:
        """The ids of the nouns of a class that are erased."""
        return tuple(one.id for one in self.removed if isinstance(one, cls))


def plan_forgetting(
    target: Target, *, rules: Rules, analyser: Analyser, now: Instant
) -> Work[Forgetting]:
    """Work out what has to go with a target, what stays, and what comes back.

    Turns are erased whole: those of a session or a speaker, those that a record quotes, and of an
    entity those that its records quote, that it said itself, and that hold a proper name of its
    own. With them goes every record that rests on nothing else, and every one whose words come from
    them. What another turn supports stays, in the words of that turn. What an erased record had
    closed reopens; where a later one had closed that in turn, it takes its place. Beliefs are
    rebuilt, and what waited only for an erased one is committed.

    Raises:
        NotFound: there is no such thing in this space.
    """
    if target.kind is Kind.SPACE:
        return Forgetting(target, everything=True)
    found = yield from chosen(target)
    draft = Draft(found.turns.values())
    lost = yield from lost_words(draft.turns.values(), analyser)
    renamed = yield from names_lost(draft, lost)
    yield from take(draft, found.records, lost)
    yield from take_dependent(draft, [one.id for one in renamed], lost)
    yield from drop(draft, found.entities)
    yield from undo_what_followed(draft)
    yield from take_unspoken_of(draft, renamed, lost)
    yield from settle_merges(draft, renamed, lost)
    yield from rebuild(draft, rules, now)
    yield from settle_questions(draft, renamed, lost)
    draft.remove(*(yield from draft.holding(Edge, draft.erased)))
    yield from take_sheets(draft, target, found.entities)
    return Forgetting(
        target,
        turns=tuple(draft.turns.values()),
        removed=draft.removed,
        rewritten=draft.rewritten,
        annotated=tuple(draft.annotated.values()),
        reopened=tuple(draft.reopened),
        again=tuple(draft.again),
        left=found.left,
    )
