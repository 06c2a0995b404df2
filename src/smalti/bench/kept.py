"""What a long run has found, kept line by line, so that it can be stopped and taken up again."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from smalti.model.codec import to_line
from smalti.model.errors import InvalidInput


def read_kept(path: Path, part: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The rows of a file, each with its place; each tells its ``run`` and has a ``part``.

    A line that was cut off in writing is taken out of the file.

    Raises:
        InvalidInput: the file cannot be used, or a line is no row.
    """
    try:
        lines = path.read_text("utf-8").split("\n")
        if lines.pop():
            path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput("rows", str(path), f"cannot be used ({error})") from error
    for number, line in enumerate(lines, 1):
        place = f"{path.name}:{number}"
        yield place, _row(place, line, part)


def keep(path: Path, row: Mapping[str, Any]) -> None:
    """Add a row to a file.

    Raises:
        InvalidInput: the file cannot be written.
    """
    try:
        with path.open("a", encoding="utf-8") as file:
            file.write(to_line(row) + "\n")
    except OSError as error:
        raise InvalidInput("rows", str(path), f"cannot be written ({error})") from error


def _row(place: str, line: str, part: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except ValueError as error:
        raise InvalidInput("rows", place, f"is not JSON ({error})") from error
    if not isinstance(row, dict) or not row.keys() >= {"run", part}:
        raise InvalidInput("rows", place, "is no row of this benchmark")
    return row
