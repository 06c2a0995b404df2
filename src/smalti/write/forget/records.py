"""What becomes of records: gone with their last quote, or left with what others said."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from smalti.model.conflict import Clarification, Conflict
from smalti.model.lifecycle import State
from smalti.model.processing import Processed
from smalti.model.record import Evidence, Record, RecordKind, RecordStep, Value
from smalti.model.time import Bound, Interval, Precision
from smalti.model.turn import Turn
from smalti.write.forget.draft import Draft
from smalti.write.forget.lost import Lost
from smalti.write.forget.requests import Beside, Stated
from smalti.write.statement import Statement
from smalti.write.work import Meeting, One, Work

_ALL = 1_000_000  # more than rests on any turn
_REACH = 32  # turns read together, so that one may tell what is meant in another


def take(draft: Draft, records: Iterable[Record], lost: Lost) -> Work[None]:
    """Take out these records, and those that rest on nothing but the turns that go.

    What has other quotes as well keeps those and what they say, but for a summary: its words come
    from all of them, and sleep makes it anew from what is left. A quote that came to it by a merge
    is left to the record of who said it, see :func:`lent`.
    """
    yield from remove(draft, records)
    touched = yield from draft.meeting(Record, [f"turn {id}" for id in draft.turns])
    for record in touched:
        left = tuple(one for one in record.evidence if one.turn not in draft.turns)
        if record.kind is RecordKind.SUMMARY or not set(left) - (yield from lent(record)):
            yield from remove(draft, [record])
        elif record.evidence[0].turn in draft.turns:
            after = yield from _in_other_words(draft, record, left, lost)
            draft.put(after)
            yield from _begin_later(draft, record, after)
        else:
            draft.put(lost.without(replace(record, evidence=left)))


def lent(record: Record) -> Work[frozenset[Evidence]]:
    """The quotes of a record that are those of somebody else's, which was merged into it.

    That record was put aside for this one, and holds again without it.
    """
    found: set[Evidence] = set()
    for quote in record.evidence:
        others: list[Record] = yield Meeting(Record, (f"turn {quote.turn}",), _ALL)
        for one in others:
            aside = one.state is State.REJECTED and one.asserted_by != record.asserted_by
            found |= {own for own in one.evidence if aside and own == quote}
    return frozenset(found)


def _begin_later(draft: Draft, before: Record, after: Record) -> Work[None]:
    """Have the log tell what a record says by now of when it held, and end there what it ended.

    Otherwise the day of what was erased would stay, with a time of which nothing is known any more.
    """
    old, new = before.valid.start, after.valid.start
    if old is None or new is None or old == new:
        return
    for step in (yield from draft.meeting(RecordStep, [f"record {after.id}"])):
        if step.valid.start == old:
            draft.put(replace(step, valid=between(new, step.valid.end)))
    conflicts = yield from draft.meeting(Conflict, [f"record {after.id}"])
    for one in conflicts:
        ended = yield from draft.one(Record, one.stored)
        if one.incoming != after.id or ended is None or ended.valid.end != old:
            continue
        draft.put(replace(ended, valid=between(ended.valid.start, new)))
        for step in (yield from draft.meeting(RecordStep, [f"record {ended.id}"])):
            if step.valid.end == old:
                draft.put(replace(step, valid=between(step.valid.start, new)))


def take_dependent(draft: Draft, entities: Iterable[str], lost: Lost) -> Work[None]:
    """Take out records of other turns whose words come from the erased ones, and read those anew.

    Such are records in which a pronoun or an ellipsis was filled from a turn nearby, or a name
    that only an erased turn tells.
    """
    nearby: list[Turn] = yield Beside(tuple(draft.turns), _REACH)
    keys = [f"turn {turn.id}" for turn in nearby if turn.id not in draft.turns]
    keys += [f"turn {id}" for id in (yield from _replies(draft))]
    for record in (yield from draft.meeting(Record, keys)):
        own = yield from _own_turns(record)
        if lost.tells(record, own):
            yield from _read_anew(draft, record)
    for record in (yield from draft.meeting(Record, [*keys, *(f"entity {id}" for id in entities)])):
        if lost.stand_in(record.sentence, record.condition, record.value.text):
            yield from _read_anew(draft, record)
        elif (kept := lost.without(record)) != record:
            draft.put(kept)


def remove(draft: Draft, records: Iterable[Record]) -> Work[None]:
    """Take out records with the log of their steps."""
    gone = list(records)
    draft.remove(*gone)
    steps = yield from draft.meeting(RecordStep, [f"record {record.id}" for record in gone])
    draft.remove(*steps)


def _read_anew(draft: Draft, record: Record) -> Work[None]:
    """Take out a record, and have the turns that it rests on read again."""
    yield from remove(draft, [record])
    for quote in record.evidence:
        read = yield from draft.one(Processed, quote.turn)
        if read is not None and quote.turn not in draft.turns:
            draft.remove(read)
            draft.again[quote.turn] = None


def _own_turns(record: Record) -> Work[list[Turn]]:
    turns: list[Turn] = []
    for quote in record.evidence:
        turn: Turn | None = yield One(Turn, quote.turn)
        turns += [] if turn is None else [turn]
    return turns


def _replies(draft: Draft) -> Work[list[str]]:
    """The turns that answered questions about records that go."""
    asked = yield from draft.holding(Clarification, draft.gone(Record))
    return [one.answered_by for one in asked if one.answered_by is not None]


# --- other words ---------------------------------------------------------------------------------


def _in_other_words(
    draft: Draft, record: Record, left: Sequence[Evidence], lost: Lost
) -> Work[Record]:
    """A record that an erased turn was the first to tell, in the words of who says so too.

    As local rules read them, else as they stand in the turn.
    """
    for quote in left:
        turn: Turn | None = yield One(Turn, quote.turn)
        if turn is None:
            continue
        stated: list[Statement] = yield Stated(turn, frozenset(draft.turns))
        same = [one for one in stated if _says(one, record, quote)]
        kept = replace(record, evidence=tuple(left))
        if same:
            return lost.without(_restated(kept, same[0]))
        return _quoted(kept, turn, quote, lost)
    return replace(record, evidence=tuple(left))


def _says(statement: Statement, record: Record, quote: Evidence) -> bool:
    candidate = statement.candidate
    return (
        (candidate.start, candidate.end) == (quote.start, quote.end)
        and (statement.predicate, candidate.polarity) == (record.predicate, record.polarity)
        and candidate.modality is record.modality
    )


def _restated(record: Record, statement: Statement) -> Record:
    value = record.value
    if value.text is not None and isinstance(statement.value, Value):
        value = statement.value
    return replace(
        record,
        sentence=statement.candidate.sentence,
        value=value,
        condition=statement.candidate.condition,
        valid=between(statement.valid.start, record.valid.end or statement.valid.end),
        confidence=replace(
            record.confidence,
            directness=statement.candidate.directness,
            specificity=statement.specificity,
        ),
        recurrence=statement.recurrence,
        derived=tuple(dict.fromkeys((*statement.grounded.derived, *statement.derived))),
    )


def _quoted(record: Record, turn: Turn, quote: Evidence, lost: Lost) -> Record:
    """The quote as the sentence; what it does not say itself is left out where it was not said."""
    words = turn.text[quote.start : quote.end]
    start = record.valid.start
    if start is not None and start.precision is Precision.UNKNOWN:
        start = Bound(turn.said_at, Precision.UNKNOWN)
    value = record.value
    if value.text is not None and lost.stand_in(value.text):
        value = Value(text=words)
    return replace(
        record,
        sentence=words if "asserted" in turn.metadata else f"{turn.speaker}: {words}",
        value=value,
        condition=None if lost.stand_in(record.condition) else record.condition,
        valid=between(start, record.valid.end),
        derived=(),
    )


def between(start: Bound | None, end: Bound | None) -> Interval:
    """An interval; what was over before it was first heard of began at some time before."""
    began, ended = (None if one is None else one.at for one in (start, end))
    if began is not None and ended is not None and ended.micros <= began.micros:
        return Interval(Bound(None, Precision.UNKNOWN), end)
    return Interval(start, end)
