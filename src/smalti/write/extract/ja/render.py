"""A Japanese clause as a sentence of its own."""

from __future__ import annotations

from smalti.write.extract.cjk import speaker_name
from smalti.write.extract.ja.chunks import Chunk
from smalti.write.extract.ja.names import resolved
from smalti.write.extract.ja.predicates import COPULA, finite
from smalti.write.extract.ja.scene import Roles, Scene


def sentence(scene: Scene, made: Roles, *, past: bool) -> str:
    """The clause with its subject in front and its predicate as the end of a sentence."""
    line, clause = scene.line, scene.clause
    name = speaker_name(made.subject.name)
    body = "".join(_said(scene, part, made) for part in (*clause.framing, *clause.args))
    before = "".join(_said(scene, part, made) for part in clause.before)
    told = finite(line, clause.pred, past=past) if clause.pred is not None else ""
    told = resolved(told, scene.speaker) if scene.predicate.lemma == COPULA else told
    if clause.frame is not None and clause.pred is not None:
        told += line.text(clause.pred.last, clause.frame.last)
    if made.owner:
        return f"{before}{name}の{body}{told}"
    if made.top is None:
        return f"{name}は{before}{body}{told}"
    return f"{before}{body}{told}"


def _said(scene: Scene, part: Chunk, made: Roles) -> str:
    """A chunk in words that anybody understands, with its particle."""
    line = scene.line
    end = part.after - part.comma
    mark = line.text(part.last, end)
    comma = "、" if part.comma else ""
    if part.kind != "np":
        return line.text(part.first, end) + comma
    text = scene.text(part)
    moved = mark == "は" or (not mark and part.comma)
    if part is made.thing and made.top is None and moved:
        return f"{text}{'が' if made.predicate.endswith(('だ', 'い')) else 'を'}"
    if part is made.top and not mark and part.comma:
        return f"{text}は"
    return f"{text}{mark}{comma}"


def content(scene: Scene, *, past: bool) -> str:
    """The words of a clause as they were said, ended as a sentence is."""
    line, clause, pred = scene.line, scene.clause, scene.clause.pred
    if pred is None or clause.frame is not None:
        return line.text(clause.first, clause.last)
    if scene.predicate.asks:
        return line.text(clause.first, clause.last + (pred.mark == "te"))
    head = line.source[line.words[clause.first].start : line.words[pred.first].start]
    return head + finite(line, pred, past=past)
