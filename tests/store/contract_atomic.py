"""One transaction a write: all of it or nothing, and readers who never see a half."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from smalti.model.entity import Entity, EntityKind
from smalti.model.errors import ExternalIdConflict
from smalti.store.contract import Space, Store, Watermark
from store.harness import Harness
from store.helpers import TINY, all_vectors, matrix, said, write


class Stop(Exception):
    """Something of the caller's own went wrong."""


def fill(space: Space, text: str = "written") -> None:
    """One of each kind of write."""
    (item,) = write(space, text)
    space.put_vectors(TINY, [item.seq], matrix([[1, 2, 3]]))
    space.put(Entity(f"e-{text}", EntityKind.PERSON, text))


def texts(space: Space) -> list[str]:
    return [turn.text for turn in space.read_turns()]


class AtomicContract(Harness):
    def test_several_calls_become_one_transaction(self, space: Space) -> None:
        with space.atomic():
            fill(space, "one")
            fill(space, "two")
        assert texts(space) == ["one", "two"]

    def test_an_error_takes_back_every_call(self, store: Store, space: Space) -> None:
        with pytest.raises(Stop), space.atomic():
            fill(space)
            raise Stop
        assert texts(space) == []
        assert all_vectors(space) == {}
        assert list(space.every(Entity)) == []
        assert space.lexical(["written"], 5).frequency.tolist() == [0]
        assert space.watermark() == Watermark()
        assert (space.analyser(), space.embedder()) == (None, None)
        assert store.spaces() == []
        assert store.check() == []

    def test_what_is_read_together_is_of_one_moment(self, space: Space) -> None:
        self.needs_persistence()
        fill(space, "one")
        with ThreadPoolExecutor(1) as pool, space.reading(), space.reading():
            assert texts(space) == ["one"]
            pool.submit(fill, space, "two").result()
            assert texts(space) == ["one"]
            assert space.turn_count() == 1
        assert texts(space) == ["one", "two"]

    def test_nothing_taken_back_is_there_after_reopening(self, store: Store) -> None:
        self.needs_persistence()
        space = store.space("home")
        fill(space, "kept")
        with pytest.raises(Stop), space.atomic():
            fill(space, "dropped")
            raise Stop
        with closing(self.reopen(store)) as again:
            assert texts(again.space("home")) == ["kept"]
            assert len(all_vectors(again.space("home"))) == 1
            assert again.check() == []

    def test_an_inner_error_keeps_the_outer_work(self, space: Space) -> None:
        with space.atomic():
            fill(space, "outer before")
            with pytest.raises(Stop), space.atomic():
                fill(space, "inner")
                raise Stop
            fill(space, "outer after")
        assert texts(space) == ["outer before", "outer after"]
        assert len(all_vectors(space)) == 2
        assert [e.name for e in space.every(Entity)] == ["outer before", "outer after"]
        assert space.lexical(["inner", "outer"], 5).frequency.tolist() == [0, 2]

    def test_an_outer_error_takes_back_finished_inner_work(self, space: Space) -> None:
        with pytest.raises(Stop), space.atomic():
            with space.atomic(), space.atomic():
                fill(space)
            raise Stop
        assert texts(space) == []

    def test_a_refused_write_inside_keeps_the_rest(self, space: Space) -> None:
        with space.atomic():
            write(space, said("one", external_id="m-1"))
            with pytest.raises(ExternalIdConflict):
                write(space, "dropped", said("two", external_id="m-1"))
            write(space, "three")
        assert texts(space) == ["one", "three"]

    def test_writing_goes_on_after_an_error(self, store: Store, space: Space) -> None:
        fill(space, "before")
        for _ in range(3):
            with pytest.raises(Stop), space.atomic():
                fill(space, "dropped")
                raise Stop
        fill(space, "after")
        assert texts(space) == ["before", "after"]
        assert store.check() == []

    def test_a_transaction_reads_its_own_writes(self, space: Space) -> None:
        with space.atomic():
            fill(space)
            assert texts(space) == ["written"]
            assert space.turn_count() == 1
            assert space.lexical(["written"], 5).frequency.tolist() == [1]
            assert space.unembedded() == []
            assert [entity.name for entity in space.every(Entity)] == ["written"]

    def test_a_transaction_spans_spaces(self, store: Store, space: Space) -> None:
        other = store.space("other")
        with pytest.raises(Stop), space.atomic():
            fill(space)
            fill(other)
            raise Stop
        assert texts(space) == texts(other) == []
        with space.atomic():
            fill(space)
            fill(other)
        assert texts(space) == texts(other) == ["written"]

    def test_readers_see_nothing_of_an_open_transaction(self, space: Space) -> None:
        self.needs_concurrency()
        fill(space, "before")
        with ThreadPoolExecutor(1) as reader:
            with space.atomic():
                fill(space, "unfinished")
                assert reader.submit(texts, space).result() == ["before"]
                assert len(reader.submit(all_vectors, space).result()) == 1
                before = reader.submit(space.watermark).result()
            assert reader.submit(texts, space).result() == ["before", "unfinished"]
            assert reader.submit(space.watermark).result() != before

    def test_writers_in_many_threads_lose_nothing(self, store: Store, space: Space) -> None:
        def work(worker: int) -> None:
            for i in range(20):
                fill(space, f"{worker}/{i}")
                assert f"{worker}/{i}" in texts(space)

        with ThreadPoolExecutor(4) as workers:
            list(workers.map(work, range(4)))
        expected = {f"{worker}/{i}" for worker in range(4) for i in range(20)}
        assert set(texts(space)) == expected
        assert space.turn_count() == 80
        seqs = [column.seq for column in space.columns(0)]
        assert seqs == sorted(set(seqs))
        assert len(all_vectors(space)) == 80
        assert store.check() == []

    def test_threads_have_transactions_of_their_own(self, space: Space) -> None:
        def failing(worker: int) -> None:
            with pytest.raises(Stop), space.atomic():
                fill(space, f"dropped {worker}")
                raise Stop

        def working(worker: int) -> None:
            with space.atomic():
                fill(space, f"kept {worker}")

        with ThreadPoolExecutor(4) as workers:
            both = [workers.submit(work, i) for i in range(10) for work in (failing, working)]
        for done in both:
            done.result()
        assert sorted(texts(space)) == sorted(f"kept {i}" for i in range(10))
