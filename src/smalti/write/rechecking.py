"""Possible conflicts judged again: the model is asked first, then each is settled by itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from smalti.model.conflict import Conflict, ConflictStatus
from smalti.model.errors import NotFound
from smalti.model.results import Degradation, ModelUse, Outcome
from smalti.model.time import Instant
from smalti.models.llm import LanguageModel
from smalti.store.contract import Space
from smalti.write.checking import Rules
from smalti.write.detect import Judge
from smalti.write.detect.consult import consult
from smalti.write.finding import available
from smalti.write.report import Report
from smalti.write.resolving import paired, rejudged
from smalti.write.unit import Unit
from smalti.write.work import drive

_AT_ONCE = 24  # pairs put before a model in one go

BECAME = {
    ConflictStatus.OPEN: Outcome.DISPUTED,
    ConflictStatus.RESOLVED: Outcome.SUPERSEDED,
    ConflictStatus.DISMISSED: Outcome.REFUSED,
}
"""What became of a possible conflict, as a receipt tells it."""


@dataclass(frozen=True, slots=True)
class Rechecked:
    """The conflicts that are not possible ones any more, and what that took."""

    settled: tuple[Conflict, ...] = ()
    usage: tuple[ModelUse, ...] = ()
    degraded: tuple[Degradation, ...] = ()


def recheck(
    space: Space,
    ids: Sequence[str],
    rules: Rules,
    model: Callable[[], LanguageModel | None],
    at: Instant,
) -> Rechecked:
    """Judge some possible conflicts again. One whose record is gone is passed over.

    No model is asked within a transaction. Interrupted, what was settled stays settled.
    """
    settled: list[Conflict] = []
    report = Report()
    found = available(model, report, "judge")
    for start in range(0, len(ids), _AT_ONCE):
        some = ids[start : start + _AT_ONCE]
        told = _told(space, some, rules, found, report) if found else None
        settled += [one for id in some if (one := _settled(space, id, rules, told, at))]
    return Rechecked(tuple(settled), tuple(report.usage), tuple(report.degraded))


def _told(
    space: Space, ids: Sequence[str], rules: Rules, model: LanguageModel, report: Report
) -> Judge:
    """What the model says of some conflicts."""
    unit, pairs = Unit(space), []
    for id in ids:
        conflict = unit.one(Conflict, id)
        if conflict is not None:
            try:
                pairs.append(drive(paired(conflict, rules), unit.answer))
            except NotFound:
                continue  # a record was erased meanwhile
    consulted = drive(consult(pairs), model.complete)
    report.usage.append(consulted.usage)
    report.degrade(*consulted.degraded)
    return consulted.told(failed=False)


def _settled(
    space: Space, id: str, rules: Rules, told: Judge | None, at: Instant
) -> Conflict | None:
    with space.atomic():
        unit = Unit(space)
        try:
            done = drive(rejudged(id, rules, at, told), unit.answer)
        except NotFound:
            return None  # a record was erased meanwhile
        if not done.nouns:
            return None
        unit.put(*done.nouns)
        unit.store()
    return done.conflict
