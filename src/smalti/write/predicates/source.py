"""A file of the vocabulary, read so that every fault can name its line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from smalti.model.errors import InvalidInput

_KEY = r"""(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')"""
_PATH = rf"{_KEY}(?:\s*\.\s*{_KEY})*"
_HEADER = re.compile(rf"^\s*\[\s*({_PATH})\s*\]")
_ASSIGNMENT = re.compile(rf"^\s*({_PATH})\s*=")
_PART = re.compile(_KEY)
_LINE_IN_MESSAGE = re.compile(r"\(at line (\d+)")

KINDS = ("predicate", "group")


@dataclass(frozen=True, slots=True)
class Source:
    """The text of a file and where it lies."""

    path: str
    text: str

    @classmethod
    def read(cls, path: Path) -> Source:
        """Reads a file.

        Raises:
            InvalidInput: it cannot be read, or is not UTF-8.
        """
        try:
            return cls(str(path), path.read_text("utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            raise InvalidInput("predicates", str(path), f"cannot be read ({error})") from error

    def parsed(self) -> dict[str, Any]:
        """The content as TOML.

        Raises:
            InvalidInput: it is not TOML, or declares something twice.
        """
        try:
            return tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            if str(error).startswith("Cannot"):  # declare twice, overwrite a value
                self._refuse_repeats()
            found = _LINE_IN_MESSAGE.search(str(error))
            line = int(found[1]) if found else len(self._lines)
            raise InvalidInput(
                f"{self.path}:{line}", self._lines[line - 1].strip(), f"is not TOML ({error})"
            ) from error

    @property
    def _lines(self) -> list[str]:
        return self.text.split("\n")  # as TOML counts them; splitlines() knows more ends of line

    def place(self, *path: str) -> str:
        """The file and line where a key stands, or what comes nearest to it."""
        return f"{self.path}:{self._line(path)}"

    def place_of_text(self, text: str, *path: str) -> str:
        """The file and line of a phrase inside the value of a key."""
        first = self._line(path)
        lines = self._value_lines(first)
        whole = rf"(?:^|[,:='\"\[\s]){re.escape(text)}\s*(?:[,'\"\]]|$)"
        for pattern in (whole, re.escape(text)):
            for number, line in lines:
                if re.search(pattern, line):
                    return f"{self.path}:{number}"
        return f"{self.path}:{first}"

    def _value_lines(self, first: int) -> list[tuple[int, str]]:
        """A line and those after it, up to the next table."""
        lines = list(enumerate(self._lines, start=1))[first - 1 :]
        end = next((i for i, (_, line) in enumerate(lines) if i and _HEADER.match(line)), None)
        return lines[:end]

    def _line(self, path: tuple[str, ...]) -> int:
        best, best_line = 0, 1
        for line, there in self._paths():
            shared = _shared(there, path)
            if shared > best:
                best, best_line = shared, line
        return best_line

    def _paths(self) -> Iterator[tuple[int, tuple[str, ...]]]:
        table: tuple[str, ...] = ()
        for number, line in enumerate(self._lines, start=1):
            if header := _HEADER.match(line):
                table = _parts(header[1])
                yield number, table
            elif key := _ASSIGNMENT.match(line):
                yield number, (*table, *_parts(key[1]))

    def _refuse_repeats(self) -> None:
        first: dict[tuple[str, ...], int] = {}
        for line, path in self._paths():
            if path in first:
                raise InvalidInput(
                    f"{self.path}:{line}: {'.'.join(path)}",
                    path[-1],
                    f"is declared twice, first on line {first[path]}",
                    fix="Keep one of the two",
                )
            first[path] = line


@dataclass(frozen=True, slots=True)
class Entry:
    """One table of a file, as it was written."""

    kind: str
    name: str
    fields: Mapping[str, Any]
    source: Source = field(compare=False)

    @property
    def extends(self) -> bool:
        """Whether the entry adds to another of the same name in place of replacing it."""
        return self.fields.get("extends") is True

    def place(self, *keys: str) -> str:
        """File and line of the entry, or of a key in it."""
        return self.source.place(self.kind, self.name, *keys)

    def place_of_text(self, text: str, *keys: str) -> str:
        """File and line of a phrase in the value of a key."""
        return self.source.place_of_text(text, self.kind, self.name, *keys)

    def fault(
        self, keys: tuple[str, ...], value: object, problem: str, fix: str | None = None
    ) -> InvalidInput:
        """The error about a key of this entry, to be raised; a text is looked for in its lines."""
        place = self.place(*keys)
        if keys and isinstance(value, str):
            place = self.place_of_text(value, *keys)
        name = ".".join((self.kind, self.name, *keys))
        return InvalidInput(f"{place}: {name}", value, problem, fix=fix)


def entries_of(source: Source) -> Iterator[Entry]:
    """The entries of a file in order.

    Raises:
        InvalidInput: not TOML, or a table that is neither a predicate nor a group.
    """
    for kind, tables in source.parsed().items():
        if kind not in KINDS or not isinstance(tables, dict):
            raise InvalidInput(
                f"{source.place(kind)}: {kind}",
                kind,
                "is not a kind of entry",
                fix="Name the tables [predicate.NAME] or [group.NAME]",
            )
        for name, fields in tables.items():
            entry = Entry(kind, name, fields if isinstance(fields, dict) else {}, source)
            if not isinstance(fields, dict):
                raise entry.fault((), fields, "must be a table")
            yield entry


def _parts(path: str) -> tuple[str, ...]:
    return tuple(part.strip("\"'") for part in _PART.findall(path))


def _shared(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    for place, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            return place
    return min(len(one), len(other))
