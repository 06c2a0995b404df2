"""Dialogue turns to candidate records, by asking a language model and checking what it says."""

from smalti.write.ask.asked import Asked, BadItem
from smalti.write.ask.stage import ask

__all__ = ["Asked", "BadItem", "ask"]
