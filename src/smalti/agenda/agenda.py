"""An agenda at work: the next best question, and what each answer changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from smalti.agenda.coverage import Progress, StopReason, progress, stop_reason
from smalti.agenda.form import Form, Unit
from smalti.agenda.layout import layout_of
from smalti.agenda.lookahead import lookahead
from smalti.agenda.policy import Policy
from smalti.agenda.scoring import Array, Number, Parts
from smalti.agenda.state import Need, Standing, State, bits, needs
from smalti.agenda.terms import Inputs, Recomputed, Selection, Terms
from smalti.graph.association import AssociationGraph
from smalti.model.errors import InvalidInput


@dataclass(frozen=True, slots=True)
class Next:
    """The next question, and why it is the next.

    ``parts`` add up to the score, ``importance`` is the unit's I (or what looking ahead makes of
    it) and ``maximum`` the largest of the frontier, by which it was divided.
    """

    unit: Unit
    question: str
    parts: Parts
    importance: Number
    maximum: Number
    asked: int

    @property
    def told(self) -> dict[str, Any]:
        """The question with the parts of its score, as JSON can hold it."""
        return {
            "unit": self.unit.id,
            "type": self.unit.type.value,
            "question": self.question,
            "asked": self.asked,
            "importance": float(self.importance),
            "maximum": float(self.maximum),
            "parts": {name: float(part) for name, part in asdict(self.parts).items()},
        }


class Agenda:
    """One agenda over what is believed. Holds no beliefs of its own: it is told what they are."""

    def __init__(
        self,
        form: Form,
        state: State | None = None,
        policy: Policy | None = None,
        *,
        graph: AssociationGraph | None = None,
    ) -> None:
        """Begin, or go on from a state.

        Args:
            form: the agenda.
            state: what is known already.
            policy: how to work through it.
            graph: the association graph of its units, if it is another than the form's own.

        Raises:
            InvalidInput: the state or the graph names units that the form does not have.
        """
        self.form = form
        self.policy = policy or Policy()
        self._ids = sorted(form.by_id)
        self._place = {id: at for at, id in enumerate(self._ids)}
        state = state or State({})
        for id in (*state.standings, *filter(None, [state.previous])):
            self._at(id)
        if graph is not None and list(graph.ids) != self._ids:
            raise InvalidInput("graph", graph.ids, "must have the agenda's units as its nodes")
        self._standings = {id: state.of(id) for id in self._ids}
        self._previous = state.previous
        self._needs = needs(form, self.state, self.policy.delta)
        self._waits = {
            at: [self._place[one] for one in form.by_id[id].waits_for]
            for at, id in enumerate(self._ids)
        }
        self._terms = Terms(self._inputs(graph))

    @property
    def state(self) -> State:
        """What is known now."""
        return State(dict(self._standings), self._previous)

    def next(self, language: str = "") -> Next | None:
        """The next question; ``None`` when the agenda stops, for which see ``stop``.

        Calling it changes nothing: that a question was put is told by ``asked``.
        """
        if self.stop() is not None:
            return None
        found = self._select()
        if found is None:
            return None
        id = self._ids[found.unit]
        unit, standing = self.form.by_id[id], self._standings[id]
        return Next(
            unit,
            unit.question(language, again=standing.asked),
            found.parts,
            found.importance,
            found.globals.maximum,
            standing.asked,
        )

    def asked(self, id: str) -> Recomputed:
        """The question of a unit was put. An answer that follows is told by ``learn``."""
        standing = self._standing(id)
        self._previous = id
        return self._stand(id, replace(standing, asked=standing.asked + 1))

    def learn(self, id: str, values: Sequence[str], *, entropy: float = 0.0) -> Recomputed:
        """What the slot of a unit is believed to hold now, all of it; none takes it back.

        A unit that was resolved may be told again: it stays so, or opens with the doubt.

        Args:
            id: of the unit.
            values: as texts; "yes" or "no" of a boolean, the option of a choice.
            entropy: H of the belief, in bits.

        Raises:
            InvalidInput: no such unit, or an entropy that is none.
        """
        standing = self._standing(id)
        asked = 0 if values else standing.asked
        return self._stand(
            id, replace(standing, values=tuple(values), entropy=entropy, asked=asked)
        )

    def skip(self, id: str, skipped: bool = True) -> Recomputed:
        """Leave a unit out, or take it in again. What requires it waits."""
        return self._stand(id, replace(self._standing(id), skipped=skipped))

    def progress(self) -> Progress:
        """How far the agenda has come."""
        return progress(self.form, self.state, self._needs)

    def stop(self) -> StopReason | None:
        """Why there is nothing more to ask; ``None`` while there is."""
        can_ask = bool(self._terms.frontier().units.size)
        return stop_reason(self.progress(), self.policy, can_ask=can_ask)

    def frontier(self) -> tuple[str, ...]:
        """The units that can be asked now, by id."""
        return tuple(self._ids[at] for at in sorted(self._terms.frontier().units.tolist()))

    def need(self, id: str) -> Need:
        """What is still wanted of a unit."""
        self._at(id)
        return self._needs[id]

    def _select(self) -> Selection | None:
        previous = None if self._previous is None else self._place[self._previous]
        importance = self._looking_ahead() if self.policy.lookahead else None
        return self._terms.select(
            previous, self.policy.weights, importance=importance, without=self._rests()
        )

    def _rests(self) -> int | None:
        """The unit that was just asked in vain, if another can be asked in its place."""
        units = self._terms.frontier().units
        if not self.policy.rest or self._previous is None or units.size < 2:
            return None
        at = self._place[self._previous]
        return at if self._standings[self._previous].asked and at in units else None

    def _looking_ahead(self) -> Array:
        now = self._terms.inputs()
        return lookahead(now.weight * now.entropy, self._waits, settled=now.settled, held=now.held)

    def _stand(self, id: str, standing: Standing) -> Recomputed:
        at, before = self._place[id], self._standings[id]
        self._standings[id] = standing
        done = Recomputed()
        unit = self.form.by_id[id]
        if bits(unit, standing) != bits(unit, before):
            done += self._terms.believe(at, bits(unit, standing))
        if standing.asked != before.asked:
            done += self._terms.slow(at, self.policy.patience(standing.asked))
        done += self._terms.hold(at, self._is_held(standing))
        if (standing.values, standing.entropy) != (before.values, before.entropy):
            done += self._settle()
        return done

    def _settle(self) -> Recomputed:
        """Conditions reach from unit to unit, so the needs of all are looked at: there are few."""
        done = Recomputed()
        found = needs(self.form, self.state, self.policy.delta)
        for id, need in found.items():
            if need is not self._needs[id]:
                done += self._terms.settle(self._place[id], need is not Need.OPEN)
        self._needs = found
        return done

    def _is_held(self, standing: Standing) -> bool:
        return standing.skipped or standing.asked >= self.policy.give_up

    def _inputs(self, graph: AssociationGraph | None) -> Inputs:
        units = [self.form.by_id[id] for id in self._ids]
        standings = [self._standings[id] for id in self._ids]
        pairs = [(one, at) for at, some in self._waits.items() for one in some]
        layout = layout_of(self.form, graph)
        return Inputs(
            weight=np.array([float(unit.weight) for unit in units]),
            entropy=np.array([bits(*pair) for pair in zip(units, standings, strict=True)]),
            settled=np.array([self._needs[id] is not Need.OPEN for id in self._ids], bool),
            held=np.array([self._is_held(standing) for standing in standings], bool),
            patience=np.array([self.policy.patience(one.asked) for one in standings]),
            centrality=layout.centrality,
            community=layout.community,
            requires=np.array(pairs, np.int64).reshape(-1, 2),
        )

    def _standing(self, id: str) -> Standing:
        self._at(id)
        return self._standings[id]

    def _at(self, id: str) -> int:
        if id not in self._place:
            raise InvalidInput(
                "unit",
                id,
                f"is not a unit of {self.form.name!r}",
                fix=f"Use {', '.join(self._ids)}",
            )
        return self._place[id]
