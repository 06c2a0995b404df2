"""A small agenda for the tests, and ways to change it."""

from __future__ import annotations

from typing import Any

from smalti.agenda.form import Form
from smalti.agenda.parse import form_of


def unit(id: str, **more: Any) -> dict[str, Any]:
    return {"id": id, "type": "text", "questions": f"What is {id}?"} | more


def form(*units: dict[str, Any], **more: Any) -> Form:
    return form_of({"name": "sample", "units": list(units)} | more, "sample.yaml")


def harbour() -> Form:
    """A berth in a harbour: who comes, with which boat, and whether it needs power."""
    return form(
        unit("skipper", type="entity", weight=5),
        unit("boat", weight=4, requires=["skipper"]),
        unit("length", type="quantity", measure="m", weight=3, requires=["boat"]),
        unit("power", type="boolean", weight=2),
        unit(
            "amps",
            type="number",
            weight=1,
            only_if={"unit": "power", "value": "yes"},
        ),
        unit("crew", weight=2, done_when={"min_values": 2}),
    )
