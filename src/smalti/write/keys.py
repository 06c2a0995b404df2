"""Under which keys each noun is found."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from smalti.model.conflict import Clarification, Conflict
from smalti.model.entity import Entity
from smalti.model.record import Record, RecordStep
from smalti.write.entities import entity_keys, record_keys

_KEYS: Mapping[type, Callable[[Any], tuple[str, ...]]] = {
    Entity: entity_keys,
    Record: record_keys,
    RecordStep: lambda step: (f"record {step.record}",),
    Conflict: lambda found: (
        *(f"record {id}" for id in dict.fromkeys((found.stored, found.incoming))),
        f"status {found.status.value}",
    ),
    Clarification: lambda asked: (f"about {asked.about}", f"status {asked.status.value}"),
}


def keys_of(noun: Any) -> tuple[str, ...] | None:
    """What :meth:`smalti.store.contract.Space.meeting` finds a noun by; ``None`` for most kinds."""
    keys = _KEYS.get(type(noun))
    return None if keys is None else keys(noun)
