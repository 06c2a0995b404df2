"""What a clause leaves open: pronouns for which nothing safe is known, and subjects that are none.

A record about "it" is of no use to anybody, and a question what "it" was would be a nuisance. Only
of a person somebody may want to know: "she loves lilies" is kept, and asked about.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from smalti.write.extract.en.clauses import Clause
from smalti.write.extract.en.edges import Edge, placed_at
from smalti.write.extract.en.parse import Parse, Token
from smalti.write.extract.en.pronouns import is_aside, is_bound, is_third
from smalti.write.extract.en.verbs import verb_chain
from smalti.write.extract.en.voice import Voice
from smalti.write.extract.people import is_kin
from smalti.write.extract.tables import pattern, words

_PEOPLE = ("he", "she", "him", "her")
_ASKED = 0.5  # of somebody who is not named: waits for an answer
_POINTED = 0.9  # "swears by their app", "if they ring"
_PLURAL = ("have", "'ve", "are", "'re", "were", "do")
_FRONTED = 10  # words
_CORE = ("dobj", "dative", "attr", "oprd")


def openness(parse: Parse, clause: Clause, voice: Voice, edge: Edge) -> float:
    """Which share of its directness a clause keeps for all that it leaves open; 0 is unreadable."""
    if _is_no_subject(parse, clause):
        return 0.0
    if _is_new_value(parse, clause, edge, voice):
        return _ASKED
    share = 1.0
    placed = placed_at(parse, clause, voice) is not None
    for token in left_open(parse, clause.order, voice):
        if placed and token.i in clause.subject:
            continue
        share = min(share, _share(parse, clause, token, edge))
    return share


def left_open(parse: Parse, numbers: Sequence[int], voice: Voice) -> Iterator[Token]:
    """The pronouns among some words that were read out as they are."""
    for token in (parse.tokens[i] for i in numbers):
        known = voice.read.get(token.i, ("", 1.0))[0] != token.text
        noun = parse.child(token.i, "det") is not None  # "Max is a she"
        if is_third(token) and not (known or noun or is_bound(parse, token)):
            yield token


def _is_new_value(parse: Parse, clause: Clause, edge: Edge, voice: Voice) -> bool:
    """Whether a correction gives a number or a name for something: "it's 14, not 41"."""
    corrects = voice.corrects or any(parse.tokens[i].low == "not" for i in clause.body)
    if not corrects or edge.subject.casefold() not in ("it", "that"):
        return False
    named = any(parse.tokens[i].pos == "PROPN" for i in clause.body)
    return named or any(c.isdigit() for c in edge.object)


def _share(parse: Parse, clause: Clause, token: Token, edge: Edge) -> float:
    if token.i in clause.subject:
        return _ASKED if edge.subject.casefold() == token.low and token.low in _PEOPLE else 0.0
    if is_aside(parse, token) or _is_idle(parse, token):
        return _POINTED
    if token.low in _PEOPLE and edge.object.casefold() == token.low:
        return _ASKED
    if token.tag == "PRP$":
        return _POINTED if token.low in ("its", "their") else 0.0
    return 0.0 if _is_core(parse, clause, token) else _POINTED


def _is_core(parse: Parse, clause: Clause, token: Token) -> bool:
    """Whether a pronoun completes the verb, by itself or behind a preposition."""
    if any(t.text == "," for t in parse.tokens[clause.head : token.i]):
        return False  # "…, 170k miles on it"
    chain = verb_chain(parse, clause)
    at = parse.tokens[token.head] if token.dep == "pobj" else token
    return at.head in chain and (token.dep == "pobj" or token.dep in _CORE)


def _is_idle(parse: Parse, token: Token) -> bool:
    """Whether "it" means nothing, as in "call it quits"; "this" may be what is at hand."""
    verb = parse.tokens[token.head]
    said = " ".join(t.low for t in parse.tokens[verb.i : token.i + 3])
    idle = pattern("en", "idle_it", anchored=True).search(f"{verb.lemma} {said.partition(' ')[2]}")
    return idle is not None or (token.low == "this" and token.dep == "dobj")


def _is_no_subject(parse: Parse, clause: Clause) -> bool:
    """Whether the subject can be none: "one", "one everybody", "dual citizen get in"."""
    if not clause.subject:
        return False
    top = next(
        (t for i in clause.subject if (t := parse.tokens[i]).head not in clause.subject), None
    )
    if top is None:
        return False
    return any(test(parse, clause, top) for test in _NO_SUBJECTS)


def _points(parse: Parse, clause: Clause, top: Token) -> bool:
    """Whether it only points: "one", "that one"."""
    return top.low in ("one", "ones") and all(
        parse.tokens[i].dep == "det" for i in clause.subject if i != top.i
    )


def _counts(parse: Parse, clause: Clause, top: Token) -> bool:
    """Whether a bare number does something: "six am", "180 vs 60, guess who"."""
    head = parse.tokens[clause.head]
    return top.pos == "NUM" and head.lemma.casefold() not in words("en", "thing_verbs")


def _is_crowded(parse: Parse, clause: Clause, top: Token) -> bool:
    """Whether somebody who is anybody has a word before: "one everybody agrees on"."""
    return top.low in words("en", "indefinites") and any(i < top.i for i in clause.subject)


def _is_doing(parse: Parse, clause: Clause, top: Token) -> bool:
    """Whether what somebody does is but judged: "having support is important"."""
    head = parse.tokens[clause.head]
    return top.dep == "csubj" and top.tag == "VBG" and head.lemma in ("be", "'s", "feel")


def _has_no_tense(parse: Parse, clause: Clause, top: Token) -> bool:
    """Whether the verb has no tense, and nobody is there to do it: "super frustrating"."""
    head = parse.tokens[clause.head]
    helped = clause.helpers or any(parse.all(head.i, "aux", "auxpass"))
    return head.tag == "VBG" and not helped and not (is_kin(top.low) or top.tag == "PRP")


def _depends(parse: Parse, clause: Clause, top: Token) -> bool:
    """Whether it only opens a sentence that does not go on: "if you need more", "what we learn"."""
    first = parse.tokens[clause.order[0]]
    bound = first.head == clause.head and first.dep in ("mark", "advmod", "dobj", "attr")
    return bound and first.i < top.i and first.low in words("en", "unfinished")


def _is_cut_from_verb(parse: Parse, clause: Clause, top: Token) -> bool:
    """Whether one comma stands between subject and verb: "chickenpox, scratched like mad"."""
    if not clause.own or top.i > clause.head:
        return False
    between = parse.tokens[top.i : clause.head]
    return sum(t.text == "," for t in between) == 1 and parse.child(top.i, "conj") is None


def _is_buried(parse: Parse, clause: Clause, top: Token) -> bool:
    """Whether so much stands before the subject that it is no mere time or place."""
    before = [i for i in clause.order if i < min(clause.subject)]
    return len(before) > _FRONTED


def _disagrees(parse: Parse, clause: Clause, top: Token) -> bool:
    """Whether a verb in the plural follows a noun in the singular: then it is not its verb."""
    head = parse.tokens[clause.head]
    helper = next(parse.all(head.i, "aux", "auxpass"), None)
    plural = head.tag in ("VB", "VBP") if helper is None else helper.low in _PLURAL
    single = top.tag == "NN" and parse.child(top.i, "conj", "cc") is None
    several = words("en", "firm_nouns") | words("en", "collectives")
    return plural and single and not clause.helpers and top.low not in several


_NO_SUBJECTS = (
    _points,
    _counts,
    _is_crowded,
    _is_doing,
    _has_no_tense,
    _depends,
    _is_cut_from_verb,
    _is_buried,
    _disagrees,
)
