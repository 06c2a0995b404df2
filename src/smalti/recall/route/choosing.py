"""Which way a memory finds the turns near a query, by name."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from importlib.util import find_spec

import numpy as np

from smalti.model.errors import InvalidInput, ModelUnavailable
from smalti.models.embedder import Vectors
from smalti.recall.filters import Mask
from smalti.recall.index import Rows, Snapshot
from smalti.recall.route.contract import Routed, Router, scored
from smalti.recall.route.scan import CodeScan

ENVIRONMENT = "SMALTI_ROUTER"
"""``auto`` (the default), ``exact``, ``simhash`` or ``hnsw``."""

NewRouter = Callable[[], Router]


class Everything:
    """Compares all turns, whatever their number: exact, and linear in them."""

    name = "exact"
    pays_from = sys.maxsize
    trusted_from = 0.0

    def route(self, snapshot: Snapshot, query: Vectors, among: Mask | None = None) -> Routed:
        """All turns that have a vector and pass."""
        eligible = snapshot.has_vector if among is None else snapshot.has_vector & among
        rows: Rows = np.flatnonzero(eligible)
        return Routed(rows, scored(snapshot, rows, query), 1.0)


def _hnsw() -> Router:
    from smalti.recall.route.hnsw import Hnsw

    return Hnsw(pays_from=0)


_NAMED: Mapping[str, NewRouter] = {
    "auto": CodeScan,
    "exact": Everything,
    "simhash": lambda: CodeScan(pays_from=0),
    "hnsw": _hnsw,
}


def router_named(setting: str | None = None) -> NewRouter:
    """How to make the router of a space; each has its own, as it holds something of every turn.

    By default (``auto``) all turns are compared where they are few, and from 50,000 on those whose
    codes are near; ``exact`` always compares all; ``simhash`` and ``hnsw`` are asked at any size.
    Without a setting the environment variable ``SMALTI_ROUTER`` counts.

    Raises:
        InvalidInput: there is no such router.
        ModelUnavailable: it needs an extra that is not installed; says which.
    """
    wanted = setting or os.environ.get(ENVIRONMENT) or "auto"
    if wanted not in _NAMED:
        raise InvalidInput("router", wanted, "is unknown", fix=f"Known: {', '.join(_NAMED)}")
    if wanted == "hnsw" and find_spec("usearch") is None:
        hint = 'Install it with: pip install "smalti[ann]"'
        raise ModelUnavailable("no HNSW index: usearch is missing", hint=hint)
    return _NAMED[wanted]
