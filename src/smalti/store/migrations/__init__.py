"""Bringing a store to the schema this code was written for.

A new store is made from the tables directly; an older one is copied and then upgraded by Alembic,
revision by revision; a newer one is refused. A test holds the two ways to the same schema.
"""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from sqlalchemy import Connection, Engine, inspect, text

from smalti.model.errors import SchemaTooNew, StoreUnusable

REVISIONS = ("0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008")
"""Every schema revision, oldest first. The last one is what the code expects."""

SCRIPTS = Path(__file__).parent


# As Alembic makes it.
_REVISION_TABLE = """
CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL, CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
)
"""


class Migratable(Protocol):
    """What a dialect offers for this."""

    def is_ours(self, connection: Connection) -> bool | None:
        """Whether the database is a Smalti store; ``None`` when it is still empty."""

    def create(self, connection: Connection) -> None:
        """All tables of the present schema, in an open transaction."""

    def begin_write(self, connection: Connection) -> None:
        """Begin a transaction that no other writer can run beside."""

    def backup(self, engine: Engine, label: str) -> str | None:
        """A copy to go back to, and where it is."""


def prepare(
    dialect: Migratable,
    engine: Engine,
    connection: Connection,
    *,
    revisions: tuple[str, ...] = REVISIONS,
    scripts: Path = SCRIPTS,
) -> None:
    """Create the schema, upgrade it, or find it fit; safe when several processes do so at once.

    Raises:
        SchemaTooNew: the store has a revision this code does not know.
        StoreUnusable: the database belongs to another application.
    """
    with connection.begin():
        ours = dialect.is_ours(connection)
        found = _revision(connection) if ours else None
    if ours and found is None:
        raise StoreUnusable("the database claims to be a Smalti store and names no schema revision")
    if found is None:
        _create(dialect, connection, revisions[-1])
    elif found not in revisions:
        raise SchemaTooNew(
            f"the store has schema {found}, this Smalti knows {revisions[-1]} at most",
            hint="Upgrade Smalti",
        )
    elif found != revisions[-1]:
        dialect.backup(engine, f"schema-{found}")
        _upgrade(dialect, connection, revisions[-1], scripts)


def _create(dialect: Migratable, connection: Connection, revision: str) -> None:
    dialect.begin_write(connection)
    with connection.begin():
        if dialect.is_ours(connection) is None:  # else another process was quicker
            dialect.create(connection)
            connection.execute(text(_REVISION_TABLE))
            connection.execute(text("INSERT INTO alembic_version VALUES (:r)"), {"r": revision})


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    revision: str | None = connection.execute(
        text("SELECT version_num FROM alembic_version")
    ).scalar_one_or_none()
    return revision


def _upgrade(dialect: Migratable, connection: Connection, revision: str, scripts: Path) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(scripts).replace("%", "%%"))
    config.attributes["connection"] = connection
    dialect.begin_write(connection)
    with connection.begin():  # one transaction for all steps: upgraded, or as it was
        command.upgrade(config, revision)
