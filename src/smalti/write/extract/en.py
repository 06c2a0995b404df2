"""English sentences to candidates, on a dependency parse."""

from __future__ import annotations

from collections.abc import Iterator

from smalti.model.record import Facet, Modality, RecordKind
from smalti.model.turn import Role, Turn
from smalti.write.extract import en_asides, en_gates
from smalti.write.extract.candidate import Candidate, Reason, Refusal, Tense
from smalti.write.extract.en_clauses import Clause, clauses
from smalti.write.extract.en_line import Line, time_span
from smalti.write.extract.en_marks import marks_of
from smalti.write.extract.en_nouns import full_name, person_like
from smalti.write.extract.en_parse import Parse
from smalti.write.extract.en_predicate import Edge, edge_of
from smalti.write.extract.en_render import Voice, noun_phrase, phrase, sentence
from smalti.write.extract.en_text import is_careful
from smalti.write.extract.people import Talk, gender_of, is_kin
from smalti.write.extract.tables import words

Found = Candidate | Refusal


def read(line: Line, talk: Talk) -> Iterator[Found]:
    """All candidates of a sentence, or why it holds none."""
    talk.sentence += 1
    reason = en_gates.sentence_reason(line.text, line.turn.role)
    if reason is not None:
        if reason is Reason.QUESTION:
            talk.question = (talk.turn, line.text)
        yield Refusal(line.turn.id, line.start, line.end, reason)
        return
    found = False
    for clause in clauses(line.parse):
        for one in _clause(line, clause, talk):
            found = True
            yield one
    repair = en_asides.repair(line, talk)
    if repair is not None:
        found = True
        yield repair
    for one in en_asides.read(line, talk):
        found = True
        yield one
    if not found:
        yield Refusal(line.turn.id, line.start, line.end, Reason.NO_STATEMENT)


def voice_of(turn: Turn, talk: Talk) -> Voice:
    """The voice in which a turn's clauses are read."""
    person = turn.role is Role.USER
    chat = person and not is_careful(turn.text)
    return Voice(turn.speaker, talk.addressee(turn), talk, chat=chat, person=person)


def _clause(line: Line, clause: Clause, talk: Talk) -> Iterator[Found]:
    start, end = line.span(tuple(sorted({*clause.subject, *clause.body})))
    reason = en_gates.clause_reason(line.parse, clause, line.turn.role, line.text, talk.names())
    if reason is not None:
        yield Refusal(line.turn.id, start, end, reason)
        return
    made = _candidate(line, clause, talk, (start, end))
    if made is not None:
        talk.said.append(made)
        yield made


def _candidate(line: Line, clause: Clause, talk: Talk, span: tuple[int, int]) -> Candidate | None:
    voice = voice_of(line.turn, talk)
    voice.corrects = line.corrects
    wanted = en_gates.is_wanted(line.parse, clause) and line.turn.role is Role.USER
    if clause.how == "fragment" or (not clause.subject and not wanted):
        return en_asides.fragment(line, clause, voice, span)
    if wanted:
        return en_asides.wish(line, clause, voice, span)
    text = sentence(line.parse, clause, voice)
    sureness = voice.sureness
    edge = edge_of(line.parse, clause, voice)
    _remember(line, clause, edge, voice)
    if len(text.split()) < 2:
        return None
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
        directness=en_gates.directness(line.turn.role, clause.how, sureness),
    )


def _kind(line: Line, clause: Clause, edge: Edge, modality: Modality, tense: Tense) -> RecordKind:
    if modality is Modality.QUOTED or (edge.person and edge.subject != line.turn.speaker):
        return RecordKind.CLAIM
    head = line.parse.tokens[clause.head]
    happened = head.tag in ("VBD", "VBN") and head.lemma not in _STATES
    passive = line.parse.child(clause.head, "auxpass") is not None
    if edge.person and happened and not passive and tense is not Tense.FUTURE:
        return RecordKind.EVENT
    return RecordKind.FACT


_STATES = ("be", "have", "know", "like", "love", "hate", "want", "need", "get", "live", "own")


def _facet(kind: RecordKind, parse: Parse, clause: Clause) -> Facet:
    if kind is RecordKind.EVENT:
        return Facet.EVENT
    related = any(is_kin(parse.tokens[i].low) for i in (*clause.subject, *clause.body))
    return Facet.RELATIONSHIP if related else Facet.PERSONA


_NOBODY = words("en", "bare_public") | words("en", "thin_heads")


def _remember(line: Line, clause: Clause, edge: Edge, voice: Voice) -> None:
    """Note who and what was talked about, for the pronouns to come."""
    parse, talk = line.parse, voice.talk
    for i in (*clause.body, *clause.subject):  # the subject last: it is the likeliest antecedent
        token = parse.tokens[i]
        if token.pos not in ("NOUN", "PROPN") or token.dep in ("compound", "nmod"):
            continue
        if is_kin(token.low) and parse.child(i, "appos") is None:
            if (article := parse.child(i, "det")) is not None and article.low in ("a", "an"):
                continue  # "a guy" names nobody
            if token.tag == "NNS":
                continue  # neither he nor she
            talk.mention(noun_phrase(parse, i, voice), gender_of(token.low))
        elif token.pos == "PROPN" and person_like(parse, token) and token.dep in _ACTS:
            talk.mention(full_name(parse, i), en_asides.gender_beside(parse, token))
    top = next(
        (t for n in clause.subject if (t := parse.tokens[n]).head not in clause.subject), None
    )
    named = top is not None and top.tag in ("NN", "NNP") and top.low not in _NOBODY
    vague = parse.tokens[clause.subject[0]].low in ("a", "an", "this", "such") if named else True
    if not vague and len(clause.subject) <= 6 and not edge.person:
        talk.mention_thing(phrase(parse, clause.subject, voice))


_ACTS = ("nsubj", "nsubjpass", "appos", "conj", "dative", "dobj")
