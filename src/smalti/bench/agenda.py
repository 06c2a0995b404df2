"""Agendas worked through with a simulated respondent: how many questions until 90 % is covered?

Four ways of choosing the next question: the score as MOSAIC has it, the score with Smalti's look
ahead, the order of the form, and chance. All ask only what can be asked, and none repeats a
question at once. On graphs of at most 14 units the exact optimum is computed for a respondent whose
every answer is known in advance, which no way of asking can know: so the ratios to it are upper
bounds on what is lost by choosing badly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from statistics import fmean
from typing import Any

import numpy as np
from rich.console import RenderableType
from rich.table import Table

import smalti
from smalti.agenda.agenda import Agenda
from smalti.agenda.examples import NAMES, example
from smalti.agenda.form import Form
from smalti.agenda.policy import Policy
from smalti.bench.agenda_optimum import optimum
from smalti.bench.agenda_people import Respondent, gated_form, random_form, respondent
from smalti.bench.report import Result, result

TARGETS = (0.9, 0.5)
"""Coverages; the first is the main one."""

RUNS = 50
SMALL = 14  # units: the most that the optimum is computed for

_LARGE = (30, 60)  # units of the larger random graphs
_NEEDED_RATIO = 1.15
_KINDS = {"sure": (0.0, 0.0), "human": (0.15, 0.15)}  # don't know, volunteers

Say = Callable[[str], None]
Choose = Callable[[Agenda, np.random.Generator], str]


def run(*, runs: int = RUNS, say: Say = lambda line: None) -> Result:
    """Simulate each way of asking, on random graphs and on the examples.

    At the top stand the worst figures of the small graphs: with a respondent who knows everything,
    at the main target.

    Args:
        runs: respondents for each row; for random graphs each has a graph of its own.
        say: told what is being done.
    """
    rows: list[dict[str, Any]] = []
    for target, kind in product(TARGETS, _KINDS):
        for name, forms in _sources(runs):
            say(f"{name}, {kind} respondent, coverage {target}")
            place = {"agenda": name, "respondent": kind, "target": target}
            rows.append(place | _row(forms, kind, target))
    return result(
        "agenda",
        dataset={"path": "synthetic and packaged", "sha256": None, "runs": runs},
        settings={
            "smalti": smalti.__version__,
            "targets": list(TARGETS),
            "seed": 0,
            "respondents": {
                name: {"dont_know": unsure, "volunteers": offers}
                for name, (unsure, offers) in _KINDS.items()
            },
        },
        rows=rows,
        main=_worst(rows),
    )


def _worst(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The worst figures of the rows with an optimum, at the main target, of who knows all."""
    main = [row for row in rows if (row["respondent"], row["target"]) == ("sure", TARGETS[0])]
    found = {}
    for way in _WAYS:
        for name in (f"ratio_{way}", f"largest_{way}"):
            found[name] = max(row[name] for row in main if name in row)
        found[f"within_{way}"] = min(row[name] for row in main if (name := f"within_{way}") in row)
    return found


def tables(found: Result) -> Iterator[RenderableType]:
    """The figures for people: mean numbers of questions, and the ratio to the optimum."""
    counts = Table(title="questions until the target is covered, mean", title_justify="left")
    for name in (*_TEXTS, *_WAYS, "optimum"):
        counts.add_column(name, justify="left" if name in _TEXTS else "right")
    ratios = Table(title="ratio to the optimum: mean, largest, share ≤ 1.15", title_justify="left")
    for name in (*_TEXTS, *_WAYS):
        ratios.add_column(name, justify="left" if name in _TEXTS else "right")
    for row in found["rows"]:
        texts = [str(row[name]) for name in _TEXTS]
        figures = [row[name] for name in _WAYS] + [row.get("optimum", "")]
        counts.add_row(*texts, *map(str, figures))
        if "optimum" in row:
            ratios.add_row(*texts, *(_ratios(row, name) for name in _WAYS))
    yield counts
    yield ratios


_TEXTS = ("agenda", "respondent", "target")


def _ratios(row: dict[str, Any], way: str) -> str:
    return f"{row[f'ratio_{way}']}  {row[f'largest_{way}']}  {row[f'within_{way}']:.0%}"


def _sources(runs: int) -> Iterator[tuple[str, Sequence[Form]]]:
    for units in (8, 11, SMALL):
        yield f"random, {units} units", [random_form(units, seed) for seed in range(runs)]
    yield f"gated, {SMALL} units", [gated_form(SMALL, seed) for seed in range(runs)]
    for units in _LARGE:
        yield f"random, {units} units", [random_form(units, seed) for seed in range(runs)]
    for name in NAMES:
        yield name, [example(name)] * runs


def _row(forms: Sequence[Form], kind: str, target: float) -> dict[str, Any]:
    unsure, offers = _KINDS[kind]
    people = [
        respondent(form, seed, unsure=unsure, offers=offers) for seed, form in enumerate(forms)
    ]
    counts = {name: [questions(person, name, target) for person in people] for name in _WAYS}
    row: dict[str, Any] = {name: round(fmean(some), 2) for name, some in counts.items()}
    if len(forms[0].units) > SMALL:
        return row
    least = [optimum(person, target) for person in people]
    row["optimum"] = round(fmean(least), 2)
    for name, some in counts.items():
        ratios = [one / best for one, best in zip(some, least, strict=True)]
        row[f"ratio_{name}"] = round(fmean(ratios), 4)
        row[f"largest_{name}"] = round(max(ratios), 4)
        row[f"within_{name}"] = round(fmean(one <= _NEEDED_RATIO for one in ratios), 4)
    return row


def questions(person: Respondent, way: str, target: float) -> int:
    """How many questions a way of asking needs until the target is covered."""
    lookahead, choose = _WAYS[way]
    agenda = Agenda(person.form, policy=Policy(target=target, lookahead=lookahead))
    rng = np.random.default_rng(len(person.form.units))
    asked: dict[str, int] = {}
    while agenda.stop() is None:
        id = choose(agenda, rng)
        asked[id] = asked.get(id, 0) + 1
        agenda.asked(id)
        if asked[id] > person.misses[id]:
            for told in (id, *person.volunteers[id]):
                agenda.learn(told, (person.answers[told],))
    return sum(asked.values())


def _by_score(agenda: Agenda, rng: np.random.Generator) -> str:
    found = agenda.next()
    assert found is not None, "an agenda that does not stop has a next question"
    return found.unit.id


def _in_order(agenda: Agenda, rng: np.random.Generator) -> str:
    can = set(_rested(agenda))
    return next(unit.id for unit in agenda.form.units if unit.id in can)


def _by_chance(agenda: Agenda, rng: np.random.Generator) -> str:
    return str(rng.choice(sorted(_rested(agenda))))


def _rested(agenda: Agenda) -> Iterable[str]:
    """What can be asked and was not asked in vain just now, unless there is nothing else."""
    units, previous = agenda.frontier(), agenda.state.previous
    return [id for id in units if id != previous] or units


_WAYS: dict[str, tuple[bool, Choose]] = {
    "score": (False, _by_score),
    "lookahead": (True, _by_score),
    "fixed": (False, _in_order),
    "random": (False, _by_chance),
}
