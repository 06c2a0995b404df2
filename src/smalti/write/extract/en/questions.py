"""An English question turned into the statement that its answer makes: "Where do you live?".

A question has a hole: its question words, or whether it holds at all. The words around the hole are
read out with names for pronouns, in the order of a statement, and the answer is put in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from smalti.write.extract.en.kinds import SUBJECTS
from smalti.write.extract.en.parse import Parse, Token
from smalti.write.extract.en.render import in_third_person, phrase
from smalti.write.extract.en.voice import Voice

_WH = ("WDT", "WP", "WP$", "WRB")
_CALLED = ("called", "named", "due")  # "what's the cat called?" is read with the verb
_OPENING = 2  # words before the verb of a question
_SHORT = 9  # words
_OBJECTS = ("dobj", "attr", "oprd", "acomp")


@dataclass(frozen=True, slots=True)
class Frame:
    """A question taken apart, by token number.

    ``asked`` are the question words with their noun ("which bus"), none where yes or no is asked.
    ``hole`` is the token behind which their answer belongs: 0 for the subject's place, None for
    the end.
    """

    parse: Parse
    head: int
    subject: tuple[int, ...]
    helpers: tuple[int, ...]
    rest: tuple[int, ...]
    asked: tuple[int, ...] = ()
    hole: int | None = None

    @property
    def word(self) -> str:
        """The question word: "where", "how", or "" where yes or no is asked."""
        found = (self.parse.tokens[i] for i in self.asked if self.parse.tokens[i].tag in _WH)
        return next((t.low for t in found), "")


def frame(parse: Parse) -> Frame | None:
    """Take a question with a verb apart; None for other forms."""
    head = next((t for t in parse.tokens if t.head == t.i), None)
    if head is None or head.pos not in ("VERB", "AUX"):
        return None
    first = next(t.i for t in parse.tokens if t.pos in ("VERB", "AUX"))
    wh = next((t for t in parse.tokens[:first] if t.tag in _WH), None)
    if wh is None and first > _OPENING and len(parse.tokens) > _SHORT:
        return None  # no question by its form: too long to be "TLS ends there?"
    if parse.child(head.i, "expl") is not None and wh is not None:
        return None  # "when is there a ferry?"
    asked = _asked(parse, wh) if wh is not None else ()
    subject = _subject(parse, head, asked)
    if subject is None:
        return None
    subject = tuple(i for i in subject if parse.tokens[i].low not in _CALLED)
    helpers = tuple(t.i for t in parse.all(head.i, "aux", "auxpass") if t.i < head.i)
    stranded = {i for i in subject if _is_stranded(parse, i)}
    subject = tuple(i for i in subject if i not in stranded)  # "what is the talk about?"
    hole = _hole(parse, wh, asked, head) if wh is not None and not stranded else None
    fronted = range(min((*helpers, *subject, head.i))) if wh is None else ()
    drop = {head.i, *subject, *helpers, *asked, *fronted}
    rest = tuple(t.i for t in parse.tokens if t.i not in drop and not _is_idle(parse, t, head))
    hole = next((i for i in rest if parse.tokens[i].low in _CALLED), hole)
    return Frame(parse, head.i, subject, helpers, rest, asked, hole)


def _is_stranded(parse: Parse, i: int) -> bool:
    return parse.tokens[i].dep == "prep" and not parse.children[i]


def _asked(parse: Parse, wh: Token) -> tuple[int, ...]:
    """The question words: "what", "which bus", "how many cats", "how far"."""
    top = wh
    while top.dep in ("det", "advmod", "amod", "nummod", "poss") and (
        parse.tokens[top.head].pos in ("NOUN", "PROPN", "ADJ", "ADV", "NUM")
        and parse.tokens[top.head].i > wh.i
        and parse.tokens[top.head].head != top.head
    ):
        top = parse.tokens[top.head]
    return tuple(i for i in parse.subtree(top.i) if i >= wh.i and i <= max(top.i, wh.i))


def _subject(parse: Parse, head: Token, asked: Sequence[int]) -> tuple[int, ...] | None:
    if head.lemma in ("be", "'s"):  # "what is its name": the parser calls either one the subject
        sides = [*parse.all(head.i, *SUBJECTS, "attr")]
        free = [t for t in sides if t.i not in asked]
        if asked and any(t.i in asked for t in sides) and free:
            return tuple(parse.subtree(free[0].i))
    found = parse.child(head.i, *SUBJECTS)
    if found is None:
        return None
    return () if found.i in asked else tuple(parse.subtree(found.i))


def _is_idle(parse: Parse, token: Token, head: Token) -> bool:
    opens = token.dep in ("cc", "intj", "mark", "dep") and token.i < head.i
    return token.pos in ("PUNCT", "SPACE", "INTJ") or opens or token.low in ("else", "exactly")


def _hole(parse: Parse, wh: Token, asked: Sequence[int], head: Token) -> int | None:
    top = next((parse.tokens[i] for i in reversed(asked) if parse.tokens[i].head not in asked), wh)
    if top.dep in SUBJECTS and not (head.lemma in ("be", "'s") and _names(parse, head)):
        return 0
    if top.dep in _OBJECTS:
        particle = parse.child(top.head, "prt")
        return particle.i if particle is not None else top.head
    return top.head if top.dep == "pobj" else None


def _names(parse: Parse, head: Token) -> bool:
    return parse.child(head.i, "attr") is not None


def whole(taken: Frame, answer: str, voice: Voice, verb: str = "") -> str:
    """The statement with the answer in the place of the question words.

    ``verb`` "be" makes "what will he do" say what he will be: "a nurse".
    """
    subject = phrase(taken.parse, taken.subject, voice) if taken.subject else answer
    verbs = _verbs(taken, denial="")
    if verb == "be":
        verbs = [*verbs[:-1], "be"] if len(verbs) > 2 else ["is"]
        answer = answer if answer.split()[0] in ("a", "an", "the") else f"a {answer}"
    after = _after(taken, answer if taken.subject else "", voice)
    return _sentence([subject, *verbs, after])


def settled(taken: Frame, denial: str, voice: Voice, answer: str = "") -> str:
    """The statement that a yes or no makes. ``denial`` is "" for yes, else "not" or "never".

    ``answer`` stands in for what the question names in general: "an instrument", "any pets".
    """
    subject = phrase(taken.parse, taken.subject, voice)
    verbs = _verbs(taken, denial)
    numbers = taken.rest
    vague = vague_object(taken)
    if vague is not None and answer:
        out = taken.parse.subtree(vague.i)
        before = phrase(taken.parse, [i for i in numbers if i < out[0]], voice)
        after = phrase(taken.parse, [i for i in numbers if i > out[-1]], voice)
        return _sentence([subject, *verbs, before, answer, after])
    said = phrase(taken.parse, [i for i in numbers if not _is_any(taken.parse.tokens[i])], voice)
    return _sentence([subject, *verbs, said, answer])


_PLACES = ("there", "here")


def has_place(taken: Frame) -> bool:
    """Whether a question names a place that an answer can put right."""
    return any(taken.parse.tokens[i].low in _PLACES for i in taken.rest)


def elsewhere(taken: Frame, place: str, voice: Voice) -> str:
    """The statement with another place than the one asked about."""
    subject = phrase(taken.parse, taken.subject, voice)
    stay = [i for i in taken.rest if taken.parse.tokens[i].low not in _PLACES]
    return _sentence([subject, *_verbs(taken, ""), phrase(taken.parse, stay, voice), place])


def _is_any(token: Token) -> bool:
    return token.low in ("any", "ever", "still", "already") or (
        token.low == "yet" and token.dep == "advmod"
    )


def vague_object(taken: Frame) -> Token | None:
    """What a question names in general: "do you have a target", "do you play any sports"."""
    for token in taken.parse.all(taken.head, "dobj", "attr"):
        article = taken.parse.child(token.i, "det")
        plural = token.tag == "NNS" and article is None
        if plural or (article is not None and article.low in ("a", "an", "any", "some")):
            return token
    return None


def _verbs(taken: Frame, denial: str) -> list[str]:
    """Helping verbs and verb as a statement has them: "do … live" becomes "lives"."""
    parse, head = taken.parse, taken.parse.tokens[taken.head]
    single = _is_single(taken)
    helpers = [parse.tokens[i] for i in taken.helpers]
    if not helpers:
        verb = in_third_person(parse, head) if single and head.tag in ("VBP", "VB") else head.text
        return [_PLAIN.get(verb.casefold(), verb.casefold()), denial]
    first = helpers[0]
    if first.lemma == "do" and first.low != "did" and denial != "not":
        verb = in_third_person(parse, head) if single else head.text
        return [denial, verb]
    said = in_third_person(parse, first) if single else _PLAIN.get(first.low, first.low)
    return [said.casefold(), denial, *(t.text for t in helpers[1:]), head.text]


_PLAIN = {"'s": "is", "'re": "are", "'ve": "have", "'ll": "will"}


def _is_single(taken: Frame) -> bool:
    tokens = [taken.parse.tokens[i] for i in taken.subject]
    top = next((t for t in tokens if t.head not in taken.subject), None)
    if top is None or top.low in ("he", "she", "it", "this", "that", "you", "i"):
        return True
    return top.tag in ("NN", "NNP") and taken.parse.child(top.i, "conj") is None


def _after(taken: Frame, answer: str, voice: Voice) -> str:
    place = taken.hole
    if place is None or place == 0:
        return f"{phrase(taken.parse, taken.rest, voice)} {answer}"
    before = phrase(taken.parse, [i for i in taken.rest if i <= place], voice)
    after = phrase(taken.parse, [i for i in taken.rest if i > place], voice)
    return f"{before} {answer} {after}"


def _sentence(parts: Iterable[str]) -> str:
    text = " ".join(part.strip() for part in parts if part.strip())
    return text[:1].upper() + text[1:]
