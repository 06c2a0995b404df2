"""Chinese X是Y, and amounts said without a verb, as edges."""

from __future__ import annotations

from dataclasses import replace

from smalti.write.extract.tables import pattern, phrases, words
from smalti.write.extract.zh.frames import frame_of
from smalti.write.extract.zh.scene import (
    Roles,
    Scene,
    Span,
    Subject,
    is_attribute,
    owner_and_noun,
    shaped,
)

COPULA = "是"
_UNCLEAR = 0.5


def equation(scene: Scene) -> Roles:
    """The edge of a clause with 是."""
    frame = scene.clause.frame
    group = frame.groups[-1] if frame.groups else None
    taken = frame.object
    if group is not None and scene.line.code(group[1] - 1) == "e" and taken is not None:
        inverted = _inverted(scene, group, taken)
        if inverted is not None:
            return inverted
    if taken is not None and scene.line.code(taken[1] - 1) == "e":
        cleft = _cleft(scene, group, taken)
        if cleft is not None:
            return cleft
    value = scene.value(taken)
    if group is None and taken is not None and (focused := _focused(scene, taken)) is not None:
        return focused
    if group is None or not value:
        return _without_subject(scene, value)
    return _said_of(scene, group, value, taken)


def _focused(scene: Scene, taken: Span) -> Roles | None:
    """是我姐在北京: who it is of whom a clause holds."""
    inner = frame_of(scene.line, *taken)
    if inner.kind != "verb" or not inner.groups:
        return None
    verb = scene.line.text(*inner.main)
    who = scene.subject(inner.groups[-1])
    return Roles(who, verb, scene.value(inner.object), inner, thing=inner.object)


def amount(scene: Scene) -> Roles:
    """The edge of a clause without a verb: 我身高一米八, 团队七个人."""
    frame = scene.clause.frame
    groups = frame.groups
    if len(groups) > 1 and scene.line.word(groups[-1][0] - 1) in ("连", "連"):
        groups = groups[:-1]  # 店里连我才四个人
    if not groups:
        return _unowned_amount(scene)
    made = _said_of(scene, groups[-1], scene.value(frame.main), frame.main)
    if made.predicate != COPULA:
        return made
    letters = scene.line.codes[slice(*frame.main)]
    if letters.rstrip("lx").endswith("e"):
        return replace(made, sure=0.8)
    if scene.is_person(groups[-1]) and set(letters) <= set("Ml"):
        if "T" in scene.line.codes[groups[-1][1] : frame.main[0]]:
            return replace(made, predicate="年龄")
        if not made.subject.name.startswith(scene.name):
            return replace(made, predicate="人数")
    if "N" in letters:
        return replace(made, predicate="有")
    return replace(made, sure=_UNCLEAR if made.subject.person else 0.6)


def _unowned_amount(scene: Scene) -> Roles:
    """An amount of whom the clause before was about: 今年三岁, 就一个食堂."""
    frame = scene.clause.frame
    value = scene.value(frame.main)
    known = shaped(Roles(scene.default(), COPULA, value, frame, said=False))
    if scene.carried is None:
        return replace(known, sure=_UNCLEAR)
    if known.predicate != COPULA:
        return known
    if scene.line.code(frame.main[1] - 1) == "e":
        return replace(known, sure=0.8)
    if "N" in scene.line.codes[slice(*frame.main)]:
        return replace(known, predicate="有")
    return replace(known, sure=_UNCLEAR)


def _said_of(scene: Scene, group: Span, value: str, taken: Span | None) -> Roles:
    """An attribute of somebody, or what something is."""
    frame = scene.clause.frame
    liked = _favourite(scene, group)
    if liked is not None:
        return replace(liked, object=value, frame=frame, thing=taken)
    whose, noun = owner_and_noun(scene, group)
    if is_attribute(noun):
        if whose is not None:
            return Roles(whose, noun, value, frame, thing=taken)
        if noun in words("zh", "own_attributes"):
            own = scene.default(somebody=True)
            return Roles(own, noun, value, frame, said=False, thing=taken)
    related = noun in phrases("zh", "kin") and taken is not None
    if related and taken is not None and scene.line.words[taken[1] - 1].tag == "PER":
        own = whose or scene.default(somebody=True)
        return Roles(own, noun, value, frame, said=whose is not None, thing=taken)
    return shaped(Roles(scene.subject(group), COPULA, value, frame, thing=taken))


def _favourite(scene: Scene, group: Span) -> Roles | None:
    """我最喜欢的菜是…: what somebody likes best."""
    start = next((at for at in range(*group) if scene.line.code(at) == "V"), None)
    if start is None:
        return None
    noun = scene.line.text(start, group[1])
    if pattern("zh", "favourite").fullmatch(noun) is None:
        return None
    own = scene.subject((group[0], start)) if start > group[0] else scene.default(somebody=True)
    return Roles(own, noun, "", scene.clause.frame, said=start > group[0])


def _without_subject(scene: Scene, value: str) -> Roles:
    made = shaped(Roles(scene.default(), COPULA, value, scene.clause.frame, said=False))
    known = made.predicate != COPULA or (scene.carried is not None and value != "")
    return made if known else replace(made, sure=_UNCLEAR)


def _inverted(scene: Scene, group: Span, taken: Span) -> Roles | None:
    """当牙医的是我表姐夫: who it is that does something."""
    inner = frame_of(scene.line, group[0], group[1] - 1)
    if inner.kind != "verb":
        return None
    verb = scene.line.text(*inner.main)
    if inner.groups or not scene.is_person(taken):
        who = scene.subject(inner.groups[-1]) if inner.groups else scene.default()
        sure = 1.0 if inner.groups or scene.carried is not None else _UNCLEAR
        return Roles(who, verb, scene.value(taken), inner, said=bool(inner.groups), sure=sure)
    thing = scene.value(inner.object) or (scene.object.name if scene.object is not None else "")
    return Roles(scene.subject(taken), verb, thing, inner)


def _cleft(scene: Scene, group: Span | None, taken: Span) -> Roles | None:
    """我是去年入职的, 他是跑货运的: what 是…的 holds is what is said."""
    inner = frame_of(scene.line, taken[0], taken[1] - 1)
    if inner.kind != "verb":
        return None
    if inner.groups and group is None:
        return None
    who = _cleft_subject(scene, group, inner.groups)
    verb = scene.line.text(*inner.main)
    thing = scene.value(inner.object)
    if not thing and (verb in words("zh", "takes_time") or not who.person):
        times = [at for at in range(*taken) if scene.line.code(at) == "T"]
        thing = scene.line.text(times[0], times[-1] + 1) if times else ""
    if inner.groups and group is not None:
        thing = thing or scene.text(group)
    return Roles(who, verb, thing, inner, said=group is not None)


def _cleft_subject(scene: Scene, group: Span | None, inner: list[Span]) -> Subject:
    if inner and scene.line.word(inner[-1][0]) == "自己":
        return scene.default(somebody=True)
    if inner:
        return scene.subject(inner[-1])
    return scene.subject(group) if group is not None else scene.default()


__all__ = ["COPULA", "Subject", "amount", "equation"]
