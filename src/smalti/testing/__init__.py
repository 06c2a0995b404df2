"""Fakes that users may use in their own tests too: deterministic, offline, quick."""

from smalti.testing.clock import FrozenClock
from smalti.testing.embedder import HashEmbedder

__all__ = ["FrozenClock", "HashEmbedder"]
