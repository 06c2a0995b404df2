"""Whole sentences as candidates: German, Spanish, French, Korean, and English without a parser.

No parse, so no clauses: the sentence stays in its language and words, marked with its speaker.
"""

from __future__ import annotations

from dataclasses import dataclass

from smalti.model.record import Modality
from smalti.model.turn import Role, Turn
from smalti.write.extract.candidate import Candidate, Reason, Refusal, Tense
from smalti.write.extract.people import shown
from smalti.write.extract.tables import pattern

_COVERED = ("en", "de", "es", "fr", "ko")


@dataclass(frozen=True, slots=True)
class Span:
    """A sentence of a turn and its language."""

    turn: Turn
    start: int
    end: int
    language: str
    corrects: bool = False

    @property
    def text(self) -> str:
        """The sentence as it stands in the turn."""
        return self.turn.text[self.start : self.end]


def read(span: Span) -> Candidate | Refusal:
    """The sentence as one candidate, or why it is none."""
    reason = _reason(span)
    if reason is not None:
        return Refusal(span.turn.id, span.start, span.end, reason)
    name, speaker = _language(span), span.turn.speaker
    return Candidate(
        turn=span.turn.id, start=span.start, end=span.end,
        sentence=f"{shown(speaker)}: {span.text}",
        subject=speaker, predicate="say", object=span.text, asserted_by=speaker,
        polarity=not _has(name, "negative", span.text),
        modality=_modality(name, span.text),
        tense=Tense.FUTURE if _has(name, "planned", span.text) else Tense.PRESENT,
        ended=_has(name, "ended", span.text), correction=span.corrects,
        directness=_directness(name, span),
    )  # fmt: skip


_WHOLE, _OPEN = 0.85, 0.5
_SHORTEST = 3  # words of a sentence that says something by itself


def _directness(name: str, span: Span) -> float:
    """Of what stands on its own more than of what means somebody or something named before."""
    text = span.text
    short = len(text.split()) < _SHORTEST
    told = _OPEN if short or _has(name, "third", text) else _WHOLE
    return told * (0.6 if span.turn.role is Role.ASSISTANT else 1.0)


def _language(span: Span) -> str:
    return span.language if span.language in _COVERED else "en"


def _has(name: str, key: str, text: str) -> bool:
    return pattern("latin", f"{name}_{key}").search(text) is not None


def _modality(name: str, text: str) -> Modality:
    for key, modality in (("wished", Modality.WISHED), ("planned", Modality.PLANNED)):
        if _has(name, key, text):
            return modality
    return Modality.ASSERTED


def _reason(span: Span) -> Reason | None:
    text, name = span.text, _language(span)
    letters = sum(c.isalpha() for c in text)
    if letters < 2 or any(_has(lang, "small_talk", text) for lang in _COVERED):
        return Reason.SMALL_TALK
    if text.rstrip().endswith(("?", "？")):
        return Reason.QUESTION
    if _has(name, "request", text):
        return Reason.REQUEST
    if span.turn.role is Role.ASSISTANT and not _has(name, "second", text):
        return Reason.ASSISTANT_TALK
    return None
