"""Short ways to write the replies of a judge, and to put pairs before it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from smalti.model.conflict import Relation
from smalti.testing import ScriptedModel
from smalti.write.detect import Pair, Side
from smalti.write.detect.consult import Consulted, consult
from smalti.write.work import drive
from write.detect.pairs import later, side

LISBON = side("Lisbon", sentence="Ada lives in Lisbon.")
BERLIN = side("Berlin", subject="bo", by="ada", sentence="Ada's brother lives in Berlin.")
CAT = side("Tom", "has_pet", sentence="Ada has a cat called Tom.")
PORTO = later("Porto", sentence="Ada lives in Porto now.")
TEA = later("tea", "likes", sentence="Ada likes tea.")

MOVED = [Pair(LISBON, PORTO), Pair(BERLIN, PORTO), Pair(CAT, PORTO)]
"""One new statement, N1, against S1 to S3."""
TWO = [*MOVED, Pair(CAT, TEA)]
"""A second one, N2, against S3 alone."""


def finding(stored: Any = "S1", relation: Any = "update", **given: Any) -> dict[str, Any]:
    """A finding that is right for ``MOVED``, with what is given instead."""
    return {
        "stored": stored, "reason": "Ada moved to Porto.", "relation": relation,
        "confidence": 0.9, "kind": "semantic", "explicit": True, **given,
    }  # fmt: skip


def entry(new: Any = "N1", *found: Any) -> dict[str, Any]:
    return {"new": new, "thought": "Both say where she lives.", "found": list(found)}


def reply(*entries: Any) -> str:
    return json.dumps({"entries": list(entries)}, ensure_ascii=False)


NOTHING = reply(entry())


def run(
    pairs: Sequence[Pair] | Pair, *replies: Any, **given: Any
) -> tuple[Consulted, ScriptedModel]:
    """What the stage makes of pairs when a model replies so, and the model."""
    model = ScriptedModel(replies)
    asked = [pairs] if isinstance(pairs, Pair) else pairs
    return drive(consult(asked, **given), model.complete), model


def relations(consulted: Consulted) -> list[Relation]:
    return [one.verdict.relation for one in consulted.judged]


def shown(model: ScriptedModel, number: int = 0) -> list[dict[str, Any]]:
    """The statements that a prompt has, as the objects they are."""
    return [
        json.loads(line)
        for line in model.prompts[number].user.splitlines()
        if line.startswith('{"id"')
    ]


def told(text: str, **fields: Any) -> Side:
    """A stored statement of some words."""
    return side(text, "says", sentence=text, **fields)
