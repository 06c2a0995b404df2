"""A question as it was understood, and what answers it: values, citations, or nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum

from smalti.model.results import Degradation, ModelUse, Recall
from smalti.model.time import Instant


class Intent(Enum):
    """What kind of answer a question wants, and so which operators look for it."""

    LOOKUP = "lookup"
    WHEN = "when"
    FIRST = "first"  # when first, or the earliest of something
    LAST = "last"  # when last, or the latest of something
    ELAPSED = "elapsed"  # how long ago, how long between
    COUNT = "count"
    OFTEN = "often"  # how many times, how often
    DIFFERENCE = "difference"  # how much more or less than before
    SUM = "sum"  # how much together
    NEED = "need"  # how much is needed, whether it is enough
    MOST = "most"
    LEAST = "least"
    LIST = "list"
    TIMELINE = "timeline"  # how something went on
    RULE = "rule"  # what somebody asked to be done or left undone
    COMPARE = "compare"  # what two have in common
    OPINION = "opinion"  # what one said about another
    VERIFY = "verify"
    CHANGED = "changed"
    SAME = "same"  # whether it stayed as it was
    BEFORE = "before"  # what it was earlier


class AnswerType(Enum):
    """What an answer is made of."""

    TEXT = "text"
    DATE = "date"
    DURATION = "duration"
    NUMBER = "number"
    PLACE = "place"
    PERSON = "person"
    YES_NO = "yes/no"
    LIST = "list"


class Order(Enum):
    """Which of several a question means, by when they were."""

    ANY = ""
    FIRST = "first"
    LAST = "last"


class Side(Enum):
    """How what is asked for lies to the time that a question names."""

    WITHIN = "within"
    BEFORE = "before"
    AFTER = "after"


@dataclass(frozen=True, slots=True)
class Window:
    """The time that a question names, half-open, and on which side of it the answer lies.

    ``anchor`` are the words of an event where that is what time is counted from ("she moved"), and
    then neither end is known until the event is found.
    """

    since: Instant | None = None
    until: Instant | None = None
    side: Side = Side.WITHIN
    anchor: str = ""

    @property
    def empty(self) -> bool:
        """Whether no moment lies in it: after June and before May."""
        ends = self.since, self.until
        return ends[0] is not None and ends[1] is not None and ends[0].micros >= ends[1].micros


@dataclass(frozen=True, slots=True)
class QuestionPlan:
    """How a question was understood. It can be made by rules or by the caller.

    Attributes:
        question: the question; only its beginning where it is very long.
        intent: decides which operators look for the answer.
        wants: what the answer is made of.
        entities: whom and what of this memory it names, in order: ids for entities and names for
            speakers that nothing was learnt about.
        names: how the entities are called, in the same order.
        people: those of the names that are people's.
        strangers: other words in it that are written like names.
        predicates: the properties it may ask for, the most telling first.
        terms: the index terms of what it asks, without names and question words.
        related: words that say the same as some of the terms, or name one of their kind: each pair
            is of terms and of what stands for them.
        unit: the unit that an amount is asked for in, or that its property is measured in.
        order: whether the first or the last of several is meant.
        window: the time it names.
        events: the words of the two events that a length of time lies between.
        language: of the rules that read it.
        reader: who read it: the name of a language model, or "local" for rules alone.
        degraded: why a model that was to read it could not.
    """

    question: str
    intent: Intent = Intent.LOOKUP
    wants: AnswerType = AnswerType.TEXT
    entities: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    strangers: tuple[str, ...] = ()
    predicates: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    related: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = ()
    unit: str | None = None
    order: Order = Order.ANY
    window: Window | None = None
    events: tuple[str, ...] = ()
    language: str = "en"
    reader: str = "local"
    degraded: tuple[Degradation, ...] = ()

    @property
    def whom(self) -> tuple[str, ...]:
        """The people it names, else what it names; each once."""
        return tuple(dict.fromkeys(self.people or self.names))

    def lines(self) -> Iterator[tuple[str, str]]:
        """The plan for people: what was understood, by name; what is empty is left out."""
        yield "intent", self.intent.value
        yield "wants", self.wants.value
        shown = {
            "about": self.names,
            "names": self.strangers,
            "predicates": self.predicates,
            "terms": self.terms,
            "or": tuple(dict.fromkeys(word for _, words in self.related for word in words)),
            "unit": (self.unit,) if self.unit else (),
            "order": (self.order.value,) if self.order.value else (),
            "between": self.events,
        }
        yield from ((name, ", ".join(parts)) for name, parts in shown.items() if parts)
        if self.window is not None:
            yield "time", _told(self.window)

    def __str__(self) -> str:
        return "\n".join(f"{name}: {told}" for name, told in self.lines())


def _told(window: Window) -> str:
    ends = [
        "…" if end is None else end.local().date().isoformat()
        for end in (window.since, window.until)
    ]
    parts = [window.side.value, window.anchor or f"[{ends[0]}, {ends[1]})"]
    return " ".join(parts)


@dataclass(frozen=True, slots=True)
class Citation:
    """What an answer rests on: characters [start, end) of a turn's text, who said it, when.

    ``record`` is the id of what was learnt from them, where the answer comes from a record.
    """

    turn: str
    start: int
    end: int
    text: str
    speaker: str
    said_at: Instant | None
    record: str | None = None
    disputed: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """What memory answers, or that it has no answer.

    Attributes:
        question: as it was asked.
        text: the answer in words. Where nothing was found it says so.
        found: whether memory holds an answer.
        plan: how the question was understood.
        value: the answer as a value, if it is one: an ISO 8601 date as exact as it is known
            ("2023-07", or "2023-06-26/2023-07-02" with the last day included), a number, "yes",
            "no".
        citations: what it rests on, the most telling first.
        confidence: how well the evidence fits the question, in [0, 1]. What lies below the
            threshold of its kind is not given as an answer.
        reason: why nothing was found, or what in the question does not hold.
        disputed: whether what it rests on is in an open conflict; both sides are told.
        operations: what was done to find it, in order.
        recall: the turns it was looked for in.
        reader: who answered: the name of a language model, or "local" for rules alone. What is
            given then as ``confidence`` is still how well the evidence fits, by rules.
        usage: what a language model was asked for, also where its answer could not be used.
    """

    question: str
    text: str
    found: bool
    plan: QuestionPlan
    recall: Recall
    value: str | None = None
    citations: tuple[Citation, ...] = ()
    confidence: float = 0.0
    reason: str = ""
    disputed: bool = False
    operations: tuple[str, ...] = ()
    reader: str = "local"
    usage: tuple[ModelUse, ...] = ()
    degraded: tuple[Degradation, ...] = ()
    timings_ms: Mapping[str, float] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.text
