"""What the conflict benchmark found, as tables for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rich.console import RenderableType
from rich.table import Table

from smalti.bench.frame import framed
from smalti.bench.report import Result

Heads = Mapping[str, str]

_CATCHING = {
    "conflicts": "conflicts",
    "caught": "caught",
    "recall": "recall",
    "right_side": "right side",
    "unsure": "unsure",
    "benign": "benign",
    "flagged": "flagged",
    "false_alarms": "false alarms",
}
_RELATIONS = {
    "items": "items",
    "relation": "relation",
    "relation_one_class": "one class",
    "end_state": "end state",
    "wholly_right": "wholly right",
    "benign": "benign",
    "benign_flagged": "flagged",
}
_STATES = {
    "statements": "n",
    "right": "right, strict",
    "right_leniently": "lenient",
    "covered": "in a record",
}
_SYSTEMS = {
    "recall": "recall",
    "false_alarms": "false alarms",
    "right_side": "right side",
    "numeric": "numeric",
    "semantic": "semantic",
    "logical": "logical",
    "relation": "relation",
    "states_right_leniently": "statements",
    "end_state": "end state",
    "wholly_right": "wholly right",
    "merged_with_other_numbers": "other numbers merged",
    "check_ms_p50": "check ms p50",
    "check_ms_p95": "p95",
    "judge_calls": "judges asked",
    "model_calls": "model calls",
}
_COUNTS = {
    "losses": "conflicts not caught",
    "relation_losses": "relation wrong",
    "state_losses": "statements not as they should be",
    "degraded": "degraded",
}


def conflict_tables(found: Result) -> Iterator[RenderableType]:
    """One row a variant, then by group, what was lost where, the cost, and the misses."""
    yield table("variants", "variant", _named(found["rows"]), _SYSTEMS)
    for name, groups in found.get("by_group", {}).items():
        yield table(f"caught, by {name}", name, groups, _CATCHING)
    for name, groups in found.get("relations", {}).items():
        yield table(f"relations, by {name}", name, groups, _RELATIONS)
    if "states" in found:
        yield table("statements, by part", "part", found["states"], _STATES)
    for name, groups in found.get("states_by_group", {}).items():
        yield table(f"statements, by {name}", name, groups, _STATES)
    if found.get("confusions"):
        yield _confusions(found["confusions"])
    for name, title in _COUNTS.items():
        if found.get(name):
            yield pairs(title, found[name].items())
    yield pairs("cost of a save", _cost(found["cost"]))
    yield "\n".join(_remarks(found))
    yield from map(_missed, found["misses"])


def table(title: str, first: str, rows: Mapping[str, Mapping[str, Any]], heads: Heads) -> Table:
    """One line a row; a column that no row has anything in is left out."""
    heads = {
        name: head
        for name, head in heads.items()
        if any(row.get(name) is not None for row in rows.values())
    }
    made = framed(title)
    made.add_column(first, overflow="fold", min_width=11)
    for head in heads.values():
        made.add_column(head, justify="right")
    for name, row in rows.items():
        made.add_row(name, *(cell(row.get(key)) for key in heads))
    return made


def pairs(title: str, rows: Iterable[tuple[str, Any]]) -> Table:
    """Names and values."""
    made = framed(title)
    made.show_header = False
    made.add_column(overflow="fold")
    made.add_column(justify="right")
    for name, value in rows:
        made.add_row(name, cell(value))
    return made


def cell(value: Any) -> str:
    """A figure as it is shown; what was not measured is a dash."""
    if value is None:
        return "–"
    if isinstance(value, float):
        return f"{value:.3f}" if abs(value) <= 1 else f"{value:,.1f}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def _named(rows: Iterable[Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
    return {str(row["system"]): row for row in rows}


def _confusions(found: Mapping[str, Mapping[str, int]]) -> Table:
    seen = sorted({name for row in found.values() for name in row})
    heads = {name: name for name in seen}
    return table("relation expected, and as it was seen", "expected", found, heads)


def _cost(cost: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    yield "saves measured", cost["saves"]
    for name in ("check_ms", "alike_ms", "save_ms"):
        for point, spent in cost[name].items():
            yield f"{name.removesuffix('_ms')}, ms, {point}", float(spent)
    for name in ("pairs", "judge_calls", "model_calls", "input_tokens", "output_tokens"):
        yield f"{name.replace('_', ' ')} a save", float(cost[name])
    for name, asked in cost["asked"].items():
        yield f"  {name}, asked a save", float(asked)


def _remarks(found: Result) -> Iterator[str]:
    data, settings = found["dataset"], found["settings"]
    yield (
        f"{data['path']} ({data['kind']}, sha256 {data['sha256'][:12]}…), {data['cases']} cases, "
        f"smalti {settings['smalti']}"
    )
    yield f"embedder {settings['embedder'] or 'none: words only'}, model {settings['model']}"
    saves = found["saves"]
    yield (
        f"{saves['alarms']} false alarms in {saves['saves']} saves of what contradicts nothing "
        f"({cell(saves['per_1000_saves'])} per 1,000), {len(saves['in_bases'])} within bases"
    )
    yield from (f"  {alarm}" for alarm in saves["in_bases"])
    yield f"taken for a duplicate although a number differs: {len(found['other_numbers'])}"
    for one in found["other_numbers"]:
        yield f"  {one['case']}: {one['stored']} ← {one['incoming']}"
    yield from (f"not measured: {what}" for what in found.get("not_measured", ()))


def _missed(miss: Mapping[str, Any]) -> str:
    lines = [f"\n{miss['case']} {' '.join(miss['groups'].values())}: {'; '.join(miss['wrong'])}"]
    lines += [f"    before    {one}" for one in miss["before"]]
    lines += [f"    incoming  {one}" for one in miss["incoming"]]
    for name in ("records", "items", "pairs", "caught"):
        lines += [f"      {name:8}{one}" for one in miss[name]]
    for one in miss["statements"]:
        if one["lost"]:
            lines.append(f"      {one['part']:9} {one['text']}: {one['lost']}")
            lines += [f"                    {record}" for record in one["records"]]
    return "\n".join(lines)


_MEMCONFLICT = {
    "static_kept": "static kept",
    "static_kept_values": "of values",
    "static_disputed": "disputed",
    "dynamic_right": "dynamic right",
    "conditional_kept": "conditional kept",
    "attributed_to_user": "of others, user's",
    "others": "others' facts",
    "saves": "saves",
    "check_ms_p50": "check ms p50",
    "check_ms_p95": "p95",
}


def memconflict_tables(found: Result) -> Iterator[RenderableType]:
    """One row a variant and form, then each field, and what is not as it should be."""
    yield table("memconflict", "variant", _named(found["rows"]), _MEMCONFLICT)
    for form, fields in found["by_field"].items():
        yield table(f"by field, {form}", "field", fields, {"n": "n", "right": "right"})
    data, settings = found["dataset"], found["settings"]
    yield (
        f"{data['path']} (sha256 {data['sha256'][:12]}…), {data['events']} events, "
        f"smalti {settings['smalti']}, embedder {settings['embedder'] or 'none'}, "
        f"model {settings['model']}"
    )
    yield "\n".join(f"not measured: {what}" for what in found["not_measured"])
    yield from found["misses"]


_SCALE = {
    "records": "records",
    "filling_s": "filled in, s",
    "saves": "assertions",
    "seconds": "seconds",
    "save_p50": "save ms p50",
    "save_p95": "p95",
    "check_p50": "check ms p50",
    "check_p95": "p95",
}


def conflict_scale_tables(found: Result) -> Iterator[RenderableType]:
    """One row a store."""
    rows = {
        str(row["system"]): {
            **row,
            **{f"save_{point}": ms for point, ms in row["save_ms"].items()},
            **{f"check_{point}": ms for point, ms in row["check_ms"].items()},
        }
        for row in found["rows"]
    }
    yield table("structured assertions with conflict checks", "store", rows, _SCALE)
    yield "depends on the machine; stores are filled in without comparing, which is not timed"
