"""What memory caught in a case, how the incoming statement lies to the stored one, what was lost.

A case counts as **caught** when a record of the incoming turns is one side of a conflict that is
open or was settled, and the other side rests on a turn before; or when a record of a turn before is
disputed, superseded, corrected, retracted or rejected by the incoming turns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from smalti.bench.conflicts.case import Case
from smalti.bench.conflicts.trial import Trial
from smalti.bench.conflicts.watch import Compared
from smalti.bench.extraction.words import Talk, signs
from smalti.model.conflict import ConflictStatus, Relation
from smalti.model.lifecycle import State
from smalti.model.record import Modality, Record
from smalti.model.results import Outcome

_SEEN = (ConflictStatus.OPEN, ConflictStatus.RESOLVED)
_AGAINST = frozenset(
    {State.DISPUTED, State.SUPERSEDED, State.CORRECTED, State.RETRACTED, State.REJECTED}
)
_STRONGEST = tuple(
    one.value
    for one in (
        Relation.CONFLICT,
        Relation.CORRECTION,
        Relation.RECURRENCE,  # A, B, A again: that B is over is part of it
        Relation.UPDATE,
        Relation.RETRACTION,
        Relation.REFINEMENT,
        Relation.DUPLICATE,
        Relation.COMPATIBLE,
    )
)
CONTRARY = frozenset(
    one.value
    for one in (Relation.CONFLICT, Relation.CORRECTION, Relation.UPDATE, Relation.RETRACTION)
)
_NOT_MEMORY = "not_memory"


@dataclass(frozen=True, slots=True)
class Caught:
    """Something that the incoming turns did to a stored record, and on whose word."""

    stored: str
    incoming: str
    judge: str
    relation: str
    reason: str


def caught(trial: Trial) -> list[Caught]:
    """Everything of a case that was caught."""
    found = [
        Caught(one.stored, one.incoming, one.judge, one.relation.value, one.reason)
        for one in trial.conflicts
        if one.status in _SEEN
        and trial.rests_on(one.stored, trial.before)
        and trial.rests_on(one.incoming, trial.incoming)
    ]
    told = {one.stored for one in found}
    return found + [
        Caught(one.id, "", one.state.value, "", "")
        for one in trial.records
        if one.id not in told and one.state in _AGAINST and _changed(one, trial)
    ]


def _changed(record: Record, trial: Trial) -> bool:
    was = trial.were.get(record.id)
    return was is not None and was is not record.state


def right_side(case: Case, trial: Trial, found: Iterable[Caught]) -> bool:
    """Whether one of the statements that were caught is one that the incoming one is against."""
    turns = tuple(trial.before[place] for place in case.against)
    return any(trial.rests_on(one.stored, turns) for one in found)


def relation(trial: Trial) -> str:
    """How the incoming turns lie to what was there: the strongest relation that was found.

    Receipts tell that of each statement. Where a model takes part its word is in them, in place of
    what a judge before it was not sure of.
    """
    told = {one.relation for one in caught(trial)}
    told |= {item.relation.value for item in trial.items if item.relation is not None}
    found = next((one for one in _STRONGEST if one in told), None)
    kept = any(_is_remembered(one) for one in trial.new())
    return found or (Relation.COMPATIBLE.value if kept else _NOT_MEMORY)


def _is_remembered(record: Record) -> bool:
    if record.instruction_like or record.state is State.REJECTED:
        return False
    return record.modality is not Modality.QUESTIONED


def merged_with_other_numbers(case: Case, trial: Trial) -> list[tuple[str, str]]:
    """Quotes that were taken for the same content although each has a number the other lacks."""
    talk = Talk.of(case.language, (), ())
    merged = {item.id for item in trial.items if item.outcome is Outcome.MERGED}
    found = []
    for record in trial.records:
        if record.id in merged:
            old, new = (
                _quotes(case, trial, record, turns) for turns in (trial.before, trial.incoming)
            )
            here, there = (signs(text, talk, None).timeless.numbers for text in (old, new))
            if here - there and there - here:
                found.append((old, new))
    return found


def _quotes(case: Case, trial: Trial, record: Record, turns: Sequence[str]) -> str:
    """What a record quotes of some of the turns of its case."""
    texts = dict(zip((*trial.before, *trial.incoming), case.turns, strict=True))
    spans = (e for e in record.evidence if e.turn in turns)
    return " / ".join(texts[e.turn].text[e.start : e.end] for e in spans)


# --- where it was lost ---------------------------------------------------------------------------

NOT_INCOMING = "incoming not extracted"
NOT_STORED = "stored not extracted"
HELD_BACK = "incoming held back, not compared"
NO_CANDIDATE = "not a candidate"
SILENT = "no judge spoke"
MODEL_SILENT = "no judge spoke, and the model saw nothing in it"
UNSURE = "judges unsure"
NOT_SETTLED = "judged so, but nothing followed"


def loss(case: Case, trial: Trial, expected: Sequence[str] = tuple(CONTRARY)) -> str:
    """At which step what should have been found of a case got lost: the last one it reached."""
    if not trial.new():
        return NOT_INCOMING
    turns = tuple(trial.before[place] for place in case.against)
    if turns and not set(turns) & set(trial.held):
        return NOT_STORED
    pairs = list(right_pairs(case, trial))
    if not pairs:
        return NO_CANDIDATE if trial.compared or not _only_pending(trial) else HELD_BACK
    said = {one.relation for one in pairs}
    if said & set(expected):
        return NOT_SETTLED
    sure = said - {"", Relation.UNSURE.value}
    if sure:
        return f"judged {next(one for one in _STRONGEST if one in sure)}"
    if Relation.UNSURE.value in said:
        return UNSURE
    return MODEL_SILENT if trial.cost.usage else SILENT


def right_pairs(case: Case, trial: Trial) -> Iterator[Compared]:
    """The pairs that were looked at between the incoming turns and those they are against."""
    turns = tuple(trial.before[place] for place in case.against)
    for one in trial.compared:
        if not turns or trial.rests_on(one.stored, turns):
            yield one


def _only_pending(trial: Trial) -> bool:
    return all(one.outcome is not Outcome.STORED for one in trial.items)
