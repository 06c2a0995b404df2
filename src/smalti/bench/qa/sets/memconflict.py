"""MemConflict: the file's questions, and each field asked at moments between its changes.

A persona comes in two forms: ``asserted``, as structured statements, so that only what held when is
measured, and ``told``, as sentences, so that extraction takes part. Every question is asked with
``as_of``: a day after the session of the file's question; half-way between two changes of a field,
and then the answer must be the value of that time and no other one of the field.

Of the file's answers, which are sentences, what must be told are the values of the history that
stand in them; those in which none stands and that are no yes or no are free text.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from smalti.bench.conflicts.events import USER, Stated, names_in, read_events, stated_in
from smalti.bench.labelled import labelled_items
from smalti.bench.qa.case import Data, Gold, Kind, Question, Talk
from smalti.bench.qa.keys import gold_of
from smalti.bench.qa.texts import tells
from smalti.bench.report import fingerprint
from smalti.model.errors import InvalidInput
from smalti.model.time import Instant
from smalti.model.turn import TurnDraft

QUESTION_KEYS = ("persona_id", "session_date", "question_id", "question", "answer", "conflict_type")
_AFTER_LAST = timedelta(days=60)
_SHORT = 4  # letters of a value that may stand in any sentence
_OWN = ("reveal", "update")

_ASKED = {
    "Residence": "Where does the user live?",
    "Marital_Status.Status": "What is the user's marital status?",
    "Career_Status.Employment_Status": "What is the user's employment status?",
    "Career_Status.Company_Name": "Who does the user work for?",
    "Career_Status.Job_Title": "What is the user's job title?",
    "Career_Status.Industry": "Which industry does the user work in?",
    "Career_Status.Monthly_Income": "What is the user's monthly income?",
    "Career_Status.Savings_Amount": "How much are the user's savings?",
    "Work_Status.Current_State": "What is the user's work status?",
    "Social_Status.Current_State": "What is the user's social status?",
    "Health_Status.Physical_Health": "How is the user's physical health?",
    "Health_Status.Mental_Health": "How is the user's mental health?",
}


def files_of(path: Path) -> tuple[Path, Path | None]:
    """The events, and the questions if there are any: in a folder, or beside a file.

    Raises:
        InvalidInput: there are no events.
    """
    folder = path if path.is_dir() else path.parent
    events = next(iter(sorted(folder.glob("events*.jsonl"))), None)
    if events is None:
        raise InvalidInput("data", str(path), "lacks events….jsonl")
    return events, next(iter(sorted(folder.glob("questions*.jsonl"))), None)


def read(path: Path, audit: Path | None = None) -> Data:
    """Read the events of personas, and the questions beside them.

    Raises:
        InvalidInput: a file is not as expected.
    """
    events, asked = files_of(path)
    items: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for item in [] if asked is None else labelled_items(asked, QUESTION_KEYS):
        items[str(item["persona_id"])].append(item)
    talks = tuple(
        talk
        for persona, happened in read_events(events).items()
        for talk in _talks(persona, happened, items[persona])
    )
    files = fingerprint(events) | ({} if asked is None else {"questions": fingerprint(asked)})
    return Data("memconflict", files, talks)


def _talks(
    persona: str, events: Sequence[Mapping[str, Any]], items: Sequence[Mapping[str, Any]]
) -> Iterator[Talk]:
    names = names_in(events)
    stated = [one for event in events for one in stated_in(event, names)]
    turns = tuple(
        TurnDraft(one.text, USER, said_at=Instant.of(one.day), external_id=f"t{number}")
        for number, one in enumerate(stated)
    )
    for form in ("asserted", "told"):
        name = f"{persona[:8]}/{form}"
        questions = (*_moments(name, form, stated), *_listed(name, form, stated, items))
        yield Talk(name, turns, questions, tuple(stated) if form == "asserted" else ())


def _moments(talk: str, form: str, stated: Sequence[Stated]) -> Iterator[Question]:
    """Each field half-way between two of its changes, and some time after the last."""
    for path, asked in _ASKED.items():
        by_day = {
            one.day: one.value
            for one in stated
            if one.path == path and one.who == USER and one.kind in _OWN
        }
        days = [date.fromisoformat(day) for day in sorted(by_day)]
        for day, then in zip(
            days, [*days[1:], *(one + _AFTER_LAST for one in days[-1:])], strict=True
        ):
            asked_of = day + max((then - day) // 2, timedelta(days=1))
            value = by_day[day.isoformat()]
            rivals = tuple(dict.fromkeys(one for one in by_day.values() if one != value))
            yield Question(
                id=f"{talk}/{path}/{day}",
                talk=talk,
                text=asked,
                category=f"as of, {form}",
                gold=Gold(value, Kind.TEXT, ((value,),), rivals),
                now=Instant.of(asked_of),
                as_of=Instant.of(asked_of),
            )


def _listed(
    talk: str, form: str, stated: Sequence[Stated], items: Sequence[Mapping[str, Any]]
) -> Iterator[Question]:
    for item in items:
        day = date.fromisoformat(str(item["session_date"]))
        moment = Instant.of(day + timedelta(days=1))
        kind = str(item["conflict_type"]).removesuffix("_conflict")
        yield Question(
            id=f"{talk}/{item.get('session_id', '')}/{item['question_id']}",
            talk=talk,
            text=str(item["question"]),
            category=f"{kind}, {form}",
            gold=_gold(str(item["answer"]), str(item["question"]), kind, stated),
            now=moment,
            as_of=moment,
        )


def _gold(answer: str, question: str, kind: str, stated: Sequence[Stated]) -> Gold:
    found = gold_of(answer, question)
    if found.kind is Kind.YES_NO:
        return found
    wanted = _VALUES.get(kind, _of_history)(stated)
    values = [one for one in wanted if len(one) >= _SHORT and tells(answer, one)]
    longest = [one for one in values if not any(one != more and one in more for more in values)]
    if not longest:
        return found if kind not in _VALUES else Gold(answer, Kind.FREE)
    return Gold(answer, Kind.LIST, tuple((one,) for one in longest))


def _of_history(stated: Sequence[Stated]) -> list[str]:
    own = (one.value for one in stated if one.who == USER and one.kind in _OWN)
    return list(dict.fromkeys(own))


def _true_ones(stated: Sequence[Stated]) -> list[str]:
    """What was stated first of what is later contradicted."""
    return list(dict.fromkeys(one.value for one in stated if one.role == "Point_A"))


def _conditions(stated: Sequence[Stated]) -> list[str]:
    return list(dict.fromkeys(one.condition for one in stated if one.condition))


_VALUES = {"static": _true_ones, "conditional": _conditions}
