"""Sleep: what many turns told comes to be said once, and nothing is deleted for it."""

from smalti.consolidate.sleep import Sleeper

__all__ = ["Sleeper"]
