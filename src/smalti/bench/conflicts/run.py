"""Conflicts: is what cannot be true together caught at save, and nothing else?

Turns go through :class:`smalti.Memory` as users have it; nothing is judged by a language model
unless one is asked for.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import smalti
from smalti.bench.conflicts import rows, score
from smalti.bench.conflicts.case import Case
from smalti.bench.conflicts.data import Kind, files_of, kind_of, read_cases
from smalti.bench.conflicts.found import Extracted
from smalti.bench.conflicts.memconflict_run import measured
from smalti.bench.conflicts.score import Figures, Judged
from smalti.bench.conflicts.single import misses
from smalti.bench.conflicts.stand import Stand, Variant
from smalti.bench.conflicts.trial import Trial
from smalti.bench.extraction import match as matcher
from smalti.bench.report import Result, result
from smalti.model.policy import Policy
from smalti.models.embedder import Embedder
from smalti.models.llm import LanguageModel

Say = Callable[[str], None]
_EVERY = 50  # cases between two words about how far it is


@dataclass(frozen=True, slots=True)
class Options:
    """How a run goes; every part may be left out.

    ``rows`` keeps what was found in each case, and cases in it are not run again. With
    ``ablations`` every policy follows, and then every judge left out in turn.
    """

    kind: Kind | None = None
    limit: int | None = None
    variant: Variant = field(default_factory=Variant)
    ablations: bool = False
    rows: Path | None = None


@dataclass(frozen=True, slots=True)
class Bench:
    """What all variants of a run have in common."""

    cases: Sequence[Case]
    sha256: str
    options: Options
    embedder: Embedder | None
    model: LanguageModel | None
    extracted: Extracted
    say: Say

    def run(self, variant: Variant) -> list[Judged]:
        """Run every case under a variant, those with a row already from there."""
        run = rows.Run(
            self.sha256,
            variant.name,
            None if self.model is None else self.model.name,
            None if self.embedder is None else str(self.embedder.info),
        )
        trials = rows.known(self.options.rows, run)
        with Stand(
            variant, embedder=self.embedder, model=self.model, extracted=self.extracted
        ) as stand:
            for number, case in enumerate(self.cases, 1):
                if case.id not in trials:
                    trials[case.id] = stand.run(case)
                    rows.append(self.options.rows, trials[case.id], run)
                if number % _EVERY == 0 or number == len(self.cases):
                    self.say(f"{variant.name}: {number} of {len(self.cases)} cases")
        return [Judged(case, trials[case.id]) for case in self.cases]


def run(
    path: Path,
    *,
    embedder: Embedder | None = None,
    model: LanguageModel | None = None,
    options: Options = Options(),
    say: Say = lambda _: None,
) -> Result:
    """Run the benchmark on a file or folder.

    Raises:
        InvalidInput: the data are not what they should be, there is no such judge, or the file of
            rows cannot be used.
    """
    kind = options.kind or kind_of(path)
    if kind is Kind.MEMCONFLICT:
        return measured(path, _variants(options), embedder=embedder, model=model, say=say)
    cases = read_cases(path, kind, options.limit)
    bench = Bench(cases, _sha256(path), options, embedder, model, {}, say)
    first, *others = _variants(options)
    judged = bench.run(first)
    more = [_row(one, bench.run(one)) for one in others]
    return result(
        "conflicts",
        dataset={
            "path": path.name,
            "sha256": bench.sha256,
            "kind": kind.value,
            "cases": len(cases),
            "turns": sum(len(case.turns) for case in cases if not case.shares)
            + sum(len(case.incoming) for case in cases if case.shares),
        },
        settings=_settings(bench),
        rows=[_row(first, judged), *more],
        **_details(judged),
    )


def _variants(options: Options) -> list[Variant]:
    """The one asked for; with ablations every other policy, and every judge left out in turn."""
    first = options.variant
    if not options.ablations:
        return [first]
    others = [Variant(policy, first.without) for policy in Policy if policy is not first.policy]
    left_out = (name for name in judge_names() if name not in first.without)
    others += [Variant(first.policy, (*first.without, name)) for name in left_out]
    return [first, *others]


def judge_names() -> tuple[str, ...]:
    """The names of the judges that need no model, in the order they are asked."""
    from smalti.memory import Memory

    with Memory(":memory:", embedder=None, model=None) as memory:
        return tuple(judge.name for judge in memory._setup.rules.judges)


def _row(variant: Variant, judged: Sequence[Judged]) -> Figures:
    """The figures that stand for the whole run."""
    row: dict[str, Any] = {"system": variant.name, **score.catching(judged)}
    row["per_1000_saves"] = score.saves(judged)["per_1000_saves"]
    types = score.by(judged, lambda one: one.case.groups.get("type"), score.catching)
    row |= {name: types[name]["recall"] for name in _TYPES if name in types}
    if _has_relations(judged):
        row |= {
            name: value
            for name, value in score.relations(judged).items()
            if name not in ("items", "benign")
        }
        row |= {f"states_{name}": value for name, value in score.states(judged).items()}
    row["merged_with_other_numbers"] = len(score.duplicates(judged))
    spent = score.cost(judged)
    return row | {
        "check_ms_p50": spent["check_ms"]["p50"],
        "check_ms_p95": spent["check_ms"]["p95"],
        "judge_calls": spent["judge_calls"],
        "model_calls": spent["model_calls"],
    }


_TYPES = ("numeric", "semantic", "logical")


def _has_relations(judged: Sequence[Judged]) -> bool:
    return any(one.case.relation is not None for one in judged)


def _details(judged: Sequence[Judged]) -> Figures:
    found: Figures = {
        "by_group": score.catching_by(judged),
        "saves": score.saves(judged),
        "losses": score.losses(judged),
        "other_numbers": score.duplicates(judged),
        "cost": score.cost(judged),
        "degraded": _degraded([one.trial for one in judged]),
        "misses": list(misses(judged)),
    }
    if _has_relations(judged):
        found |= {
            "relations": {
                name: score.by(judged, _group(name), score.relations)
                for name in ("relation", "category", "language")
            },
            "states": score.states_by_part(judged),
            "states_by_group": {
                name: score.by(judged, _group(name), score.states)
                for name in ("relation", "category", "language")
            },
            "confusions": score.confusions(judged),
            "relation_losses": score.relation_losses(judged),
            "state_losses": score.state_losses(judged),
        }
    return found


def _group(name: str) -> Callable[[Judged], str | None]:
    return lambda one: one.case.groups.get(name)


def _degraded(trials: Sequence[Trial]) -> dict[str, int]:
    told: dict[str, int] = {}
    for trial in trials:
        for one in trial.degraded:
            text = f"{one.part}: {one.reason}"
            told[text] = told.get(text, 0) + 1
    return told


def _settings(bench: Bench) -> dict[str, Any]:
    return {
        "smalti": smalti.__version__,
        "embedder": None if bench.embedder is None else str(bench.embedder.info),
        "model": None if bench.model is None else bench.model.name,
        "judges": list(judge_names()),
        "matcher": {
            "words": matcher.THRESHOLD,
            "words_unspaced": matcher.THRESHOLD_UNSPACED,
        },
    }


def _sha256(path: Path) -> str:
    """Of a file; of a folder, of the names and contents of its files."""
    digest = hashlib.sha256()
    for file in files_of(path):
        if path.is_dir():
            digest.update(file.relative_to(path).as_posix().encode() + b"\0")
        digest.update(file.read_bytes())
    return digest.hexdigest()
