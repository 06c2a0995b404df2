"""The forms of irregular English verbs, and verbs for the same: no stemmer leads one to another."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from importlib import resources


@cache
def forms() -> Mapping[str, frozenset[str]]:
    """What says the same as a verb, by each form as an index term, which has lost its "e"."""
    text = (resources.files("smalti.recall.answer") / "verbs.json").read_text("utf-8")
    found: dict[str, set[str]] = defaultdict(set)
    for line in json.loads(text):
        words = line.split()
        for word in words:
            for term in {word, word.removesuffix("e")}:
                found[term].update(words)
    return {term: frozenset(words) for term, words in found.items()}
