"""How an agenda is worked through: what counts as known, whom to ask again, when to stop."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field

from smalti.agenda.scoring import Weights
from smalti.model.errors import InvalidInput


@dataclass(frozen=True, slots=True)
class Policy:
    """The settings of an agenda. h_max and δ are MOSAIC's idea, their values ours.

    Attributes:
        weights: α, β, γ of the score.
        delta: δ: what is known counts as resolved with no more entropy than this, in bits.
        h_max: so many questions in vain leave the score of a unit as it is.
        decay: what each further one multiplies it by.
        rest: ours: a unit just asked in vain is not asked again while another can be.
        give_up: ours: a unit asked so often in vain is asked no more.
        target: stop at this coverage, in [0, 1].
        bound: stop when so much entropy is left or less, in bits.
        lookahead: ours: count as importance of a unit the best importance per question of what it
            leads to (``smalti.agenda.lookahead``), in place of its own.
    """

    weights: Weights = field(default_factory=Weights)
    delta: float = 0.5
    h_max: int = 2
    decay: float = 0.5
    rest: bool = True
    give_up: int = 4
    target: float = 1.0
    bound: float = 0.0
    lookahead: bool = True

    def __post_init__(self) -> None:
        for name in ("target", "decay"):
            if not 0.0 <= getattr(self, name) <= 1.0:
                raise InvalidInput(name, getattr(self, name), "must lie between 0 and 1")
        for name in ("delta", "bound", "h_max"):
            if not getattr(self, name) >= 0:
                raise InvalidInput(name, getattr(self, name), "must not be negative")
        for name, value in asdict(self.weights).items():
            if not value >= 0:
                raise InvalidInput(f"weights.{name}", value, "must not be negative")
        if self.give_up < 1:
            raise InvalidInput("give_up", self.give_up, "must be 1 at least")

    def patience(self, asked: int) -> float:
        """What the score of a unit is multiplied by that was asked so often in vain."""
        return float(self.decay ** max(0, asked - self.h_max))
