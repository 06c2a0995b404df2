"""What is to be found out: forms at work, the next best question, replies."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Response
from pydantic import BaseModel, ConfigDict, Field

from smalti.agenda.clarifying import NAME as BUILT_IN
from smalti.agenda.examples import NAMES as EXAMPLES
from smalti.memory import Memory
from smalti.memory.agendas.told import AgendaInfo, UnitInfo
from smalti.model.errors import InvalidInput, NotFound
from smalti.model.results import Receipt
from smalti.serve.rest.call import Body, Reading, Writing
from smalti.serve.rest.pages import DEFAULT, CursorText, Limit
from smalti.serve.rest.shapes import Moment, Name, Page

router = APIRouter(tags=["agendas"])
_PLACE = "/v1/spaces/{space}/agendas"
_ONE = _PLACE + "/{agenda}"
AgendaName = Annotated[str, Path(min_length=1, max_length=200, examples=["clinical-intake"])]
Subject = Annotated[
    str | None,
    Query(alias="about", min_length=1, max_length=1000,
          description="Whom it is about, where several agendas have the name."),
]  # fmt: skip
Language = Annotated[str, Query(max_length=16, description="Of the question.", examples=["en"])]


class AgendaIn(Body):
    """A form, or the name of an example."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"example": "clinical-intake"}]}
    )
    example: Annotated[str | None, Field(max_length=200)] = None
    form: dict[str, Any] | None = None
    about: Name | None = None


class ReplyIn(Body):
    """A reply to a unit; without one to the next question."""

    text: Annotated[str, Field(min_length=1, max_length=20_000, examples=["Since last Monday."])]
    unit: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    speaker: Name | None = None
    said_at: Moment | None = None
    session: Name = "default"


class Skip(Body):
    """A unit to leave out, or to take in again."""

    unit: Annotated[str, Field(min_length=1, max_length=200, examples=["allergies"])]
    skipped: bool = True


class Asked(BaseModel):
    """The next question, with the parts of its score."""

    unit: str
    type: str
    question: str
    asked: int
    importance: float
    maximum: float
    parts: dict[str, float]


class AtWork(BaseModel):
    """An agenda, how things stand with its units, and what is to be asked next."""

    agenda: AgendaInfo
    units: list[UnitInfo]
    next: Asked | None = None


class Replied(BaseModel):
    """What became of a reply, and what is to be asked next."""

    receipt: Receipt
    agenda: AgendaInfo
    next: Asked | None = None


@router.get(
    _PLACE, operation_id="list_agendas", summary="List agendas", response_model=Page[AgendaInfo]
)
async def list_agendas(
    call: Reading, limit: Limit = DEFAULT, cursor: CursorText = None
) -> Response:
    """In the order they were opened, and how far each has come."""
    return await call.page("agendas", Memory.agendas, limit=limit, cursor=cursor)


@router.post(
    _PLACE,
    operation_id="open_agenda",
    summary="Open an agenda",
    status_code=201,
    response_model=AtWork,
)
async def open_agenda(call: Writing, body: AgendaIn) -> Response:
    """Its form is kept, and what is known already counts.

    A form is an object as in the guide of agendas; files are not read.
    """
    source = _source(body)
    return await call.reply(
        lambda memory: _at_work(memory.agenda(source, subject=body.about)), status=201
    )


@router.get(_ONE, operation_id="get_agenda", summary="How an agenda stands", response_model=AtWork)
async def get_agenda(
    call: Reading, agenda: AgendaName, about: Subject = None, language: Language = ""
) -> Response:
    """Its units, and the next best question. `clarifications` is what memory itself would ask."""
    return await call.reply(lambda memory: _at_work(_open(memory, agenda, about), language))


@router.get(
    _ONE + "/export",
    operation_id="export_agenda",
    summary="Form and state",
    response_model=dict[str, Any],
)
async def export_agenda(call: Reading, agenda: AgendaName, about: Subject = None) -> Response:
    """Form, policy, and how things stand with every unit."""
    return await call.reply(lambda memory: _open(memory, agenda, about).export())


@router.post(
    _ONE + "/replies",
    operation_id="reply_to_agenda",
    summary="Take in a reply",
    response_model=Replied,
)
async def reply_to_agenda(
    call: Writing, agenda: AgendaName, body: ReplyIn, about: Subject = None, language: Language = ""
) -> Response:
    """It is journalled, read as any turn, and read as an answer to a unit."""
    given = body.model_dump(exclude_unset=True)
    text = given.pop("text")

    def work(memory: Memory) -> Any:
        handle = _open(memory, agenda, about)
        receipt = handle.observe(text, **given)
        return {
            "receipt": receipt,
            "agenda": handle.info(),
            "next": _next(handle, language),
        }

    return await call.reply(work)


@router.post(
    _ONE + "/skips", operation_id="skip_unit", summary="Leave a unit out", response_model=AtWork
)
async def skip_unit(
    call: Writing, agenda: AgendaName, body: Skip, about: Subject = None
) -> Response:
    """Or take it in again. What requires it waits."""

    def work(memory: Memory) -> Any:
        handle = _open(memory, agenda, about)
        handle.skip(body.unit, body.skipped)
        return _at_work(handle)

    return await call.reply(work)


@router.delete(
    _ONE,
    operation_id="drop_agenda",
    summary="Take an agenda out",
    response_model=dict[str, str],
)
async def drop_agenda(call: Writing, agenda: AgendaName, about: Subject = None) -> Response:
    """The records that answers have become stay."""

    def work(memory: Memory) -> Any:
        memory.drop_agenda(agenda, subject=about)
        return {"dropped": agenda}

    return await call.reply(work)


def _source(body: AgendaIn) -> Any:
    """What is to be opened: never a path, since a request must not read the server's files."""
    if (body.example is None) == (body.form is None):
        raise InvalidInput("form", None, "or an example is to be given, one of them")
    if body.form is not None:
        return body.form
    if body.example not in EXAMPLES:
        known = ", ".join(EXAMPLES)
        raise InvalidInput("example", body.example, "is unknown", fix=f"Known: {known}")
    return body.example


def _open(memory: Memory, name: str, about: str | None) -> Any:
    """An agenda that is open already; reading must not open one.

    Raises:
        NotFound: there is none of that name.
    """
    if name == BUILT_IN:
        return memory.agenda(name)
    named = [one for one in memory.agendas() if one.name == name]
    if not any(about in (None, one.subject) for one in named):
        raise NotFound("agenda", name, hint="Open it first")
    return memory.agenda(name, subject=about)


def _at_work(handle: Any, language: str = "") -> dict[str, Any]:
    return {
        "agenda": handle.info(),
        "units": handle.units(),
        "next": _next(handle, language),
    }


def _next(handle: Any, language: str = "") -> dict[str, Any] | None:
    question = handle.next(language)
    return None if question is None else question.told
