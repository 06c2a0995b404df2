"""The files that pages refer to, read once, under addresses that change with their content."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from smalti.serve.console.visit import ROOT

_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
_SHORT = 12  # hexadecimal digits of a hash in an address


@dataclass(frozen=True, slots=True)
class Asset:
    """A file of the package: its content, its media type, and the beginning of its SHA-256."""

    content: bytes
    type: str
    version: str


@cache
def assets() -> dict[str, Asset]:
    """All of them by their path below ``static``; licences are not served."""
    folder = resources.files("smalti.serve.console") / "static"
    return {name: _read(name, file) for name, file in _files(folder, "") if _type(name)}


def asset_url(name: str) -> str:
    """Where an asset is served.

    Raises:
        KeyError: there is none of that name.
    """
    return f"{ROOT}/static/{name}?v={assets()[name].version}"


def _files(folder: Traversable, prefix: str) -> Iterator[tuple[str, Traversable]]:
    for one in folder.iterdir():
        if one.is_dir():
            yield from _files(one, f"{prefix}{one.name}/")
        else:
            yield prefix + one.name, one


def _read(name: str, file: Traversable) -> Asset:
    content = file.read_bytes()
    return Asset(content, _type(name), hashlib.sha256(content).hexdigest()[:_SHORT])


def _type(name: str) -> str:
    return _TYPES.get(name[name.rfind(".") :], "")
