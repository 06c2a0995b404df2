"""What the extraction benchmark found, as tables for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rich.console import RenderableType
from rich.table import Table

from smalti.bench.report import Result

_COVERAGE = {
    "statements": "n",
    "covered": "covered",
    "coverage": "strict",
    "coverage_lenient": "lenient",
    "coverage_low": "at 0.4",
    "best_words": "best words",
}
_SHOWN_FAULTS = 5


def extract_tables(found: Result) -> Iterator[RenderableType]:
    """Coverage by part and by group, what was checked, speed, the sample and the misses."""
    parts = {**found["by_part"], "all": found["rows"][0]}
    yield _coverage("statements covered by a record", "part", parts)
    for name, groups in found["by_group"].items():
        if len(groups) > 1:
            yield _coverage(f"by {name}", name, groups)
    yield "\n".join(_remarks(found))
    for section, lines in _SECTIONS.items():
        if found.get(section):
            yield _pairs(section.replace("_", " "), lines(found[section]))
    for one in found["sample"]:
        yield "\n".join(_sampled(one))
    yield from map(_missed, (*found["misses"], *found["interferences"]))


def _coverage(title: str, first: str, rows: Mapping[str, Mapping[str, Any]]) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold")
    table.add_column(first)
    for head in _COVERAGE.values():
        table.add_column(head, justify="right", no_wrap=True)
    for name, row in rows.items():
        table.add_row(name, *(_cell(row[key]) for key in _COVERAGE))
    return table


def _pairs(title: str, pairs: Iterable[tuple[str, Any]]) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", show_header=False)
    table.add_column()
    table.add_column(justify="right")
    for name, value in pairs:
        table.add_row(name, _cell(value))
    return table


def _cell(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, float):
        return f"{value:.4f}" if abs(value) <= 1 else f"{value:,.1f}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def _remarks(found: Result) -> Iterator[str]:
    data, row, quiet = found["dataset"], found["rows"][0], found["not_memory"]
    words = found["settings"]["matcher"]
    yield (
        f"strict: numbers, names, negation and dates agree, and F1 of the words is "
        f"{words['words']} or more ({words['words_unspaced']} of pairs of characters)"
    )
    yield (
        f"{data['path']} (sha256 {data['sha256'][:12]}…), smalti {found['settings']['smalti']}, "
        + (f"read by {', '.join(found['settings']['extractors']) or 'nothing'}")
    )
    yield (
        f"{row['records']} records of {data['turns']} turns, {row['records_per_turn']} a turn: "
        + ", ".join(f"{count} {state}" for state, count in found["states"].items())
    )
    if quiet["items"]:
        yield (
            f"not memory: {quiet['quiet']} of {quiet['items']} left nothing; "
            f"{quiet['instruction_like']} records of orders in them"
        )
    for name, label in _CHECKS.items():
        yield f"{label}: {_checked(found['checks'][name])}"
    if "interference" in row:
        yield (
            f"brought up by the assistant alone: {row['interference']:.1%} in a record, "
            f"{row['interference_as_told']:.1%} in one that is not the assistant's word"
        )
    for what, count in found["degraded"].items():
        yield f"{what} ({count} times)"


_CHECKS = {
    "valid_spans": "quotes that stand in their turn",
    "speaker": "speaker is who spoke",
    "subject": "what is said in the first person is about the speaker",
}


def _checked(check: Mapping[str, Any]) -> str:
    if check["right"] is None:
        return "nothing to check"
    return f"{check['right']:.4f} of {check['checked']} ({check['checkable']:.1%} of all)"


def _speed(speed: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    yield "extraction, turns a second", speed["extract_turns_per_second"]
    yield "extraction, CPU ms a turn", str(speed["extract_cpu_ms_per_turn"])
    yield "add() of many, turns a second", speed["add_turns_per_second"]
    for stage, spent in speed["add_ms_per_turn"].items():
        yield f"  of which {stage}, ms a turn", str(spent)
    for name, label in (("add_one_turn_ms", "ms"), ("add_one_turn_cpu_ms", "CPU ms")):
        for point, spent in speed[name].items():
            yield f"add() of one turn, {label}, {point}", str(spent)


def _model(model: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    yield "name", model["name"]
    yield "answered as", ", ".join(model["answered_as"])
    for name in ("calls", "input_tokens", "output_tokens", "items_with_fallback"):
        yield name.replace("_", " "), model[name]
    for point, spent in (model["latency_ms"] or {}).items():
        yield f"latency of a call, ms, {point}", spent
    faults = model["faults"]
    yield "faults in replies", sum(faults.values())
    for fault, count in list(faults.items())[:_SHOWN_FAULTS]:
        yield f"  {fault}", count


def _read_by_hand(read: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    yield "verdicts", read["verdicts"]
    yield "of which on records that are no longer made", read["lapsed"]
    for name, share in read["shares"].items():
        if share["share"] is None:
            continue
        low, high = share["interval95"]
        text = f"{share['share']:.4f} of {share['read']} ({low:.3f} to {high:.3f})"
        yield name.replace("_", " "), text


def _calibration(found: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    yield "records", found["records"]
    for name, label in (("built_in", "built in"), ("fitted", "fitted to these verdicts")):
        policy = found[name]
        weights = " / ".join(f"{weight:g}" for weight in policy["weights"])
        yield f"weights {label}", weights
        yield "  expected calibration error", policy["expected_error"]
        yield "  Brier score", policy["brier"]
        for one in policy["bins"]:
            text = f"{one['right']:.3f} right of {one['count']:.0f}, ρ {one['rho']:.3f}"
            yield f"  ρ from {one['low']:.1f} to {one['high']:.1f}", text


_SECTIONS = {
    "speed": _speed,
    "model": _model,
    "read_by_hand": _read_by_hand,
    "calibration": _calibration,
}


def _sampled(one: Mapping[str, Any]) -> Iterator[str]:
    turn = one["turn"]
    yield f"\n{one['record']}"
    yield f"  {turn['speaker']} ({turn['role']}, {turn['said_at']}): {turn['text']}"
    yield f"  “{one['quote']}”"
    yield f"  → {one['sentence']}"
    yield (
        f"  said by {one['said by']}, about {one['about']}: {one['predicate']}, {one['kind']}, "
        f"{one['modality']}, {'affirmed' if one['polarity'] else 'denied'}"
    )


def _missed(miss: Mapping[str, Any]) -> str:
    nearest = miss["nearest"]
    mark = "  (covered leniently)" if miss["lenient"] else ""
    head = f"{miss['item']} {miss['part']}: {miss['statement']}{mark}"
    if nearest is None:
        return f"{head}\n    no record at all"
    unmet = ", ".join(nearest["unmet"]) or "words"
    return f"{head}\n    {nearest['score']:.2f} {unmet}: {nearest['sentence']}"
