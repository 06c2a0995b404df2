"""The edge in an English clause: whose property it is, which, and with what value."""

from __future__ import annotations

from dataclasses import dataclass

from smalti.write.extract.en_clauses import Clause
from smalti.write.extract.en_nouns import is_bare_subject, person_like
from smalti.write.extract.en_parse import Parse, Token
from smalti.write.extract.en_render import Voice, phrase
from smalti.write.extract.people import is_kin
from smalti.write.extract.tables import pairs, words

_FIRST = ("i", "we")


@dataclass(frozen=True, slots=True)
class Edge:
    """Subject, predicate as a lemma phrase, object; ``person``: the subject is a person."""

    subject: str
    predicate: str
    object: str
    person: bool


def edge_of(parse: Parse, clause: Clause, voice: Voice) -> Edge:
    """Take a clause apart. Reads pronouns a second time, so doubts must be noted before."""
    subject, person = subject_of(parse, clause, voice)
    used, predicate = _predicate(parse, clause)
    rest = [i for i in (*clause.body, *clause.tail) if i not in used]
    owned = _owned(parse, clause)
    if owned is not None and parse.tokens[clause.head].lemma == "be" and rest:
        owner, attribute = _owner(parse, owned, voice)
        return Edge(owner, attribute, phrase(parse, rest, voice), True)
    return Edge(subject, predicate, phrase(parse, rest, voice), person)


def subject_of(parse: Parse, clause: Clause, voice: Voice) -> tuple[str, bool]:
    """The resolved subject and whether it is a person."""
    tokens = [parse.tokens[i] for i in clause.subject]
    if not tokens:
        return voice.speaker, True
    if tokens[0].low in _FIRST and len(tokens) == 1:
        return voice.speaker, True
    name = phrase(parse, clause.subject, voice).replace(", ", " ")
    top = next((t for t in tokens if t.head not in clause.subject), tokens[-1])
    person = is_kin(top.low) or top.low in ("he", "she") or person_like(parse, top)
    return name, person


def _predicate(parse: Parse, clause: Clause) -> tuple[set[int], str]:
    """The words that make the predicate, and their lemmas: "work at", "be allergic to"."""
    head = parse.tokens[clause.head]
    used = {head.i, *clause.helpers}
    used |= {t.i for t in parse.all(head.i, "aux", "auxpass", "neg", "expl")}
    passive = parse.child(head.i, "auxpass")
    said = [_lemma(head) if passive is None else f"{_lemma(passive)} {head.low}"]
    if head.low == "got" and any(t.lemma in ("have", "'s") for t in parse.all(head.i, "aux")):
        said = ["have"]
    particle = parse.child(head.i, "prt")
    if particle is not None:
        said.append(particle.low)
        used.add(particle.i)
    link = parse.child(head.i, "acomp", "xcomp") if head.lemma in _LINKING else None
    if link is not None and link.dep == "acomp" and parse.child(link.i, "prep", "xcomp") is None:
        link = None  # "be tired": the adjective is the value; "be allergic to": it is not
    if link is not None:
        words_ = [t.i for t in parse.all(link.i, "aux", "neg")] + [link.i]
        said += [parse.tokens[i].lemma for i in words_ if parse.tokens[i].dep != "neg"]
        used |= set(words_)
    top = link.i if link is not None else head.i
    preposition = _preposition(parse, top, clause)
    if preposition is not None:
        said.append(preposition.low)
        used.add(preposition.i)
    return used, " ".join(said)


def _lemma(token: Token) -> str:
    lemma = token.lemma.casefold()
    if lemma in ("'s", "'re", "'m"):
        return "be"
    return pairs("en", "lemma_fixes").get(lemma, lemma)


_LINKING = ("be", "want", "like", "love", "hate", "need", "plan", "start", "stop", "prefer", "try",
            "get", "become", "have", "go", "learn", "hope", "use", "keep")  # fmt: skip


def _preposition(parse: Parse, top: int, clause: Clause) -> Token | None:
    """The preposition right after the verb; after an object it belongs to the object's side."""
    if parse.child(top, "dobj", "attr") is not None:
        return None
    found = parse.child(top, "prep", "agent")
    return found if found is not None and found.i in clause.body else None


def _owned(parse: Parse, clause: Clause) -> Token | None:
    """The thing in "my gate code is …": a slot of its owner. Kin are subjects themselves."""
    top = next(
        (parse.tokens[i] for i in clause.subject if parse.tokens[i].head not in clause.subject),
        None,
    )
    if top is None or top.pos not in ("NOUN", "PROPN") or is_kin(top.low):
        return None
    if top.low in words("en", "pets"):
        return None
    favourite = any(t.low in ("favourite", "favorite") for t in parse.all(top.i, "amod"))
    described = parse.child(clause.head, "acomp") is not None  # "my flat is noisy"
    if described and not favourite and top.low not in words("en", "attribute_heads"):
        return None
    held = parse.child(top.i, "poss") is not None or is_bare_subject(parse, top)
    return top if held else None


def _owner(parse: Parse, owned: Token, voice: Voice) -> tuple[str, str]:
    holder = parse.child(owned.i, "poss")
    if holder is None:  # dropped, so the speaker's
        return voice.speaker, " ".join(parse.tokens[i].lemma for i in parse.subtree(owned.i))
    numbers = parse.subtree(holder.i)
    name = phrase(parse, numbers, voice).removesuffix("'s").removesuffix("'").strip()
    if holder.low in ("my", "our"):
        name = voice.speaker
    attribute = [parse.tokens[i] for i in parse.subtree(owned.i) if i not in numbers]
    return name, " ".join(t.lemma for t in attribute)
