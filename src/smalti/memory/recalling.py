"""The verbs that give back what was said."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from smalti.memory.knowing import Knowing
from smalti.memory.naming import ALL
from smalti.model.errors import NotFound
from smalti.model.lifecycle import State
from smalti.model.record import Record
from smalti.model.results import Recall, Standing
from smalti.model.time import Instant
from smalti.model.turn import Turn
from smalti.recall.filters import Filters
from smalti.recall.pack import CountTokens
from smalti.recall.search import RecallRequest
from smalti.store.contract import SessionInfo
from smalti.text.cost import estimate_tokens
from smalti.write.drafts import Moment

if TYPE_CHECKING:
    from smalti.view import Axes


class Recalling(Knowing):
    """Recall, and the journal as it is."""

    def recall(
        self,
        query: str,
        *,
        k: int = 10,
        budget: int | None = None,
        filters: Mapping[str, Any] | None = None,
        now: Moment | None = None,
        as_of: Moment | None = None,
        known_at: Moment | None = None,
        diversity: float = 0.0,
        explain: bool = False,
        cut: Literal["adaptive"] | None = None,
        count_tokens: CountTokens = estimate_tokens,
    ) -> Recall:
        """The turns that best answer a query, with what it takes to judge them.

        Args:
            query: a question or some words; the first 2,000 characters count.
            k: at most so many turns.
            budget: at most so many tokens of context, by ``count_tokens``: what
                :attr:`Recall.text` costs, to the token.
            filters: ``speaker``, ``role``, ``session`` (one or several) and ``since``, ``until``
                (half-open, on the time of saying).
            now: what "two weeks ago" in the query counts back from; by default the present.
            as_of: a moment in the world: what held then goes before what did not.
            known_at: a moment of this memory: what was journalled and believed by then.
            diversity: 0 for the best turns, towards 1 for turns unlike each other (MMR).
            explain: also give the parts that add up to each score.
            cut: ``"adaptive"`` leaves out what is far below the best; nothing by default.
            count_tokens: how many tokens a text costs, such as
                ``lambda text: len(encoding.encode(text))`` with tiktoken; an estimate by default.

        Returns:
            Turns best first; each with the records that rest on it, as they stood. A turn all of
            whose records are over is ranked lower, and one in an open conflict is marked
            (:attr:`RecallItem.disputed`). Nothing relevant gives no turns and the reason. What did
            not work as well as it could (no model, turns without vectors) is in ``degraded``.

        Raises:
            InvalidInput: an unknown filter, or a value that does not fit.
        """
        axes = self._axes(as_of, known_at)
        request = RecallRequest(
            query=query,
            k=k,
            budget=budget,
            filters=Filters.of(filters, default_offset=self._setup.utc_offset),
            now=self._setup.now() if now is None else self._setup.moment(now),
            known_at=axes.known_at,
            diversity=diversity,
            explain=explain,
            count_tokens=count_tokens,
            cut=cut,
        )
        return self._recaller.recall(request, lambda turns: self._standings(turns, axes))

    def _standings(self, turns: Sequence[str], axes: Axes) -> Mapping[str, tuple[Standing, ...]]:
        """Where the records stood that rest on some turns."""
        from smalti.view import holds_still, see

        records = self._space.meeting(Record, [f"turn {id}" for id in turns], ALL)
        found: dict[str, list[Standing]] = defaultdict(list)
        for one in see(records, self._steps_to(axes, records), axes):
            record = one.record
            holds = one.holds if axes.as_of is not None else None
            later = axes.as_of is not None and _begins_after(record, axes.as_of)
            standing = Standing(
                record.id, record.sentence, record.state, record.valid, holds, later
            )
            then = axes.as_of is not None and holds is not False
            if holds_still(record, axes.moment) or (then and record.state is State.SUPERSEDED):
                standing = replace(standing, state=State.CURRENT)  # it was, or may have been, then
            for turn in {evidence.turn for evidence in record.evidence}:
                found[turn].append(standing)
        return {turn: tuple(standings) for turn, standings in found.items()}

    def get(self, id: str, *, known_at: Moment | None = None) -> Turn:
        """The turn with this id or this external id; with ``known_at`` only if it was there then.

        Raises:
            NotFound: there is none in this space.
        """
        turn = self._space.turn(id) or self._space.turn_by_external_id(id)
        then = self._setup.moment(known_at)
        if turn is not None and then is not None and turn.recorded_at.micros > then.micros:
            turn = None
        if turn is None:
            raise NotFound("turn", id, hint="`turns()` and `smalti turns` list what there is")
        return turn

    def turns(self, *, session: str | None = None) -> Iterator[Turn]:
        """All turns, or those of a session, in journal order, read as you go."""
        return self._space.read_turns(session=session)

    def sessions(self) -> list[SessionInfo]:
        """Every session, in the order of its first turn."""
        return self._space.sessions()


def _begins_after(record: Record, moment: Instant) -> bool:
    start = record.valid.start
    return start is not None and start.at is not None and start.at.micros > moment.micros
