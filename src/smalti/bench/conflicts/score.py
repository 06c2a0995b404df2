"""From trials to figures."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from smalti.bench.conflicts.case import Case
from smalti.bench.conflicts.caught import (
    CONTRARY,
    Caught,
    caught,
    loss,
    merged_with_other_numbers,
    relation,
    right_side,
)
from smalti.bench.conflicts.states import Stood, stood
from smalti.bench.conflicts.trial import Trial
from smalti.bench.extraction.score import share
from smalti.bench.extraction.speed import percentiles
from smalti.model.conflict import ConflictStatus

Figures = dict[str, Any]
_ONE_CLASS = frozenset({"update", "retraction"})


@dataclass(frozen=True)
class Judged:
    """A case with what memory made of it."""

    case: Case
    trial: Trial

    @cached_property
    def caught(self) -> list[Caught]:
        """What was caught."""
        return caught(self.trial)

    @cached_property
    def on_the_right_side(self) -> bool:
        """Whether what was caught is what the incoming turns are against."""
        return right_side(self.case, self.trial, self.caught)

    @cached_property
    def relation(self) -> str:
        """How the incoming turns were seen to lie to what was there."""
        return relation(self.trial)

    @cached_property
    def stood(self) -> list[Stood]:
        """How the listed statements stand."""
        return stood(self.case, self.trial)

    @property
    def relation_right(self) -> bool:
        """Whether the relation is the one expected."""
        return self.relation == self.case.relation

    @property
    def end_state_right(self) -> bool:
        """Whether all listed statements stand as they should, leniently."""
        return all(one.right_leniently for one in self.stood)

    @property
    def benign_left_alone(self) -> bool:
        """Whether nothing was flagged that should not be."""
        return self.case.conflict or not self.caught

    @cached_property
    def loss(self) -> str:
        """At which step the conflict was lost, empty where it was not."""
        return "" if self.caught or not self.case.conflict else loss(self.case, self.trial)


# --- catching ------------------------------------------------------------------------------------


def catching(judged: Sequence[Judged]) -> Figures:
    """Conflicts caught, on the right side, and what was flagged for nothing."""
    against = [one for one in judged if one.case.conflict]
    benign = [one for one in judged if not one.case.conflict]
    found = [one for one in against if one.caught]
    return {
        "conflicts": len(against),
        "caught": len(found),
        "recall": share([bool(one.caught) for one in against]),
        "right_side": share([one.on_the_right_side for one in found]),
        "unsure": sum(_is_possible(one) for one in against if not one.caught),
        "benign": len(benign),
        "flagged": sum(bool(one.caught) for one in benign),
        "false_alarms": share([bool(one.caught) for one in benign]),
    }


def _is_possible(judged: Judged) -> bool:
    return any(one.status is ConflictStatus.POSSIBLE for one in judged.trial.conflicts)


def catching_by(judged: Sequence[Judged]) -> dict[str, dict[str, Figures]]:
    """The same for each value of each group that cases belong to; of documents, by all of them."""
    names = dict.fromkeys(name for one in judged for name in one.case.groups)
    found = {name: by(judged, _group(name), catching) for name in names}
    if "domain" in names:
        found["all of these"] = by(judged, lambda one: " ".join(one.case.groups.values()), catching)
    return found


def by(
    judged: Iterable[Judged],
    name_of: Callable[[Judged], str | None],
    figures: Callable[[Sequence[Judged]], Figures],
) -> dict[str, Figures]:
    """Figures of groups; what belongs to none is left out."""
    groups: dict[str, list[Judged]] = {}
    for one in judged:
        if name := name_of(one):
            groups.setdefault(name, []).append(one)
    return {name: figures(groups[name]) for name in sorted(groups)}


def _group(name: str) -> Callable[[Judged], str | None]:
    return lambda one: one.case.groups.get(name)


def saves(judged: Sequence[Judged]) -> Figures:
    """False alarms per 1,000 saves of what contradicts nothing: bases, and what is benign."""
    bases = {one.case.base: one for one in judged if one.case.shares}
    stored = sum(len(one.case.before) for one in bases.values())
    alarms = sum(len(one.trial.base_alarms) for one in bases.values())
    benign = [one for one in judged if not one.case.conflict]
    stored += sum(len(one.case.incoming) for one in benign)
    alarms += sum(bool(one.caught) for one in benign)
    return {
        "saves": stored,
        "alarms": alarms,
        "per_1000_saves": round(1000 * alarms / stored, 2) if stored else None,
        "in_bases": [alarm for one in bases.values() for alarm in one.trial.base_alarms],
    }


# --- relation and end state ----------------------------------------------------------------------


def relations(judged: Sequence[Judged]) -> Figures:
    """How often the relation is right, and whether items are so as a whole."""
    benign = [one for one in judged if not one.case.conflict]
    whole = [one.relation_right and one.end_state_right for one in judged]
    return {
        "items": len(judged),
        "relation": share([one.relation_right for one in judged]),
        "relation_one_class": share([_same_class(one) for one in judged]),
        "end_state": share([one.end_state_right for one in judged]),
        "wholly_right": share(
            [right and one.benign_left_alone for right, one in zip(whole, judged, strict=True)]
        ),
        "benign": len(benign),
        "benign_flagged": sum(bool(one.caught) for one in benign),
    }


def _same_class(judged: Judged) -> bool:
    pair = {judged.relation, judged.case.relation}
    return len(pair) == 1 or pair <= _ONE_CLASS


def states(judged: Sequence[Judged]) -> Figures:
    """Of the listed statements, how many stand as they should."""
    return _stand([one for case in judged for one in case.stood])


def states_by_part(judged: Sequence[Judged]) -> dict[str, Figures]:
    """The same for each part of what is listed."""
    parts: dict[str, list[Stood]] = {}
    for one in (some for case in judged for some in case.stood):
        parts.setdefault(one.wanted.part, []).append(one)
    return {part: _stand(some) for part, some in parts.items()}


def _stand(stood: Sequence[Stood]) -> Figures:
    return {
        "statements": len(stood),
        "right": share([one.right for one in stood]),
        "right_leniently": share([one.right_leniently for one in stood]),
        "covered": share([one.covered for one in stood]),
    }


def confusions(judged: Sequence[Judged]) -> dict[str, dict[str, int]]:
    """How often each relation was seen as each."""
    seen: dict[str, Counter[str]] = {}
    for one in judged:
        seen.setdefault(str(one.case.relation), Counter())[one.relation] += 1
    return {name: dict(seen[name].most_common()) for name in sorted(seen)}


# --- losses and cost -----------------------------------------------------------------------------


def losses(judged: Sequence[Judged]) -> dict[str, int]:
    """At which step conflicts were lost that were not caught, the most frequent first."""
    return dict(Counter(one.loss for one in judged if one.loss).most_common())


def relation_losses(judged: Sequence[Judged]) -> dict[str, int]:
    """Where the relation is wrong: the expected one, and at which step it was lost."""
    return dict(Counter(map(relation_loss, _wrong(judged))).most_common())


def _wrong(judged: Sequence[Judged]) -> list[Judged]:
    return [one for one in judged if not one.relation_right]


def relation_loss(judged: Judged) -> str:
    """The expected relation, and what went wrong."""
    wanted = str(judged.case.relation)
    if judged.relation in CONTRARY or judged.relation not in ("compatible", "not_memory"):
        return f"{wanted}: seen as {judged.relation}"
    if wanted in ("compatible", "not_memory"):
        return f"{wanted}: seen as {judged.relation}"
    return f"{wanted}: {loss(judged.case, judged.trial, (wanted,))}"


def state_losses(judged: Sequence[Judged]) -> dict[str, int]:
    """Why statements do not stand as they should, by part."""
    lost = (f"{one.wanted.part}: {one.lost}" for case in judged for one in case.stood if one.lost)
    return dict(Counter(lost).most_common())


def duplicates(judged: Sequence[Judged]) -> list[Figures]:
    """Statements that were taken for the same content although a number differs."""
    return [
        {"case": one.case.id, "stored": old, "incoming": new}
        for one in judged
        for old, new in merged_with_other_numbers(one.case, one.trial)
    ]


def cost(judged: Sequence[Judged]) -> Figures:
    """What a save takes: milliseconds of the check, judges asked, calls and tokens of a model."""
    costs = [one.trial.cost for one in judged]
    uses = [use for one in costs for use in one.usage]
    asked: Counter[str] = Counter()
    spent: defaultdict[str, float] = defaultdict(float)
    for one in costs:
        asked.update(one.asked)
        for name, ms in one.spent_ms.items():
            spent[name] += ms
    count = max(len(costs), 1)
    return {
        "saves": len(costs),
        "check_ms": percentiles([one.check_ms for one in costs] or [0.0]),
        "alike_ms": percentiles([one.alike_ms for one in costs] or [0.0]),
        "save_ms": percentiles([one.save_ms for one in costs] or [0.0]),
        "pairs": round(sum(len(one.trial.compared) for one in judged) / count, 2),
        "judge_calls": round(sum(asked.values()) / count, 2),
        "asked": {name: round(number / count, 2) for name, number in _most(asked)},
        "judge_ms": {name: round(ms / count, 3) for name, ms in _most(spent)},
        "model_calls": round(sum(use.calls for use in uses) / count, 3),
        "input_tokens": round(sum(use.input_tokens for use in uses) / count, 1),
        "output_tokens": round(sum(use.output_tokens for use in uses) / count, 1),
    }


def _most(counted: Mapping[str, float]) -> list[tuple[str, float]]:
    return sorted(counted.items(), key=lambda one: (-one[1], one[0]))
