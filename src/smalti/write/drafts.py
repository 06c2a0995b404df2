"""What callers hand to ``add()``, as drafts: a text, a mapping in any common shape, or a draft."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from smalti.model.errors import InvalidInput
from smalti.model.time import Instant
from smalti.model.turn import Attachment, Role, TurnDraft

TurnLike = str | Mapping[str, Any] | TurnDraft
Moment = Instant | datetime | date | str

# What other systems call the fields of a turn. Anything else is kept as metadata.
FIELD_NAMES: dict[str, str] = {
    "text": "text", "content": "text", "message": "text",
    "speaker": "speaker", "name": "speaker", "author": "speaker",
    "role": "role",
    "said_at": "said_at", "timestamp": "said_at", "created_at": "said_at",
    "date": "said_at", "time": "said_at",
    "session": "session", "session_id": "session", "thread": "session",
    "conversation_id": "session", "run_id": "session",
    "external_id": "external_id", "id": "external_id",
    "attachments": "attachments", "caption": "captions", "captions": "captions",
    "metadata": "metadata",
}  # fmt: skip
ROLE_NAMES: dict[str, Role] = {
    **{role.value: role for role in Role},
    "human": Role.USER,
    "ai": Role.ASSISTANT, "bot": Role.ASSISTANT, "model": Role.ASSISTANT,
    "function": Role.TOOL,
    "developer": Role.SYSTEM,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Defaults:
    """What a turn gets for what it does not say itself. ``speaker`` of ``None``: its role."""

    session: str = "default"
    speaker: str | None = None
    role: Role = Role.USER
    said_at: Instant | None = None
    offset: int = 0


def drafts_from(turns: TurnLike | Iterable[TurnLike], defaults: Defaults) -> list[TurnDraft]:
    """Drafts of one turn or of many, in order.

    Raises:
        InvalidInput: names the place ("turns[2].role"), the value and the fix.
    """
    many = [turns] if isinstance(turns, str | Mapping | TurnDraft) else turns
    if not isinstance(many, Iterable):
        raise InvalidInput("turns", turns, "is neither a text, a mapping, nor a list of these")
    return [draft_from(turn, defaults, f"turns[{index}]") for index, turn in enumerate(many)]


def draft_from(turn: TurnLike, defaults: Defaults, where: str = "turn") -> TurnDraft:
    """The draft of one turn.

    Raises:
        InvalidInput: no text, two names for one field, or a value that does not fit.
    """
    if isinstance(turn, TurnDraft):
        return turn
    if isinstance(turn, str):
        turn = {"text": turn}
    if not isinstance(turn, Mapping):
        raise InvalidInput(where, turn, "is neither a text nor a mapping")
    given, metadata = _sort_fields(turn, where)
    if "text" not in given:
        raise InvalidInput(f"{where}.text", dict(turn), "is missing", fix='Give "text"')
    role = parse_role(given["role"], f"{where}.role") if given.get("role") else defaults.role
    said_at = given.get("said_at")
    return TurnDraft(
        text=_text(given["text"], f"{where}.text"),
        speaker=_string(given.get("speaker") or defaults.speaker or role.value, f"{where}.speaker"),
        role=role,
        said_at=defaults.said_at if said_at is None else parse_moment(said_at, defaults.offset),
        session=_string(given.get("session") or defaults.session, f"{where}.session"),
        external_id=_identifier(given.get("external_id"), f"{where}.external_id"),
        attachments=_attachments(given, where),
        metadata=metadata,
    )


def with_session(draft: TurnDraft, session: str) -> TurnDraft:
    """The same draft in another session."""
    return replace(draft, session=session)


def parse_role(value: object, field: str = "role") -> Role:
    """A role by any of its common names.

    Raises:
        InvalidInput: unknown; lists the known ones.
    """
    if isinstance(value, Role):
        return value
    role = ROLE_NAMES.get(value.casefold()) if isinstance(value, str) else None
    if role is None:
        raise InvalidInput(field, value, "is no role", fix=f"Use one of: {', '.join(ROLE_NAMES)}")
    return role


def parse_moment(value: object, default_offset: int = 0) -> Instant:
    """A moment as an instant, a datetime, ISO text, or epoch seconds or milliseconds.

    Raises:
        InvalidInput: not a date, or out of range.
    """
    if isinstance(value, int | float) and not isinstance(value, bool):
        seconds = value / 1000 if abs(value) >= 1e11 else value  # 1e11 s is the year 5138
        try:
            return Instant(round(seconds * 1_000_000), default_offset)
        except (InvalidInput, OverflowError, ValueError) as error:
            raise InvalidInput("date", value, "is no moment since 1970") from error
    return Instant.of(value, default_offset=default_offset)  # type: ignore[arg-type]


def _sort_fields(turn: Mapping[str, Any], where: str) -> tuple[dict[str, Any], dict[str, Any]]:
    given: dict[str, Any] = {}
    metadata: dict[str, Any] = {}
    names: dict[str, str] = {}
    for name, value in turn.items():
        field = FIELD_NAMES.get(name)
        if field is None:
            metadata[str(name)] = value
        elif field in given and value != given[field]:
            raise InvalidInput(
                f"{where}.{name}",
                value,
                f"and {names[field]} both give the {field}",
                fix="Keep one",
            )
        else:
            given[field], names[field] = value, name
    own = given.pop("metadata", None) or {}
    if not isinstance(own, Mapping):
        raise InvalidInput(f"{where}.metadata", own, "is not a mapping")
    return given, {**metadata, **own}


def _text(value: object, field: str) -> str:
    """A text, or the text parts of an OpenAI-style list of content parts."""
    if isinstance(value, str):
        return value
    if isinstance(value, list) and all(isinstance(part, str | Mapping) for part in value):
        parts = [part if isinstance(part, str) else part.get("text") for part in value]
        return "\n".join(part for part in parts if isinstance(part, str))
    raise InvalidInput(field, value, "is not a text")


def _string(value: object, field: str) -> str:
    if not isinstance(value, str):
        raise InvalidInput(field, value, "is not a text")
    return value


def _identifier(value: object, field: str) -> str | None:
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    raise InvalidInput(field, value, "is neither a text nor a whole number")


def _attachments(given: Mapping[str, Any], where: str) -> tuple[Attachment, ...]:
    captions = given.get("captions") or []
    if isinstance(captions, str):
        captions = [captions]
    items = given.get("attachments") or []
    try:
        return (
            *(a if isinstance(a, Attachment) else Attachment(**a) for a in items),
            *(Attachment("image", _string(text, f"{where}.captions")) for text in captions),
        )
    except TypeError as error:
        raise InvalidInput(
            f"{where}.attachments", items, "does not fit", fix="Give kind, caption and uri"
        ) from error
