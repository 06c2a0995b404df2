"""SQLite in a file passes the contract."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from smalti.model.errors import StoreBusy, StoreUnusable
from smalti.store.contract import Store
from smalti.store.sqlite import open_sqlite
from store.contract import StoreContract
from store.helpers import many, write


class TestSqliteFile(StoreContract):
    @pytest.fixture(autouse=True)
    def folder(self) -> Iterator[None]:
        with tempfile.TemporaryDirectory(prefix="smalti-") as folder:
            self._folder = Path(folder)
            self._files: dict[int, Path] = {}
            yield

    def open_store(self) -> Store:
        path = self._folder / f"{len(self._files)}.db"
        store = open_sqlite(path)
        self._files[id(store)] = path
        return store

    def reopen(self, store: Store) -> Store:
        path = self._files[id(store)]
        store.close()
        return open_sqlite(path)

    def test_the_size_is_that_of_the_file_and_its_log(self, store: Store) -> None:
        before = store.size()
        write(store.space("home"), *many(500))
        files = list(self._folder.glob("0.db*"))
        assert store.size() > before
        assert store.size() <= sum(file.stat().st_size for file in files)

    def test_closing_leaves_one_file(self, store: Store) -> None:
        write(store.space("home"), "one")
        store.close()
        assert [file.name for file in self._folder.iterdir()] == ["0.db"]

    def test_two_stores_on_one_file_see_each_other(self, store: Store) -> None:
        with closing(open_sqlite(self._folder / "0.db")) as other:
            write(store.space("home"), "from the first")
            write(other.space("home"), "from the second")
            for each in (store, other):
                texts = [turn.text for turn in each.space("home").read_turns()]
                assert texts == ["from the first", "from the second"]


# ---------------------------------------------------------------------- the probe


def test_a_probe_tells_that_another_process_holds_the_lock(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with closing(open_sqlite(path)) as store, closing(sqlite3.connect(path)) as other:
        other.isolation_level = None
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusy):
            store.probe(0.05)
        other.execute("ROLLBACK")
        store.probe(0.05)


@pytest.mark.parametrize("replaced", [False, True])
def test_a_probe_tells_that_the_file_is_gone(tmp_path: Path, replaced: bool) -> None:
    path = tmp_path / "memory.db"
    with closing(open_sqlite(path)) as store:
        path.rename(tmp_path / "elsewhere.db")
        if replaced:
            open_sqlite(path).close()
        with pytest.raises(StoreUnusable, match="removed or replaced"):
            store.probe(0.05)


def test_nothing_is_written_into_a_file_that_was_removed(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with closing(open_sqlite(path)) as store:
        write(store.space("home"), "one")
        path.unlink()
        with pytest.raises(StoreUnusable, match="removed or replaced"):
            write(store.space("home"), "two")
        assert store.space("home").turn_count() == 1
