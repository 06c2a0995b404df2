"""Requests that come again: the same ``Idempotency-Key``, the same reply."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from smalti.memory.within import space_of
from smalti.model.access import Reply
from smalti.model.ids import content_id
from smalti.model.time import Instant
from smalti.serve.keys import present
from smalti.serve.problems import Problem

if TYPE_CHECKING:
    from fastapi import Request

    from smalti.memory import Memory
    from smalti.serve.auth import Principal

_KEPT_MICROS = 24 * 3600 * 1_000_000
_ABANDONED_MICROS = 10 * 60 * 1_000_000  # a claim without a reply: its server is gone


@dataclass(slots=True)
class Again:
    """One request with an ``Idempotency-Key``.

    What is kept of it is a hash of key and asker, a hash of the request, and the reply. ``at`` is
    when it first came; a turn without a time is said then, so that a request which comes again
    after a crash finds its own turns.
    """

    key: str
    request: str
    at: Instant

    @classmethod
    async def of(cls, request: Request, principal: Principal, key: str) -> Again:
        """The key of a request, with what it asks for."""
        body = hashlib.sha256(await request.body()).hexdigest()
        told = (request.method, request.url.path, request.url.query, body)
        return cls(content_id("idem", principal.name, key), content_id("req", *told), present())

    def once(self, memory: Memory, work: Callable[[], tuple[int, bytes]]) -> tuple[int, bytes]:
        """Do what is asked, unless it was done.

        Raises:
            Problem: 409, where the key stands for another request, or for one under way.
        """
        space = space_of(memory)
        mine = Reply(self.key, self.request, self.at)
        horizon = Instant(self.at.micros - _KEPT_MICROS)
        known = space.claim(mine, before=horizon)
        if known is not None:
            if known.request != self.request:
                raise _conflict("this Idempotency-Key was used for another request")
            if known.status:
                return known.status, known.content.encode()
            if self.at.micros - known.at.micros < _ABANDONED_MICROS and known.key in _UNDER_WAY:
                raise _conflict("the request with this Idempotency-Key is still worked on")
            self.at = known.at
        _UNDER_WAY.add(self.key)
        try:
            status, content = work()
            done = replace(mine, at=self.at, status=status, content=content.decode())
            space.put_reply(done)
        except BaseException:
            space.drop_reply(self.key)
            raise
        finally:
            _UNDER_WAY.discard(self.key)
        return status, content


_UNDER_WAY: set[str] = set()


def _conflict(detail: str) -> Problem:
    return Problem(
        409, "idempotency_conflict", detail, fix="Use a new key for a new request",
        headers={"Retry-After": "1"},
    )  # fmt: skip
