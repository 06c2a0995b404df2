"""A run: which talks, arms, reader and judge, and the object of all that was found."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import smalti
from smalti.bench.qa import rules, score
from smalti.bench.qa.case import AUDITED, RAW, Data
from smalti.bench.qa.context import ARMS, NOT_OFFLINE, OFFLINE, Budget, asked_at
from smalti.bench.qa.data import read_data
from smalti.bench.qa.grounds import Grounds
from smalti.bench.qa.harness import Harness
from smalti.bench.qa.judge import judge_name
from smalti.bench.qa.reader import reader_name
from smalti.bench.qa.rows import Rows
from smalti.bench.qa.score import Outcome
from smalti.bench.report import Result, result
from smalti.bench.talks import Say
from smalti.model.errors import InvalidInput
from smalti.models.embedder import Embedder
from smalti.models.llm import LanguageModel


@dataclass(frozen=True, slots=True)
class Options:
    """How a run goes; every part may be left out.

    Attributes:
        kind: of the data; told from its content otherwise.
        arms: which contexts are compared; by default all that the reader allows.
        rows: what is found is kept in this file, stage by stage.
        resume: use what is there; otherwise the file must not exist yet.
        talks: only the first so many.
        limit: only the first so many questions of each.
        audit: a corrected key to judge by as well.
        probe: judge made-up answers too.
        keep: a folder in which filled memories stay.
        budget: how much a reader is given.
    """

    kind: str | None = None
    arms: tuple[str, ...] = ()
    rows: Path | None = None
    resume: bool = False
    talks: int | None = None
    limit: int | None = None
    audit: Path | None = None
    probe: bool = False
    keep: Path | None = None
    budget: Budget = field(default_factory=Budget)


def run(
    path: Path,
    *,
    embedder: Embedder | None,
    reader: LanguageModel | None = None,
    judge: LanguageModel | None = None,
    options: Options = Options(),
    say: Say = lambda line: None,
) -> Result:
    """Run the benchmark on a file or folder.

    Args:
        path: the data.
        embedder: of the memory; ``None`` recalls by words only.
        reader: answers from what was found; ``None`` for what memory answers by itself.
        judge: says what answers are worth; ``None`` for rules.
        options: how the run goes.
        say: told what is being done.

    Raises:
        InvalidInput: a file is not what it should be, or an arm is not one of this reader.
        ModelUnavailable: a model cannot be asked now. What is in the rows can be taken up again.
    """
    data = _part(read_data(path, options.kind, options.audit), options)
    arms = _arms(options.arms, reader)
    rows = Rows(options.rows, resume=options.resume)
    with Grounds(embedder, options.keep, say) as grounds:
        harness = Harness(data, rows, grounds, reader, judge, options.budget, embedder)
        harness.ask_all(arms, say)
        probed = harness.probe_all(say) if options.probe else None
        return _result(harness, arms, probed, options)


def _part(data: Data, options: Options) -> Data:
    talks = tuple(
        replace(talk, questions=talk.questions[: options.limit])
        for talk in data.talks[: options.talks]
    )
    return replace(data, talks=talks)


def _arms(wanted: Sequence[str], reader: LanguageModel | None) -> tuple[str, ...]:
    allowed = OFFLINE if reader is None else ARMS
    for arm in wanted:
        if arm not in allowed:
            reason = NOT_OFFLINE.get(arm, "is no arm") if reader is None else "is no arm"
            raise InvalidInput("arm", arm, reason, fix=f"Take {', '.join(allowed)}")
    return tuple(arm for arm in allowed if arm in (wanted or allowed))


# --- the result ----------------------------------------------------------------------------------


def _result(
    harness: Harness, arms: Sequence[str], probed: dict[str, Any] | None, options: Options
) -> Result:
    more: dict[str, Any] = {} if probed is None else {"probe": probed}
    if harness.judge is not None:
        more["agreement"] = _agreement(harness, arms)
    return result(
        "qa",
        dataset=_dataset(harness.data),
        settings=_settings(harness, arms, options),
        rows=[_row(harness, arm) for arm in arms],
        **more,
    )


def _row(harness: Harness, arm: str) -> dict[str, Any]:
    outcomes = harness.outcomes(arm)
    row = {
        "system": arm,
        **score.figures(outcomes),
        "accuracy95_by_talk": score.by_talk(outcomes),
        "by_category": score.grouped(outcomes, lambda one: one.question.category),
        "by_key": score.grouped(outcomes, lambda one: one.kind.value),
        "by_rule": _by_rule(outcomes),
        "dates": score.dates(outcomes),
        "misses": score.misses(outcomes),
        "ms": score.speed(harness.times[arm]),
        "given": _given(harness, arm),
    }
    if any(question.audited is not None for question in harness.data.questions):
        row["audited"] = score.figures(harness.outcomes(arm, AUDITED))
    return row


def _by_rule(outcomes: Sequence[Outcome]) -> dict[str, dict[str, int]]:
    """How many verdicts of each sort every rule gave."""
    found: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for one in outcomes:
        found[one.judgement.rule][one.verdict.value] += 1
    return {rule: dict(counts) for rule, counts in sorted(found.items())}


def _given(harness: Harness, arm: str) -> dict[str, Any] | None:
    """Of how many turns the whole talk was cut to what fits."""
    whole = [one for (_, of), (one, _) in harness.found.items() if of == arm and one.of is not None]
    if not whole:
        return None
    return {
        "cut": sum(len(one.ids) < (one.of or 0) for one in whole),
        "questions": len(whole),
        "share": round(sum(len(one.ids) for one in whole) / sum(one.of or 0 for one in whole), 4),
    }


def _agreement(harness: Harness, arms: Sequence[str]) -> dict[str, Any]:
    """How often the model's verdicts are those of the rules, where there is a rule."""
    pairs = []
    for talk in harness.data.talks:
        for question in talk.questions:
            for arm in arms:
                _, read = harness.found[question.id, arm]
                if rules.can_judge(question.gold) and read.given.found:
                    ruled = rules.judge(read.given, question.gold, asked_at(talk, question))
                    pairs.append((harness.judgements[question.id, arm, RAW].verdict, ruled.verdict))
    return score.agreement(pairs)


def _dataset(data: Data) -> dict[str, Any]:
    kinds: dict[str, int] = defaultdict(int)
    for question in data.questions:
        kinds[question.gold.kind.value] += 1
    found = {"kind": data.kind, **data.file}
    found |= {
        "talks": len(data.talks),
        "turns": sum(len(talk.turns) for talk in data.talks),
        "questions": len(data.questions),
        "keys": dict(sorted(kinds.items())),
    }
    return found | ({"audit": dict(data.audit)} if data.audit else {})


def _settings(harness: Harness, arms: Sequence[str], options: Options) -> dict[str, Any]:
    sizes = [len(talk.turns) for talk in harness.data.talks]
    return {
        "smalti": smalti.__version__,
        "reader": reader_name(harness.reader),
        "judge": judge_name(harness.judge),
        "embedder": None if harness.embedder is None else str(harness.embedder.info),
        "budget": asdict(harness.budget),
        "unit": harness.data.unit,
        "haystacks": {"count": len(sizes), "smallest": min(sizes), "largest": max(sizes)},
        "not_measured": _not_measured(harness, arms),
        "notes": list(harness.data.notes),
        "memories_reused": sorted(set(harness.grounds.reused)),
        "fill_ms": [round(ms) for ms in harness.grounds.fill_ms],
        "rows_used": harness.rows.used,
        "usage": {who: _usage(uses) for who, uses in harness.usage.items()},
    }


def _not_measured(harness: Harness, arms: Sequence[str]) -> dict[str, str]:
    left = {arm: "was not asked for" for arm in ARMS if arm not in arms}
    return left | (NOT_OFFLINE if harness.reader is None else {})


def _usage(uses: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    names = ("calls", "input_tokens", "output_tokens")
    return {name: sum(use[name] for use in uses) for name in names} | {
        "models": sorted({use["model"] for use in uses if use["model"]})
    }
