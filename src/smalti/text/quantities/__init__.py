"""Quantities in running text: how much, how many, how long, how often.

``find_quantities`` finds them with their units, ranges and comparators in English, German, Spanish,
French, Chinese and Japanese text; ``compare`` says how two of them lie to each other after
converting units. Numbers are ``Decimal``: near-identical sums must never become equal by rounding,
and conversions by the unit table stay exact.
"""

from __future__ import annotations

from smalti.text.quantities.compare import compare, compatible
from smalti.text.quantities.find import find_quantities
from smalti.text.quantities.mention import QuantityMention, Relation

__all__ = ["QuantityMention", "Relation", "compare", "compatible", "find_quantities"]
