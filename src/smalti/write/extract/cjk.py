"""What the Chinese and Japanese rules share: both read patterns off the clause as it was said."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import regex

from smalti.model.record import Facet, Modality, RecordKind
from smalti.model.turn import Role
from smalti.write.extract.candidate import Candidate, Reason, Tense
from smalti.write.extract.latin import Span
from smalti.write.extract.tables import pattern, phrases
from smalti.write.predicates import PredicateTable

_WORDY = regex.compile(r"[\p{L}\p{N}]")
_REFUSED = (
    (Reason.SMALL_TALK, "small_talk"),
    (Reason.MEMORY_REQUEST, "memory_request"),
    (Reason.QUESTION, "question"),
    (Reason.REQUEST, "request"),
)
_SENSES = (
    (Modality.QUOTED, "quoted"),
    (Modality.HYPOTHETICAL, "hypothetical"),
    (Modality.WISHED, "wished"),
    (Modality.PLANNED, "planned"),
)


@dataclass(frozen=True, slots=True)
class Piece:
    """A clause: where it stands, the sentence made of it, and whom or what that is about."""

    start: int
    end: int
    said: str
    subject: str
    person: bool


@dataclass(frozen=True, slots=True)
class Statement:
    """What the rules read off a clause. Characters [start, end) of the turn are its quote.

    ``person``: the subject is somebody. ``sure`` is 1 where the clause itself says all of the
    edge, less where something was supplied or left open.
    """

    start: int
    end: int
    sentence: str
    subject: str
    predicate: str
    object: str
    person: bool
    polarity: bool = True
    modality: Modality = Modality.ASSERTED
    condition: str | None = None
    past: bool = False
    ended: bool = False
    acts: bool = True
    sure: float = 1.0
    time: tuple[int, int] | None = None


def candidate_of(span: Span, told: Statement, language: str) -> Candidate:
    """The candidate that a statement makes."""
    turn = span.turn
    own = told.subject == turn.speaker
    happened = told.past and told.acts and told.modality is Modality.ASSERTED and told.polarity
    lasted = told.ended and pattern(language, "lasted").search(told.sentence) is not None
    happened = happened and not lasted  # 以前住在成都: how it was, and no event
    kind = RecordKind.EVENT if happened else RecordKind.FACT
    if (told.person and not own) or told.modality is Modality.QUOTED:
        kind = RecordKind.CLAIM
    whole = 0.5 if turn.role is Role.ASSISTANT else 1.0
    return Candidate(
        turn=turn.id,
        start=told.start,
        end=told.end,
        sentence=told.sentence,
        subject=told.subject,
        predicate=told.predicate,
        object=told.object,
        asserted_by=turn.speaker,
        kind=kind,
        facet=_facet(kind, told.sentence, language),
        polarity=told.polarity,
        modality=told.modality,
        condition=told.condition,
        tense=_tense(told.modality, past=told.past),
        time_span=told.time,
        ended=told.ended,
        correction=span.corrects,
        directness=round(whole * told.sure, 3),
    )


def moved(told: Statement, by: int) -> Statement:
    """A statement whose places are counted from the turn's beginning, not the sentence's."""
    time = told.time
    return replace(
        told,
        start=told.start + by,
        end=told.end + by,
        time=(time[0] + by, time[1] + by) if time is not None else None,
    )


def reason(span: Span, language: str) -> Reason | None:
    """Why a sentence is no memory, or None."""
    text = span.text.strip()
    if not _WORDY.search(text):
        return Reason.SMALL_TALK
    for why, key in _REFUSED:
        if pattern(language, key).search(text):
            return why
    if span.turn.role is Role.ASSISTANT and not pattern(language, "second").search(text):
        return Reason.ASSISTANT_TALK
    return None


def speaker_name(speaker: str) -> str:
    """A name as it is written inside a sentence: without the blank that forms put into it."""
    latin = regex.search(r"\p{Latin}", speaker) is not None
    return speaker if latin else regex.sub(r"\s+", "", speaker)


def candidate(span: Span, piece: Piece, language: str) -> Candidate:
    """The candidate that a clause makes."""
    said, turn = piece.said, span.turn
    own = piece.subject == turn.speaker
    sense = next((m for m, key in _SENSES if pattern(language, key).search(said)), None)
    modality = sense or Modality.ASSERTED
    past = _has(language, "past", said)
    happened = past and own and modality is Modality.ASSERTED
    kind = RecordKind.EVENT if happened else RecordKind.FACT
    if piece.person and not own:
        kind = RecordKind.CLAIM
    predicate, value = _edge(said, piece.subject, language)
    when = pattern(language, "time").search(turn.text, piece.start, piece.end)
    condition = pattern(language, "condition").search(said)
    return Candidate(
        turn=turn.id,
        start=piece.start,
        end=piece.end,
        sentence=said,
        subject=piece.subject,
        predicate=predicate,
        object=value,
        asserted_by=turn.speaker,
        kind=kind,
        facet=_facet(kind, said, language),
        polarity=not _has(language, "negative", said),
        modality=modality,
        condition=condition.group() if condition else None,
        tense=_tense(modality, past=past),
        time_span=(when.start(), when.end()) if when else None,
        ended=_has(language, "ended", said),
        correction=span.corrects,
        directness=_directness(turn.role, unclear=_has(language, "pronoun", said)),
    )


def _has(language: str, key: str, said: str) -> bool:
    return pattern(language, key).search(said) is not None


def _edge(said: str, subject: str, language: str) -> tuple[str, str]:
    """The first verb that we know after the subject, and what follows it."""
    name = speaker_name(subject)
    start = len(name) if said.startswith(name) else 1
    found = pattern(language, "predicate").search(said, start)
    if found is None:
        return "说" if language == "zh" else "言う", said
    return found.group().strip(), said[found.end() :].strip() or said


def _facet(kind: RecordKind, said: str, language: str) -> Facet:
    if any(f"的{kin}" in said or f"の{kin}" in said for kin in phrases(language, "kin")):
        return Facet.RELATIONSHIP
    return Facet.EVENT if kind is RecordKind.EVENT else Facet.PERSONA


def _tense(modality: Modality, *, past: bool) -> Tense:
    if modality is Modality.PLANNED:
        return Tense.FUTURE
    return Tense.PAST if past else Tense.PRESENT


def _directness(role: Role, *, unclear: bool) -> float:
    return round((0.5 if role is Role.ASSISTANT else 1.0) * (0.6 if unclear else 0.9), 3)


@lru_cache(maxsize=4096)
def known_predicate(wordings: tuple[str, ...], language: str) -> str:
    """The first of some wordings that the vocabulary of predicates knows, else the first."""
    table = PredicateTable.default()
    return next((one for one in wordings if table.find(one, language) is not None), wordings[0])
