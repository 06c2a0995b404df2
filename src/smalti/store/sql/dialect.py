"""What a database does in its own way; everything else is shared."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import ColumnElement, Connection, Engine

from smalti.store.contract import LexicalHits

Rows = Sequence[tuple[int, Sequence[str]]]
"""Sequence numbers of turns with their index terms."""


class Dialect(Protocol):
    """What a database does in its own way."""

    exclusive: bool
    """Whether there is only one connection, so that readers wait for the writer too."""

    def connect(self) -> Engine:
        """An engine on a database whose schema is up to date."""

    def begin_write(self, connection: Connection) -> None:
        """Begin a transaction that no other writer of the store can run beside."""

    def require_transaction(self, connection: Connection) -> None:
        """Raise if the database has ended the open transaction by itself, as on a full disk."""

    def errors(self) -> AbstractContextManager[None]:
        """Turns the driver's errors into ours."""

    def index_terms(self, connection: Connection, space: int, rows: Rows) -> None:
        """Add the terms of turns (by sequence number) to the lexical index."""

    def unindex_terms(self, connection: Connection, space: int, seqs: Sequence[int]) -> None:
        """Take turns out of the lexical index."""

    def search_terms(
        self,
        connection: Connection,
        space: int,
        terms: Sequence[str],
        limit: int,
        among: NDArray[np.int64] | None,
    ) -> LexicalHits:
        """See :meth:`smalti.store.contract.Space.lexical`; ``terms`` are distinct."""

    def holds(self, column: ColumnElement[str], text: str) -> ColumnElement[bool]:
        """The condition that a text stands anywhere in a column, letter by letter."""

    def check(self, connection: Connection) -> list[str]:
        """What the database itself finds wrong."""

    def size(self) -> int:
        """Bytes on disk."""

    def probe(self, seconds: float) -> None:
        """Find out whether it could be written to now; see :meth:`Store.probe`."""

    def compact(self, connection: Connection) -> str:
        """Leave no copy of anything removed in the database; what was in the way, or "".

        The connection is in no transaction.
        """

    def delete_backups(self) -> list[str]:
        """Delete the copies of the database made before upgrades; where they were."""
