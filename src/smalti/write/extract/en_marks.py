"""In which sense an English clause was said: denied, planned, wished, ended, corrected; when."""

from __future__ import annotations

from dataclasses import dataclass

from smalti.model.record import Modality
from smalti.write.extract.candidate import Tense
from smalti.write.extract.en_clauses import Clause
from smalti.write.extract.en_parse import Parse
from smalti.write.extract.tables import pattern, words

_NEGATIVE = ("no", "none", "nobody", "nothing", "never", "neither", "nor", "nowhere", "without")


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
    ended = pattern("en", "ended_cues").search(sentence) is not None
    return Marks(
        polarity=_polarity(parse, clause),
        modality=_modality(parse, clause, sentence, around),
        condition=_condition(parse, clause, sentence),
        tense=_tense(parse, clause, sentence),
        ended=ended,
    )


def _polarity(parse: Parse, clause: Clause) -> bool:
    head = parse.tokens[clause.head]
    inner = {clause.head, *(t.i for t in parse.all(clause.head, "xcomp", "acomp", "attr"))}
    denied = 0
    for i in (*clause.subject, *clause.body, *clause.helpers):
        token = parse.tokens[i]
        contrast = token.i > clause.head and parse.tokens[token.i - 1].text == ","
        denied += token.dep == "neg" and token.head in inner and not contrast
        denied += token.dep == "neg" and parse.tokens[token.head].low in ("longer", "more")
        denied += token.low in _NEGATIVE and token.dep != "neg" and token.dep != "intj"
    something = parse.child(clause.head, "xcomp", "dobj", "ccomp") is not None
    stopped = something and head.lemma in words("en", "stop_verbs")
    return (denied + stopped) % 2 == 0


def _modality(parse: Parse, clause: Clause, sentence: str, around: str) -> Modality:
    if clause.how == "reported":
        return Modality.QUOTED
    if pattern("en", "idle_cues").search(around):
        return Modality.HYPOTHETICAL
    if clause.how == "thought" or pattern("en", "hypothetical_cues").search(sentence):
        return Modality.HYPOTHETICAL
    if pattern("en", "wish_cues").search(sentence):
        return Modality.WISHED
    future = _tense(parse, clause, sentence) is Tense.FUTURE
    planned = future or pattern("en", "plan_cues").search(sentence) is not None
    past = parse.tokens[clause.head].tag == "VBD"
    return Modality.PLANNED if planned and not past else Modality.ASSERTED


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


def _tense(parse: Parse, clause: Clause, sentence: str) -> Tense:
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
