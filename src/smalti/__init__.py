"""Smalti: long-term memory for LLM agents that knows who said what, when, and what contradicts it.

>>> from smalti import Memory
>>> with Memory(":memory:", embedder=None) as memory:
...     receipt = memory.add("My ticket is ERR-7731", speaker="Ada", said_at="2026-03-01")
...     memory.recall("which ticket?").items[0].turn.line
'[2026-03-01] Ada: My ticket is ERR-7731'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from smalti.aio import AsyncMemory as AsyncMemory
    from smalti.memory import Memory as Memory
    from smalti.model.errors import EmbedderMismatch as EmbedderMismatch
    from smalti.model.errors import ExternalIdConflict as ExternalIdConflict
    from smalti.model.errors import InvalidInput as InvalidInput
    from smalti.model.errors import ModelError as ModelError
    from smalti.model.errors import ModelUnavailable as ModelUnavailable
    from smalti.model.errors import NotFound as NotFound
    from smalti.model.errors import SmaltiError as SmaltiError
    from smalti.model.errors import StoreError as StoreError
    from smalti.model.results import Recall as Recall
    from smalti.model.results import RecallItem as RecallItem
    from smalti.model.results import Receipt as Receipt
    from smalti.model.time import Instant as Instant
    from smalti.model.time import Interval as Interval
    from smalti.model.turn import Role as Role
    from smalti.model.turn import Turn as Turn
    from smalti.model.turn import TurnDraft as TurnDraft

# Where each public name lives. Loaded when first used, so that `import smalti` costs nothing.
_HOMES = {
    "AsyncMemory": "smalti.aio",
    "EmbedderMismatch": "smalti.model.errors",
    "ExternalIdConflict": "smalti.model.errors",
    "Instant": "smalti.model.time",
    "Interval": "smalti.model.time",
    "InvalidInput": "smalti.model.errors",
    "Memory": "smalti.memory",
    "ModelError": "smalti.model.errors",
    "ModelUnavailable": "smalti.model.errors",
    "NotFound": "smalti.model.errors",
    "Recall": "smalti.model.results",
    "RecallItem": "smalti.model.results",
    "Receipt": "smalti.model.results",
    "Role": "smalti.model.turn",
    "SmaltiError": "smalti.model.errors",
    "StoreError": "smalti.model.errors",
    "Turn": "smalti.model.turn",
    "TurnDraft": "smalti.model.turn",
}
__all__ = sorted(_HOMES)
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'smalti' has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value
