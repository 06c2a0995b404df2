"""In which sense a Chinese clause was said: denied, planned, wished, over, in the past."""

from __future__ import annotations

from smalti.model.record import Modality
from smalti.write.extract.tables import pattern, words
from smalti.write.extract.zh.frames import Frame
from smalti.write.extract.zh.scene import Roles, Scene


def denied(scene: Scene, frame: Frame) -> bool:
    """Whether the clause says that it is not so."""
    line = scene.line
    inside = range(_begin(scene, frame), frame.main[0])
    count = sum(
        line.word(at) in words("zh", "denials")
        for at in inside
        if line.code(at) in ("D", "V") and not _in_modifier(scene, frame, at)
    )
    count += sum(line.word(at) in words("zh", "inability") for at in frame.helpers)
    count += line.word(frame.main[0]) in ("没", "沒", "没有", "沒有")
    return (count + frame.impossible) % 2 == 1


def _begin(scene: Scene, frame: Frame) -> int:
    """Where the part of a clause begins that a frame stands for."""
    starts = [span[0] for span in frame.groups]
    whole = frame is scene.clause.frame
    return scene.clause.first if whole or not starts else min(starts)


def _in_modifier(scene: Scene, frame: Frame, at: int) -> bool:
    return any(first <= at < last for first, last in frame.groups)


def past(scene: Scene, frame: Frame) -> bool:
    """Whether 了, 过 or a time says that it has happened."""
    line, clause = scene.line, scene.clause
    start = min([frame.main[0], *(span[0] for span in frame.ways)])
    after = line.codes[start : clause.last]
    if frame.kind == "verb" and set(after) & set("lk") and not denied(scene, frame):
        return not _progressive(scene, frame) and not _excessive(scene, frame)
    experienced = frame.kind == "verb" and "k" in after
    times = _times(scene)
    return experienced or pattern("zh", "behind").search(times) is not None


def _progressive(scene: Scene, frame: Frame) -> bool:
    """着 says that it goes on."""
    after = scene.line.word(frame.main[1])
    return after in ("着", "著")


def _excessive(scene: Scene, frame: Frame) -> bool:
    """太爱加班了 and 喜欢了 say what is, not what was."""
    before = {scene.line.word(at) for at in range(scene.clause.first, frame.main[0])}
    return bool(before & {"太", "可", "最"}) or scene.line.word(frame.main[0]) in words(
        "zh", "lasting"
    )


def _times(scene: Scene) -> str:
    """The times that the clause names, with a blank between."""
    line, clause = scene.line, scene.clause
    return " ".join(
        line.word(at) for at in range(clause.start, clause.last) if line.code(at) in ("T", "F")
    )


def over(scene: Scene, made: Roles, *, denied_: bool, past_: bool) -> bool:
    """Whether the clause says that something has come to its end."""
    line, clause = scene.line, scene.clause
    said = line.text(clause.first, clause.last)
    if denied_:
        closing = line.codes[made.frame.main[0] : clause.last]
        never = pattern("zh", "no_longer").search(said) is not None
        return never or ("l" in closing and line.word(made.frame.main[0]) not in ("没", "没有"))
    if pattern("zh", "formerly").search(_times(scene) + " " + said) is not None:
        return not pattern("zh", "ahead").search(_times(scene))
    return made.predicate in words("zh", "ended_verbs")


def modality(scene: Scene, made: Roles, *, past_: bool) -> Modality:
    """In which sense the clause was said."""
    if made.quoted == "said":
        return Modality.QUOTED
    line, frame = scene.line, made.frame
    helping = {line.word(at) for at in frame.helpers}
    before = {line.word(at) for at in range(_begin(scene, frame), frame.main[0])}
    if (helping | {line.word(frame.main[0])}) & words("zh", "wish_words"):
        return Modality.WISHED
    if made.quoted in ("thought", "guess") or before & words("zh", "guess_words"):
        return Modality.HYPOTHETICAL
    if _is_assumed(scene) and not past_:
        return Modality.HYPOTHETICAL
    ahead = pattern("zh", "ahead").search(_times(scene)) is not None
    planned = ahead or helping & words("zh", "plan_words") or _promised(scene, made, helping)
    return Modality.PLANNED if planned and not past_ else Modality.ASSERTED


def _promised(scene: Scene, made: Roles, helping: set[str]) -> bool:
    """我会搞定: what the speaker says will be done, and not what is usual or can be done."""
    before = {scene.line.word(at) for at in range(scene.clause.first, made.frame.main[0])}
    own = made.subject.name == scene.speaker and made.frame.kind == "verb"
    verb = scene.line.word(made.frame.main[0])
    able = {verb, verb[:1]} & words("zh", "skills") and not _times(scene)  # 我会弹钢琴
    usual = before & words("zh", "habitual") or scene.clause.condition is not None or able
    will = helping & words("zh", "soon_words") and made.predicate not in helping
    return bool(will and own and not usual)


def _is_assumed(scene: Scene) -> bool:
    condition = scene.clause.condition
    if condition is None:
        return False
    return pattern("zh", "conditional").search(scene.line.text(*condition)) is not None


def condition(scene: Scene, *, past_: bool, planned: bool) -> str | None:
    """On which condition, or at which recurring time, it holds."""
    line, clause = scene.line, scene.clause
    if clause.condition is not None and not past_:
        return line.text(*clause.condition)
    if past_ or planned:
        return None
    for at in range(clause.start, clause.last):
        if line.code(at) in ("T", "N") and pattern("zh", "recurring").fullmatch(line.word(at)):
            return line.word(at)
    return None


def time(scene: Scene) -> tuple[int, int] | None:
    """Where the first time stands that the clause names."""
    line, clause = scene.line, scene.clause
    first = next((at for at in range(clause.start, clause.last) if line.code(at) == "T"), None)
    if first is None:
        return None
    last = first
    while last + 1 < clause.last and line.code(last + 1) == "T":
        last += 1
    return line.words[first].start, line.words[last].end
