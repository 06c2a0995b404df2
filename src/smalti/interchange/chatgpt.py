"""ChatGPT data exports: a zip with ``conversations.json`` (or numbered parts), or one such file.

A conversation is a tree, as every edit and every regenerated answer opens a branch. The branch
that was last shown is imported: from ``current_node`` up to the root. What the model reasoned
before it answered is not imported: nobody said it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from smalti.interchange.faults import Item, attempt, conversations
from smalti.model.errors import InvalidInput
from smalti.model.results import Fault
from smalti.model.turn import Attachment, TurnDraft
from smalti.write.drafts import moment, name_of, role_of, text_of

# Where a message without "parts" keeps its text, by its kind of content.
_TEXT_FIELDS: dict[str, tuple[str, ...]] = {
    "code": ("text",),
    "execution_output": ("text",),
    "system_error": ("text",),
    "computer_output": ("text",),
    "tether_quote": ("title", "text"),
    "tether_browsing_display": ("result", "summary"),
    "sonic_webpage": ("title", "text"),
    "user_editable_context": ("user_profile", "user_instructions"),
    "model_editable_context": ("model_set_context",),
}
_UNSPOKEN = {"thoughts", "reasoning_recap"}


class _Node(NamedTuple):
    """A place in the tree of a conversation; the ones that only hold it together say nothing."""

    message: object
    parent: str | None
    children: list[str]


def read(path: Path, *, default_offset: int = 0) -> Iterator[Item]:
    """Read the turns of an export from ChatGPT, on the branch that was last shown.

    Raises:
        InvalidInput: the file as a whole cannot be used.
    """
    return _turns(conversations(path, "chatgpt", "mapping"), default_offset)


def _turns(found: Iterator[Fault | tuple[str, object]], default_offset: int) -> Iterator[Item]:
    for entry in found:
        if isinstance(entry, Fault):
            yield entry
            continue
        where, data = entry
        conversation = attempt(where, partial(_conversation, data))
        if isinstance(conversation, Fault):
            yield conversation
            continue
        name, title, branch = conversation
        for number, message in enumerate(branch, start=1):
            build = partial(_draft, message, name, title, default_offset)
            item = attempt(f"{where}, message {number}", build)
            if isinstance(item, Fault) or item.text or item.attachments:
                yield item


def _conversation(data: object) -> tuple[str, object, list[object]]:
    """Read the id, the title and the messages on the current branch."""
    if not isinstance(data, dict):
        raise InvalidInput("conversation", data, "must be a JSON object")
    name = name_of("id", data.get("conversation_id") or data.get("id"))
    nodes = _nodes(data.get("mapping"))
    current = data.get("current_node")
    at = current if isinstance(current, str) and current in nodes else _newest(nodes)
    branch: dict[str, object] = {}
    while at in nodes:
        if at in branch:
            raise InvalidInput("mapping", at, "is its own ancestor")
        branch[at] = nodes[at].message
        at = nodes[at].parent
    return name, data.get("title"), [message for message in reversed(branch.values()) if message]


def _nodes(mapping: object) -> dict[str, _Node]:
    if not isinstance(mapping, dict) or not all(isinstance(n, dict) for n in mapping.values()):
        raise InvalidInput("mapping", mapping, "must be an object of message nodes")
    nodes = {}
    for key, node in mapping.items():
        parent, children = node.get("parent"), node.get("children") or []
        if not isinstance(children, list):
            raise InvalidInput("children", children, "must be a list")
        known = [child for child in children if isinstance(child, str) and child in mapping]
        nodes[key] = _Node(node.get("message"), parent if isinstance(parent, str) else None, known)
    return nodes


def _newest(nodes: dict[str, _Node]) -> str | None:
    """Follow the newest branch, for conversations that do not name their current node."""
    at = next((key for key, node in nodes.items() if node.parent not in nodes), None)
    for _ in nodes:
        if at is None or not nodes[at].children:
            break
        at = nodes[at].children[-1]
    return at


def _draft(message: object, conversation: str, title: object, default_offset: int) -> TurnDraft:
    if not isinstance(message, dict):
        raise InvalidInput("message", message, "must be a JSON object")
    author, content = (_object(key, message.get(key)) for key in ("author", "content"))
    metadata = _object("metadata", message.get("metadata") or {})
    role = role_of(author.get("role"))
    text, attachments = _content(content, metadata)
    said = message.get("create_time")
    return TurnDraft(
        text=text,
        speaker=text_of("author.name", author.get("name") or role.value),
        role=role,
        # The hidden messages at the start of old conversations say 0 for "unknown".
        said_at=moment(said, default_offset) if said else None,
        session=f"chatgpt:{conversation}",
        external_id=f"chatgpt:{conversation}:{name_of('id', message.get('id'))}",
        attachments=attachments,
        metadata=_kept(message, metadata, title),
    )


def _object(field: str, value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise InvalidInput(field, value, "must be a JSON object")
    return value


def _kept(message: dict[str, Any], metadata: dict[str, Any], title: object) -> dict[str, Any]:
    """Pick what is worth keeping beside the text: the title, and what was not said to the user."""
    kept: dict[str, Any] = {"title": title} if title else {}
    if metadata.get("is_visually_hidden_from_conversation"):
        kept["hidden"] = True
    if message.get("recipient") not in (None, "all"):
        kept["recipient"] = message["recipient"]
    return kept


def _content(
    content: dict[str, Any], metadata: dict[str, Any]
) -> tuple[str, tuple[Attachment, ...]]:
    """Read what a message says and shows; an upload that is shown is no longer a mere file."""
    kind = text_of("content_type", content.get("content_type"))
    if kind in _UNSPOKEN:
        return "", ()
    if isinstance(content.get("parts"), list):
        parts = [part for part in content["parts"] if part]
    elif kind in _TEXT_FIELDS:
        parts = [text for field in _TEXT_FIELDS[kind] if (text := content.get(field))]
    else:
        raise InvalidInput("content_type", kind, "is a kind of content that is not known")
    names = _uploads(metadata)
    texts = [text for part in parts if (text := _words(part))]
    shown = [_shown(part, names) for part in parts if not _words(part)]
    files = [Attachment("file", caption=name) for name in names.values()]
    return "\n".join(texts), (*shown, *files)


def _words(part: object) -> str:
    """Return the words of a part, which may be text or a transcription of speech."""
    text = part.get("text") if isinstance(part, dict) else part
    return text if isinstance(text, str) else ""


def _shown(part: object, names: dict[str, str]) -> Attachment:
    """Read a part without words: a picture, a recording, or something newer than this reader."""
    data = _object("parts", part)
    kind = text_of("content_type", data.get("content_type")).partition("_")[0]
    pointer = data.get("asset_pointer")
    uri = None if pointer is None else text_of("asset_pointer", pointer)
    caption = names.pop((uri or "").rpartition("/")[2], "") or _prompt(data)
    return Attachment(kind, caption=caption, uri=uri)


def _prompt(part: dict[str, Any]) -> str:
    """Return the words that a generated image was made from."""
    found: object = part
    for key in ("metadata", "dalle", "prompt"):
        found = found.get(key) if isinstance(found, dict) else None
    return found if isinstance(found, str) else ""


def _uploads(metadata: dict[str, Any]) -> dict[str, str]:
    """Read the names of the files that the user put into the message, by id."""
    uploads = metadata.get("attachments") or []
    if not isinstance(uploads, list) or not all(isinstance(item, dict) for item in uploads):
        raise InvalidInput("metadata.attachments", uploads, "must be a list of objects")
    return {
        name_of("id", item.get("id")): text_of("name", item.get("name") or "") for item in uploads
    }
