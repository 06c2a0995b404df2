"""Results as tables for people."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.table import Table

from smalti.bench import agenda, dates, graph, names, ncs, route
from smalti.bench.conflicts.tables import (
    conflict_scale_tables,
    conflict_tables,
    memconflict_tables,
)
from smalti.bench.extraction.tables import extract_tables
from smalti.bench.frame import framed
from smalti.bench.qa.tables import tables as qa_tables
from smalti.bench.report import Result

# Columns by their heads; as many as fit beside a label into 80 characters.
_HEADS = {
    "questions": "n",
    "fraction@5": "f@5",
    "fraction@10": "f@10",
    "fraction@20": "f@20",
    "any@10": "any@10",
    "ndcg@10": "ndcg@10",
    "mrr": "mrr",
    "tokens@10": "tokens",
}
_LABEL = 11  # characters at least; longer labels go over several lines
_SECTIONS = {
    "audited": "with the corrected key",
    "adversarial": "adversarial questions",
    "sessions": "in sessions instead of turns",
}


def recall_tables(found: Result) -> Iterator[RenderableType]:
    """What a retrieval benchmark found: systems side by side, the product by category, remarks."""
    yield _table(found["benchmark"], "system", ((row["system"], row) for row in found["rows"]))
    product = found["rows"][0]
    categories = product["by_category"].items()
    yield _table("smalti by category", "category", [*categories, ("mean", product["macro"])])
    for name, title in _SECTIONS.items():
        if name in product and product[name]["questions"]:
            yield _table(title, "system", ((row["system"], row[name]) for row in found["rows"]))
    yield "\n".join(_remarks(found))
    if "loco" in found:
        yield loco_table(found["loco"])


def _table(title: str, first: str, rows: Iterable[tuple[str, Mapping[str, Any]]]) -> Table:
    """One line a row; a column that no row has is left out."""
    rows = list(rows)
    heads = {
        name: head
        for name, head in _HEADS.items()
        if any(figures.get(name) is not None for _, figures in rows)
    }
    table = _empty_table(title, first, heads.values())
    for label, figures in rows:
        table.add_row(label, *(_shown(figures.get(name)) for name in heads))
    return table


def _empty_table(title: str, first: str, heads: Iterable[str]) -> Table:
    table = framed(title)
    table.add_column(first, overflow="fold", min_width=_LABEL)
    for head in heads:
        table.add_column(head, justify="right", no_wrap=True)
    return table


def _remarks(found: Result) -> Iterator[str]:
    data, settings, product = found["dataset"], found["settings"], found["rows"][0]
    yield "f@k is fraction@k, the recall at k; tokens are those of the first ten items"
    yield f"{data['path']} (sha256 {data['sha256'][:12]}…), smalti {settings['smalti']}, " + (
        f"embedder {settings['embedder']}" if settings["embedder"] else "no embedder: words only"
    )
    sizes = settings["haystacks"]
    yield (
        f"haystacks: {sizes['count']}, of {sizes['smallest']} to {sizes['largest']} turns; "
        f"{data['without_evidence']} questions without usable evidence are not scored"
    )
    for name, (low, high) in product["interval95"].items():
        yield f"{name} {product[name]:.4f}, 95 % interval {low:.4f} to {high:.4f}"
    if product["empty"]:
        yield f"nothing recalled for {product['empty']:.1%} of the questions that have an answer"
    if "audit" in data:
        yield f"{data['audit']['matched']} of {data['audit']['entries']} corrections matched"
    if (apart := product.get("abstention")) and apart["questions"]:
        yield (
            f"{apart['questions']} questions that nothing answers; "
            f"nothing recalled for {apart['empty']:.1%} of these"
        )
    if refused := settings.get("not_measured"):
        yield f"not measured at k = {', '.join(map(str, refused['k']))}: {refused['reason']}"


def loco_table(loco: Mapping[str, Any]) -> Table:
    """The leave-one-conversation-out figures, the best setting and the packaged one."""
    title = f"weights chosen without the conversation scored ({loco['settings']} settings)"
    names = list(loco["grid"])
    table = _empty_table(title, "scored", [*names, "f@10", "f@20"])
    table.caption_justify = "left"
    table.caption = (
        f"objective: {loco['maximises']}; the packaged weights are "
        f"{loco['packaged']['below_best']:.4f} below the best setting"
    )
    rows = [(fold["held_out"], fold) for fold in loco["folds"]]
    rows += [("held out", loco), ("best", loco["best"]), ("packaged", loco["packaged"])]
    for label, found in rows:
        chosen = found.get("chosen")
        settings = [f"{chosen[name]:g}" if chosen else "" for name in names]
        figures = (found[name] for name in ("fraction@10", "fraction@20"))
        table.add_row(label, *settings, *map(_shown, figures))
    return table


def scale_tables(found: Result) -> Iterator[RenderableType]:
    """What the scale benchmark found: one column a size."""
    sizes = (f"{row['turns']:,}" for row in found["rows"])
    table = _empty_table("scale", "turns", sizes)
    largest = found["rows"][-1]  # where everything is measured
    for name in largest:
        if name not in ("system", "turns"):
            table.add_row(name, *(_cell(row.get(name)) for row in found["rows"]))
    yield table
    yield "\n".join(found["settings"]["notes"])


def _cell(value: Any) -> str:
    if isinstance(value, Mapping):
        return "\n".join(f"{name} {_cell(one)}" for name, one in value.items())
    if isinstance(value, float):
        return f"{value:,.2f}" if value < 100 else f"{value:,.0f}"
    return value if isinstance(value, str) else _shown(value)


def _shown(value: float | int | None) -> str:
    if value is None:
        return "–"
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:.4f}" if abs(value) < 10 else f"{value:,.1f}"


def table_of(found: Result) -> Sequence[RenderableType]:
    """Everything to show of a result, in order."""
    tables = _TABLES.get(found["benchmark"], recall_tables)
    return list(tables(found))


_TABLES: dict[str, Callable[[Result], Iterable[RenderableType]]] = {
    "scale": scale_tables,
    "extract": extract_tables,
    "conflicts": conflict_tables,
    "memconflict": memconflict_tables,
    "conflict scale": conflict_scale_tables,
    "dates": dates.tables,
    "names": names.tables,
    "graph": graph.tables,
    "agenda": agenda.tables,
    "ncs": ncs.tables,
    "qa": qa_tables,
    "route": route.tables,
}
