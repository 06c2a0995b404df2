"""Belief as a distribution: Bayes' rule over a noisy channel, whatever was observed."""

from __future__ import annotations

from itertools import permutations
from math import isclose
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from smalti.model.record import Authority, Observation
from smalti.write.gate import UNKNOWN, consistency, counted, entropy, posterior
from smalti.write.gate.belief import favourite, without

N = 4  # answers that a slot is taken to have
reliabilities = st.floats(0.0, 0.99)
informative = st.floats(1 / N + 0.01, 0.99)


def seen(
    value: str, reliability: float = 0.9, asserter: str = "ada", *, affirms: bool = True
) -> Observation:
    return Observation(
        f"r {asserter} {value}", asserter, Authority.SELF, value, affirms, reliability
    )


observed = st.lists(
    st.builds(
        seen,
        st.sampled_from(["a", "b", "c"]),
        reliabilities,
        st.sampled_from(["ada", "bo", "cy", "di"]),
        affirms=st.booleans(),
    ),
    max_size=8,
)


def independent(reliability: list[float], value: str = "a") -> list[Observation]:
    """What so many sources say of one value."""
    return [seen(value, r, f"source {i}") for i, r in enumerate(reliability)]


@given(observed)
def test_a_distribution_sums_to_one(observations: list[Observation]) -> None:
    distribution = posterior(observations, N)
    assert isclose(sum(distribution.values()), 1.0)
    assert all(0.0 <= share <= 1.0 for share in distribution.values())
    assert UNKNOWN in distribution


@given(observed, st.randoms())
def test_the_order_of_observations_does_not_matter(
    observations: list[Observation], random: Random
) -> None:
    kept: tuple[Observation, ...] = ()
    for one in observations:
        kept = counted(kept, one)
    shuffled: tuple[Observation, ...] = ()
    random.shuffle(observations)
    for one in observations:
        shuffled = counted(shuffled, one)
    assert posterior(kept, N) == posterior(shuffled, N)


@given(st.lists(informative, min_size=1, max_size=5), informative)
def test_more_agreement_lowers_entropy(said: list[float], further: float) -> None:
    before, after = independent(said), independent([*said, further])
    assume(entropy(posterior(before, N)) > 1e-9)
    assert entropy(posterior(after, N)) < entropy(posterior(before, N))


@given(observed, informative)
def test_an_affirmed_value_gains(observations: list[Observation], reliability: float) -> None:
    before = posterior(observations, N, naming="a")["a"]
    after = posterior([*observations, seen("a", reliability, "someone new")], N)["a"]
    assert after > before or before > 1 - 1e-9


@given(observed, informative)
def test_a_denied_value_loses(observations: list[Observation], reliability: float) -> None:
    before = posterior(observations, N, naming="a")["a"]
    denial = seen("a", reliability, "someone new", affirms=False)
    assert posterior([*observations, denial], N)["a"] < before


@given(observed, st.floats(0.0, 1 / N))
def test_what_is_no_better_than_chance_tells_nothing(
    observations: list[Observation], reliability: float
) -> None:
    before = posterior(observations, N, naming="a")
    after = posterior([*observations, seen("a", reliability, "someone new")], N)
    assert after == pytest.approx(before)


@given(observed)
def test_a_denial_takes_an_affirmation_back(observations: list[Observation]) -> None:
    both = [*observations, seen("z", 0.9, "x"), seen("z", 0.9, "y", affirms=False)]
    assert posterior(both, N) == pytest.approx(posterior(observations, N, naming="z"))


def test_a_first_statement_is_weighed_against_everything_else() -> None:
    # r : (1 - r)/(n - 1), with the prior of the value as large as that of all that is unknown
    assert posterior([seen("a", 0.9)], 4) == pytest.approx({"a": 27 / 28, UNKNOWN: 1 / 28})


def test_bayes_rule_by_hand_for_two_values() -> None:
    # a: .9·(.2/3), b: (.1/3)·.8, neither: (.1/3)·(.2/3)
    weights = {"a": 0.06, "b": 0.08 / 3, UNKNOWN: 0.02 / 9}
    expected = {state: weight / sum(weights.values()) for state, weight in weights.items()}
    assert posterior([seen("a", 0.9), seen("b", 0.8, "bo")], 4) == pytest.approx(expected)


def test_nothing_observed_is_all_unknown() -> None:
    assert posterior([], N) == {UNKNOWN: 1.0}
    assert entropy({UNKNOWN: 1.0}) == 0.0


def test_entropy_is_in_bits() -> None:
    assert entropy({"a": 0.5, "b": 0.5}) == 1.0
    assert entropy({"a": 0.25, "b": 0.25, "c": 0.25, "d": 0.25}) == 2.0
    assert entropy({"a": 1.0, "b": 0.0}) == 0.0


def test_a_thousand_observations_leave_no_share_undefined() -> None:
    many = [*independent([0.97] * 1000), *independent([0.97] * 999, "b")]
    assert isclose(sum(posterior(many, N).values()), 1.0)


def test_a_source_counts_once_for_a_value_by_its_most_reliable_statement() -> None:
    once = counted((), seen("a", 0.6))
    assert counted(once, seen("a", 0.6)) == once
    assert counted(once, seen("a", 0.9)) == (seen("a", 0.9),)
    assert counted((seen("a", 0.9),), seen("a", 0.6)) == (seen("a", 0.9),)


def test_two_sources_count_twice() -> None:
    assert len(counted((seen("a"),), seen("a", asserter="bo"))) == 2


@given(observed)
def test_counting_one_by_one_equals_counting_all_at_once(observations: list[Observation]) -> None:
    kept: tuple[Observation, ...] = ()
    for one in observations:
        kept = counted(kept, one)
    best: dict[tuple[str, str, bool], float] = {}
    for one in observations:
        place = (one.asserter, one.value, one.affirms)
        best[place] = max(best.get(place, 0.0), one.reliability)
    assert {(o.asserter, o.value, o.affirms): o.reliability for o in kept} == best


def test_what_a_record_said_can_be_taken_back() -> None:
    first, second = seen("a"), seen("b", asserter="bo")
    both = counted((first,), second)
    assert posterior(without(both, [second.record]), N) == posterior([first], N)


@pytest.mark.parametrize("order", list(permutations(["a", UNKNOWN])))
def test_the_unknown_is_likeliest_in_a_draw(order: tuple[str, ...]) -> None:
    assert favourite(dict.fromkeys(order, 0.5)) == UNKNOWN


@given(observed, st.sampled_from(["a", "new"]), st.booleans())
def test_consistency_is_a_share(observations: list[Observation], value: str, affirms: bool) -> None:
    share = consistency(observations, value, affirms=affirms, alternatives=N)
    assert 0.0 <= share <= 1.0


@given(st.sampled_from(["a", "b"]), st.booleans())
def test_where_nothing_is_stored_consistency_is_a_half(value: str, affirms: bool) -> None:
    assert consistency([], value, affirms=affirms, alternatives=N) == 0.5


@given(observed, st.sampled_from(["a", "new"]))
def test_a_value_and_its_denial_share_consistency(
    observations: list[Observation], value: str
) -> None:
    yes = consistency(observations, value, affirms=True, alternatives=N)
    no = consistency(observations, value, affirms=False, alternatives=N)
    assert isclose(yes + no, 1.0)


@pytest.mark.parametrize(
    ("value", "affirms", "expected"),
    [
        ("a", True, 0.99),  # agrees
        ("b", True, 0.01),  # contradicts
        ("a", False, 0.01),
        ("b", False, 0.99),
    ],
)
def test_consistency_follows_what_is_believed(value: str, affirms: bool, expected: float) -> None:
    stored = [seen("a", 0.97)]
    share = consistency(stored, value, affirms=affirms, alternatives=N)
    assert share == pytest.approx(expected, abs=0.001)


def test_a_denied_value_is_inconsistent() -> None:
    stored = [seen("a", 0.97, affirms=False)]
    assert consistency(stored, "a", affirms=True, alternatives=N) < 0.02
