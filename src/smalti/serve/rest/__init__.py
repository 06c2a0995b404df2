"""The REST interface: one module a resource, each thin: parse, one verb, JSON."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fastapi import APIRouter

_RESOURCES = (
    "turns",
    "queue",
    "recall",
    "records",
    "conflicts",
    "agendas",
    "entities",
    "upkeep",
    "spaces",
    "keys",
    "mem0",
    "health",
)


def routers() -> list[APIRouter]:
    """The routers of all resources, in the order of the documentation."""
    return [import_module(f"{__name__}.{name}").router for name in _RESOURCES]
