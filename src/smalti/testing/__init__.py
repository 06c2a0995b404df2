"""Fakes that users may use in their own tests too: deterministic, offline, quick."""

from smalti.testing.clock import FrozenClock
from smalti.testing.embedder import HashEmbedder
from smalti.testing.model import ScriptedModel

__all__ = ["FrozenClock", "HashEmbedder", "ScriptedModel"]
