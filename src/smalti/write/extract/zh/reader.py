"""Chinese sentences to candidates: clauses at commas, dropped subjects put back, verbs as edges.

Chinese drops whatever the context gives, so the subject of a clause is found in this order: one
named in the clause, the topic of the clause before, the speaker. Without the packaged tagger
patterns over the text serve instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from smalti.model.record import Modality
from smalti.model.turn import Role
from smalti.write.extract.candidate import Candidate, Reason, Refusal
from smalti.write.extract.cjk import Statement, candidate_of, moved, reason, speaker_name
from smalti.write.extract.latin import Span
from smalti.write.extract.tables import pattern, words
from smalti.write.extract.zh import plain
from smalti.write.extract.zh.clauses import Clause, clauses
from smalti.write.extract.zh.equations import COPULA
from smalti.write.extract.zh.line import Line
from smalti.write.extract.zh.roles import roles
from smalti.write.extract.zh.scene import Roles, Scene, Subject
from smalti.write.extract.zh.senses import condition, denied, modality, over, past, time
from smalti.write.extract.zh.words import installed_tagger

PLACEHOLDER = "说"
ASKING = "要求"
_UNSAID = 0.5


@dataclass(frozen=True, slots=True)
class Topics:
    """Whom the clauses so far were about, what the last of them took, and whom they named."""

    subject: Subject | None = None
    object: Subject | None = None
    person: Subject | None = None


def read(span: Span) -> Iterator[Candidate | Refusal]:
    """All candidates of a sentence, or why it holds none."""
    tagger = installed_tagger()
    if tagger is None:
        yield from plain.read(span)
        return
    why = reason(span, "zh")
    if why is not None:
        yield Refusal(span.turn.id, span.start, span.end, why)
        return
    line = Line.of(span.text, tagger.words(span.text))
    made = list(_statements(line, span))
    yield from (candidate_of(span, moved(one, span.start), "zh") for one in made)
    if not made:
        yield Refusal(span.turn.id, span.start, span.end, Reason.NO_STATEMENT)


def _statements(line: Line, span: Span) -> Iterator[Statement]:
    now = Topics()
    for clause in clauses(line):
        if not clause.told:
            continue
        told, now = _statement(line, clause, span, now)
        if told is not None:
            yield told


def _statement(
    line: Line, clause: Clause, span: Span, now: Topics
) -> tuple[Statement | None, Topics]:
    """The statement of a clause, and what the next clause is about unless it says so."""
    carried, speaker = now.subject, span.turn.speaker
    own = span.turn.role is not Role.ASSISTANT
    if clause.topic is not None and not clause.frame.groups:
        carried = Scene(line, clause, speaker, carried).subject(clause.topic)
    scene = Scene(line, clause, speaker, carried, now.object, now.person, own)
    if clause.frame.kind == "none":
        return _placeholder(scene, sure=_UNSAID), now
    if _is_asked(scene):
        return _placeholder(scene, predicate=ASKING, modality_=Modality.WISHED, sure=0.7), now
    made = roles(scene)
    if _is_trivial(scene, made):
        return None, now
    unnamed = not own and not clause.frame.groups  # an assistant's advice
    if (
        unnamed
        or made.sure <= _UNSAID
        or _is_vague(scene, made)
        or made.subject.name in words("zh", "second_person")
    ):
        return _placeholder(scene, sure=_UNSAID), now
    return _told(scene, made), _topics(scene, made, now)


def _told(scene: Scene, made: Roles) -> Statement:
    line, clause = scene.line, scene.clause
    no, gone = denied(scene, made.frame), past(scene, made.frame)
    sense = modality(scene, made, past_=gone)
    stopped = made.predicate in words("zh", "stop_verbs") and bool(made.object)
    return Statement(
        start=line.words[clause.start].start,
        end=line.words[clause.last - 1].end,
        sentence=_sentence(scene, made),
        subject=made.subject.name,
        predicate=made.predicate,
        object=made.object,
        person=made.subject.person,
        polarity=not (no or stopped),
        modality=sense,
        condition=condition(scene, past_=gone, planned=sense is Modality.PLANNED),
        past=gone,
        ended=over(scene, made, denied_=no, past_=gone),
        acts=made.frame.kind == "verb" and made.predicate != COPULA,
        sure=min(made.sure, 0.6 if _has_pronoun(made) else 1.0),
        time=time(scene),
    )


def _has_pronoun(made: Roles) -> bool:
    return made.subject.name.startswith(tuple(words("zh", "pronouns")))


def _is_vague(scene: Scene, made: Roles) -> bool:
    """Whether the edge names nothing that can be looked up, or stands among signs."""
    said = scene.line.text(scene.clause.first, scene.clause.last)
    odd = pattern("zh", "signs").search(said) is not None or any(
        pattern("zh", "symbols").search(part) for part in (made.predicate, made.object) if part
    )
    return odd or bool({made.subject.name, made.object} & words("zh", "vague"))


def _is_asked(scene: Scene) -> bool:
    """点菜别放香菜: something asked of the assistant or of others."""
    frame = scene.clause.frame
    before = {scene.line.word(at) for at in range(scene.clause.first, scene.clause.last)}
    told = {scene.line.word(span[0]) for span in frame.groups} & words("zh", "second_person")
    if before & words("zh", "forbidding") and (told or not any(map(scene.is_person, frame.groups))):
        return True
    if any(map(scene.is_person, frame.groups)):
        return False
    said = scene.line.text(scene.clause.first, scene.clause.last)
    proposed = not frame.groups and frame.kind == "verb" and said.endswith("吧")
    return proposed or pattern("zh", "imperative").search(said) is not None


def _is_trivial(scene: Scene, made: Roles) -> bool:
    """我看, 可以: a verb that says nothing without an object."""
    bare = not (made.object or made.frame.prepositions or made.frame.ways)
    timed = "T" in scene.line.codes[scene.clause.first : scene.clause.last]
    own = made.subject.name == scene.speaker and not denied(scene, made.frame)
    short = not made.said and scene.clause.last - scene.clause.first < _WORDS
    return bare and own and not timed and (short or made.predicate in words("zh", "trivial"))


def _topics(scene: Scene, made: Roles, now: Topics) -> Topics:
    """What the clause leaves for the next one."""
    subject = made.subject if made.said else (now.subject or scene.carried)
    person = scene.mentioned() or now.person
    verb = scene.line.word(made.frame.main[0])
    if verb in words("zh", "possessing") and made.thing is not None:
        thing = scene.subject(made.thing)
        owned = f"{speaker_name(made.subject.name)}的{_bare(made.object)}"
        return Topics(subject, Subject(owned, person=thing.person), person)
    if made.object and made.frame.kind == "verb":
        return Topics(subject, Subject(made.object, person=False), person)
    return Topics(subject, now.object, person)


def _bare(noun: str) -> str:
    """A noun without its number: 一只三花 is 三花."""
    found = pattern("zh", "number", anchored=True).match(noun)
    return noun[found.end() :] if found is not None and found.end() < len(noun) else noun


def _sentence(scene: Scene, made: Roles) -> str:
    """The clause as a sentence of its own."""
    clause = scene.clause
    before = ""
    if clause.before is not None and clause.before < clause.first:
        before = scene.text((clause.before, clause.first)).rstrip("，,、：: ") + "，"
    said = scene.text((clause.first, clause.last)).rstrip("。. ")
    name = speaker_name(made.subject.name)
    content = clause.frame.object
    if made.quoted and content is not None and not made.frame.groups and name not in said:
        told = scene.text((content[0], clause.last))
        return f"{before}{scene.text((clause.first, content[0]))}{name}{told}"
    if name.replace(" ", "") in (before + said).replace(" ", ""):
        return f"{before}{said}"
    noun = _own_noun(scene, made)
    if noun is not None and noun in said:
        owned = name if name.endswith(noun) else f"{name}的{noun}"
        return f"{before}{said.replace(noun, owned, 1)}"
    if scene.whose is not None and said.startswith(tuple(words("zh", "pronouns"))):
        return f"{before}{said}"
    return f"{name}{before}{said}"


def _own_noun(scene: Scene, made: Roles) -> str | None:
    """The noun in the clause that the subject owns, where the owner is not named with it."""
    if made.said or not made.frame.groups:
        return None
    first, last = made.frame.groups[-1]
    noun = scene.line.text(first, last)
    owned = noun in words("zh", "own_attributes") | words("zh", "body") or noun == made.predicate
    return noun if owned else None


def _placeholder(
    scene: Scene,
    *,
    predicate: str = PLACEHOLDER,
    modality_: Modality = Modality.ASSERTED,
    sure: float,
) -> Statement | None:
    """What was said as it was said, where no edge can be claimed."""
    line, clause = scene.line, scene.clause
    said = line.text(clause.start, clause.last)
    if len(said) < _SHORT:
        return None
    return Statement(
        start=line.words[clause.start].start,
        end=line.words[clause.last - 1].end,
        sentence=f"{scene.name}：{scene.text((clause.start, clause.last))}",
        subject=scene.speaker,
        predicate=predicate,
        object=said,
        person=True,
        polarity=True,
        modality=modality_,
        acts=False,
        sure=sure,
        time=time(scene),
    )


_SHORT = 4
_WORDS = 2
