"""The part of answering that asks a language model, and what is answered where it cannot."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from smalti.memory.planning import Planning
from smalti.model.errors import InvalidInput, ModelError
from smalti.model.results import Degradation
from smalti.models.llm import UNUSED, LanguageModel
from smalti.recall.search import Stopwatch
from smalti.text.cost import estimate_tokens
from smalti.write.drafts import Moment

if TYPE_CHECKING:
    from smalti.model.answer import Answer, QuestionPlan
    from smalti.model.time import Instant
    from smalti.reader import Brief, Reading
    from smalti.recall.pack import Candidate
    from smalti.view import Axes

ReaderChoice = Literal["auto", "local", "model"] | LanguageModel
"""Who answers: the configured model if there is one, local rules, that model, or one given."""

BUDGET = 4_000
"""Tokens of turns that are put before a model where no budget was given."""

_SHARES = 8  # a turn that takes more than its share of the budget is not shown whole
_KINDS = ("auto", "local", "model")


class ReadingOut(Planning):
    """Plans and answers of a language model, each by rules where there is none."""

    def plan(
        self, question: str, *, now: Moment | None = None, reader: ReaderChoice = "local"
    ) -> QuestionPlan:
        """How a question is understood: what it wants, about whom, of which time.

        The plan is a value: print it, change it with :func:`dataclasses.replace`, and give it to
        :meth:`ask`. A question is only read; an instruction in it is words to look for.

        Args:
            question: the first 2,000 characters count.
            now: what "last week" in it counts back from; by default the present.
            reader: who tells what is wanted, of which property and time: rules (``"local"``), or a
                language model as for :meth:`ask`. Where that fails the rules do, and ``degraded``
                says why.

        Raises:
            InvalidInput: not a text, or no such reader.
        """
        from smalti.reader import plan_out
        from smalti.write.work import drive

        model = self._reading_model(reader)
        plan = self._plan_by_rules(question, now)
        if isinstance(model, Degradation):
            return replace(plan, degraded=(*plan.degraded, model))
        if model is None:
            return plan
        asked_at = self._setup.now() if now is None else self._setup.moment(now)
        return drive(plan_out(plan, asked_at, self._properties), model.complete)

    def _properties(self, phrase: str) -> list[str]:
        """The predicates that an English phrase may stand for, the one it is a name of first."""
        words = phrase.split()
        found = self._rules().predicates.match(words)
        named = [found[0].name] if found is not None and found[1] == len(words) else []
        return [*named, *self._setup.vocabulary.asked(phrase, "en")]

    def _reading_model(self, reader: ReaderChoice) -> LanguageModel | Degradation | None:
        """The model that answers, ``None`` for local rules, or why it cannot be had.

        Raises:
            InvalidInput: there is no such reader, or no model where one was demanded.
        """
        if isinstance(reader, LanguageModel):
            return reader
        if reader not in _KINDS:
            fix = f"Use one of {', '.join(_KINDS)}, or a language model"
            raise InvalidInput("reader", reader, "is no reader", fix=fix)
        if reader == "local":
            return None
        try:
            model = self._setup.model()
        except ModelError as error:
            return Degradation.by("reader", error)
        if model is None and reader == "model":
            fix = "Set SMALTI_MODEL, or open the memory with model=…"
            raise InvalidInput("reader", reader, "needs a language model, and none is set", fix=fix)
        return model

    def _read_out(
        self,
        answer: Answer,
        reader: LanguageModel | Degradation | None,
        asked_at: Instant | None,
        axes: Axes,
    ) -> Answer:
        """The answer of a model from the turns that were recalled, or the local one.

        What the model says is checked; where it fails, the local answer says why in ``degraded``.
        The turns that the local answer rests on are put before it as well. Without any turn there
        is nothing to ask.
        """
        from smalti.reader import read_out
        from smalti.write.work import drive

        if isinstance(reader, Degradation):
            return replace(answer, degraded=(*answer.degraded, reader))
        if reader is None:
            return answer
        clock = Stopwatch()
        brief = self._brief(answer, asked_at, axes)
        if not brief.shown:
            return answer
        reading = drive(read_out(brief), reader.complete)
        clock.lap("read")
        read = replace(answer, timings_ms={**answer.timings_ms, **clock.laps})
        return _with(read, reading)

    def _brief(self, answer: Answer, asked_at: Instant | None, axes: Axes) -> Brief:
        from smalti.reader import Brief, Shown
        from smalti.recall.pack import pack

        candidates, budget = self._to_read(answer, axes), answer.recall.budget or BUDGET
        packed = pack(
            (self._excerpt(one, answer.plan, budget // _SHARES) for one in candidates),
            limit=len(candidates),
            budget=budget,
            count_tokens=estimate_tokens,
            held_back=lambda: answer.recall.held_back,
        )
        taken = [candidates[place] for place, _ in packed.taken]
        return Brief(
            question=answer.question,
            text=packed.text,
            shown={f"t{n}": Shown(one.turn, one.standing) for n, one in enumerate(taken, 1)},
            asked_at=asked_at,
            as_of=axes.as_of,
        )

    def _excerpt(self, one: Candidate, plan: QuestionPlan, tokens: int) -> Candidate:
        """A turn, or of a long one what bears on the question; its citations are of the whole."""
        from smalti.reader import excerpt

        text = excerpt(one.turn.text, plan.terms, self._setup.analyser.terms, tokens)
        return one if text == one.turn.text else one._replace(turn=replace(one.turn, text=text))

    def _to_read(self, answer: Answer, axes: Axes) -> list[Candidate]:
        """The recalled turns, best first, behind those that the local answer rests on."""
        from smalti.recall.pack import Candidate

        items = {item.turn.id: item for item in answer.recall.items}
        turns = {id: item.turn for id, item in items.items()}
        cited = list(dict.fromkeys(one.turn for one in answer.citations))
        for id in cited:
            if id not in turns and (turn := self._space.turn(id)) is not None:
                turns[id] = turn
        order = [id for id in dict.fromkeys([*cited, *items]) if id in turns]
        others = [id for id in order if id not in items]
        standing = self._standings(others, axes) if others else {}
        places = self._space.places(order)
        return [
            Candidate(
                turns[id],
                places.get(id, 0),
                standing=items[id].standing if id in items else standing.get(id, ()),
            )
            for id in order
        ]


def _with(answer: Answer, reading: Reading) -> Answer:
    """An answer with what a model read, or the local one and why there is none of the model."""
    from smalti.recall.answer.words import in_words

    usage = () if reading.usage == UNUSED else (reading.usage,)
    answer = replace(answer, usage=usage)
    if reading.degraded is not None:
        return replace(answer, degraded=(*answer.degraded, reading.degraded))
    return replace(
        answer,
        text=reading.text or in_words(answer.plan.language, "nothing"),
        found=not reading.abstains,
        value=reading.value,
        citations=reading.citations,
        disputed=any(one.disputed for one in reading.citations),
        reason=_reason(reading),
        operations=(*answer.operations, reading.prompt),
        reader=reading.usage.model,
    )


def _reason(reading: Reading) -> str:
    """Why there is no answer; else what of the question does not hold, what nothing supports."""
    if reading.abstains:
        return reading.reason or "nothing that was recalled answers this"
    doubts = ", ".join(reading.doubts)
    told = f"stands in nothing that is cited: {doubts}" if doubts else ""
    return "; ".join(filter(None, [reading.premise, told]))
