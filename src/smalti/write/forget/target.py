"""What somebody wants forgotten: exactly one thing."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from smalti.model.errors import InvalidInput


class Kind(Enum):
    """What can be forgotten."""

    RECORD = "record"
    TURN = "turn"
    SESSION = "session"
    SOURCE = "source"  # all that one speaker said
    ENTITY = "entity"
    SPACE = "space"


@dataclass(frozen=True, slots=True)
class Target:
    """One thing to forget; ``id`` is empty for the whole space."""

    kind: Kind
    id: str = ""


def target_of(
    *,
    record: str | None = None,
    turn: str | None = None,
    session: str | None = None,
    source: str | None = None,
    entity: str | None = None,
    space: bool = False,
) -> Target:
    """The one thing that is named.

    Raises:
        InvalidInput: nothing is, or more than one.
    """
    given = {
        Kind.RECORD: record,
        Kind.TURN: turn,
        Kind.SESSION: session,
        Kind.SOURCE: source,
        Kind.ENTITY: entity,
    }
    named = [Target(kind, id) for kind, id in given.items() if id is not None]
    named += [Target(Kind.SPACE)] if space else []
    if len(named) != 1:
        kinds = [one.kind.value for one in named]
        fix = f"Name exactly one of {', '.join(kind.value for kind in Kind)}"
        raise InvalidInput("target", kinds, "names nothing" if not named else "is several", fix=fix)
    return named[0]
