"""Candidates that are not read off one clause: their common parts put together."""

from __future__ import annotations

from dataclasses import dataclass

from smalti.model.record import Facet, RecordKind
from smalti.write.extract.candidate import Candidate
from smalti.write.extract.en.clauses import Clause
from smalti.write.extract.en.line import Line, time_span
from smalti.write.extract.en.marks import marks_of


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence and its edge, and how directly it was said."""

    sentence: str
    subject: str
    predicate: str
    object: str
    directness: float
    polarity: bool = True


def of_clause(line: Line, clause: Clause, said: Said, span: tuple[int, int]) -> Candidate:
    """A candidate in the words of ``said``, with the marks of a clause."""
    marks = marks_of(line.parse, clause, said.sentence)
    return Candidate(
        turn=line.turn.id, start=span[0], end=span[1], sentence=said.sentence,
        subject=said.subject, predicate=said.predicate, object=said.object,
        asserted_by=line.turn.speaker, polarity=said.polarity, condition=marks.condition,
        modality=marks.modality, tense=marks.tense,
        time_span=time_span(line.turn.text, *span), ended=marks.ended,
        correction=line.corrects, directness=round(said.directness, 3),
    )  # fmt: skip


def of_words(line: Line, numbers: tuple[int, ...], said: Said) -> Candidate:
    """A candidate about somebody near, which rests on a few words of a sentence."""
    start, end = line.span(tuple(sorted(numbers)))
    about = said.subject == line.turn.speaker
    return Candidate(
        turn=line.turn.id, start=start, end=end, sentence=said.sentence,
        subject=said.subject, predicate=said.predicate, object=said.object,
        asserted_by=line.turn.speaker, kind=RecordKind.FACT if about else RecordKind.CLAIM,
        facet=Facet.RELATIONSHIP, correction=line.corrects, directness=round(said.directness, 3),
    )  # fmt: skip
