"""Names: are two mentions the same entity, two, or worth asking about?

One JSON object a line: ``a``, ``b`` (names), ``context_a``, ``context_b``, ``type_a``, ``type_b``,
``verdict`` (same, different, propose), ``category``. A false merge, "same" where two are meant, is
the one mistake that loses something, so it is counted apart.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from rich.console import RenderableType
from rich.table import Table

from smalti.bench.labelled import labelled_items
from smalti.bench.report import Result, fingerprint
from smalti.write.names import Mention, NameVerdict, Verdict, compare_names

_NEEDED = ("id", "a", "b", "verdict", "category")
_VERDICTS = [verdict.value for verdict in Verdict]


@dataclass(frozen=True, slots=True)
class Judged:
    """One pair and what was made of it."""

    item: dict[str, Any]
    found: NameVerdict

    @property
    def right(self) -> bool:
        """Whether the verdict is the labelled one."""
        return bool(self.found.verdict == self.item["verdict"])

    @property
    def false_merge(self) -> bool:
        """Whether two were made one without asking."""
        return self.found.verdict is Verdict.SAME and self.item["verdict"] != Verdict.SAME


def run(path: Path) -> Result:
    """Run the benchmark on a file of labelled pairs.

    Raises:
        InvalidInput: the file is not what it should be; says which line.
    """
    items = labelled_items(path, _NEEDED, {"verdict": _VERDICTS})
    began = perf_counter()
    judged = [Judged(item, compare_names(*_mentions(item))) for item in items]
    return _result(path, judged, perf_counter() - began)


def tables(found: Result) -> Iterator[RenderableType]:
    """The figures for people: by category, verdict against verdict, and the misses."""
    by_category = Table(title="names", title_justify="left", title_style="bold")
    for name in ("category", "pairs", "right", "accuracy", "false merges"):
        by_category.add_column(name, justify="left" if name == "category" else "right")
    for name, row in {**found["by_category"], "all": found["overall"]}.items():
        figures = (row["pairs"], row["right"], f"{row['accuracy']:.4f}", row["false_merges"])
        by_category.add_row(name, *map(str, figures))
    yield by_category
    confusion = Table(title="labelled (rows), found (columns)", title_justify="left")
    confusion.add_column("")
    for verdict in _VERDICTS:
        confusion.add_column(verdict, justify="right")
    for wanted, row in found["confusion"].items():
        confusion.add_row(wanted, *(str(row[verdict]) for verdict in _VERDICTS))
    yield confusion
    for miss in found["misses"]:
        yield f"{miss['id']}: {miss['a']} / {miss['b']}: {miss['found']} for {miss['wanted']}, " + (
            f"{miss['rule']} ({miss['reason']})"
        )


def _mentions(item: dict[str, Any]) -> tuple[Mention, Mention]:
    one, other = (
        Mention(item[side], item.get(f"context_{side}", ""), item.get(f"type_{side}", ""))
        for side in ("a", "b")
    )
    return one, other


def _result(path: Path, judged: Sequence[Judged], seconds: float) -> Result:
    by_category: dict[str, list[Judged]] = defaultdict(list)
    by_verdict: dict[str, list[Judged]] = {verdict: [] for verdict in _VERDICTS}
    for one in judged:
        by_category[one.item["category"]].append(one)
        by_verdict[one.item["verdict"]].append(one)
    overall = _figures(judged)
    return {
        "benchmark": "names",
        "dataset": fingerprint(path) | {"pairs": len(judged)},
        "accuracy": overall["accuracy"],
        "false_merges": overall["false_merges"],
        "false_merges_of_digits_or_kinds": sum(
            one.false_merge and _differs_plainly(one.item) for one in judged
        ),
        **{f"accuracy_{name}": _figures(some)["accuracy"] for name, some in by_verdict.items()},
        "overall": overall,
        "by_category": {name: _figures(some) for name, some in sorted(by_category.items())},
        "confusion": {wanted: _found(some) for wanted, some in by_verdict.items()},
        "pairs_per_second": round(len(judged) / seconds, 1),
        "misses": [_miss(one) for one in judged if not one.right],
    }


def _differs_plainly(item: dict[str, Any]) -> bool:
    """Whether the digits or the types of a pair differ: merging those loses data for certain."""
    one, other = ([c for c in item[side] if c.isdigit()] for side in ("a", "b"))
    return one != other or item.get("type_a", "") != item.get("type_b", "")


def _figures(judged: Sequence[Judged]) -> dict[str, Any]:
    right = sum(one.right for one in judged)
    return {
        "pairs": len(judged),
        "right": right,
        "accuracy": round(right / len(judged), 4) if judged else None,
        "false_merges": sum(one.false_merge for one in judged),
    }


def _found(judged: Sequence[Judged]) -> dict[str, int]:
    counted = Counter(one.found.verdict.value for one in judged)
    return {verdict: counted[verdict] for verdict in _VERDICTS}


def _miss(one: Judged) -> dict[str, Any]:
    kept = ("id", "a", "b", "context_a", "context_b", "category")
    return {name: one.item.get(name, "") for name in kept} | {
        "wanted": one.item["verdict"],
        "found": one.found.verdict.value,
        "rule": one.found.rule,
        "reason": one.found.reason,
        "evidence": list(one.found.evidence),
    }
