"""Records, quotes and questions as pages show them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from smalti.model.conflict import Clarification, ClarificationKind
from smalti.model.lifecycle import State
from smalti.model.record import Record
from smalti.model.results import Quote, Why
from smalti.model.time import Instant
from smalti.model.turn import Turn
from smalti.serve.console.shown import STATES, Held, When, day, held, marks, predicate, value
from smalti.view import holds_at

_OPEN = (State.CURRENT.value, State.DISPUTED.value, State.PENDING.value)
_PAGES = {"r_": "record", "e_": "entity"}
_AROUND = 90  # characters of a turn that are shown on either side of a quote


@dataclass(frozen=True, slots=True)
class Card:
    """A record as a sentence and as an edge. ``value_id`` is set where the value is an entity.

    ``state`` decides the colour, ``label`` is what it is called, ``meaning`` tells more. ``open``
    says that it holds as far as known, now or at the moment asked for.
    """

    id: str
    sentence: str
    subject: str
    subject_id: str
    predicate: str
    value: str
    value_id: str | None
    condition: str
    period: Held
    state: str
    label: str
    meaning: str
    marks: tuple[str, ...]
    by: str
    by_id: str
    authority: str
    learnt: When
    open: bool


@dataclass(frozen=True, slots=True)
class Quoted:
    """A quote where it stands: what is around it, who said it, when."""

    turn: str
    speaker: str
    role: str
    said: When
    before: str
    text: str
    after: str


@dataclass(frozen=True, slots=True)
class Question:
    """An open question. ``yes_no`` says that one word answers it, ``page`` leads to its subject."""

    id: str
    text: str
    kind: str
    yes_no: bool
    about: str
    page: str
    asked: int


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a turn's text, and whether something rests on it."""

    text: str
    quoted: bool


_BELIEVED = (State.CURRENT, State.SUPERSEDED)


def card(record: Record, names: Mapping[str, str], as_of: Instant | None = None) -> Card:
    """A record with the names of what it mentions, as it is now or as it was on a day."""
    state, label, meaning = record.state.value, record.state.value, STATES[record.state]
    if as_of is not None and record.state in _BELIEVED:
        sure = holds_at(record, as_of) is not None
        state = State.CURRENT.value if sure else State.PENDING.value
        label = "held then" if sure else "perhaps then"
        meaning = "It held on that day" if sure else "Nobody said whether it held on that day"
    return Card(
        id=record.id,
        sentence=record.sentence,
        subject=names.get(record.subject, record.subject),
        subject_id=record.subject,
        predicate=predicate(record.predicate, so=record.polarity),
        value=value(record.value, names),
        value_id=record.value.entity,
        condition=record.condition or "",
        period=held(record.valid),
        state=state,
        label=label,
        meaning=meaning,
        marks=marks(record),
        by=names.get(record.asserted_by, record.asserted_by),
        by_id=record.asserted_by,
        authority=record.authority.value,
        learnt=day(record.recorded_at),
        open=state in _OPEN,
    )


def quoted(quotes: Iterable[Quote]) -> tuple[Quoted, ...]:
    """Quotes in the order given, each in its place."""
    return tuple(_quoted(one) for one in quotes)


def _quoted(one: Quote) -> Quoted:
    turn = one.turn
    before, after = turn.text[: one.start], turn.text[one.end :]
    return Quoted(
        turn=turn.id,
        speaker=turn.speaker,
        role=turn.role.value,
        said=day(turn.said_at),
        before=before if len(before) <= _AROUND else "…" + before[-_AROUND:],
        text=one.text,
        after=after if len(after) <= _AROUND else after[:_AROUND] + "…",
    )


def card_of(why: Why) -> Card:
    """The card of a record that is looked into."""
    return card(why.record, why.names)


def question(one: Clarification) -> Question:
    """A question with what it takes to answer it."""
    return Question(
        id=one.id,
        text=one.question,
        kind=one.kind.value,
        yes_no=one.kind is ClarificationKind.CONFIRM,
        about=one.about,
        page=_PAGES.get(one.about[:2], ""),
        asked=one.times_asked,
    )


def pieces(turn: Turn, spans: Sequence[tuple[int, int]]) -> tuple[Piece, ...]:
    """The text of a turn cut where quotes begin and end; spans may overlap and lie anywhere."""
    return tuple(piece for piece in _cut(turn.text, spans) if piece.text)


def _cut(text: str, spans: Sequence[tuple[int, int]]) -> Iterator[Piece]:
    at = 0
    for start, end in sorted(spans):
        start, end = max(start, at), min(end, len(text))
        if start < end:
            yield Piece(text[at:start], False)
            yield Piece(text[start:end], True)
            at = end
    yield Piece(text[at:], False)
