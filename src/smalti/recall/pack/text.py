"""Turns as a text to put before a language model.

::

    2026-03-02 (Monday)
    [t2] Ada: I live in Oslo.
      [ended 2026-06-01: Ada lives in Oslo]
    [t1] Tom: Two things:
      | milk
      | bread
    (held back: 3 over budget)

No text can leave its place: a line of it never begins with anything but ``[``, its citation id and
``]``, or, where it has several lines, with ``  |``. So what begins with ``  [`` is a remark of
memory, and what begins otherwise a heading.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from smalti.model.turn import Role, Turn

_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_UNDATED = "undated"


@dataclass(frozen=True, slots=True)
class Entry:
    """A turn that is shown: its number in the journal, its day where it was said, its lines."""

    turn: Turn
    seq: int
    day: date | None
    lines: tuple[str, ...]

    @classmethod
    def of(cls, cite: str, turn: Turn, seq: int, marks: Iterable[str] = ()) -> Entry:
        """A turn under a citation id, with what is remarked on it."""
        first, *more = _said(turn).splitlines() or [""]
        lines = (
            f"[{cite}] {_speaker(turn)}: {first}",
            *(f"  | {line}" for line in more),
            *(f"  [{mark}]" for mark in marks),
        )
        day = None if turn.said_at is None else turn.said_at.local().date()
        return cls(turn, seq, day, lines)


def rendered(entries: Iterable[Entry], held_back: Mapping[str, int]) -> str:
    """The entries by day and session, as they were said, and how many turns were held back.

    What nobody knows the day of comes last. Without entries the text is empty.
    """
    groups = _grouped(entries)
    days = [day for day, _ in groups]
    lines: list[str] = []
    for (day, session), group in groups.items():
        lines.append(heading(day, session if days.count(day) > 1 else ""))
        lines += [line for one in group for line in one.lines]
    return "\n".join([*lines, *_rest(held_back)]) if lines else ""


def heading(day: date | None, session: str = "") -> str:
    """A day with its weekday, and the session where several were held on it."""
    told = _UNDATED if day is None else f"{day.isoformat()} ({_WEEKDAYS[day.weekday()]})"
    return f"{told}, session {_on_one_line(session)}" if session else told


def _grouped(entries: Iterable[Entry]) -> dict[tuple[date | None, str], Sequence[Entry]]:
    """Entries by day and session, in order of time; within a day sessions in order of their first.

    The journal decides between turns of one moment.
    """
    groups: dict[tuple[date | None, str], list[Entry]] = {}
    for one in sorted(entries, key=_when):
        groups.setdefault((one.day, one.turn.session), []).append(one)
    first = {group: place for place, group in enumerate(groups)}
    order = sorted(groups, key=lambda group: (group[0] or date.max, first[group]))
    return {group: groups[group] for group in order}


def _when(one: Entry) -> tuple[date, int, int]:
    moment = one.turn.said_at
    return one.day or date.max, 0 if moment is None else moment.micros, one.seq


def _speaker(turn: Turn) -> str:
    """Who said it, and as what where that is not plain."""
    name = _on_one_line(turn.speaker)
    if turn.role is Role.USER or name.casefold() == turn.role.value:
        return name
    return f"{name} ({turn.role.value})"


def _said(turn: Turn) -> str:
    """The text, and what was shown with it."""
    shown = [f"[{a.kind}: {_on_one_line(a.caption)}]" for a in turn.attachments if a.caption]
    return " ".join([turn.text, *shown])


def _on_one_line(text: str) -> str:
    return " ".join(text.split())


def _rest(held_back: Mapping[str, int]) -> list[str]:
    counts = ", ".join(f"{count:,} {reason}" for reason, count in held_back.items() if count)
    return [f"(held back: {counts})"] if counts else []
