"""LongMemEval: the haystack sessions of questions, without anything that gives the answer away.

The files mark what answers a question in two places: turns carry ``has_answer`` and session ids
contain ``answer_``. The flags are dropped, and every session goes by a hash of its id: were only
the telling ids replaced, the replacement itself would tell. :func:`session_name` maps a session id
of the file to the session it is imported as, for scoring.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from smalti.interchange.faults import Item, attempt, head_of, mismatch
from smalti.interchange.jsonl import documents
from smalti.interchange.stamps import session_time
from smalti.model.codec import to_line
from smalti.model.errors import InvalidInput
from smalti.model.ids import content_id
from smalti.model.results import Fault
from smalti.model.time import Instant
from smalti.model.turn import TurnDraft
from smalti.write.drafts import role_of, text_of

SESSION_KEYS = ("haystack_sessions", "evidence_sessions")


class _Session(NamedTuple):
    name: str
    date: object
    turns: list[Any]


def read(path: Path, *, default_offset: int = 0) -> Iterator[Item]:
    """Read the sessions of a list of questions, of one question, or of questions one a line.

    A session that several questions share is imported once, at the first date given for it.

    Raises:
        InvalidInput: the file as a whole cannot be used.
    """
    head = head_of(path)
    if not any(f'"{key}"'.encode() in head for key in SESSION_KEYS):
        raise mismatch(path, "longmemeval", f"has no question with {' or '.join(SESSION_KEYS)}")
    return _questions(documents(path), default_offset)


def session_name(session_id: str) -> str:
    """Name the session that the session with this id in the file is imported as."""
    return f"longmemeval:{content_id('session', session_id)}"


def _questions(found: Iterator[Fault | tuple[str, object]], default_offset: int) -> Iterator[Item]:
    seen: set[str] = set()
    for document in found:
        if isinstance(document, Fault):
            yield document
            continue
        where, question = document
        sessions = attempt(where, partial(_sessions, question))
        if isinstance(sessions, Fault):
            yield sessions
            continue
        for number, session in enumerate(sessions, start=1):
            if session.name not in seen:
                seen.add(session.name)
                yield from _turns(f"{where}, session {number}", session, default_offset)


def _sessions(question: object) -> list[_Session]:
    if not isinstance(question, dict) or not any(key in question for key in SESSION_KEYS):
        raise InvalidInput("question", question, f"needs {' or '.join(SESSION_KEYS)}")
    if "evidence_sessions" in question:
        entries = _list(question, "evidence_sessions")
        return [_evidence(entry) for entry in entries]
    sessions = _list(question, "haystack_sessions")
    ids = _list(question, "haystack_session_ids")[: len(sessions)]
    dates = _list(question, "haystack_dates")[: len(sessions)]
    return [
        _Session(_name(id, date, turns), date, turns if isinstance(turns, list) else [turns])
        for turns, id, date in zip_longest(sessions, ids, dates)
    ]


def _list(question: dict[str, Any], key: str) -> list[Any]:
    value = question.get(key, [])
    if not isinstance(value, list):
        raise InvalidInput(key, value, "must be a list")
    return value


def _evidence(entry: object) -> _Session:
    if not isinstance(entry, dict):
        raise InvalidInput("evidence_sessions", entry, "must hold objects with date and turns")
    turns = _list(entry, "turns")
    return _Session(_name(None, entry.get("date"), turns), entry.get("date"), turns)


def _name(id: object, date: object, turns: object) -> str:
    """Name a session by the file's id, or where it gives none by what the session says and when."""
    return session_name(id if isinstance(id, str) else to_line([date, turns]))


def _turns(where: str, session: _Session, default_offset: int) -> Iterator[Item]:
    said_at = attempt(where, partial(session_time, session.date, default_offset))
    if isinstance(said_at, Fault):
        yield Fault(where, f"{said_at.problem}; its turns are imported undated")
        said_at = None
    for number, turn in enumerate(session.turns, start=1):
        spot = f"{where}, turn {number}"
        yield attempt(spot, partial(_draft, turn, said_at, session.name, number))


def _draft(turn: object, said_at: Instant | None, session: str, number: int) -> TurnDraft:
    if not isinstance(turn, dict):
        raise InvalidInput("turn", turn, "must be a JSON object")
    role = role_of(turn.get("role"))
    return TurnDraft(
        text=text_of("content", turn.get("content")),
        speaker=role.value,
        role=role,
        said_at=said_at,
        session=session,
        external_id=f"{session}:{number}",
    )
