"""Japanese XはYです as an edge: X is a Y, or Y is the value of an attribute of somebody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from smalti.write.extract.ja.chunks import Chunk
from smalti.write.extract.ja.names import resolved
from smalti.write.extract.ja.predicates import COPULA
from smalti.write.extract.ja.scene import Roles, Scene, Subject
from smalti.write.extract.ja.words import is_person
from smalti.write.extract.tables import pairs, pattern, phrases, words

APPOINTMENT = "予定"


def equation(scene: Scene, tops: Sequence[Chunk]) -> Roles:
    """The edge of a clause whose predicate is a noun."""
    value = resolved(_listed(scene) + scene.predicate.value, scene.speaker)
    if not tops:
        return _without_topic(scene, value)
    top, before = tops[-1], tops[:-1]
    text, noun = scene.value(top), scene.head(top)
    if pattern("ja", "favourite").fullmatch(text):
        whose = scene.subject(before[-1]) if before else scene.default(somebody=True)
        return Roles(whose, text, value, top, owner=not before)
    if f"{value}だ" in words("ja", "takes_ga"):
        whose = scene.subject(before[-1]) if before else scene.default(somebody=True)
        return Roles(whose, f"{value}だ", text, before[-1] if before else None, top)
    found = attribute(scene, top, before)
    if found is not None:
        return replace(found, object=value)
    if noun in phrases("ja", "kin") and text != noun and _gives_name(scene):
        owner = text[: -len(noun)].removesuffix("の")
        return Roles(scene.named(owner), noun, value, top)
    return shaped(Roles(scene.subject(top), COPULA, value, top))


def _listed(scene: Scene) -> str:
    """夫と娘の三人家族です: what と puts before the noun of the copula."""
    args, pred = scene.clause.args, scene.clause.pred
    if not args or pred is None or args[-1].mark != "と" or args[-1].comma:
        return ""
    described = pred.core - pred.first > 1 and "n" in scene.line.codes[pred.first : pred.core]
    return scene.line.text(args[-1].first, args[-1].after) if described else ""


def attribute(scene: Scene, top: Chunk, before: Sequence[Chunk]) -> Roles | None:
    """Whose attribute a topic is: the one named in it or before it, or the speaker's own."""
    text, noun = scene.text(top), scene.head(top)
    known = noun in words("ja", "attributes") or pattern("ja", "attribute_suffix").search(noun)
    if not known:
        return None
    if scene.line.code(top.first) == "T" and noun in words("ja", "own_attributes"):
        return Roles(scene.default(somebody=True), noun, "", top, owner=True)  # 今の体重は
    if noun != scene.words(top) and text.endswith(f"の{noun}"):
        return Roles(scene.named(text[: -len(noun) - 1]), noun, "", top)
    if before and noun == scene.words(top):
        return Roles(scene.subject(before[-1]), noun, "", top)
    if noun in words("ja", "own_attributes") and noun == scene.words(top):
        owned = noun == text  # marked が, so that its owner does not yet stand before it
        return Roles(scene.default(somebody=True), noun, "", top, owner=owned)
    return None


def _gives_name(scene: Scene) -> bool:
    """Whether the copula gives a person's name."""
    pred = scene.clause.pred
    if pred is None:
        return False
    return any(
        word.kind.startswith("名詞-固有名詞-人名")
        for word in scene.line.words[pred.first : pred.core]
    )


def _without_topic(scene: Scene, value: str) -> Roles:
    """平成三年生まれです: the speaker's where its form tells what it is, else unclear."""
    made = shaped(Roles(scene.default(), COPULA, value))
    if made.predicate != COPULA or scene.carried is not None:
        return made
    own = Subject(scene.speaker, person=True)
    times = [part for part in scene.clause.args if part.kind == "time"]
    if times and not set(map(scene.words, times)) & words("ja", "happening"):
        beside = [part for part in scene.clause.args if part.mark in ("と", "で")]
        whole = "".join(scene.line.text(part.first, part.after) for part in beside) + value
        return replace(made, subject=own, predicate=APPOINTMENT, object=whole, sure=0.7)
    if value in words("ja", "statuses") or _is_somebody(scene):
        return replace(made, subject=own)
    return replace(made, sure=0.5)


def _is_somebody(scene: Scene) -> bool:
    pred = scene.clause.pred
    if pred is None:
        return False
    last = scene.line.words[pred.core - 1]
    counted = any("数詞" in word.kind for word in scene.line.words[pred.first : pred.core])
    return is_person(last) and not counted and "固有名詞" not in last.kind and last.text != "さん"


def shaped(made: Roles) -> Roles:
    """An equation whose value tells which attribute it is: 四歳です, 札幌出身です."""
    for entry, predicate in pairs("ja", "value_shapes").items():
        if predicate == "人数" and made.subject.person:
            continue
        found = pattern("ja", entry, anchored=True).fullmatch(made.object)
        if found is not None:
            return replace(made, predicate=predicate, object=found.group("value"))
    return made
