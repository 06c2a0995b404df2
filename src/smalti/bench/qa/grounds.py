"""The memories that the questions about a talk are asked of, filled once and perhaps kept.

``smalti`` is a memory as users have it. ``bm25`` holds the same turns as they were said, without
records and without an embedder, and ranks them by BM25 alone.
"""

from __future__ import annotations

import hashlib
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from types import TracebackType
from typing import Self

import smalti
from smalti.bench.conflicts.memconflict import asserted
from smalti.bench.qa.case import Talk
from smalti.bench.stand import LANGUAGE, baselines
from smalti.bench.talks import Say
from smalti.memory import Memory
from smalti.memory.setup import Setup
from smalti.model.codec import to_data, to_line
from smalti.model.errors import InvalidInput, ModelUnavailable
from smalti.model.results import Receipt
from smalti.models.embedder import Embedder
from smalti.recall.engine import Recaller
from smalti.store.contract import Space
from smalti.text.analyse import Analyser

SMALTI, BM25 = "smalti", "bm25"

_BATCH = 64  # turns in one write
_TOLD_EVERY = 4 * _BATCH  # turns between two words about how far it is


class LexicalMemory(Memory):
    """A memory that ranks turns by BM25 alone and holds nothing back as irrelevant."""

    def _bind(self, setup: Setup, space: Space) -> None:
        super()._bind(setup, space)
        weights = baselines(None)[BM25]
        self._recaller = Recaller(space, setup.analyser, setup.embedder, weights)


class Grounds:
    """Opens the memories of talks; each is filled when first asked for.

    Args:
        embedder: of the memories called ``smalti``; ``None`` recalls by words only.
        keep: a folder in which filled memories stay, so that a later run only asks.
        say: told what is being done.
    """

    def __init__(self, embedder: Embedder | None, keep: Path | None, say: Say) -> None:
        self.reused: list[str] = []
        self.fill_ms: list[float] = []
        self._embedder = embedder
        self._say = say
        self._temporary = TemporaryDirectory(prefix="smalti-bench-") if keep is None else None
        self._folder = Path(self._temporary.name) if self._temporary else _folder(keep)
        self._open: dict[tuple[str, str], Memory] = {}

    def memory(self, talk: Talk, how: str) -> Memory:
        """The memory of a talk, ``smalti`` or ``bm25``.

        Raises:
            ModelUnavailable: there is an embedder and it did not work.
        """
        found = self._open.get((talk.name, how))
        if found is None:
            if any(name != talk.name for name, _ in self._open):
                self.leave()
            found = self._open[talk.name, how] = self._filled(talk, how)
        return found

    def leave(self) -> None:
        """Close what is open: one talk is asked about at a time."""
        for memory in self._open.values():
            memory.close()
        self._open.clear()

    def _filled(self, talk: Talk, how: str) -> Memory:
        file = self._folder / f"{_key(talk, how, self._embedder)}.db"
        if file.exists():
            self.reused.append(talk.name)
            self._say(f"{talk.name}, {how}: asking the memory kept in {file.name}")
            return self._opened(file, how)
        unfinished = file.with_suffix(".unfinished")
        unfinished.unlink(missing_ok=True)
        began = perf_counter()
        with self._opened(unfinished, how) as memory:
            self._fill(memory, talk, how)
        unfinished.rename(file)
        self.fill_ms.append((perf_counter() - began) * 1000)
        return self._opened(file, how)

    def _opened(self, file: Path, how: str) -> Memory:
        if how == BM25:
            return LexicalMemory(file, embedder=None, model=None, extract=False, policy="auto")
        return Memory(file, embedder=self._embedder, model=None, policy="auto")

    def _fill(self, memory: Memory, talk: Talk, how: str) -> None:
        self._say(f"{talk.name}, {how}: storing {len(talk.turns)} turns")
        if how == SMALTI and talk.stated:
            for stated in talk.stated:
                self._check(asserted(memory, stated), how)
            return
        for first in range(0, len(talk.turns), _BATCH):
            if first and not first % _TOLD_EVERY:
                self._say(f"{talk.name}: {first} of {len(talk.turns)} turns")
            self._check(memory.add(talk.turns[first : first + _BATCH]), how)

    def _check(self, done: Receipt, how: str) -> None:
        """Figures without the embedder would go by its name."""
        expected = how == SMALTI and self._embedder is not None
        for one in done.degraded:
            if expected and one.part == "vector":
                raise ModelUnavailable(f"cannot embed the turns: {one.reason}")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.leave()
        if self._temporary is not None:
            self._temporary.cleanup()


def _folder(path: Path | None) -> Path:
    assert path is not None
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidInput("keep", str(path), f"cannot be used ({error})") from error
    return path


def _key(talk: Talk, how: str, embedder: Embedder | None) -> str:
    """Names a file by all that it depends on but the code: content, version, analyser, embedder."""
    parts = [
        [to_data(turn) for turn in talk.turns],
        [asdict(one) for one in talk.stated] if how == SMALTI else [],
        smalti.__version__,
        Analyser(LANGUAGE).name,
        str(embedder.info) if embedder is not None and how == SMALTI else None,
    ]
    digest = hashlib.sha256(to_line(parts).encode()).hexdigest()
    name = "".join(sign if sign.isalnum() else "-" for sign in talk.name)[:40]
    return f"{name}-{how}-{digest[:16]}"
