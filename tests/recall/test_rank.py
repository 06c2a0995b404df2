from __future__ import annotations

from dataclasses import replace
from datetime import date

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti.recall.filters import Mask
from smalti.recall.index import UNDATED, Snapshot
from smalti.recall.lexical import bm25, coverage, idf
from smalti.recall.query import QueryPlan
from smalti.recall.rank import Ranking, Scores, diversify, rank
from smalti.recall.weights import Weights, default_weights
from smalti.store.contract import LexicalHits

WEIGHTS = default_weights()
NOTHING = QueryPlan((), frozenset(), (), (), "")


def snapshot_of(sessions: list[int], *, asks: list[int] | None = None) -> Snapshot:
    """Turns of these sessions; turn 0 is by "ada", every other by "bo"."""
    n = len(sessions)
    last: dict[int, int] = {}
    previous, following = [-1] * n, [-1] * n
    for row, session in enumerate(sessions):
        if session in last:
            previous[row] = last[session]
            following[last[session]] = row
        last[session] = row
    return Snapshot(
        seqs=np.arange(1, n + 1),
        sessions=np.array(sessions, np.int64),
        speakers=np.minimum(np.arange(n), 1),
        roles=np.zeros(n, np.int64),
        said_at=np.full(n, UNDATED),
        said_on=np.full(n, UNDATED),
        lengths=np.full(n, 10),
        asks=np.isin(np.arange(n), asks or []),
        previous=np.array(previous),
        next=np.array(following),
        names={
            "session": {str(i): i for i in range(max(sessions, default=-1) + 1)},
            "speaker": {"ada": 0, "bo": 1},
            "role": {"user": 0},
        },
        vectors=None,
        has_vector=np.zeros(n, np.bool_),
        embedder=None,
    )


def ranked(
    snapshot: Snapshot,
    lexical: list[float],
    *,
    cosine: list[float] | None = None,
    allowed: Mask | None = None,
    plan: QueryPlan = NOTHING,
    weights: Weights = WEIGHTS,
) -> Ranking:
    return rank(
        snapshot,
        plan,
        weights,
        lexical=np.array(lexical, np.float32),
        cosine=None if cosine is None else np.array(cosine, np.float32),
        allowed=allowed,
    )


def test_the_formula_by_hand() -> None:
    snapshot = snapshot_of([0, 0, 1], asks=[0])
    result = ranked(snapshot, [4.0, 0.0, 2.0], cosine=[0.5, 0.2, 0.2])
    own = np.array([1 + 1.0, 0 - 0.5, 0.5 - 0.5])  # cosines: mean 0.3, best 0.5
    neighbours = np.array([0.0, 0.5 * own[0], 0.0])  # turn 0 asks, so turn 1 gets half of it
    session = WEIGHTS.session * np.array([own[0], own[0], own[2]])
    assert np.allclose(result.score * WEIGHTS.best_score, own + neighbours + session, atol=1e-5)
    assert result.rows.tolist() == [0, 1]  # the third scores 0, which is no find


@given(
    lengths=st.lists(st.integers(1, 4), min_size=1, max_size=6),
    drawn=st.data(),
)
def test_sessions_that_are_runs_of_rows_rank_as_any_others(
    lengths: list[int], drawn: st.DataObject
) -> None:
    sessions = [code for code, length in enumerate(lengths) for _ in range(length)]
    n = len(sessions)
    score = st.lists(st.floats(0, 4, width=32), min_size=n, max_size=n)
    lexical, cosine = drawn.draw(score), drawn.draw(score)
    allowed = np.array(drawn.draw(st.lists(st.booleans(), min_size=n, max_size=n)))
    runs = snapshot_of(sessions, asks=drawn.draw(st.lists(st.integers(0, n - 1))))
    others = replace(runs)
    vars(others)["runs"] = None
    assert runs.runs is not None
    for mask in (None, allowed):
        one = ranked(runs, lexical, cosine=cosine, allowed=mask)
        other = ranked(others, lexical, cosine=cosine, allowed=mask)
        assert one.rows.tolist() == other.rows.tolist()
        for name, part in one.parts.items():
            assert part.tolist() == other.parts[name].tolist(), name


def test_interleaved_sessions_are_no_runs_of_rows() -> None:
    assert snapshot_of([0, 1, 0]).runs is None


def test_what_is_no_closer_than_the_average_turn_is_no_find() -> None:
    result = ranked(snapshot_of([0, 1, 2]), [1, 0, 0], cosine=[0.2, 0.6, 0.1])
    assert result.rows.tolist() == [1, 0]


def test_a_turn_without_a_vector_counts_as_average_in_meaning() -> None:
    result = ranked(snapshot_of([0, 1, 2]), [1, 0, 0], cosine=[float("nan"), 0.6, 0.1])
    assert result.parts["vector"].tolist()[0] == 0
    assert result.rows.tolist() == [0, 1]


def test_depth_cuts_the_ranking_and_changes_nothing_else() -> None:
    snapshot = snapshot_of(list(range(6)))
    lexical = np.array([3, 1, 3, 2, 3, 1], np.float32)
    full = ranked(snapshot, lexical.tolist())
    cut = rank(snapshot, NOTHING, WEIGHTS, lexical=lexical, cosine=None, allowed=None, depth=2)
    assert cut.rows.tolist() == full.rows.tolist()[:2] == [0, 2]


def test_a_named_speaker_lifts_their_turns_only_if_it_is_the_only_one() -> None:
    snapshot = snapshot_of([0, 1])
    one = ranked(snapshot, [1, 1], plan=replace(NOTHING, speakers=("bo",)))
    both = ranked(snapshot, [1, 1], plan=replace(NOTHING, speakers=("ada", "bo")))
    assert one.rows.tolist() == [1, 0]
    assert both.parts["speaker"].tolist() == [0, 0]


def test_whoever_asks_about_themselves_is_answered_from_their_own_turns() -> None:
    told = replace(snapshot_of([0, 1]), roles=np.array([1, 0]))
    snapshot = replace(told, names=told.names | {"role": {"user": 0, "assistant": 1}})
    about_me = replace(NOTHING, about_asker=True)
    assert ranked(snapshot, [1, 1], plan=about_me).rows.tolist() == [1, 0]
    only_mine = np.array([False, True])
    among_mine = ranked(snapshot, [1, 1], plan=about_me, allowed=only_mine)
    assert among_mine.parts["speaker"][1] == 0, "where only they speak it says nothing"


def test_a_day_tells_more_the_fewer_turns_were_said_on_it() -> None:
    day = date(2023, 5, 3)
    plan = replace(NOTHING, windows=((day, day),))
    said_on = np.full(8, day.toordinal() + 1)
    parts = []
    for on_the_day in (1, 4, 8):
        said_on[:on_the_day] = day.toordinal()
        snapshot = replace(snapshot_of([0] * 8), said_on=said_on.copy())
        parts.append(float(ranked(snapshot, [1] * 8, plan=plan).parts["date"][0]))
    assert parts[0] > parts[1] > parts[2] == 0


def test_the_session_lane_lifts_every_turn_of_a_session() -> None:
    snapshot = snapshot_of([0, 0, 1])
    result = rank(
        snapshot,
        NOTHING,
        WEIGHTS,
        lexical=np.array([1, 0, 1], np.float32),
        cosine=None,
        allowed=None,
        sessions=np.array([0.2, 0.2, 1], np.float32),
    )
    assert result.rows.tolist() == [2, 0, 1]
    lifted = result.parts["session words"] * WEIGHTS.best_score
    assert np.allclose(lifted, WEIGHTS.session * np.array([0.2, 0.2, 1]))


lanes = st.integers(1, 12).flatmap(
    lambda n: st.tuples(
        st.lists(st.integers(0, 3), min_size=n, max_size=n),
        st.lists(st.floats(0, 30, width=32), min_size=n, max_size=n),
        st.lists(st.floats(-1, 1, width=32), min_size=n, max_size=n),
        st.lists(st.booleans(), min_size=n, max_size=n),
    )
)


@given(lanes)
def test_scores_are_the_sum_of_their_parts_in_order_and_only_of_allowed_turns(
    lane: tuple[list[int], list[float], list[float], list[bool]],
) -> None:
    sessions, lexical, cosine, allowed = lane
    mask = np.array(allowed)
    result = ranked(snapshot_of(sessions), lexical, cosine=cosine, allowed=mask)
    scores = result.score[result.rows].round(6)
    assert set(result.rows.tolist()) == set(np.flatnonzero(mask & (result.score > 5e-7)).tolist())
    assert (np.diff(scores) <= 0).all()
    assert np.allclose(result.score, np.sum(list(result.parts.values()), axis=0), atol=1e-6)
    assert (scores <= 1 + 1e-5).all()


@given(lanes)
def test_turns_that_are_filtered_out_have_no_influence(
    lane: tuple[list[int], list[float], list[float], list[bool]],
) -> None:
    sessions, lexical, cosine, allowed = lane
    mask = np.array(allowed)
    snapshot = snapshot_of(sessions)
    masked = ranked(snapshot, lexical, cosine=cosine, allowed=mask)
    loud = [100.0 if not keep else value for keep, value in zip(allowed, lexical, strict=True)]
    again = ranked(snapshot, loud, cosine=cosine, allowed=mask)
    assert masked.rows.tolist() == again.rows.tolist()
    assert np.array_equal(masked.score[mask], again.score[mask])


def test_ties_go_to_the_earlier_turn() -> None:
    assert ranked(snapshot_of([0, 1, 2]), [1, 1, 1]).rows.tolist() == [0, 1, 2]


def test_diversity_puts_a_different_turn_before_a_near_copy() -> None:
    snapshot = snapshot_of([0, 1, 2])
    plain = ranked(snapshot, [3.0, 2.9, 2.0])
    vectors = np.array([[1, 0], [1, 0], [0, 1]], np.float32)
    assert diversify(plain, vectors, 0.5, depth=3).rows.tolist() == [0, 2, 1]
    assert diversify(plain, vectors, 0.0, depth=3).rows.tolist() == [0, 1, 2]


@given(st.permutations(range(6)), st.floats(0, 1))
def test_diversity_keeps_every_turn_once(order: list[int], diversity: float) -> None:
    snapshot = snapshot_of(list(range(6)))
    plain = ranked(snapshot, [float(value) + 1 for value in order])
    vectors = np.eye(6, 3, dtype=np.float32)
    mixed = diversify(plain, vectors, diversity, depth=4)
    assert sorted(mixed.rows.tolist()) == list(range(6))
    assert mixed.rows[4:].tolist() == plain.rows[4:].tolist()


# ------------------------------------------------------------------ BM25


def hits(counts: list[list[float]], frequency: list[int]) -> LexicalHits:
    return LexicalHits(
        seqs=np.arange(1, len(counts) + 1),
        terms=tuple("abc"[: len(frequency)]),
        counts=np.array(counts, np.float32),
        frequency=np.array(frequency),
        complete=True,
    )


def test_bm25_by_hand() -> None:
    snapshot = replace(snapshot_of([0, 0, 0]), lengths=np.array([10, 20, 30]))
    found = bm25(hits([[2, 0], [0, 1]], [1, 1]), snapshot, k1=1.2, b=0.75)
    weight = np.log(1 + (3 - 1 + 0.5) / (1 + 0.5))
    first = weight * 2 * 2.2 / (2 + 1.2 * (0.25 + 0.75 * 10 / 20))
    second = weight * 1 * 2.2 / (1 + 1.2 * (0.25 + 0.75 * 20 / 20))
    assert np.allclose(found, [first, second, 0], atol=1e-5)


@given(st.lists(st.integers(0, 50), min_size=1, max_size=3), st.integers(1, 50))
def test_the_weight_of_a_term_is_never_negative_and_falls_with_its_frequency(
    frequency: list[int], turns: int
) -> None:
    weights: Scores = idf(hits([[0.0] * len(frequency)], sorted(frequency)), turns)
    assert (weights >= 0).all()
    present = weights[np.array(sorted(frequency)) > 0]
    assert (np.diff(present) <= 1e-6).all()


def test_coverage_is_the_share_of_telling_power_and_counts_unknown_words_fully() -> None:
    snapshot = snapshot_of([0] * 3)
    known = hits([[1, 0], [1, 1]], [2, 1])
    assert coverage(known, snapshot, {"a", "b"}).tolist()[1] == pytest.approx(1.0)
    half = coverage(hits([[1, 0]], [1, 0]), snapshot, {"a", "b"})[0]
    assert 0 < half < 0.5
    assert coverage(known, snapshot, {"c"}).tolist() == [0]
