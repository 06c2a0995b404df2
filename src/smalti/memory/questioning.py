"""The verbs that answer a question: what it asks for, and what memory says to it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any

import regex

from smalti.memory.naming import ALL
from smalti.memory.planning import Planning
from smalti.model.answer import Answer, AnswerType, Citation, Intent, QuestionPlan, Side
from smalti.model.entity import Entity
from smalti.model.errors import InvalidInput
from smalti.model.lifecycle import State
from smalti.model.record import Record, Value
from smalti.model.time import Instant
from smalti.recall.search import Stopwatch
from smalti.write.drafts import Moment

if TYPE_CHECKING:
    from smalti.model.results import Recall
    from smalti.recall.answer.case import Case, Draft, Fact
    from smalti.recall.answer.evidence import Evidence, Found
    from smalti.view import Axes

_BELIEVED = (State.CURRENT, State.DISPUTED, State.SUPERSEDED)
_PAIR = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}]{2}")
_STRADDLING = 0.4  # of the telling power of an unknown pair of characters: most are no words


class Questioning(Planning):
    """Answers with citations, or that there is none."""

    def ask(
        self,
        question: str,
        *,
        plan: QuestionPlan | None = None,
        k: int = 20,
        budget: int | None = None,
        filters: Mapping[str, Any] | None = None,
        now: Moment | None = None,
        as_of: Moment | None = None,
        known_at: Moment | None = None,
    ) -> Answer:
        """Answer a question from what was said and learnt, or say that it is not in memory.

        Nothing is made up: an answer is a record, a sentence that was said, a date or a number
        worked out from these, and each comes with what it rests on. Both sides of an open conflict
        are told. A question that takes something to be so that is not, or no longer, is told so.

        Args:
            question: the first 2,000 characters count.
            plan: how to understand it; by default :meth:`plan` is asked.
            k: how many turns are looked at, at most.
            budget: how many tokens they may have together.
            filters: as for :meth:`recall`.
            now: the moment of asking; by default the present.
            as_of: a moment in the world: what held then.
            known_at: a moment of this memory: what was believed then.

        Raises:
            InvalidInput: no text, an unknown filter, or a value that does not fit.
        """
        from smalti.recall.answer.operators import operate
        from smalti.recall.answer.trust import THRESHOLD

        clock = Stopwatch()
        if plan is None:
            plan = self.plan(question, now=now)
        elif not isinstance(plan, QuestionPlan):
            raise InvalidInput("plan", plan, "is no plan", fix="Use `memory.plan(question)`")
        clock.lap("plan")
        plan, then = self._anchored(plan, known_at)
        as_of = then if as_of is None else as_of
        recall = self._recalled(
            plan, k=k, budget=budget, filters=filters, now=now, as_of=as_of, known_at=known_at
        )
        clock.lap("recall")
        asked_at = self._setup.now() if now is None else self._setup.moment(now)
        case = self._case(plan, recall, self._axes(as_of, known_at), asked_at)
        days = [self._event(words, plan, known_at) for words in plan.events]
        case = replace(case, days=tuple(day for day in days if day is not None))
        clock.lap("weigh")
        draft, tried = operate(case, threshold=THRESHOLD)
        clock.lap("operate")
        return _answered(question, case, recall, draft, tried, clock)

    # --- events that time is counted from ---------------------------------------------------------

    def _anchored(
        self, plan: QuestionPlan, known_at: Moment | None
    ) -> tuple[QuestionPlan, Instant | None]:
        """A plan whose time is known, if it is counted from an event, and the moment it asks of."""
        window = plan.window
        if window is None or not window.anchor or window.since or window.until:
            return plan, None
        found = self._event(window.anchor, plan, known_at)
        if found is None:
            return plan, None
        told = set(self._setup.analyser.terms(window.anchor))
        plan = replace(plan, terms=tuple(term for term in plan.terms if term not in told))
        day = Instant.of(found[0], default_offset=self._setup.utc_offset)
        if window.side is Side.AFTER:
            return replace(plan, window=replace(window, since=day)), day
        just_before = Instant(day.micros - 1, day.offset)
        intent = Intent.LOOKUP if plan.intent is Intent.BEFORE else plan.intent
        return replace(plan, window=replace(window, until=day), intent=intent), just_before

    def _event(
        self, words: str, plan: QuestionPlan, known_at: Moment | None
    ) -> tuple[date, Evidence] | None:
        """When an event was that a question speaks of, and the sentence that tells."""
        from smalti.recall.answer.from_evidence import day_of
        from smalti.recall.answer.trust import THRESHOLD

        asked = replace(
            plan,
            question=" ".join([*plan.names, words]),
            intent=Intent.WHEN,
            wants=AnswerType.DATE,
            terms=tuple(dict.fromkeys(self._setup.analyser.terms(words))),
            window=None,
            events=(),
        )
        recall = self._recalled(asked, k=10, known_at=known_at)
        case = self._case(asked, recall, self._axes(None, known_at), self._setup.now())
        if not case.evidence or case.trust < THRESHOLD:
            return None
        day = day_of(case.evidence[0])
        return None if day is None else (day.first, case.evidence[0])

    def _recalled(self, plan: QuestionPlan, **given: Any) -> Recall:
        """The turns to answer from; by what is asked alone where the whole question finds none."""
        recall = self.recall(plan.question, explain=True, **given)
        if recall.items or not plan.terms:
            return recall
        asked = " ".join([*plan.names, *plan.strangers, *plan.terms])
        return self.recall(asked, explain=True, **given)

    # --- what was found ---------------------------------------------------------------------------

    def _case(self, plan: QuestionPlan, recall: Recall, axes: Axes, now: Instant | None) -> Case:
        from smalti.recall.answer.case import Case
        from smalti.recall.answer.evidence import Weighing, weigh
        from smalti.recall.answer.trust import features, trust

        weighing = Weighing(plan, self._setup.analyser, self._power(plan.terms))
        evidence = weigh(self._evidence(recall), weighing)
        facts, unheard = self._facts(plan, axes), tuple(self._unheard(plan))
        asked = [fact for fact in facts if fact.record.predicate in plan.predicates]
        others = [fact for fact in facts if fact.record.predicate not in plan.predicates]
        spaced = plan.language not in ("zh", "ja")
        return Case(
            plan=plan,
            facts=asked,
            known=others,
            evidence=evidence,
            now=now,
            as_of=axes.as_of,
            trust=0.0 if unheard else trust(features(weighing, evidence), spaced=spaced),
            unheard=unheard,
        )

    def _power(self, terms: Sequence[str]) -> dict[str, float]:
        """How telling each term is in this space; what no turn holds is as telling as can be."""
        total = max(len(self._recaller.turns()), 1)
        power = {}
        for term, n in self._counts(terms).items():
            power[term] = math.log1p((total - n + 0.5) / (n + 0.5))
            if not n and _PAIR.fullmatch(term):
                power[term] *= _STRADDLING
        return power

    def _counts(self, terms: Sequence[str]) -> dict[str, int]:
        """How many turns hold each term."""
        hits = self._space.lexical(terms, 1) if terms else None
        found = {} if hits is None else dict(zip(hits.terms, hits.frequency, strict=True))
        return {term: int(found.get(term, 0)) for term in terms}

    def _unheard(self, plan: QuestionPlan) -> list[str]:
        """The names that nobody has ever said here, in a question about nobody who is known."""
        if plan.names:
            return []
        terms = {name: self._setup.analyser.terms(name) for name in plan.strangers}
        counts = self._counts(tuple({term for own in terms.values() for term in own}))
        return [name for name, own in terms.items() if own and not any(counts[t] for t in own)]

    def _evidence(self, recall: Recall) -> list[Found]:
        """The recalled turns, each with the one before it in its session."""
        from smalti.recall.answer.evidence import Found

        snapshot = self._recaller.turns()
        places = self._space.places([item.turn.id for item in recall.items])
        before: dict[str, int] = {}
        for id, seq in places.items():
            row = int(snapshot.seqs.searchsorted(seq))
            if row < len(snapshot) and snapshot.previous[row] >= 0:
                before[id] = int(snapshot.seqs[snapshot.previous[row]])
        turns = self._space.turns_at(list(before.values()))
        return [
            Found(item, turns.get(before[item.turn.id]) if item.turn.id in before else None)
            for item in recall.items
        ]

    def _facts(self, plan: QuestionPlan, axes: Axes) -> list[Fact]:
        """What is believed, or was, about whom and what a question names."""
        from smalti.view import see

        keys = [
            f"{side} {id}" for id in self._all_of(plan.entities) for side in ("subject", "value")
        ]
        records = self._space.meeting(Record, keys, ALL) if keys else []
        steps = self._steps(records) if axes.known_at is not None else []
        seen = [one for one in see(records, steps, axes) if one.state in _BELIEVED]
        names = self.names(one.record for one in seen)
        return [self._fact(one.record, one.holds, names, plan) for one in seen]

    def _all_of(self, entities: Iterable[str]) -> list[str]:
        """The ids of entities, and of those that are one with them."""
        known = self._space.several(Entity, list(entities))
        return list(
            dict.fromkeys(one.id for entity in known.values() for one in self._members(entity))
        )

    def _fact(
        self, record: Record, holds: bool | None, names: Mapping[str, str], plan: QuestionPlan
    ) -> Fact:
        from smalti.recall.answer.case import Fact

        terms = frozenset(self._setup.analyser.terms(record.sentence))
        asked = record.predicate in plan.predicates
        turns = [self._space.turn(one.turn) for one in record.evidence] if asked else []
        return Fact(
            record=record,
            subject=names.get(record.subject, record.subject),
            value=_told(record.value, names),
            by=names.get(record.asserted_by, record.asserted_by),
            holds=holds,
            covers=terms | self._vocabulary.words.get(record.predicate, frozenset()),
            turns=tuple(turn for turn in turns if turn is not None),
        )


def _told(value: Value, names: Mapping[str, str]) -> str:
    """A value as one would write it."""
    if value.entity is not None:
        return names.get(value.entity, value.entity)
    if value.text is not None:
        return value.text
    assert value.number is not None
    ends = [value.number] if value.upper is None else [value.number, value.upper]
    number = "-".join(f"{end:g}" if abs(end) < 1e6 else f"{end:.0f}" for end in ends)
    return f"{number} {value.unit}" if value.unit else number


def _answered(
    question: str,
    case: Case,
    recall: Recall,
    draft: Draft | None,
    tried: tuple[str, ...],
    clock: Stopwatch,
) -> Answer:
    from smalti.recall.answer.words import in_words

    plan = case.plan
    if draft is None:
        return Answer(
            question=question[: len(plan.question)],
            text=in_words(plan.language, "nothing"),
            found=False,
            plan=plan,
            recall=recall,
            confidence=round(case.trust, 6),
            reason=_why_nothing(case, recall),
            operations=tried,
            degraded=recall.degraded,
            timings_ms=clock.laps,
        )
    return Answer(
        question=question[: len(plan.question)],
        text=draft.text,
        found=True,
        plan=plan,
        recall=recall,
        value=draft.value,
        citations=tuple(
            Citation(
                rest.turn.id, rest.start, rest.end, rest.turn.text[rest.start : rest.end],
                rest.turn.speaker, rest.turn.said_at, rest.record, rest.disputed,
            )
            for rest in draft.rests
        ),
        confidence=round(draft.confidence, 6),
        reason=draft.reason,
        disputed=draft.disputed,
        operations=tried,
        degraded=recall.degraded,
        timings_ms=clock.laps,
    )  # fmt: skip


def _why_nothing(case: Case, recall: Recall) -> str:
    if not recall.items:
        return recall.reason
    if case.unheard:
        return f"nobody has ever spoken of {', '.join(case.unheard)} here"
    if case.plan.names:
        return f"nothing that is known of {', '.join(case.plan.names)} answers this"
    return "nothing that was said comes close enough to what is asked"
