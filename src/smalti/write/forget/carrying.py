"""Answers what a plan asks for from a space, and carries the plan out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from smalti.model.turn import Turn
from smalti.store.contract import Space
from smalti.text.analyse import Analyser
from smalti.write.finding import Finder
from smalti.write.forget.plan import Forgetting
from smalti.write.forget.requests import Beside, Elsewhere, Every, Holding, Said, Speakers, Stated
from smalti.write.ground import ground
from smalti.write.journal import index_text
from smalti.write.keys import keys_of
from smalti.write.normalise import normalise
from smalti.write.predicates import PredicateTable
from smalti.write.report import Report
from smalti.write.statement import Statement
from smalti.write.work import Meeting, One, Several

_CONTEXT = 8  # turns before that tell what pronouns mean


_ONE_BY_ONE = 3  # erased turns of a session up to which only their neighbours are read


class Answers:
    """Answers the requests of a plan; for one plan, in one transaction: nothing is read twice."""

    def __init__(self, space: Space, analyser: Analyser, predicates: PredicateTable) -> None:
        self._space = space
        self._analyser = analyser
        self._predicates = predicates
        self._known: dict[Any, Any] = {}
        self._by_request: Mapping[type, Callable[[Any], Any]] = {
            One: self._one,
            Meeting: lambda r: space.meeting(r.cls, r.keys, r.limit),
            Several: lambda r: space.several(r.cls, r.ids),
            Every: lambda r: space.read_turns() if r.cls is Turn else space.every(r.cls),
            Holding: lambda r: space.holding(r.cls, r.ids),
            Said: self._said,
            Speakers: lambda r: _distinct(one.speakers for one in space.sessions()),
            Beside: self._beside,
            Elsewhere: self._elsewhere,
            Stated: self._stated,
        }

    def __call__(self, request: Any) -> Any:
        """The reply to one request."""
        if not isinstance(request, One | Meeting):
            return self._by_request[type(request)](request)
        if request not in self._known:
            self._known[request] = self._by_request[type(request)](request)
        return self._known[request]

    def _one(self, request: One[Any]) -> Any:
        if request.cls is Turn:
            return self._space.turn(request.id)
        return self._space.one(request.cls, request.id)

    def _said(self, request: Said) -> list[Turn]:
        return self._keep(self._space.read_turns(session=request.session, speaker=request.speaker))

    def _keep(self, turns: Iterable[Turn]) -> list[Turn]:
        """Turns that are likely to be asked for by their ids."""
        kept = list(turns)
        self._known |= {One(Turn, turn.id): turn for turn in kept}
        return kept

    def _beside(self, request: Beside) -> list[Turn]:
        """The neighbours of each turn; all of a session that many of them are in."""
        sessions: dict[str, list[str]] = {}
        for id in request.turns:
            turn = self(One(Turn, id))
            sessions.setdefault(turn.session, []).append(id)
        found: dict[str, Turn] = {}
        for session, ids in sessions.items():
            if len(ids) > _ONE_BY_ONE:
                found |= {turn.id: turn for turn in self._said(Said(session=session))}
                continue
            for seq in self._space.places(ids).values():
                before = self._space.turns_before(seq, request.reach)
                after = self._space.turns_after(seq, request.reach)
                found |= {turn.id: turn for turn in self._keep([*before, *after])}
        return list(found.values())

    def _elsewhere(self, request: Elsewhere) -> frozenset[str]:
        """By the index where it is of this analyser, else by reading all other turns."""
        if self._space.analyser() != self._analyser.name:
            held = self._held_by(t for t in self._space.read_turns() if t.id not in request.without)
            return request.terms & frozenset(held)
        within: Counter[str] = Counter()
        for id in request.without:
            turn = self(One(Turn, id))
            if turn is not None:
                within.update(set(self._analyser.terms(index_text(turn))))
        hits = self._space.lexical(sorted(request.terms), 1)
        pairs = zip(hits.terms, hits.frequency.tolist(), strict=True)
        return frozenset(term for term, count in pairs if count > within[term])

    def _held_by(self, turns: Iterable[Turn]) -> Iterable[str]:
        for turn in turns:
            yield from self._analyser.terms(index_text(turn))

    def _stated(self, request: Stated) -> list[Statement]:
        """What local rules read in a turn, with the turns before it that are left."""
        turn = request.turn
        seq = self._space.places([turn.id])[turn.id]
        before = [t for t in self._space.turns_before(seq, _CONTEXT) if t.id not in request.without]
        found = Finder(lambda: None).find([turn], before, Report())[turn.id]
        grounded, _ = ground(found.candidates, {turn.id: turn}, before)
        return [normalise(one, self._predicates) for one in grounded]


def _distinct(groups: Iterable[Iterable[str]]) -> list[str]:
    return list(dict.fromkeys(name for group in groups for name in group))


def carry_out(plan: Forgetting, space: Space) -> Mapping[str, int]:
    """Do what a plan says, all or nothing; rows removed by table.

    Raises:
        StoreError: the file could not be written; nothing was changed.
    """
    with space.atomic():
        if plan.everything:
            return space.empty()
        removed = Counter(space.remove(plan.removed))
        removed.update(space.remove_turns(turn.id for turn in plan.turns))
        space.put_all((noun, keys_of(noun)) for noun in plan.rewritten)
        for turn in plan.annotated:
            space.annotate(turn.id, turn.metadata)
    return +removed
