"""Who is signed in: sessions in memory, gone when the server stops."""

from __future__ import annotations

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from smalti.serve.auth import Principal
from smalti.serve.rates import Rates

HOURS = 12
_BYTES = 32
_MOST = 1_000  # sessions at a time; the oldest goes first
_TRIES = 10  # a minute, of keys that do not count


@dataclass(frozen=True, slots=True)
class Notice:
    """What was done, told once on the next page.

    ``undo`` is the name of the action that takes it back and ``given`` the fields of its form;
    ``secret`` is shown to be copied.
    """

    text: str
    tone: str = "done"  # or "wrong"
    undo: str = ""
    given: Mapping[str, str] = field(default_factory=dict)
    secret: str = ""


@dataclass(slots=True)
class Session:
    """A browser that is signed in. ``csrf`` stands in every form that it is given."""

    token: str
    principal: Principal
    csrf: str
    ends: float
    notices: list[Notice] = field(default_factory=list)

    def told(self) -> list[Notice]:
        """The notices that wait, which wait no longer."""
        waiting, self.notices = self.notices, []
        return waiting


def attempts() -> Rates:
    """How often an address may try a key that does not count: a minute's worth at once."""
    return Rates(_TRIES, burst_seconds=60, told="too many keys were tried from here")


def passing(principal: Principal) -> Session:
    """A session of one request: it has no cookie, and no form of it is ever taken."""
    return Session("", principal, secrets.token_urlsafe(_BYTES), 0.0)


class Sessions:
    """The sessions of one server. Safe between threads."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._open: OrderedDict[str, Session] = OrderedDict()

    def __call__(self, token: str) -> Principal | None:
        """Who a cookie stands for, if it still counts."""
        found = self.find(token)
        return None if found is None else found.principal

    def begin(self, principal: Principal) -> Session:
        """A new session: its token is 256 random bits, so it cannot be guessed or chosen."""
        session = Session(
            token=secrets.token_urlsafe(_BYTES),
            principal=principal,
            csrf=secrets.token_urlsafe(_BYTES),
            ends=self._clock() + HOURS * 3600,
        )
        with self._lock:
            self._open[session.token] = session
            while len(self._open) > _MOST:
                self._open.popitem(last=False)
        return session

    def find(self, token: str) -> Session | None:
        """The session of a cookie, if it still counts."""
        with self._lock:
            found = self._open.get(token)
            if found is not None and found.ends <= self._clock():
                del self._open[token]
                return None
            return found

    def end(self, token: str) -> None:
        """Sign out."""
        with self._lock:
            self._open.pop(token, None)
