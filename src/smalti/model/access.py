"""Who may do what over a network: keys, kept as hashes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from smalti.model.time import Instant


class Scope(Enum):
    """What a key allows in its spaces."""

    READ = "read"
    WRITE = "write"
    ADMIN = "admin"  # keys of these spaces, settings, erasing everything


@dataclass(frozen=True, slots=True)
class ApiKey:
    """A key that somebody holds. The key itself is nowhere kept: ``secret`` is its SHA-256.

    ``spaces`` of ``None`` are all there are and will be. ``expires_at`` is exclusive.
    """

    id: str
    name: str
    secret: str
    spaces: tuple[str, ...] | None
    scopes: tuple[Scope, ...]
    created_at: Instant
    expires_at: Instant | None = None
    revoked_at: Instant | None = None

    def valid_at(self, moment: Instant) -> bool:
        """Whether it counts at a moment."""
        expired = self.expires_at is not None and moment.micros >= self.expires_at.micros
        return self.revoked_at is None and not expired


@dataclass(frozen=True, slots=True)
class Queued:
    """A turn that is journalled and waits to be read."""

    turn: str
    queued_at: Instant


@dataclass(frozen=True, slots=True)
class Reply:
    """What was replied to a request that may come again: the same key, the same reply.

    ``request`` is a hash of what was asked, ``content`` is empty until there is a reply.
    """

    key: str
    request: str
    at: Instant
    status: int = 0
    content: str = ""
