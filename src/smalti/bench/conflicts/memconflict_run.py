"""MemConflict from a file to its figures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import smalti
from smalti.bench.conflicts.events import read_events
from smalti.bench.conflicts.found import Extracted
from smalti.bench.conflicts.memconflict import (
    Checked,
    Form,
    by_field,
    check_persona,
    figures,
)
from smalti.bench.conflicts.stand import Stand, Variant
from smalti.bench.extraction.speed import percentiles
from smalti.bench.report import Result, fingerprint, result
from smalti.models.embedder import Embedder
from smalti.models.llm import LanguageModel

NOT_MEASURED = (
    "questions in words: what is held is looked at itself",
    "likings of other people, and changes of a partner's or child's own data",
)


def measured(
    path: Path,
    variants: Sequence[Variant],
    *,
    embedder: Embedder | None,
    model: LanguageModel | None,
    say: Callable[[str], None],
) -> Result:
    """Run all events of a file in both forms, under each variant.

    Raises:
        InvalidInput: the file is not what it should be.
    """
    personas = read_events(path)
    extracted: Extracted = {}
    rows: list[dict[str, Any]] = []
    found: dict[Form, list[Checked]] = {}
    for variant in variants:
        for form in Form:
            checked: list[Checked] = []
            spent: list[float] = []
            with Stand(variant, embedder=embedder, model=model, extracted=extracted) as stand:
                for name, events in personas.items():
                    one, took = check_persona(stand, name, events, form)
                    checked += one
                    spent += took
            found.setdefault(form, checked)
            rows.append(_row(variant, form, checked, spent))
            say(f"{variant.name}, {form.value}: {len(spent)} saves")
    return result(
        "memconflict",
        dataset=fingerprint(path) | {"events": sum(map(len, personas.values()))},
        settings={
            "smalti": smalti.__version__,
            "embedder": None if embedder is None else str(embedder.info),
            "model": None if model is None else model.name,
        },
        rows=rows,
        by_field={form.value: by_field(checked) for form, checked in found.items()},
        not_measured=list(NOT_MEASURED),
        misses=[
            f"{form.value} {one.what} {one.path} [{one.state}]: {one.found}"
            for form, checked in found.items()
            for one in checked
            if not one.right
        ],
    )


def _row(
    variant: Variant, form: Form, checked: Sequence[Checked], spent: Sequence[float]
) -> dict[str, Any]:
    check = percentiles(spent)
    return {
        "system": f"{variant.name}, {form.value}",
        **figures(checked),
        "saves": len(spent),
        "check_ms_p50": check["p50"],
        "check_ms_p95": check["p95"],
    }
