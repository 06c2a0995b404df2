"""Who does what in a Chinese clause: its subject, its object, and the edge between them."""

from __future__ import annotations

from dataclasses import replace

from smalti.write.extract.cjk import known_predicate, speaker_name
from smalti.write.extract.tables import pairs, words
from smalti.write.extract.zh.equations import amount, equation
from smalti.write.extract.zh.frames import Frame, frame_of
from smalti.write.extract.zh.scene import Roles, Scene, Span, Subject, is_attribute

_UNCLEAR = 0.5
_SHORT = 3
_OBJECT_PREPOSITIONS = tuple("对對跟和与與同在从從由给給向用")
_MOVING = ("把", "将", "將")


def roles(scene: Scene) -> Roles:
    """The edge that a clause makes."""
    frame = scene.clause.frame
    if frame.kind == "equation":
        return equation(scene)
    if frame.kind == "amount":
        return amount(scene)
    verb = scene.line.word(frame.main[0])
    if frame.kind == "verb" and verb in pairs("zh", "reporting"):
        if frame.object is None:
            return replace(_action(scene, frame), sure=_UNCLEAR)
        reported = _reported(scene, frame, pairs("zh", "reporting")[verb])
        if reported is not None:
            return reported
    return _action(scene, frame)


def _reported(scene: Scene, frame: Frame, how: str) -> Roles | None:
    """李铭说他下个月辞职: what is reported, of whom it is reported."""
    if frame.object is None:
        return None
    teller = scene.subject(frame.groups[-1]) if frame.groups else None
    inner = frame_of(scene.line, *frame.object)
    if inner.kind == "none":
        return None
    advised = {scene.line.word(at) for at in range(frame.object[0], inner.main[0])}
    advised &= words("zh", "advice")
    told_by = scene.line.word(frame.groups[-1][1] - 1) if frame.groups else ""
    if told_by in words("zh", "advisers"):
        advised.add(told_by)
    within = replace(
        scene,
        clause=replace(scene.clause, frame=inner, first=frame.object[0]),
        carried=scene.carried if advised and teller != scene.carried else teller or scene.carried,
        person=teller or scene.person,
    )
    made = roles(within)
    if made.sure <= _UNCLEAR or (not inner.groups and teller is None and how == "said"):
        return None
    return replace(made, quoted=how, said=bool(inner.groups) or teller is not None)


def _action(scene: Scene, frame: Frame) -> Roles:
    called = _called(scene, frame)
    if called is not None:
        return called
    predicate = _predicate(scene, frame)
    person, thing = _actors(scene, frame)
    taken = _object(scene, frame)
    if taken is None and _holds_object(frame, verb := scene.line.word(frame.main[0])):
        named = person or thing
        who = scene.default(somebody=True) if named is None else scene.subject(named)
        return Roles(who, predicate, verb[1:], frame, said=named is not None)
    if person is None and thing is not None and taken is None and _acts_on(scene, frame, thing):
        own = scene.default(somebody=True)
        return Roles(own, predicate, scene.value(thing), frame, said=False, thing=thing, sure=0.8)
    if person is not None and thing is not None and taken is None and not frame.passive:
        return Roles(scene.subject(person), predicate, scene.value(thing), frame, thing=thing)
    changed = scene.line.word(frame.main[1] - 1) in ("到", "成", "为", "為") and taken is not None
    top = thing if changed and thing is not None else person or thing
    if top is None:
        return _without_subject(scene, frame, predicate, taken)
    made = Roles(scene.subject(top), predicate, scene.value(taken), frame, thing=taken)
    return _of_part(scene, made, top)


def _called(scene: Scene, frame: Frame) -> Roles | None:
    """朋友都喊我川子: how somebody is called."""
    if scene.line.word(frame.main[0]) not in words("zh", "naming") or frame.object is None:
        return None
    first, last = frame.object
    named = scene.line.word(first) in words("zh", "personal") and last > first + 1
    if not named or set(scene.line.codes[first + 1 : last]) - set("N"):
        return None
    return Roles(scene.subject((first, first + 1)), "叫", scene.text((first + 1, last)), frame)


def _actors(scene: Scene, frame: Frame) -> tuple[Span | None, Span | None]:
    """The one who acts, and the thing that stands before it: 密码|我."""
    groups = [span for span in frame.groups if not _is_empty(scene, frame, span)]
    if not groups:
        return None, None
    last = groups[-1]
    split = _inner_person(scene, frame, last) if len(groups) == 1 else None
    if split is not None:
        return split
    if scene.is_person(last):
        first = groups[0] if len(groups) > 1 and not scene.is_person(groups[0]) else None
        return last, first
    person = next((span for span in groups[:-1] if scene.is_person(span)), None)
    return person, last


def _is_empty(scene: Scene, frame: Frame, span: Span) -> bool:
    """A noun phrase that nobody and nothing is named by: 自己, 晚餐 at which, …下 under which."""
    last = scene.line.word(span[1] - 1)
    if frame.object is not None and last in words("zh", "meals"):
        return True
    if last in words("zh", "abstract_places") and span[1] - span[0] > 1:
        return True
    return span[1] - span[0] == 1 and last in _EMPTY


_EMPTY = ("自己", "这", "那", "這", "的")


def _inner_person(scene: Scene, frame: Frame, span: Span) -> tuple[Span, Span] | None:
    """物业费房东出 in one run of nouns: the person at its end acts on what stands before."""
    last = span[1] - 1
    nouns = last > span[0] and set(scene.line.codes[span[0] : span[1]]) == {"N"}
    if not nouns or frame.object is not None or frame.kind != "verb":
        return None
    if scene.line.word(last) not in words("zh", "person_nouns"):
        return None
    return (last, span[1]), (span[0], last)


def _acts_on(scene: Scene, frame: Frame, thing: Span) -> bool:
    """Whether what stands first is what is acted on: 法语不学了."""
    verb = scene.line.text(*frame.main)
    base = scene.line.word(frame.main[0])
    last = scene.line.words[thing[1] - 1]
    place = scene.line.code(thing[1] - 1) == "F" or last.tag == "s"
    if frame.kind != "verb" or frame.passive or place or scene.is_person(thing):
        return False
    return verb in words("zh", "transitive") or base in words("zh", "transitive")


def _without_subject(scene: Scene, frame: Frame, predicate: str, taken: Span | None) -> Roles:
    verb = scene.line.word(frame.main[0])
    if verb in words("zh", "of_object") and scene.object is not None:
        return Roles(scene.object, predicate, scene.value(taken), frame, said=False, thing=taken)
    quality = frame.kind == "quality"
    whole = scene.line.text(*frame.main)
    moved = whole != verb and whole[-1:] in "到成为在"
    human = bool(frame.ways) or (
        verb in words("zh", "transitive") and taken is not None and not moved
    )
    who = scene.default(somebody=human)
    made = Roles(who, predicate, scene.value(taken), frame, said=False, thing=taken)
    happens = verb in words("zh", "happens") and (taken is None or verb not in ("到", "出"))
    unclear = scene.carried is None and (quality or happens or frame.passive)
    unclear = unclear or (set(frame.prepositions) & {"把", "将"} != set() and not who.person)
    return replace(made, sure=_UNCLEAR) if unclear else made


def _of_part(scene: Scene, made: Roles, top: Span) -> Roles:
    """我膝盖疼, 身体很硬朗: what is said of a part or an attribute is said of its owner."""
    noun = scene.line.word(top[1] - 1)
    body = noun in words("zh", "body")
    if not body and not is_attribute(noun):
        return made
    owner = (top[0], top[1] - 1)
    if owner[1] > owner[0] and scene.line.code(owner[1] - 1) == "e":
        owner = (owner[0], owner[1] - 1)
    named = owner[1] > owner[0] and not set(scene.line.codes[owner[0] : owner[1]]) <= set("MA")
    if not named and not body and noun not in words("zh", "own_attributes"):
        return made
    who = scene.subject(owner) if named else scene.default(somebody=True)
    if body:
        verb = f"{made.predicate}{made.object}" if len(made.object) < _SHORT else made.predicate
        return replace(made, subject=who, predicate=verb, object=noun, said=named)
    if not named and scene.is_person(top):
        whose = Subject(f"{speaker_name(who.name)}的{noun}", person=True)
        return replace(made, subject=whose, said=False)
    moved = made.predicate[-1:] in ("到", "成", "为", "在") or made.frame.kind == "quality"
    if not body and moved:
        value = made.object or made.predicate
        return replace(made, subject=who, predicate=noun, object=value, said=named)
    return made


def _predicate(scene: Scene, frame: Frame) -> str:
    """The predicate in its dictionary form, as the vocabulary knows it where it can."""
    whole = scene.line.text(*frame.main).replace(" ", "")
    verb = scene.line.word(frame.main[0])
    if frame.kind == "quality":
        return whole
    if frame.passive:
        return f"被{whole}"
    ways = {scene.line.word(first) for first, _ in frame.ways}
    if verb in words("zh", "commutes") and ways & words("zh", "transport"):
        return "通勤"
    if verb in ("没", "沒", "没有", "沒有"):
        return "有"
    if verb in ("取名", "起名") or whole in ("取名叫", "起名叫", "名叫"):
        return "叫"
    if _is_skill(scene, frame, verb):
        return "会"
    if _holds_object(frame, verb):
        return verb[0]
    return known_predicate((whole, verb), "zh") if whole != verb else whole


def _holds_object(frame: Frame, verb: str) -> bool:
    """坐地铁, 喝酒 cut as one word: a verb and what it takes."""
    whole = frame.kind == "verb" and frame.object is None and verb[:1] in words("zh", "verb_object")
    known = verb in words("zh", "whole_verbs") or known_predicate((verb, verb[:1]), "zh") == verb
    return whole and len(verb) > 1 and not known and frame.main[1] - frame.main[0] == 1


def _is_skill(scene: Scene, frame: Frame, verb: str) -> bool:
    helpers = {scene.line.word(at) for at in frame.helpers}
    timed = "T" in scene.line.codes[scene.clause.first : frame.main[0]]
    return bool(helpers & {"会", "會"}) and not timed and verb in words("zh", "skills")


def _object(scene: Scene, frame: Frame) -> Span | None:
    """What the verb takes: after 把, after the verb, or with a preposition."""
    verb = scene.line.word(frame.main[0])
    moved = next((frame.prepositions[w] for w in _MOVING if w in frame.prepositions), None)
    if verb in words("zh", "commutes") and frame.ways:
        first, last = frame.ways[-1]
        return (first + 1, last) if last > first + 1 else (first, last)
    if moved is not None:
        return moved
    if _is_skill(scene, frame, verb):
        return frame.main[0], (frame.object or frame.main)[1]
    if frame.object is not None and not _only_how_long(scene, frame, frame.object):
        return frame.object
    if frame.passive:
        agent = next((frame.prepositions[w] for w in ("被",) if w in frame.prepositions), None)
        return agent if agent is not None and agent[1] > agent[0] else None
    return _by_preposition(scene, frame)


def _only_how_long(scene: Scene, frame: Frame, span: Span) -> bool:
    """Whether what follows the verb says how long or how often, not what."""
    codes = set(scene.line.codes[span[0] : span[1]])
    text = scene.line.text(*span)
    verb = scene.line.text(*frame.main)
    if text in ("一", "两", "几", "好几"):
        return True
    if codes <= set("Tl"):
        return verb[-1] not in "到在成" and verb not in words("zh", "takes_time")
    return codes <= set("M") and text.endswith(("次", "遍", "回", "趟", "会儿", "下", "架"))


def _by_preposition(scene: Scene, frame: Frame) -> Span | None:
    for word in _OBJECT_PREPOSITIONS:
        span = frame.prepositions.get(word)
        if span is not None and span[1] > span[0] and "T" not in scene.line.codes[slice(*span)]:
            return span
    first, last = frame.ways[-1] if frame.ways else (0, 0)
    place = last > first + 1 and scene.line.word(first) in ("去", "来", "到", "回", "來")
    return (first + 1, last) if place else None


__all__ = ["Roles", "Subject", "roles"]
