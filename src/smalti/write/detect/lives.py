"""A judge of what cannot both be true of one person: an only child has no brother.

Where predicates tell it, :class:`~smalti.write.detect.meaning.ExclusionJudge` speaks. Here it is
told by families of words (``data/lives.toml``), since people rarely say it as a property of theirs:
a brother is mentioned, and so there is one.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from typing import Any

import regex

from smalti.model.conflict import ConflictKind
from smalti.model.record import Modality, SlotKind
from smalti.text.analyse import normalise
from smalti.write.detect.contrast import Contrast, Found, same_condition, same_subject
from smalti.write.detect.marks import language_in, marked
from smalti.write.detect.pair import Pair, Verdict
from smalti.write.detect.relate import same_source, spoken, verdict

_SCORE = 0.6


@dataclass(frozen=True, slots=True)
class LivesJudge:
    """Who speaks of himself in two ways that exclude each other."""

    name: str = "lives"

    def judge(self, pair: Pair) -> Verdict | None:
        """A conflict, or an update where a change is told."""
        sides = (pair.stored, pair.incoming)
        if not spoken(pair):
            return None
        if not same_source(pair) or not same_condition(pair):
            return None
        if any(side.record.modality is not Modality.ASSERTED for side in sides):
            return None
        one, other = (_families(side.context, language_in(side.context)) for side in sides)
        against = {(name, not first) for name, first in one} & other
        against = {key for key in against if key[0] not in _deeds() or same_subject(pair)}
        if not against:
            return None
        changed = marked("change", pair.incoming.context)
        contrast = Contrast.OTHER if changed else Contrast.EXCLUDED
        name = min(against)[0]
        reason = f"What is said about {name} cannot both be true"
        chain = (pair.incoming.record.id,)
        slot = SlotKind.CHANGING if changed else SlotKind.UNKNOWN
        found = Found(contrast, ConflictKind.LOGICAL, slot, reason, _SCORE, chain)
        return verdict(self.name, pair, found)


@lru_cache(maxsize=8192)
def _families(text: str, language: str) -> frozenset[tuple[str, bool]]:
    """The families that a text has words of, and whether of their first side."""
    plain = normalise(text)
    return frozenset(key for key, words in _patterns(language).items() if words.search(plain))


@cache
def _patterns(language: str) -> dict[tuple[str, bool], regex.Pattern[str]]:
    return {
        (entry["name"], side == "one"): regex.compile(entry[side][language])
        for entry in _tables()["exclusion"]
        for side in ("one", "other")
        if language in entry.get(side, {})
    }


@cache
def _deeds() -> frozenset[str]:
    return frozenset(entry["name"] for entry in _tables()["exclusion"] if entry.get("deed"))


@cache
def _tables() -> dict[str, list[dict[str, Any]]]:
    text = (resources.files("smalti.write.detect") / "data" / "lives.toml").read_text("utf-8")
    loaded: dict[str, list[dict[str, Any]]] = tomllib.loads(text)
    return loaded
