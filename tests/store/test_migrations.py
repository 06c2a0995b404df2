"""Schemas: the packaged revisions lead where the code expects, and an upgrade is all or nothing."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, create_engine

from smalti.model.errors import SchemaTooNew
from smalti.store import schema
from smalti.store.migrations import REVISIONS, SCRIPTS, prepare
from smalti.store.sqlite import SqliteDialect, open_sqlite
from store.helpers import write

REVISION = """
import sqlalchemy as sa
from alembic import op

revision = {revision!r}
down_revision = {below!r}


def upgrade():
    {body}
"""
ADD_COLUMN = 'op.add_column("turns", sa.Column("mood", sa.Text()))'
ADD_TABLE = 'op.create_table("moods", sa.Column("id", sa.Integer(), primary_key=True))'


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A closed store of the present schema, from which the tests below upgrade."""
    path = tmp_path / "memory.db"
    with closing(open_sqlite(path)) as store:
        write(store.space("home"), "one", "two")
    return path


@pytest.fixture
def scripts(tmp_path: Path) -> Path:
    """A copy of the packaged revisions, to add to."""
    return Path(
        shutil.copytree(
            SCRIPTS, tmp_path / "100% migrations", ignore=shutil.ignore_patterns("__pycache__")
        )
    )


@pytest.fixture
def engine(path: Path) -> Iterator[Engine]:
    engine = SqliteDialect(str(path)).connect()
    yield engine
    engine.dispose()


def add_revision(scripts: Path, revision: str, below: str, body: str) -> None:
    text = REVISION.format(revision=revision, below=below, body=body)
    (scripts / "versions" / f"{revision}_test.py").write_text(text)


def upgrade(path: Path, engine: Engine, scripts: Path, *revisions: str) -> None:
    with engine.connect() as connection:
        prepare(
            SqliteDialect(str(path)),
            engine,
            connection,
            revisions=(*REVISIONS, *revisions),
            scripts=scripts,
        )


def look(path: Path, query: str) -> list[Any]:
    with closing(sqlite3.connect(path)) as connection:
        return [row[0] for row in connection.execute(query)]


def objects(path: Path) -> list[str]:
    return look(path, "SELECT name FROM sqlite_master ORDER BY name")


def revision_of(path: Path) -> list[str]:
    return look(path, "SELECT version_num FROM alembic_version")


def mood_columns(path: Path) -> list[str]:
    return look(path, "SELECT name FROM pragma_table_info('turns') WHERE name = 'mood'")


def backups(path: Path) -> list[Path]:
    return list(path.parent.glob("*.bak"))


# ---------------------------------------------------------------------- an upgrade


def test_an_older_store_is_upgraded_with_all_it_holds(
    path: Path, engine: Engine, scripts: Path
) -> None:
    add_revision(scripts, "9001", REVISIONS[-1], ADD_COLUMN)
    upgrade(path, engine, scripts, "9001")
    assert revision_of(path) == ["9001"]
    assert mood_columns(path) == ["mood"]
    assert look(path, "SELECT text FROM turns ORDER BY seq") == ["one", "two"]


def test_an_upgrade_leaves_a_copy_of_the_older_store(
    path: Path, engine: Engine, scripts: Path
) -> None:
    add_revision(scripts, "9001", REVISIONS[-1], ADD_COLUMN)
    upgrade(path, engine, scripts, "9001")
    (backup,) = backups(path)
    assert revision_of(backup) == [REVISIONS[-1]]
    with closing(open_sqlite(backup)) as store:
        assert [turn.text for turn in store.space("home").read_turns()] == ["one", "two"]
        assert store.space("home").lexical(["one"], 5).frequency.tolist() == [1]
        assert store.check() == []


def test_several_steps_are_taken_in_order(path: Path, engine: Engine, scripts: Path) -> None:
    add_revision(scripts, "9001", REVISIONS[-1], ADD_TABLE)
    add_revision(scripts, "9002", "9001", 'op.add_column("moods", sa.Column("name", sa.Text()))')
    upgrade(path, engine, scripts, "9001", "9002")
    assert revision_of(path) == ["9002"]
    assert look(path, "SELECT name FROM pragma_table_info('moods')") == ["id", "name"]


def test_an_upgraded_store_is_not_upgraded_again(path: Path, engine: Engine, scripts: Path) -> None:
    add_revision(scripts, "9001", REVISIONS[-1], ADD_COLUMN)
    upgrade(path, engine, scripts, "9001")
    upgrade(path, engine, scripts, "9001")
    assert len(backups(path)) == 1


def test_an_upgraded_store_is_too_new_for_the_code_before(
    path: Path, engine: Engine, scripts: Path
) -> None:
    add_revision(scripts, "9001", REVISIONS[-1], ADD_COLUMN)
    upgrade(path, engine, scripts, "9001")
    with pytest.raises(SchemaTooNew, match="9001"):
        open_sqlite(path)


@pytest.mark.parametrize(
    "body",
    [
        f"{ADD_COLUMN}; {ADD_TABLE}; raise RuntimeError('power cut')",
        f"{ADD_TABLE}; op.execute('DELETE FROM turns'); op.execute('no such statement')",
    ],
    ids=["an exception", "a statement"],
)
def test_a_step_that_fails_halfway_leaves_the_older_store(
    path: Path, engine: Engine, scripts: Path, body: str
) -> None:
    before = objects(path)
    add_revision(
        scripts, "9001", REVISIONS[-1], 'op.create_table("first", sa.Column("a", sa.Text()))'
    )
    add_revision(scripts, "9002", "9001", body)
    with pytest.raises(Exception, match=r"power cut|no such statement|syntax error"):
        upgrade(path, engine, scripts, "9001", "9002")
    engine.dispose()
    assert objects(path) == before
    assert mood_columns(path) == []
    assert revision_of(path) == [REVISIONS[-1]]
    with closing(open_sqlite(path)) as store:
        assert store.space("home").turn_count() == 2
        write(store.space("home"), "three")
        assert store.check() == []


def test_a_failed_upgrade_can_be_tried_again_at_once(
    path: Path, engine: Engine, scripts: Path
) -> None:
    add_revision(scripts, "9001", REVISIONS[-1], "raise RuntimeError('power cut')")
    with pytest.raises(RuntimeError):
        upgrade(path, engine, scripts, "9001")
    add_revision(scripts, "9001", REVISIONS[-1], f"{ADD_COLUMN}  # mended, and of another length")
    upgrade(path, engine, scripts, "9001")
    assert mood_columns(path) == ["mood"]


# ---------------------------------------------------------------------- the packaged revisions


@pytest.fixture
def migrated(tmp_path: Path) -> Path:
    """A database made by the revisions alone."""
    path = tmp_path / "migrated.db"
    engine = create_engine(f"sqlite:///{path}")
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    with engine.connect() as connection, connection.begin():
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
    engine.dispose()
    return path


def test_the_code_knows_every_packaged_revision() -> None:
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    walked = ScriptDirectory.from_config(config).walk_revisions()
    assert tuple(script.revision for script in walked)[::-1] == REVISIONS


def test_the_revisions_lead_to_the_tables_of_the_code(migrated: Path) -> None:
    def ours(item: object, name: str | None, kind: str, *_: object) -> bool:
        return not (kind == "table" and (name or "").startswith("lexical"))

    engine = create_engine(f"sqlite:///{migrated}")
    with engine.connect() as connection:
        options: dict[str, Any] = {"include_object": ours, "compare_type": True}
        context = MigrationContext.configure(connection, opts=options)
        differences = compare_metadata(context, schema.metadata)
    engine.dispose()
    assert differences == []


def test_the_revisions_and_the_code_make_the_same_database(migrated: Path, path: Path) -> None:
    assert objects(migrated) == objects(path)
    for query in (
        "SELECT m.name || '.' || p.name || p.type || p.\"notnull\" || p.pk FROM sqlite_master m, "
        "pragma_table_info(m.name) p WHERE m.type = 'table' ORDER BY 1",
        'SELECT m.name || f."from" || f."table" || f."to" || f.on_delete FROM sqlite_master m, '
        "pragma_foreign_key_list(m.name) f ORDER BY 1",
        "SELECT l.name || l.\"unique\" || l.origin || i.seqno || ifnull(i.name, '') "
        "FROM sqlite_master m, pragma_index_list(m.name) l, pragma_index_info(l.name) i ORDER BY 1",
        "SELECT sql FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL TABLE%' ORDER BY name",
        "PRAGMA application_id",
    ):
        made = [" ".join(str(row).split()) for row in look(migrated, query)]
        assert made == [" ".join(str(row).split()) for row in look(path, query)]
        assert made


def test_a_store_made_by_the_revisions_works(migrated: Path) -> None:
    with closing(open_sqlite(migrated)) as store:
        write(store.space("home"), "one", "two")
        assert store.space("home").lexical(["two"], 5).frequency.tolist() == [1]
        assert store.check() == []
