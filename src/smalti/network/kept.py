"""What an index of the graph holds as bytes, so that the next process need not work it out."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import numpy as np

from smalti.graph.lists import Lists
from smalti.graph.standing import Standing

_VERSION = 2  # raise when what is kept has another shape or meaning: it is then made anew


@dataclass(frozen=True, slots=True)
class Kept:
    """How far an index had read, and what it held then.

    ``turns`` are the turns of ``lists.ids`` by sequence number, ``contexts`` the entities of each
    turn, ``waiting`` the records whose turn had no vector, with the turn.
    """

    read: int
    lists: Lists | None
    turns: Sequence[int]
    contexts: Mapping[str, set[str]]
    waiting: Mapping[str, str]
    standing: Standing


def packed(kept: Kept) -> bytes:
    """As one archive of arrays."""
    head = {
        "version": _VERSION,
        "read": kept.read,
        "contexts": {turn: sorted(named) for turn, named in kept.contexts.items()},
        "waiting": dict(kept.waiting),
        "stood": kept.standing.version,
        "nodes": kept.standing.ids,
        "near": None,
    }
    arrays: dict[str, Any] = {
        "component": kept.standing.component,
        "community": kept.standing.community,
        "within": kept.standing.within,
        "turns": np.array(kept.turns, np.int64),
    }
    if kept.lists is not None:
        head["near"] = {"threshold": kept.lists.threshold, "ids": kept.lists.ids}
        arrays |= {"others": kept.lists.others, "cosines": kept.lists.cosines}
    arrays["head"] = np.frombuffer(json.dumps(head).encode(), np.uint8)
    written = BytesIO()
    np.savez(written, **arrays)
    return written.getvalue()


def unpacked(content: bytes) -> Kept | None:
    """What :func:`packed` was given; ``None`` if it was made by another version."""
    with np.load(BytesIO(content), allow_pickle=False) as arrays:
        head = json.loads(arrays["head"].tobytes())
        if head["version"] != _VERSION:
            return None
        near = head["near"]
        lists = None
        if near is not None:
            ids = tuple(near["ids"])
            lists = Lists(near["threshold"], ids, arrays["others"], arrays["cosines"])
        return Kept(
            head["read"],
            lists,
            arrays["turns"].tolist(),
            {turn: set(named) for turn, named in head["contexts"].items()},
            head["waiting"],
            Standing(
                head["stood"],
                tuple(head["nodes"]),
                arrays["component"],
                arrays["community"],
                arrays["within"],
                0,
            ),
        )
