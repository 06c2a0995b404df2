"""The events of MemConflict as statements: who says what of whom, on which day."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from smalti.bench.conflicts.fields import field_of, in_words, of_user, plain, values
from smalti.bench.labelled import labelled_items

USER = "user"
NEEDED = ("persona_id", "session_id", "date", "kind", "data")
_WORDY = 6  # words that make a value a sentence


@dataclass(frozen=True, slots=True)
class Stated:
    """One value of one field, as somebody states it on a day.

    ``who`` is the user or somebody the user speaks of; ``role`` the part the statement has in its
    conflict, ``group`` what it belongs to: the conflict, or the field.
    """

    kind: str
    who: str
    path: str
    value: str
    day: str
    role: str = ""
    group: str = ""
    condition: str | None = None

    @property
    def is_wordy(self) -> bool:
        """Whether the value is so long that, as what contradicts another, it is a sentence."""
        return len(self.value.split()) > _WORDY

    @property
    def text(self) -> str:
        """It as a sentence of the user."""
        if self.role == "Point_B" and self.is_wordy:
            return f"{of_user(self.value)}."
        if self.condition is not None:
            return f"I like {self.value}, {self.condition[:1].lower()}{self.condition[1:]}."
        form = field_of(self.path)
        own = self.who == USER
        return in_words(form.own if own else form.other, self.value, f"my {self.who}")


def read_events(path: Path) -> dict[str, list[dict[str, Any]]]:
    """The events of each persona, in their order.

    Raises:
        InvalidInput: the file cannot be read, or an event lacks something.
    """
    personas: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for line in labelled_items(path, NEEDED):
        personas[str(line["persona_id"])].append(line)
    return personas


def names_in(events: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """The names of the people that a persona knows, by their ids."""
    found: dict[str, str] = {}
    for event in events:
        contacts = event["data"].get("Social_Relationships", {}).get("Contacts", {})
        found |= {id: str(one["Name"]) for id, one in contacts.items()}
    return found


def stated_in(event: Mapping[str, Any], names: Mapping[str, str]) -> Iterator[Stated]:
    """What somebody states in an event; nothing where its kind is not measured."""
    read = _READERS.get(str(event["kind"]))
    return iter(()) if read is None else read(event["data"], str(event["date"]), names)


def _revealed(data: Mapping[str, Any], day: str, _names: Mapping[str, str]) -> Iterator[Stated]:
    for attribute, told in data.items():
        for path, value in values(attribute, told):
            yield Stated("reveal", USER, path, value, day, group=path)


def _changed(data: Mapping[str, Any], day: str, _names: Mapping[str, str]) -> Iterator[Stated]:
    before = dict(values(data["Attribute"], data["Before"]))
    for path, value in values(data["Attribute"], data["After"]):
        if before.get(path) != value:
            yield Stated("update", USER, path, value, day, group=path)


def _liked(data: Mapping[str, Any], day: str, _names: Mapping[str, str]) -> Iterator[Stated]:
    if "Item" in data:
        yield Stated(
            kind="conditional",
            who=USER,
            path=str(data["Preference_Type"]),
            value=str(data["Item"]),
            day=day,
            role=str(data["Role"]),
            group=str(data["Conflict_ID"]),
            condition=str(data["Condition"]),
        )


def _of_others(data: Mapping[str, Any], day: str, names: Mapping[str, str]) -> Iterator[Stated]:
    for path, value in values(data["Attribute"], data["Value"]):
        yield Stated("other", _who(data, names), path, value, day, group=path)


def _fact(data: Mapping[str, Any], day: str, names: Mapping[str, str]) -> Iterator[Stated]:
    role, path = str(data["Role"]), str(data["Target_Field_Path"])
    own = role.startswith("Point")
    yield Stated(
        "static" if own else "other",
        USER if own else _who(data, names),
        path,
        plain(data["Value"]),
        day,
        role,
        str(data["Conflict_ID"]),
    )


def _who(data: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """Somebody else, as the user would call them."""
    relationship = str(data["Relationship_To_User"]).casefold()
    name = names.get(str(data["Source_Person_ID"]))
    return f"{relationship} {name}" if name else relationship


_READERS: Mapping[str, Callable[[Mapping[str, Any], str, Mapping[str, str]], Iterator[Stated]]] = {
    "reveal": _revealed,
    "update": _changed,
    "static": _fact,
    "conditional": _liked,
    "other_person": _of_others,
}
