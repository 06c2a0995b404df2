"""What of a turn is not speech: code, tables, links, logs, recalled memories, system prompts.

Blocks are cut out before sentences are read, so that no parser sees them. What lies in quotation
marks is cut out too: it is somebody else's text until the words around it say otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import regex

from smalti.model.turn import Role
from smalti.write.extract.candidate import Reason
from smalti.write.extract.tables import pattern

MAX_CHARS = 60_000
"""What is read of one turn; the rest is refused visibly. A book is not a turn."""

_QUOTED = regex.compile(
    r'"(?P<in>[^"\n]{12,2000})"|“(?P<in>[^”]{12,2000})”|«(?P<in>[^»]{12,2000})»'
)
_SENTENCE = 7  # words; titles are mostly shorter
_SAYS = regex.compile(
    r"[.!?;]|\b(?:i|you|we|he|she|they|it|is|are|was|were|has|have|had|will|must|please)\b",
    regex.IGNORECASE,
)
_LINK_LINE = regex.compile(r"^[ \t]*(?:<?(?:https?://|www\.)\S+>?[ \t]*)+$", regex.MULTILINE)


@dataclass(frozen=True, slots=True)
class Block:
    """Characters [start, end) that are refused, and why."""

    start: int
    end: int
    reason: Reason


_BLOCKS: tuple[tuple[Reason, str], ...] = (
    (Reason.RECALLED, "recalled"),
    (Reason.CODE, "code"),
    (Reason.TABLE, "table"),
    (Reason.MACHINE_NOISE, "machine"),
)


def blocks(text: str, role: Role) -> list[Block]:
    """The parts of a text that are not speech, in order and not overlapping."""
    system = pattern("screen", "system").search(text)
    # A prompt quoted inside a longer message is a quotation; one at the start is the message.
    if role is Role.SYSTEM or (system is not None and _before(text, system.start()) == ""):
        return [Block(0, len(text), Reason.SYSTEM_PROMPT)]
    found = [
        Block(match.start(), match.end(), reason)
        for reason, key in _BLOCKS
        for match in pattern("screen", key).finditer(text[:MAX_CHARS])
    ]
    found += [Block(m.start(), m.end(), Reason.LINK) for m in _LINK_LINE.finditer(text)]
    if len(text) > MAX_CHARS:
        found.append(Block(MAX_CHARS, len(text), Reason.TOO_LONG))
    return _apart(found)


def _before(text: str, place: int) -> str:
    return text[:place].strip(" \t\r\n\"'“#*[")


def _apart(found: list[Block]) -> list[Block]:
    kept: list[Block] = []
    for block in sorted(found, key=lambda b: (b.start, -b.end)):
        if block.end > block.start and (not kept or block.start >= kept[-1].end):
            kept.append(block)
    return kept


def quotations(text: str) -> list[tuple[int, int]]:
    """Spans inside quotation marks that hold a sentence rather than a name or a title."""
    found = []
    for match in _QUOTED.finditer(text):
        inner = match.group("in")
        count = len(inner.split())
        if count >= _SENTENCE or len(inner) >= 60 or (count >= 5 and _SAYS.search(inner)):
            found.append((match.start(), match.end()))
    return found


def gaps(length: int, cut: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """What is left of [0, length) between spans that were cut out."""
    at = 0
    for start, end in sorted(cut):
        if start > at:
            yield at, start
        at = max(at, end)
    if at < length:
        yield at, length


def is_instruction_like(text: str) -> bool:
    """Whether text in a tool result or document tries to give orders to an assistant."""
    return pattern("screen", "orders").search(text) is not None
