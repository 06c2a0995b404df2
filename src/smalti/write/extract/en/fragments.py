"""Sentences without a verb: "paralegal at Finch & Moor", "no car", "two kids", "MRI tomorrow".

Where the form tells what is meant, they become statements. The rest is refused: nobody could say
later what a bare "a tiny one, facing the tram" was about.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from smalti.model.turn import Role
from smalti.write.extract.candidate import Candidate
from smalti.write.extract.en.clauses import Clause
from smalti.write.extract.en.complements import is_cut_off, trimmed
from smalti.write.extract.en.line import Line
from smalti.write.extract.en.make import Said, of_clause
from smalti.write.extract.en.parse import Parse, Token
from smalti.write.extract.en.render import phrase
from smalti.write.extract.en.times import is_time
from smalti.write.extract.en.unresolved import left_open
from smalti.write.extract.en.voice import Voice
from smalti.write.extract.people import is_kin, possessive
from smalti.write.extract.tables import pattern, words

_OTHERS = ("new", "next", "another", "same", "other", "great", "good", "nice")
_CONTENT = ("NOUN", "PROPN", "NUM", "ADJ", "VERB")
_NOUNS = ("NOUN", "PROPN")
_ENOUGH = 2  # words of content
_FORM = 0.8  # how directly a form without a verb says what it says


@dataclass(frozen=True, slots=True)
class Fragment:
    """A sentence without a verb: its top word, and its words up to the first that is cut off."""

    line: Line
    head: Token
    numbers: tuple[int, ...]
    voice: Voice

    @property
    def parse(self) -> Parse:
        """The parse that it stands in."""
        return self.line.parse

    @property
    def said(self) -> str:
        """It, read out."""
        return phrase(self.parse, self.numbers, self.voice)

    @property
    def value(self) -> str:
        """It, read out without times and asides."""
        return phrase(
            self.parse, trimmed(self.parse, self.head, frozenset(self.numbers)), self.voice
        )

    def child(self, *deps: str) -> Token | None:
        """The first word of a kind that hangs on its top word."""
        return self.parse.child(self.head.i, *deps)

    def made(self, verb: str, lemma: str, what: str, value: str, *, polarity: bool = True) -> Said:
        """A statement about the speaker."""
        text = f"{self.voice.name} {verb} {what}"
        sureness = _FORM * self.voice.sureness
        return Said(text, self.voice.speaker, lemma, value, sureness, polarity=polarity)


Form = Callable[[Fragment], Said | None]


def fragment(line: Line, clause: Clause, voice: Voice, span: tuple[int, int]) -> Candidate | None:
    """What a sentence without a verb says, or None where that is not safe to tell."""
    parse, head = line.parse, line.parse.tokens[clause.head]
    content = [i for i in clause.order if parse.tokens[i].pos in _CONTENT]
    if line.turn.role is Role.ASSISTANT or not content:
        return None
    if not voice.person:
        made = _data(line, content, span)
        return None if made is None else of_clause(line, clause, made, span)
    one = Fragment(line, head, _first_part(parse, clause, head), voice)
    if pattern("en", "small_remarks", anchored=True).search(one.said):
        return None
    if any(left_open(parse, one.numbers, voice)):
        return None
    made = next((made for form in _FORMS if (made := form(one)) is not None), None)
    return None if made is None else of_clause(line, clause, made, span)


def _data(line: Line, content: Sequence[int], span: tuple[int, int]) -> Said | None:
    """What a tool or a document prints, word for word, where it gives a number or a name."""
    said = line.turn.text[slice(*span)]
    named = any(line.parse.tokens[i].pos == "PROPN" for i in content)
    if len(content) < _ENOUGH or not (named or any(c.isdigit() for c in said)):
        return None
    speaker = line.turn.speaker
    return Said(f"{speaker}: {said}", speaker, "note", said, 0.9)


def _first_part(parse: Parse, clause: Clause, head: Token) -> tuple[int, ...]:
    """The words up to the first comma behind the top word that begins no list."""
    for i in clause.order:
        token = parse.tokens[i]
        listed = token.dep == "conj" and token.head == head.i
        if i > head.i and is_cut_off(parse, i) and not listed:
            return tuple(n for n in clause.order if n < i - 1)
    return clause.order


def _wish(one: Fragment) -> Said | None:
    """Read "window from now on please", "no calls after four, please" as what somebody wants."""
    text, head = one.line.text, one.head
    cued = pattern("en", "fragment_wishes").search(text) is not None
    spoken = one.voice.talk.is_among_people(one.line.turn) or ":" in text
    noun = head.pos in _NOUNS or (head.tag == "VBZ" and head.i == 0)  # "reminders by mail, please"
    if not cued or spoken or not noun or one.child("poss", "nsubj"):
        return None
    no = one.child("det")
    denied = no is not None and no.low == "no"
    return one.made("wants", "want", one.said, one.value, polarity=not denied)


def _job(one: Fragment) -> Said | None:
    head = one.head
    others = any(t.low in _OTHERS for t in one.parse.all(head.i, "amod"))  # "new boss": not me
    if head.low not in words("en", "person_roles") or others or head.tag == "NNS":
        return None
    if any(one.parse.tokens[i].text == "," for i in one.numbers if i < head.i):
        return None  # a list of other things
    known = one.child("det", "poss") is not None
    said, value = (text if known else f"{_article(text)} {text}" for text in (one.said, one.value))
    return one.made("is", "be", said, value)


def _state(one: Fragment) -> Said | None:
    """Read "vegetarian since school", "not keen on parties" as said of the speaker."""
    head = one.head
    felt = head.low in words("en", "feelings") and any(
        t.low in words("en", "feeling_links") for t in one.parse.all(head.i, "prep")
    )
    if one.child("nsubj") or not (felt or head.low in words("en", "person_adjectives")):
        return None
    return one.made("is", "be", one.said, one.value, polarity=one.child("neg") is None)


def _lack(one: Fragment) -> Said | None:
    no = one.child("det")
    if no is None or no.low != "no" or one.head.pos not in _NOUNS:
        return None
    return one.made("has", "have", one.said, one.value, polarity=False)


def _count(one: Fragment) -> Said | None:
    """Read "two kids", "three cats" as whom the speaker has; of things it is not so plain."""
    number, noun = one.child("nummod"), one.head.lemma.casefold()
    near = is_kin(noun) or noun in words("en", "pets")
    if number is None or number.i > one.head.i or not near or one.child("det", "poss"):
        return None
    return one.made("has", "have", one.said, one.value)


def _measure(one: Fragment) -> Said | None:
    """Read "line length 100" as an attribute and its value."""
    number = one.child("nummod")
    if one.head.low not in words("en", "attribute_heads") or one.child("det", "poss"):
        return None
    if number is None or number.i != one.numbers[-1] or number.i < one.head.i:
        return None
    if one.child("compound", "amod") is None:
        return None  # "number six"
    name = phrase(one.parse, [i for i in one.numbers if i < number.i], one.voice)
    text = f"{possessive(one.voice.name)} {name} is {number.text}"
    return Said(text, one.voice.speaker, name, number.text, _FORM * one.voice.sureness)


def _event(one: Fragment) -> Said | None:
    """Read "MRI tomorrow", "vendor call on Friday at nine" as something the speaker has."""
    head, parse = one.head, one.parse
    dated = [t for t in parse.all(head.i, "npadvmod", "prep", "advmod") if is_time(parse, t)]
    if not dated or head.pos not in _NOUNS or head.low in words("en", "time_units"):
        return None
    when = " ".join(parse.tokens[i].text for i in parse.subtree(dated[0].i))
    if pattern("en", "coming_times", anchored=True).search(when) is None or _is_praise(one):
        return None
    if one.child("det", "poss") or dated[0].i < head.i or head.low in words("en", "calendar"):
        return None  # "that ribeye on Friday"
    return one.made("has", "have", one.said, one.value)


_FORMS: Sequence[Form] = (_wish, _job, _state, _lack, _count, _measure, _event)


def _is_praise(one: Fragment) -> bool:
    """Whether a fragment only judges: "great view", "nice evening on Friday"."""
    praise = words("en", "praise")
    beside = one.parse.all(one.head.i, "amod", "advmod")
    return one.head.low in praise or any(t.low in praise for t in beside)


def _article(noun: str) -> str:
    return "an" if noun[:1].casefold() in "aeiou" else "a"
