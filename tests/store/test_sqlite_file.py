"""Files that are not what they should be: refused by name of the fault, and left as they were."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from smalti.model.errors import SchemaTooNew, StoreError, StoreUnusable
from smalti.store.sqlite import APPLICATION_ID, open_sqlite
from store.helpers import many, write

TEXTS = [turn.text for turn in many(400)]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed store with some hundred turns; copy it before breaking it."""
    path = tmp_path_factory.mktemp("sound") / "memory.db"
    with closing(open_sqlite(path)) as store:
        for start in range(0, len(TEXTS), 100):
            write(store.space("home"), *TEXTS[start : start + 100])
    return path


@pytest.fixture
def path(sound: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(sound, tmp_path / "memory.db"))


def texts(path: Path) -> list[str]:
    with closing(open_sqlite(path)) as store:
        return [turn.text for turn in store.space("home").read_turns()]


def with_sqlite(path: Path, *statements: str) -> None:
    """Do something to the file that Smalti would not."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement).fetchall()


def test_a_file_that_is_not_there_is_made(tmp_path: Path) -> None:
    assert texts(tmp_path / "new.db") == []
    assert (tmp_path / "new.db").stat().st_size > 0


def test_an_empty_file_becomes_a_store(tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch()
    with closing(open_sqlite(tmp_path / "empty.db")) as store:
        write(store.space("home"), "hello")
    assert texts(tmp_path / "empty.db") == ["hello"]


@pytest.mark.parametrize(
    "name",
    ["a b.db", "100%.db", "%41.db", "what?mode=ro.db", "#1.db", "équipe.db", "👩\u200d👧.db",
     "a&b;c", "-", "file:x.db", "it's.db", "no suffix", "line\nbreak.db", "\\.db", ".hidden",
     "no UTF-8 \udcff.db"],
)  # fmt: skip
def test_a_file_may_have_any_name(tmp_path: Path, name: str) -> None:
    with closing(open_sqlite(tmp_path / name)) as store:
        write(store.space("home"), "hello")
    assert texts(tmp_path / name) == ["hello"]
    assert [file.name for file in tmp_path.iterdir()] == [name]


def test_a_relative_path_starts_at_the_working_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with closing(open_sqlite("here.db")) as store:
        monkeypatch.chdir("/")
        write(store.space("home"), "hello")
    assert texts(tmp_path / "here.db") == ["hello"]


# ---------------------------------------------------------------------- not ours


def test_a_database_of_another_application_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "theirs.db"
    with_sqlite(path, "CREATE TABLE notes (text)", "INSERT INTO notes VALUES ('keep me')")
    before = path.read_bytes()
    with pytest.raises(StoreUnusable, match="another application"):
        open_sqlite(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    "content",
    [b"Dear diary,\n" * 1000, b"\x00" * 8192, b"SQLite format 3\x00" + b"\xff" * 5000, b"hi"],
    ids=["text", "zeros", "header only", "two bytes"],
)
def test_a_file_that_is_no_database_is_refused_and_left_alone(
    tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "diary.txt"
    path.write_bytes(content)
    with pytest.raises(StoreUnusable, match=r"diary\.txt"):
        open_sqlite(path)
    assert path.read_bytes() == content


def test_a_database_that_only_claims_to_be_ours_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "claims.db"
    with_sqlite(path, f"PRAGMA application_id = {APPLICATION_ID}", "CREATE TABLE notes (text)")
    with pytest.raises(StoreUnusable):
        open_sqlite(path)


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreUnusable, match="is a folder"):
        open_sqlite(tmp_path)


@pytest.mark.parametrize("place", ["missing/memory.db", "file/memory.db"])
def test_a_file_in_no_folder_is_refused(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreUnusable, match="folder"):
        open_sqlite(tmp_path / place)
    assert not (tmp_path / "missing").exists()


def test_a_name_no_file_can_have_is_an_error_of_ours(tmp_path: Path) -> None:
    with pytest.raises(StoreError):
        open_sqlite(tmp_path / "nul\0.db")
    assert list(tmp_path.iterdir()) == []


def test_a_store_of_a_newer_smalti_is_refused_and_left_alone(path: Path) -> None:
    with_sqlite(path, "UPDATE alembic_version SET version_num = '9999'")
    before = path.read_bytes()
    with pytest.raises(SchemaTooNew, match="9999"):
        open_sqlite(path)
    assert path.read_bytes() == before


# ---------------------------------------------------------------------- damaged


@pytest.mark.parametrize("share", [0.0001, 0.001, 0.1, 0.5, 0.9, 0.999])
def test_a_truncated_file_is_noticed(path: Path, share: float) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: max(1, int(len(content) * share))])
    assert_noticed(path)


def test_garbage_in_any_page_is_noticed(path: Path) -> None:
    content = path.read_bytes()
    pages = len(content) // 4096
    for page in range(0, pages, max(1, pages // 40)):
        start = page * 4096
        path.write_bytes(content[:start] + b"\xa5" * 4096 + content[start + 4096 :])
        assert_noticed(path)


def test_damage_never_shows_as_an_error_that_is_not_ours(path: Path) -> None:
    content = bytearray(path.read_bytes())
    for start in range(4096 + 512, len(content), 4096):
        content[start : start + 512] = b"\xff" * 512
    path.write_bytes(content)
    for use in (texts, recalled, written, checked):
        with pytest.raises(StoreError):
            use(path)


def recalled(path: Path) -> None:
    with closing(open_sqlite(path)) as store:
        store.space("home").lexical(["turn", "number"], 1000)
        store.space("home").columns(0)


def written(path: Path) -> None:
    with closing(open_sqlite(path)) as store:
        write(store.space("home"), *many(50))


def checked(path: Path) -> None:
    with closing(open_sqlite(path)) as store:
        problems = store.check()
    if problems:
        raise StoreUnusable("; ".join(problems))


def assert_noticed(path: Path) -> None:
    with pytest.raises(StoreError):
        checked(path)
    for log in path.parent.glob(f"{path.name}-*"):
        log.unlink()


LOSSES: dict[str, str] = {
    "terms of a turn": "DELETE FROM lexical WHERE rowid IN (SELECT max(rowid) FROM lexical)",
    "a row that others refer to": "DELETE FROM spaces",
}


@pytest.mark.parametrize("loss", LOSSES)
def test_what_went_missing_is_found_by_a_check(path: Path, loss: str) -> None:
    with_sqlite(path, "PRAGMA foreign_keys = OFF", LOSSES[loss])
    with closing(open_sqlite(path)) as store:
        assert store.check() != []


def test_terms_of_a_turn_that_is_gone_are_found_by_a_check(path: Path) -> None:
    with_sqlite(path, "DELETE FROM turns WHERE seq = 7")
    with closing(open_sqlite(path)) as store:
        assert store.check() != []


ODD_ROWS: dict[str, str] = {
    "a role nobody knows": "UPDATE turns SET role = 'wizard' WHERE seq = 7",
    "metadata that is no JSON": "UPDATE turns SET metadata = '{' WHERE seq = 7",
    "attachments of another shape": "UPDATE turns SET attachments = '[{\"k\": 1}]' WHERE seq = 7",
    "a time out of range": "UPDATE turns SET recorded_at = 1 << 62 WHERE seq = 7",
    "a number where text belongs": "UPDATE turns SET said_at = 'soon' WHERE seq = 7",
}


@pytest.mark.parametrize("oddity", ODD_ROWS)
def test_a_row_that_makes_no_sense_is_an_error_of_the_store(path: Path, oddity: str) -> None:
    with_sqlite(path, ODD_ROWS[oddity])
    with pytest.raises(StoreError):
        texts(path)


def test_a_lost_log_loses_nothing_that_was_closed(path: Path) -> None:
    assert not path.with_name("memory.db-wal").exists()
    assert texts(path) == TEXTS


def test_a_copy_of_file_and_log_is_a_whole_store(path: Path, tmp_path: Path) -> None:
    with closing(open_sqlite(path)) as store:
        write(store.space("home"), "still in the log")
        assert path.with_name("memory.db-wal").stat().st_size > 0
        for suffix in ("", "-wal"):
            shutil.copy(f"{path}{suffix}", tmp_path / f"copy.db{suffix}")
    assert texts(tmp_path / "copy.db") == [*TEXTS, "still in the log"]


def test_garbage_in_the_log_costs_no_turn_of_the_file(path: Path) -> None:
    path.with_name("memory.db-wal").write_bytes(b"\xa5" * 20_000)
    assert texts(path) == TEXTS
