"""Three agendas to start from: a visit to a doctor, a motor claim, an incident in a system."""

from __future__ import annotations

from importlib import resources

from smalti.agenda.form import Form
from smalti.agenda.parse import read_form
from smalti.model.errors import InvalidInput

NAMES = ("clinical-intake", "motor-claim", "incident-triage")


def example_text(name: str) -> str:
    """The file of an example, to be copied and changed.

    Raises:
        InvalidInput: there is none of this name.
    """
    if name not in NAMES:
        raise InvalidInput("example", name, "does not exist", fix=f"Use {', '.join(NAMES)}")
    return (resources.files("smalti.agenda.examples") / f"{name}.yaml").read_text("utf-8")


def example(name: str) -> Form:
    """One of the examples.

    Raises:
        InvalidInput: there is none of this name.
    """
    return read_form(example_text(name), f"{name}.yaml")
