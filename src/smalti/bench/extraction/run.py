"""Extraction: is what people say in a record afterwards, and does every record say what was said?

Turns go through :class:`smalti.Memory` as users have it, with its local rules or with a language
model. :mod:`~smalti.bench.extraction.match` says when a record covers a statement.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

import smalti
from smalti.bench.extraction import match as matcher
from smalti.bench.extraction.check import Finding, findings, speakers, subjects, valid_spans
from smalti.bench.extraction.data import Item, Set, read_items
from smalti.bench.extraction.read import Reading, Run, Say, read_all
from smalti.bench.extraction.score import (
    Judged,
    coverage,
    coverage_by,
    judge,
    miss,
    quiet,
    share,
)
from smalti.bench.extraction.speed import percentiles, speed
from smalti.bench.extraction.verdicts import (
    figures,
    read_by_hand,
    read_verdicts,
    reliability,
    sample,
    sheet_line,
    write_sheet,
)
from smalti.bench.report import Result, fingerprint, result
from smalti.models.llm import LanguageModel


@dataclass(frozen=True, slots=True)
class Options:
    """How a run goes; every part may be left out.

    ``rows`` keeps what was found of each item, and with ``resume`` items in it are not read again.
    ``sample`` records are drawn for reading by hand and written to ``sheet``; ``verdicts`` is a
    filled sheet. ``speed`` is measured without a model only.
    """

    kind: Set | None = None
    limit: int | None = None
    rows: Path | None = None
    resume: bool = False
    sample: int = 0
    seed: int = 0
    sheet: Path | None = None
    verdicts: Path | None = None
    speed: bool = True


@dataclass(frozen=True, slots=True)
class Measured:
    """Everything that was read, what was found in it, and which statements that covers."""

    items: Sequence[Item]
    readings: Sequence[Reading]
    found: dict[str, list[Finding]]
    judged: Sequence[Judged]

    @property
    def records(self) -> list[Finding]:
        """All that was found."""
        return list(chain.from_iterable(self.found.values()))

    @property
    def said(self) -> list[Judged]:
        """The statements that should be remembered."""
        return [one for one in self.judged if not one.interferes]

    @property
    def interfering(self) -> list[Judged]:
        """Those that only an assistant brings up."""
        return [one for one in self.judged if one.interferes]


def run(
    path: Path,
    *,
    model: LanguageModel | None = None,
    options: Options = Options(),
    say: Say = lambda _: None,
) -> Result:
    """Run the benchmark on a file.

    Raises:
        InvalidInput: a file is not what it should be, or cannot be written.
    """
    items = read_items(path, options.kind, options.limit)
    verdicts = None if options.verdicts is None else read_verdicts(options.verdicts)
    data = fingerprint(path)
    this = Run(data["sha256"], None if model is None else model.name)
    readings = read_all(items, model, rows=options.rows, run=this, resume=options.resume, say=say)
    measured = _measured(items, readings)
    records = measured.records
    drawn = sample(records, options.sample, options.seed)
    if options.sheet is not None:
        write_sheet(options.sheet, drawn)
    more: dict[str, Any] = {"sample": [sheet_line(one) for one in drawn]}
    if verdicts is not None:
        reads = read_by_hand(records, verdicts)
        more["read_by_hand"] = figures(reads, len(verdicts))
        more["calibration"] = reliability(reads)
    if model is None and options.speed:
        more["speed"] = speed([turn for item in items for turn in item.turns])
    if model is not None:
        more["model"] = _model(model, readings)
    return _result(data, this, measured, more)


def _measured(items: Sequence[Item], readings: Sequence[Reading]) -> Measured:
    pairs = list(zip(items, readings, strict=True))
    return Measured(
        items,
        readings,
        {item.id: findings(item, reading) for item, reading in pairs},
        [one for item, reading in pairs for one in judge(item, reading)],
    )


def _result(data: dict[str, Any], this: Run, measured: Measured, more: dict[str, Any]) -> Result:
    checks = {
        "valid_spans": valid_spans(measured.items, measured.readings).figures(),
        "speaker": speakers(measured.records).figures(),
        "subject": subjects(measured.records).figures(),
    }
    silence = quiet(measured.items, measured.found)
    return result(
        "extract",
        dataset=data | _counts(measured),
        settings=_settings(this, measured),
        rows=[_row(this, measured, checks, silence, more)],
        by_part=coverage_by(measured.judged, lambda one: one.wanted.part),
        by_group=_by_group(measured.said),
        not_memory=silence,
        checks=checks,
        states=_states(measured),
        refused=dict(Counter(chain.from_iterable(_refusals(measured.readings))).most_common()),
        degraded=_degraded(measured.readings),
        **more,
        misses=[miss(one) for one in measured.said if not one.found.covered],
        interferences=[miss(one) for one in measured.interfering if one.found.told],
    )


def _by_group(said: Sequence[Judged]) -> dict[str, dict[str, Any]]:
    names = dict.fromkeys(name for one in said for name in one.wanted.groups)

    def grouped(name: str) -> dict[str, Any]:
        return coverage_by(said, lambda one: one.wanted.groups.get(name))

    return {name: grouped(name) for name in names}


def _counts(measured: Measured) -> dict[str, Any]:
    return {
        "items": len(measured.items),
        "turns": sum(len(item.turns) for item in measured.items),
        "statements": len(measured.said),
    }


def _settings(this: Run, measured: Measured) -> dict[str, Any]:
    return {
        "smalti": smalti.__version__,
        "model": this.model,
        "extractors": sorted({one.record.extractor for one in measured.records}),
        "matcher": {
            "words": matcher.THRESHOLD,
            "words_unspaced": matcher.THRESHOLD_UNSPACED,
            "low": matcher.LOW_THRESHOLD,
        },
    }


def _row(
    this: Run,
    measured: Measured,
    checks: dict[str, Any],
    silence: dict[str, Any],
    more: dict[str, Any],
) -> dict[str, Any]:
    """The figures that stand for the whole run."""
    turns = sum(len(item.turns) for item in measured.items)
    row = {
        "system": "smalti" if this.model is None else f"smalti with {this.model}",
        **coverage(measured.said),
        "not_memory_quiet": silence["share"],
        "valid_spans": checks["valid_spans"]["right"],
        "speaker_right": checks["speaker"]["right"],
        "subject_right": checks["subject"]["right"],
        "records": len(measured.records),
        "records_per_turn": round(len(measured.records) / turns, 3),
    }
    if interfering := measured.interfering:
        row["interference"] = share([one.found.covered for one in interfering])
        row["interference_as_told"] = share([one.found.told for one in interfering])
    if "read_by_hand" in more:
        row["precision"] = more["read_by_hand"]["shares"]["right"]["share"]
    if "speed" in more:
        row["turns_per_second"] = more["speed"]["extract_turns_per_second"]
    return row


def _states(measured: Measured) -> dict[str, int]:
    return dict(Counter(one.record.state.value for one in measured.records).most_common())


def _refusals(readings: Sequence[Reading]) -> Iterator[Iterator[str]]:
    for reading in readings:
        yield Counter(reading.refused).elements()


def _degraded(readings: Sequence[Reading]) -> dict[str, int]:
    told = (f"{one.part}: {one.reason}" for reading in readings for one in reading.degraded)
    return dict(Counter(told).most_common())


def _model(model: LanguageModel, readings: Sequence[Reading]) -> dict[str, Any]:
    """What the model was asked for and what came of it. Latency is that of one call."""
    uses = [use for reading in readings for use in reading.usage]
    latencies = [use.latency_ms / use.calls for use in uses if use.calls]
    faults = Counter(fault for reading in readings for fault in reading.faults)
    return {
        "name": model.name,
        "answered_as": sorted({use.model for use in uses if use.calls}),
        "calls": sum(use.calls for use in uses),
        "input_tokens": sum(use.input_tokens for use in uses),
        "output_tokens": sum(use.output_tokens for use in uses),
        "latency_ms": percentiles(latencies) if latencies else None,
        "items_with_fallback": sum(bool(reading.degraded) for reading in readings),
        "faults": dict(faults.most_common()),
    }
