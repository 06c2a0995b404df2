"""Drives a recall: bring the index up to date, ask the lanes, rank, pack."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import numpy as np

from smalti.model.errors import EmbedderMismatch, InvalidInput, ModelError
from smalti.model.results import Degradation, Recall, RecallItem
from smalti.model.time import Instant
from smalti.model.turn import Turn
from smalti.models.embedder import Embedder
from smalti.recall.filters import Filters, Mask
from smalti.recall.index import UNDATED, Snapshot, TurnIndex
from smalti.recall.lexical import bm25, coverage
from smalti.recall.pack import CountTokens, pack
from smalti.recall.query import QueryPlan, plan_query
from smalti.recall.rank import Ranking, Scores, diversify, rank
from smalti.recall.weights import Weights, default_weights
from smalti.store.contract import LexicalHits, Space
from smalti.text.analyse import Analyser
from smalti.text.cost import estimate_tokens

LEXICAL_LIMIT = 2_000
"""Turns the lexical lane scores; when a query matches more, its rarest terms choose."""

_PAGE = 16  # turns fetched at a time while packing
_DIVERSIFY_DEPTH = 100


@dataclass(frozen=True, slots=True)
class RecallRequest:
    """A checked ``recall()``.

    Raises:
        InvalidInput: a value that does not fit, by name.
    """

    query: str
    k: int = 10
    budget: int | None = None
    filters: Filters = field(default_factory=Filters)
    now: Instant | None = None
    diversity: float = 0.0
    explain: bool = False
    count_tokens: CountTokens = estimate_tokens

    def __post_init__(self) -> None:
        if not isinstance(self.query, str):
            raise InvalidInput("query", self.query, "is not a text")
        if not isinstance(self.k, int) or self.k < 1:
            raise InvalidInput("k", self.k, "must be a whole number above 0")
        if self.budget is not None and (not isinstance(self.budget, int) or self.budget < 1):
            raise InvalidInput("budget", self.budget, "must be a number of tokens above 0, or None")
        if not 0.0 <= self.diversity <= 1.0:
            raise InvalidInput("diversity", self.diversity, "must lie between 0 and 1")


class Recaller:
    """Recalls from one space.

    Args:
        space: where the turns are.
        analyser: must be the one the index terms were made with; else recall says so.
        embedder: asked at each recall; may raise :class:`ModelError`, then recall is lexical.
        weights: for experiments; the packaged ones otherwise.
    """

    def __init__(
        self,
        space: Space,
        analyser: Analyser,
        embedder: Callable[[], Embedder],
        weights: Weights | None = None,
    ) -> None:
        self._space = space
        self._analyser = analyser
        self._embedder = embedder
        self._weights = weights or default_weights()
        self._index = TurnIndex(space)

    def recall(self, request: RecallRequest) -> Recall:
        """Find, rank and pack; see :meth:`smalti.Memory.recall`."""
        clock = _Stopwatch()
        snapshot = self._index.refresh()
        clock.lap("index")
        search = _Search(request, snapshot, self._plan(request, snapshot))
        search.allowed = request.filters.mask(snapshot)
        search.degraded += self._stale_terms()
        if not (reason := search.nothing_to_search()):
            search.hits = self._space.lexical(
                search.plan.terms, LEXICAL_LIMIT, search.allowed_seqs()
            )
            clock.lap("lexical")
            search.cosine = self._cosine(search)
            clock.lap("vector")
            reason = search.nothing_relevant(self._weights)
        if reason:
            return search.empty(reason, clock)
        ranking = search.rank(self._weights)
        clock.lap("rank")
        return self._pack(search, ranking, clock)

    def _plan(self, request: RecallRequest, snapshot: Snapshot) -> QueryPlan:
        dated = snapshot.said_at[snapshot.said_at != UNDATED]
        years = _years(dated) if len(dated) else range(0)
        return plan_query(
            request.query,
            analyser=self._analyser,
            speakers=snapshot.names["speaker"],
            now=request.now,
            years=years,
        )

    def _stale_terms(self) -> list[Degradation]:
        made_by = self._space.analyser()
        if made_by in (None, self._analyser.name):
            return []
        reason = f"the index terms were made by {made_by}, this process uses {self._analyser.name}"
        return [Degradation("lexical", reason, "Run `smalti reindex`")]

    def _cosine(self, search: _Search) -> Scores | None:
        """The cosine of every turn with the query, or ``None`` with the reason noted."""
        snapshot = search.snapshot
        try:
            embedder = self._embedder()
            if snapshot.vectors is None:
                reason = "no turn has a vector yet"
                search.degraded.append(Degradation("vector", reason, "Run `smalti reindex`"))
                return None
            if snapshot.embedder != embedder.info:
                raise EmbedderMismatch(str(snapshot.embedder), str(embedder.info))
            query = embedder.embed([search.plan.embed_text])[0]
        except ModelError as error:
            search.degraded.append(Degradation("vector", error.message, error.hint or ""))
            return None
        missing = len(snapshot) - snapshot.embedded
        if missing:
            reason = f"{missing} of {len(snapshot)} turns have no vector yet"
            search.degraded.append(Degradation("vector", reason, "Run `smalti reindex`"))
        cosine: Scores = snapshot.vectors @ query
        return cosine

    def _pack(self, search: _Search, ranking: Ranking, clock: _Stopwatch) -> Recall:
        request = search.request
        rows = ranking.rows.tolist()
        turns = self._turns(search.snapshot, rows)
        seen: list[Turn] = []
        packed = pack(
            _remembering(turns, seen),
            limit=request.k,
            budget=request.budget,
            count_tokens=request.count_tokens,
        )
        clock.lap("pack")
        items = tuple(
            search.item(rank, rows[place], seen[place], tokens, ranking)
            for rank, (place, tokens) in enumerate(packed.taken, 1)
        )
        held_back = search.held_back() | (
            {"over budget": packed.over_budget} if packed.over_budget else {}
        )
        return Recall(
            query=request.query,
            items=items,
            path="lexical+vector" if search.cosine is not None else "lexical",
            reason="" if items else f"no turn fits into {request.budget} tokens",
            budget=request.budget,
            tokens=packed.tokens,
            held_back=held_back,
            degraded=tuple(search.degraded),
            timings_ms=clock.laps,
        )

    def _turns(self, snapshot: Snapshot, rows: list[int]) -> Iterator[Turn]:
        """The turns of these rows, a page at a time; rows erased meanwhile would be missing."""
        for start in range(0, len(rows), _PAGE):
            seqs = snapshot.seqs[rows[start : start + _PAGE]].tolist()
            found = self._space.turns_at(seqs)
            yield from (found[seq] for seq in seqs if seq in found)


@dataclass(slots=True)
class _Search:
    """One recall under way."""

    request: RecallRequest
    snapshot: Snapshot
    plan: QueryPlan
    allowed: Mask | None = None
    hits: LexicalHits | None = None
    cosine: Scores | None = None
    degraded: list[Degradation] = field(default_factory=list)

    def allowed_seqs(self) -> Any:
        return None if self.allowed is None else self.snapshot.seqs[self.allowed]

    def nothing_to_search(self) -> str:
        """Why there is nothing to look for or in; empty if there is."""
        if not len(self.snapshot):
            return "this space holds no turns yet"
        if self.allowed is not None and not self.allowed.any():
            return "no turn passes the filters"
        if not self.plan.terms:
            return "the query holds no words to search for"
        return ""

    def nothing_relevant(self, weights: Weights) -> str:
        """Why nothing found is worth showing; empty if something is.

        Words that match nowhere need a close meaning; words that match need either a meaning not
        far off, or a turn that holds much of what is asked.
        """
        hits = self.hits
        assert hits is not None
        known = {t for t, n in zip(hits.terms, hits.frequency, strict=True) if n}
        best = self._best_cosine()
        if not (known & self.plan.topic or (known and not self.plan.topic)):
            if best is not None and best >= weights.cosine_alone:
                return ""
            return "no turn holds any of the words, and none comes close in meaning"
        if best is not None and best >= weights.cosine_beside_words:
            return ""
        enough = weights.coverage_alone if best is None else weights.coverage
        if coverage(hits, self.snapshot, self.plan.topic or known).max() >= enough:
            return ""
        return "the words that match say too little of what is asked, and no meaning comes close"

    def _best_cosine(self) -> float | None:
        if self.cosine is None:
            return None
        kept = self.cosine if self.allowed is None else self.cosine[self.allowed]
        return float(kept.max())

    def rank(self, weights: Weights) -> Ranking:
        assert self.hits is not None
        ranking = rank(
            self.snapshot,
            self.plan,
            weights,
            lexical=bm25(self.hits, self.snapshot, k1=weights.k1, b=weights.b),
            cosine=self.cosine,
            allowed=self.allowed,
        )
        if self.request.diversity and self.cosine is not None:
            assert self.snapshot.vectors is not None
            depth = max(_DIVERSIFY_DEPTH, self.request.k)
            return diversify(ranking, self.snapshot.vectors, self.request.diversity, depth=depth)
        return ranking

    def item(self, rank: int, row: int, turn: Turn, tokens: int, ranking: Ranking) -> RecallItem:
        hits = self.hits
        assert hits is not None
        at = np.flatnonzero(hits.seqs == self.snapshot.seqs[row])
        counts = hits.counts[at[0]] if len(at) else np.zeros(len(hits.terms))
        parts: Mapping[str, float] = {}
        if self.request.explain:
            parts = {name: round(float(part[row]), 6) for name, part in ranking.parts.items()}
        return RecallItem(
            rank=rank,
            turn=turn,
            score=round(float(ranking.score[row]), 6),
            tokens=tokens,
            cosine=None if self.cosine is None else round(float(self.cosine[row]), 6),
            matched=tuple(t for t, n in zip(hits.terms, counts, strict=True) if n),
            parts=parts,
        )

    def held_back(self) -> dict[str, int]:
        if self.allowed is None:
            return {}
        return {"filtered out": int(len(self.snapshot) - self.allowed.sum())}

    def empty(self, reason: str, clock: _Stopwatch) -> Recall:
        return Recall(
            query=self.request.query,
            items=(),
            path="none",
            reason=reason,
            budget=self.request.budget,
            held_back=self.held_back(),
            degraded=tuple(self.degraded),
            timings_ms=clock.laps,
        )


class _Stopwatch:
    """Milliseconds by step."""

    def __init__(self) -> None:
        self.laps: dict[str, float] = {}
        self._last = perf_counter()

    def lap(self, name: str) -> None:
        now = perf_counter()
        self.laps[name] = round((now - self._last) * 1000, 3)
        self._last = now


def _remembering(turns: Iterator[Turn], seen: list[Turn]) -> Iterator[Turn]:
    for turn in turns:
        seen.append(turn)
        yield turn


def _years(dated: Any) -> range:
    first, last = Instant(int(dated.min())).utc().year, Instant(int(dated.max())).utc().year
    return range(first, last + 1)
