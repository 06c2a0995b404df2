"""A quantity while it is being put together."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from smalti.text.numerals import Number
from smalti.text.quantities.units import COUNT, Unit


@dataclass(frozen=True, slots=True)
class Draft:
    """A number with what has been found of it so far; offsets are those of the text.

    ``per`` is what the amount is meant for ("a week", "/kg"); ``dimension`` overrides the unit's
    where the words say more ("systolic"); ``certain`` marks what needs no further proof of being a
    quantity.
    """

    source: Number
    start: int
    end: int
    number: Decimal
    upper: Decimal | None = None
    comparator: str = "="
    unit: Unit = COUNT
    per: Unit | None = None
    dimension: str = ""
    certain: bool = False

    @property
    def whole_unit(self) -> Unit:
        """The unit with what it is per."""
        return self.unit.per(self.per) if self.per else self.unit
