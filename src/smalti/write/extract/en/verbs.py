"""The verbs of an English clause that say one thing together, and the lemmas they make."""

from __future__ import annotations

from collections.abc import Sequence

from smalti.write.extract.en.clauses import Clause
from smalti.write.extract.en.parse import Parse, Token
from smalti.write.extract.en.times import is_time
from smalti.write.extract.tables import pairs, words


def verb_chain(parse: Parse, clause: Clause) -> list[int]:
    """The verbs that say one thing together: "want" and "learn", "allergic" after "be"."""
    chain = [clause.head]
    while (after := _continued(parse, chain[-1])) is not None and after.i in clause.body:
        chain.append(after.i)
    return chain


def _continued(parse: Parse, at: int) -> Token | None:
    head = parse.tokens[at]
    described = parse.child(at, "acomp") if head.lemma in _COPULAS else None
    if described is not None:  # "be tired": the adjective is the value; "be allergic to": it is not
        linked = any(not is_time(parse, t) for t in parse.all(described.i, "prep", "xcomp"))
        return described if linked else None
    if head.lemma in ("be", "'s") and parse.child(at, "advmod") is not None:
        return None  # "is here to help"
    for token in parse.all(at, "xcomp"):
        if any(parse.tokens[i].tag in ("WRB", "WP", "WDT") for i in parse.children[token.i]):
            continue  # "figure out how to …"
        bound = token.tag in ("VB", "VBG", "VBN") and parse.child(at, "dobj", "dative") is None
        if bound and parse.child(token.i, "nsubj", "nsubjpass", "mark") is None:
            return token
    return None


_COPULAS = ("be", "'s", "get", "become", "feel", "seem", "stay", "look")
_MODALS = {"ca": "can", "can": "can", "could": "can", "must": "must", "may": "may",
           "should": "should"}  # fmt: skip


def verb_words(parse: Parse, clause: Clause, chain: Sequence[int]) -> tuple[set[int], str]:
    """The words of a verb chain that make the predicate, and their lemmas."""
    used = {*clause.helpers}
    said: list[str] = []
    for at in chain:
        used |= {at, *(t.i for t in parse.all(at, "aux", "auxpass", "neg", "expl", "mark"))}
        if parse.tokens[at].low == "going" and at != chain[-1]:
            continue  # "is going to move": a future, no going
        said += [_MODALS[t.low] for t in parse.all(at, "aux") if t.low in _MODALS and not said]
        if said and any(t.tag == "TO" for t in parse.all(at, "aux")):
            said.append("to")
        said += verb_lemmas(parse, at)
        particle = _particle(parse, at)
        if particle is not None:
            said.append(particle.low)
            used.add(particle.i)
    return used, " ".join(said)


def is_nominal(parse: Parse, at: int) -> bool:
    """Whether a noun was taken for the verb: "she's been coxswain"."""
    token = parse.tokens[at]
    noun = token.tag in ("NN", "NNS", "NNP", "JJ")
    return noun and any(t.lemma in ("be", "'s") for t in parse.all(at, "aux", "auxpass"))


def verb_lemmas(parse: Parse, at: int) -> list[str]:
    """The lemmas of one verb: "live", "be written", "have" for "have got"."""
    token = parse.tokens[at]
    passive = parse.child(at, "auxpass")
    if is_nominal(parse, at) or token.low == "been":
        return ["be"]
    if passive is not None and not (passive.low == "'s" and parse.child(at, "dobj")):
        return [lemma_of(passive), token.low]  # "he's opened the box" is no passive
    described = token.dep in ("acomp", "attr", "xcomp", "ccomp")
    if token.tag == "VBN" and described and parse.tokens[token.head].lemma in _COPULAS:
        return [token.low]  # "is done": what is so, not what one does
    if token.low == "got" and any(t.lemma in ("have", "'s") for t in parse.all(at, "aux")):
        return ["have"]
    return [lemma_of(token)]


def _particle(parse: Parse, at: int) -> Token | None:
    """The "up" of "pick up"; also where it was taken for an adverb: "moved in", "gave it back"."""
    if parse.tokens[at].lemma in _COPULAS or parse.tokens[at].lemma == "have":
        return None
    found = parse.child(at, "prt")
    adverbs = (t for t in parse.all(at, "advmod") if t.i > at and t.low in words("en", "particles"))
    return found if found is not None else next(adverbs, None)


def lemma_of(token: Token) -> str:
    """The lemma of a word as predicates have it; comparatives stay ("cheaper than")."""
    if token.tag in ("JJR", "RBR"):
        return token.low
    lemma = token.lemma.casefold()
    if lemma in ("'s", "'re", "'m"):
        return "be"
    return pairs("en", "lemma_fixes").get(lemma, lemma)
