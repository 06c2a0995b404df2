"""Drives a recall: bring the index up to date, ask the lanes, rank, pack."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from smalti.model.errors import EmbedderMismatch, ModelError
from smalti.model.results import Degradation, Recall
from smalti.models.embedder import Embedder
from smalti.models.rerank import Reranker, find_reranker
from smalti.recall.index import Snapshot, TurnIndex
from smalti.recall.lanes.conflicts import with_other_sides
from smalti.recall.nearest import nearest
from smalti.recall.pack import Candidate, Packed, pack
from smalti.recall.query import QueryPlan, plan_query
from smalti.recall.rank import Ranking
from smalti.recall.rerank import DEPTH, blended
from smalti.recall.route.compare import Compared, compare
from smalti.recall.route.contract import Router
from smalti.recall.route.scan import CodeScan
from smalti.recall.search import RecallRequest, Search, Stopwatch
from smalti.recall.standing import Ranked, Standings, nowhere, reordered
from smalti.recall.weights import Weights, default_weights
from smalti.store.contract import Space
from smalti.text.analyse import Analyser

LEXICAL_LIMIT = 1_000
"""Turns the lexical lane scores; when a query matches more, its rarest terms choose."""

_PAGE = 32  # turns fetched at a time while packing: those that are reordered at once


class Recaller:
    """Recalls from one space.

    Args:
        space: where the turns are.
        analyser: must be the one the index terms were made with; else recall says so.
        embedder: asked at each recall; may raise :class:`ModelError`, then recall is lexical.
        weights: for experiments; the packaged ones otherwise.
        router: names the turns to compare where a space is large; by default :class:`CodeScan`.
        reranker: asked at each recall; by default the one of the environment, and none with
            ``weights`` of an experiment.
    """

    def __init__(
        self,
        space: Space,
        analyser: Analyser,
        embedder: Callable[[], Embedder],
        weights: Weights | None = None,
        *,
        router: Router | None = None,
        reranker: Callable[[], Reranker | None] | None = None,
    ) -> None:
        self._space = space
        self._analyser = analyser
        self._embedder = embedder
        self._weights = weights or default_weights()
        self._router = router or CodeScan()
        self._reranker = reranker or (find_reranker if weights is None else _nobody)
        self._index = TurnIndex(space)

    def turns(self) -> Snapshot:
        """All turns of the space as they are now, with their vectors."""
        return self._index.refresh()

    def recall(self, request: RecallRequest, standings: Standings = nowhere) -> Recall:
        """Find, rank and pack; see :meth:`smalti.Memory.recall`."""
        clock = Stopwatch()
        snapshot = self._index.refresh()
        clock.lap("index")
        with self._space.reading():
            return self._recall(request, snapshot, standings, clock)

    def _recall(
        self, request: RecallRequest, snapshot: Snapshot, standings: Standings, clock: Stopwatch
    ) -> Recall:
        search = Search(request, snapshot, self._plan(request, snapshot))
        search.allowed = request.filters.mask(snapshot)
        search.degraded += self._stale_terms()
        if not (reason := search.nothing_to_search()):
            search.hits = self._space.lexical(
                search.plan.terms, LEXICAL_LIMIT, search.allowed_seqs()
            )
            clock.lap("lexical")
            search.compared = self._compared(search)
            clock.lap("vector")
            reason = search.nothing_relevant(self._weights)
        if reason:
            return search.empty(reason, clock)
        ranking = search.rank(self._weights)
        clock.lap("rank")
        ranking = search.diverse(self._joined(search, ranking, clock))
        return self._pack(search, ranking, standings, clock)

    def _joined(self, search: Search, ranking: Ranking, clock: Stopwatch) -> Ranking:
        """The ranking with what can be told only of turns that were found."""
        request = search.request
        ranking = with_other_sides(
            self._space, search.snapshot, ranking, keep=search.kept(), known_at=request.known_at
        )
        clock.lap("conflicts")
        try:
            reranker = self._reranker()
            if reranker is not None:
                best = self._turns(search.snapshot, ranking.rows[:DEPTH].tolist())
                texts = {one.row: one.turn.line for one in best}
                ranking = blended(ranking, reranker, request.query, texts)
                clock.lap("reranker")
        except ModelError as error:
            search.degraded.append(Degradation.by("reranker", error))
        return ranking

    def nearest(self, text: str, limit: int, before: int | None = None) -> list[int]:
        """Sequence numbers of the turns that say what is most similar; see :func:`nearest`."""
        return nearest(
            self._space,
            self._index.refresh(),
            self._analyser.terms(text),
            self._weights,
            limit=limit,
            before=before,
            router=self._router,
        )

    def _plan(self, request: RecallRequest, snapshot: Snapshot) -> QueryPlan:
        return plan_query(
            request.query,
            analyser=self._analyser,
            speakers=snapshot.names["speaker"],
            now=request.now,
            years=snapshot.years,
        )

    def _stale_terms(self) -> list[Degradation]:
        made_by = self._space.analyser()
        if made_by in (None, self._analyser.name):
            return []
        reason = f"the index terms were made by {made_by}, this process uses {self._analyser.name}"
        return [Degradation("lexical", reason, "Run `smalti reindex`")]

    def _compared(self, search: Search) -> Compared | None:
        """The cosines of the turns with the query, or ``None`` with the reason noted."""
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
            search.degraded.append(Degradation.by("vector", error))
            return None
        missing = len(snapshot) - snapshot.embedded
        if missing:
            reason = f"{missing} of {len(snapshot)} turns have no vector yet"
            search.degraded.append(Degradation("vector", reason, "Run `smalti reindex`"))
        assert search.hits is not None
        rows, inside = snapshot.rows_of(search.hits.seqs)
        return compare(snapshot, query, self._router, keep=search.allowed, hits=rows[inside])

    def _pack(
        self, search: Search, ranking: Ranking, standings: Standings, clock: Stopwatch
    ) -> Recall:
        request = search.request
        ranked = search.known(self._turns(search.snapshot, ranking.rows.tolist()))
        score = ranking.score.__getitem__
        seen: list[Ranked] = []
        packed = pack(
            _remembering(reordered(ranked, score, standings, request.k), seen, search, ranking),
            limit=request.k,
            budget=request.budget,
            count_tokens=request.count_tokens,
            cut=request.cut is not None,
            held_back=search.held_back,
        )
        clock.lap("pack")
        items = tuple(
            search.item(rank, seen[place], tokens, ranking)
            for rank, (place, tokens) in enumerate(packed.taken, 1)
        )
        return Recall(
            query=request.query,
            items=items,
            path=search.path,
            confidence=1.0 if search.compared is None else search.compared.confidence,
            reason="" if items else _why_none(request, packed),
            budget=request.budget,
            tokens=packed.tokens,
            text=packed.text,
            held_back=packed.held_back,
            degraded=tuple(search.degraded),
            timings_ms=clock.laps,
        )

    def _turns(self, snapshot: Snapshot, rows: list[int]) -> Iterator[Ranked]:
        """Rows with their turns, a page at a time; what was erased meanwhile is left out."""
        for start in range(0, len(rows), _PAGE):
            page = rows[start : start + _PAGE]
            seqs = snapshot.seqs[page].tolist()
            found = self._space.turns_at(seqs)
            yield from (
                Ranked(row, found[seq]) for row, seq in zip(page, seqs, strict=True) if seq in found
            )


def _nobody() -> None:
    """No re-ranker."""


def _why_none(request: RecallRequest, packed: Packed) -> str:
    if packed.held_back.get("over budget"):
        return f"no turn fits into {request.budget} tokens"
    return "no turn is closer to the query than the average one"


def _remembering(
    ranked: Iterator[Ranked], seen: list[Ranked], search: Search, ranking: Ranking
) -> Iterator[Candidate]:
    for one in ranked:
        seen.append(one)
        score = float(ranking.score[one.row]) * one.share
        yield Candidate(one.turn, int(search.snapshot.seqs[one.row]), score, one.standing)
