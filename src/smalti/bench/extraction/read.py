"""Reading the items: through a memory as users have it, one write after the other.

What was found in an item is one line of a file of rows, so that a run with a language model can be
stopped and taken up again, and its figures computed anew without asking again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Self

import smalti
from smalti.bench.extraction.data import Item
from smalti.bench.kept import keep, read_kept
from smalti.memory import Memory
from smalti.model.codec import from_data, to_data
from smalti.model.errors import InvalidInput
from smalti.model.lifecycle import State
from smalti.model.record import Record
from smalti.model.results import Degradation, ModelUse, Outcome, Receipt
from smalti.models.llm import LanguageModel

Say = Callable[[str], None]
_EVERY = 20  # items between two words about how far it is


@dataclass(frozen=True, slots=True)
class Run:
    """What must be the same for the rows of two runs to belong together."""

    sha256: str
    model: str | None
    smalti: str = smalti.__version__


@dataclass(frozen=True, slots=True)
class Reading:
    """What memory made of one item.

    ``turns`` are the ids of its turns in order; ``records`` all that rest on one of them and were
    not refused, ``names`` those of their entities by id; ``refused`` counts refusals by reason.
    ``faults`` are what a model's replies had wrong.
    """

    item: str
    turns: tuple[str, ...]
    records: tuple[Record, ...]
    names: Mapping[str, str]
    refused: Mapping[str, int] = field(default_factory=dict)
    faults: tuple[str, ...] = ()
    usage: tuple[ModelUse, ...] = ()
    degraded: tuple[Degradation, ...] = ()

    def place(self, record: Record) -> int:
        """Which of the item's turns the record rests on first."""
        return min(self.turns.index(e.turn) for e in record.evidence if e.turn in self.turns)


class Stand:
    """A memory in a temporary file, without an embedder; each space of the items is one of it."""

    def __init__(self, model: LanguageModel | None = None) -> None:
        self._folder = TemporaryDirectory(prefix="smalti-bench-")
        self._memory = Memory(Path(self._folder.name) / "memory.db", embedder=None, model=model)
        self._spaces: dict[str, Memory] = {}

    def read(self, item: Item) -> Reading:
        """Add the turns of an item, and gather what memory has learnt from them."""
        if item.space not in self._spaces:
            self._spaces[item.space] = self._memory.space(item.space)
        memory = self._spaces[item.space]
        receipts = [memory.add(write) for write in item.writes]
        return _reading(item, memory, receipts)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._memory.close()
        self._folder.cleanup()


def _reading(item: Item, memory: Memory, receipts: Sequence[Receipt]) -> Reading:
    turns = tuple(id for receipt in receipts for id in receipt.ids)
    kept = {
        record.id: record
        for turn in turns
        for record in memory.records(state=None, turn=turn)
        if record.state is not State.REJECTED
    }
    statements = [one for receipt in receipts for one in receipt.records]
    refused = [one for one in statements if one.outcome is Outcome.REFUSED]
    reasons = [one.reason for one in refused if one.start < one.end]
    return Reading(
        item=item.id,
        turns=turns,
        records=tuple(kept.values()),
        names=memory.names(kept.values()),
        refused={reason: reasons.count(reason) for reason in dict.fromkeys(reasons)},
        faults=tuple(one.reason for one in refused if one.start == one.end),
        usage=tuple(use for receipt in receipts for use in receipt.usage),
        degraded=tuple(one for receipt in receipts for one in receipt.degraded if _tells(one)),
    )


def _tells(degradation: Degradation) -> bool:
    return degradation.part != "vector"  # there is no embedder, and none is missed


def read_all(
    items: Sequence[Item],
    model: LanguageModel | None,
    *,
    rows: Path | None = None,
    run: Run,
    resume: bool = False,
    say: Say = lambda _: None,
) -> list[Reading]:
    """Read every item, those with a row already from there.

    Args:
        items: read in their order.
        model: what memory reads with; ``None`` for its local rules.
        rows: each reading is appended to this file as soon as it is there.
        run: rows of another run are refused.
        resume: use the rows that are there; otherwise the file must not exist yet.
        say: told how far it is.

    Raises:
        InvalidInput: the file of rows cannot be used.
    """
    known = _known(rows, run, resume=resume)
    readings: list[Reading] = []
    with Stand(model) as stand:
        for number, item in enumerate(items, 1):
            if item.id not in known:
                known[item.id] = stand.read(item)
                _append(rows, known[item.id], run)
            readings.append(known[item.id])
            if number % _EVERY == 0:
                say(f"{number} of {len(items)} items read")
    return readings


def _known(rows: Path | None, run: Run, *, resume: bool) -> dict[str, Reading]:
    if rows is None or not rows.exists():
        return {}
    if not resume:
        raise InvalidInput("rows", str(rows), "is there already", fix="Resume, or name another")
    return {reading.item: reading for reading in _rows(rows, run)}


def _rows(path: Path, run: Run) -> Iterator[Reading]:
    """The rows of a file, all of one run."""
    for place, row in read_kept(path, "reading"):
        if row["run"] != asdict(run):
            raise InvalidInput("rows", place, f"was made by {row['run']}, not {asdict(run)}")
        yield from_data(Reading, row["reading"])


def _append(rows: Path | None, reading: Reading, run: Run) -> None:
    if rows is not None:
        keep(rows, {"run": asdict(run), "reading": to_data(reading)})
