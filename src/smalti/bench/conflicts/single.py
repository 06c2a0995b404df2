"""Single cases with something wrong in them, as they are shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from smalti.bench.conflicts.caught import right_pairs
from smalti.bench.conflicts.score import Figures, Judged, relation_loss


def misses(judged: Iterable[Judged]) -> Iterator[Figures]:
    """Every case with something wrong in it, and all that it takes to see why."""
    for one in judged:
        if what := list(_wrongs(one)):
            yield _shown(one, what)


def _wrongs(judged: Judged) -> Iterator[str]:
    if judged.loss:
        yield f"missed: {judged.loss}"
    elif judged.case.conflict and not judged.on_the_right_side:
        yield "caught on another side"
    if not judged.benign_left_alone:
        yield f"flagged: {judged.caught[0].judge}"
    if judged.case.relation is not None and not judged.relation_right:
        yield f"relation {relation_loss(judged)}"
    yield from (f"{one.wanted.part} {one.lost}" for one in judged.stood if one.lost)


def _shown(judged: Judged, what: Sequence[str]) -> Figures:
    case, trial = judged.case, judged.trial
    sentences = {one.id: one.sentence for one in trial.records}
    turns = [case.before[place] for place in case.against] if case.shares else case.before
    return {
        "case": case.id,
        "wrong": list(what),
        "groups": dict(case.groups),
        "before": [f"{turn.speaker}: {turn.text}" for turn in turns],
        "incoming": [f"{turn.speaker}: {turn.text}" for turn in case.incoming],
        "relation": {"expected": case.relation, "seen": judged.relation},
        "records": [
            f"{one.state.value} {one.predicate}: {one.sentence}"
            for one in trial.records
            if not case.shares or trial.rests_on(one.id, trial.incoming)
        ],
        "items": [f"{one.outcome.value}: {one.sentence} {one.reason}" for one in trial.items],
        "pairs": [
            f"{one.relation or '–'} ({one.judge}, {'+'.join(one.found)}) "
            f"{_sides(one.stored, one.incoming, sentences)}{one.reason}"
            for one in right_pairs(case, trial)
        ],
        "caught": [
            f"{one.relation} ({one.judge}) "
            f"{_sides(one.stored, one.incoming, sentences)}{one.reason}"
            for one in judged.caught
        ],
        "statements": [
            {
                "part": one.wanted.part,
                "text": one.wanted.text,
                "lost": one.lost,
                "records": [f"{state}: {sentence}" for sentence, state in one.records],
            }
            for one in judged.stood
        ],
    }


def _sides(stored: str, incoming: str, sentences: Mapping[str, str]) -> str:
    return f"{sentences.get(stored, stored)} ← {sentences.get(incoming, incoming)}: "
