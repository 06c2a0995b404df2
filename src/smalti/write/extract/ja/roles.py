"""Who does what in a Japanese clause: its subject, its object, and the edge between them."""

from __future__ import annotations

from dataclasses import replace

from smalti.model.record import Modality
from smalti.write.extract.ja.chunks import Chunk
from smalti.write.extract.ja.clauses import topics
from smalti.write.extract.ja.equations import attribute, equation, shaped
from smalti.write.extract.ja.names import is_first_person
from smalti.write.extract.ja.predicates import COPULA, base
from smalti.write.extract.ja.scene import Roles, Scene
from smalti.write.extract.tables import pairs, pattern, words

_BEING = ("ある", "いる", "おる", "多い", "少ない")
_UNCLEAR = 0.5


def roles(scene: Scene) -> Roles:
    """The edge that a clause makes."""
    tops = [part for part in topics(scene.clause.args) if not scene.timely(part)]
    tops = _without_vocative(scene, tops)
    if scene.predicate.lemma == COPULA:
        return equation(scene, tops)
    topic = next((part for part in reversed(tops) if part.mark != "が"), None)
    actor = next((part for part in reversed(tops) if part.mark == "が"), None)
    if topic is None and actor is None:
        actor = _bare_actor(scene)
    made = _changed(scene, topic or actor)
    return made or _merged(scene, _action(scene, topic, actor))


def _without_vocative(scene: Scene, tops: list[Chunk]) -> list[Chunk]:
    """古市くん、辞令は…: who is called is not spoken of."""
    first = tops[0] if len(tops) > 1 else None
    called = first is not None and not first.mark and scene.subject(first).person
    return tops[1:] if called else tops


def _bare_actor(scene: Scene) -> Chunk | None:
    """アドレス変わりました, 夫婦とも働いている: a subject without its particle."""
    happens = scene.predicate.lemma in words("ja", "happens")
    if any(part.mark in ("を", "が") for part in scene.clause.args):
        return None
    for part in scene.clause.args:
        amount = "数詞" in scene.line.words[part.core].kind
        bare = part.kind == "np" and not part.mark and not part.comma
        crowd = pattern("ja", "crowds").fullmatch(scene.words(part)) is not None
        if bare and (crowd or (happens and not amount)):
            return part
    return None


def _changed(scene: Scene, top: Chunk | None) -> Roles | None:
    """転勤先は札幌に決まった: an attribute and its new value."""
    if top is None or scene.predicate.lemma not in words("ja", "changing"):
        return None
    found, thing = attribute(scene, top, ()), _object(scene)
    if found is None or thing is None:
        return None
    return replace(found, object=scene.value(thing), thing=thing)


def _action(scene: Scene, topic: Chunk | None, actor: Chunk | None) -> Roles:
    lemma = scene.predicate.lemma
    feels = scene.predicate.modality is Modality.WISHED or lemma in (
        words("ja", "takes_ga") | words("ja", "moods")
    )
    if topic is not None and actor is not None:
        if feels or lemma.endswith(("い", "だ")) or lemma in _BEING:
            return _in_respect(scene, topic, actor)
        return _acted(scene, actor, topic if _takes(scene, topic) else None)
    if actor is not None:
        owned = scene.head(actor) in words("ja", "body") or (lemma in _BEING and not _placed(scene))
        if feels or owned or _can(scene):
            return replace(_acted(scene, None, actor), sure=0.9)
        return _acted(scene, actor, None)
    if topic is not None and (_takes(scene, topic) or (feels and not _somebody(scene, topic))):
        return _acted(scene, None, topic)
    return _acted(scene, topic, None)


def _somebody(scene: Scene, chunk: Chunk) -> bool:
    return scene.subject(chunk).person or is_first_person(scene.words(chunk))


def _can(scene: Scene) -> bool:
    """Whether the verb says "can", so that what is done stands with が."""
    pred = scene.clause.pred
    head = scene.line.words[pred.core - 1] if pred is not None else None
    return head is not None and head.code in "Vv" and base(head) != head.lemma


def _placed(scene: Scene) -> bool:
    places = ("に", "には", "にも")
    return any(part.mark in places and part.kind == "np" for part in scene.clause.args)


def _takes(scene: Scene, topic: Chunk) -> bool:
    """Whether a topic is what is acted on: 荷物は受け取れません."""
    marks = [part.mark for part in scene.clause.args]
    if "を" in marks or "しか" in marks or _somebody(scene, topic) or scene.predicate.passive:
        return False
    lemma = scene.predicate.lemma
    if lemma in words("ja", "goes"):
        return not {"に", "へ", "まで"} & {p.mark for p in scene.clause.args if p.kind == "np"}
    said = scene.line.text(scene.clause.first, scene.clause.last)
    lasting = pattern("ja", "left_so").search(said)
    return (lemma in words("ja", "transitive") or _can(scene)) and lasting is None


def _in_respect(scene: Scene, topic: Chunk, actor: Chunk) -> Roles:
    """象は鼻が長い: the topic has the quality in respect of the other."""
    if scene.predicate.lemma in words("ja", "takes_ga") and not _somebody(scene, topic):
        who = scene.default(somebody=True)  # ビールは常温が好き: nobody but a person likes
        return Roles(who, scene.predicate.lemma, scene.value(actor), None, actor)
    noun = scene.words(actor)
    if noun in words("ja", "attributes") and scene.predicate.lemma not in words("ja", "takes_ga"):
        return Roles(scene.subject(topic), noun, scene.predicate.lemma, topic, actor)
    return Roles(scene.subject(topic), scene.predicate.lemma, scene.value(actor), topic, actor)


def _acted(scene: Scene, actor: Chunk | None, thing: Chunk | None) -> Roles:
    lemma = scene.predicate.lemma
    human = lemma in words("ja", "transitive") | words("ja", "moods") | words("ja", "takes_ga")
    named = thing is not None and scene.head(thing) in words("ja", "body")
    who = scene.subject(actor) if actor is not None else scene.default(somebody=human or named)
    chosen = thing or _object(scene, apart=actor)
    made = Roles(who, lemma, scene.value(chosen) if chosen else "", actor, chosen)
    if actor is not None or scene.carried is not None or named:
        return made
    done = scene.predicate.passive and not any(p.mark == "を" for p in scene.clause.args)
    quality = lemma.endswith(("い", "だ")) and not (human or chosen)
    if lemma in words("ja", "happens") or quality:
        return replace(made, sure=_UNCLEAR)
    return replace(made, sure=0.7) if done else made


def _object(scene: Scene, apart: Chunk | None = None) -> Chunk | None:
    """What the predicate takes: marked を, or as its verb wants it."""
    found: dict[str, Chunk] = {}
    for part in scene.clause.args:
        if part.kind == "np" and part is not apart and not scene.timely(part):
            mark = part.mark[:-1] if part.mark[:-1] in ("に", "で", "と", "へ") else part.mark
            found.setdefault(mark, part)
    lemma = scene.predicate.lemma
    wanted = pairs("ja", "object_marks").get(lemma, "に へ と から まで").split()
    for mark in ("を", "しか", *wanted):
        if mark in found or (mark == "-" and "" in found):
            return found["" if mark == "-" else mark]
    if lemma in words("ja", "takes_time"):
        times = [part for part in scene.clause.args if part.kind == "time"]
        return next((part for part in times if part.mark in ("に", "")), None)
    amount = found.get("")
    usual = amount is not None and not amount.comma and lemma not in words("ja", "happens")
    return amount if usual else None


def _merged(scene: Scene, made: Roles) -> Roles:
    """手術をする is 手術する; 部屋の掃除をする is 掃除する with 部屋; 八十八歳になる is an age."""
    thing = made.thing
    if thing is None:
        return made
    head = scene.head(thing)
    if made.predicate == "する":
        return _done(scene, made, thing, head)
    if made.predicate in ("なる", "できる", "ある"):
        known = shaped(replace(made, predicate=COPULA))
        return known if known.predicate != COPULA else made
    return made


def _done(scene: Scene, made: Roles, thing: Chunk, head: str) -> Roles:
    """The verb that する makes with its object."""
    letters = set(scene.line.codes[thing.core : thing.last])
    if letters == {"S"} and thing.mark == "を":
        rest = made.object[: -len(head)].removesuffix("の") if made.object.endswith(head) else ""
        return replace(made, predicate=f"{head}する", object=rest)
    lasting = pattern("ja", "lasting").search(scene.line.text(thing.last, scene.clause.last))
    if thing.mark == "を" and lasting and head.endswith(tuple(words("ja", "occupied"))):
        return replace(made, predicate="をしている")
    to = next((p for p in scene.clause.args if p.mark == "に" and p.kind == "np"), None)
    if to is not None:
        goal = scene.words(to)
        return replace(made, predicate=f"{goal}にする", object="" if to is thing else made.object)
    return made
