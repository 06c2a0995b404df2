"""What callers hand to ``add()`` and what files hold, as drafts, under the names people use.

A turn is a text, a mapping in any common shape, or a draft. What the tables below do not know is
kept in the turn's metadata under its own name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from smalti.model.errors import InvalidInput
from smalti.model.time import Instant
from smalti.model.turn import Attachment, Role, TurnDraft

TurnLike = str | Mapping[str, Any] | TurnDraft
Moment = Instant | datetime | date | str | float

ALIASES: dict[str, tuple[str, ...]] = {
    "text": ("text", "content", "message"),
    "speaker": ("speaker", "name", "author", "sender"),
    "role": ("role",),
    "said_at": ("said_at", "timestamp", "created_at", "create_time", "date", "time"),
    "session": ("session", "session_id", "thread", "thread_id", "conversation_id", "run_id"),
    "external_id": ("external_id", "id", "message_id"),
    "attachments": ("attachments",),
    "captions": ("captions", "caption"),
    "metadata": ("metadata",),
}
_FIELD_OF = {alias: field for field, aliases in ALIASES.items() for alias in aliases}

ROLES: dict[str, Role] = {
    **{role.value: role for role in Role},
    "human": Role.USER,
    "ai": Role.ASSISTANT,
    "bot": Role.ASSISTANT,
    "model": Role.ASSISTANT,
    "function": Role.TOOL,
    "developer": Role.SYSTEM,
}
# Names that say what somebody is, where no role is given.
SPEAKER_ROLES: dict[str, Role] = {
    **dict.fromkeys(("user", "human", "me"), Role.USER),
    **dict.fromkeys(("assistant", "ai", "bot", "chatgpt", "claude"), Role.ASSISTANT),
    "system": Role.SYSTEM,
    "tool": Role.TOOL,
}

_TEXT_PARTS = ("text", "input_text", "output_text")
_IMAGE_PARTS = ("image_url", "input_image")
_MILLISECONDS_FROM = 1e11  # as seconds this is the year 5138, as milliseconds 1973


@dataclass(frozen=True, slots=True)
class Defaults:
    """What a turn gets for what it does not say itself. ``speaker`` of ``None``: its role.

    ``offset`` is in minutes east of UTC, for times without one.
    """

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
    return [_placed(turn, defaults, f"turns[{place}]") for place, turn in enumerate(many)]


def _placed(turn: TurnLike, defaults: Defaults, where: str) -> TurnDraft:
    try:
        return draft_of(turn, defaults)
    except InvalidInput as error:
        field = f"{where}.{error.field}"
        raise InvalidInput(field, error.value, error.problem, fix=error.fix) from error


def draft_of(turn: TurnLike, defaults: Defaults) -> TurnDraft:
    """The draft of one turn.

    Raises:
        InvalidInput: names the field that is missing, doubled or of the wrong kind.
    """
    if isinstance(turn, TurnDraft):
        return turn
    if isinstance(turn, str):
        turn = {"text": turn}
    if not isinstance(turn, Mapping):
        raise InvalidInput("turn", turn, "must be a text, or an object with a text")
    given, unknown = _fields(turn)
    if "text" not in given:
        raise InvalidInput("text", list(turn), "is missing", fix=_one_of(ALIASES["text"]))
    text, shown = _content(given["text"])
    speaker, role = _voice(given, defaults)
    said, external_id = given.get("said_at"), given.get("external_id")
    undated = any(name in turn for name in ALIASES["said_at"])
    return TurnDraft(
        text=text,
        speaker=speaker,
        role=role,
        said_at=_said_at(said, undated, defaults),
        session=name_of("session", given.get("session", defaults.session)),
        external_id=None if external_id is None else name_of("external_id", external_id),
        attachments=(*_attachments(given.get("attachments", [])), *_captions(given), *shown),
        metadata=_metadata(given.get("metadata", {}), unknown),
    )


def _said_at(said: object, undated: bool, defaults: Defaults) -> Instant | None:
    """When it was said; an explicit ``null`` says that nobody knows."""
    if said is not None:
        return moment(said, defaults.offset)
    return None if undated else defaults.said_at


def _fields(data: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Split what is known, by field, from the rest; ``null`` says no more than a missing key."""
    given: dict[str, Any] = {}
    unknown: dict[str, Any] = {}
    for key, value in data.items():
        field = _FIELD_OF.get(key)
        if field is None:
            unknown[str(key)] = value
        elif value is not None:
            if field in given:
                both = [name for name in ALIASES[field] if data.get(name) is not None]
                raise InvalidInput(field, both, "is given more than once", fix="Keep one of them")
            given[field] = value
    return given, unknown


def _voice(given: Mapping[str, Any], defaults: Defaults) -> tuple[str, Role]:
    """Who speaks and as what; each stands in for the other where it is missing."""
    named = given.get("speaker")
    speaker = defaults.speaker if named is None else text_of("speaker", named)
    if "role" in given:
        role = role_of(given["role"])
    else:
        role = SPEAKER_ROLES.get((named or "").casefold(), defaults.role)
    return speaker or role.value, role


def role_of(value: object) -> Role:
    """Find the role that goes by this name.

    Raises:
        InvalidInput: no role does; names those there are.
    """
    if isinstance(value, Role):
        return value
    role = ROLES.get(value.strip().casefold()) if isinstance(value, str) else None
    if role is None:
        raise InvalidInput("role", value, "is not a role", fix=_one_of(ROLES))
    return role


def moment(value: object, default_offset: int = 0) -> Instant:
    """Read an instant from ISO 8601 text, or from seconds or milliseconds since 1970.

    Numbers are moments in UTC; they are shown at the default offset, as nothing tells the
    speaker's own.

    Raises:
        InvalidInput: neither, or outside the years 1 to 9999.
    """
    if isinstance(value, str | date | Instant):
        return Instant.of(value, default_offset=default_offset)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InvalidInput("date", value, "must be ISO 8601 text or seconds since 1970")
    try:
        micros = value * (1_000 if abs(value) >= _MILLISECONDS_FROM else 1_000_000)
        return Instant(round(micros), default_offset)
    except (OverflowError, ValueError) as error:
        raise InvalidInput("date", value, "lies outside the years 1 to 9999") from error


def text_of(field: str, value: object) -> str:
    """Return the value, which must be text.

    Raises:
        InvalidInput: it is not.
    """
    if not isinstance(value, str):
        raise InvalidInput(field, value, "must be text")
    return value


def name_of(field: str, value: object) -> str:
    """Return the value as an id: text, or a whole number written out.

    Raises:
        InvalidInput: it is neither.
    """
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return text_of(field, value)


def _content(value: object) -> tuple[str, list[Attachment]]:
    """Read plain text, or a list of parts as chat APIs have it."""
    if not isinstance(value, list):
        return text_of("text", value), []
    texts: list[str] = []
    images: list[Attachment] = []
    for part in value:
        block = {"type": "text", "text": part} if isinstance(part, str) else part
        kind = block.get("type") if isinstance(block, dict) else None
        if kind in _TEXT_PARTS:
            texts.append(text_of("text", block.get("text")))
        elif kind in _IMAGE_PARTS:
            images.append(_image(block.get("image_url")))
        else:
            raise InvalidInput("text", part, "has a part that is neither text nor image")
    return "\n".join(texts), images


def _image(address: object) -> Attachment:
    uri = text_of("image_url", address.get("url") if isinstance(address, dict) else address)
    # An image inlined as a data: address is bytes, not a place to find it.
    return Attachment("image", uri=None if uri.startswith("data:") else uri)


def _attachments(value: object) -> Iterator[Attachment]:
    for item in value if isinstance(value, list | tuple) else [value]:
        if isinstance(item, Attachment):
            yield item
            continue
        if not isinstance(item, dict) or not {"kind"} <= item.keys() <= {"kind", "caption", "uri"}:
            fix = 'Write {"kind": "image", "caption": "…", "uri": "…"}; only kind is required'
            raise InvalidInput("attachments", item, "is not an attachment", fix=fix)
        uri = item.get("uri")
        yield Attachment(
            kind=text_of("attachments.kind", item["kind"]),
            caption=text_of("attachments.caption", item.get("caption") or ""),
            uri=None if uri is None else text_of("attachments.uri", uri),
        )


def _captions(given: dict[str, Any]) -> Iterator[Attachment]:
    captions = given.get("captions", [])
    for caption in captions if isinstance(captions, list) else [captions]:
        yield Attachment("image", caption=text_of("captions", caption))


def _metadata(given: object, unknown: dict[str, Any]) -> dict[str, Any]:
    if not isinstance(given, Mapping):
        raise InvalidInput("metadata", given, "must be a JSON object")
    if doubled := sorted(given.keys() & unknown.keys()):
        raise InvalidInput("metadata", doubled, "has keys that the turn has too")
    return {**given, **unknown}


def _one_of(names: Iterable[str]) -> str:
    return f"Use one of: {', '.join(names)}"
