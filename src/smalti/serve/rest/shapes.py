"""The shapes of replies that are no noun: pages, and lists with the names that go with them."""

from __future__ import annotations

from typing import Annotated, Generic, TypeVar

from fastapi import Query
from pydantic import BaseModel, Field

Item = TypeVar("Item")

MOMENT = "2026-03-01T09:30:00+01:00"


class Page(BaseModel, Generic[Item]):
    """Some of a list; `next` is the cursor of the page after it, `null` at the end."""

    items: list[Item]
    next: str | None = None


class NamedPage(Page[Item], Generic[Item]):
    """Some of a list, with the names of the entities in it by id."""

    names: dict[str, str] = {}


Moment = Annotated[str, Field(min_length=1, max_length=64, examples=[MOMENT])]
Name = Annotated[str, Field(min_length=1, max_length=1000, examples=["Ada"])]
Reason = Annotated[str, Field(max_length=2000, examples=["told on the phone"])]
Words = Annotated[str, Field(max_length=20_000)]

AsOf = Annotated[
    str | None,
    Query(min_length=1, max_length=64, description="What held then (ISO 8601).", examples=[MOMENT]),
]
KnownAt = Annotated[
    str | None,
    Query(
        min_length=1,
        max_length=64,
        description="As this memory knew it then (ISO 8601).",
        examples=[MOMENT],
    ),
]
About = Annotated[
    str | None,
    Query(
        min_length=1,
        max_length=1000,
        description="Somebody or something, by id or by name.",
        examples=["Ada"],
    ),
]
