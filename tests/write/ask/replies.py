"""Short ways to write turns, the replies of a model to them, and to run the stage."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from smalti.model.time import Instant
from smalti.model.turn import Role, Turn
from smalti.testing import ScriptedModel
from smalti.write.ask import Asked, ask
from smalti.write.work import drive

_NOW = Instant.of("2026-03-01T12:00:00+00:00")


def said(text: str, speaker: str = "Ada", role: Role = Role.USER, id: str | None = None) -> Turn:
    return Turn(id or f"t-{text[:40]}", text, speaker, role, _NOW, "session", _NOW)


def item(turn: Any = 1, quote: Any = "I moved to Porto", **given: Any) -> dict[str, Any]:
    """An item that is right for the turn ``PORTO``, with what is given instead."""
    return {
        "turn": turn, "quote": quote, "sentence": "Ada moved to Porto", "subject": "Ada",
        "predicate": "move to", "object": "Porto", "kind": "event", "facet": "event",
        "polarity": True, "modality": "asserted", "tense": "past", "directness": 1, **given,
    }  # fmt: skip


PORTO = said("I moved to Porto in May. I don't eat fish, and my brother Teo works at Nokia.")
FISH = item(
    quote="I don't eat fish", sentence="Ada does not eat fish", predicate="eat", object="fish",
    kind="fact", facet="persona", polarity=False, tense="present",
)  # fmt: skip
TEO = item(
    quote="my brother Teo works at Nokia", sentence="Ada's brother Teo works at Nokia",
    subject="Teo", predicate="work at", object="Nokia", kind="claim", facet="persona",
    tense="present",
)  # fmt: skip
THREE = [item(time="in May"), FISH, TEO]


def reply(*items: Any) -> str:
    return json.dumps({"items": list(items)}, ensure_ascii=False)


NOTHING = reply()


def run(
    turns: Sequence[Turn] | Turn, *replies: Any, context: Sequence[Turn] = (), **given: Any
) -> tuple[Asked, ScriptedModel]:
    """What the stage makes of some turns when a model replies so, and the model."""
    model = ScriptedModel(replies)
    asked = drive(
        ask([turns] if isinstance(turns, Turn) else turns, context, **given), model.complete
    )
    return asked, model


def sentences(asked: Asked) -> list[str]:
    return [candidate.sentence for candidate in asked.candidates]
