"""Whether what should hold, have ended, be open or not be believed is so afterwards.

Statements are matched with records by :mod:`smalti.bench.extraction.match`, strictly and leniently.

========  ==========================================================================================
part      right when
========  ==========================================================================================
current   a record that is current covers it
ended     a record that is past covers it, and none that is current and has not ended does: past is
          superseded, corrected, retracted, rejected, or its valid time is over
open      a record that is disputed, or in a conflict that is open, covers it
must_not  no current record covers it, strictly
========  ==========================================================================================
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from smalti.bench.conflicts.case import Case
from smalti.bench.conflicts.caught import (
    NO_CANDIDATE,
    NOT_INCOMING,
    NOT_STORED,
    relation,
    right_pairs,
)
from smalti.bench.conflicts.data import MUST_NOT
from smalti.bench.conflicts.trial import Trial
from smalti.bench.extraction.data import Wanted
from smalti.bench.extraction.match import Told, matches, told
from smalti.bench.extraction.words import Talk
from smalti.model.conflict import ConflictStatus
from smalti.model.lifecycle import State
from smalti.model.record import Record
from smalti.model.time import Bound, Instant

_PAST = frozenset({State.SUPERSEDED, State.CORRECTED, State.RETRACTED, State.REJECTED})
NOT_EXTRACTED = "not extracted"
BELIEVED = "believed although it must not be"


@dataclass(frozen=True, slots=True)
class Stood:
    """How a statement stands afterwards.

    ``right`` and ``right_leniently`` say whether as it should, ``covered`` whether any record says
    it, leniently, whatever its state. ``lost`` says at which step, where it is not right leniently;
    ``records`` are the sentences and states of those that say it.
    """

    wanted: Wanted
    right: bool
    right_leniently: bool
    covered: bool
    lost: str = ""
    records: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class _View:
    """The records of a case as they are matched with statements."""

    case: Case
    trial: Trial
    told: tuple[Told, ...]
    talk: Talk
    end: Instant | None
    open: frozenset[str]

    def covers(self, wanted: Wanted, which: Callable[[Record], bool], *, leniently: bool) -> bool:
        """Whether one of some records covers a statement."""
        some = [one for one in self.told if which(one.record)]
        found = matches(wanted.text, some, self.talk, self.end, rival=wanted.rival)
        return found.covered_leniently if leniently else found.covered

    def is_past(self, record: Record) -> bool:
        """Whether a record is no longer believed, or over by the time of the last turn."""
        return record.state in _PAST or self._is_over(record.valid.end)

    def _is_over(self, bound: Bound | None) -> bool:
        if bound is None or bound.at is None or self.end is None:
            return False
        return bound.at.micros <= self.end.micros

    def is_standing(self, record: Record) -> bool:
        """Whether a record is believed to hold now."""
        return record.state is State.CURRENT and not self.is_past(record)

    def is_open(self, record: Record) -> bool:
        """Whether somebody has to decide about a record."""
        return record.state is State.DISPUTED or record.id in self.open

    def is_right(self, wanted: Wanted, *, leniently: bool) -> bool:
        """Whether a statement stands as it should."""
        return _RIGHT[wanted.part](self, wanted, leniently)

    def saying(self, wanted: Wanted) -> Iterator[Record]:
        """The records that say it, leniently."""
        for one in self.told:
            if matches(wanted.text, [one], self.talk, self.end).covered_leniently:
                yield one.record


def _current(view: _View, wanted: Wanted, leniently: bool) -> bool:
    return view.covers(wanted, lambda one: one.state is State.CURRENT, leniently=leniently)


def _ended(view: _View, wanted: Wanted, leniently: bool) -> bool:
    past = view.covers(wanted, view.is_past, leniently=leniently)
    return past and not view.covers(wanted, view.is_standing, leniently=leniently)


def _open(view: _View, wanted: Wanted, leniently: bool) -> bool:
    return view.covers(wanted, view.is_open, leniently=leniently)


def _must_not(view: _View, wanted: Wanted, _leniently: bool) -> bool:
    return not view.covers(wanted, view.is_standing, leniently=False)


_RIGHT: Mapping[str, Callable[[_View, Wanted, bool], bool]] = {
    "current": _current,
    "ended": _ended,
    "open": _open,
    MUST_NOT: _must_not,
}


def stood(case: Case, trial: Trial) -> list[Stood]:
    """How all statements that a case lists stand afterwards."""
    view = _view(case, trial)
    return [_stands(view, wanted) for wanted in case.wanted]


def _view(case: Case, trial: Trial) -> _View:
    speakers = tuple(dict.fromkeys(turn.speaker for turn in case.turns))
    talk = Talk.of(case.language, speakers, [turn.text for turn in case.turns])
    records = [
        told(record, trial.names, talk, case.turns[min(trial.places(record))].said_at)
        for record in trial.records
        if any(True for _ in trial.places(record))
    ]
    end = next((turn.said_at for turn in reversed(case.turns) if turn.said_at), None)
    both = (
        {one.stored, one.incoming} for one in trial.conflicts if one.status is ConflictStatus.OPEN
    )
    return _View(case, trial, tuple(records), talk, end, frozenset().union(*both))


def _stands(view: _View, wanted: Wanted) -> Stood:
    right = view.is_right(wanted, leniently=False)
    leniently = right or view.is_right(wanted, leniently=True)
    saying = list(view.saying(wanted))
    return Stood(
        wanted=wanted,
        right=right,
        right_leniently=leniently,
        covered=bool(saying),
        lost="" if leniently else _lost(view, wanted, saying),
        records=tuple((one.sentence, one.state.value) for one in saying),
    )


def _lost(view: _View, wanted: Wanted, saying: Sequence[Record]) -> str:
    """At which step a statement was lost that does not stand as it should."""
    if wanted.part == MUST_NOT:
        return BELIEVED
    if not saying:
        return NOT_EXTRACTED
    if all(one.state is State.PENDING for one in saying):
        return "held back (pending)"
    case, trial = view.case, view.trial
    if wanted.part == "current":
        step = "misresolved" if relation(trial) == case.relation else "misjudged"
        return f"{step}: {', '.join(sorted({one.state.value for one in saying}))}"
    if not trial.new():
        return NOT_INCOMING
    if not set(case.against) & {trial.before.index(id) for id in trial.held}:
        return NOT_STORED
    if not any(right_pairs(case, trial)):
        return NO_CANDIDATE
    found = relation(trial)
    return "misresolved" if found == case.relation else f"misjudged as {found}"
