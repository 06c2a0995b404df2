"""How exactly a statement speaks: MOSAIC's specificity (arXiv 2607.16211, confidence gate)."""

from __future__ import annotations

from collections.abc import Callable

from smalti.model.record import Value
from smalti.write.normalise.readings import Reading
from smalti.write.normalise.said import Said, tokens
from smalti.write.normalise.spoken import folded
from smalti.write.normalise.tables import UNSPACED, any_of, words
from smalti.write.statement import Name

_LEAST = 0.1

_Test = Callable[[Said, Reading, Value | Name], bool]


def specificity(said: Said, reading: Reading, value: Value | Name) -> float:
    """How exactly a statement speaks, from 0.1 for a mere hint to 1 for an exact one.

    Each kind of vagueness that is found takes its share, by the table below.
    """
    share = 1.0
    for test, factor in _FACTORS:
        if test(said, reading, value):
            share *= factor
    return round(max(share, _LEAST), 3)


def _open_subject(said: Said, reading: Reading, value: Value | Name) -> bool:
    """A pronoun that nobody could resolve."""
    subject = folded(reading.subject or said.subject)
    language = said.scene.language
    first = subject if language in UNSPACED else (subject.split() or [""])[0]
    return first in words(language, "open_pronouns")


def _open_value(said: Said, reading: Reading, value: Value | Name) -> bool:
    return folded(value.text or "") in words(said.scene.language, "open_pronouns")


def _vague_value(said: Said, reading: Reading, value: Value | Name) -> bool:
    text = (value.text if isinstance(value, Value) else None) or ""
    pattern = any_of(said.scene.language, "vague")
    return pattern is not None and pattern.search(text) is not None


def _hedged(said: Said, reading: Reading, value: Value | Name) -> bool:
    pattern = any_of(said.scene.language, "hedges")
    return pattern is not None and pattern.search(folded(said.scene.quote)) is not None


def _approximate(said: Said, reading: Reading, value: Value | Name) -> bool:
    return isinstance(value, Value) and (value.comparator == "~" or value.upper is not None)


def _hollow(said: Said, reading: Reading, value: Value | Name) -> bool:
    """A verb that says nothing without its object, and no object."""
    if said.core or reading.constant or reading.typed is not None:
        return False
    verbs = tokens(reading.phrase)[:1]
    return bool(set(verbs) & words(said.scene.language, "thin")) or reading.phrase in words(
        said.scene.language, "thin"
    )


def _unread(said: Said, reading: Reading, value: Value | Name) -> bool:
    """A fragment that is kept as it was said."""
    return reading.predicate is None and reading.phrase in words("en", "placeholders")


_FACTORS: tuple[tuple[_Test, float], ...] = (
    (_open_subject, 0.5),
    (_open_value, 0.5),
    (_vague_value, 0.6),
    (_hedged, 0.7),
    (_approximate, 0.8),
    (_hollow, 0.5),
    (_unread, 0.8),
)
