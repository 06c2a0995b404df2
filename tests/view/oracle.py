"""What was believed and what held, by brute force: photographs of the past, and possible worlds.

Knows nothing of logs and intervals. After each change the whole memory is photographed; what was
known on a day is the last photograph by then. A bound that is not known is every day it may be.
"""

from __future__ import annotations

from dataclasses import dataclass, field

Told = int | str | None
FAR = 10**6
_DAYS = (-FAR, *range(-3, 30), FAR)


def _worlds(told: Told, open_day: int) -> set[int]:
    """On which days a bound may be."""
    if told is None:
        return {open_day}
    if isinstance(told, int):
        return {told}
    known = told.rstrip("?")
    return {day for day in _DAYS if not known or day <= int(known)} | (
        {int(known)} if known else set()
    )


def _held(start: Told, end: Told, asked: int) -> bool | None:
    begun = {first <= asked for first in _worlds(start, -2 * FAR)}
    going_on = {asked < last for last in _worlds(end, 2 * FAR)}
    answers = {one and other for one in begun for other in going_on}
    return answers.pop() if len(answers) == 1 else None


@dataclass
class Oracle:
    now: int = 0
    rows: dict[str, tuple[str, Told, Told]] = field(default_factory=dict)
    pictures: list[tuple[int, dict[str, tuple[str, Told, Told]]]] = field(default_factory=list)

    def set(self, at: int, id: str, state: str, start: Told, end: Told) -> None:
        self.now = at
        self.rows[id] = (state, start, end)
        self.pictures.append((at, dict(self.rows)))

    def shown(self, as_of: int | None, known_at: int | None) -> dict[str, tuple[str, bool | None]]:
        known = self.now if known_at is None else min(known_at, self.now)
        then = [picture for at, picture in self.pictures if at <= known]
        asked = known if as_of is None else as_of
        found = {}
        for id, (state, start, end) in (then[-1] if then else {}).items():
            holds = _held(start, end, asked)
            if state == "superseded" and end is None and holds:
                holds = None  # over, and nobody said since when
            current = state in ("current", "disputed")
            at_that_time = state in ("current", "disputed", "superseded") and holds is not False
            if current if as_of is None else at_that_time:
                found[id] = (state, holds)
        return found
