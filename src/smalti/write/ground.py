"""Grounding: a candidate is kept only if its quote says what it says.

The quote must stand in the turn. Every number, date and name of the record must stand in the quote,
or follow from it by a step that is recorded: who "I" and "she" are, which day "tomorrow" is, nine
written as 9. What does neither is refused, whoever found it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from smalti.model.record import Derivation
from smalti.model.turn import Turn
from smalti.write.extract.candidate import Candidate, Reason, Refusal
from smalti.write.normalise.figures import Unbacked, figures
from smalti.write.normalise.named import names, without_subject
from smalti.write.normalise.spoken import Scene, folded
from smalti.write.statement import Grounded


def ground(
    candidates: Iterable[Candidate], turns: Mapping[str, Turn], context: Sequence[Turn] = ()
) -> tuple[tuple[Grounded, ...], tuple[Refusal, ...]]:
    """Sort out what rests on its quote from what does not, each in the order given.

    Pure. Each of ``turns`` (by id, in the order they were said) and each of ``context`` (what was
    said before, the latest last) may explain a pronoun of a later one.
    """
    kept: list[Grounded] = []
    refused: list[Refusal] = []
    for candidate in candidates:
        found = _grounded(candidate, turns, context)
        if isinstance(found, Grounded):
            kept.append(found)
        else:
            refused.append(Refusal(candidate.turn, candidate.start, candidate.end, found))
    return tuple(kept), tuple(refused)


def _grounded(
    candidate: Candidate, turns: Mapping[str, Turn], context: Sequence[Turn]
) -> Grounded | Reason:
    turn = turns.get(candidate.turn)
    if turn is None:
        return Reason.NO_SUCH_TURN
    if candidate.end > len(turn.text) or not candidate.quote(turn).strip():
        return Reason.UNGROUNDED
    scene = Scene.of(candidate, turns, context)
    try:
        steps = dict.fromkeys(_steps(scene))  # each once, in order
    except Unbacked:
        return Reason.UNGROUNDED
    return Grounded(candidate, turn, tuple(steps))


def _steps(scene: Scene) -> Iterator[Derivation]:
    for said in _said(scene.candidate):
        yield from figures(without_subject(said, scene), scene)
    yield from names(scene)


def _said(candidate: Candidate) -> Iterator[str]:
    """What the record says, without what the sentence says already."""
    yield candidate.sentence
    sentence = folded(candidate.sentence)
    for part in (candidate.subject, candidate.object, candidate.condition or ""):
        if part and folded(part) not in sentence:
            yield part
