"""One recall under way: what was asked, what the lanes found, and what is made of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from time import perf_counter

import numpy as np

from smalti.model.errors import InvalidInput
from smalti.model.results import Degradation, Recall, RecallItem
from smalti.model.time import Instant
from smalti.recall.filters import Filters, Mask
from smalti.recall.index import Rows, Snapshot
from smalti.recall.lanes.sessions import session_words
from smalti.recall.lexical import bm25, coverage
from smalti.recall.pack import CUTS, CountTokens
from smalti.recall.query import QueryPlan
from smalti.recall.rank import Ranking, Scores, diversify, in_windows, rank
from smalti.recall.route.compare import Compared
from smalti.recall.standing import Ranked
from smalti.recall.weights import Weights
from smalti.store.contract import LexicalHits
from smalti.text.cost import estimate_tokens

_DIVERSIFY_DEPTH = 100
_DEPTH = 1_000  # rows ranked; a budget may pass over many


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
    known_at: Instant | None = None
    diversity: float = 0.0
    explain: bool = False
    count_tokens: CountTokens = estimate_tokens
    cut: str | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.query, str):
            raise InvalidInput("query", self.query, "is not a text")
        if not isinstance(self.k, int) or self.k < 1:
            raise InvalidInput("k", self.k, "must be a whole number above 0")
        if self.budget is not None and (not isinstance(self.budget, int) or self.budget < 1):
            raise InvalidInput("budget", self.budget, "must be a number of tokens above 0, or None")
        if not 0.0 <= self.diversity <= 1.0:
            raise InvalidInput("diversity", self.diversity, "must lie between 0 and 1")
        if self.cut is not None and self.cut not in CUTS:
            fix = f"Known: {', '.join(CUTS)}; or None for none"
            raise InvalidInput("cut", self.cut, "is no way to cut a ranking", fix=fix)


@dataclass(slots=True)
class Search:
    """One recall under way."""

    request: RecallRequest
    snapshot: Snapshot
    plan: QueryPlan
    allowed: Mask | None = None
    hits: LexicalHits | None = None
    compared: Compared | None = None
    degraded: list[Degradation] = field(default_factory=list)
    unknown: int = 0

    @property
    def cosine(self) -> Scores | None:
        """The cosines of the turns with the query; ``None`` without vectors."""
        return None if self.compared is None else self.compared.cosine

    @property
    def path(self) -> str:
        """The lanes that were searched, and how."""
        return "lexical" if self.compared is None else f"lexical+{self.compared.path}"

    def known(self, ranked: Iterator[Ranked]) -> Iterator[Ranked]:
        """The turns that were journalled by the moment asked for; counts the others."""
        moment = self.request.known_at
        for one in ranked:
            if moment is None or one.turn.recorded_at.micros <= moment.micros:
                yield one
            else:
                self.unknown += 1

    def allowed_seqs(self) -> Rows | None:
        """The sequence numbers that pass the filters; ``None`` for all."""
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
        if self.plan.windows and (self.kept() & in_windows(self.snapshot, self.plan.windows)).any():
            return ""  # something was said on a day that is asked about
        known = {t for t, n in zip(hits.terms, hits.frequency, strict=True) if n}
        best = self._best_cosine()
        if not (known & self.plan.topic or (known and not self.plan.topic)):
            if best is not None and best >= weights.cosine_alone:
                return ""
            meaning = "" if best is None else ", and none comes close in meaning"
            return f"no turn holds any of the words{meaning}"
        if best is not None and best >= weights.cosine_beside_words:
            return ""
        enough = weights.coverage_alone if best is None else weights.coverage
        if coverage(hits, self.snapshot, self.plan.topic or known).max() >= enough:
            return ""
        meaning = "" if best is None else ", and no meaning comes close"
        return f"the words that match say too little of what is asked{meaning}"

    def _best_cosine(self) -> float | None:
        if self.cosine is None:
            return None
        kept = self.cosine if self.allowed is None else self.cosine[self.allowed]
        return float(np.fmax.reduce(kept, initial=-1.0))  # which passes over NaN

    def kept(self) -> Mask:
        """Which turns pass the filters."""
        return np.ones(len(self.snapshot), np.bool_) if self.allowed is None else self.allowed

    def rank(self, weights: Weights) -> Ranking:
        """The turns that pass, best first."""
        assert self.hits is not None
        return rank(
            self.snapshot,
            self.plan,
            weights,
            lexical=bm25(self.hits, self.snapshot, k1=weights.k1, b=weights.b),
            cosine=self.cosine,
            mean=None if self.compared is None else self.compared.mean,
            allowed=self.allowed,
            depth=max(_DEPTH, self.request.k),
            sessions=session_words(self.hits, self.snapshot, self.allowed),
        )

    def diverse(self, ranking: Ranking) -> Ranking:
        """The ranking made diverse, if that was asked."""
        if self.request.diversity and self.cosine is not None:
            assert self.snapshot.vectors is not None
            depth = max(_DIVERSIFY_DEPTH, self.request.k)
            return diversify(ranking, self.snapshot.vectors, self.request.diversity, depth=depth)
        return ranking

    def item(self, rank: int, found: Ranked, tokens: int, ranking: Ranking) -> RecallItem:
        """What is told of one turn."""
        row, hits = found.row, self.hits
        assert hits is not None
        at = np.flatnonzero(hits.seqs == self.snapshot.seqs[row])
        counts = hits.counts[at[0]] if len(at) else np.zeros(len(hits.terms))
        parts: dict[str, float] = {}
        if self.request.explain:
            parts = {name: round(float(part[row]), 6) for name, part in ranking.parts.items()}
            lost = float(ranking.score[row]) * (found.share - 1)
            parts |= {"over": round(lost, 6)} if lost else {}
        return RecallItem(
            rank=rank,
            cite=f"t{rank}",
            turn=found.turn,
            score=round(float(ranking.score[row]) * found.share, 6),
            tokens=tokens,
            cosine=self._cosine_of(row),
            matched=tuple(t for t, n in zip(hits.terms, counts, strict=True) if n),
            parts=parts,
            standing=found.standing,
        )

    def _cosine_of(self, row: int) -> float | None:
        if self.cosine is None or np.isnan(self.cosine[row]):
            return None
        return round(float(self.cosine[row]), 6)

    def held_back(self) -> dict[str, int]:
        """How many turns were not considered, by reason."""
        held = {"not known then": self.unknown} if self.unknown else {}
        if self.allowed is not None:
            held["filtered out"] = int(len(self.snapshot) - self.allowed.sum())
        return held

    def empty(self, reason: str, clock: Stopwatch) -> Recall:
        """A recall that shows nothing, and why."""
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


class Stopwatch:
    """Milliseconds by step."""

    def __init__(self) -> None:
        self.laps: dict[str, float] = {}
        self._last = perf_counter()

    def lap(self, name: str) -> None:
        """Note the time since the last lap under a name."""
        now = perf_counter()
        self.laps[name] = round((now - self._last) * 1000, 3)
        self._last = now
