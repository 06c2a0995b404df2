"""Claude data exports: a zip with ``conversations.json``, or that file by itself.

What Claude thought before it answered is not imported: nobody said it. Tool calls and their
results are turns of their own, and so are documents handed in with a message.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from smalti.interchange.faults import Item, attempt, conversations
from smalti.model.errors import InvalidInput
from smalti.model.results import Fault
from smalti.model.turn import Attachment, Role, TurnDraft
from smalti.write.drafts import moment, text_of

_SENDERS = {"human": Role.USER, "user": Role.USER, "assistant": Role.ASSISTANT}
_UNSPOKEN = {"thinking", "redacted_thinking", "token_budget", "flag"}


class _Voice(NamedTuple):
    """Who says a part of a message; ``tool`` is the tool that is called or answers."""

    speaker: str
    role: Role
    tool: str = ""


class _Part(NamedTuple):
    """What one voice says, or shows, within a message."""

    voice: _Voice
    text: str
    shown: tuple[Attachment, ...] = ()


class _Message(NamedTuple):
    """A message where it stands."""

    data: dict[str, Any]
    conversation: str
    title: object


def read(path: Path, *, default_offset: int = 0) -> Iterator[Item]:
    """Read the turns of an export from Claude.

    Raises:
        InvalidInput: the file as a whole cannot be used.
    """
    return _turns(conversations(path, "claude", "chat_messages"), default_offset)


def _turns(found: Iterator[Fault | tuple[str, object]], default_offset: int) -> Iterator[Item]:
    for entry in found:
        if isinstance(entry, Fault):
            yield entry
            continue
        where, data = entry
        conversation = data if isinstance(data, dict) else {}
        uuid, messages = conversation.get("uuid"), conversation.get("chat_messages")
        if not isinstance(uuid, str) or not isinstance(messages, list):
            yield Fault(where, "needs a uuid and a list of chat_messages")
            continue
        for number, message in enumerate(messages, start=1):
            spot = f"{where}, message {number}"
            if isinstance(message, dict):
                placed = _Message(message, uuid, conversation.get("name"))
                yield from _message(spot, placed, default_offset)
            else:
                yield Fault(spot, "must be a JSON object")


def _message(where: str, message: _Message, default_offset: int) -> Iterator[Item]:
    """Make a draft of each part; a message that neither says nor shows anything is skipped."""
    parts = attempt(where, lambda: [*_documents(message.data), *_spoken(message.data)])
    if isinstance(parts, Fault):
        yield parts
        return
    for number, part in enumerate(parts):
        yield attempt(where, partial(_draft, message, number, part, default_offset))


def _draft(message: _Message, number: int, part: _Part, default_offset: int) -> TurnDraft:
    said = message.data.get("created_at")
    external_id = f"claude:{text_of('uuid', message.data.get('uuid'))}"
    kept = {"title": message.title, "tool": part.voice.tool}
    return TurnDraft(
        text=part.text,
        speaker=part.voice.speaker,
        role=part.voice.role,
        said_at=None if said is None else moment(said, default_offset),
        session=f"claude:{message.conversation}",
        external_id=f"{external_id}:{number}" if number else external_id,
        attachments=part.shown,
        metadata={key: value for key, value in kept.items() if value},
    )


def _documents(message: dict[str, Any]) -> Iterator[_Part]:
    """Read the documents handed in, of which the export has the text."""
    for item in _objects(message, "attachments"):
        text = text_of("extracted_content", item.get("extracted_content") or "")
        if text:
            yield _Part(_Voice(_file_name(item) or Role.DOCUMENT.value, Role.DOCUMENT), text)


def _spoken(message: dict[str, Any]) -> list[_Part]:
    """Read what is said, called and returned, in order; the first part shows the files."""
    role = _SENDERS.get(str(message.get("sender")))
    if role is None:
        raise InvalidInput("sender", message.get("sender"), "must be human or assistant")
    sender = _Voice(role.value, role)
    blocks = message.get("content") or []
    if not isinstance(blocks, list):
        raise InvalidInput("content", blocks, "must be a list of blocks")
    # Old exports have no blocks, only the text.
    parts = [_block(b, sender) for b in blocks or [{"type": "text", "text": message.get("text")}]]
    said = [part for part in parts if part.text or part.shown]
    runs = [_joined(list(run)) for _, run in groupby(said, key=lambda part: part.voice)]
    if files := tuple(_files(message)):
        first = runs[0] if runs and runs[0].voice == sender else None
        text, shown = (first.text, first.shown) if first else ("", ())
        runs[: 1 if first else 0] = [_Part(sender, text, (*files, *shown))]
    return runs


def _joined(run: list[_Part]) -> _Part:
    text = "\n".join(part.text for part in run if part.text)
    return _Part(run[0].voice, text, tuple(shown for part in run for shown in part.shown))


def _block(block: object, sender: _Voice) -> _Part:
    """Read one block; of a kind newer than this reader, at least that something was shown."""
    if not isinstance(block, dict):
        raise InvalidInput("content", block, "must be a JSON object")
    kind = text_of("type", block.get("type"))
    tool = str(block.get("name") or Role.TOOL.value)
    if kind == "text":
        return _Part(sender, text_of("text", block.get("text") or ""))
    if kind == "tool_use":
        return _Part(sender._replace(tool=tool), _strings(block.get("input")))
    if kind == "tool_result":
        return _Part(_Voice(tool, Role.TOOL, tool), _strings(block.get("content")))
    return _Part(sender, "", () if kind in _UNSPOKEN else (Attachment(kind),))


def _strings(data: object) -> str:
    """Return the text in a tool's input or output, without the JSON around it."""
    texts: list[str] = []
    waiting = [data]
    while waiting:
        item = waiting.pop()
        if isinstance(item, dict):
            item = [value for key, value in item.items() if key not in {"type", "uuid"}]
        if isinstance(item, list):
            waiting.extend(reversed(item))
        elif item and isinstance(item, str):
            texts.append(item)
    return "\n".join(texts)


def _files(message: dict[str, Any]) -> Iterator[Attachment]:
    for key in ("attachments", "files"):
        for item in _objects(message, key):
            kind = "image" if item.get("file_kind") == "image" else "file"
            yield Attachment(kind, caption=_file_name(item))


def _file_name(item: dict[str, Any]) -> str:
    return text_of("file_name", item.get("file_name") or "")


def _objects(message: dict[str, Any], key: str) -> list[dict[str, Any]]:
    value = message.get(key) or []
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise InvalidInput(key, value, "must be a list of objects")
    return value
