"""The numbers of the gate: what they do to plain statements, and which are refused."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given

from smalti.model.errors import InvalidInput
from smalti.model.record import Authority, Confidence, Observation
from smalti.model.settings import USUAL, Ranks
from smalti.write.gate import GatePolicy, entropy, posterior
from strategies import confidences

POLICY = GatePolicy()


def bits(authority: Authority, directness: float) -> float:
    """The entropy that one statement leaves on an empty slot."""
    said = Observation("r", "x", authority, "v", True, POLICY.reliable(authority, directness))
    return entropy(posterior([said], POLICY.alternatives))


@given(confidences)
def test_rho_is_a_share(confidence: Confidence) -> None:
    assert 0.0 <= POLICY.rho(confidence) <= 1.0


def test_rho_weighs_the_three_factors() -> None:
    assert POLICY.rho(Confidence(1.0, 0.0, 0.0)) == 0.5
    assert POLICY.rho(Confidence(0.0, 1.0, 0.0)) == 0.3
    assert POLICY.rho(Confidence(0.0, 0.0, 1.0)) == 0.2


@pytest.mark.parametrize(
    ("authority", "directness"),
    [
        (Authority.SELF, 1.0),
        (Authority.OTHER, 1.0),
        (Authority.OTHER, 0.9),  # Chinese and Japanese statements as the local rules read them
        (Authority.DOCUMENT, 0.8),
        (Authority.TOOL, 0.8),
    ],
)
def test_a_plain_statement_settles_an_empty_slot(authority: Authority, directness: float) -> None:
    assert bits(authority, directness) <= POLICY.delta


@pytest.mark.parametrize(
    ("authority", "directness"),
    [
        (Authority.SELF, 0.7),  # hearsay
        (Authority.SELF, 0.6),  # an unclear pronoun, a guess
        (Authority.ASSISTANT, 1.0),
        (Authority.ASSISTANT, 0.5),
        (Authority.UNTRUSTED, 1.0),
    ],
)
def test_a_guess_or_hearsay_does_not(authority: Authority, directness: float) -> None:
    assert bits(authority, directness) > POLICY.delta


def test_reliability_falls_with_authority() -> None:
    numbers = [POLICY.reliability[authority] for authority in Authority]
    assert numbers == sorted(numbers, reverse=True)


def test_authorities_are_ordered() -> None:
    assert USUAL.weaker(Authority.OTHER, Authority.SELF)
    assert not USUAL.weaker(Authority.SELF, Authority.OTHER)
    assert not USUAL.weaker(Authority.TOOL, Authority.TOOL)


def test_reliability_follows_rank() -> None:
    ranks = Ranks.named("document, self, other, tool, assistant")
    policy = GatePolicy.ranked(ranks)
    assert policy.reliability[Authority.DOCUMENT] == POLICY.reliability[Authority.SELF]
    assert policy.reliability[Authority.SELF] == POLICY.reliability[Authority.DOCUMENT]
    assert GatePolicy.ranked(USUAL) == POLICY


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"weights": (0.5, 0.3, 0.3)}, "weights"),
        ({"weights": (1.2, -0.2, 0.0)}, "weights"),
        ({"weights": (0.5, 0.5)}, "weights"),
        ({"weights": (float("nan"), 0.5, 0.5)}, "weights"),
        ({"rho_min": 1.1}, "rho_min"),
        ({"delta": -0.1}, "delta"),
        ({"delta": float("inf")}, "delta"),
        ({"alternatives": 1}, "alternatives"),
        ({"compared": 0}, "compared"),
        ({"reliability": MappingProxyType({})}, "reliability.self"),
        ({"reliability": dict.fromkeys(Authority, 1.0)}, "reliability.self"),
    ],
)
def test_a_number_out_of_range_is_refused_by_name(fields: dict[str, Any], named: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        GatePolicy(**fields)
    assert caught.value.field == named


def test_a_policy_can_be_a_key() -> None:
    assert hash(GatePolicy()) == hash(GatePolicy())
    assert GatePolicy() == GatePolicy()
