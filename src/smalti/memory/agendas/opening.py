"""Finding the form that is meant, and the sheet that is kept of it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from smalti.agenda.examples import NAMES, example
from smalti.agenda.form import Form
from smalti.agenda.parse import form_of, read_form
from smalti.agenda.policy import Policy
from smalti.agenda.state import State
from smalti.memory.agendas.sheets import (
    about,
    canonical,
    check_beside,
    opened,
    readable,
    renewed,
    written,
)
from smalti.model.agenda import AgendaSheet, sheet_id
from smalti.model.errors import InvalidInput
from smalti.model.time import Instant
from smalti.store.contract import Space
from smalti.write.predicates import PredicateTable

_FILES = (".yaml", ".yml", ".json")


def open_sheet(
    space: Space,
    table: PredicateTable,
    source: str | os.PathLike[str] | Mapping[str, Any],
    asked: tuple[str | None, Policy | None],
    now: Instant,
) -> AgendaSheet:
    """The sheet of a form, stored if it is new or changed.

    Args:
        space: where it is kept.
        table: the vocabulary, under whose names predicates are kept.
        source: the form, as :meth:`smalti.Memory.agenda` takes it.
        asked: whom it is to be about and how it is to be worked through, as far as that is given.
        now: when.

    Raises:
        InvalidInput: it is no form, or cannot stand beside the others of the space.
    """
    subject, policy = asked
    known = find_sheet(space, source, subject) if isinstance(source, str) else None
    if known is not None and policy is None:
        return known
    given = opened(known).form if known is not None else _form(space, source)
    form = canonical(about(given, subject), table)
    check_beside(form, [one.form for one in readable(space.every(AgendaSheet))])
    before = space.one(AgendaSheet, sheet_id(form.name, form.subject))
    if before is None:
        sheet = written(form, State({}), policy or Policy(), now)
    else:
        stood = opened(before)
        sheet = written(form, renewed(form, stood.state), policy or stood.policy, now)
        if sheet.content == before.content:
            return before
    space.put(sheet)
    return sheet


def find_sheet(space: Space, name: str, subject: str | None) -> AgendaSheet | None:
    """The sheet of a name, and of a subject where several have it.

    Raises:
        InvalidInput: several have it, and no subject is given.
    """
    if subject is not None:
        return space.one(AgendaSheet, sheet_id(name, subject))
    found = [one for one in space.every(AgendaSheet) if one.name == name]
    if len(found) > 1:
        whom = ", ".join(one.subject for one in found)
        raise InvalidInput("agenda", name, f"is about several: {whom}", fix="Give a subject")
    return found[0] if found else None


def _form(space: Space, source: str | os.PathLike[str] | Mapping[str, Any]) -> Form:
    """The form that is given, or the one of that name."""
    if isinstance(source, Mapping):
        return form_of(source)
    if not isinstance(source, str):
        return _from_file(Path(source))
    if "\n" in source or source.lstrip().startswith("{"):
        return read_form(source)
    named = [one for one in space.every(AgendaSheet) if one.name == source]
    if named:  # the same form, about somebody else
        return opened(named[0]).form
    if source in NAMES:
        return example(source)
    if Path(source).suffix in _FILES or os.sep in source or Path(source).is_file():
        return _from_file(Path(source))
    names = dict.fromkeys([*NAMES, *(one.name for one in space.every(AgendaSheet))])
    raise InvalidInput(
        "agenda", source, "is not known", fix=f"Give a file, or one of {', '.join(names)}"
    )


def _from_file(path: Path) -> Form:
    try:
        text = path.read_text("utf-8")
    except UnicodeDecodeError as error:
        raise InvalidInput("agenda", str(path), "is not UTF-8") from error
    except OSError as error:
        raise InvalidInput("agenda", str(path), f"cannot be read ({error.strerror})") from error
    return read_form(text, path.name)
