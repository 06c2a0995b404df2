"""The tools that read: each is one verb of the memory, and a small answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from smalti.model.errors import InvalidInput
from smalti.serve.mcp import answers, arguments, nouns, said
from smalti.serve.mcp.texts import LINE, QUOTED, WHOLE, block, cut, day, line, notes, uri, when

if TYPE_CHECKING:
    from smalti.memory import Memory

_HITS = 10
_CITED = 10
_TITLE = 100  # characters
_FILTERS = ("speaker", "session", "since", "until")


def recall(memory: Memory, given: arguments.Recall) -> answers.Recalled:
    """The turns that best answer a query."""
    found = memory.recall(
        given.query,
        k=given.limit,
        filters={name: getattr(given, name) for name in _FILTERS if getattr(given, name)},
        as_of=given.as_of,
        known_at=given.known_at,
    )
    return answers.Recalled(
        turns=[nouns.turn(item) for item in found.items],
        reason=found.reason or None,
        held_back=dict(found.held_back),
        notes=notes(found.degraded),
    )


def ask(memory: Memory, given: arguments.Ask) -> answers.Answered:
    """The answer to a question, with what it rests on."""
    found = memory.ask(given.question, as_of=given.as_of, known_at=given.known_at)
    return answers.Answered(
        found=found.found,
        answer=cut(found.text, QUOTED),
        value=None if found.value is None else cut(found.value, LINE),
        confidence=round(found.confidence, 3),
        disputed=found.disputed,
        reason=found.reason or None,
        citations=[
            answers.Citation(
                turn=one.turn,
                speaker=line(one.speaker),
                said_at=when(one.said_at),
                text=cut(one.text, QUOTED),
                record=one.record,
                disputed=one.disputed,
            )
            for one in found.citations[:_CITED]
        ],
        more_citations=max(0, len(found.citations) - _CITED),
        notes=notes(found.degraded),
    )


def conflicts(memory: Memory, given: arguments.Conflicts) -> answers.Disagreeing:
    """Statements that cannot both hold, each with both sides."""
    if given.conflict is not None:
        return answers.Disagreeing(conflicts=[nouns.conflict(memory.conflict(given.conflict))])
    found = memory.conflicts(
        status=given.status,
        about=given.about,
        limit=given.limit + 1,
    )
    return answers.Disagreeing(
        conflicts=[nouns.conflict(memory.conflict(one.id)) for one in found[: given.limit]],
        more=len(found) > given.limit,
    )


def history(memory: Memory, given: arguments.History) -> answers.Historical:
    """What was ever recorded in the place of a record, or what is known about somebody."""
    if (given.record is None) == (given.about is None):
        named = {"record": given.record, "about": given.about}
        raise InvalidInput("record", named, "needs exactly one of record and about")
    if given.about is not None:
        return _timeline(memory, given.about, given)
    if given.as_of is not None:
        fix = "Leave it out, or give about instead of record"
        raise InvalidInput("as_of", given.as_of, "goes with about alone", fix=fix)
    versions = memory.history(given.record or "", known_at=given.known_at)
    latest = versions[-given.limit :]
    names = memory.names([one.record for one in latest])
    return answers.Historical(
        versions=[
            nouns.version(
                one.record, names, nouns.evidence(memory, one.record), changes=one.changes
            )
            for one in latest
        ],
        earlier=len(versions) - len(latest),
    )


def _timeline(memory: Memory, about: str, given: arguments.History) -> answers.Historical:
    seen = memory.timeline(about, as_of=given.as_of, known_at=given.known_at)
    latest = seen[-given.limit :]
    names = memory.names([one.record for one in latest])
    return answers.Historical(
        versions=[
            nouns.version(one.record, names, nouns.evidence(memory, one.record), holds=one.holds)
            for one in latest
        ],
        earlier=len(seen) - len(latest),
    )


def search(memory: Memory, given: arguments.Search) -> answers.Hits:
    """Turns that answer a query, by title."""
    found = memory.recall(given.query, k=_HITS)
    return answers.Hits(
        results=[
            answers.Hit(
                id=item.turn.id,
                title=line(item.turn.line, _TITLE),
                url=uri("turn", item.turn.id),
            )
            for item in found.items
        ]
    )


def fetch(memory: Memory, given: arguments.Fetch) -> answers.Document:
    """All that is known of a turn, a record or an entity."""
    page = next((page for start, page in _PAGES.items() if given.id.startswith(start)), turn_page)
    return page(memory, given.id)


def turn_page(memory: Memory, id: str) -> answers.Document:
    """A turn, word for word.

    Raises:
        NotFound: there is no such turn in this space.
    """
    turn = memory.get(id)
    shown = [f"[{one.kind}: {one.caption}]" for one in turn.attachments if one.caption]
    metadata = {
        "speaker": turn.speaker,
        "role": turn.role.value,
        "said_at": when(turn.said_at) or "unknown",
        "session": turn.session,
        "recorded_at": str(turn.recorded_at),
    }
    records = [one.id for one in memory.records(turn=turn.id, state=None)]
    return answers.Document(
        id=turn.id,
        title=line(f"{turn.speaker}, {day(turn.said_at)}: {turn.text}", _TITLE),
        text=cut("\n".join([turn.text, *shown]), WHOLE),
        url=uri("turn", turn.id),
        metadata=metadata | ({"records": ", ".join(records[:_HITS])} if records else {}),
    )


def record_page(memory: Memory, id: str) -> answers.Document:
    """A record: what it says, where it stands, which words it rests on, and its steps.

    Raises:
        NotFound: there is no such record in this space.
    """
    why = memory.why(id)
    record = why.record
    told = nouns.version(record, why.names, None)
    quotes = [
        f"{line(quote.turn.speaker)} ({day(quote.turn.said_at)}, {quote.turn.id}):\n"
        + block(cut(quote.text, QUOTED))
        for quote in why.quotes[:_HITS]
    ]
    steps = [f"{one.at}: {one.event.value}. {line(one.reason)}".strip() for one in why.steps]
    asked = [f"Open question {one.id}: {line(one.question)}" for one in why.questions[:_HITS]]
    metadata = {
        "kind": record.kind.value,
        "state": record.state.value,
        "predicate": record.predicate,
        "asserted_by": told.by,
        "since": told.since or "open",
        "until": told.until or "open",
        "recorded_at": told.learnt_at,
        "instruction_like": "yes" if record.instruction_like else "no",
    }
    return answers.Document(
        id=record.id,
        title=line(record.sentence, _TITLE),
        text=cut("\n".join([record.sentence, *quotes, *steps[-_HITS:], *asked]), WHOLE),
        url=uri("record", record.id),
        metadata=metadata,
    )


def timeline_page(memory: Memory, name: str) -> answers.Document:
    """What is known about somebody or something, in the order it began.

    Raises:
        NotFound: nobody and nothing of that name is known.
        InvalidInput: several are; the message gives their ids.
    """
    entity = memory.entity(name)
    seen = memory.timeline(entity.id)
    names = memory.names([one.record for one in seen])
    told = [nouns.version(one.record, names, None, holds=one.holds) for one in seen]
    lines = [said.version(one) for one in told]
    return answers.Document(
        id=entity.id,
        title=line(entity.name, _TITLE),
        text=cut("\n".join(lines), WHOLE),
        url=uri("timeline", entity.id),
        metadata={"kind": entity.kind.value, "records": str(len(seen))},
    )


_PAGES: dict[str, Callable[[Memory, str], answers.Document]] = {
    "r_": record_page,
    "e_": timeline_page,
}
