"""Who and what a statement is about: names become entities, entities are merged and parted.

``resolve`` is the stage of the write path. ``merge`` and ``unmerge`` make two entities one and two
again; ``canonical``, ``members`` and ``view`` look at a cluster as one. ``entity_keys`` and
``record_keys`` say under what a store keeps entities and records.
"""

from __future__ import annotations

from smalti.write.entities.keys import entity_keys, name_key, record_keys
from smalti.write.entities.merging import (
    Changes,
    View,
    canonical,
    members,
    merge,
    merge_stored,
    settle,
    unmerge,
    unmerge_stored,
    view,
)
from smalti.write.entities.questions import asked_pair
from smalti.write.entities.references import names_thing
from smalti.write.entities.resolve import record_id, resolve

__all__ = [
    "Changes",
    "View",
    "asked_pair",
    "canonical",
    "entity_keys",
    "members",
    "merge",
    "merge_stored",
    "name_key",
    "names_thing",
    "record_id",
    "record_keys",
    "resolve",
    "settle",
    "unmerge",
    "unmerge_stored",
    "view",
]
