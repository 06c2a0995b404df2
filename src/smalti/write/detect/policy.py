"""The numbers of conflict detection, in one place."""

from __future__ import annotations

from dataclasses import dataclass, fields

from smalti.model.errors import InvalidInput


@dataclass(frozen=True, slots=True)
class DetectPolicy:
    """How far a statement is compared with what is stored.

    ``pairs`` is with how many records it is compared at most, ``each`` how many a search may
    find, ``followed`` how many entities a walk goes on from.

    Raises:
        InvalidInput: a number below 1.
    """

    pairs: int = 16
    each: int = 48
    followed: int = 8

    def __post_init__(self) -> None:
        for field in fields(self):
            if getattr(self, field.name) < 1:
                raise InvalidInput(field.name, getattr(self, field.name), "must be at least 1")
