"""Dates in the words people search with."""

from __future__ import annotations

from smalti.model.time import Instant

MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def spoken_date(moment: Instant | None) -> str:
    """The speaker's calendar day as one would say and type it: "8 May 2023".

    Empty for an unknown moment. English names, whatever the machine's locale.
    """
    if moment is None:
        return ""
    day = moment.local()
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"
