from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from route.spaces import DIMENSION, clustered
from smalti.recall.route.codes import (
    chance,
    closest,
    distances,
    encoded,
    on_grid,
    planes,
    projected,
    within,
)


def test_hyperplanes_are_the_same_for_ever() -> None:
    assert planes(3, 64)[:, :6].tolist() == [
        [-1, -1, 1, 1, 1, 1],
        [1, -1, 1, 1, 1, -1],
        [-1, -1, 1, 1, -1, -1],
    ]
    assert abs(float(planes(384, 512).mean())) < 0.01


def test_projections_do_not_depend_on_the_order_of_the_sum() -> None:
    vectors = clustered(50)
    order = np.random.default_rng(3).permutation(DIMENSION)
    shuffled = on_grid(vectors)[:, order] @ planes(DIMENSION, 128)[order]
    one_by_one = np.stack([projected(vector[None], 128)[0] for vector in vectors])
    assert np.array_equal(projected(vectors, 128), shuffled)
    assert np.array_equal(projected(vectors, 128), one_by_one)


def test_noise_in_the_last_bits_of_a_vector_changes_next_to_no_bit_of_its_code() -> None:
    vectors = clustered(500)
    noise = np.random.default_rng(1).uniform(-1e-7, 1e-7, vectors.shape).astype(np.float32)
    flipped = np.bitwise_count(encoded(vectors, 256) ^ encoded(vectors + noise, 256)).sum()
    assert flipped <= 500 * 256 / 1_000


def test_the_share_of_differing_bits_is_the_angle() -> None:
    vectors = clustered(400)
    columns = tuple(np.ascontiguousarray(encoded(vectors, 4096).T))
    differing = distances(columns, encoded(vectors[0], 4096))
    angle = np.arccos(np.clip(vectors @ vectors[0], -1, 1)) / np.pi
    assert np.allclose(differing / 4096, angle, atol=0.04)
    assert differing[0] == 0


@given(
    st.lists(st.integers(0, 70), min_size=1, max_size=40),
    st.integers(1, 45),
)
def test_the_closest_are_those_of_a_stable_sort(values: list[int], wanted: int) -> None:
    differing = np.array(values, np.uint16)
    eligible = [row for row in np.argsort(differing, kind="stable") if differing[row] <= 64]
    rows, last = closest(differing, within(differing, 64), wanted)
    assert rows.tolist() == sorted(eligible[:wanted])
    if len(rows):
        assert last == max(differing[rows])


@pytest.mark.parametrize("cosine", [0.3, 0.6, 0.9])
def test_the_chance_of_being_close_enough_is_the_share_that_is(cosine: float) -> None:
    generator = np.random.default_rng(5)
    bits, share = 256, float(np.arccos(cosine)) / np.pi
    drawn = generator.binomial(bits, share, size=20_000)
    for last in (int(bits * share) - 8, int(bits * share), int(bits * share) + 8):
        assert chance(cosine, bits, last) == pytest.approx(float((drawn <= last).mean()), abs=0.02)
