"""Who and what is known: the newest first, and by name."""

from __future__ import annotations

from typing import Any

from smalti.model.entity import Entity, EntityKind
from smalti.serve.console.newest import newest
from smalti.serve.console.visit import Visit
from smalti.write.entities import name_key, names_thing

_PAGE = 60
_MOST = 999_999_999  # of a point of the clock


def view(visit: Visit) -> dict[str, Any]:
    """The entities that became known last; with a name those of that name."""
    name = visit.text("q")
    before = visit.number("from", 0, most=_MOST) or None
    found = newest(visit.nouns, Entity, wanted=_PAGE, kept=_is_shown, before=before)
    return {
        "q": name,
        "named": _named(visit, name) if name else None,
        "entities": found.nouns,
        "next": found.after or None,
        "paged": before is not None,
    }


def _is_shown(entity: Entity) -> bool:
    """Whether it is neither part of another nor a mere "she" or "Thursdays"."""
    return entity.merged_into is None and names_thing(entity.name)


def _named(visit: Visit, name: str) -> list[Entity]:
    """All of that name; of those merged into another the one that stands for them."""
    keys = [name_key(kind, name) for kind in EntityKind]
    found = visit.nouns.meeting(Entity, keys)
    return list({one.id: one for one in (visit.memory.entity(one.id) for one in found)}.values())
