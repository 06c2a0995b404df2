"""The verbs that answer a question: what it asks for, and what memory says to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from smalti.memory.gathering import Gathering
from smalti.memory.reading_out import ReaderChoice, ReadingOut
from smalti.model.answer import (
    Answer,
    AnswerType,
    Citation,
    Intent,
    Order,
    QuestionPlan,
    Side,
    Window,
)
from smalti.model.errors import InvalidInput
from smalti.model.time import Instant
from smalti.recall.search import Stopwatch
from smalti.write.drafts import Moment

if TYPE_CHECKING:
    from smalti.model.results import Recall
    from smalti.recall.answer.case import Case, Draft
    from smalti.recall.answer.evidence import Evidence
_LOOKED_AT, _OF_SEVERAL = 20, 60  # turns
_OF_ONE = frozenset(
    {Intent.LOOKUP, Intent.WHEN, Intent.ELAPSED, Intent.OPINION, Intent.VERIFY, Intent.BEFORE}
    | {Intent.SAME, Intent.CHANGED, Intent.COMPARE}
)


class Questioning(Gathering, ReadingOut):
    """Answers with citations, or that there is none."""

    def ask(
        self,
        question: str,
        *,
        plan: QuestionPlan | None = None,
        k: int | None = None,
        budget: int | None = None,
        filters: Mapping[str, Any] | None = None,
        now: Moment | None = None,
        as_of: Moment | None = None,
        known_at: Moment | None = None,
        reader: ReaderChoice = "auto",
    ) -> Answer:
        """Answer a question from what was said and learnt, or say that it is not in memory.

        Nothing is made up: an answer is a record, a sentence that was said, a date or a number
        worked out from these, and each comes with what it rests on. Both sides of an open conflict
        are told. A question that takes something to be so that is not, or no longer, is told so.

        Args:
            question: the first 2,000 characters count.
            plan: how to understand it; by default :meth:`plan` is asked.
            k: how many turns are looked at, at most; by default 20, and 60 for all that is made of
                several: lists, counts, sums, what was first or last.
            budget: how many tokens they may have together.
            filters: as for :meth:`recall`.
            now: the moment of asking; by default the present.
            as_of: a moment in the world: what held then.
            known_at: a moment of this memory: what was believed then.
            reader: who answers: a language model if one is configured (``"auto"``), one for sure
                (``"model"``), rules alone (``"local"``), or a model that is given.

        Raises:
            InvalidInput: no text, an unknown filter, or a value that does not fit.
        """
        clock, model = Stopwatch(), self._reading_model(reader)
        if plan is None:
            plan = self.plan(question, now=now)
        elif not isinstance(plan, QuestionPlan):
            raise InvalidInput("plan", plan, "is no plan", fix="Use `memory.plan(question)`")
        clock.lap("plan")
        days = [day for words in plan.events if (day := self._event(words, plan, known_at))]
        plan, then = self._anchored(_between(plan, days), known_at)
        as_of = then if as_of is None else as_of
        recall = self._recalled(
            plan, k=_reach(plan) if k is None else k, budget=budget, filters=filters, now=now,
            as_of=as_of, known_at=known_at,
        )  # fmt: skip
        clock.lap("recall")
        asked_at = self._setup.now() if now is None else self._setup.moment(now)
        held_at = _end_of(plan) if as_of is None else as_of
        case = self._case(plan, recall, self._axes(held_at, known_at), asked_at)
        answer = self._by_rules(question, replace(case, days=tuple(days)), recall, clock)
        return self._read_out(answer, model, asked_at, self._axes(as_of, known_at))

    def _by_rules(self, question: str, case: Case, recall: Recall, clock: Stopwatch) -> Answer:
        """The answer that operators make of a case, or why there is none."""
        from smalti.recall.answer.operators import operate
        from smalti.recall.answer.trust import THRESHOLD

        clock.lap("weigh")
        draft, tried = operate(case, threshold=THRESHOLD)
        clock.lap("operate")
        why = "" if draft is not None else _why_nothing(case, recall) + self._foreign(case.plan)
        return _answered(question, case, recall, draft, tried, clock, why=why)

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
        from smalti.recall.answer.collecting import day_of
        from smalti.recall.answer.trust import THRESHOLD
        from smalti.recall.plan.reading import terms_of

        asked = replace(
            plan,
            question=" ".join([*plan.names, words]),
            intent=Intent.WHEN,
            wants=AnswerType.DATE,
            terms=terms_of(words, self._setup.analyser),
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
        words = (word for _, words in plan.related for word in words)
        recall = self.recall(" ".join([plan.question, *words]), explain=True, **given)
        if recall.items or not plan.terms:
            return recall
        asked = " ".join([*plan.names, *plan.strangers, *plan.terms])
        return self.recall(asked, explain=True, **given)


def _end_of(plan: QuestionPlan) -> Instant | None:
    """The last moment of the time that a question names, which is when something held."""
    window = plan.window
    if window is None or window.until is None or window.since is None:
        return None
    if window.side is not Side.WITHIN or plan.intent in (Intent.ELAPSED, Intent.CHANGED):
        return None
    return Instant(window.until.micros - 1, window.until.offset)


def _reach(plan: QuestionPlan) -> int:
    """How many turns are looked at for a question."""
    return _LOOKED_AT if plan.intent in _OF_ONE and plan.order is Order.ANY else _OF_SEVERAL


def _between(plan: QuestionPlan, days: Sequence[tuple[date, Evidence]]) -> QuestionPlan:
    """A plan whose time reaches from the one event to the other, or to the day that is named."""
    if not days or plan.intent is Intent.ELAPSED:
        return plan
    said = days[0][1].item.turn.said_at
    first, last = (
        Instant.of(day, default_offset=said.offset if said else 0)
        for day in (days[0][0], days[-1][0] + timedelta(days=1))
    )
    if len(days) == 1:
        if plan.window is None or plan.window.until is None:
            return plan
        last = plan.window.until
    return replace(plan, window=Window(first, last))


def _answered(
    question: str,
    case: Case,
    recall: Recall,
    draft: Draft | None,
    tried: tuple[str, ...],
    clock: Stopwatch,
    *,
    why: str,
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
            reason=why,
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
    if case.plan.window is not None and case.plan.window.empty:
        return "no moment lies both after and before what the question names"
    if not recall.items:
        return recall.reason
    if case.unheard:
        return f"nobody has ever spoken of {', '.join(case.unheard)} here"
    if case.plan.names:
        return f"nothing that is known of {', '.join(case.plan.names)} answers this"
    return "nothing that was said comes close enough to what is asked"
