"""One space in SQL: its parts put together."""

from __future__ import annotations

from smalti.store.sql.conflicts import ConflictRows
from smalti.store.sql.counting import CountRows
from smalti.store.sql.erasing import ErasureRows
from smalti.store.sql.index import IndexRows
from smalti.store.sql.serving import ServingRows
from smalti.store.sql.turns import TurnRows


class SqlSpace(TurnRows, IndexRows, CountRows, ErasureRows, ConflictRows, ServingRows):
    """A :class:`~smalti.store.contract.Space` of a :class:`~smalti.store.sql.store.SqlStore`."""
