"""Which turns are taken: the best, as long as the whole text keeps within the budget."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from itertools import islice
from typing import NamedTuple

from smalti.model.results import Standing
from smalti.model.turn import Turn
from smalti.recall.pack.cut import kept
from smalti.recall.pack.marks import marks
from smalti.recall.pack.text import Entry, heading, rendered

CountTokens = Callable[[str], int]
"""How many tokens a text costs. It need not be additive; an empty text costs nothing."""

_PASSED = 100  # turns too large that are passed over before nothing more is looked at
_OVER = "over budget"
_ROUNDS = 3  # times that turns are chosen anew, as the whole costs more than its parts


class Candidate(NamedTuple):
    """A ranked turn: its number in the journal, its score, and where its records stand."""

    turn: Turn
    seq: int
    score: float = 0.0
    standing: tuple[Standing, ...] = ()


@dataclass(frozen=True, slots=True)
class Packed:
    """What was taken of a ranking.

    ``taken`` are the places in the ranking with the tokens of each, best first; the first of them
    is cited as "t1", the second as "t2". ``tokens`` is what the whole ``text`` costs. ``held_back``
    counts what is not in it, by reason.
    """

    taken: tuple[tuple[int, int], ...]
    text: str
    tokens: int
    held_back: Mapping[str, int]


def pack(
    candidates: Iterable[Candidate],
    *,
    limit: int,
    budget: int | None,
    count_tokens: CountTokens,
    cut: bool = False,
    held_back: Callable[[], Mapping[str, int]] = dict,
) -> Packed:
    """Take turns in order until ``limit`` are taken or the ranking ends.

    A turn that does not fit is passed over, and a smaller one after it may still be taken; the
    order stays that of the ranking. The text as a whole never costs more than the budget: its
    tokens are counted, less is taken where they are too many, and in the end the last turns are
    left out.

    Args:
        candidates: the ranking, read only as far as needed.
        limit: at most so many turns.
        budget: at most so many tokens, headings, remarks and the last line included.
        count_tokens: the tokens of a text.
        cut: leave out what is far below the best (:func:`kept`).
        held_back: what else was held back, asked for when the ranking was read.
    """
    looked, below = _Looked(candidates), 0
    if cut:
        best = list(islice(looked, limit))
        looked = _Looked(best[: kept([one.score for one in best])])
        below = len(best) - len(list(looked))

    def left() -> dict[str, int]:
        return {**held_back(), **({"far below the best": below} if below else {})}

    if budget is None:
        return _chosen(looked, limit, None, count_tokens).packed(left())
    room = budget
    for _ in range(_ROUNDS):
        packed = _chosen(looked, limit, room, count_tokens).packed(left())
        if packed.tokens <= budget and (packed.taken or room == budget):
            return packed
        room -= max(1, packed.tokens - budget)
    return _chosen(looked, limit, budget, count_tokens).shortened(left(), budget)


def _chosen(
    candidates: Iterable[Candidate], limit: int, room: int | None, count_tokens: CountTokens
) -> _Chosen:
    chosen = _Chosen(room, count_tokens)
    for place, candidate in enumerate(candidates):
        if len(chosen.entries) == limit or chosen.over == _PASSED:
            break
        chosen.offer(place, candidate)
    return chosen


class _Looked:
    """A ranking that is read once and may be looked at again."""

    def __init__(self, candidates: Iterable[Candidate]) -> None:
        self._seen: list[Candidate] = []
        self._rest = iter(candidates)

    def __iter__(self) -> Iterator[Candidate]:
        yield from self._seen
        for one in self._rest:
            self._seen.append(one)
            yield one


class _Chosen:
    """The turns taken so far, and what they cost one by one."""

    def __init__(self, room: int | None, count_tokens: CountTokens) -> None:
        self._room = room
        self._count = count_tokens
        self._spent = 0
        self._days: set[tuple[date | None, str]] = set()
        self._taken: list[tuple[int, int]] = []
        self.entries: list[Entry] = []
        self.over = 0

    def offer(self, place: int, one: Candidate) -> None:
        """Take a turn if it fits, as far as its parts tell."""
        cite = f"t{len(self.entries) + 1}"
        entry = Entry.of(cite, one.turn, one.seq, marks(one.standing))
        cost = self._count("\n".join(entry.lines))
        under = (entry.day, one.turn.session)
        head = 0 if under in self._days else self._count(heading(entry.day))
        spent = self._spent + cost + head
        if self._room is not None and spent > self._room:
            rounding = len(self.entries) + len(self._days) + 2  # a token for each part
            if spent <= self._room + rounding:
                spent = self._count(rendered([*self.entries, entry], {}))
            if spent > self._room:
                self.over += 1
                return
        self._spent = spent
        self._days.add(under)
        self._taken.append((place, cost))
        self.entries.append(entry)

    def packed(self, others: Mapping[str, int], left_out: int = 0) -> Packed:
        """What was taken, without the last so many."""
        size = len(self.entries) - left_out
        over = self.over + left_out + others.get(_OVER, 0)
        held = {**others, **({_OVER: over} if over else {})}
        text = rendered(self.entries[:size], held)
        return Packed(tuple(self._taken[:size]), text, self._count(text) if text else 0, held)

    def shortened(self, others: Mapping[str, int], budget: int) -> Packed:
        """What was taken, without as many of the last as it takes to fit.

        Rather than to show nothing, the best is shown without the line of what was held back.
        """
        sizes = [self.packed(others, left_out) for left_out in range(len(self.entries))]
        alone = rendered(self.entries[:1], {})
        if sizes:
            sizes.append(replace(sizes[-1], text=alone, tokens=self._count(alone)))
        fitting = (packed for packed in sizes if packed.tokens <= budget)
        return next(fitting, self.packed(others, len(self.entries)))
