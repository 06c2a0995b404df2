"""Lanes beside words and meaning: each tells of turns on its own, 0 where it has no opinion."""
