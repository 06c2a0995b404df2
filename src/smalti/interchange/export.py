"""Everything a space knows as JSON Lines, and back: the format for moving and for keeping.

The first line names the format and its version. Each further line is one noun,
``{"data": {...}, "kind": "turn"}``, in an order in which each comes after those it refers to. Keys
are sorted and ids, times and states are kept, so that export, import and export again gives the
same bytes. Index terms and vectors are not in it: they follow from the turns.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from smalti.interchange.faults import parse_json, text_lines
from smalti.model.agenda import AgendaSheet
from smalti.model.codec import from_data, to_data, to_line
from smalti.model.conflict import Clarification, Conflict
from smalti.model.entity import Entity, Merge
from smalti.model.errors import InvalidInput
from smalti.model.processing import Processed
from smalti.model.record import Belief, Edge, Record, RecordStep
from smalti.model.results import Fault
from smalti.model.settings import SpaceSettings
from smalti.model.turn import Turn
from smalti.store.contract import Space

NAME = "smalti-export"
VERSION = 1
KINDS: dict[str, type] = {
    "turn": Turn,
    "settings": SpaceSettings,
    "agenda": AgendaSheet,
    "entity": Entity,
    "merge": Merge,
    "record": Record,
    "record-step": RecordStep,
    "edge": Edge,
    "belief": Belief,
    "conflict": Conflict,
    "clarification": Clarification,
    "processed": Processed,
}
_KIND_OF = {cls: kind for kind, cls in KINDS.items()}


def export_lines(space: Space) -> Iterator[str]:
    """The lines of the export, without their ends."""
    yield to_line({"format": NAME, "version": VERSION})
    for noun in _nouns(space):
        yield to_line({"kind": _KIND_OF[type(noun)], "data": to_data(noun)})


def _nouns(space: Space) -> Iterator[Any]:
    yield from space.read_turns()
    for cls in list(KINDS.values())[1:]:
        yield from space.every(cls)


def write_export(space: Space, path: Path) -> int:
    """Write the export to a file, whole or not at all; the number of nouns.

    Raises:
        InvalidInput: the file cannot be written.
    """
    beside = path.with_name(f"{path.name}.part")
    try:
        with beside.open("w", encoding="utf-8", newline="\n") as file:
            lines = -1  # the first line is the header
            for line in export_lines(space):
                file.write(f"{line}\n")
                lines += 1
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        raise InvalidInput("path", str(path), f"cannot be written ({error.strerror})") from error
    finally:
        beside.unlink(missing_ok=True)
    return lines


def read_export(path: Path) -> Iterator[Any]:
    """The nouns of an export, and a :class:`Fault` for each line that cannot be read.

    Raises:
        InvalidInput: the export has a version this Smalti does not know.
    """
    for number, line in text_lines(path):
        where = f"line {number}"
        try:
            if line is None:
                raise InvalidInput("line", where, "is not UTF-8")
            if not line.strip():
                continue
            data = parse_json(line)
            if number == 1:
                _check_version(data)
                continue
            yield _noun(data)
        except InvalidInput as error:
            if number == 1:
                raise
            yield Fault(where, str(error))


def _check_version(header: Any) -> None:
    version = header.get("version") if isinstance(header, dict) else None
    if version != VERSION:
        raise InvalidInput(
            "version", version, f"this Smalti reads version {VERSION}", fix="Upgrade Smalti"
        )


def _noun(line: Any) -> Any:
    kind = line.get("kind") if isinstance(line, dict) else None
    if kind not in KINDS:
        raise InvalidInput("kind", kind, "is unknown", fix=f"Known: {', '.join(KINDS)}")
    return from_data(KINDS[kind], line.get("data"))
