"""What a list of node ids must be, and their order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from smalti.model.errors import InvalidInput


def checked_ids(ids: Iterable[str]) -> list[str]:
    """The ids as a list.

    Raises:
        InvalidInput: one is empty or there twice.
    """
    nodes = list(ids)
    if len(set(nodes)) != len(nodes) or "" in nodes:
        seen: set[str] = set()
        for id in nodes:
            if not id:
                raise InvalidInput("ids", id, "must not be empty")
            if id in seen:
                raise InvalidInput("ids", id, "is there twice")
            seen.add(id)
    return nodes


def order_of(ids: Sequence[str]) -> npt.NDArray[np.int64]:
    """Positions in the order of the ids, by code point."""
    return np.array(sorted(range(len(ids)), key=ids.__getitem__), dtype=np.int64)
