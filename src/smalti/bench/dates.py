"""Dates: does the grammar find the right interval, precision and rule in labelled sentences?

One JSON object a line: ``text``, ``lang``, ``said_at``, ``expression``, ``start``, ``end``,
``precision``, ``relation``, and ``rrule``, ``trap`` or ``also`` where they apply. An item is right
when the mention that covers its expression has its interval and precision, or one of the intervals
in ``also``; a recurring one when the rules agree; a trap when nothing is found at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from rich.console import RenderableType
from rich.table import Table

import smalti
from smalti.bench.labelled import labelled_items
from smalti.bench.report import Result, fingerprint, result
from smalti.model.time import Instant, Interval
from smalti.text.when import DateMention, find_dates

# Grains that the model's precision has no word for, and the one that stands for them.
_STANDS_FOR = {"weekend": "week", "quarter": "season"}
_NEEDED = ("id", "lang", "said_at", "text", "expression", "precision", "relation")


@dataclass(frozen=True, slots=True)
class Verdict:
    """One item, what was found in its text, and whether that is right."""

    item: dict[str, Any]
    found: tuple[DateMention, ...]
    mention: DateMention | None
    right: bool

    @property
    def kind(self) -> str:
        """Trap, or the relation of the item."""
        return "trap" if self.item.get("trap") else str(self.item["relation"])


def run(path: Path, *, tell_language: bool = False) -> Result:
    """Run the benchmark on a file of labelled sentences.

    Args:
        path: the file, JSON Lines.
        tell_language: tell the grammar the language of each item instead of letting it decide.

    Raises:
        InvalidInput: the file is not what it should be; says which line.
    """
    items = labelled_items(path, _NEEDED)
    found = [_found(item, tell_language) for item in items]
    began = perf_counter()  # once more, with the tables at hand
    for item in items:
        _found(item, tell_language)
    seconds = perf_counter() - began
    verdicts = [judged(item, mentions) for item, mentions in zip(items, found, strict=True)]
    return _result(path, verdicts, seconds)


def tables(found: Result) -> Iterator[RenderableType]:
    """The figures for people: by language and by kind, and the misses."""
    for title in ("language", "kind"):
        table = Table(title=f"dates by {title}", title_justify="left", title_style="bold")
        table.add_column(title)
        for name in ("items", "right", "accuracy"):
            table.add_column(name, justify="right")
        for name, row in found[f"by_{title}"].items():
            table.add_row(name, str(row["items"]), str(row["right"]), f"{row['accuracy']:.4f}")
        yield table
    yield f"all: {found['accuracy']:.4f}, {found['sentences_per_second']:,.0f} sentences a second"
    for miss in found["misses"]:
        yield f"{miss['id']}: {miss['expression']!r}: {miss['found']} for {miss['wanted']}"


def _found(item: dict[str, Any], tell_language: bool) -> list[DateMention]:
    language = item["lang"] if tell_language else None
    return find_dates(item["text"], Instant.of(item["said_at"]), language=language)


def judged(item: dict[str, Any], found: Sequence[DateMention]) -> Verdict:
    """The verdict on the mentions found in the text of an item."""
    mention = _covering(item, found)
    if item.get("trap"):
        right = not found
    elif mention is None:
        right = False
    elif item["relation"] == "recurring":
        right = _same_rule(item["rrule"], mention.recurrence) and _same_precision(item, mention)
    else:
        right = _same_interval(item, mention)
    return Verdict(item, tuple(found), mention, right)


def _covering(item: dict[str, Any], found: Iterable[DateMention]) -> DateMention | None:
    """The mention that shares most characters with the labelled expression."""
    start = item["text"].casefold().find(item["expression"].casefold())
    end = start + len(item["expression"])
    shared = [(min(end, one.end) - max(start, one.start), one) for one in found]
    most = max(shared, key=lambda pair: pair[0], default=(0, None))
    return most[1] if most[0] > 0 else None


def _same_interval(item: dict[str, Any], mention: DateMention) -> bool:
    if item["start"] is None:
        return mention.interval is None and mention.recurrence is None
    offset = Instant.of(item["said_at"]).offset
    got = _ends(mention.interval)
    wanted = _labelled(item, offset)
    if got == wanted:
        return _same_precision(item, mention)
    return got in [_labelled(other, offset) for other in item.get("also", ())]


def _labelled(item: dict[str, Any], offset: int) -> tuple[int, int]:
    start = Instant.of(item["start"], default_offset=offset)
    return start.micros, Instant.of(item["end"], default_offset=offset).micros


def _ends(interval: Interval | None) -> tuple[int, int] | None:
    ends = None if interval is None else interval.ends
    return None if ends is None else (ends[0].micros, ends[1].micros)


def _same_precision(item: dict[str, Any], mention: DateMention) -> bool:
    wanted = str(item["precision"])
    return mention.precision.value == _STANDS_FOR.get(wanted, wanted)


def _same_rule(wanted: str, got: str | None) -> bool:
    """Whether two RFC 5545 rules have the same parts, in any order."""
    return got is not None and _parts(wanted) == _parts(got)


def _parts(rule: str) -> dict[str, frozenset[str]]:
    named = (part.partition("=") for part in rule.split(";"))
    return {name: frozenset(value.split(",")) for name, _, value in named}


def _result(path: Path, verdicts: Sequence[Verdict], seconds: float) -> Result:
    languages = _grouped(verdicts, lambda verdict: verdict.item["lang"].split("-")[0])
    kinds = _grouped(verdicts, lambda verdict: verdict.kind)
    relations = [v.mention.relation.value == v.item["relation"] for v in verdicts if v.mention]
    row = {
        "system": "smalti",
        "accuracy": _share(verdicts),
        **{f"accuracy_{name}": _share(some) for name, some in languages.items()},
        "traps": _share(kinds.get("trap", ())),
        "relation": round(sum(relations) / len(relations), 4) if relations else None,
        "sentences_per_second": round(len(verdicts) / seconds, 1),
    }
    return result(
        "dates",
        dataset=fingerprint(path) | {"items": len(verdicts)},
        settings={"smalti": smalti.__version__},
        rows=[row],
        by_language=_counted(languages),
        by_kind=_counted(kinds),
        by_precision=_counted(_grouped(verdicts, lambda verdict: verdict.item["precision"])),
        misses=[_miss(verdict) for verdict in verdicts if not verdict.right],
    )


def _grouped(
    verdicts: Iterable[Verdict], name_of: Callable[[Verdict], str]
) -> dict[str, list[Verdict]]:
    groups: dict[str, list[Verdict]] = {}
    for verdict in sorted(verdicts, key=name_of):
        groups.setdefault(name_of(verdict), []).append(verdict)
    return groups


def _share(verdicts: Sequence[Verdict]) -> float | None:
    if not verdicts:
        return None
    return round(sum(verdict.right for verdict in verdicts) / len(verdicts), 4)


def _counted(groups: dict[str, list[Verdict]]) -> dict[str, dict[str, Any]]:
    return {
        name: {"items": len(some), "right": sum(v.right for v in some), "accuracy": _share(some)}
        for name, some in groups.items()
    }


def _miss(verdict: Verdict) -> dict[str, Any]:
    item = verdict.item
    return {
        "id": item["id"],
        "text": item["text"],
        "said_at": item["said_at"],
        "expression": item["expression"],
        "wanted": item.get("rrule") or [item["start"], item["end"], item["precision"]],
        "found": [_shown(mention) for mention in verdict.found],
    }


def _shown(mention: DateMention) -> dict[str, Any]:
    interval = mention.interval
    ends = [interval.start, interval.end] if interval else []
    return {
        "text": mention.text,
        "interval": [str(end.at) for end in ends if end],
        "precision": mention.precision.value,
        "relation": mention.relation.value,
        "rule": mention.recurrence,
    }
