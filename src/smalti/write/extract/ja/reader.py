"""Japanese sentences to candidates: topics and dropped subjects resolved, predicates as lemmas.

A sentence is cut into words, chunks and clauses; each clause makes one edge and a sentence that
stands on its own. Without the packaged dictionary patterns over the text serve instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from smalti.model.record import Modality
from smalti.write.extract.candidate import Candidate, Reason, Refusal
from smalti.write.extract.cjk import Statement, candidate_of, moved, reason, speaker_name
from smalti.write.extract.ja import plain
from smalti.write.extract.ja.chunks import Line
from smalti.write.extract.ja.clauses import Clause, clauses, thought
from smalti.write.extract.ja.names import resolved
from smalti.write.extract.ja.predicates import COPULA
from smalti.write.extract.ja.predicates import read as read_predicate
from smalti.write.extract.ja.render import content, sentence
from smalti.write.extract.ja.roles import roles
from smalti.write.extract.ja.scene import Roles, Scene, Subject
from smalti.write.extract.ja.senses import condition, denied, ends_in_past, modality, over, past
from smalti.write.extract.ja.words import installed_tagger
from smalti.write.extract.latin import Span
from smalti.write.extract.tables import pattern, words

PLACEHOLDER = "言う"
ASKING = "頼む"
_UNSAID, _ASKED = 0.5, 0.7
_SHORT, _REMARK = 2, 8  # characters


@dataclass(frozen=True, slots=True)
class Topics:
    """Who acted in the clauses so far, and which thing they were about."""

    actor: Subject | None = None
    thing: Subject | None = None


def read(span: Span) -> Iterator[Candidate | Refusal]:
    """All candidates of a sentence, or why it holds none."""
    tagger = installed_tagger()
    if tagger is None:
        yield from plain.read(span)
        return
    why = reason(span, "ja")
    if why is not None:
        yield Refusal(span.turn.id, span.start, span.end, why)
        return
    start = _opened(span)
    text = span.turn.text[start : span.end]
    line = Line.of(text, tagger.words(text))
    made = _with_remarks(list(_statements(line, span)))
    yield from (candidate_of(span, moved(one, start), "ja") for one in made)
    if not made:
        yield Refusal(span.turn.id, span.start, span.end, Reason.NO_STATEMENT)


def _opened(span: Span) -> int:
    """Where the sentence begins after えっと、 and the like."""
    opening = pattern("ja", "opening", anchored=True).match(span.turn.text, span.start, span.end)
    return opening.end() if opening is not None and opening.end() < span.end else span.start


def _with_remarks(found: list[Statement]) -> list[Statement]:
    """The statements, a last few words without a predicate put to the one before them."""
    if len(found) < 2 or found[-1].predicate != PLACEHOLDER or len(found[-1].object) >= _REMARK:
        return found
    last, before = found[-1], found[-2]
    if last.acts or before.predicate == PLACEHOLDER:
        return found
    joined = replace(before, sentence=f"{before.sentence}、{last.object}", end=last.end)
    return [*found[:-2], joined]


def _statements(line: Line, span: Span) -> Iterator[Statement]:
    now = Topics()
    found = clauses(line)
    whole = ends_in_past(line, found)
    for clause in found:
        if (opened := _introduced(line, clause, span.turn.speaker)) is not None:
            now = Topics(opened, opened)
            continue
        told, now = _statement(line, clause, span.turn.speaker, now, whole=whole)
        if told is not None:
            yield told


def _introduced(line: Line, clause: Clause, speaker: str) -> Subject | None:
    """昨日の創業年ですが、…: a noun that only says what comes is about."""
    pred = clause.pred
    if pred is None or pred.mark != "but" or line.code(pred.last) != "j":
        return None
    predicate = read_predicate(line, pred)
    more = clause.args or clause.before or predicate.denied or predicate.past
    if predicate.lemma != COPULA or more:
        return None
    return Subject(resolved(predicate.value, speaker, topic=True), person=False)


def _statement(
    line: Line, clause: Clause, speaker: str, now: Topics, *, whole: bool
) -> tuple[Statement | None, Topics]:
    """The statement of a clause, and what the next one is about unless it says so."""
    if clause.pred is None:
        return _fragment(line, clause, speaker), now
    doer = any(part.mark == "に" and part.kind == "np" for part in clause.args)
    predicate = read_predicate(line, clause.pred, doer=doer)
    scene = Scene(line, clause, predicate, speaker, now.actor, now.thing)
    made = roles(scene)
    told = _told(scene, made, whole=whole)
    return _honest(scene, told, made), _topics(scene, made, now)


def _told(scene: Scene, made: Roles, *, whole: bool) -> Statement:
    gone = past(scene, whole=whole)
    start, end = _extent(scene.line, scene.clause)
    return Statement(
        start=start,
        end=end,
        sentence=sentence(scene, made, past=gone),
        subject=made.subject.name,
        predicate=made.predicate,
        object=made.object,
        person=made.subject.person,
        polarity=not denied(scene),
        modality=modality(scene, past=gone or whole),
        condition=condition(scene, past=gone or whole),
        past=gone,
        ended=over(scene),
        acts=scene.predicate.lemma != COPULA,
        sure=min(made.sure, scene.predicate.sure),
        time=_time(scene.line, start, end),
    )


def _topics(scene: Scene, made: Roles, now: Topics) -> Topics:
    named = made.top is not None and made.sure > _UNSAID
    about = now.thing
    if made.thing is not None and made.thing.mark == "は":
        about = scene.subject(made.thing)
    return Topics(made.subject if named else now.actor, about)


def _extent(line: Line, clause: Clause) -> tuple[int, int]:
    first = min([clause.first, *(part.first for part in clause.before)])
    return line.words[first].start, line.words[clause.last - 1].end


def _time(line: Line, start: int, end: int) -> tuple[int, int] | None:
    """The first time that is named in the words of the quote."""
    inside = (word for word in line.words if start <= word.start and word.end <= end)
    return next(((word.start, word.end) for word in inside if word.code == "T"), None)


def _honest(scene: Scene, told: Statement, made: Roles) -> Statement | None:
    """The statement; with a placeholder where its subject or what was asked for is unclear."""
    if made.subject.name in words("ja", "vague") and not scene.predicate.past:
        return None
    text = content(scene, past=told.past)
    own = replace(
        told,
        subject=scene.speaker,
        person=True,
        object=text,
        polarity=True,
        ended=False,
        sentence=f"{speaker_name(scene.speaker)}：{text}",
    )
    if scene.predicate.asks:
        return replace(own, predicate=ASKING, sure=_ASKED)
    nobody = scene.clause.frame is not None and made.top is None and scene.carried is None
    if made.sure <= _UNSAID or (nobody and not thought(scene.line, scene.clause)):
        return replace(own, predicate=PLACEHOLDER, sure=_UNSAID)
    return told


def _fragment(line: Line, clause: Clause, speaker: str) -> Statement | None:
    """Words without a predicate, as they were said."""
    start, end = _extent(line, clause)
    text = line.text(clause.first, clause.last)
    if len(text) < _SHORT:
        return None
    asked = pattern("ja", "ask_cues").search(text) is not None
    return Statement(
        start=start,
        end=end,
        sentence=f"{speaker_name(speaker)}：{text}",
        subject=speaker,
        predicate=ASKING if asked else PLACEHOLDER,
        object=text,
        person=True,
        modality=Modality.WISHED if asked else Modality.ASSERTED,
        acts=False,
        sure=_ASKED if asked else _UNSAID,
        time=_time(line, start, end),
    )
