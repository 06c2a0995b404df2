"""The contract on SQLAlchemy Core, for any database that has a dialect module."""

from smalti.store.sql.dialect import Dialect, Rows
from smalti.store.sql.space import SqlSpace
from smalti.store.sql.store import SqlStore

__all__ = ["Dialect", "Rows", "SqlSpace", "SqlStore"]
