"""Which sentences of the recalled turns say what is asked, and how well they fit.

A sentence is weighed by the index terms of the question that it holds, each by its telling power
(inverse document frequency over the space), with what its turn and the turn before it hold counted
in part: what a reply is about often stands in the question that it answers. Beside that count the
score of the turn in the recall, whether something of the type asked for stands in it, and whether
it is about whom is asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import regex

from smalti.model.answer import Intent, QuestionPlan, Side
from smalti.model.results import RecallItem
from smalti.model.turn import Turn
from smalti.recall.answer.fitting import fits
from smalti.recall.answer.persons import about
from smalti.recall.answer.sentences import sentences
from smalti.text.analyse import Analyser

OWN, TURN, RANK, FIT, ABOUT, DAY = 0.35, 0.25, 0.45, 0.3, 0.35, 0.25
"""What each part weighs in the score of a sentence."""

_ASKED = 0.5  # of the score of a sentence is left where it is itself a question
_QUESTION = regex.compile(r"[?？]\s*$")


@dataclass(frozen=True, slots=True)
class Found:
    """A recalled turn with the one before it in its session."""

    item: RecallItem
    before: Turn | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """A sentence of a recalled turn: characters [start, end), and how well it fits.

    ``own`` and ``around`` are the shares of what is asked, by telling power, that the sentence
    holds, and that its turn with the one before holds. ``about`` tells how far it speaks of whom is
    asked, in [0, 1].
    """

    item: RecallItem
    start: int
    end: int
    score: float
    own: float
    around: float
    fit: bool
    about: float
    within: bool

    @property
    def unattributed(self) -> float:
        """Its score but for what it owes to whom it is about."""
        return self.score - ABOUT * self.about

    @property
    def text(self) -> str:
        """The sentence itself."""
        return self.item.turn.text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class Weighing:
    """What sentences are weighed by: the plan, the analyser, the telling power of each term."""

    plan: QuestionPlan
    analyser: Analyser
    power: Mapping[str, float]

    def share(self, terms: set[str]) -> float:
        """How much of what is asked some terms hold; all of it where only who and when is asked."""
        total = sum(self.power.get(term, 0.0) for term in self.plan.terms)
        if not total:
            return 1.0 if self.plan.window is not None else 0.0
        held = sum(self.power.get(term, 0.0) for term in self.plan.terms if term in terms)
        return held / total

    def squared(self, terms: set[str]) -> float:
        """The same by squared telling power, so that the most telling word counts most."""
        total = sum(self.power.get(term, 0.0) ** 2 for term in self.plan.terms)
        if not total:
            return 0.0
        return (
            sum(self.power.get(term, 0.0) ** 2 for term in self.plan.terms if term in terms) / total
        )


def weigh(found: Sequence[Found], weighing: Weighing) -> list[Evidence]:
    """The sentences of the recalled turns, best first; equal ones as they were recalled."""
    best = max((one.item.score for one in found), default=0.0) or 1.0
    weighed = [evidence for one in found for evidence in _of_turn(one, weighing, best)]
    return sorted(weighed, key=lambda one: -one.score)


def _of_turn(found: Found, weighing: Weighing, best: float) -> list[Evidence]:
    turn = found.item.turn
    terms = weighing.analyser.terms
    whole = set(terms(turn.line if turn.attachments else turn.text))
    asked = set(terms(found.before.text)) if found.before is not None else set()
    around = max(weighing.share(whole), 0.8 * weighing.share(whole | asked))
    made = []
    for start, end in sentences(turn.text):
        text = turn.text[start:end]
        own, fit = weighing.share(set(terms(text))), fits(weighing.plan, text, turn)
        of_whom = about(text, turn, found.before, list(weighing.plan.names))
        within = _within(turn, weighing.plan)
        score = OWN * own + TURN * around + RANK * found.item.score / best
        score += FIT * fit + ABOUT * of_whom + DAY * within
        score *= _ASKED if _QUESTION.search(text) else 1.0
        made.append(Evidence(found.item, start, end, score, own, around, fit, of_whom, within))
    return made


def _within(turn: Turn, plan: QuestionPlan) -> bool:
    """Whether a turn was said in the time that is named."""
    window = plan.window
    if plan.intent is Intent.ELAPSED:
        return False  # the day that it names is what is counted to
    if window is None or turn.said_at is None:
        return False
    said, since, until = turn.said_at.micros, window.since, window.until
    if window.side is Side.BEFORE:
        end = since or until
        return end is not None and said < end.micros
    if window.side is Side.AFTER:
        return since is not None and said >= since.micros
    if since is None or until is None:
        return False
    return since.micros <= said < until.micros
