"""JSON Lines: one turn a line, under the names that people already use for its fields.

Also a ``.json`` file with one list of such objects. What the tables below do not know is kept in
the turn's metadata under its own name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from smalti.interchange.faults import (
    Item,
    attempt,
    head_of,
    is_zip,
    load_json,
    mismatch,
    parse_json,
    text_lines,
)
from smalti.model.errors import InvalidInput
from smalti.model.results import Fault
from smalti.model.time import Instant
from smalti.model.turn import Attachment, Role, TurnDraft

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
_LINE_SUFFIXES = {".jsonl", ".ndjson"}
_EXPORT = re.compile(rb'\s*\{[^\n]*"format"\s*:\s*"smalti-export"')
_OBJECT_LINE = re.compile(rb"^(?:\xef\xbb\xbf)?\s*[{\[]", re.MULTILINE)
_MILLISECONDS_FROM = 1e11  # as seconds this is the year 5138, as milliseconds 1973


def read(path: Path, *, default_offset: int = 0) -> Iterator[Item]:
    """Read the turns of a JSONL file, or of a JSON list.

    Raises:
        InvalidInput: the file as a whole cannot be used.
    """
    head = head_of(path)
    if is_export(head):
        raise mismatch(path, "jsonl", "is a full dump of a Smalti memory, not a list of turns")
    if is_zip(head) or not _OBJECT_LINE.search(head):
        raise mismatch(path, "jsonl", "has no JSON object in it")
    return _drafts(documents(path), default_offset)


def _drafts(found: Iterator[Fault | tuple[str, object]], default_offset: int) -> Iterator[Item]:
    for document in found:
        if isinstance(document, Fault):
            yield document
        else:
            where, data = document
            yield attempt(where, partial(draft_of, data, default_offset))


def is_export(head: bytes) -> bool:
    """Tell whether a file that starts like this is Smalti's own full dump."""
    return _EXPORT.match(head) is not None


def documents(path: Path) -> Iterator[Fault | tuple[str, object]]:
    """Read the JSON values of a file, each with where it stands: by line, or as items of one list.

    Raises:
        InvalidInput: the file is one JSON document and that cannot be read.
    """
    if _by_lines(path):
        return _lines(path)
    data = load_json(path)
    items = data if isinstance(data, list) else [data]
    return ((f"item {number}", item) for number, item in enumerate(items, start=1))


def _by_lines(path: Path) -> bool:
    """Tell whether each line is a value of its own, rather than a part of one document."""
    if path.suffix.lower() in _LINE_SUFFIXES:
        return True
    first = next((line for _, line in text_lines(path) if line is None or line.strip()), None)
    if first is None or not first.lstrip().startswith(("{", "[")):
        return True
    try:
        return first.lstrip().startswith("{") and parse_json(first) is not None
    except InvalidInput:
        return False


def _lines(path: Path) -> Iterator[Fault | tuple[str, object]]:
    for number, line in text_lines(path):
        where = f"line {number}"
        if line is None:
            yield Fault(where, "is not UTF-8")
        elif line.strip():
            try:
                yield where, parse_json(line, unique_keys=True)
            except InvalidInput as error:
                yield Fault(where, f"is not JSON: {error.problem}")


def draft_of(data: object, default_offset: int = 0) -> TurnDraft:
    """Make the turn that one object describes.

    Raises:
        InvalidInput: names the field that is missing, doubled or of the wrong kind.
    """
    if not isinstance(data, dict):
        raise InvalidInput("turn", data, "must be a JSON object with a text")
    given, unknown = _fields(data)
    if "text" not in given:
        raise InvalidInput("text", list(data), "is missing", fix=_one_of(ALIASES["text"]))
    text, images = _content(given["text"])
    speaker, role = _voice(given)
    said, id = given.get("said_at"), given.get("external_id")
    return TurnDraft(
        text=text,
        speaker=speaker,
        role=role,
        said_at=None if said is None else moment(said, default_offset),
        session=name_of("session", given.get("session", "default")),
        external_id=None if id is None else name_of("external_id", id),
        attachments=(*_attachments(given.get("attachments", [])), *_captions(given), *images),
        metadata=_metadata(given.get("metadata", {}), unknown),
    )


def _fields(data: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Split what is known, by field, from the rest; ``null`` says no more than a missing key."""
    given: dict[str, Any] = {}
    unknown: dict[str, Any] = {}
    for key, value in data.items():
        field = _FIELD_OF.get(key)
        if field is None:
            unknown[key] = value
        elif value is not None:
            if field in given:
                both = [name for name in ALIASES[field] if data.get(name) is not None]
                raise InvalidInput(field, both, "is given more than once", fix="Keep one of them")
            given[field] = value
    return given, unknown


def _voice(given: dict[str, Any]) -> tuple[str, Role]:
    """Find who speaks and as what; each stands in for the other where it is missing."""
    speaker = given.get("speaker")
    if speaker is not None:
        text_of("speaker", speaker)
    if "role" in given:
        role = role_of(given["role"])
        return speaker or role.value, role
    return speaker or Role.USER.value, SPEAKER_ROLES.get((speaker or "").casefold(), Role.USER)


def role_of(value: object) -> Role:
    """Find the role that goes by this name.

    Raises:
        InvalidInput: no role does; names those there are.
    """
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
    if isinstance(value, str):
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
    for item in value if isinstance(value, list) else [value]:
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
    if not isinstance(given, dict):
        raise InvalidInput("metadata", given, "must be a JSON object")
    if doubled := sorted(given.keys() & unknown.keys()):
        raise InvalidInput("metadata", doubled, "has keys that the turn has too")
    return {**given, **unknown}


def _one_of(names: Iterable[str]) -> str:
    return f"Use one of: {', '.join(names)}"
