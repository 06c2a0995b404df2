"""Sentences without a verb: "paralegal at Finch & Moor", "no car", "two kids", "MRI tomorrow".

Where the form tells what is meant, they become statements; else they are kept as notes, so that no
number and no name is lost.
"""

from __future__ import annotations

from collections.abc import Callable

from smalti.model.turn import Role
from smalti.write.extract.candidate import Candidate
from smalti.write.extract.en.clauses import Clause
from smalti.write.extract.en.complements import trimmed
from smalti.write.extract.en.line import Line
from smalti.write.extract.en.make import Said, of_clause
from smalti.write.extract.en.parse import Parse, Token
from smalti.write.extract.en.render import phrase
from smalti.write.extract.en.times import is_time
from smalti.write.extract.en.voice import Voice
from smalti.write.extract.tables import pattern, words

_OTHERS = ("new", "next", "another", "same", "other", "great", "good", "nice")
_CONTENT = ("NOUN", "PROPN", "NUM", "ADJ", "VERB")

Form = Callable[[Parse, Token, frozenset[int], str, Voice], Said | None]


def fragment(line: Line, clause: Clause, voice: Voice, span: tuple[int, int]) -> Candidate | None:
    """What a sentence without a verb says, or None where it says nothing."""
    parse, head = line.parse, line.parse.tokens[clause.head]
    content = [i for i in clause.order if parse.tokens[i].pos in _CONTENT]
    if line.turn.role is Role.ASSISTANT or not content:
        return None
    said = phrase(parse, clause.order, voice)
    if pattern("en", "small_remarks", anchored=True).search(said):
        return None
    for form in _FORMS if voice.person else ():
        made = form(parse, head, frozenset(clause.order), said, voice)
        if made is not None:
            return of_clause(line, clause, made, span)
    made = _note(line, clause, said, voice, span)
    return None if made is None else of_clause(line, clause, made, span)


def _job(parse: Parse, head: Token, within: frozenset[int], said: str, voice: Voice) -> Said | None:
    others = any(t.low in _OTHERS for t in parse.all(head.i, "amod"))  # "new boss": not me
    if head.low not in words("en", "person_roles") or others or head.tag == "NNS":
        return None
    if any(parse.tokens[i].text == "," for i in within if i < head.i):
        return None  # a list of other things
    what = said if parse.child(head.i, "det", "poss") else f"{_article(said)} {said}"
    value = _value(parse, head, within, voice)
    value = value if parse.child(head.i, "det", "poss") else f"{_article(value)} {value}"
    return Said(f"{voice.name} is {what}", voice.speaker, "be", value, 0.8 * voice.sureness)


def _state(
    parse: Parse, head: Token, within: frozenset[int], said: str, voice: Voice
) -> Said | None:
    """Read "vegetarian since school", "allergic to nuts" as said of the speaker."""
    if head.low not in words("en", "person_adjectives") or parse.child(head.i, "nsubj"):
        return None
    value = _value(parse, head, within, voice)
    return Said(f"{voice.name} is {said}", voice.speaker, "be", value, 0.7 * voice.sureness)


def _lack(
    parse: Parse, head: Token, within: frozenset[int], said: str, voice: Voice
) -> Said | None:
    no = parse.child(head.i, "det")
    if no is None or no.low != "no" or head.pos not in ("NOUN", "PROPN"):
        return None
    verb, lemma = ("wants", "want") if _is_asked(said) else ("has", "have")
    value = _value(parse, head, within, voice)
    text = f"{voice.name} {verb} {said.removesuffix(' please')}"
    return Said(text, voice.speaker, lemma, value, 0.6 * voice.sureness, polarity=False)


def _is_asked(said: str) -> bool:
    return said.endswith("please") or " for me" in said


def _count(
    parse: Parse, head: Token, within: frozenset[int], said: str, voice: Voice
) -> Said | None:
    number = parse.child(head.i, "nummod")
    if number is not None and number.i > head.i:
        return None  # "row 12", "number six"
    measure = head.lemma.casefold() in words("en", "measures") | words("en", "time_units")
    if number is None or head.pos != "NOUN" or measure or parse.child(head.i, "det", "poss"):
        return None
    value = _value(parse, head, within, voice)
    return Said(f"{voice.name} has {said}", voice.speaker, "have", value, 0.6 * voice.sureness)


def _event(
    parse: Parse, head: Token, within: frozenset[int], said: str, voice: Voice
) -> Said | None:
    """Read "MRI tomorrow", "vendor call on Friday at nine" as something the speaker has."""
    dated = [t for t in parse.all(head.i, "npadvmod", "prep", "advmod") if is_time(parse, t)]
    if not dated or head.pos not in ("NOUN", "PROPN") or head.low in words("en", "time_units"):
        return None
    if parse.child(head.i, "det", "poss") is not None:
        return None  # "that ribeye on Friday"
    if dated[0].i < head.i or head.low in words("en", "calendar"):
        return None
    value = _value(parse, head, within, voice)
    return Said(f"{voice.name} has {said}", voice.speaker, "have", value, 0.6 * voice.sureness)


_FORMS: tuple[Form, ...] = (_job, _state, _lack, _count, _event)


def _note(
    line: Line, clause: Clause, said: str, voice: Voice, span: tuple[int, int]
) -> Said | None:
    """A fragment kept for what it may tell: a name, a number, or a noun with something to it.

    Among people most fragments are but talk, so there it takes a name or a number.
    """
    tokens = [line.parse.tokens[i] for i in clause.order]
    kinds = [t.pos for t in tokens if t.pos in _CONTENT]
    solid = (
        "NUM" in kinds
        or any(c.isdigit() for c in said)
        or any(t.pos == "PROPN" and t.text != voice.addressee for t in tokens)
    )
    talk = voice.talk.is_among_people(line.turn) or "NOUN" not in kinds
    if len(kinds) < _ENOUGH or (talk and not solid) or _is_praise(line.parse, clause):
        return None
    denied = any(t.low in ("no", "not", "never") for t in tokens)
    if any(t.low in ("i", "we") for t in tokens):
        said = line.turn.text[span[0] : span[1]]  # misread: keep the words as they were said
    text = f"{voice.name}: {said}"
    return Said(text, line.turn.speaker, "note", said, 0.45 * voice.sureness, polarity=not denied)


_ENOUGH = 2  # words of content


def _is_praise(parse: Parse, clause: Clause) -> bool:
    """Whether a fragment only judges: "great view", "nice to hear from you"."""
    head = parse.tokens[clause.head]
    praise = words("en", "praise")
    return head.low in praise or any(t.low in praise for t in parse.all(head.i, "amod", "advmod"))


def _value(parse: Parse, head: Token, within: frozenset[int], voice: Voice) -> str:
    return phrase(parse, trimmed(parse, head, within), voice)


def _article(noun: str) -> str:
    return "an" if noun[:1].casefold() in "aeiou" else "a"
