"""SQLite in memory passes the contract, but for what needs a file."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from smalti.store.contract import Store
from smalti.store.sqlite import open_sqlite
from store.contract import StoreContract
from store.helpers import write


class TestSqliteInMemory(StoreContract):
    persistent = False
    concurrent = False

    def open_store(self) -> Store:
        return open_sqlite(":memory:")

    def test_nothing_is_left_on_disk(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        with closing(self.open_store()) as store:
            write(store.space("home"), "one")
            assert store.size() == 0
        assert list(tmp_path.iterdir()) == []
