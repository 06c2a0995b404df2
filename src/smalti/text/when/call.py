"""What an operation is given, and where operations are registered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from smalti.text.when.lexer import Node
from smalti.text.when.tables import Senses
from smalti.text.when.tense import Speech, Tense
from smalti.text.when.values import Meaning, Span

_MONTHS = ("mon", "monx", "mony")
_WEEKDAYS = ("wd", "wdz", "wda")


@dataclass(slots=True)
class Call:
    """What an operation sees: the nodes it matched, their neighbours, and the act of speaking."""

    nodes: list[Node]
    island: list[Node]
    first: int
    speech: Speech
    options: dict[str, Any] = field(default_factory=dict)

    def get(self, name: str) -> Any:
        """The value of the first node that has this sense, ``None`` if there is none."""
        return next((node.senses[name] for node in self.nodes if name in node.senses), None)

    def all(self, name: str) -> list[Any]:
        """The values of all nodes that have this sense, in order."""
        return [node.senses[name] for node in self.nodes if name in node.senses]

    @property
    def month(self) -> int:
        """The month that is named, be it by a safe name or by one that is a word as well."""
        return int(next(n.senses[m] for n in self.nodes for m in _MONTHS if m in n.senses))

    def has_month(self) -> bool:
        """Whether a month is named."""
        return any(name in node.senses for node in self.nodes for name in _MONTHS)

    @property
    def weekday(self) -> int:
        """The first weekday that is named, 0 for Monday, be it in full or abbreviated."""
        return self.weekdays()[0]

    def weekdays(self) -> list[int]:
        """All weekdays that are named, in order."""
        return [int(n.senses[w]) for n in self.nodes for w in _WEEKDAYS if w in n.senses]

    def span(self) -> Span | None:
        """The first span among the nodes."""
        return next(iter(self.spans()), None)

    def spans(self) -> list[Span]:
        """All spans among the nodes, in order."""
        values = (value for node in self.nodes for value in node.senses.values())
        return [value for value in values if isinstance(value, Span)]

    def preceded(self, *names: str) -> bool:
        """Whether one of the words right before, at most three back, has such a sense."""
        before = self.island[max(self.first - 3, 0) : self.first]
        return any(name in node.senses for node in before for name in names)

    @property
    def now(self) -> datetime:
        """The local moment of speaking; raises Timeless where nobody said when."""
        return self.speech.now

    @property
    def tense(self) -> Tense:
        """The tense around the words; "since" always looks back."""
        if self.preceded("since"):
            return Tense.PAST
        return self.speech.tense(self.nodes[0].start, self.nodes[-1].end)


Result = Meaning | Senses | None
Operation = Callable[[Call], Result]
REGISTERED: dict[str, Operation] = {}
"""By the name that the rules use."""


def operation(function: Operation) -> Operation:
    """Register an operation under its name."""
    REGISTERED[function.__name__] = function
    return function
