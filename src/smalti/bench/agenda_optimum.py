"""The fewest questions that cover an agenda, for a respondent who is known in advance."""

from __future__ import annotations

from smalti.bench.agenda_people import Respondent


def optimum(person: Respondent, target: float) -> int:
    """The fewest questions until the target coverage, by trying all sets of answered units.

    A unit may be asked when all it requires is answered; it costs one question and one for each
    time it is asked in vain; what is volunteered comes with it. Sets are visited by cost, so the
    first that covers enough is the optimum. Time grows with 2^n: for agendas of a few units, and
    without conditions between them.
    """
    ids = [unit.id for unit in person.form.units]
    bit = {id: 1 << at for at, id in enumerate(ids)}
    weight = [unit.weight for unit in person.form.units]
    needed = [sum(bit[one] for one in unit.waits_for) for unit in person.form.units]
    gains = [bit[id] | sum(bit[one] for one in person.volunteers[id]) for id in ids]
    costs = [1 + person.misses[id] for id in ids]
    enough, total = target, sum(weight)
    layers: dict[int, set[int]] = {0: {0}}
    seen: set[int] = set()
    cost = 0
    while True:
        for answered in layers.pop(cost, set()) - seen:
            seen.add(answered)
            if _weight(answered, weight) / total >= enough:
                return cost
            for at in range(len(ids)):
                if not answered >> at & 1 and needed[at] & ~answered == 0:
                    layers.setdefault(cost + costs[at], set()).add(answered | gains[at])
        cost += 1


def _weight(answered: int, weights: list[float]) -> float:
    return sum(weight for at, weight in enumerate(weights) if answered >> at & 1)
