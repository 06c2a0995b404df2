"""A file of YAML or JSON as plain data, within bounds and without surprises.

Neither format refuses a key that stands twice, and a YAML file of a few lines may, by aliases,
stand for billions of values. Both are refused here, as is what is too large or nested too deeply.
"""

from __future__ import annotations

import json
from collections.abc import Hashable
from typing import Any

import yaml

from smalti.model.errors import InvalidInput

MAX_CHARACTERS = 256 * 1024
_FIX = "Indent evenly, and put texts with any of : ? , # [ ] { } in quotes"


def load_data(text: str, source: str) -> object:
    """The data in a text: JSON where it begins with a brace, YAML otherwise.

    Raises:
        InvalidInput: too large, not well-formed (names the line), a key twice, an alias.
    """
    if len(text) > MAX_CHARACTERS:
        raise InvalidInput(
            source,
            text,
            f"is larger than {MAX_CHARACTERS:,} characters",
            fix="Split it into several agendas",
        )
    read = _json if text.lstrip("\ufeff \t\r\n").startswith("{") else _yaml
    try:
        return read(text.removeprefix("\ufeff"), source)
    except RecursionError as error:
        raise InvalidInput(source, text, "is nested too deeply") from error


def _json(text: str, source: str) -> object:
    def without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            names = [name for name, _ in pairs]
            double = next(name for name in names if names.count(name) > 1)
            raise InvalidInput(
                source, double, "stands twice in one mapping", fix="Keep one of them"
            )
        return found

    try:
        return json.loads(text, object_pairs_hook=without_doubles)
    except ValueError as error:
        raise InvalidInput(source, text, f"is not well-formed JSON ({error})") from error


def _yaml(text: str, source: str) -> object:
    try:
        return yaml.load(text, _Loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        place = source if mark is None else f"{source}: line {mark.line + 1}"
        raise InvalidInput(
            place, _line(text, mark), f"is not YAML as used here ({error.problem})", fix=_FIX
        ) from error
    except (yaml.YAMLError, ValueError) as error:
        raise InvalidInput(
            source, text, f"is not well-formed YAML ({' '.join(str(error).split())})"
        ) from error


def _line(text: str, mark: yaml.Mark | None) -> str:
    lines = text.splitlines()
    return lines[mark.line] if mark is not None and mark.line < len(lines) else ""


class _Loader(yaml.SafeLoader):
    """Safe YAML without aliases and without a key twice."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        """Refuse what stands for something elsewhere in the file."""
        if self.check_event(yaml.AliasEvent):
            mark = self.get_mark()
            raise yaml.composer.ComposerError(None, None, "aliases are not allowed", mark)
        return super().compose_node(parent, index)

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        """Refuse a key that stands twice."""
        seen = set()
        for key, _ in node.value:
            if key.value in seen:
                raise yaml.constructor.ConstructorError(
                    None, None, f"the key {key.value!r} stands twice", key.start_mark
                )
            seen.add(str(key.value))
        return super().construct_mapping(node, deep)
