"""What was said or read, verbatim."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from smalti.model.time import Instant


class Role(Enum):
    """Who or what a turn comes from; decides its authority."""

    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"
    DOCUMENT = "document"
    SYSTEM = "system"


@dataclass(frozen=True, slots=True)
class Attachment:
    """Something shown with a turn; its caption is indexed with the text."""

    kind: str
    caption: str = ""
    uri: str | None = None


@dataclass(frozen=True, slots=True)
class TurnDraft:
    """A turn as it is handed in, before the journal gives it an id.

    ``said_at`` of ``None`` means nobody knows when it was said; it stays so.
    """

    text: str
    speaker: str = "user"
    role: Role = Role.USER
    said_at: Instant | None = None
    session: str = "default"
    external_id: str | None = None
    attachments: tuple[Attachment, ...] = ()
    metadata: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Turn:
    """A journalled turn. Its text is byte for byte what came in.

    ``id`` is derived from the content, so the same turn has the same id in every store.
    ``recorded_at`` is when this store learned of it.
    """

    id: str
    text: str
    speaker: str
    role: Role
    said_at: Instant | None
    session: str
    recorded_at: Instant
    external_id: str | None = None
    attachments: tuple[Attachment, ...] = ()
    metadata: Mapping[str, Any] = field(default_factory=dict)

    @property
    def line(self) -> str:
        """The turn as one would quote it: day, speaker, text, and what was shown."""
        day = "undated" if self.said_at is None else self.said_at.local().date().isoformat()
        shown = "".join(f" [{a.kind}: {a.caption}]" for a in self.attachments if a.caption)
        return f"[{day}] {self.speaker}: {self.text}{shown}"
