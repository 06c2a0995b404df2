"""Scores under edits: are those that are kept the ones that would be computed anew?

Three policies answer the same edits. ``full`` computes every score anew. ``graph-local`` keeps
scores and recomputes those of the changed units, their association neighbours and their dependents
(neighbour-conditioned stability, MOSAIC, arXiv 2607.16211). ``dependency-aware`` is Smalti's: raw
terms are kept with what they depend on, the rest is composed at selection.

The nine cases are in exact fractions. Random graphs are edited at random in floats, where every
term, frontier and score must equal those of a full computation bit for bit. Times and the number
of terms recomputed per edit are measured at several sizes of equal degree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from rich.console import RenderableType
from rich.table import Table

import smalti
from smalti.bench.ncs_cases import VERDICTS, judge_cases
from smalti.bench.ncs_edits import STRIPES, compare_edits, measure
from smalti.bench.report import Result, fingerprint, result

SIZES = (1_000, 10_000, 100_000, 1_000_000)
EDITS = 10_000

Say = Callable[[str], None]


def run(
    path: Path | None,
    sizes: Iterable[int] = SIZES,
    *,
    edits: int = EDITS,
    say: Say = lambda line: None,
) -> Result:
    """Run the cases of a file, random edits against full computation, and the sizes.

    Args:
        path: the file of cases; ``None`` leaves them out.
        sizes: numbers of units.
        edits: so many random edits are compared.
        say: told what is being done.

    Raises:
        InvalidInput: the file is not one of cases.
    """
    cases = [] if path is None else list(judge_cases(path))
    say(f"{edits:,} random edits")
    compared = compare_edits(edits)
    rows = []
    for size in sizes:
        say(f"{size:,} units")
        rows.append(measure(size))
    wrong = {name: [case["case"] for case in cases if not case[name]] for name in VERDICTS}
    return result(
        "ncs",
        dataset=({"path": "synthetic", "sha256": None} if path is None else fingerprint(path))
        | {"cases": len(cases)},
        settings={"smalti": smalti.__version__, "degree": 2 * STRIPES, "seed": 0},
        rows=rows,
        main={
            "cases_as_given": sum(not case["differs"] for case in cases),
            "cases_dependency_aware": len(cases) - len(wrong["dependency_aware_correct"]),
            "graph_local_stale_scores": len(wrong["graph_dirty_scores_correct"]),
            "graph_local_wrong_choices": len(wrong["graph_dirty_choice_correct"]),
            **compared,
        },
        cases=cases,
        wrong=wrong,
    )


def tables(found: Result) -> Iterator[RenderableType]:
    """The figures for people: the cases by policy, and the sizes."""
    by_policy = Table(title="cases", title_justify="left", title_style="bold")
    for name in ("policy", "stale scores", "wrong choices"):
        by_policy.add_column(name, justify="left" if name == "policy" else "right")
    stale, wrong = found["graph_local_stale_scores"], found["graph_local_wrong_choices"]
    missed = str(len(found["wrong"]["dependency_aware_correct"]))
    by_policy.add_row("graph-local", str(stale), str(wrong))
    by_policy.add_row("dependency-aware", missed, missed)
    yield by_policy
    yield (
        f"{found['edits']:,} random edits: {found['edits_unequal']} with a term unlike full "
        f"computation; graph-local: {found['graph_local_stale_share']:.1%} stale, "
        f"{found['graph_local_wrong_share']:.1%} wrong choices"
    )
    if not found["rows"]:
        return
    by_size = Table(title="sizes", title_justify="left", title_style="bold")
    columns = list(found["rows"][0])
    for name in columns:
        by_size.add_column(name.replace("_", " "), justify="right")
    for row in found["rows"]:
        by_size.add_row(*(f"{row[name]:,}" for name in columns))
    yield by_size
