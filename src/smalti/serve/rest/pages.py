"""Lists in pages: an opaque cursor says where the next one begins, and of which list."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from collections.abc import Iterable
from itertools import islice
from typing import Annotated, Any, TypeVar

from fastapi import Query

from smalti.model.errors import InvalidInput

Item = TypeVar("Item")
DEFAULT = 50
MOST = 500
_LONGEST = 1024
_FURTHEST = 10**9

Limit = Annotated[
    int, Query(ge=1, le=MOST, description="At most so many items.", examples=[DEFAULT])
]
CursorText = Annotated[
    str | None,
    Query(
        max_length=_LONGEST,
        description="`next` of the page before; of the same list with the same filters.",
    ),
]


def encode(query: object, place: int | str) -> str:
    """A cursor for a place in the list that a query gives."""
    text = json.dumps([_digest(query), place], ensure_ascii=False, separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode("utf-8", "surrogatepass")).decode().rstrip("=")


def decode(query: object, cursor: str | None, kind: type[Item]) -> Item | None:
    """The place that a cursor stands for.

    Raises:
        InvalidInput: it is damaged, or comes from another list.
    """
    if cursor is None:
        return None
    try:
        padded = cursor.encode("ascii") + b"=" * (-len(cursor) % 4)
        found = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
        digest, place = found
    except (ValueError, TypeError, binascii.Error, RecursionError) as error:
        raise _unusable(cursor) from error
    fits = type(place) is kind and (not isinstance(place, int) or 0 <= place <= _FURTHEST)
    if digest != _digest(query) or not fits:
        raise _unusable(cursor)
    return place  # type: ignore[no-any-return]


def paged(
    items: Iterable[Item], query: object, *, limit: int, cursor: str | None
) -> tuple[list[Item], str | None]:
    """A page of items that are read as one goes, by how many were passed over.

    A list that changes meanwhile may show an item twice, or none of its new ones.
    """
    start = decode(query, cursor, int) or 0
    found = list(islice(items, start, start + limit + 1))
    next = encode(query, start + limit) if len(found) > limit else None
    return found[:limit], next


def _digest(query: object) -> str:
    return hashlib.sha256(repr(query).encode("utf-8", "surrogatepass")).hexdigest()[:12]


def _unusable(cursor: str) -> InvalidInput:
    return InvalidInput(
        "cursor", cursor, "is no cursor of this list", fix="Pass `next` of the page before"
    )


def page_of(found: tuple[list[Any], str | None], **more: Any) -> dict[str, Any]:
    """A page as it is answered."""
    items, next = found
    return {"items": items, "next": next, **more}
