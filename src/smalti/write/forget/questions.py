"""Questions about what is gone, answers that are gone, and words in questions that are lost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from smalti.model.conflict import Clarification, ClarificationKind, ClarificationStatus
from smalti.model.entity import Entity, Merge
from smalti.model.lifecycle import State
from smalti.model.record import Record
from smalti.model.turn import Turn
from smalti.text.language import language_of
from smalti.write.entities.questions import same_question
from smalti.write.forget.draft import Draft
from smalti.write.forget.entities import take_back
from smalti.write.forget.lost import Lost
from smalti.write.forget.requests import Every
from smalti.write.gate.clarify import is_open
from smalti.write.gate.questions import tables
from smalti.write.work import One, Work


def settle_questions(draft: Draft, entities: Iterable[Entity], lost: Lost) -> Work[None]:
    """Take out questions about what is gone; ask the others anew, in words that are left."""
    changed = [one.id for one in draft.rewritten if isinstance(one, Record)]
    ids = {*draft.erased, *changed, *(one.id for one in entities)}
    found = {one.id: one for one in (yield from draft.holding(Clarification, ids))}
    quoting = {one.id: one for one in (yield from _quoting(draft))}
    for asked in (found | quoting).values():
        kept = yield from _kept(draft, asked, lost, quotes=asked.id in quoting)
        if kept is None:
            draft.remove(asked)
            yield from _clean_reply(draft, asked)
        elif kept != asked:
            draft.put(kept)
            if kept.question != asked.question:
                yield from _clean_reply(draft, asked)


def settle_merges(draft: Draft, entities: Iterable[Entity], lost: Lost) -> Work[None]:
    """Take back merges that an erased turn told of; let no reason hold lost words."""
    yield from take_back(draft, (yield from draft.holding(Merge, draft.erased)))
    others = yield from draft.holding(Merge, [one.id for one in entities])
    draft.put(*(replace(one, reason="") for one in others if lost.stand_in(one.reason)))


def _quoting(draft: Draft) -> Work[list[Clarification]]:
    """Questions that quote what is gone, or what holds again, beside what they are about."""
    records = [one for one in (*draft.removed, *draft.rewritten) if isinstance(one, Record)]
    gone = draft.gone(Record)
    told = {
        one.sentence.rstrip(".。 ") for one in records if one.id in gone or one.id in draft.reopened
    }
    stored: Iterable[Clarification] = yield Every(Clarification)
    quoting: list[Clarification] = []
    for asked in draft.now(stored):
        found = [sentence for sentence in told if sentence in asked.question]
        if found:
            about = yield from draft.one(Record, asked.about)
            own = "" if about is None else about.sentence
            quoting += [asked] if any(sentence not in own for sentence in found) else []
    return quoting


def _kept(
    draft: Draft, asked: Clarification, lost: Lost, *, quotes: bool
) -> Work[Clarification | None]:
    """A question as it is from now on, or ``None`` if there is nothing to ask any more."""
    if asked.answered_by in draft.turns:
        asked = replace(asked, status=ClarificationStatus.QUEUED, answered_by=None)
    pair = asked.about.split()
    if len(pair) == 2:
        return (yield from _about_pair(draft, asked, pair, lost))
    record = yield from draft.one(Record, asked.about)
    if record is None:
        return None
    open_ = record.state in (State.PENDING, State.DISPUTED)
    if not open_ and (quotes or (is_open(asked) and record.id in draft.reopened)):
        return None
    if quotes or asked.against in draft.gone(Record) or lost.stand_in(asked.question):
        return _confirming(asked, record)
    return asked


def _confirming(asked: Clarification, record: Record) -> Clarification:
    """The plain question whether a record is right."""
    known = tables("questions")
    language = language_of(record.sentence)
    words = known[language if language in known else "en"]["confirm"]
    return replace(
        asked,
        question=words.format(sentence=record.sentence.rstrip(".。")),
        kind=ClarificationKind.CONFIRM,
        against=None,
    )


def _about_pair(
    draft: Draft, asked: Clarification, pair: list[str], lost: Lost
) -> Work[Clarification | None]:
    """The question whether two entities are one; without sentences if those held lost words."""
    one = yield from draft.one(Entity, pair[0])
    other = yield from draft.one(Entity, pair[1])
    if one is None or other is None:
        return None
    if not lost.stand_in(asked.question):
        return asked
    language = language_of(asked.question)
    plain = same_question((one, ""), (other, ""), language=language, at=asked.created_at)
    return replace(asked, question=plain.question)


def _clean_reply(draft: Draft, asked: Clarification) -> Work[None]:
    """Take the question out of the notes that the turn which answered it was journalled with."""
    if asked.answered_by is None or asked.answered_by in draft.turns:
        return
    turn: Turn | None = yield One(Turn, asked.answered_by)
    if turn is not None and turn.metadata.get("answers") == asked.id:
        left = {k: v for k, v in turn.metadata.items() if k not in ("answers", "question")}
        draft.annotated[turn.id] = replace(turn, metadata=left)
