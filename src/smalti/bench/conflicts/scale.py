"""How long a check takes when a store is large, and when a single slot is.

A store of each size is filled with structured assertions: people with twenty properties each, so
that a larger store has more people and slots, not fuller ones. They are journalled and committed
by the ordinary write path in batches, but without being compared with each other; filling is not
part of the figures. Then 1,000 assertions are made one by one, as a user makes them: a third name
another value of a slot that is filled, a third the same value again, a third are about somebody
new.

A slot of 10,000 values of a property that may have many is filled in the same way; then 50 more are
asserted of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import count, islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import smalti
from smalti.bench.extraction.speed import percentiles
from smalti.bench.report import Result, result
from smalti.memory import Memory
from smalti.model.policy import Policy
from smalti.write.assertion import Assertion, stated
from smalti.write.committing import Committer
from smalti.write.report import Report
from smalti.write.statement import ASSERTED
from smalti.write.unit import Unit

SAVES = 1_000
ONE_SLOT, ONE_SLOT_SAVES = 10_000, 50
_BATCH = 500  # assertions filled in together
_PREDICATES = (
    ("lives_in", "Town"), ("works_for", "Firm"), ("has_role", "Role"), ("born_in", "Place"),
    ("has_doctor", "Doctor"), ("landlord", "Owner"), ("favourite_colour", "Colour"),
    ("favourite_food", "Dish"), ("smoking_status", "Habit"), ("marital_status", "State"),
    ("insured_with", "Insurer"), ("banks_with", "Bank"), ("commutes_by", "Way"),
    ("nationality", "Country"), ("religion", "Faith"), ("has_pet", "Pet"), ("plays", "Game"),
    ("likes", "Thing"), ("speaks", "Tongue"), ("visited", "City"),
)  # fmt: skip
_VALUES = 200  # different values of each property


@dataclass(frozen=True, slots=True)
class Timed:
    """Milliseconds of each save, and of the check within it."""

    save: Sequence[float]
    check: Sequence[float]

    def figures(self) -> dict[str, Any]:
        """As part of the result."""
        return {
            "saves": len(self.save),
            "seconds": round(sum(self.save) / 1000, 2),
            "save_ms": percentiles(self.save),
            "check_ms": percentiles(self.check),
        }


def run(
    sizes: Sequence[int],
    *,
    saves: int = SAVES,
    one_slot: int = ONE_SLOT,
    say: Callable[[str], None] = lambda _: None,
) -> Result:
    """Measure stores of these sizes in records, and one slot with so many.

    Args:
        sizes: records that are there before.
        saves: assertions that are timed on each.
        one_slot: values of the one slot.
        say: told how far it is.
    """
    rows = []
    for size in sizes:
        with _memory() as memory:
            began = perf_counter()
            _fill(memory, islice(_people(), size))
            filled = perf_counter() - began
            say(f"{size} records in {filled:.0f} s")
            timed = _saved(memory, _mixed(size, saves))
        rows.append(
            {"system": f"{size} records", "records": size, "filling_s": round(filled, 1)}
            | timed.figures()
        )
    with _memory() as memory:
        _fill(memory, _hub(range(one_slot)))
        timed = _saved(memory, _hub(range(one_slot, one_slot + ONE_SLOT_SAVES)))
    rows.append({"system": "one slot", "records": one_slot} | timed.figures())
    return result(
        "conflict scale",
        dataset={"sizes": list(sizes)},
        settings={"smalti": smalti.__version__, "embedder": None},
        rows=rows,
    )


@contextmanager
def _memory() -> Iterator[Memory]:
    """A memory in a file that goes with it."""
    with (
        TemporaryDirectory(prefix="smalti-bench-") as folder,
        Memory(Path(folder) / "memory.db", embedder=None, model=None) as memory,
    ):
        yield memory


def _people() -> Iterator[Assertion]:
    """What is known of one person after the other."""
    for person in count():
        yield from (_known(person, place) for place in range(len(_PREDICATES)))


def _known(person: int, place: int, *, more: int = 0) -> Assertion:
    predicate, value = _PREDICATES[place]
    number = (person * 7 + place * 13 + more) % _VALUES
    return Assertion(_name(person), predicate, f"{_name(number + place * _VALUES)} {value}")


def _name(number: int) -> str:
    """A name of its own for each number, unlike that of the next."""
    draw = Random(number)
    syllables = (draw.choice("bdfgklmnprstvz") + draw.choice("aeiou") for _ in range(4))
    return "".join(syllables).title()


def _mixed(size: int, saves: int) -> Iterator[Assertion]:
    people = max(size // len(_PREDICATES), 1)
    draw = Random(0)
    for number in range(saves):
        place = draw.randrange(len(_PREDICATES))
        person = draw.randrange(people)
        if number % 3 == 2:
            person = people + number
        yield _known(person, place, more=int(number % 3 == 0))


def _hub(numbers: Sequence[int]) -> Iterator[Assertion]:
    return (Assertion("Hub", "likes", f"{_name(number)} pie") for number in numbers)


def _fill(memory: Memory, assertions: Iterator[Assertion]) -> None:
    """Journal and commit assertions in batches, without comparing them."""
    rules = replace(memory._setup.rules, conflicts=Policy.APPEND_ONLY)
    while batch := list(islice(assertions, _BATCH)):
        receipt = memory.add(
            [{"text": one.text, "speaker": one.subject} for one in batch], extract=False
        )
        space = memory._space
        with space.atomic():
            committer = Committer(Unit(space), rules, receipt.at, Report())
            for id, one in zip(receipt.ids, batch, strict=True):
                turn = space.turn(id)
                assert turn is not None  # journalled above
                committer.place(stated(one, turn, rules.predicates), ASSERTED)
            committer.unit.store()


def _saved(memory: Memory, assertions: Iterator[Assertion]) -> Timed:
    saves, checks = [], []
    for one in assertions:
        began = perf_counter()
        receipt = memory.assert_(one.subject, one.predicate, one.object, speaker=one.subject)
        saves.append((perf_counter() - began) * 1000)
        checks.append(receipt.timings_ms.get("check", 0.0))
    return Timed(saves, checks)
