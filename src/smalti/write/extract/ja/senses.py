"""In which sense a Japanese clause was said: planned, assumed, over, under which condition."""

from __future__ import annotations

from smalti.model.record import Modality
from smalti.write.extract.ja.chunks import Chunk, Line
from smalti.write.extract.ja.clauses import Clause, thought
from smalti.write.extract.ja.predicates import read
from smalti.write.extract.ja.scene import Scene
from smalti.write.extract.tables import pattern


def ends_in_past(line: Line, found: list[Clause]) -> bool:
    """Whether the last predicate of a sentence is in the past: it tells for those in -te too."""
    last = found[-1].pred if found else None
    return last is not None and read(line, last).past


def past(scene: Scene, *, whole: bool) -> bool:
    """Whether a clause tells what has been. ``whole``: the sentence ends in the past."""
    pred = scene.clause.pred
    linked = pred is not None and pred.mark in ("te", "list")
    goes_on = linked and not scene.predicate.lemma.endswith(("い", "だ"))
    before = pattern("ja", "behind").search(_times(scene)) is not None
    return scene.predicate.past or (goes_on and (whole or before))


def denied(scene: Scene) -> bool:
    """Whether it is not so; 冷やでしか飲みません says how it is drunk."""
    only = any(part.mark.endswith("しか") for part in scene.clause.args)
    return scene.predicate.denied and not only


def over(scene: Scene) -> bool:
    """Whether it has come to its end: やめた, もう…ない, or what was so 以前."""
    said = scene.line.text(scene.clause.first, scene.clause.last)
    if scene.predicate.ended:
        return True
    if scene.predicate.denied:
        return not scene.predicate.past and pattern("ja", "no_longer").search(said) is not None
    return scene.predicate.past and pattern("ja", "formerly").search(said) is not None


def modality(scene: Scene, *, past: bool) -> Modality:
    """In which sense the clause was said. ``past``: it, or the sentence, tells what has been."""
    predicate, clause = scene.predicate, scene.clause
    if clause.frame is not None and not thought(scene.line, clause):
        return Modality.QUOTED
    if predicate.asks:
        return Modality.WISHED
    if predicate.modality is not None:
        return predicate.modality
    if clause.frame is not None:
        return Modality.HYPOTHETICAL
    if _condition_chunks(scene, past=past) and clause.before[-1].mark == "cond":
        said = scene.line.text(clause.before[0].first, clause.before[-1].after)
        assumed = pattern("ja", "assumed").search(said) is not None
        return Modality.HYPOTHETICAL if assumed else Modality.ASSERTED
    ahead = pattern("ja", "ahead").search(_times(scene)) is not None
    return Modality.PLANNED if ahead and not past else Modality.ASSERTED


def condition(scene: Scene, *, past: bool) -> str | None:
    """On which condition, or at which recurring time, it holds."""
    before, line = _condition_chunks(scene, past=past), scene.line
    if before:
        return line.text(min(part.first for part in before), before[-1].last).strip("、 ")
    for part in () if past else scene.clause.args:
        if part.mark in ("は", "には", "では") and part.kind in ("np", "time"):
            text = line.text(part.first, part.last)
            if pattern("ja", "recurring").fullmatch(text):
                return text
    return None


def _condition_chunks(scene: Scene, *, past: bool) -> tuple[Chunk, ...]:
    """A condition in the past was a moment: 調べたら違いました."""
    return scene.clause.before if scene.clause.condition and not past else ()


def _times(scene: Scene) -> str:
    """The times that the clause names, with a blank between."""
    line, clause = scene.line, scene.clause
    parts = [part for part in clause.args if part.kind == "time"]
    if clause.pred is not None and line.code(clause.pred.first) == "T":
        parts.append(clause.pred)
    return " ".join(line.text(part.first, part.after) for part in parts)
