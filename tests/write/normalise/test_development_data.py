"""Both stages over the development conversations, where they lie beside the project."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from smalti.model.record import SlotKind
from smalti.model.time import Instant
from smalti.model.turn import Role, Turn
from smalti.write.extract import extract
from smalti.write.extract.en.parse import installed_parser
from smalti.write.ground import ground
from smalti.write.normalise import normalise
from smalti.write.normalise.name_values import LONGEST
from smalti.write.predicates import PredicateTable
from smalti.write.statement import Statement

DATA = Path(__file__).parents[3].parent / "shared" / "cases" / "conversations"
BEFORE = 8  # turns that a reader is shown before the one that is read
SIZES = {"en": 12, "zh": 60, "ja": 60}  # conversations: as many as take a few seconds


def conversations(language: str) -> Iterator[list[Turn]]:
    path = DATA / f"{language}.jsonl"
    if not path.exists():
        pytest.skip(f"the development data ({path.name}) does not lie beside the project")
    if language == "en" and installed_parser() is None:
        pytest.skip("the extra smalti[extract] is not installed")
    with path.open(encoding="utf-8") as lines:
        for _, line in zip(range(SIZES[language]), lines, strict=False):
            told = json.loads(line)
            incoming = told["incoming"]
            own = incoming if isinstance(incoming, list) else [incoming]
            yield [read(told["id"], n, one) for n, one in enumerate([*told["history"], *own])]


def read(name: str, number: int, told: Mapping[str, Any]) -> Turn:
    role = {"other": "user"}.get(told["role"], told["role"])
    at = Instant.of(told["at"])
    return Turn(f"{name}-{number}", told["text"], told["speaker"], Role(role), at, name, at)


@cache
def results(language: str) -> tuple[int, tuple[Statement, ...]]:
    """How many candidates were refused, and the statements made of the others."""
    table, refusals, made = PredicateTable.default(), 0, []
    for turns in conversations(language):
        for n, turn in enumerate(turns):
            before = turns[max(0, n - BEFORE) : n]
            found = extract([turn], before)
            kept, refused = ground(found.candidates, {turn.id: turn}, before)
            refusals += len(refused)
            made += [normalise(one, table) for one in kept]
    return refusals, tuple(made)


@pytest.mark.parametrize("language", SIZES)
def test_what_local_rules_find_is_grounded(language: str) -> None:
    refused, made = results(language)
    assert len(made) > 20
    assert refused <= 0.02 * len(made)


@pytest.mark.parametrize(("language", "least"), [("en", 0.15), ("zh", 0.2), ("ja", 0.15)])
def test_a_fair_share_of_predicates_is_canonical(language: str, least: float) -> None:
    _, made = results(language)
    known = [one for one in made if one.slot is not SlotKind.UNKNOWN]
    assert len(known) >= least * len(made)


@pytest.mark.parametrize("language", SIZES)
def test_every_statement_is_whole(language: str) -> None:
    _, made = results(language)
    for one in made:
        text = one.value.text
        assert text is None or 0 < len(text) <= LONGEST
        assert 0 < one.specificity <= 1
        assert one.subject.text
        assert one.subject.context.startswith(f"{one.grounded.turn.speaker}: ")


@pytest.mark.parametrize("language", SIZES)
def test_both_stages_give_the_same_for_the_same(language: str) -> None:
    _, made = results(language)
    table = PredicateTable.default()
    assert [normalise(one.grounded, table) for one in made[:40]] == [
        normalise(one.grounded, table) for one in made[:40]
    ]
