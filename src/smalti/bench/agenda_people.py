"""Respondents and random agendas to simulate with: the same seed gives the same ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from smalti.agenda.form import Condition, Form, Unit, ValueType
from smalti.agenda.layout import association

_MOST_MISSES = 3  # below the number at which an agenda gives up
_MOST_REQUIRED = 3
_PER_TOPIC = 5  # units
_CHAIN = 3  # units


@dataclass(frozen=True, slots=True)
class Respondent:
    """Somebody who answers, all of it decided in advance.

    ``misses``: how often a unit is asked in vain before it is answered. ``volunteers``: what is
    told with the answer to a unit. ``answers``: the values.
    """

    form: Form
    misses: Mapping[str, int]
    volunteers: Mapping[str, tuple[str, ...]]
    answers: Mapping[str, str]


def respondent(form: Form, seed: int, *, unsure: float, offers: float) -> Respondent:
    """A respondent who does not know with one probability and volunteers with another.

    Only associated units are volunteered, and of those only what is for this respondent.
    """
    rng = np.random.default_rng((seed, len(form.units), 1))
    answers = {unit.id: _answer(unit, form, rng) for unit in form.units}
    graph = association(form)
    near: dict[str, list[str]] = {id: [] for id in graph.ids}
    for one, other in zip(graph.source.tolist(), graph.target.tolist(), strict=True):
        near[graph.ids[one]].append(graph.ids[other])
        near[graph.ids[other]].append(graph.ids[one])
    misses = rng.geometric(1 - unsure, size=len(form.units)) - 1 if unsure else None
    return Respondent(
        form,
        {
            unit.id: 0 if misses is None else min(_MOST_MISSES, int(misses[at]))
            for at, unit in enumerate(form.units)
        },
        {
            id: tuple(one for one in some if rng.random() < offers and _is_for(form, one, answers))
            for id, some in near.items()
        },
        answers,
    )


def random_form(units: int, seed: int) -> Form:
    """An agenda of random weights and prerequisites; its order puts prerequisites first."""
    rng = np.random.default_rng((seed, units, 0))
    names = _names(units, rng)
    made = []
    for at in range(units):
        count = min(at, int(rng.integers(0, _MOST_REQUIRED + 1)))
        required = sorted(rng.choice(at, count, replace=False).tolist()) if count else []
        made.append(_made(names, at, required, int(rng.integers(1, 6)), at // _PER_TOPIC))
    return Form(f"random-{units}-{seed}", ("en",), tuple(made))


def gated_form(units: int, seed: int) -> Form:
    """An agenda of short chains, each with little of weight before much: hard for the greedy."""
    rng = np.random.default_rng((seed, units, 2))
    names = _names(units, rng)
    made = []
    for at in range(units):
        link = at % _CHAIN
        weight = rng.integers(3, 6) if link == _CHAIN - 1 else rng.integers(1, 3)
        made.append(_made(names, at, [at - 1] if link else [], int(weight), at // _CHAIN))
    return Form(f"gated-{units}-{seed}", ("en",), tuple(made))


def _names(units: int, rng: np.random.Generator) -> list[str]:
    """Ids whose order tells nothing of what requires what."""
    return [f"u{at:03}" for at in rng.permutation(units)]


def _made(names: list[str], at: int, required: list[int], weight: int, topic: int) -> Unit:
    return Unit(
        names[at],
        ValueType.TEXT,
        {"en": (f"What is {names[at]}?",)},
        names[at],
        "user",
        weight=weight,
        requires=tuple(names[one] for one in required),
        topic=f"t{topic}",
    )


def _answer(unit: Unit, form: Form, rng: np.random.Generator) -> str:
    """One of the values that a condition may ask about, where there are such."""
    if unit.type is ValueType.BOOLEAN:
        return "yes" if rng.random() < 0.5 else "no"
    if unit.options:
        return unit.options[int(rng.integers(len(unit.options)))].value
    wanted = [
        one.value for other in form.units for one in _conditions(other) if one.unit == unit.id
    ]
    return wanted[0] if wanted and rng.random() < 0.5 else "something"


def _conditions(unit: Unit) -> list[Condition]:
    return [one for one in (unit.only_if, unit.done_when.none_needed) if one is not None]


def _is_for(form: Form, id: str, answers: Mapping[str, str]) -> bool:
    condition = form.by_id[id].only_if
    if condition is None:
        return True
    return answers[condition.unit] == condition.value and _is_for(form, condition.unit, answers)
