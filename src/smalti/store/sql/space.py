"""One space in SQL: its parts put together."""

from __future__ import annotations

from smalti.store.sql.index import IndexRows
from smalti.store.sql.nouns import NounRows
from smalti.store.sql.turns import TurnRows


class SqlSpace(TurnRows, IndexRows, NounRows):
    """A :class:`~smalti.store.contract.Space` of a :class:`~smalti.store.sql.store.SqlStore`."""
