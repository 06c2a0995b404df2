"""The test stand: haystacks imported as users import them, and the systems that search them.

All systems are the one engine on the one file. "smalti" is :meth:`smalti.Memory.recall`; the
baselines are the same recall with every weight but one at zero, and nothing held back as
irrelevant. So what a row shows is the ranking, not somebody else's tokenizer.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Self

import numpy as np

from smalti.memory import Memory
from smalti.model.errors import ModelUnavailable
from smalti.model.results import ImportReport, Recall
from smalti.model.time import Instant
from smalti.model.turn import TurnDraft
from smalti.models.embedder import Embedder, Vectors
from smalti.models.find import find_embedder
from smalti.recall.engine import Recaller
from smalti.recall.search import RecallRequest
from smalti.recall.weights import Weights, default_weights
from smalti.store.contract import Space
from smalti.store.sqlite import open_sqlite
from smalti.text.analyse import Analyser

PRODUCT = "smalti"
LANGUAGE = "en"  # of Memory, by default

_LANES = ("lexical", "vector", "speaker", "date", "previous", "answers", "next", "session")
_OF_BM25 = ("k1", "b")


def _only(lane: str) -> Weights:
    """One lane alone; what else there is are thresholds, set below anything that can be reached."""
    off = {field.name: -1.0 for field in fields(Weights) if field.name not in _OF_BM25}
    return replace(default_weights(), **off | dict.fromkeys(_LANES, 0.0) | {lane: 1.0})


def baselines(embedder: Embedder | None) -> dict[str, Weights]:
    """The weights of each baseline; without an embedder there are no vectors to compare with."""
    lanes = {"bm25": "lexical"} | ({"vector": "vector"} if embedder else {})
    return {system: _only(lane) for system, lane in lanes.items()}


def available_embedder() -> tuple[Embedder | None, str]:
    """The embedder that Smalti would use here, or ``None`` and the reason why there is none."""
    try:
        return find_embedder(), ""
    except ModelUnavailable as error:
        return None, str(error)


class CachingEmbedder:
    """An embedder that embeds each text once in its life: rows share vectors, not work."""

    def __init__(self, embedder: Embedder) -> None:
        self.info = embedder.info
        self._embedder = embedder
        self._known: dict[str, Vectors] = {}

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row per text, in order."""
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if new:
            self._known.update(zip(new, self._embedder.embed(new), strict=True))
        if not texts:
            return np.zeros((0, self.info.dimension), np.float32)
        return np.stack([self._known[text] for text in texts])


class Haystack:
    """One space that was imported, and every system's recall from it."""

    def __init__(
        self,
        memory: Memory,
        space: Space,
        embedder: Embedder | None,
        report: ImportReport | None = None,
    ) -> None:
        def embedder_here() -> Embedder:
            if embedder is None:
                raise ModelUnavailable("the benchmark runs without an embedder")
            return embedder

        self.space = space
        self.embedder = embedder
        self.analyser = Analyser(LANGUAGE)
        self.faults = () if report is None else report.faults
        stats = memory.stats()
        self.turns = stats.turns
        self.last_said_at = stats.last_said_at
        self._memory = memory
        self._baselines = {
            name: Recaller(space, self.analyser, embedder_here, weights)
            for name, weights in baselines(embedder).items()
        }

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems that can be asked, the product first."""
        return (PRODUCT, *self._baselines)

    def recall(self, system: str, query: str, *, k: int, now: Instant | None) -> Recall:
        """What a system recalls. Without a time of asking, it is the time of the last turn.

        A fixed moment, so that the same file gives the same figures tomorrow.
        """
        now = now or self.last_said_at
        if system == PRODUCT:
            return self._memory.recall(query, k=k, now=now)
        return self._baselines[system].recall(RecallRequest(query, k=k, now=now))


class Stand:
    """A memory in a temporary file; each haystack becomes a space of it."""

    def __init__(self, embedder: Embedder | None) -> None:
        self._embedder = embedder
        self._folder = TemporaryDirectory(prefix="smalti-bench-")
        file = Path(self._folder.name) / "memory.db"
        self._memory = Memory(file, embedder=embedder, extract=False)
        self._store = open_sqlite(file)

    def haystack(self, name: str, data: Mapping[str, object], *, format: str) -> Haystack:
        """Import data in one of the interchange formats into a space of its own.

        Raises:
            ModelUnavailable: there is an embedder and it did not work; figures without it would
                go by its name.
        """
        file = Path(self._folder.name) / "haystack.json"
        file.write_text(json.dumps(data), "utf-8")
        memory = self._memory.space(name)
        report = memory.import_(file, format=format)
        if report.degraded and self._embedder is not None:
            raise ModelUnavailable(f"cannot embed the haystack: {report.degraded[0].reason}")
        return Haystack(memory, self._store.space(name), self._embedder, report)

    def talk(self, name: str, turns: Sequence[TurnDraft]) -> Haystack:
        """Store turns in a space of its own.

        Raises:
            ModelUnavailable: there is an embedder and it did not work.
        """
        memory = self._memory.space(name)
        done = memory.add(turns)
        if done.degraded and self._embedder is not None:
            raise ModelUnavailable(f"cannot embed the haystack: {done.degraded[0].reason}")
        return Haystack(memory, self._store.space(name), self._embedder)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._memory.close()
        self._store.close()
        self._folder.cleanup()
