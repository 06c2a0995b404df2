"""Files and folders that may be read and not written, seen by a user whom permissions bind."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from smalti import Memory
from store.unprivileged import run_unprivileged

READ = """
with Memory(path, embedder=None, extract=False) as memory:
    print([turn.text for turn in memory.turns()])
    print([item.turn.text for item in memory.recall("kestrel").items])
    print(memory.check().problems)
"""
WRITE = """
def write():
    with Memory(path, embedder=None, extract=False) as memory:
        memory.add("more")
print(outcome(write))
"""
FOUND = ["['I saw a kestrel.']", "['I saw a kestrel.']", "()"]


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that others may enter, unlike pytest's own."""
    with tempfile.TemporaryDirectory(prefix="smalti-") as name:
        path = Path(name)
        path.chmod(0o777)
        yield path
        path.chmod(0o777)


@pytest.fixture
def file(folder: Path) -> Path:
    """A closed memory of one turn."""
    path = folder / "memory.db"
    with Memory(path, embedder=None, extract=False) as memory:
        memory.add("I saw a kestrel.")
    return path


def allow(path: Path, file_mode: int, folder_mode: int) -> None:
    path.chmod(file_mode)
    path.parent.chmod(folder_mode)


@pytest.mark.parametrize("folder_mode", [0o777, 0o555], ids=["open folder", "closed folder"])
def test_a_file_that_cannot_be_written_can_be_read(file: Path, folder_mode: int) -> None:
    allow(file, 0o444, folder_mode)
    assert run_unprivileged(READ, file) == FOUND


@pytest.mark.parametrize("folder_mode", [0o777, 0o555], ids=["open folder", "closed folder"])
def test_writing_to_a_file_that_cannot_be_written_says_so(file: Path, folder_mode: int) -> None:
    allow(file, 0o444, folder_mode)
    before = file.read_bytes()
    assert run_unprivileged(WRITE, file) == ["StoreReadOnly"]
    assert file.read_bytes() == before


def test_a_file_in_a_closed_folder_can_be_read(file: Path) -> None:
    allow(file, 0o666, 0o555)
    assert run_unprivileged(READ, file) == FOUND


def test_writing_to_a_file_in_a_closed_folder_says_so(file: Path) -> None:
    allow(file, 0o666, 0o555)
    assert run_unprivileged(WRITE, file) == ["StoreReadOnly"]


def test_a_new_file_in_a_closed_folder_is_refused(folder: Path) -> None:
    folder.chmod(0o555)
    assert run_unprivileged(WRITE, folder / "new.db") == ["StoreReadOnly"]
    assert list(folder.iterdir()) == []


def test_a_new_file_is_not_made_where_nothing_can_be_read(folder: Path) -> None:
    folder.chmod(0o000)
    (name,) = run_unprivileged(WRITE, folder / "new.db")
    assert name in ("StoreReadOnly", "StoreUnusable")


def test_a_file_that_cannot_be_read_is_refused(file: Path) -> None:
    allow(file, 0o000, 0o777)
    (name,) = run_unprivileged(WRITE, file)
    assert name in ("StoreReadOnly", "StoreUnusable")


@pytest.mark.parametrize("folder_mode", [0o777, 0o555], ids=["open folder", "closed folder"])
def test_who_may_only_read_sees_what_a_writer_just_wrote(file: Path, folder_mode: int) -> None:
    with Memory(file, embedder=None, extract=False) as writer:
        writer.add("The kestrel is back.")  # lies in the log until the writer closes
        for log in file.parent.iterdir():
            log.chmod(0o444)
        file.parent.chmod(folder_mode)
        texts, _, problems = run_unprivileged(READ, file)
    assert texts == "['I saw a kestrel.', 'The kestrel is back.']"
    assert problems == "()"


def test_an_export_into_a_closed_folder_is_refused(file: Path) -> None:
    allow(file, 0o666, 0o777)
    closed = file.parent / "closed"
    closed.mkdir(mode=0o555)
    lines = f"""
with Memory(path, embedder=None, extract=False) as memory:
    print(outcome(lambda: memory.export("{closed / "out.jsonl"}")))
"""
    assert run_unprivileged(lines, file) == ["InvalidInput"]
    assert list(closed.iterdir()) == []
