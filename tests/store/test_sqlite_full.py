"""No space left: said by name, nothing half-written, and all well again once there is space."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event

from smalti import Memory
from smalti.model.errors import StoreError, StoreFull
from smalti.store.sql import SqlStore
from smalti.store.sqlite import open_sqlite
from smalti.testing import HashEmbedder
from store.helpers import many, write

LONG = "word " * 20_000  # 100 kB


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own with 2 MB."""
    if os.getuid() != 0:
        pytest.skip("only root may mount a small file system")
    command = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(tmp_path)]
    mounted = subprocess.run(command, capture_output=True, text=True, check=False)
    if mounted.returncode != 0:
        pytest.skip(f"no small file system here: {mounted.stderr.strip()}")
    try:
        yield tmp_path
    finally:
        subprocess.run(["umount", str(tmp_path)], check=True)


def fill_disk(folder: Path) -> Path:
    """Take all the space there is."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as file:
        for size in (65536, 4096, 1):
            try:
                while True:
                    file.write(b"x" * size)
            except OSError:
                pass
    return ballast


def test_a_full_disk_is_named_and_costs_nothing_stored(small_disk: Path) -> None:
    with Memory(small_disk / "memory.db", embedder=HashEmbedder(16), extract=False) as memory:
        kept = memory.add(["I saw a kestrel.", "It flew off."]).ids
        ballast = fill_disk(small_disk)
        with pytest.raises(StoreFull):
            memory.add(["This must not stay.", LONG])
        assert tuple(turn.id for turn in memory.turns()) == kept
        assert memory.recall("kestrel").items[0].turn.id == kept[0]
        assert memory.recall("must stay").items == ()
        ballast.unlink()
        (later,) = memory.add("There is space again.").ids
        assert memory.check().problems == ()
    with Memory(small_disk / "memory.db", embedder=None, extract=False) as memory:
        assert tuple(turn.id for turn in memory.turns()) == (*kept, later)
        assert memory.check().problems == ()


def test_a_memory_closes_and_opens_on_a_full_disk(small_disk: Path) -> None:
    with Memory(small_disk / "memory.db", embedder=None, extract=False) as memory:
        kept = memory.add([f"turn {i}" for i in range(50)]).ids
        ballast = fill_disk(small_disk)
        with pytest.raises(StoreFull):
            memory.add(LONG)
    with Memory(small_disk / "memory.db", embedder=None, extract=False) as memory:
        assert tuple(turn.id for turn in memory.turns()) == kept
        with pytest.raises(StoreFull):
            memory.add(LONG)
        ballast.unlink()
        memory.add(LONG)
        assert memory.stats().turns == 51


def test_no_new_memory_fits_a_full_disk(small_disk: Path) -> None:
    ballast = fill_disk(small_disk)
    with pytest.raises(StoreFull):
        Memory(small_disk / "new.db", embedder=None, extract=False)
    ballast.unlink()
    with Memory(small_disk / "new.db", embedder=None, extract=False) as memory:
        memory.add("hello")
        assert memory.stats().turns == 1


@pytest.fixture
def limited(tmp_path: Path) -> Iterator[SqlStore]:
    """A store of ten turns whose connections may use 20 pages more."""

    def limit(connection: Any, _record: object) -> None:
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages + 20}")

    with closing(open_sqlite(tmp_path / "memory.db")) as store:
        write(store.space("home"), *many(10))
    event.listen(Engine, "connect", limit)
    try:
        with closing(open_sqlite(tmp_path / "memory.db")) as store:
            yield store
    finally:
        event.remove(Engine, "connect", limit)
    with closing(open_sqlite(tmp_path / "memory.db")) as store:
        write(store.space("home"), LONG)  # without the limit all is well again
        assert store.check() == []


def texts(store: SqlStore) -> list[str]:
    return [turn.text for turn in store.space("home").read_turns()]


def test_a_write_that_does_not_fit_is_taken_back_whole(limited: SqlStore) -> None:
    before = texts(limited)
    with pytest.raises(StoreFull):
        write(limited.space("home"), "this must not stay", LONG, LONG)
    assert texts(limited) == before
    assert limited.check() == []
    write(limited.space("home"), "a short one")
    assert texts(limited) == [*before, "a short one"]


def test_a_transaction_that_does_not_fit_is_taken_back_whole(limited: SqlStore) -> None:
    before = texts(limited)
    space = limited.space("home")
    with pytest.raises(StoreFull), space.atomic():
        for i in range(1000):
            write(space, f"{i} {LONG[:2000]}")
    assert texts(limited) == before
    assert limited.check() == []
    write(space, "a short one")
    assert texts(limited) == [*before, "a short one"]


def test_a_transaction_goes_on_after_a_full_disk_only_with_all_it_had(limited: SqlStore) -> None:
    before = texts(limited)
    space = limited.space("home")
    try:
        with space.atomic():
            write(space, "first")
            with pytest.raises(StoreError):
                write(space, LONG, LONG)
            write(space, "last")
    except StoreError:
        assert texts(limited) == before
    else:
        assert texts(limited) == [*before, "first", "last"]
