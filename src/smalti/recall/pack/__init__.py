"""From a ranking to what fits a prompt: the best turns as one text, within a budget of tokens."""

from __future__ import annotations

from smalti.recall.pack.cut import CUTS, kept
from smalti.recall.pack.fit import Candidate, CountTokens, Packed, pack

__all__ = ["CUTS", "Candidate", "CountTokens", "Packed", "kept", "pack"]
