"""What memory has to remark on a turn: that something it says ended, is disputed, holds later."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from smalti.model.lifecycle import State
from smalti.model.results import Standing
from smalti.model.time import Bound, Precision

_LONGEST = 160  # characters of a sentence that are shown

_STATES: Mapping[State, str] = {
    State.CANDIDATE: "unconfirmed",
    State.PENDING: "unconfirmed",
    State.DISPUTED: "disputed",
    State.SUPERSEDED: "superseded",
    State.CORRECTED: "corrected",
    State.RETRACTED: "taken back",
    State.REJECTED: "not believed",
}
_YEARS = (Precision.YEAR, Precision.DECADE)
_MONTHS = (Precision.MONTH, Precision.SEASON)


def marks(standing: Iterable[Standing]) -> tuple[str, ...]:
    """One remark for each record that does not simply hold, such as ``ended 2026-06-01: Ada …``."""
    told = ((_mark(one), one.sentence) for one in standing)
    return tuple(dict.fromkeys(f"{mark}: {_short(says)}" for mark, says in told if mark))


def _mark(one: Standing) -> str:
    if one.state is State.SUPERSEDED:
        return _ended(one) or _STATES[one.state]
    if one.state is not State.CURRENT:
        return _STATES.get(one.state, "")
    if one.later:
        return f"not before {_day(one.valid.start)}"
    if one.holds is False:
        return _ended(one) or "not then"
    return ""


def _ended(one: Standing) -> str:
    """When it ended, if that is known; of an end that is a latest one, "by" when."""
    end = one.valid.end
    if end is None or end.at is None:
        return ""
    by = "by " if end.precision is Precision.UNKNOWN else ""
    return f"ended {by}{_day(end)}"


def _day(bound: Bound | None) -> str:
    """A bound as exactly as it is known: a day, a month or a year."""
    if bound is None or bound.at is None:
        return "a later time"
    day = bound.at.local().date().isoformat()
    if bound.precision in _YEARS:
        return day[:4]
    return day[:7] if bound.precision in _MONTHS else day


def _short(sentence: str) -> str:
    plain = " ".join(sentence.split())
    return plain if len(plain) <= _LONGEST else f"{plain[:_LONGEST]}…"
