"""Which formats there are, and which one a file is in."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol

from smalti.interchange import chatgpt, claude, jsonl, locomo, longmemeval, transcript
from smalti.interchange.faults import Item, is_export, peek
from smalti.model.errors import InvalidInput
from smalti.model.time import Instant
from smalti.write.drafts import ALIASES


class Read(Protocol):
    """How a format is read."""

    def __call__(self, path: Path, *, default_offset: int = 0) -> Iterator[Item]:
        """Read the turns of the file, and a fault for each item that cannot be read."""
        ...


@dataclass(frozen=True, slots=True)
class Format:
    """A format: how to know it by the first bytes of its content, and how to read it."""

    name: str
    description: str
    sniff: Callable[[bytes, Path], bool]
    read: Read


def _has(*keys: str) -> Callable[[bytes, Path], bool]:
    """Make the test whether the first object in the file has one of the keys."""
    return lambda head, path: not keys_of_first_object(head).isdisjoint(keys)


def _is_jsonl(head: bytes, path: Path) -> bool:
    return not is_export(head) and _has(*ALIASES["text"])(head, path)


def _is_locomo(head: bytes, path: Path) -> bool:
    keys = keys_of_first_object(head)
    numbered = any(map(locomo.SESSION_KEY.fullmatch, keys))
    return numbered or ("conversation" in keys and not keys.isdisjoint({"qa", "sample_id"}))


FORMATS: dict[str, Format] = {
    format.name: format
    for format in (
        Format("jsonl", "JSON Lines, one turn a line, or a JSON list", _is_jsonl, jsonl.read),
        Format(
            "transcript",
            "plain text with speakers, also WhatsApp and other messengers",
            partial(transcript.sniff, transcript.TRANSCRIPT),
            transcript.read_transcript,
        ),
        Format(
            "markdown",
            "Markdown with speakers in bold or in headings",
            partial(transcript.sniff, transcript.MARKDOWN),
            transcript.read_markdown,
        ),
        Format("locomo", "LoCoMo conversations", _is_locomo, locomo.read),
        Format(
            "longmemeval",
            "LongMemEval haystacks, or their evidence sessions",
            _has(*longmemeval.SESSION_KEYS),
            longmemeval.read,
        ),
        Format("chatgpt", "ChatGPT data export, zip or JSON", _has("mapping"), chatgpt.read),
        Format("claude", "Claude data export, zip or JSON", _has("chat_messages"), claude.read),
    )
}
_BY_SUFFIX = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".txt": "transcript",
    ".md": "markdown",
    ".markdown": "markdown",
}
_TOKENS = re.compile(r'"(?P<string>[^"\\]*(?:\\.[^"\\]*)*)"|[{}\[\]:]|[^\s{}\[\]:,"]+', re.DOTALL)


def detect(path: Path) -> str:
    """Name the format a file is in, by its content, and failing that by its suffix.

    Raises:
        InvalidInput: the file cannot be used, or fits no format.
    """
    head = peek(path)
    for format in FORMATS.values():
        if format.sniff(head, path):
            return format.name
    by_suffix = _BY_SUFFIX.get(path.suffix.lower())
    # A full dump of a memory is JSONL by name as well, yet its lines are not turns.
    if by_suffix is None or is_export(head):
        raise InvalidInput("format", str(path), f"cannot be told from {path.name}", fix=_known())
    return by_suffix


def read(path: Path, format: str | None = None, *, default_offset: int = 0) -> Iterator[Item]:
    """Read the turns of a file, and a fault for each item that cannot be read.

    Dates without an offset are read at ``default_offset`` minutes east of UTC; what has no date
    is imported without one.

    Raises:
        InvalidInput: the file as a whole cannot be used, or the format is not known.
    """
    if format is not None and format not in FORMATS:
        raise InvalidInput("format", format, "is not a known format", fix=_known())
    Instant(0, default_offset)  # refuses an offset that no date could have
    return FORMATS[format or detect(path)].read(path, default_offset=default_offset)


def keys_of_first_object(head: bytes) -> frozenset[str]:
    """List the keys of the first JSON object, which may stand in a list and be cut off anywhere."""
    tokens = _TOKENS.finditer(head.decode("utf-8-sig", "ignore").lstrip())
    keys: set[str] = set()
    depth, last = 0, ""
    for token in tokens:
        text = token[0]
        if not keys and depth == 0 and text == "[" and not last:
            last = text
        elif depth == 0 and text != "{":
            break
        elif text in "{[":
            depth += 1
        elif text in "}]":
            depth -= 1
            if depth == 0:
                break
        elif text == ":" and depth == 1:
            keys.add(last)
        last = token["string"] or text
    return frozenset(keys)


def _known() -> str:
    return f"Name one of these: {', '.join(FORMATS)}"
