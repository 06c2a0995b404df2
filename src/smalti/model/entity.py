"""People and concepts, their names, and merges that can be taken back."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from smalti.model.time import Instant


class EntityKind(Enum):
    """What an entity is; entities of different kinds are never merged."""

    PERSON = "person"
    CONCEPT = "concept"


@dataclass(frozen=True, slots=True)
class Kinship:
    """What somebody is to somebody else: ``relation`` ("sister") of the entity ``owner``."""

    owner: str
    relation: str


@dataclass(frozen=True, slots=True)
class Entity:
    """Someone or something that records are about.

    ``category`` tells same-named things apart (Java the island, Java the language). ``kin`` says
    whose relative it is, by which it is found before anybody has told its name.
    """

    id: str
    kind: EntityKind
    name: str
    category: str = ""
    aliases: tuple[str, ...] = ()
    merged_into: str | None = None
    kin: tuple[Kinship, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Its name and its other names."""
        return (self.name, *self.aliases)


@dataclass(frozen=True, slots=True)
class Merge:
    """Two entities found to be one: what was merged, why, and when it was undone if it was."""

    id: str
    winner: str
    loser: str
    reason: str
    merged_at: Instant
    undone_at: Instant | None = None
