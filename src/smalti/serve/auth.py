"""Who is asking, and what they may do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from smalti.model.access import ApiKey, Scope
from smalti.serve.hub import Hub, Lane
from smalti.serve.problems import Problem
from smalti.serve.rates import Rates

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection

    from smalti.serve.keys import Keyring

SCOPES = frozenset(scope.value for scope in Scope)
_SCHEMES = ("bearer", "token")  # the second is what mem0's clients send
SESSION_COOKIE = "smalti_session"


@dataclass(frozen=True, slots=True)
class Principal:
    """Who is asking. ``spaces`` of ``None`` are all; ``name`` is the id of a key, or "local"."""

    name: str
    spaces: frozenset[str] | None
    scopes: frozenset[str]

    def sees(self, space: str) -> bool:
        """Whether there is such a space, as far as this principal is concerned."""
        return self.spaces is None or space in self.spaces

    def may(self, scope: str, space: str) -> bool:
        """Whether something of this scope may be done in a space."""
        return scope in self.scopes and self.sees(space)

    @classmethod
    def of(cls, key: ApiKey) -> Principal:
        """The holder of a key."""
        spaces = None if key.spaces is None else frozenset(key.spaces)
        return cls(key.id, spaces, frozenset(scope.value for scope in key.scopes))


LOCAL = Principal("local", None, SCOPES)
"""Whoever asks a server that nobody else can reach, while no key is made."""


def principal_of(request: HTTPConnection) -> Principal:
    """Who makes a request: by its key, or by the console's session cookie.

    Raises:
        Problem: 401, where a key is needed and there is none, or none that counts.
    """
    known = getattr(request.state, "principal", None)
    if isinstance(known, Principal):
        return known
    found = _found(request)
    request.state.principal = found
    return found


def _found(request: HTTPConnection) -> Principal:
    keyring: Keyring = request.app.state.hub.keys
    secret = given_key(request)
    if secret is not None:
        key = keyring.find(secret)
        if key is None:
            raise refused("the key is unknown, revoked or expired")
        return Principal.of(key)
    session = request.cookies.get(SESSION_COOKIE)
    sessions = getattr(request.app.state, "sessions", None)  # the console's, where it is served
    if session and sessions is not None and (known := sessions(session)) is not None:
        return _still(known, keyring)
    if keyring.is_open and request.app.state.settings.is_local:
        return LOCAL
    raise refused("a key is needed")


def _still(known: Principal, keyring: Keyring) -> Principal:
    """The principal of a session as its key stands by now."""
    if known == LOCAL and keyring.is_open:
        return LOCAL
    key = keyring.by_id(known.name)
    if key is None:
        raise refused("the key of this session is revoked or expired")
    return Principal.of(key)


async def counted(request: HTTPConnection) -> None:
    """Count a request under its key, else under its address; no more than may be made get through.

    Raises:
        Problem: 429, with the seconds to wait.
    """
    hub: Hub = request.app.state.hub
    if hub.keys.is_stale:
        await hub.run(Lane.ACCESS, hub.keys.freshen)
    rates: Rates = request.app.state.rates
    rates.take(_asker(request))


def _asker(request: HTTPConnection) -> str:
    try:
        return principal_of(request).name
    except Problem:
        return address_of(request)


def address_of(request: HTTPConnection) -> str:
    """Where a request comes from, as a name that no key has; behind a proxy that of the proxy."""
    return f"address {request.client.host if request.client else ''}"


def given_key(request: HTTPConnection) -> str | None:
    """The key that a request carries, if it carries one."""
    plain = request.headers.get("x-api-key")
    if plain:
        return plain.strip()
    scheme, _, rest = request.headers.get("authorization", "").strip().partition(" ")
    return rest.strip() if scheme.lower() in _SCHEMES and rest.strip() else None


def refused(detail: str) -> Problem:
    """A request without a key that counts."""
    return Problem(
        401,
        "unauthorised",
        detail,
        fix="Send `Authorization: Bearer KEY`; `smalti keys add` makes one",
        headers={"WWW-Authenticate": 'Bearer realm="smalti"'},
    )


def forbidden(scope: str) -> Problem:
    """A key that counts, and does not allow this."""
    return Problem(
        403, "forbidden", f"the key lacks the scope {scope!r}", fix="Use a key with that scope"
    )
