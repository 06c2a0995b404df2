"""An agenda as its author wrote it: which units are to be found out, and what each waits for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property

from smalti.graph.prerequisites import Prerequisites

USUAL_SUBJECT = "user"
"""Whom an agenda is about where it does not say."""


class ValueType(Enum):
    """What kind of value answers a unit."""

    TEXT = "text"
    NUMBER = "number"
    QUANTITY = "quantity"
    DATE = "date"
    BOOLEAN = "boolean"
    CHOICE = "choice"
    ENTITY = "entity"


@dataclass(frozen=True, slots=True)
class Option:
    """One of the values of a choice, and what else it is called."""

    value: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Condition:
    """That a unit of the same agenda has a value. Booleans are "yes" and "no"."""

    unit: str
    value: str


@dataclass(frozen=True, slots=True)
class DoneWhen:
    """When a unit is done: so many values are known, or another unit's answer makes it needless."""

    min_values: int = 1
    none_needed: Condition | None = None


@dataclass(frozen=True, slots=True)
class Unit:
    """One thing to find out.

    Attributes:
        id: unique in the agenda.
        type: of its values.
        questions: texts by language, at least one; where a language has several, later ones are
            for asking again.
        weight: how much it matters; 1 to 5 in a form.
        requires: ids of the units that must be resolved before it can meaningfully be asked.
        predicate: with ``subject`` the slot that it fills.
        subject: whom it is about.
        topic: units of one topic are one community; asking goes on within it.
        patterns: regular expressions that tell an answer in ordinary conversation. The value stands
            in the group named ``value``, without one in the whole match; a boolean's pattern has
            a group ``yes`` or ``no``.
        options: of a choice.
        measure: the unit of a quantity, by the name in ``smalti.text.quantities``; assumed where an
            answer gives a bare number.
        part: narrows the measure's dimension ("systolic").
        done_when: see there.
        only_if: the unit is for those alone for whom this holds, and waits until that is known.
    """

    id: str
    type: ValueType
    questions: Mapping[str, tuple[str, ...]]
    predicate: str
    subject: str
    weight: float = 3
    requires: tuple[str, ...] = ()
    topic: str = ""
    patterns: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    measure: str | None = None
    part: str | None = None
    done_when: DoneWhen = field(default_factory=DoneWhen)
    only_if: Condition | None = None

    @property
    def waits_for(self) -> tuple[str, ...]:
        """All units that must be settled before this one: required, or decisive for ``only_if``."""
        extra = () if self.only_if is None else (self.only_if.unit,)
        return tuple(dict.fromkeys((*self.requires, *extra)))

    def question(self, language: str = "", *, again: int = 0) -> str:
        """The question in a language, or in the agenda's first; ``again`` takes a later wording."""
        texts = self.questions.get(language) or next(iter(self.questions.values()))
        return texts[min(again, len(texts) - 1)]


@dataclass(frozen=True)
class Form:
    """A whole agenda. It holds no cycle, and no two units fill one slot."""

    name: str
    languages: tuple[str, ...]
    units: tuple[Unit, ...]
    subject: str = USUAL_SUBJECT

    @cached_property
    def order(self) -> tuple[str, ...]:
        """The ids, each after all that it waits for.

        Raises:
            PrerequisiteCycle: there is a cycle; a form that was read has none.
        """
        edges = [(one, unit.id) for unit in self.units for one in unit.waits_for]
        return Prerequisites.of(self.by_id, edges).order()

    @cached_property
    def by_id(self) -> dict[str, Unit]:
        """The units by id."""
        return {unit.id: unit for unit in self.units}
