"""Which data set a file or folder holds, and its talks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from smalti.bench.qa.case import Data
from smalti.bench.qa.sets import beam, halumem, locomo, longmemeval, memconflict, touchstone
from smalti.interchange.faults import HEAD_BYTES
from smalti.model.errors import InvalidInput

Read = Callable[[Path, Path | None], Data]

SETS: Mapping[str, Read] = {
    "locomo": locomo.read,
    "longmemeval": longmemeval.read,
    "halumem": halumem.read,
    "beam": beam.read,
    "touchstone": touchstone.read,
    "memconflict": memconflict.read,
}

_IN_FOLDER = {
    "beam": "*/probing_questions.json",
    "touchstone": "fixture*.json",
    "memconflict": "events*.jsonl",
}
_IN_FILE = {
    "locomo": ('"conversation"', '"session_1"'),
    "longmemeval": ('"question_id"', '"question_type"', '_sessions"'),
    "halumem": ('"sessions"', '"memory_points"'),
    "memconflict": ('"persona_id"',),
    "touchstone": ('"expect"', '"dim"'),
}


def read_data(path: Path, kind: str | None = None, audit: Path | None = None) -> Data:
    """The talks of a file or folder, with their questions.

    Args:
        path: the data.
        kind: one of :data:`SETS`; told from names and keys otherwise.
        audit: a corrected key, for LoCoMo.

    Raises:
        InvalidInput: it is of no known kind, or not as expected, or the audit belongs to another.
    """
    kind = kind or kind_of(path)
    if audit is not None and kind != "locomo":
        raise InvalidInput("audit", str(audit), f"corrects LoCoMo, and this is {kind}")
    data = SETS[kind](path, audit)
    if not data.questions:
        raise InvalidInput("data", str(path), "holds no questions")
    ids = [question.id for question in data.questions]
    if len(set(ids)) < len(ids):
        twice = next(id for id in ids if ids.count(id) > 1)
        raise InvalidInput("data", twice, "is the id of two questions")
    return data


def kind_of(path: Path) -> str:
    """What kind of data it is, by the names in a folder or the keys of a file.

    Raises:
        InvalidInput: it is none.
    """
    if path.is_dir():
        for kind, pattern in _IN_FOLDER.items():
            if any(path.glob(pattern)):
                return kind
        raise InvalidInput("data", str(path), "is a folder of no known kind")
    try:
        with path.open("rb") as file:
            head = file.read(HEAD_BYTES).decode("utf-8", "replace")
    except OSError as error:
        raise InvalidInput("data", str(path), f"cannot be read ({error})") from error
    for kind, keys in _IN_FILE.items():
        if all(key in head for key in keys):
            return kind
    raise InvalidInput("data", path.name, "is of no known kind", fix=f"Name it: {', '.join(SETS)}")
