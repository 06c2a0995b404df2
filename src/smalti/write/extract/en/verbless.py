"""Answers to questions without a verb: "Which subjects?", "Any allergies?", "Since when?"."""

from __future__ import annotations

import regex

from smalti.model.record import RecordKind
from smalti.write.extract.en.line import Line
from smalti.write.extract.en.shapes import Told, is_fragment, is_noun, matched
from smalti.write.extract.en.voice import Voice
from smalti.write.extract.people import Talk, possessive
from smalti.write.extract.tables import words


def of_noun(question: str, said: str, line: Line, voice: Voice) -> Told | None:
    """Answer "Which subjects?", "Any allergies?", "Deadlines?"."""
    asked = regex.split(r"[.!?,]\s+", question.strip().rstrip("?!. "))[-1]
    found = matched("noun_questions", asked)
    if found is None or not is_fragment(line):
        return None
    noun = (found.group("noun") or found.group("one")).casefold()
    if found.group("one") is not None and not regex.search(r"\d", said):
        return None  # "First violin?" asks whether
    if not words("en", "asked_otherwise").isdisjoint(noun.split()):
        return None
    name = _subject_before(voice)
    many = noun.endswith("s") and not noun.endswith("ss")
    if matched("answers_no", said) and found.group("kind") != "which":
        return Told(f"{name} has no {noun}")
    if matched("answers_yes", said) or not is_noun(line):
        return None
    return Told(f"{possessive(name)} {noun} {'are' if many else 'is'} {said.rstrip('.!,; ')}")


def _subject_before(voice: Voice) -> str:
    """Whose subjects are asked for: those of whom the last statement was about, if a person."""
    last = voice.talk.said[-1] if voice.talk.said else None
    about = None if last is None or last.kind is not RecordKind.CLAIM else last.subject
    spoken_of = {m.name for m in voice.talk.people if m.turn >= voice.talk.turn - 2}
    return about if about in spoken_of and about is not None else voice.addressee or ""


def of_bare_word(question: str, said: str, line: Line, talk: Talk) -> Told | None:
    """Put the answer to "Since when?" behind the statement that was asked about."""
    asked = regex.split(r"[.!,]\s+", question.strip().rstrip("?!. "))[-1]
    mine = [one for one in talk.said if one.asserted_by == line.turn.speaker]
    if matched("bare_questions", asked) is None or not mine or not is_fragment(line):
        return None
    if regex.match(r"(?:since when|when|what time|how)", asked, regex.I) and (
        matched("since_answers", said) is None
    ):
        return None  # "five-a-side": how it came, not when
    if regex.match(r"(?:when|what time)", asked, regex.I) and mine[-1].time_span is not None:
        return None
    return Told(f"{mine[-1].sentence} {said.rstrip('.!,; ')}")
