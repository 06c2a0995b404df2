"""An agenda as a space keeps it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from smalti.model.ids import content_id
from smalti.model.time import Instant


@dataclass(frozen=True, slots=True)
class AgendaSheet:
    """A form that a space works through about somebody or something.

    ``content`` is JSON: the form, the policy, how often each unit was asked in vain, which are
    skipped, and which was asked last. It holds no answers: what is known of a unit follows from the
    records, each time it is asked for.
    """

    id: str
    name: str
    subject: str
    content: str
    updated_at: Instant

    @classmethod
    def of(cls, name: str, subject: str, content: str, at: Instant) -> Self:
        """The sheet of this form and this subject; there is one in a space."""
        return cls(sheet_id(name, subject), name, subject, content, at)


def sheet_id(name: str, subject: str) -> str:
    """The id of the sheet of a form about a subject."""
    return content_id("a", name, subject)
