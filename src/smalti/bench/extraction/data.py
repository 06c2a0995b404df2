"""What extraction is measured on: conversations with what must be remembered of them.

Two kinds of file, one JSON object a line, told apart by their keys:

* ``conversations``: ``id``, ``history`` and ``incoming`` (turns with ``speaker``, ``role``,
  ``at``, ``text``), ``expect`` with ``relation``, the statements that hold afterwards
  (``current``), those that did before (``ended``) and those in doubt (``open``), and perhaps
  ``category``; ``lang`` where it is not English. Where the relation is ``not_memory``, the
  incoming turn must leave nothing.
* ``halumem``: the users of HaluMem (arXiv 2511.03506), each with sessions of ``dialogue`` and
  ``memory_points``. A point whose source is ``interference`` is one that only the assistant brings
  up and the user does not confirm.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from smalti.bench.labelled import labelled_items
from smalti.interchange.stamps import spoken_time
from smalti.model.errors import InvalidInput
from smalti.model.time import Instant
from smalti.model.turn import Role, TurnDraft

PARTS = ("current", "ended", "open")
POINT, INTERFERENCE = "point", "interference"
NOT_MEMORY = "not_memory"
_ROLES = {role.value: role for role in Role}
_FULL_NAME = re.compile(r"\bName:\s*([^;.\n]+)")


class Set(Enum):
    """The kinds of file."""

    CONVERSATIONS = "conversations"
    HALUMEM = "halumem"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A statement to look for among the records of its item; ``groups`` are what it counts to.

    ``rival`` is a statement that it was made from by changing what matters.
    """

    item: str
    part: str
    text: str
    groups: Mapping[str, str]
    rival: str = ""


@dataclass(frozen=True, slots=True)
class Item:
    """Turns that go through memory in order, one write after the other, and what is wanted.

    Items of one ``space`` are read into the same memory. ``quiet`` says that the last write must
    leave nothing.
    """

    id: str
    space: str
    language: str
    writes: tuple[tuple[TurnDraft, ...], ...]
    wanted: tuple[Wanted, ...]
    quiet: bool = False

    @property
    def turns(self) -> tuple[TurnDraft, ...]:
        """All turns, in order."""
        return tuple(turn for write in self.writes for turn in write)

    @property
    def speakers(self) -> tuple[str, ...]:
        """Everybody who says something, each once."""
        return tuple(dict.fromkeys(turn.speaker for turn in self.turns))


def read_items(path: Path, kind: Set | None = None, limit: int | None = None) -> list[Item]:
    """The items of a file, at most so many. Without a kind the file tells it.

    Raises:
        InvalidInput: the file cannot be read, is of no known kind, or an item lacks something;
            says which.
    """
    lines = labelled_items(path, () if kind is None else _NEEDED[kind])
    kind = kind or kind_of(path, lines[0])
    needed = _NEEDED[kind]
    items: list[Item] = []
    for number, line in enumerate(lines, 1):
        if missing := [name for name in needed if name not in line]:
            place = f"{path.name}, object {number}"
            raise InvalidInput("data", place, f"has no {', '.join(missing)}")
        try:
            items += _READERS[kind](line)
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            place = f"{path.name}, object {number}"
            raise InvalidInput("data", place, f"is not as expected ({error!r})") from error
    return items[:limit]


def kind_of(path: Path, line: Mapping[str, Any]) -> Set:
    """Which kind of file it is, by the keys of its first object.

    Raises:
        InvalidInput: it is none.
    """
    for kind, needed in _NEEDED.items():
        if all(name in line for name in needed):
            return kind
    wanted = "; ".join(f"{kind.value}: {', '.join(keys)}" for kind, keys in _NEEDED.items())
    raise InvalidInput("data", path.name, "is of no known kind", fix=f"Give it keys. {wanted}")


def _conversation(line: Mapping[str, Any]) -> Iterator[Item]:
    name, expected = str(line["id"]), line["expect"]
    language = str(line.get("lang") or "en")
    incoming = line["incoming"] if isinstance(line["incoming"], list) else [line["incoming"]]
    groups = {"language": language, "relation": str(expected["relation"])}
    if expected.get("category"):
        groups["category"] = str(expected["category"])
    writes = (_drafts(line["history"], name), _drafts(incoming, name))
    yield Item(
        id=name,
        space=name,
        language=language,
        writes=tuple(write for write in writes if write),
        wanted=tuple(
            Wanted(name, part, str(text), groups)
            for part in PARTS
            for text in expected.get(part) or ()
        ),
        quiet=expected["relation"] == NOT_MEMORY,
    )


def _drafts(turns: Iterable[Mapping[str, Any]], session: str) -> tuple[TurnDraft, ...]:
    """Turns as they are handed in. Who is neither user nor assistant is a person as well."""
    return tuple(
        TurnDraft(
            text=str(turn["text"]),
            speaker=str(turn["speaker"]),
            role=_ROLES.get(turn["role"], Role.USER),
            said_at=Instant.of(turn["at"]) if turn.get("at") else None,
            session=session,
        )
        for turn in turns
    )


def _user(line: Mapping[str, Any]) -> Iterator[Item]:
    found = _FULL_NAME.search(str(line.get("persona_info", "")))
    user = found[1].strip() if found else "user"
    for number, session in enumerate(line["sessions"], 1):
        name = f"{str(line['uuid'])[:8]}/{number}"
        yield Item(
            id=name,
            space=str(line["uuid"]),
            language="en",
            writes=(tuple(_said(turn, user, name) for turn in session["dialogue"]),),
            wanted=tuple(_point(point, name) for point in session["memory_points"]),
        )


def _said(turn: Mapping[str, Any], user: str, session: str) -> TurnDraft:
    role = Role(turn["role"])
    return TurnDraft(
        text=str(turn["content"]),
        speaker=user if role is Role.USER else role.value,
        role=role,
        said_at=spoken_time(str(turn["timestamp"])),
        session=session,
    )


def _point(point: Mapping[str, Any], item: str) -> Wanted:
    part = INTERFERENCE if point["memory_source"] == INTERFERENCE else POINT
    change = "update" if str(point["is_update"]) == "True" else "first told"
    groups = {"type": str(point["memory_type"]).removesuffix(" Memory"), "change": change}
    rival = str(point.get("reference_memory_content") or "")
    return Wanted(item, part, str(point["memory_content"]), groups, rival)


_NEEDED = {
    Set.CONVERSATIONS: ("id", "history", "incoming", "expect"),
    Set.HALUMEM: ("uuid", "sessions"),
}
_READERS: dict[Set, Callable[[Mapping[str, Any]], Iterator[Item]]] = {
    Set.CONVERSATIONS: _conversation,
    Set.HALUMEM: _user,
}
