"""The verbs that give back what was said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from smalti.memory.base import Base
from smalti.model.errors import NotFound
from smalti.model.results import Recall
from smalti.model.turn import Turn
from smalti.recall.filters import Filters
from smalti.recall.pack import CountTokens
from smalti.recall.search import RecallRequest
from smalti.store.contract import SessionInfo
from smalti.text.cost import estimate_tokens
from smalti.write.drafts import Moment


class Recalling(Base):
    """Recall, and the journal as it is."""

    def recall(
        self,
        query: str,
        *,
        k: int = 10,
        budget: int | None = None,
        filters: Mapping[str, Any] | None = None,
        now: Moment | None = None,
        diversity: float = 0.0,
        explain: bool = False,
        count_tokens: CountTokens = estimate_tokens,
    ) -> Recall:
        """The turns that best answer a query, with what it takes to judge them.

        Args:
            query: a question or some words; the first 2,000 characters count.
            k: at most so many turns.
            budget: at most so many tokens of context, by ``count_tokens``.
            filters: ``speaker``, ``role``, ``session`` (one or several) and ``since``, ``until``
                (half-open, on the time of saying).
            now: what "two weeks ago" in the query counts back from; by default the present.
            diversity: 0 for the best turns, towards 1 for turns unlike each other (MMR).
            explain: also give the parts that add up to each score.
            count_tokens: how many tokens a text costs; an estimate by default.

        Returns:
            Turns best first. Nothing relevant gives no turns and the reason. What did not work as
            well as it could (no model, turns without vectors) is in ``degraded``.

        Raises:
            InvalidInput: an unknown filter, or a value that does not fit.
        """
        request = RecallRequest(
            query=query,
            k=k,
            budget=budget,
            filters=Filters.of(filters, default_offset=self._setup.utc_offset),
            now=self._setup.now() if now is None else self._setup.moment(now),
            diversity=diversity,
            explain=explain,
            count_tokens=count_tokens,
        )
        return self._recaller.recall(request)

    def get(self, id: str) -> Turn:
        """The turn with this id or this external id.

        Raises:
            NotFound: there is none in this space.
        """
        turn = self._space.turn(id) or self._space.turn_by_external_id(id)
        if turn is None:
            raise NotFound("turn", id, hint="`turns()` and `smalti turns` list what there is")
        return turn

    def turns(self, *, session: str | None = None) -> Iterator[Turn]:
        """All turns, or those of a session, in journal order, read as you go."""
        return self._space.read_turns(session=session)

    def sessions(self) -> list[SessionInfo]:
        """Every session, in the order of its first turn."""
        return self._space.sessions()
