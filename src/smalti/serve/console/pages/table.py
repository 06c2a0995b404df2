"""Every page and every form of the console, in two tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from smalti.serve.console.pages import (
    activity,
    agenda,
    ask,
    entities,
    entity,
    erase,
    graph,
    health,
    inbox,
    keys,
    memories,
    record,
    turn,
)
from smalti.serve.console.visit import Done, Visit
from smalti.serve.hub import Lane


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its title, what it shows, and the scope that it takes.

    ``key`` leads to it after ``g``; ``timed`` says that it can be looked at from another moment;
    ``parent`` is the page that it belongs to in the menu.
    """

    title: str
    view: Callable[[Visit], dict[str, Any]]
    key: str = ""
    scope: str = "read"
    timed: bool = False
    parent: str = ""


PAGES: Mapping[str, Page] = {
    "inbox": Page("Inbox", inbox.view, "i"),
    "memories": Page("Memories", memories.view, "m", timed=True),
    "entities": Page("People and things", entities.view, "p"),
    "graph": Page("Graph", graph.view, "g", timed=True),
    "ask": Page("Ask", ask.view, "a", timed=True),
    "agenda": Page("Agenda", agenda.view, "n"),
    "activity": Page("Activity", activity.view, "t"),
    "keys": Page("Keys", keys.view, "k", scope="admin"),
    "health": Page("Health", health.view, "h"),
    "erase": Page("Export and erase", erase.view, "e"),
    "entity": Page("Entity", entity.view, timed=True, parent="entities"),
    "record": Page("Record", record.view, timed=True, parent="memories"),
    "turn": Page("Turn", turn.view, timed=True, parent="memories"),
}


@dataclass(frozen=True, slots=True)
class Action:
    """What a form does, the scope that it takes, and how long it may take."""

    act: Callable[[Visit], Done]
    scope: str = "write"
    lane: Lane = Lane.WRITE


ACTIONS: Mapping[str, Action] = {
    "resolve": Action(inbox.resolve),
    "undo": Action(inbox.undo),
    "answer": Action(inbox.answer),
    "untell": Action(inbox.untell),
    "recheck": Action(inbox.recheck),
    "retract": Action(record.retract),
    "correct": Action(record.correct),
    "merge": Action(entity.merge),
    "unmerge": Action(entity.unmerge),
    "agenda-open": Action(agenda.open_),
    "agenda-observe": Action(agenda.observe),
    "agenda-skip": Action(agenda.skip),
    "agenda-drop": Action(agenda.drop),
    "key-make": Action(keys.make, "admin"),
    "key-revoke": Action(keys.revoke, "admin"),
    "process": Action(health.process, lane=Lane.LONG),
    "reindex": Action(health.reindex, lane=Lane.LONG),
    "consolidate": Action(health.consolidate, lane=Lane.LONG),
    "compact": Action(health.compact, "admin", Lane.LONG),
    "erase": Action(erase.erase),
}
