"""Contradictions at the door: what a new statement has to do with those that are stored."""
