"""Drives an import: read, check, journal in batches, embed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Any

from smalti.interchange import formats
from smalti.interchange.export import NAME, read_export
from smalti.interchange.faults import head_of, is_export
from smalti.model.errors import ExternalIdConflict, InvalidInput
from smalti.model.results import Degradation, Fault, ImportReport
from smalti.model.settings import SpaceSettings
from smalti.model.time import Instant
from smalti.model.turn import Turn, TurnDraft
from smalti.store.contract import Space
from smalti.text.analyse import Analyser
from smalti.write.ingest import Progress, journal
from smalti.write.journal import number, validate
from smalti.write.keys import keys_of

_BATCH = 256  # turns a transaction, embedded together: progress shows every few seconds

Embed = Callable[[list[int]], tuple[Degradation, ...]]
Read = Callable[[list[int]], tuple[int, tuple[Degradation, ...]]]
"""Reads turns for records: how many these are, and what did not work as it could."""


@dataclass(slots=True)
class _Tally:
    stored: int = 0
    duplicates: int = 0
    records: int = 0
    faults: list[Fault] = field(default_factory=list)
    degraded: dict[Degradation, None] = field(default_factory=dict)  # each once, in order


def load(
    path: Path,
    space: Space,
    *,
    format: str | None,
    analyser: Analyser,
    now: Instant,
    default_offset: int,
    embed: Embed,
    read: Read | None,
    progress: Progress,
) -> ImportReport:
    """Import one file; see :meth:`smalti.Memory.import_`."""
    started = perf_counter()
    tally = _Tally()
    if format == NAME or (format is None and is_export(head_of(path))):
        format, nouns = NAME, read_export(path)
    else:
        format = format or formats.detect(path)
        drafts = formats.read(path, format, default_offset=default_offset)
        nouns = number(_sound(drafts, tally), now)
    remaining = iter(nouns)
    while batch := list(islice(remaining, _BATCH)):
        tally.faults += [item for item in batch if isinstance(item, Fault)]
        new = _journal(space, [i for i in batch if isinstance(i, Turn)], analyser, tally)
        tally.degraded.update(dict.fromkeys(embed(new)))
        with space.atomic():
            others = [item for item in batch if not isinstance(item, Turn | Fault)]
            known = [noun for noun in others if _is_known(space, noun)]
            space.put_all((noun, keys_of(noun)) for noun in others if noun not in known)
            tally.stored += len(others) - len(known)
            tally.duplicates += len(known)
        if read is not None and format != NAME:  # an export brings its records along
            records, degraded = read(new)
            tally.records += records
            tally.degraded.update(dict.fromkeys(degraded))
        progress(len(batch))
    return ImportReport(
        source=str(path),
        format=format,
        stored=tally.stored,
        duplicates=tally.duplicates,
        records=tally.records,
        faults=tuple(tally.faults),
        degraded=tuple(tally.degraded),
        timings_ms={"total": round((perf_counter() - started) * 1000, 3)},
    )


def _is_known(space: Space, noun: Any) -> bool:
    """Whether it is there already, as it is; a space that has settings keeps its own."""
    if isinstance(noun, SpaceSettings):
        return space.one(SpaceSettings, noun.id) is not None
    return hasattr(noun, "id") and space.one(type(noun), noun.id) == noun


def _sound(items: Iterable[TurnDraft | Fault], tally: _Tally) -> Iterator[TurnDraft]:
    """The drafts that the journal will take; what it would refuse is noted as a fault."""
    for place, item in enumerate(items, 1):
        if isinstance(item, Fault):
            tally.faults.append(item)
            continue
        try:
            validate(item, "turn")
        except InvalidInput as error:
            tally.faults.append(Fault(item.external_id or f"turn {place}", str(error)))
            continue
        yield item


def _journal(space: Space, turns: list[Turn], analyser: Analyser, tally: _Tally) -> list[int]:
    """Journal turns; the sequence numbers of the new ones."""
    appended = []
    try:
        appended = journal(space, turns, analyser) if turns else []
    except ExternalIdConflict:  # find out which; the others are good
        for turn in turns:
            try:
                appended += journal(space, [turn], analyser)
            except ExternalIdConflict as error:
                tally.faults.append(Fault(error.external_id, str(error)))
    new = [item.seq for item in appended if item.new]
    tally.stored += len(new)
    tally.duplicates += len(appended) - len(new)
    return new
