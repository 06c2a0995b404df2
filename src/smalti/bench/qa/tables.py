"""What the question-answering benchmark found, as tables for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.table import Table

from smalti.bench.frame import framed
from smalti.bench.report import Result

_HEADS = {
    "questions": "n",
    "judged": "judged",
    "accuracy": "right",
    "precision": "precis.",
    "net": "net",
    "false_abstention": "withheld",
    "abstention": "abstain",
    "stale": "stale",
    "parts": "parts",
    "f1": "F1",
}
_DATES = ("dated", "exact", "within", "wider", "off", "none")
_MISSES = ("lost", "not_retrieved", "in_part", "retrieved_withheld", "retrieved_wrong")


def tables(found: Result) -> Iterator[RenderableType]:
    """Arms side by side, by category, by kind of key; dates, the judge, speed; remarks."""
    rows = found["rows"]
    yield _figures(f"questions and answers: {found['dataset']['kind']}", _by_arm(rows, None))
    if "audited" in rows[0]:
        yield _figures("with the corrected key", _by_arm(rows, "audited"))
    for row in rows:
        yield _figures(f"{row['system']} by category", row["by_category"])
    yield _figures(f"{rows[0]['system']} by kind of key", rows[0]["by_key"])
    yield from _more(rows)
    if "probe" in found:
        yield _probe(found["probe"])
    yield "\n".join(_remarks(found))


def _by_arm(rows: Sequence[Mapping[str, Any]], part: str | None) -> dict[str, Mapping[str, Any]]:
    return {row["system"]: row if part is None else row[part] for row in rows}


def _figures(title: str, rows: Mapping[str, Mapping[str, Any]]) -> Table:
    heads = {
        name: head
        for name, head in _HEADS.items()
        if any(figures[name] is not None for figures in rows.values())
    }
    table = _empty(title, heads.values())
    for label, figures in rows.items():
        table.add_row(label, *(_cell(figures[name]) for name in heads))
    return table


def _empty(title: str, heads: Iterable[str]) -> Table:
    table = framed(title)
    table.add_column("", overflow="fold", min_width=14)
    for head in heads:
        table.add_column(head.replace("_", " "), justify="right")
    return table


def _more(rows: Sequence[Mapping[str, Any]]) -> Iterator[Table]:
    if any(row["dates"] for row in rows):
        heads = (*_DATES, "exact_of_temporal")
        table = _empty("dates, as exact as the key", heads)
        for row in rows:
            table.add_row(row["system"], *(_cell((row["dates"] or {}).get(one)) for one in heads))
        yield table
    if any(row["misses"]["lost"] for row in rows):
        table = _empty("where answers went lost, of questions with named evidence", _MISSES)
        for row in rows:
            table.add_row(row["system"], *(_cell(row["misses"][one]) for one in _MISSES))
        yield table
    stages = [(stage, end) for stage in ("retrieve", "answer", "judge") for end in ("p50", "p95")]
    table = _empty("milliseconds", [f"{stage} {end}" for stage, end in stages] + ["tokens"])
    for row in rows:
        times = (_time(row["ms"].get(stage, {}).get(end)) for stage, end in stages)
        table.add_row(row["system"], *times, _cell(row["tokens"]))
    yield table


def _probe(found: Mapping[str, Mapping[str, Any]]) -> Table:
    heads = ("answers", "misjudged", "from", "to")
    table = _empty("made-up answers that the judge took wrongly", heads)
    for group, kinds in found.items():
        for kind, rates in kinds.items():
            ends = rates["interval95"] or (None, None)
            cells = (rates["answers"], rates["misjudged"], *ends)
            table.add_row(f"{group}: {kind}", *map(_cell, cells))
    return table


def _remarks(found: Result) -> Iterator[str]:
    data, settings, main = found["dataset"], found["settings"], found["rows"][0]
    yield (
        "right: of the questions judged; precis.: of the answers given to these; net: right minus "
        "wrong; withheld: of the questions with an answer; abstain: of those without; parts: of "
        "what was asked for, the share told"
    )
    yield f"reader: {settings['reader']}; judge: {settings['judge']}; smalti {settings['smalti']}"
    yield f"embedder: {settings['embedder'] or 'none, words only'}; {_budget(settings['budget'])}"
    yield (
        f"{data['path']}: {data['questions']} questions about {data['talks']} talks of "
        f"{data['turns']} turns; keys: "
        + ", ".join(f"{count} {kind}" for kind, count in data["keys"].items())
    )
    yield from _intervals(main)
    if main["not_judged"]:
        yield f"not judged: {main['not_judged']} of {main['answerable']} questions with an answer"
    if main["premise_denied"]:
        yield f"{main['premise_denied']} withheld by telling that the question assumes too much"
    yield from _of_rows(found["rows"])
    for arm, reason in settings["not_measured"].items():
        yield f"not measured: {arm} ({reason})"
    yield from settings["notes"]
    if "agreement" in found:
        both = found["agreement"]
        yield f"judge and rules agree on {_cell(both['agree'])} of {both['answers']} answers"
    if settings["memories_reused"]:
        yield f"memories kept from before: {', '.join(settings['memories_reused'])}"
    if "audit" in data:
        audit = data["audit"]
        yield (
            f"{audit['matched']} of {audit['entries']} corrections matched, "
            f"{audit['answers']} of them of the answer"
        )


def _budget(budget: Mapping[str, int]) -> str:
    return f"at most {budget['turns']} turns and {budget['tokens']:,} tokens"


def _intervals(main: Mapping[str, Any]) -> Iterator[str]:
    if main["accuracy95"]:
        low, high = main["accuracy95"]
        yield (
            f"{main['system']}: right {_cell(main['accuracy'])}, 95 % interval {low} to {high} "
            f"({main['judged']} questions)"
        )
    if main["accuracy95_by_talk"]:
        low, high = main["accuracy95_by_talk"]
        yield f"by bootstrap over talks {low} to {high}"
    if main["abstention95"]:
        low, high = main["abstention95"]
        yield (
            f"abstention {_cell(main['abstention'])}, 95 % interval {low} to {high} "
            f"({main['unanswerable']} questions)"
        )


def _of_rows(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for row in rows:
        if row["faults"]:
            yield f"{row['system']}: {row['faults']} replies of the reader could not be used"
        if row["given"] and row["given"]["cut"]:
            yield (
                f"{row['system']}: cut to what fits for {row['given']['cut']} of "
                f"{row['given']['questions']} questions; {row['given']['share']:.1%} of the turns"
            )


def _time(value: float | None) -> str:
    return "–" if value is None else f"{value:.1f}"


def _cell(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, float):
        return f"{value:.3f}" if abs(value) <= 1 else f"{value:,.1f}"
    return f"{value:,}"
