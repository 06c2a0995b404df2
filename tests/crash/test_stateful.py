"""Any sequence of verbs, against a dictionary that knows what must come of it."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from smalti import Memory, TurnDraft
from smalti.model.results import Outcome
from smalti.model.time import Instant
from smalti.model.turn import Turn
from smalti.testing import FrozenClock, HashEmbedder
from strategies import TRICKY_TEXTS

WORDS = ("kestrel", "heron", "lisbon", "北京烤鸭", "err-7731", "zebra")
texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join) | st.sampled_from(
    TRICKY_TEXTS
)
drafts = st.builds(
    TurnDraft,
    text=texts,
    speaker=st.sampled_from(["Ada", "Bo"]),
    said_at=st.sampled_from([None, Instant.of("2026-01-01"), Instant.of("2026-01-02T03:04+09:00")]),
    session=st.sampled_from(["s1", "s2"]),
)
embedders = st.sampled_from([None, 8, 16])


class MemoryMachine(RuleBasedStateMachine):
    """``self.oracle`` maps the id of every turn to the turn, in journal order."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="smalti-"))
        self.clock = FrozenClock()
        self.oracle: dict[str, Turn] = {}
        self.writes: list[list[TurnDraft]] = []
        self.memory: Memory | None = None
        self.copies = 0

    def open(self, dimension: int | None) -> None:
        embedder = None if dimension is None else HashEmbedder(dimension)
        path = self.folder / "memory.db"
        self.memory = Memory(path, space="home", embedder=embedder, clock=self.clock, extract=False)

    @property
    def opened(self) -> Memory:
        assert self.memory is not None
        return self.memory

    @initialize(dimension=embedders)
    def begin(self, dimension: int | None) -> None:
        self.open(dimension)
        self.opened.space("another").add("kestrel heron lisbon zebra err-7731 北京烤鸭")

    @rule(written=st.lists(drafts, min_size=1, max_size=4))
    def add(self, written: list[TurnDraft]) -> None:
        self.clock.tick()
        receipt = self.opened.add(written)
        for draft, item in zip(written, receipt.items, strict=True):
            assert item.id is not None
            assert (item.outcome is Outcome.STORED) is (item.id not in self.oracle)
            turn = Turn(item.id, draft.text, draft.speaker, draft.role, draft.said_at,
                        draft.session, self.clock())  # fmt: skip
            self.oracle.setdefault(item.id, turn)
        self.writes.append(written)

    @precondition(lambda self: self.writes)
    @rule(data=st.data())
    def add_again(self, data: st.DataObject) -> None:
        self.clock.tick()
        receipt = self.opened.add(data.draw(st.sampled_from(self.writes)))
        assert receipt.count(Outcome.DUPLICATE) == len(receipt.items)

    @rule(word=st.sampled_from(WORDS))
    def recall(self, word: str) -> None:
        found = self.opened.recall(word, k=1_000)
        ids = [item.turn.id for item in found.items]
        assert len(set(ids)) == len(ids)
        assert all(item.turn == self.oracle[item.turn.id] for item in found.items)
        holding = {turn.id for turn in self.oracle.values() if word in turn.text}
        assert holding <= set(ids)
        assert holding or not any(item.matched for item in found.items)
        assert bool(found.items) is not bool(found.reason)

    @rule(dimension=embedders)
    def reopen(self, dimension: int | None) -> None:
        self.opened.close()
        assert [file.name for file in self.folder.glob("memory.db*")] == ["memory.db"]
        self.open(dimension)

    @rule(all=st.booleans())
    def reindex(self, all: bool) -> None:
        report = self.opened.reindex(all=all)
        assert report.analysed == (len(self.oracle) if all else 0)
        if not report.degraded:
            assert self.opened.stats().unembedded == 0
            assert self.opened.check().notes == ()

    @rule()
    def move_to_another_file(self) -> None:
        self.copies += 1
        first, second = (self.folder / f"{self.copies}-{n}.jsonl" for n in (1, 2))
        assert self.opened.export(first) == len(self.oracle)
        with Memory(self.folder / f"{self.copies}.db", embedder=None) as other:
            report = other.import_(first)
            assert (report.stored, report.duplicates) == (len(self.oracle), 0)
            assert list(other.turns()) == list(self.oracle.values())
            assert other.import_(first).stored == 0
            other.export(second)
        assert first.read_bytes() == second.read_bytes()

    @invariant()
    def the_journal_is_the_oracle(self) -> None:
        if self.memory is None:
            return
        assert list(self.memory.turns()) == list(self.oracle.values())
        stats = self.memory.stats()
        assert stats.turns == len(self.oracle)
        assert stats.sessions == len({turn.session for turn in self.oracle.values()})
        assert self.memory.spaces()[0] == "another"

    def teardown(self) -> None:
        if self.memory is not None:
            assert self.memory.check().problems == ()
            self.memory.close()
        shutil.rmtree(self.folder)


TestMemoryMachine = MemoryMachine.TestCase
TestMemoryMachine.settings = settings(max_examples=25, stateful_step_count=15)
