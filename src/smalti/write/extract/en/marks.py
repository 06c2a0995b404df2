"""In which sense an English clause was said: denied, planned, wished, ended, corrected; when."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import regex

from smalti.model.record import Modality
from smalti.write.extract.candidate import Tense
from smalti.write.extract.en.clauses import Clause
from smalti.write.extract.en.complements import is_cut_off
from smalti.write.extract.en.parse import Parse, Token
from smalti.write.extract.en.verbs import verb_chain
from smalti.write.extract.tables import pattern, phrases, words

_NEGATIVE = ("no", "none", "nobody", "nothing", "never", "neither", "nor", "nowhere")
_OBJECTS = ("dobj", "attr", "oprd", "acomp", "dative")
_UNREAL = (Modality.HYPOTHETICAL, Modality.WISHED, Modality.PLANNED)


@dataclass(frozen=True, slots=True)
class Marks:
    """What the form of a clause tells about its content."""

    polarity: bool
    modality: Modality
    condition: str | None
    tense: Tense
    ended: bool


def marks_of(parse: Parse, clause: Clause, sentence: str, around: str = "") -> Marks:
    """Read the marks off a clause, its finished sentence and the line it stands in."""
    key = ("marks", clause, sentence, around)
    if key not in parse.derived:
        parse.derived[key] = _marks_of(parse, clause, sentence, around)
    found: Marks = parse.derived[key]
    return found


def _marks_of(parse: Parse, clause: Clause, sentence: str, around: str) -> Marks:
    polarity = _polarity(parse, clause, sentence)
    modality = _modality(parse, clause, sentence, around)
    return Marks(
        polarity=polarity,
        modality=modality,
        condition=_condition(parse, clause, sentence),
        tense=_tense(parse, clause),
        ended=_ended(parse, clause, sentence, polarity=polarity) and modality not in _UNREAL,
    )


def _polarity(parse: Parse, clause: Clause, sentence: str) -> bool:
    if pattern("en", "double_negatives").search(sentence):
        return True
    chain = verb_chain(parse, clause)
    denied = sum(1 for _ in _denials(parse, clause, chain))
    stopped = len(chain) > 1 or parse.child(clause.head, "dobj", "ccomp") is not None
    denied += stopped and parse.tokens[clause.head].lemma in words("en", "stop_verbs")
    return denied % 2 == 0


def _denials(parse: Parse, clause: Clause, chain: list[int]) -> Iterator[Token]:
    """The words that deny the verb, its subject or its object; not those inside an object."""
    within = {*clause.subject, *clause.body, *clause.helpers}
    tops = {*chain, *_sides(parse, clause, chain)}
    for i in sorted(within):
        token = parse.tokens[i]
        bound = token.head in tops or token.i in tops or parse.tokens[token.head].low == "longer"
        if not bound or token.dep == "intj" or (i > clause.head and is_cut_off(parse, i)):
            continue
        if token.dep == "neg" or token.low in _NEGATIVE:
            yield token


def _sides(parse: Parse, clause: Clause, chain: list[int]) -> Iterator[int]:
    """The top words of subject and objects, and adverbs such as "no longer"."""
    for at in chain:
        for token in parse.all(at, *_OBJECTS, "nsubj", "nsubjpass", "advmod"):
            if token.i < clause.head or not is_cut_off(parse, min(parse.subtree(token.i))):
                yield token.i


def _ended(parse: Parse, clause: Clause, sentence: str, *, polarity: bool) -> bool:
    told = _ASIDE_BEFORE.sub("", sentence)
    if pattern("en", "ended_cues").search(told) is not None:
        return True
    head = parse.tokens[clause.head]
    if head.tag == "VBG" and head.lemma in words("en", "ending_soon"):
        return False  # "is selling the boat": it is not gone yet
    particle = parse.child(head.i, "prt", "advmod")
    said = {head.lemma.casefold(), f"{head.lemma.casefold()} {particle.low if particle else ''}"}
    ends = not said.isdisjoint(phrases("en", "ending_verbs"))
    return (
        ends
        and (polarity or head.lemma in words("en", "stop_verbs"))
        and (parse.child(head.i, "neg") is None)
    )


_ASIDE_BEFORE = regex.compile(r",\s*(?:it |which |that )?used to\b[^,]*$", regex.IGNORECASE)
"""How it was before, behind how it is: "on 20 mg, used to be 40"."""


def _modality(parse: Parse, clause: Clause, sentence: str, around: str) -> Modality:
    if clause.how == "reported":
        return Modality.QUOTED
    unsure = clause.how == "thought" or pattern("en", "hypothetical_cues").search(sentence)
    if unsure or pattern("en", "idle_cues").search(around):
        return Modality.HYPOTHETICAL
    said = _verbs(parse, clause)
    if pattern("en", "wish_cues").search(said):
        return Modality.WISHED
    past = parse.tokens[clause.head].tag == "VBD"
    soon = pattern("en", "soon_cues").search(sentence)
    planned = (
        _tense(parse, clause) is Tense.FUTURE or pattern("en", "plan_cues").search(said) or soon
    )
    return Modality.PLANNED if planned and not past else Modality.ASSERTED


def _verbs(parse: Parse, clause: Clause) -> str:
    """The verbs of a clause with their helpers: "would love to visit"."""
    chain = verb_chain(parse, clause)
    numbers = {*chain, *clause.helpers}
    for at in chain:
        numbers |= {t.i for t in parse.all(at, "aux", "auxpass", "neg", "prt", "prep", "advmod")}
    return " ".join(parse.tokens[i].low for i in sorted(numbers))


def _condition(parse: Parse, clause: Clause, sentence: str) -> str | None:
    for token in parse.all(clause.head, "advcl"):
        mark = parse.child(token.i, "mark", "advmod")
        if mark is not None and mark.low in words("en", "condition_marks"):
            numbers = [i for i in parse.subtree(token.i) if i in clause.body]
            if numbers:
                text = " ".join(parse.tokens[i].text for i in numbers)
                return text.strip(" ,")
    found = pattern("en", "condition_phrases").search(sentence)
    return found.group().strip() if found else None


def _tense(parse: Parse, clause: Clause) -> Tense:
    forms = [parse.tokens[i] for i in clause.helpers]
    forms += [*parse.all(clause.head, "aux", "auxpass"), parse.tokens[clause.head]]
    lows = {t.low for t in forms}
    if lows & {"will", "'ll", "shall", "wo"}:
        return Tense.FUTURE
    going = any(t.low == "going" for t in forms) and parse.child(clause.head, "xcomp")
    if going and lows & {"am", "is", "are", "'m", "'re", "'s"}:
        return Tense.FUTURE
    if any(t.tag == "VBD" for t in forms):
        return Tense.PAST
    return Tense.PRESENT


def corrects(text: str) -> bool:
    """Whether a turn puts something right that was said before."""
    return pattern("en", "correction_cues").search(text) is not None
