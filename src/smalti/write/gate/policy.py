"""The numbers of the gate, in one place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite
from types import MappingProxyType

from smalti.model.errors import InvalidInput
from smalti.model.record import Authority, Confidence
from smalti.model.settings import USUAL, Ranks

_SUM_OF_WEIGHTS = 1e-9  # how far from 1 rounding may leave it


_BY_RANK = (0.97, 0.95, 0.92, 0.92, 0.6, 0.0)  # in the usual order: self … untrusted


def _reliabilities(ranks: Ranks = USUAL) -> Mapping[Authority, float]:
    order = ranks.order
    return MappingProxyType(dict(zip(order, _BY_RANK, strict=True)))


@dataclass(frozen=True, slots=True)
class GatePolicy:
    """When a statement is believed (MOSAIC, arXiv 2607.16211, confidence gate; numbers ours).

    A statement is committed iff ρ ≥ ``rho_min`` and the entropy of the belief that it leads to is
    at most ``delta`` bits. ``weights`` are those of directness, consistency and specificity in ρ;
    they sum to 1. ``reliability`` is how often a source of each authority is right when it speaks
    directly, ``ranks`` whose word goes before whose. ``alternatives`` is how many answers a slot is
    taken to have: a wrong statement names any of the wrong ones alike. ``compared`` is with how
    many records of its slot a statement is compared at most.

    Raises:
        InvalidInput: a number is out of its range.
    """

    weights: tuple[float, float, float] = (0.5, 0.3, 0.2)
    rho_min: float = 0.6
    delta: float = 0.5
    reliability: Mapping[Authority, float] = field(default_factory=_reliabilities, hash=False)
    alternatives: int = 4
    compared: int = 200
    ranks: Ranks = USUAL

    def __post_init__(self) -> None:
        self._check_weights()
        _check("rho_min", self.rho_min, self.rho_min, highest=1.0)
        _check("delta", self.delta, self.delta)
        if self.alternatives < 2:
            raise InvalidInput("alternatives", self.alternatives, "must be at least 2")
        if self.compared < 1:
            raise InvalidInput("compared", self.compared, "must be at least 1")
        for authority in Authority:
            known = self.reliability.get(authority)
            if known is None or not 0.0 <= known < 1.0:
                raise InvalidInput(
                    f"reliability.{authority.value}",
                    known,
                    "must be a share below 1",
                    fix="No source is always right: 1 would make it impossible to contradict",
                )

    @classmethod
    def ranked(cls, ranks: Ranks) -> GatePolicy:
        """The usual numbers under other ranks: how reliable a source is follows its rank."""
        return cls(reliability=_reliabilities(ranks), ranks=ranks)

    def _check_weights(self) -> None:
        if len(self.weights) != 3:
            raise InvalidInput("weights", self.weights, "must be three numbers")
        for weight in self.weights:
            _check("weights", weight, self.weights, highest=1.0)
        if abs(sum(self.weights) - 1.0) > _SUM_OF_WEIGHTS:
            raise InvalidInput("weights", self.weights, "must sum to 1")

    def rho(self, confidence: Confidence) -> float:
        """ρ in [0, 1]: the weighted mean of the three factors, to 9 digits."""
        factors = (confidence.directness, confidence.consistency, confidence.specificity)
        mean = sum(w * f for w, f in zip(self.weights, factors, strict=True))
        return min(1.0, round(mean, 9))

    def reliable(self, authority: Authority, directness: float) -> float:
        """How reliable a statement is: authority × directness, a share below 1."""
        return self.reliability[authority] * directness


def _check(field_: str, number: float, shown: object, *, highest: float | None = None) -> None:
    if not isfinite(number) or number < 0 or (highest is not None and number > highest):
        limits = "must not be negative" if highest is None else f"must lie between 0 and {highest}"
        raise InvalidInput(field_, shown, limits)
