"""English sentences to candidates, on a dependency parse."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from smalti.model.record import Facet, Modality, RecordKind
from smalti.model.turn import Role, Turn
from smalti.write.extract.candidate import Candidate, Reason, Refusal, Tense
from smalti.write.extract.en import answers, asides, gates
from smalti.write.extract.en.clauses import Clause, clauses
from smalti.write.extract.en.edges import Edge, edge_of
from smalti.write.extract.en.fields import fields
from smalti.write.extract.en.fragments import fragment
from smalti.write.extract.en.gapping import gapped
from smalti.write.extract.en.line import Line, time_span
from smalti.write.extract.en.marks import marks_of
from smalti.write.extract.en.mentions import glance, remember
from smalti.write.extract.en.parse import Parse, Parser
from smalti.write.extract.en.prepare import prepare
from smalti.write.extract.en.render import phrase, sentence
from smalti.write.extract.en.rescue import rescued
from smalti.write.extract.en.text import Prepared, is_careful
from smalti.write.extract.en.unresolved import openness
from smalti.write.extract.en.voice import Voice
from smalti.write.extract.en.wishes import wish
from smalti.write.extract.people import Asked, Talk, is_kin
from smalti.write.extract.tables import pattern

Found = Candidate | Refusal


def read(line: Line, talk: Talk, parser: Parser) -> Iterator[Found]:
    """All candidates of a sentence, or why it holds none."""
    talk.sentence += 1
    talk.read = {}
    answer = answers.told(line, talk)
    paired = list(_answered(line, answer.text, talk, parser)) if answer is not None else []
    if answer is None or not paired:
        yield from _unpaired(line, talk, parser)
        return
    talk.question = None
    yield from paired
    if answer.rest is not None:
        talk.read = {}
        yield from _unpaired(_rest_of(line, answer.rest, parser), talk, parser)


def _unpaired(line: Line, talk: Talk, parser: Parser) -> Iterator[Found]:
    """What a sentence says without the question before it."""
    reason = gates.sentence_reason(line.text, line.turn.role)
    if reason is not None:
        if reason is Reason.QUESTION:
            talk.question = Asked(talk.turn, line)
        if reason is not Reason.SMALL_TALK:
            glance(line.parse, voice_of(line.turn, talk))
        yield Refusal(line.turn.id, line.start, line.end, reason)
        return
    talk.question = None
    printed = fields(line, talk)
    found: list[Found] = [*(printed or ())]
    if printed is None:
        found += _read_out(rescued(line, parser), talk, parser)
    yield from found or [Refusal(line.turn.id, line.start, line.end, Reason.NO_STATEMENT)]


def _read_out(line: Line, talk: Talk, parser: Parser) -> Iterator[Found]:
    """What a sentence says, with what it says without a verb of its own."""
    yield from _told(line, talk)
    for text, numbers in gapped(line):
        start, end = line.span(numbers)
        yield from _answered(replace(line, start=start, end=end), text, talk, parser)


def _rest_of(line: Line, place: int, parser: Parser) -> Line:
    """What a line says behind the answer that it begins with."""
    start = line.start + place
    made = prepare(line.turn.text, start, line.end, chat=line.turn.role is Role.USER)
    return replace(line, start=start, prepared=made, parse=parser.parse([made.text])[0])


def _told(line: Line, talk: Talk) -> Iterator[Found]:
    repair = asides.repair(line, talk)
    for clause in clauses(line.parse):
        for one in _clause(line, clause, talk):
            if repair is None or not _is_bare_value(line, one):
                yield one
    if repair is not None:
        yield repair
    yield from asides.read(line, talk)


def _is_bare_value(line: Line, one: Found) -> bool:
    """Whether a candidate is only the new value that a repair has put in its place.

    "Moved to Friday", with the subject dropped, tells of what was moved and not of the speaker.
    """
    if isinstance(one, Refusal):
        return False
    if line.prepared.subjectless and pattern("en", "changes").search(line.text) is not None:
        return True
    return one.predicate == "note" or (one.predicate == "be" and one.subject.casefold() == "it")


_PAIRED = 0.8  # how direct it is at most when half of the words are another's


def _answered(line: Line, text: str, talk: Talk, parser: Parser) -> Iterator[Found]:
    """Read the statement that question and answer make, on the quote of the answer."""
    quote = (line.start, line.end)
    made = Prepared(text, (quote,) * len(text), subjectless=True)
    whole = replace(line, prepared=made, parse=parser.parse([text])[0])
    talk.read = {}
    for one in _told(whole, talk):
        if isinstance(one, Candidate):
            yield replace(one, directness=min(one.directness, _PAIRED))


def voice_of(turn: Turn, talk: Talk) -> Voice:
    """The voice in which a turn's clauses are read."""
    person = turn.role is Role.USER
    chat = person and not is_careful(turn.text)
    return Voice(turn.speaker, talk.addressee(turn), talk, chat=chat, person=person, read=talk.read)


def _clause(line: Line, clause: Clause, talk: Talk) -> Iterator[Found]:
    start, end = line.span(tuple(sorted({*clause.subject, *clause.body})))
    reason = gates.clause_reason(line, clause, talk)
    if reason is not None:
        remember(line.parse, clause, voice_of(line.turn, talk))
        yield Refusal(line.turn.id, start, end, reason)
        return
    made = _candidate(line, clause, talk, (start, end))
    if made is None:
        yield Refusal(line.turn.id, start, end, Reason.NO_STATEMENT)
        return
    talk.said.append(made)
    yield made


def _candidate(line: Line, clause: Clause, talk: Talk, span: tuple[int, int]) -> Candidate | None:
    """What a clause says; None where it says nothing, or not of whom or what."""
    voice = voice_of(line.turn, talk)
    voice.corrects = line.corrects
    wanted = gates.is_wanted(line.parse, clause) and line.turn.role is Role.USER
    if clause.how == "fragment" or (not clause.subject and not wanted):
        made = fragment(line, clause, voice, span)
        remember(line.parse, clause, voice)
        return made
    if wanted:
        asked = wish(line, clause, voice, span)
        remember(line.parse, clause, voice)
        return asked
    reporter = _reporter(line.parse, clause, voice)
    text = sentence(line.parse, clause, voice)
    edge = edge_of(line.parse, clause, voice)
    remember(line.parse, clause, voice)
    if len(text.split()) < 2 or gates.is_empty(
        line.parse, clause, edge.subject, edge.object, voice.addressee or ""
    ):
        return None
    voice.doubt(openness(line.parse, clause, voice, edge))
    if not voice.sureness:
        return _without_verb(line, clause, talk, span)
    text = f"{reporter} says {_lowered(text, line, clause)}" if reporter else text
    marks = marks_of(line.parse, clause, text, line.text)
    kind = _kind(line, clause, edge, marks.modality, marks.tense)
    return Candidate(
        turn=line.turn.id,
        start=span[0],
        end=span[1],
        sentence=text,
        subject=edge.subject,
        predicate=edge.predicate,
        object=edge.object,
        asserted_by=line.turn.speaker,
        kind=kind,
        facet=_facet(kind, line.parse, clause),
        polarity=marks.polarity,
        modality=marks.modality,
        condition=marks.condition,
        tense=marks.tense,
        time_span=time_span(line.turn.text, *span),
        ended=marks.ended,
        correction=line.corrects,
        directness=gates.directness(line.turn.role, clause.how, voice.sureness),
    )


def _without_verb(
    line: Line, clause: Clause, talk: Talk, span: tuple[int, int]
) -> Candidate | None:
    """What stands where a subject should, read by itself: "vegetarian, have been since school"."""
    names = tuple(i for i in clause.subject if line.parse.tokens[i].pos != "PUNCT")
    if len(names) != 1 or not clause.own:
        return None
    alone = Clause(names[0], (), names, "fragment")
    voice = replace(voice_of(line.turn, talk), chat=False, read={})  # no subject, so nobody's
    return fragment(line, alone, voice, span)


def _reporter(parse: Parse, clause: Clause, voice: Voice) -> str:
    """Who else is said to say a clause: "my boss says …". Nobody, where the speaker does."""
    if clause.how != "reported" or clause.above is None:
        return ""
    at = parse.tokens[clause.above]
    while parse.child(at.i, "nsubj") is None and at.dep == "conj":  # "he bakes and says …"
        at = parse.tokens[at.head]
    subject = parse.child(at.i, "nsubj")
    if subject is None or subject.low in ("i", "we", "you"):
        return ""
    numbers = tuple(parse.subtree(subject.i))
    apart = replace(voice, named=[], read={})  # "Luc says he …" may well be Luc
    name = phrase(parse, numbers, apart)
    remember(parse, Clause(clause.above, numbers, ()), apart)
    return name[:1].upper() + name[1:]


def _lowered(text: str, line: Line, clause: Clause) -> str:
    """A sentence as it goes on after "says"."""
    first = line.parse.tokens[clause.order[0]]
    keeps = first.pos == "PROPN" or first.low == "i" or not text.startswith(first.text.capitalize())
    return text if keeps else text[:1].lower() + text[1:]


def _kind(line: Line, clause: Clause, edge: Edge, modality: Modality, tense: Tense) -> RecordKind:
    others = edge.person and edge.subject != line.turn.speaker
    involved = any(line.parse.tokens[i].low in _ME for i in clause.body)  # "Tom gave me a lift"
    if modality is Modality.QUOTED or (others and not involved):
        return RecordKind.CLAIM
    head = line.parse.tokens[clause.head]
    happened = head.tag in ("VBD", "VBN") and head.lemma not in _STATES
    passive = line.parse.child(clause.head, "auxpass") is not None
    if edge.person and happened and not passive and tense is not Tense.FUTURE:
        return RecordKind.EVENT
    return RecordKind.FACT


_ME = ("me", "us", "myself")
_STATES = ("be", "have", "know", "like", "love", "hate", "want", "need", "get", "live", "own")


def _facet(kind: RecordKind, parse: Parse, clause: Clause) -> Facet:
    if kind is RecordKind.EVENT:
        return Facet.EVENT
    related = any(is_kin(parse.tokens[i].low) for i in (*clause.subject, *clause.body))
    return Facet.RELATIONSHIP if related else Facet.PERSONA
