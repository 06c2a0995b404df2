"""What was learnt: stating it, listing it, why it is believed, putting it right."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Response
from pydantic import ConfigDict, Field

from smalti.memory import Memory
from smalti.memory.knowing import BELIEVED
from smalti.model.lifecycle import ANY, State
from smalti.model.record import Record, RecordKind
from smalti.model.results import Receipt, Why
from smalti.model.turn import Role
from smalti.serve.rest.call import Body, Reading, Writing
from smalti.serve.rest.pages import DEFAULT, CursorText, Limit, page_of
from smalti.serve.rest.shapes import About, AsOf, KnownAt, Moment, Name, NamedPage, Reason
from smalti.view import Seen, Version

router = APIRouter(tags=["records"])
_PLACE = "/v1/spaces/{space}/records"
_MOST = 500
_LONGEST = 20_000
RecordId = Annotated[
    str, Path(min_length=1, max_length=200, examples=["r_0123456789abcdefghjkmnpqrs"])
]
_STATES = [BELIEVED, *(state.value for state in State), ANY]
Number = Annotated[float, Field(allow_inf_nan=False)]
Text = Annotated[str, Field(min_length=1, max_length=_LONGEST)]


class Assertion(Body):
    """A statement: subject, predicate, object."""

    subject: Name
    predicate: Annotated[str, Field(min_length=1, max_length=200, examples=["lives_in"])]
    object: Number | Text
    unit: Annotated[str, Field(min_length=1, max_length=100)] | None = None
    polarity: bool = True
    condition: Annotated[str, Field(min_length=1, max_length=2000)] | None = None
    since: Moment | None = None
    until: Moment | None = None
    speaker: Name | None = None
    role: Role = Role.USER
    said_at: Moment | None = None
    session: Name = "default"


class Assertions(Body):
    """Statements to make, all or none."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {
                    "assertions": [
                        {"subject": "Ada", "predicate": "lives_in", "object": "Oslo",
                         "since": "2026-05-01"}
                    ]
                }
            ]
        },
    )  # fmt: skip
    assertions: Annotated[list[Assertion], Field(min_length=1, max_length=_MOST)]


class Correction(Body):
    """What is right instead."""

    value: Annotated[Number | Text, Field(examples=["Bergen"])]
    unit: Annotated[str, Field(min_length=1, max_length=100)] | None = None
    reason: Reason = ""
    speaker: Name | None = None
    said_at: Moment | None = None


class Decision(Body):
    """Why, and who decides; by default the key that is used."""

    reason: Reason = ""
    by: Name | None = None


@router.post(
    _PLACE,
    operation_id="assert_records",
    summary="State something without any extraction",
    status_code=201,
    response_model=Receipt,
)
async def assert_records(call: Writing, body: Assertions) -> Response:
    """Each statement is journalled as a sentence, its evidence, and compared with what is known."""
    given = [one.model_dump(exclude_unset=True, mode="json") for one in body.assertions]
    return await call.reply(lambda memory: memory.assert_all(given), status=201)


@router.get(
    _PLACE,
    operation_id="list_records",
    summary="List what was learnt",
    response_model=NamedPage[Record],
)
async def list_records(
    call: Reading,
    *,
    about: About = None,
    predicate: Annotated[str | None, Query(max_length=200, examples=["lives_in"])] = None,
    state: Annotated[
        str,
        Query(
            description="`believed`: current, disputed, and what held then.",
            json_schema_extra={"enum": _STATES},
        ),
    ] = BELIEVED,
    kind: RecordKind | None = None,
    turn: Annotated[str | None, Query(max_length=200)] = None,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    limit: Limit = DEFAULT,
    cursor: CursorText = None,
) -> Response:
    """In the order it was learnt; as it stood at a moment, as it was known at another."""
    filters: dict[str, Any] = {
        "about": about, "predicate": predicate, "state": state, "kind": kind, "turn": turn,
        "as_of": as_of, "known_at": known_at,
    }  # fmt: skip

    def listed(memory: Memory) -> Iterable[Record]:
        return memory.records(**filters)

    return await call.page(
        "records", listed, filters, limit=limit, cursor=cursor, mentions=lambda record: record
    )


@router.get(
    _PLACE + "/{record}", operation_id="get_record", summary="Show a record", response_model=Record
)
async def get_record(call: Reading, record: RecordId) -> Response:
    """As it stands now."""
    return await call.reply(lambda memory: memory.record(record))


@router.get(
    _PLACE + "/{record}/why",
    operation_id="why",
    summary="The way from what was said to a record",
    response_model=Why,
)
async def why(call: Reading, record: RecordId) -> Response:
    """Quotes, derivations, confidence, and the steps of its life."""
    return await call.reply(lambda memory: memory.why(record))


@router.get(
    _PLACE + "/{record}/history",
    operation_id="history",
    summary="All that was ever recorded in the slot of a record",
    response_model=NamedPage[Version],
)
async def history(call: Reading, record: RecordId, known_at: KnownAt = None) -> Response:
    """Each version with its changes, in the order they were learnt. It is one page."""

    def work(memory: Memory) -> Any:
        found = memory.history(record, known_at=known_at)
        return page_of((found, None), names=memory.names(one.record for one in found))

    return await call.reply(work)


@router.post(
    _PLACE + "/{record}/correct",
    operation_id="correct",
    summary="Put a record right: it was never true",
    response_model=Receipt,
)
async def correct(call: Writing, record: RecordId, body: Correction) -> Response:
    """The correction is journalled and is the evidence of the new record."""
    given = body.model_dump(exclude_unset=True)
    return await call.reply(lambda memory: memory.correct(record, **given))


@router.post(
    _PLACE + "/{record}/retract",
    operation_id="retract",
    summary="Take a record back",
    response_model=Receipt,
)
async def retract(call: Writing, record: RecordId, body: Decision) -> Response:
    """It stays in the history, and nothing takes its place."""
    by = body.by or call.principal.name
    return await call.reply(lambda memory: memory.retract(record, reason=body.reason, by=by))


@router.get(
    "/v1/spaces/{space}/timeline",
    operation_id="timeline",
    summary="What is known of somebody or something, in the order it began",
    response_model=NamedPage[Seen],
)
async def timeline(
    call: Reading,
    *,
    about: Annotated[str, Query(min_length=1, max_length=1000, examples=["Ada"])],
    as_of: AsOf = None,
    known_at: KnownAt = None,
    limit: Limit = DEFAULT,
    cursor: CursorText = None,
) -> Response:
    """Undated last."""

    def listed(memory: Memory) -> Iterable[Seen]:
        return memory.timeline(about, as_of=as_of, known_at=known_at)

    return await call.page(
        "timeline", listed, about, as_of, known_at,
        limit=limit, cursor=cursor, mentions=lambda seen: seen.record,
    )  # fmt: skip
