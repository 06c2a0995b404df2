"""Agendas: how far each has come, the next best question, and a place to answer it."""

from __future__ import annotations

from typing import Any

from smalti.agenda.examples import NAMES
from smalti.agenda.form import USUAL_SUBJECT
from smalti.memory.agendas.handle import AgendaHandle
from smalti.memory.agendas.told import AgendaInfo
from smalti.model.errors import InvalidInput, NotFound
from smalti.model.results import Outcome, Receipt
from smalti.serve.console.sessions import Notice
from smalti.serve.console.visit import Done, Visit

_LONGEST_FORM = 100_000  # characters


def view(visit: Visit) -> dict[str, Any]:
    """The agendas of a space, and one of them at work."""
    found = visit.memory.agendas()
    chosen = _chosen(found, visit.text("name"), visit.text("subject"))
    return {
        "agendas": found,
        "chosen": chosen,
        "examples": NAMES,
        "subject": USUAL_SUBJECT,
        **(_at_work(visit, chosen) if chosen else {"asked": None, "units": ()}),
    }


def _chosen(found: list[AgendaInfo], name: str, subject: str) -> AgendaInfo | None:
    if not name:
        return found[0] if found else None
    fitting = [one for one in found if one.name == name and subject in ("", one.subject)]
    if not fitting:
        raise NotFound("agenda", name)
    return fitting[0]


def _at_work(visit: Visit, chosen: AgendaInfo) -> dict[str, Any]:
    handle = _handle(visit, chosen.name, chosen.subject)
    return {"asked": handle.next(), "units": handle.units()}


def _handle(visit: Visit, name: str, subject: str) -> AgendaHandle:
    """An agenda that is open already; nothing is written.

    Raises:
        NotFound: there is none of that name.
    """
    if not any((one.name, one.subject) == (name, subject) for one in visit.memory.agendas()):
        raise NotFound("agenda", name)
    handle = visit.memory.agenda(name, subject=subject)
    assert isinstance(handle, AgendaHandle)  # the built-in one is not among those that are open
    return handle


# ------------------------------------------------------------------------------------ what is done


def open_(visit: Visit) -> Done:
    """Open an example, or a form that was pasted."""
    form = visit.form.get("form", "").strip()
    source = form or visit.text("name")
    if not form and source not in NAMES:  # a name alone must not read a file of the server
        raise InvalidInput("name", source, "is no example", fix=f"Use {', '.join(NAMES)}")
    if len(form) > _LONGEST_FORM or (form and "\n" not in form):
        raise InvalidInput(
            "form", form, f"must be several lines, {_LONGEST_FORM:,} characters at most"
        )
    handle = visit.memory.agenda(source, subject=visit.text("subject") or None)
    assert isinstance(handle, AgendaHandle)  # the built-in agenda is no example
    info = handle.info()
    return Done(
        visit.url("agenda", name=info.name, subject=info.subject),
        Notice(f"“{info.name}” about {info.subject} is open."),
    )


def observe(visit: Visit) -> Done:
    """Take in a reply."""
    name, subject = visit.text("name"), visit.text("subject")
    handle = _handle(visit, name, subject)
    receipt = handle.observe(
        visit.text("reply"), unit=visit.text("unit"), speaker=visit.text("speaker") or None
    )
    return Done(visit.url("agenda", name=name, subject=subject), Notice(_told(receipt)))


def skip(visit: Visit) -> Done:
    """Leave a unit out, or take it in again."""
    name, subject = visit.text("name"), visit.text("subject")
    _handle(visit, name, subject).skip(visit.text("unit"), visit.text("skipped") != "no")
    return Done(visit.url("agenda", name=name, subject=subject))


def drop(visit: Visit) -> Done:
    """Take an agenda out; what was answered stays."""
    name, subject = visit.text("name"), visit.text("subject")
    visit.memory.drop_agenda(name, subject=subject)
    return Done(visit.url("agenda"), Notice(f"“{name}” is closed. What was answered stays."))


def _told(receipt: Receipt) -> str:
    kept = [item for item in receipt.records if item.outcome is not Outcome.REFUSED]
    if kept:
        return "Noted: " + "; ".join(f"“{item.sentence}”" for item in kept[:3])
    refused = receipt.records[-1].reason if receipt.records else "nothing was learnt"
    return f"The reply is kept, but: {refused}."
