"""Stages ask, one driver answers.

A stage that needs something from outside (nouns that are stored, a model's completion) is a
generator: it yields a request and is sent the reply, so that it stays a function over values and
runs the same whether the replies come from a database, a test or an event loop. A request that
cannot be answered is thrown into the stage as the error it is.

>>> def greet():
...     name = yield "name?"
...     return f"Hello {name}"
>>> drive(greet(), {"name?": "Ada"}.get)
'Hello Ada'
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from smalti.model.errors import SmaltiError

Result = TypeVar("Result")
Noun = TypeVar("Noun")

Work = Generator[Any, Any, Result]
"""A stage under way: yields requests, is sent replies, returns its result."""


@dataclass(frozen=True, slots=True)
class Meeting(Generic[Noun]):
    """Asks for the nouns of a class that have one of these keys; the reply is a list of them."""

    cls: type[Noun]
    keys: tuple[str, ...]
    limit: int = 100


@dataclass(frozen=True, slots=True)
class One(Generic[Noun]):
    """Asks for the noun of a class with this id; the reply is it, or ``None``."""

    cls: type[Noun]
    id: str


@dataclass(frozen=True, slots=True)
class Several(Generic[Noun]):
    """Asks for the nouns of a class with these ids; the reply is a mapping of those there are."""

    cls: type[Noun]
    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Touching:
    """Asks for the edges that begin or end at one of these; the reply is a list of them."""

    ids: tuple[str, ...]


def drive(work: Work[Result], answer: Callable[[Any], Any]) -> Result:
    """Run a stage to its end, answering its requests one by one."""
    step = _Step(work)
    while step.waiting:
        try:
            reply = answer(step.request)
        except SmaltiError as error:
            step.refuse(error)
        else:
            step.reply(reply)
    return step.result


async def drive_async(work: Work[Result], answer: Callable[[Any], Awaitable[Any]]) -> Result:
    """The same where replies are awaited."""
    step = _Step(work)
    while step.waiting:
        try:
            reply = await answer(step.request)
        except SmaltiError as error:
            step.refuse(error)
        else:
            step.reply(reply)
    return step.result


class _Step(Generic[Result]):
    """Where a stage stands: its open request, or its result."""

    request: Any
    result: Result

    def __init__(self, work: Work[Result]) -> None:
        self._work = work
        self.waiting = True
        self._move(lambda: next(work))

    def reply(self, value: Any) -> None:
        """Hand in what was asked for."""
        self._move(lambda: self._work.send(value))

    def refuse(self, error: SmaltiError) -> None:
        """Say that it could not be answered."""
        self._move(lambda: self._work.throw(error))

    def _move(self, move: Callable[[], Any]) -> None:
        try:
            self.request = move()
        except StopIteration as done:
            self.waiting = False
            self.result = done.value
