"""What is remembered: the newest first, by whom and what, or by a search; from any moment."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from smalti.memory.knowing import BELIEVED
from smalti.memory.within import as_seen
from smalti.model.lifecycle import State
from smalti.model.record import Record, RecordKind
from smalti.model.results import Recall, RecallItem
from smalti.model.time import Instant
from smalti.serve.console.cards import Card, card
from smalti.serve.console.newest import windows
from smalti.serve.console.shown import STATES, Held, When, held, moment
from smalti.serve.console.visit import Visit
from smalti.view import Axes, holds_still

_PAGE = 25
_MOST = 999_999_999  # of a point of the clock
_FOUND = 20  # turns of a search
_STATES = ("current", "disputed", "pending", "superseded", "corrected", "retracted", "rejected")


@dataclass(frozen=True, slots=True)
class Standing:
    """A record under a turn that was found."""

    id: str
    sentence: str
    state: str
    meaning: str
    period: Held
    over: bool


@dataclass(frozen=True, slots=True)
class Hit:
    """A turn that was found."""

    id: str
    speaker: str
    role: str
    said: When
    text: str
    score: float
    matched: tuple[str, ...]
    standing: tuple[Standing, ...]
    over: bool
    disputed: bool


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which records a list shows."""

    state: str
    kind: str
    predicate: str
    as_of: bool
    now: Instant

    def __call__(self, record: Record) -> bool:
        """Whether it is one of them."""
        return (
            (self.state == "any" or self._in_state(record))
            and self.kind in ("", record.kind.value)
            and self.predicate in ("", record.predicate)
        )

    def _in_state(self, record: Record) -> bool:
        if self.state != BELIEVED:
            return record.state.value == self.state
        if record.state in (State.CURRENT, State.DISPUTED):
            return True
        return holds_still(record, self.now) or (self.as_of and record.state is State.SUPERSEDED)


def view(visit: Visit) -> dict[str, Any]:
    """Search results where something is looked for, else a list of records."""
    shown = {
        "states": {name: STATES[State(name)] for name in _STATES},
        "kinds": [kind.value for kind in RecordKind],
        "state": visit.text("state") or BELIEVED,
        "kind": visit.text("kind"),
        "about": visit.text("about"),
        "predicate": visit.text("predicate").replace(" ", "_"),
        "q": visit.text("q"),
        "speaker": visit.text("speaker"),
    }
    return shown | (_searched(visit) if shown["q"] else _listed(visit, shown))


def _searched(visit: Visit) -> dict[str, Any]:
    speaker = visit.text("speaker")
    found = visit.memory.recall(
        visit.text("q"),
        k=_FOUND,
        filters={"speaker": speaker} if speaker else None,
        as_of=visit.as_of,
        known_at=visit.known_at,
    )
    return {"hits": [hit(item) for item in found], "found": found, "took": took(found), "cards": ()}


def took(found: Recall) -> str:
    """How long a recall took."""
    return f"{sum(found.timings_ms.values()):.0f} ms"


def hit(item: RecallItem) -> Hit:
    """A recalled turn with what rests on it."""
    turn = item.turn
    return Hit(
        id=turn.id,
        speaker=turn.speaker,
        role=turn.role.value,
        said=moment(turn.said_at),
        text=turn.text,
        score=item.score,
        matched=item.matched,
        standing=tuple(
            Standing(
                one.record,
                one.sentence,
                one.state.value,
                STATES[one.state],
                held(one.valid),
                one.over,
            )
            for one in item.standing
        ),
        over=item.over,
        disputed=item.disputed,
    )


def _listed(visit: Visit, shown: dict[str, Any]) -> dict[str, Any]:
    wanted = Wanted(
        shown["state"],
        shown["kind"],
        shown["predicate"],
        visit.as_of is not None,
        axes_of(visit).moment,
    )
    listed = _about if shown["about"] else _newest
    page, next_page = listed(visit, wanted)
    return {
        "hits": (),
        "found": None,
        "cards": cards(visit, page),
        "next": next_page,
        "paged": bool(visit.text("from")),
        "filtered": bool(visit.as_of or visit.known_at)
        or any(shown[name] for name in ("about", "kind", "predicate"))
        or shown["state"] != BELIEVED,
    }


def _about(visit: Visit, wanted: Callable[[Record], bool]) -> tuple[list[Record], int | None]:
    """A page of what is known of somebody, newest first, and where the next one begins."""
    found = visit.memory.records(
        about=visit.text("about"), state=None, as_of=visit.as_of, known_at=visit.known_at
    )
    start = visit.number("from", 0, most=_MOST)
    kept = [record for record in found if wanted(record)][::-1]
    end = start + _PAGE
    return kept[start:end], end if len(kept) > end else None


def _newest(visit: Visit, wanted: Callable[[Record], bool]) -> tuple[list[Record], int | None]:
    """The records learnt last, as they stood then, and where to go on."""
    before = visit.number("from", 0, most=_MOST) or None
    kept: list[Record] = []
    after = 0
    for window in windows(visit.nouns, Record, before):
        kept += [record for record in _as_seen(visit, window.nouns) if wanted(record)]
        after = window.after
        if len(kept) >= _PAGE:
            break
    return kept, after or None


def _as_seen(visit: Visit, records: list[Record]) -> Iterable[Record]:
    """Records as they stood at the moments asked for, without those that did not hold."""
    if visit.as_of is None and visit.known_at is None:
        return records
    return as_seen(visit.memory, records, axes_of(visit))


def axes_of(visit: Visit) -> Axes:
    """The moments that a page is looked at from."""
    return Axes.of(visit.as_of, visit.known_at, now=visit.now)


def cards(visit: Visit, records: Sequence[Record]) -> list[Card]:
    """Records with the names of what they mention."""
    names = visit.names(records)
    as_of = axes_of(visit).as_of
    return [card(record, names, as_of) for record in records]
