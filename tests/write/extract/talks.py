"""Short ways to write turns and to read extractions in these tests."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest

from smalti.model.time import Instant
from smalti.model.turn import Role, Turn
from smalti.write.extract import Candidate, Extraction, extract
from smalti.write.extract.en.parse import installed_parser

needs_parser = pytest.mark.skipif(
    installed_parser() is None, reason="the extra smalti[extract] is not installed"
)

_NOW = Instant.of("2026-03-01T12:00:00+00:00")
_numbers = itertools.count()


def said(text: str, speaker: str = "Ada", role: Role = Role.USER) -> Turn:
    return Turn(f"turn-{next(_numbers)}", text, speaker, role, _NOW, "session", _NOW)


def assistant(text: str) -> Turn:
    return said(text, "assistant", Role.ASSISTANT)


def tool(text: str, speaker: str = "lookup") -> Turn:
    return said(text, speaker, Role.TOOL)


def sentences(*turns: Turn | str, context: Sequence[Turn] = ()) -> list[str]:
    return [c.sentence for c in candidates(*turns, context=context)]


def candidates(*turns: Turn | str, context: Sequence[Turn] = ()) -> tuple[Candidate, ...]:
    return extraction(*turns, context=context).candidates


def extraction(*turns: Turn | str, context: Sequence[Turn] = ()) -> Extraction:
    return extract([said(t) if isinstance(t, str) else t for t in turns], context)


def one(*turns: Turn | str, context: Sequence[Turn] = ()) -> Candidate:
    """The first candidate of the last turn."""
    made = [said(t) if isinstance(t, str) else t for t in turns]
    found = [c for c in extract(made, context).candidates if c.turn == made[-1].id]
    assert found, f"nothing was found in {made[-1].text!r}"
    return found[0]


def reasons(turn: Turn | str) -> set[str]:
    return {refusal.reason.value for refusal in extraction(turn).refused}
