"""Making API keys, and telling whose a key is."""

from __future__ import annotations

import hashlib
import secrets
import threading
import time
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from smalti.memory.within import store_of
from smalti.model.access import ApiKey, Scope
from smalti.model.errors import InvalidInput, NotFound
from smalti.model.ids import new_id
from smalti.model.time import Instant
from smalti.serve.names import ALL_SPACES, space_named
from smalti.store.contract import Store

if TYPE_CHECKING:
    from smalti.memory import Memory

PREFIX = "smk_"
_BYTES = 32
_FRESH_SECONDS = 1.0  # how soon a key that another process made or revoked counts
_LONGEST_NAME = 100
DEFAULT_SCOPES = (Scope.READ, Scope.WRITE)


def unknown_key(id: str) -> NotFound:
    """The error that there is no such key: they are of a whole memory file, not of a space."""
    hint = "`smalti keys list` lists those there are"
    return NotFound("key", id, within="this memory file", hint=hint)


class Keyring:
    """The keys of one store. What another process changes counts within a second."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._read_at = float("-inf")
        self._by_secret: dict[str, ApiKey] = {}

    @property
    def is_open(self) -> bool:
        """Whether no key was ever made: until then none is asked for on loopback."""
        return not self._keys()

    def find(self, secret: str) -> ApiKey | None:
        """The key with this secret, if it counts."""
        return _counting(self._keys().get(hash_of(secret)))

    def by_id(self, id: str) -> ApiKey | None:
        """The key with this id, if it counts."""
        return _counting(next((key for key in self._keys().values() if key.id == id), None))

    def all(self) -> list[ApiKey]:
        """Every key that was ever made, in that order."""
        return sorted(self._keys(fresh=True).values(), key=lambda key: key.id)

    def add(
        self,
        name: str,
        *,
        spaces: Iterable[str] | None = None,
        scopes: Iterable[Scope | str] = DEFAULT_SCOPES,
        expires_at: Instant | None = None,
    ) -> tuple[ApiKey, str]:
        """Make a key; itself is given once, here, and never again.

        Args:
            name: what it is for.
            spaces: where it counts; ``None`` for everywhere.
            scopes: what it allows.
            expires_at: from when on it does not count any more.

        Raises:
            InvalidInput: no name, no space, an unknown scope, or a date that has passed.
        """
        now = present()
        if not 0 < len(name.strip()) <= _LONGEST_NAME or not name.isprintable():
            raise InvalidInput("name", name, f"must be 1 to {_LONGEST_NAME} printable characters")
        if expires_at is not None and expires_at.micros <= now.micros:
            raise InvalidInput("expires_at", str(expires_at), "has passed")
        secret = PREFIX + secrets.token_urlsafe(_BYTES)
        key = ApiKey(
            id=new_id("key"),
            name=name.strip(),
            secret=hash_of(secret),
            spaces=_spaces(spaces),
            scopes=_scopes(scopes),
            created_at=now,
            expires_at=expires_at,
        )
        self._put(key)
        return key, secret

    def revoke(self, id: str) -> ApiKey:
        """Let a key count no longer; revoked before, it stays as it is.

        Raises:
            NotFound: there is none.
        """
        found = next((key for key in self.all() if key.id == id), None)
        if found is None:
            raise unknown_key(id)
        if found.revoked_at is None:
            found = replace(found, revoked_at=present())
            self._put(found)
        return found

    def _put(self, key: ApiKey) -> None:
        self._store.put_key(key)
        with self._lock:
            self._read_at = float("-inf")

    @property
    def is_stale(self) -> bool:
        """Whether the keys would be read again by the next question about one."""
        return time.monotonic() - self._read_at > _FRESH_SECONDS

    def freshen(self) -> None:
        """Read the keys again, unless somebody else just did."""
        if self.is_stale:
            self.refresh()

    def refresh(self) -> None:
        """Read the keys again."""
        found = {key.secret: key for key in self._store.api_keys()}
        with self._lock:
            self._by_secret = found
            self._read_at = time.monotonic()

    def _keys(self, *, fresh: bool = False) -> dict[str, ApiKey]:
        """All keys by the hash of their secret."""
        if fresh:
            self.refresh()
        self.freshen()
        return self._by_secret


def keyring_of(memory: Memory) -> Keyring:
    """The keys of the file that a memory lies in."""
    return Keyring(store_of(memory))


def told(key: ApiKey) -> dict[str, Any]:
    """A key without its hash."""
    ends = {"expires_at": key.expires_at, "revoked_at": key.revoked_at}
    return {
        "id": key.id,
        "name": key.name,
        "spaces": None if key.spaces is None else list(key.spaces),
        "scopes": [scope.value for scope in key.scopes],
        "created_at": str(key.created_at),
        **{name: None if end is None else str(end) for name, end in ends.items()},
    }


def hash_of(secret: str) -> str:
    """What is kept of a key: 256 random bits need no slow hash."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def present() -> Instant:
    """The present moment."""
    return Instant.of(datetime.now(UTC))


def _counting(key: ApiKey | None) -> ApiKey | None:
    return key if key is not None and key.valid_at(present()) else None


def _spaces(spaces: Iterable[str] | None) -> tuple[str, ...] | None:
    if spaces is None:
        return None
    named = tuple(dict.fromkeys(spaces))
    if ALL_SPACES in named:
        return None
    if not named:
        raise InvalidInput("spaces", (), "names no space", fix=f"Give one, or {ALL_SPACES!r}")
    return tuple(space_named(name) for name in named)


def _scopes(scopes: Iterable[Scope | str]) -> tuple[Scope, ...]:
    given = [scope.value if isinstance(scope, Scope) else scope for scope in scopes]
    known = {scope.value: scope for scope in Scope}
    for scope in given:
        if scope not in known:
            raise InvalidInput("scopes", scope, "is unknown", fix=f"Known: {', '.join(known)}")
    if not given:
        raise InvalidInput("scopes", (), "names none", fix=f"Known: {', '.join(known)}")
    return tuple(scope for value, scope in known.items() if value in given)
