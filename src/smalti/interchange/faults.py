"""The border between files and drafts: what is refused, what is reported and passed over.

A file that cannot be used at all raises :class:`~smalti.model.errors.InvalidInput`. A single item
that cannot be read becomes a :class:`Fault`, and the items around it are imported all the same.
Readers build their drafts with functions that raise; :func:`attempt` turns that into a fault.
"""

from __future__ import annotations

import json
import lzma
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, NoReturn, TypeAlias, TypeVar

from smalti.model.errors import InvalidInput
from smalti.model.results import Fault
from smalti.model.turn import TurnDraft

HEAD_BYTES = 256 * 1024  # enough to reach the keys behind LoCoMo's long list of questions
MAX_UNPACKED = 1 << 30  # bytes of conversations in one archive; the largest exports seen are half
MAX_RATIO = 200  # chats deflate about tenfold, bombs a thousandfold
_RATIO_MATTERS = 1 << 20  # below this size any ratio is harmless

_EXPORT = re.compile(rb'\s*\{[^\n]*"format"\s*:\s*"smalti-export"')
_BOM = b"\xef\xbb\xbf"
_ZIP_MAGIC = (b"PK\x03\x04", b"PK\x05\x06")
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_CONVERSATIONS = re.compile(r"(?:.*/)?conversations(?:-\d+)?\.json")
_UNPACKING = (  # what zipfile and its decompressors raise on archives that are not in order
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    OSError,
    RuntimeError,
    ValueError,
)


Item: TypeAlias = TurnDraft | Fault
Built = TypeVar("Built")


def attempt(where: str, build: Callable[[], Built]) -> Built | Fault:
    """Return what is built, or the fault that says why it could not be."""
    try:
        return build()
    except InvalidInput as error:
        return Fault(where, str(error))
    except RecursionError:
        return Fault(where, "is nested too deeply")


def refusal(path: Path, problem: str, fix: str | None = None) -> InvalidInput:
    """Make the error for a file that cannot be used at all."""
    # By name too, as the end of a long path is not shown.
    return InvalidInput("file", str(path), f"{path.name} {problem}", fix=fix)


def mismatch(path: Path, format: str, problem: str) -> InvalidInput:
    """Make the error for a file that is in order but of another format."""
    fix = "Leave the format out to have it detected, or name another"
    return InvalidInput("format", format, f"does not fit {path.name}, which {problem}", fix=fix)


def head_of(path: Path) -> bytes:
    """Read the first bytes of a file.

    Raises:
        InvalidInput: there is no such file, it cannot be read, is empty, or is UTF-16.
    """
    try:
        if not path.exists():
            raise refusal(path, "does not exist")
        if not path.is_file():
            raise refusal(path, "is not a file", "Name one file; import a folder file by file")
        with path.open("rb") as file:
            head = file.read(HEAD_BYTES)
    except (OSError, ValueError) as error:
        raise refusal(path, f"cannot be read ({error})") from error
    if len(head) < HEAD_BYTES and not head.removeprefix(_BOM).strip():
        raise refusal(path, "is empty")
    if head.startswith(_UTF16):
        raise refusal(path, "is UTF-16", "Save it as UTF-8 and import that")
    return head


def peek(path: Path) -> bytes:
    """Read the first bytes of the conversations: the file's own, or those inside an archive."""
    head = head_of(path)
    return _unpack(path, _members(path)[0], HEAD_BYTES) if is_zip(head) else head


def is_export(head: bytes) -> bool:
    """Tell whether a file that starts like this is Smalti's own full export."""
    return _EXPORT.match(head) is not None


def is_zip(head: bytes) -> bool:
    """Tell whether a file that starts like this is a zip archive."""
    return head.startswith(_ZIP_MAGIC)


def text_lines(path: Path) -> Iterator[tuple[int, str | None]]:
    """Read numbered lines without their ends; ``None`` for one that is not UTF-8."""
    with path.open("rb") as file:
        for number, raw in enumerate(file, start=1):
            line = raw.removeprefix(_BOM) if number == 1 else raw
            try:
                yield number, line.decode().removesuffix("\n").removesuffix("\r")
            except UnicodeDecodeError:
                yield number, None


def parse_json(data: str | bytes, *, unique_keys: bool = False) -> object:
    """Read JSON; lone surrogates and NUL in strings stay as they are.

    Raises:
        InvalidInput: not JSON. ``NaN`` and infinities are not, and with ``unique_keys`` neither
            is an object that has a key twice.
    """
    hook = _unique if unique_keys else None
    try:
        text = data if isinstance(data, str) else data.decode("utf-8-sig")
        return json.loads(text, parse_constant=_no_constant, object_pairs_hook=hook)
    except (ValueError, RecursionError) as error:
        raise InvalidInput("JSON", data[:40], f"cannot be read ({error})") from error


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


def _unique(pairs: list[tuple[str, object]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("an object has the same key twice")
    return found


def load_json(path: Path) -> object:
    """Read the whole file as JSON.

    Raises:
        InvalidInput: see :func:`head_of`, and when it is not JSON.
    """
    head_of(path)
    return _as_json(path, path.read_bytes())


def _as_json(path: Path, data: bytes) -> object:
    try:
        return parse_json(data)
    except InvalidInput as error:
        raise refusal(path, f"is not JSON: {error.problem}") from error


def conversations(path: Path, format: str, key: str) -> Iterator[Fault | tuple[str, object]]:
    """Read the conversations of a chat export, numbered through its parts.

    The export is a zip with ``conversations.json`` or ``conversations-000.json`` and so on, or one
    such file by itself. Nothing is written to disk, and no other member is opened.

    Raises:
        InvalidInput: not readable, too large unpacked, or none of the conversations in the first
            part has ``key``. A later part that is broken is a fault.
    """
    if not is_zip(head_of(path)):
        members: list[zipfile.ZipInfo] = []
        first = _listed(load_json(path))
    else:
        members = _members(path)
        first = _part(path, members[0])
    if not any(isinstance(entry, dict) and key in entry for entry in first):
        raise mismatch(path, format, f"has no conversation with {key!r}")
    return _numbered(path, first, members[1:])


def _numbered(
    path: Path, first: list[object], later: list[zipfile.ZipInfo]
) -> Iterator[Fault | tuple[str, object]]:
    number = 0
    for part in chain([first], (attempt(m.filename, partial(_part, path, m)) for m in later)):
        if isinstance(part, Fault):
            yield part
            continue
        for entry in part:
            number += 1
            yield f"conversation {number}", entry


def _part(path: Path, member: zipfile.ZipInfo) -> list[object]:
    return _listed(_as_json(path, _unpack(path, member)))


def _listed(data: object) -> list[object]:
    return data if isinstance(data, list) else [data]


def _members(path: Path) -> list[zipfile.ZipInfo]:
    """Find the members that hold conversations, in order, after the size caps.

    The sizes come from the archive's directory; ``zipfile`` never unpacks more than is stated
    there, so an archive that lies about them fails on its checksum instead.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            found = [m for m in archive.infolist() if _CONVERSATIONS.fullmatch(m.filename)]
    except _UNPACKING as error:
        raise refusal(path, f"cannot be unpacked ({error})") from error
    if not found:
        raise refusal(path, "is an archive without conversations.json")
    if sum(member.file_size for member in found) > MAX_UNPACKED or any(map(_is_bomb, found)):
        raise refusal(
            path,
            "unpacks to more than an importer should take in",
            f"At most {MAX_UNPACKED >> 30} GiB and {MAX_RATIO} times the packed size are read",
        )
    return sorted(found, key=lambda member: member.filename)


def _is_bomb(member: zipfile.ZipInfo) -> bool:
    large = member.file_size > _RATIO_MATTERS
    return large and member.file_size > MAX_RATIO * member.compress_size


def _unpack(path: Path, member: zipfile.ZipInfo, size: int = -1) -> bytes:
    try:
        with zipfile.ZipFile(path) as archive, archive.open(member) as file:
            return file.read(size)
    except _UNPACKING as error:
        raise refusal(path, f"cannot be unpacked ({error})") from error
