"""Belief: a distribution over the values of a slot, by Bayes' rule over a noisy channel.

The update is MOSAIC's, b_k ← b_k·ℓ(o|k) / Σ_j b_j·ℓ(o|j), and H = −Σ b log2 b (arXiv 2607.16211,
belief). Ours is the channel: a source of reliability r that speaks of one of n possible answers
says what is so with probability r, and each of the n − 1 wrong answers with (1 − r)/(n − 1). A
denial of k is wrong with probability (1 − r)/(n − 1) if k is so, and right with r if not. A source
that knows nothing is right by chance, r = 1/n, so r counts as no less: a weak statement is weak
evidence for what it says, never evidence against it.

The states are the values that were named, and ``unknown`` for all others. A value that is named
for the first time takes as its prior as much as ``unknown`` has, and all is then divided by the
sum. Unnamed values have taken part in every observation as ``unknown`` did, so the outcome does
not depend on the order of the observations.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp, log, log2

from smalti.model.record import Observation

UNKNOWN = "unknown"


def posterior(
    observations: Iterable[Observation], alternatives: int, *, naming: str | None = None
) -> dict[str, float]:
    """What to believe after these observations; sums to 1. ``naming`` adds a value without any."""
    observed = sorted(observations, key=_place)
    named = sorted({o.value for o in observed} | ({naming} if naming is not None else set()))
    weights = dict.fromkeys([*named, UNKNOWN], 0.0)  # logarithms, so that none is lost
    for one in observed:
        right, wrong = _channel(one.reliability, alternatives)
        for state in weights:
            weights[state] += right if (state == one.value) is one.affirms else wrong
    highest = max(weights.values())
    shares = {state: exp(weight - highest) for state, weight in weights.items()}
    total = sum(shares.values())
    return {state: share / total for state, share in shares.items()}


def _place(one: Observation) -> tuple[str, str, bool]:
    return one.asserter, one.value, one.affirms


def _channel(reliability: float, alternatives: int) -> tuple[float, float]:
    right = max(reliability, 1.0 / alternatives)
    return log(right), log((1.0 - right) / (alternatives - 1))


def entropy(distribution: dict[str, float]) -> float:
    """H in bits; 0 where one state has all."""
    return abs(sum(share * log2(share) for share in distribution.values() if share > 0.0))


def favourite(distribution: dict[str, float]) -> str:
    """The likeliest state; ``unknown`` before any other, then by key, where several are."""
    return max(distribution, key=lambda state: (distribution[state], state == UNKNOWN, state))


def counted(observations: Sequence[Observation], new: Observation) -> tuple[Observation, ...]:
    """The observations with a new one among them, in a fixed order.

    A source counts once for what it says of a value, by its most reliable statement: repeating a
    thing makes it no truer, and a turn that is read twice changes nothing.
    """
    kept = {_place(one): one for one in observations}
    known = kept.get(_place(new))
    if known is None or known.reliability < new.reliability:
        kept[_place(new)] = new
    return tuple(kept[place] for place in sorted(kept))


def without(observations: Sequence[Observation], records: Iterable[str]) -> tuple[Observation, ...]:
    """The observations but for those that rest on these records."""
    dropped = frozenset(records)
    return tuple(one for one in observations if one.record not in dropped)


def consistency(
    observations: Sequence[Observation], value: str, *, affirms: bool, alternatives: int
) -> float:
    """How well a statement agrees with what was believed before it, in [0, 1].

    With b the belief before, in which the value has been named, and s the likeliest other state:
    b_value / (b_value + b_s), and 1 minus that for a denial. So: 0.5 where nothing is stored,
    towards 1 for a value that is believed, towards 0 for one that is denied or whose slot is
    believed to hold another.
    """
    before = posterior(observations, alternatives, naming=value)
    rival = max(share for state, share in before.items() if state != value)
    agreed = before[value] / (before[value] + rival)
    return agreed if affirms else 1.0 - agreed
