"""JSON Lines: one turn a line, under the names that people already use for its fields.

Also a ``.json`` file with one list of such objects. The names are those of
:mod:`smalti.write.drafts`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from smalti.interchange.faults import (
    Item,
    attempt,
    head_of,
    is_export,
    is_zip,
    load_json,
    mismatch,
    parse_json,
    text_lines,
)
from smalti.model.errors import InvalidInput
from smalti.model.results import Fault
from smalti.model.turn import TurnDraft
from smalti.write.drafts import Defaults, draft_of
from smalti.write.journal import validate

_LINE_SUFFIXES = {".jsonl", ".ndjson"}
_OBJECT_LINE = re.compile(rb"^(?:\xef\xbb\xbf)?\s*[{\[]", re.MULTILINE)


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
    defaults = Defaults(offset=default_offset)
    for document in found:
        if isinstance(document, Fault):
            yield document
        else:
            where, data = document
            yield attempt(where, partial(_sound_draft, data, defaults))


def _sound_draft(data: object, defaults: Defaults) -> TurnDraft:
    """The draft, refused here where the line is known if the journal would refuse it later."""
    if not isinstance(data, dict):
        raise InvalidInput("turn", data, "must be a JSON object with a text")
    draft = draft_of(data, defaults)
    validate(draft, "turn")
    return draft


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
