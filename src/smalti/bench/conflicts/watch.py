"""Looking on while memory compares: which pairs met, what each judge said, and how long it took."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from time import perf_counter

from smalti.model.conflict import Relation
from smalti.model.record import Record
from smalti.write.detect import Judge, Pair, Searcher, Verdict
from smalti.write.work import Work

NOBODY = "nobody"
"""What stands for a judge where none spoke."""


@dataclass(frozen=True, slots=True)
class Compared:
    """Two records that were laid side by side, and the word that counted.

    ``found`` are the searches by which they met. Where no judge spoke, ``judge`` is ``NOBODY`` and
    ``relation`` is empty.
    """

    stored: str
    incoming: str
    found: tuple[str, ...]
    judge: str = NOBODY
    relation: str = ""
    score: float = 0.0
    reason: str = ""


@dataclass(slots=True)
class Log:
    """What was seen since the last :meth:`take`."""

    pairs: dict[tuple[str, str], Pair] = field(default_factory=dict)
    verdicts: dict[tuple[str, str], Verdict] = field(default_factory=dict)
    asked: Counter[str] = field(default_factory=Counter)
    spent_ms: dict[str, float] = field(default_factory=lambda: defaultdict(float))

    def saw(self, pairs: Sequence[Pair]) -> None:
        """Note pairs that a search found."""
        self.pairs.update((_key(pair), pair) for pair in pairs)

    def heard(self, pair: Pair, verdict: Verdict) -> None:
        """Note a verdict: the first that is sure counts, or else the first of all."""
        known = self.verdicts.get(_key(pair))
        if known is None or known.relation is Relation.UNSURE:
            sure = verdict.relation is not Relation.UNSURE
            if known is None or sure:
                self.verdicts[_key(pair)] = verdict

    def take(self) -> tuple[tuple[Compared, ...], dict[str, int], dict[str, float]]:
        """The pairs, how often each judge was asked, its milliseconds; and forget them."""
        found = tuple(self._compared())
        asked, spent = dict(self.asked), {one: round(ms, 3) for one, ms in self.spent_ms.items()}
        self.pairs.clear()
        self.verdicts.clear()
        self.asked.clear()
        self.spent_ms.clear()
        return found, asked, spent

    def _compared(self) -> Iterator[Compared]:
        for (stored, incoming), pair in self.pairs.items():
            if _in_one_breath(pair):
                continue
            verdict = self.verdicts.get((stored, incoming))
            if verdict is None:
                yield Compared(stored, incoming, pair.found)
            else:
                yield Compared(
                    stored,
                    incoming,
                    pair.found,
                    verdict.judge,
                    verdict.relation.value,
                    verdict.score,
                    verdict.reason,
                )


def _key(pair: Pair) -> tuple[str, str]:
    return pair.stored.record.id, pair.incoming.record.id


def _in_one_breath(pair: Pair) -> bool:
    turns = {one.turn for one in pair.incoming.record.evidence}
    return turns.issuperset(one.turn for one in pair.stored.record.evidence)


@dataclass(frozen=True, slots=True)
class WatchedSearcher(Searcher):
    """A searcher whose finds are noted."""

    log: Log = field(default_factory=Log)

    def candidates(self, record: Record, turns: Sequence[str] = ()) -> Work[list[Pair]]:
        """As for :class:`~smalti.write.detect.Searcher`."""
        pairs = yield from Searcher.candidates(self, record, turns)
        self.log.saw(pairs)
        return pairs


@dataclass(frozen=True, slots=True)
class WatchedJudge:
    """A judge whose verdicts are noted."""

    inner: Judge
    log: Log

    @property
    def name(self) -> str:
        """That of the judge."""
        return self.inner.name

    def judge(self, pair: Pair) -> Verdict | None:
        """What the judge says."""
        began = perf_counter()
        verdict = self.inner.judge(pair)
        self.log.spent_ms[self.name] += (perf_counter() - began) * 1000
        self.log.asked[self.name] += 1
        if verdict is not None:
            self.log.heard(pair, verdict)
        return verdict
