"""The test stand: a memory as users have it, in which each case sees its own turns alone."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from types import TracebackType
from typing import Self

from smalti.bench.conflicts.case import Case
from smalti.bench.conflicts.found import Extracted, KnownFinder
from smalti.bench.conflicts.trial import Cost, Trial
from smalti.bench.conflicts.watch import Log, WatchedJudge, WatchedSearcher
from smalti.memory import Memory
from smalti.model.conflict import Conflict, ConflictStatus
from smalti.model.errors import InvalidInput
from smalti.model.lifecycle import State
from smalti.model.policy import Policy
from smalti.model.record import Record
from smalti.model.results import Receipt
from smalti.models.embedder import Embedder
from smalti.models.llm import LanguageModel
from smalti.write.checking import Rules

_STEMMED = frozenset({"en", "zh", "ja", "ko", "de", "es", "fr"})
_SEEN = (ConflictStatus.OPEN, ConflictStatus.RESOLVED)
_NO = State.REJECTED


@dataclass(frozen=True, slots=True)
class Variant:
    """How memory is set up: what it does with contradictions, and which judges it goes without."""

    policy: Policy = Policy.AUTO
    without: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """As it stands in tables."""
        left_out = "".join(f" without {judge}" for judge in self.without)
        return f"{self.policy.value}{left_out}"


@dataclass(frozen=True, slots=True)
class _Base:
    """What is stored before: its turns, the records and their states, the conflicts in it.

    ``held`` are the turns that a record rests on, ``alarms`` tells of the conflicts.
    """

    turns: tuple[str, ...]
    records: Mapping[str, State]
    conflicts: frozenset[str]
    held: tuple[str, ...]
    alarms: tuple[str, ...]
    file: Path = field(default_factory=Path)


class Stand:
    """Memories in temporary files, one for each language and one for each base that is shared."""

    def __init__(
        self,
        variant: Variant,
        *,
        embedder: Embedder | None = None,
        model: LanguageModel | None = None,
        extracted: Extracted | None = None,
    ) -> None:
        self._variant = variant
        self._embedder = embedder
        self._model = model
        self._extracted = extracted
        self._folder = TemporaryDirectory(prefix="smalti-bench-")
        self._open: dict[str, Memory] = {}
        self._bases: dict[str, _Base] = {}
        self._rules: Rules | None = None
        self._log = Log()

    def run(self, case: Case) -> Trial:
        """Store what a case has before, then what comes in, and tell what became of both."""
        if not case.shares:
            memory = self.space(case.id, case.language)
            return self._tried(case, memory, self._stored(memory, case))
        if case.base not in self._bases:
            self._bases[case.base] = self._based(case)
        base = self._bases[case.base]
        copy = shutil.copyfile(base.file, Path(self._folder.name) / "copy.db")
        with self._opened(copy, case.language) as memory:
            return self._tried(case, memory, base)

    def space(self, name: str, language: str) -> Memory:
        """A space of its own."""
        memory = self._memory(language).space(name)
        self._extracts(memory)
        return memory

    def _memory(self, language: str) -> Memory:
        if language not in self._open:
            file = Path(self._folder.name) / f"{language}.db"
            self._open[language] = self._opened(file, language)
        return self._open[language]

    def _opened(self, file: Path, language: str) -> Memory:
        memory = Memory(
            file,
            embedder=self._embedder,
            model=self._model,
            policy=self._variant.policy.value,
            language=language if language in _STEMMED else "und",
        )
        if self._rules is None:
            self._rules = self._watched(memory._setup.rules)
        memory._setup.rules = self._rules
        self._extracts(memory)
        return memory

    def _extracts(self, memory: Memory) -> None:
        """Let a memory use what was found in the same turns before."""
        if self._extracted is not None and self._model is None:
            memory._reader._finder = KnownFinder(self._extracted)

    def _watched(self, rules: Rules) -> Rules:
        """The same rules without some judges, and with somebody looking on."""
        known = [judge.name for judge in rules.judges]
        for name in self._variant.without:
            if name not in known:
                fix = f"Known: {', '.join(known)}"
                raise InvalidInput("without", name, "is no judge", fix=fix)
        searcher = rules.searcher
        return replace(
            rules,
            searcher=WatchedSearcher(
                searcher.table,
                searcher.policy,
                searcher.ranks,
                _related=searcher._related,
                log=self._log,
            ),
            judges=tuple(
                WatchedJudge(judge, self._log)
                for judge in rules.judges
                if judge.name not in self._variant.without
            ),
        )

    def _based(self, case: Case) -> _Base:
        file = Path(self._folder.name) / f"base-{len(self._bases)}.db"
        with self._opened(file, case.language) as memory:
            return replace(self._stored(memory, case), file=file)

    def _stored(self, memory: Memory, case: Case) -> _Base:
        """Store what is there before, turn by turn, as it is said."""
        turns = tuple(memory.add(turn).ids[0] for turn in case.before)
        records = list(memory.records(state=None))
        held = {e.turn for one in records if one.state is not _NO for e in one.evidence}
        conflicts = _conflicts(memory)
        return _Base(
            turns=turns,
            records={one.id: one.state for one in records},
            conflicts=frozenset(one.id for one in conflicts),
            held=tuple(id for id in turns if id in held),
            alarms=tuple(_told(one, records) for one in conflicts if one.status in _SEEN),
        )

    def _tried(self, case: Case, memory: Memory, base: _Base) -> Trial:
        self._log.take()
        began = perf_counter()
        receipts = [memory.add(turn) for turn in case.incoming]
        took = (perf_counter() - began) * 1000
        compared, asked, spent = self._log.take()
        incoming = tuple(id for receipt in receipts for id in receipt.ids)
        conflicts = [one for one in _conflicts(memory) if one.id not in base.conflicts]
        met = {id for one in compared for id in (one.stored, one.incoming)}
        met.update(id for one in conflicts for id in (one.stored, one.incoming))
        records = [
            one
            for one in memory.records(state=None)
            if not case.shares
            or one.id in met
            or base.records.get(one.id) is not one.state
            or any(e.turn in incoming for e in one.evidence)
        ]
        return Trial(
            case=case.id,
            before=base.turns,
            incoming=incoming,
            records=tuple(records),
            names=memory.names(records),
            items=tuple(item for receipt in receipts for item in receipt.records),
            conflicts=tuple(conflicts),
            compared=compared,
            held=base.held,
            were={one.id: base.records[one.id] for one in records if one.id in base.records},
            base_alarms=base.alarms,
            cost=_cost(receipts, took, asked, spent),
            degraded=tuple(
                one for receipt in receipts for one in receipt.degraded if one.part != "vector"
            ),
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for memory in self._open.values():
            memory.close()
        self._folder.cleanup()


def _conflicts(memory: Memory) -> list[Conflict]:
    return memory.conflicts(status=None)


def _told(conflict: Conflict, records: Sequence[Record]) -> str:
    said = {one.id: one.sentence for one in records}
    sides = " ← ".join(said.get(id, id) for id in (conflict.stored, conflict.incoming))
    return f"{conflict.relation.value} ({conflict.judge}) {sides}: {conflict.reason}"


def _cost(
    receipts: Sequence[Receipt],
    took_ms: float,
    asked: Mapping[str, int],
    spent_ms: Mapping[str, float],
) -> Cost:
    def stage(name: str) -> float:
        return round(sum(one.timings_ms.get(name, 0.0) for one in receipts), 3)

    return Cost(
        save_ms=round(took_ms, 3),
        check_ms=stage("check"),
        alike_ms=stage("alike"),
        asked=asked,
        spent_ms=spent_ms,
        usage=tuple(use for receipt in receipts for use in receipt.usage),
    )
