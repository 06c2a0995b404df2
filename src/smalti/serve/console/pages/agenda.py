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
from smalti.serve.console.takeback import told_by
from smalti.serve.console.visit import Done, Visit

_LONGEST_FORM = 100_000  # characters
_NOTED = 3  # statements that are told
_AGAIN = "What was answered stays, and counts when it is opened again."


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
    before = {(one.name, one.subject) for one in visit.memory.agendas()}
    handle = visit.memory.agenda(source, subject=visit.text("subject") or None)
    assert isinstance(handle, AgendaHandle)  # the built-in agenda is no example
    info = handle.info()
    which = {"name": info.name, "subject": info.subject}
    undo = "" if (info.name, info.subject) in before else "agenda-drop"
    told = f"“{info.name}” about {info.subject} is open."
    return Done(visit.url("agenda", **which), Notice(told, undo=undo, given=which))


def observe(visit: Visit) -> Done:
    """Take in a reply."""
    name, subject = visit.text("name"), visit.text("subject")
    handle = _handle(visit, name, subject)
    receipt = handle.observe(
        visit.text("reply"), unit=visit.text("unit"), speaker=visit.text("speaker") or None
    )
    turn = receipt.ids[0]
    undo = "untell" if told_by(visit.memory, turn).records else ""
    notice = Notice(_told(receipt), undo=undo, given={"id": turn})
    return Done(visit.url("agenda", name=name, subject=subject), notice)


def skip(visit: Visit) -> Done:
    """Leave a unit out, or take it in again."""
    name, subject = visit.text("name"), visit.text("subject")
    unit, skipped = visit.text("unit"), visit.text("skipped") != "no"
    _handle(visit, name, subject).skip(unit, skipped)
    back = {"name": name, "subject": subject, "unit": unit, "skipped": "no" if skipped else "yes"}
    told = "Left out for now." if skipped else "It is asked again."
    notice = Notice(told, undo="agenda-skip", given=back)
    return Done(visit.url("agenda", name=name, subject=subject), notice)


def drop(visit: Visit) -> Done:
    """Take an agenda out; what was answered stays."""
    name, subject = visit.text("name"), visit.text("subject")
    visit.memory.drop_agenda(name, subject=subject)
    return Done(visit.url("agenda"), Notice(f"“{name}” is closed. {_AGAIN}"))


def _told(receipt: Receipt) -> str:
    kept = [item for item in receipt.records if item.outcome is not Outcome.REFUSED]
    if kept:
        more = f"; and {len(kept) - _NOTED} more" if len(kept) > _NOTED else ""
        return "Noted: " + "; ".join(f"“{item.sentence}”" for item in kept[:_NOTED]) + more
    refused = receipt.records[-1].reason if receipt.records else "nothing was learnt"
    return f"The reply is kept, but: {refused}."
