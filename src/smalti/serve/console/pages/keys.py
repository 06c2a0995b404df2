"""API keys: which there are, making one, letting one count no longer."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from smalti.model.access import ApiKey, Scope
from smalti.model.errors import InvalidInput
from smalti.model.time import Instant
from smalti.serve.auth import Principal
from smalti.serve.console.sessions import Notice
from smalti.serve.console.shown import When, day
from smalti.serve.console.visit import Done, Visit
from smalti.serve.keys import unknown_key


@dataclass(frozen=True, slots=True)
class Shown:
    """A key without its secret, which nobody has any more."""

    id: str
    name: str
    spaces: str
    scopes: str
    created: When
    expires: str
    state: str


def view(visit: Visit) -> dict[str, Any]:
    """The keys that whoever looks may manage, and a form to make one."""
    found = [key for key in visit.hub.keys.all() if _is_own(visit, key)]
    return {
        "keys": [_shown(key, visit.now) for key in found][::-1],
        "scopes": [scope.value for scope in Scope],
        "open": visit.hub.keys.is_open,
        "everywhere": visit.principal.spaces is None,
    }


def _is_own(visit: Visit, key: ApiKey) -> bool:
    """Whether whoever looks has all that the key has."""
    mine = visit.principal.spaces
    return mine is None or (key.spaces is not None and mine.issuperset(key.spaces))


def _shown(key: ApiKey, now: Instant) -> Shown:
    state = "revoked" if key.revoked_at else "valid" if key.valid_at(now) else "expired"
    return Shown(
        id=key.id,
        name=key.name,
        spaces="all spaces" if key.spaces is None else ", ".join(key.spaces),
        scopes=", ".join(scope.value for scope in key.scopes),
        created=day(key.created_at),
        expires=day(key.expires_at).text if key.expires_at else "never",
        state=state,
    )


# ------------------------------------------------------------------------------------ what is done

_FINAL = "That has no undo; make another one."


def make(visit: Visit) -> Done:
    """Make a key, for no more than whoever makes it may do."""
    scopes = [scope.value for scope in Scope if visit.text(f"scope_{scope.value}")]
    everywhere = visit.text("where") == "all"
    if everywhere and visit.principal.spaces is not None:
        raise InvalidInput("where", "all", "is more than your own key allows", fix="Name a space")
    if not set(scopes) <= visit.principal.scopes:
        raise InvalidInput("scopes", ", ".join(scopes), "is more than your own key allows")
    first = visit.hub.keys.is_open
    if first and not (everywhere and {"read", "admin"} <= set(scopes)):
        fix = "Let it read and manage keys in all spaces"
        raise InvalidInput("scopes", ", ".join(scopes), "would lock everybody out", fix=fix)
    key, secret = visit.hub.keys.add(
        visit.text("name"),
        spaces=None if everywhere else [visit.space],
        scopes=scopes,
        expires_at=_expiry(visit.text("expires")),
    )
    if first:  # from now on a key is needed; whoever made it is signed in with it
        visit.session.principal = Principal.of(key)
    told = f"The key “{key.name}”. Copy it now: it is not shown again."
    return Done(visit.url("keys"), Notice(told, secret=secret))


def _expiry(given: str) -> Instant | None:
    if not given:
        return None
    try:
        return Instant.of(date.fromisoformat(given))
    except ValueError as error:
        raise InvalidInput("expires", given, "is not a day", fix="Use 2026-03-01") from error


def revoke(visit: Visit) -> Done:
    """Let a key count no longer."""
    id = visit.text("id")
    if not any(key.id == id and _is_own(visit, key) for key in visit.hub.keys.all()):
        raise unknown_key(id)
    key = visit.hub.keys.revoke(id)
    return Done(
        visit.url("keys"), Notice(f"The key “{key.name}” does not count any more. {_FINAL}")
    )
