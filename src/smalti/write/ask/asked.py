"""What asking a model gives: candidates, and an account of all that is not one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from smalti.model.results import ModelUse
from smalti.write.extract.candidate import Candidate, Refusal


class BadItem(NamedTuple):
    """An item of a reply that was not used as it came, and why.

    ``turn`` is the id of the turn it named, or empty if there is none such. ``problem`` begins with
    the number of the item in its reply. ``kept``: it is among the candidates, without what was
    wrong with it.
    """

    turn: str
    problem: str
    kept: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """What a model found in some turns.

    ``candidates`` are in the order of the text, their spans checked; ``refused`` is what was not
    put before the model, since it is no speech. ``faults`` are items that could not be used, or not
    as they came. ``unread`` are the turns that were not read, or not to their end, by their ids,
    with the reason; ``missing`` says which characters of them those are, so that others can read
    just these. ``extractor`` names the prompt with its version, and the model.
    """

    candidates: tuple[Candidate, ...]
    refused: tuple[Refusal, ...]
    faults: tuple[BadItem, ...]
    usage: ModelUse
    extractor: str
    unread: Mapping[str, str] = field(default_factory=dict)
    missing: Mapping[str, tuple[tuple[int, int], ...]] = field(default_factory=dict)
