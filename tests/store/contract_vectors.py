"""Vectors: exact, of one model only, read in the order they were stored."""

from __future__ import annotations

from contextlib import closing

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti.model.errors import EmbedderMismatch, SmaltiError
from smalti.models.embedder import EmbedderInfo
from smalti.store.contract import Space, Store
from store.harness import Harness
from store.helpers import TINY, all_vectors, fresh, many, matrix, write

floats = st.floats(width=32, allow_nan=False)
rows = st.lists(st.tuples(floats, floats, floats), min_size=1, max_size=8)
OTHERS = (EmbedderInfo("other", 3), EmbedderInfo("tiny", 4))


class VectorContract(Harness):
    @given(numbers=rows, page=st.integers(1, 5))
    def test_vectors_come_out_bit_for_bit(
        self, store: Store, numbers: list[tuple[float, float, float]], page: int
    ) -> None:
        space = fresh(store)
        seqs = [item.seq for item in write(space, *many(len(numbers)))]
        space.put_vectors(TINY, seqs, matrix(numbers))
        found = all_vectors(space, page)
        assert list(found) == seqs
        assert matrix(found.values()).tobytes() == matrix(numbers).tobytes()

    def test_vectors_survive_reopening(self, store: Store) -> None:
        self.needs_persistence()
        space = store.space("home")
        seqs = [item.seq for item in write(space, "a", "b")]
        space.put_vectors(TINY, seqs, matrix([[1, 0, 0], [0, -0.0, 1e-45]]))
        before = all_vectors(space)
        with closing(self.reopen(store)) as again:
            assert all_vectors(again.space("home")) == before
            assert again.space("home").embedder() == TINY

    def test_vectors_come_in_the_order_they_were_stored(self, space: Space) -> None:
        a, b, c = (item.seq for item in write(space, "a", "b", "c"))
        space.put_vectors(TINY, [c], matrix([[3, 3, 3]]))
        space.put_vectors(TINY, [a, b], matrix([[1, 1, 1], [2, 2, 2]]))
        assert list(all_vectors(space, page=2)) == [c, a, b]

    def test_later_vectors_are_found_from_the_point_reached(self, space: Space) -> None:
        a, b = (item.seq for item in write(space, "a", "b"))
        space.put_vectors(TINY, [a], matrix([[1, 1, 1]]))
        _, _, reached = space.vectors(0, 10)
        assert len(space.vectors(reached, 10)[0]) == 0
        assert space.vectors(reached, 10)[2] == reached
        space.put_vectors(TINY, [b], matrix([[2, 2, 2]]))
        assert space.vectors(reached, 10)[0].tolist() == [b]

    def test_a_page_has_one_row_a_turn(self, space: Space) -> None:
        seqs = [item.seq for item in write(space, *many(1203))]
        space.put_vectors(TINY, seqs, np.ones((1203, 3), np.float32))
        turns, vectors, _ = space.vectors(0, 5000)
        assert turns.tolist() == seqs
        assert vectors.shape == (1203, 3)
        assert vectors.dtype == np.float32

    def test_a_space_without_vectors_has_none_and_no_model(self, space: Space) -> None:
        write(space, "a")
        seqs, vectors, reached = space.vectors(7, 10)
        assert (len(seqs), len(vectors), reached) == (0, 0, 7)
        assert space.embedder() is None

    def test_a_second_vector_replaces_the_first(self, space: Space) -> None:
        a, b = (item.seq for item in write(space, "a", "b"))
        space.put_vectors(TINY, [a, b], matrix([[1, 1, 1], [2, 2, 2]]))
        space.put_vectors(TINY, [a], matrix([[9, 9, 9]]))
        assert all_vectors(space) == {b: (2, 2, 2), a: (9, 9, 9)}

    def test_turns_without_a_vector_are_listed_oldest_first(self, space: Space) -> None:
        a, b, c, d = (item.seq for item in write(space, "a", "b", "c", "d"))
        assert space.unembedded() == [a, b, c, d]
        space.put_vectors(TINY, [b, d], matrix([[1, 1, 1], [2, 2, 2]]))
        assert space.unembedded() == [a, c]

    # ------------------------------------------------------------------ one model a space

    @pytest.mark.parametrize("info", OTHERS)
    def test_vectors_of_another_model_are_refused_and_both_are_named(
        self, space: Space, info: EmbedderInfo
    ) -> None:
        a, b = (item.seq for item in write(space, "a", "b"))
        space.put_vectors(TINY, [a], matrix([[1, 1, 1]]))
        before = space.watermark()
        with pytest.raises(EmbedderMismatch) as caught:
            space.put_vectors(info, [b], np.ones((1, info.dimension), np.float32))
        assert str(TINY) in str(caught.value)
        assert str(info) in str(caught.value)
        assert space.watermark() == before
        assert all_vectors(space) == {a: (1, 1, 1)}

    def test_vectors_of_another_width_than_the_model_says_are_refused(self, space: Space) -> None:
        a, b = (item.seq for item in write(space, "a", "b"))
        space.put_vectors(TINY, [a], matrix([[1, 1, 1]]))
        with pytest.raises(SmaltiError):
            space.put_vectors(TINY, [b], matrix([[1, 1, 1, 1]]))
        assert all_vectors(space) == {a: (1, 1, 1)}

    def test_a_vector_for_a_turn_that_is_gone_is_passed_over(self, space: Space) -> None:
        (a,) = (item.seq for item in write(space, "a"))
        space.put_vectors(TINY, [a, 99], matrix([[1, 1, 1], [2, 2, 2]]))
        assert all_vectors(space) == {a: (1, 1, 1)}

    @pytest.mark.parametrize("info", OTHERS)
    def test_another_model_drops_the_vectors_of_the_one_before(
        self, space: Space, info: EmbedderInfo
    ) -> None:
        seqs = [item.seq for item in write(space, "a", "b")]
        space.put_vectors(TINY, seqs, matrix([[1, 1, 1], [2, 2, 2]]))
        space.use_embedder(info)
        assert space.embedder() == info
        assert all_vectors(space) == {}
        assert space.unembedded() == seqs
        space.put_vectors(info, seqs[:1], np.ones((1, info.dimension), np.float32))
        assert space.unembedded() == seqs[1:]

    def test_the_model_can_be_named_before_the_first_vector(self, space: Space) -> None:
        (a,) = (item.seq for item in write(space, "a"))
        space.use_embedder(TINY)
        assert space.embedder() == TINY
        with pytest.raises(EmbedderMismatch):
            space.put_vectors(EmbedderInfo("other", 3), [a], matrix([[1, 1, 1]]))
