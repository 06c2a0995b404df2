"""Remembered text as an agent may see it: bounded, on its own lines, never mistaken for ours."""

from __future__ import annotations

from urllib.parse import quote

from smalti.model.results import Degradation
from smalti.model.time import Bound, Instant, Precision

LINE = 300  # characters of what stands on one line
QUOTED = 1_000  # characters of a turn among others
WHOLE = 50_000  # characters of a turn that was asked for by its id

# How much of ISO 8601 is known.
_KNOWN = {Precision.DECADE: 4, Precision.YEAR: 4, Precision.SEASON: 7, Precision.MONTH: 7}
_EXACT = (Precision.EXACT, Precision.MINUTE, Precision.HOUR)
_DAY = 10


def cut(text: str, limit: int) -> str:
    """The beginning of a text; how much of it was left out is told."""
    if len(text) <= limit:
        return text
    return f"{text[:limit]}… [cut: {limit:,} of {len(text):,} characters]"


def line(text: str, limit: int = LINE) -> str:
    """The text on one line."""
    return cut(" ".join(text.split()), limit)


def block(text: str) -> str:
    """The text with a mark before each line, so that it cannot pass for anything but a quote."""
    return "\n".join(f"  | {each}" for each in text.splitlines()) or "  |"


def when(moment: Instant | None) -> str | None:
    """Date, time to the second and offset as they were for the speaker."""
    if moment is None:
        return None
    return moment.local().isoformat(timespec="seconds").replace("+00:00", "Z")


def day(moment: Instant | None) -> str:
    """The calendar day as it was for the speaker."""
    return "undated" if moment is None else moment.local().date().isoformat()


def bound(end: Bound | None) -> str | None:
    """An end of an interval in ISO 8601, no more exactly than it is known; ``None`` if open."""
    if end is None:
        return None
    if end.at is None:
        return "unknown"
    if end.precision in _EXACT:
        return str(end.at)
    known = end.at.local().date().isoformat()[: _KNOWN.get(end.precision, _DAY)]
    return f"no later than {known}" if end.precision is Precision.UNKNOWN else known


def period(since: str | None, until: str | None) -> str:
    """When something held: "since 2025-05", "until 2026"; empty where both ends are open."""
    ends = {"since": since, "until": until}
    return ", ".join(f"{name} {end}" for name, end in ends.items() if end)


def notes(degraded: tuple[Degradation, ...]) -> list[str]:
    """What did not work as well as it could, and how to mend it."""
    return [f"{one.part}: {one.reason}" + (f". {one.hint}" if one.hint else "") for one in degraded]


def uri(kind: str, id: str) -> str:
    """The address of a resource; also what a search result is cited by."""
    return f"smalti://{kind}/{quote(id, safe='')}"
