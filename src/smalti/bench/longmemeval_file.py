"""Reads LongMemEval files: questions, their key, and the haystacks to search.

Two kinds of file are understood. An official one gives each question a haystack of its own, with
``has_answer`` at the turns of the key. A file of evidence gives each question its evidence turns
only; these are pooled into one haystack for all questions, each turn (by text and date) once.

Either way a haystack is handed to the importer in the official form, and the key stays here: what
is imported carries neither the flags nor the telling session ids.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from smalti.bench.answers import Question
from smalti.interchange.jsonl import documents
from smalti.interchange.longmemeval import session_name
from smalti.interchange.stamps import session_time
from smalti.model.errors import InvalidInput
from smalti.model.results import Fault

ABSTENTION = "_abs"
"""How the id of a question ends that nothing in its haystack answers."""

_FIX = "Give LongMemEval's own file, such as longmemeval_s_cleaned.json"
_FORMS = ("evidence_sessions", "haystack_sessions")

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Case:
    """A question with the turns that answer it, and the sessions these stand in."""

    question: Question
    sessions: frozenset[str]

    @property
    def unanswerable(self) -> bool:
        """Whether the right answer is none."""
        return self.question.id.endswith(ABSTENTION)


@dataclass(frozen=True, slots=True)
class Task:
    """One haystack in the official form, and the questions to ask of it.

    ``whole`` says that its sessions are there with all their turns, so that finding a session is
    worth measuring; a pool of evidence holds only the telling ones.
    """

    data: Mapping[str, Any]
    cases: tuple[Case, ...]
    whole: bool


@dataclass(slots=True)
class _Pool:
    """The sessions of a haystack that is put together from evidence."""

    dates: dict[str, str] = field(default_factory=dict)
    turns: dict[str, list[Json]] = field(default_factory=dict)
    ids: dict[tuple[str, str], str] = field(default_factory=dict)  # by text and date

    def add(self, session: str, date: str, turn: Json) -> str:
        """The id that the turn is imported with; a turn already there keeps its own."""
        key = (turn["content"], date)
        if key not in self.ids:
            self.dates.setdefault(session, date)
            turns = self.turns.setdefault(session, [])
            turns.append(turn)
            self.ids[key] = turn_id(session, len(turns))
        return self.ids[key]

    def haystack(self) -> Json:
        return {
            "haystack_session_ids": list(self.turns),
            "haystack_dates": [self.dates[session] for session in self.turns],
            "haystack_sessions": list(self.turns.values()),
        }


def turn_id(session: str, number: int) -> str:
    """The external id that the importer gives a turn, counted from 1 within its session."""
    return f"{session_name(session)}:{number}"


def read_tasks(path: Path, limit: int | None = None) -> Iterator[Task]:
    """The haystacks of a file with their questions, the first ``limit`` questions of the file.

    Raises:
        InvalidInput: not such a file; names the question and what is wrong.
    """
    questions = [_question(found) for found in documents(path)]
    if not questions:
        raise InvalidInput("data", str(path), "holds no question", fix=_FIX)
    if all("evidence_sessions" in question for _, question in questions):
        yield _pooled(questions, limit)
        return
    for where, question in questions[:limit]:
        yield _own_haystack(where, question)


def _question(found: Fault | tuple[str, object]) -> tuple[str, Json]:
    if isinstance(found, Fault):
        raise InvalidInput(f"data, {found.where}", found.problem, "cannot be read", fix=_FIX)
    where, question = found
    if not isinstance(question, dict) or not any(key in question for key in _FORMS):
        raise InvalidInput(f"data, {where}", question, f"has no {' or '.join(_FORMS)}", fix=_FIX)
    for key in ("question_id", "question", "question_type"):
        if not isinstance(question.get(key), str):
            raise InvalidInput(f"data, {where}, {key}", question.get(key), "is no text", fix=_FIX)
    return where, question


def _pooled(questions: Sequence[tuple[str, Json]], limit: int | None) -> Task:
    pool = _Pool()
    cases = []
    for where, question in questions:
        sessions = _list(question, "evidence_sessions", where)
        names = question.get("gold_session_ids")
        if not isinstance(names, list) or len(names) != len(sessions):
            names = [f"{question['question_id']}:{number}" for number in range(len(sessions))]
        gold = {
            pool.add(str(name), str(session.get("date")), turn)
            for name, session in zip(names, sessions, strict=True)
            for turn in _turns(session.get("turns"), where)
        }
        cases.append(_case(where, question, gold))
    return Task(pool.haystack(), tuple(cases[:limit]), whole=False)


def _own_haystack(where: str, question: Json) -> Task:
    sessions = _list(question, "haystack_sessions", where)
    names = _list(question, "haystack_session_ids", where)
    if len(names) != len(sessions):
        key = f"data, {where}, haystack_session_ids"
        raise InvalidInput(key, len(names), f"must name all {len(sessions)} sessions", fix=_FIX)
    gold = {
        turn_id(str(name), number)
        for name, session in zip(names, sessions, strict=True)
        for number, turn in enumerate(_turns(session, where), 1)
        if turn.get("has_answer")
    }
    keys = ("haystack_session_ids", "haystack_dates", "haystack_sessions")
    case = _case(where, question, gold, _list(question, "answer_session_ids", where))
    return Task({key: question.get(key, []) for key in keys}, (case,), whole=True)


def _case(where: str, question: Json, gold: set[str], sessions: Sequence[object] = ()) -> Case:
    """The sessions of the key are those it names, or those that the gold turns stand in."""
    named = {session_name(str(session)) for session in sessions}
    try:
        now = session_time(question.get("question_date"), 0)
    except InvalidInput as error:
        key = f"data, {where}, question_date"
        raise InvalidInput(key, error.value, error.problem, fix=_FIX) from error
    id = question["question_id"]
    found = Question(id, question["question"], question["question_type"], id, frozenset(gold), now)
    return Case(found, frozenset(named or {session_of(turn) for turn in gold}))


def session_of(turn: str) -> str:
    """The session that the turn with this id stands in."""
    return turn.rpartition(":")[0]


def _list(question: Json, key: str, where: str) -> list[Any]:
    value = question.get(key)
    if not isinstance(value, list):
        raise InvalidInput(f"data, {where}, {key}", value, "is no list", fix=_FIX)
    return value


def _turns(turns: object, where: str) -> list[Json]:
    if not isinstance(turns, list):
        raise InvalidInput(f"data, {where}, turns", turns, "is no list", fix=_FIX)
    for turn in turns:
        if not isinstance(turn, dict) or not isinstance(turn.get("content"), str):
            raise InvalidInput(f"data, {where}, turn", turn, "has no content", fix=_FIX)
    return turns
