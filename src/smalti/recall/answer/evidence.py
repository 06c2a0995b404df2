"""Which sentences of the recalled turns say what is asked, and how well they fit.

A sentence is weighed by the index terms of the question that it holds, each by its telling power
(inverse document frequency over the space), with what its turn and the turn before it hold counted
in part: what a reply is about often stands in the question that it answers. Beside that count the
score of the turn in the recall, whether something of the type asked for stands in it, and whether
it is about whom is asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

import regex

from smalti.model.answer import Intent, QuestionPlan, Side
from smalti.model.results import RecallItem
from smalti.model.turn import Turn
from smalti.recall.answer.fitting import fits
from smalti.recall.answer.persons import about
from smalti.recall.index import first_word
from smalti.text.analyse import Analyser
from smalti.text.sentences import sentences

OWN, TURN, RANK, FIT, ABOUT, DAY = 0.35, 0.25, 0.45, 0.3, 0.35, 0.25
"""What each part weighs in the score of a sentence."""

UNSPACED_WEIGHTS = 0.8, 0.25, 0.5
"""Those of own words, rank and day where index terms are pairs of letters.

They say more there than a rank by them does.
"""

UNSPACED = ("zh", "ja")
"""Languages that put no spaces between words."""

_ASKED = 0.5  # of the score of a sentence is left where it is itself a question
_NUMBER = regex.compile(r"(?<![\d.])\d+(?:\.\d+)?(?![\d.])|(?<=\d)\p{Latin}+")
_LETTER = regex.compile(r"[\p{L}\p{N}]")
_LAST_CLAUSE = regex.compile(r"(?:^|[,，、])[^,，、]*$")
_TELLS = 8  # characters before the last clause
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
    asked, in [0, 1]. ``before`` is the id of the turn before it in its session, ``terms`` are the
    index terms of the sentence.
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
    before: str | None = None
    terms: frozenset[str] = frozenset()

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
    """What sentences are weighed by: the plan, the analyser, the telling power of each term.

    ``speakers`` are the first words of the names of those who speak in the memory: of the people
    whom a question names, these are whom it is about, as the others are spoken of by them.
    """

    plan: QuestionPlan
    analyser: Analyser
    power: Mapping[str, float]
    speakers: AbstractSet[str] = frozenset()
    _read: dict[str, frozenset[str]] = field(default_factory=dict)

    @property
    def whom(self) -> tuple[str, ...]:
        """Whom the question is about."""
        named = self.plan.whom
        return tuple(one for one in named if first_word(one) in self.speakers) or named

    def terms(self, text: str) -> frozenset[str]:
        """The index terms of a text, with its numbers and their units on their own."""
        found = self._read.get(text)
        if found is None:
            found = frozenset([*self.analyser.terms(text), *_NUMBER.findall(text)])
            self._read[text] = found
        return found

    def share(self, terms: AbstractSet[str]) -> float:
        """How much of what is asked some terms hold; all of it where only who and when is asked."""
        if not sum(self.power.get(term, 0.0) for term in self.plan.terms):
            return 1.0 if self.plan.window is not None else 0.0
        return self._held(terms, 1)

    def squared(self, terms: AbstractSet[str]) -> float:
        """The same by squared telling power, so that the most telling word counts most."""
        return self._held(terms, 2)

    def _held(self, terms: AbstractSet[str], exponent: int) -> float:
        weights = {term: self.power.get(term, 0.0) ** exponent for term in self.plan.terms}
        total = sum(weights.values())
        if not total:
            return 0.0
        held = self.held_by(terms)
        return sum(weight for term, weight in weights.items() if term in held) / total

    def held_by(self, terms: AbstractSet[str]) -> AbstractSet[str]:
        """Some terms, with those of the question that they stand for."""
        pairs = self.plan.related
        stood_for = (asked for asked, words in pairs if not terms.isdisjoint(words))
        return frozenset(terms).union(*stood_for)


def weigh(found: Sequence[Found], weighing: Weighing) -> list[Evidence]:
    """The sentences of the recalled turns, best first; equal ones as they were recalled."""
    best = max((one.item.score for one in found), default=0.0) or 1.0
    whom = list(weighing.whom)
    weighed = [each for one in found for each in _of_turn(one, weighing, whom, best)]
    return sorted(weighed, key=lambda one: -one.score)


def _of_turn(found: Found, weighing: Weighing, whom: list[str], best: float) -> list[Evidence]:
    turn = found.item.turn
    terms = weighing.terms
    whole = terms(turn.line if turn.attachments else turn.text)
    asked = terms(found.before.text) if found.before is not None else frozenset()
    around = max(weighing.share(whole), 0.8 * weighing.share(whole | asked))
    unspaced = weighing.plan.language in UNSPACED
    by_own, by_rank, by_day = UNSPACED_WEIGHTS if unspaced else (OWN, RANK, DAY)
    made = []
    for start, end in sentences(turn.text):
        text = turn.text[start:end]
        if not _LETTER.search(text):
            continue
        own_terms = terms(text)
        own, fit = weighing.share(own_terms), fits(weighing.plan, text, turn)
        of_whom = about(text, turn, found.before, whom)
        within = _within(turn, weighing.plan)
        score = by_own * own + TURN * around + by_rank * found.item.score / best
        score += FIT * fit + ABOUT * of_whom + by_day * within
        score *= _ASKED if asks(text, unspaced=unspaced) else 1.0
        before = found.before.id if found.before is not None else None
        made.append(
            Evidence(
                found.item,
                start,
                end,
                score,
                own,
                around,
                fit,
                of_whom,
                within,
                before,
                own_terms,
            )
        )
    return made


def asks(text: str, *, unspaced: bool) -> bool:
    """Whether a sentence only asks: "we go to Rome on Monday, what shall I pack?" also tells."""
    if not _QUESTION.search(text):
        return False
    told = _LAST_CLAUSE.sub("", text) if unspaced else ""
    return len(told) < _TELLS


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
