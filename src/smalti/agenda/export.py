"""An agenda with its state as plain data, and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any

from smalti.agenda.agenda import Agenda
from smalti.agenda.fields import Place, read_mapping
from smalti.agenda.parse import data_of, form_of
from smalti.agenda.policy import Policy
from smalti.agenda.scoring import Weights
from smalti.agenda.state import Standing, State

VERSION = 1


def export(agenda: Agenda) -> dict[str, Any]:
    """Form, policy and state as JSON can hold them; ``restore`` makes an equal agenda of it."""
    state = agenda.state
    return {
        "version": VERSION,
        "form": data_of(agenda.form),
        "policy": asdict(agenda.policy),
        "previous": state.previous,
        "standings": {
            id: {**asdict(standing), "values": list(standing.values)}
            for id, standing in state.standings.items()
            if standing != Standing()
        },
    }


def restore(data: object, source: str = "agenda") -> Agenda:
    """The agenda that was exported.

    Raises:
        InvalidInput: it is no export of this version; names the field and the value.
    """
    place = Place(source)
    names = ("version", "form", "policy", "previous", "standings")
    whole = read_mapping(place, data, names, needed=names)
    if whole["version"] != VERSION:
        place.at("version").refuse(whole["version"], f"must be {VERSION}")
    if whole["previous"] is not None and not isinstance(whole["previous"], str):
        place.at("previous").refuse(whole["previous"], "must be the id of a unit, or null")
    standings = whole["standings"]
    if not isinstance(standings, Mapping):
        place.at("standings").refuse(standings, "must be a mapping of units")
    return Agenda(
        form_of(whole["form"], source),
        State(
            {id: _standing(Place(source, str(id)), one) for id, one in standings.items()},
            whole["previous"],
        ),
        _policy(place.at("policy"), whole["policy"]),
    )


def _policy(place: Place, data: object) -> Policy:
    values = _typed(place, data, Policy())
    weights = _typed(place.at("weights"), values.pop("weights", {}), Weights())
    return Policy(weights=Weights(**weights), **values)


def _standing(place: Place, data: object) -> Standing:
    values = _typed(place, data, Standing())
    texts = values.pop("values", ())
    if not all(isinstance(text, str) for text in texts):
        place.at("values").refuse(texts, "must be a list of texts")
    return Standing(tuple(texts), **values)


_ACCEPTED: Mapping[type, tuple[type, ...]] = {float: (int, float), tuple: (list, tuple)}


def _typed(place: Place, data: object, example: Policy | Weights | Standing) -> dict[str, Any]:
    """The fields of a value, each of the type that an example has there."""
    names = tuple(field.name for field in fields(example))
    found = dict(read_mapping(place, data, names))
    for name, value in found.items():
        kind = type(getattr(example, name))
        if kind is Weights:
            continue
        if not isinstance(value, _ACCEPTED.get(kind, (kind,))) or (
            isinstance(value, bool) and kind is not bool
        ):
            place.at(name).refuse(value, f"must be a {kind.__name__}")
    return found
