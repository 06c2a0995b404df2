"""Whose memories a client of mem0 means; what it sent is refused by the names it sent it under."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from smalti.model.errors import InvalidInput
from smalti.serve.rest.mem0_shapes import space_for

IDS = ("user_id", "agent_id", "run_id")
# What the verbs call a field, and what clients of mem0 call it.
_SENT: Mapping[str, str] = {
    "turns": "messages",
    "text": "content",
    "speaker": "name",
}
_WORD = re.compile(r"[a-z_]+")


@dataclass(frozen=True, slots=True)
class Whose:
    """A space, and the field of the request that named it, with what stood there."""

    space: str
    field: str
    value: str | None


def whose(
    user_id: str | None = None,
    agent_id: str | None = None,
    run_id: str | None = None,
    *,
    places: Mapping[str, str] | None = None,
) -> Whose:
    """Whose memories three ids mean: a user's, else an agent's, else those of the space "default".

    ``places`` tells where in the request an id stood, if not under its own name.

    Raises:
        InvalidInput: none of the three was given.
    """
    given = {"user_id": user_id, "agent_id": agent_id, "run_id": run_id}
    field = next((name for name in IDS if given[name] is not None), None)
    if field is None:
        raise InvalidInput("user_id", None, "or agent_id or run_id is needed")
    return Whose(space_for(user_id, agent_id), (places or {}).get(field, field), given[field])


@contextmanager
def as_sent(whom: Whose, **names: str) -> Iterator[None]:
    """What is refused within is refused by the name that the client knows it by.

    ``names`` go before the usual ones: what the verbs call a field, and what the client does.

    Raises:
        InvalidInput: of the kind that was raised within.
    """
    try:
        yield
    except InvalidInput as error:
        last = error.field.rpartition(".")[2]
        own = {"space": whom.field, "session": "run_id", **names}.get(last)
        field = own or _WORD.sub(lambda found: _SENT.get(found[0], found[0]), error.field)
        value = whom.value if last == "space" else error.value
        raise type(error)(field, value, error.problem, fix=error.fix) from error
