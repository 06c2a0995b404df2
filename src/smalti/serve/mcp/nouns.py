"""Nouns of the memory as the small answers of tools."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from smalti.model.errors import NotFound
from smalti.model.results import Outcome, Quote, RecallItem, RecordItem, Sides, Why
from smalti.serve.mcp import answers
from smalti.serve.mcp.texts import LINE, QUOTED, bound, cut, line, when

if TYPE_CHECKING:
    from smalti.memory import Memory
    from smalti.model.conflict import Clarification
    from smalti.model.record import Record
    from smalti.view.history import Change

STANDINGS = 5  # records told with a turn
LEARNT = 20  # statements told of one write
CHANGES = 10  # steps told of one record


def quoted(quote: Quote) -> answers.Quote:
    """The words of a piece of evidence."""
    turn = quote.turn
    return answers.Quote(
        turn=turn.id,
        speaker=line(turn.speaker),
        said_at=when(turn.said_at),
        text=cut(quote.text, QUOTED),
    )


def evidence(memory: Memory, record: Record) -> answers.Quote | None:
    """The first quote that a record rests on; ``None`` if its turn was erased meanwhile."""
    for one in record.evidence:
        try:
            return quoted(Quote(memory.get(one.turn), one.start, one.end))
        except NotFound:
            continue
    return None


def turn(item: RecallItem) -> answers.Turn:
    """A turn that was recalled, with where the records stand that rest on it."""
    said = item.turn
    return answers.Turn(
        turn=said.id,
        speaker=line(said.speaker),
        said_at=when(said.said_at),
        session=line(said.session),
        text=cut(said.text, QUOTED),
        score=round(item.score, 3),
        disputed=item.disputed,
        over=item.over,
        records=[
            answers.Standing(
                record=one.record,
                sentence=line(one.sentence),
                state=one.state.value,
                over=one.over,
            )
            for one in item.standing[:STANDINGS]
        ],
        more_records=max(0, len(item.standing) - STANDINGS),
    )


def learnt(items: Iterable[RecordItem]) -> list[answers.Learnt]:
    """What became of the statements of a write, without those that are no memory."""
    return [
        answers.Learnt(
            record=item.id,
            sentence=line(item.sentence),
            outcome=item.outcome.value,
            reason=item.reason or None,
            question=item.question or None,
            conflicts=list(item.conflicts),
        )
        for item in items
        if item.outcome is not Outcome.REFUSED
    ]


def conflict(sides: Sides) -> answers.Conflict:
    """A conflict with both sides."""
    one = sides.conflict
    return answers.Conflict(
        conflict=one.id,
        status=one.status.value,
        relation=one.relation.value,
        reason=line(one.reason),
        stored=_side(sides.stored),
        incoming=_side(sides.incoming),
        outcome=one.outcome and line(one.outcome),
        decided_by=one.decided_by and line(one.decided_by),
    )


def _side(why: Why) -> answers.Side:
    record = why.record
    return answers.Side(
        record=record.id,
        sentence=line(record.sentence),
        state=record.state.value,
        since=bound(record.valid.start),
        until=bound(record.valid.end),
        quote=quoted(why.quotes[0]) if why.quotes else None,
    )


def version(
    record: Record,
    names: Mapping[str, str],
    quote: answers.Quote | None,
    *,
    holds: bool | None = None,
    changes: Sequence[Change] = (),
) -> answers.Version:
    """A record as it stood."""
    return answers.Version(
        record=record.id,
        sentence=line(record.sentence),
        state=record.state.value,
        since=bound(record.valid.start),
        until=bound(record.valid.end),
        holds=holds,
        by=line(names.get(record.asserted_by, record.asserted_by)),
        learnt_at=str(record.recorded_at),
        instruction_like=record.instruction_like,
        quote=quote,
        earlier_changes=max(0, len(changes) - CHANGES),
        changes=[
            answers.Change(
                at=str(one.at),
                event=one.event.value,
                state=one.state.value,
                by=line(one.actor),
                reason=line(one.reason) or None,
                conflict=one.conflict,
            )
            for one in changes[-CHANGES:]
        ],
    )


def question(asked: Clarification) -> answers.Question:
    """An open question."""
    return answers.Question(
        question=asked.id,
        text=line(asked.question, 2 * LINE),
        kind=asked.kind.value,
        about=asked.about,
        against=asked.against,
    )
