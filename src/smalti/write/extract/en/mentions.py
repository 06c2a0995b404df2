"""What an English clause leaves behind for the pronouns to come: people, things, possessions."""

from __future__ import annotations

from collections.abc import Iterator

from smalti.write.extract.en.clauses import Clause
from smalti.write.extract.en.nouns import (
    full_name,
    is_bare_subject,
    kin_before,
    person_like,
    person_rank,
)
from smalti.write.extract.en.parse import Parse, Token
from smalti.write.extract.en.render import noun_numbers, noun_phrase, phrase
from smalti.write.extract.en.times import is_time, names_time
from smalti.write.extract.en.voice import Voice
from smalti.write.extract.people import gender_of, is_kin
from smalti.write.extract.tables import words

_ACTS = ("nsubj", "nsubjpass", "appos", "conj", "dative", "dobj", "attr")
_RANKS = {"nsubj": 0, "nsubjpass": 0, "dobj": 1, "attr": 1, "pobj": 2, "conj": 2, "ROOT": 1}
_NOBODY = words("en", "bare_public") | words("en", "thin_heads") | words("en", "part_nouns")
_NAMEABLE = ("thing", "part", "place")  # "the brass thing"
_LONGEST = 6  # words of a name that a pronoun may be replaced by


def glance(parse: Parse, voice: Voice) -> None:
    """Note what a question or a request names; it will say no more."""
    for token in parse.tokens:
        if token.pos in ("NOUN", "PROPN") and not _person(parse, token, voice):
            _thing(parse, token, voice, asked=True)


def remember(parse: Parse, clause: Clause, voice: Voice) -> None:
    """Note who and what a clause talks about; called once it was read out."""
    voice.talk.clause += 1
    for i in (*clause.body, *clause.subject):  # the subject last: it is the likeliest antecedent
        token = parse.tokens[i]
        if token.pos == "PRON" and i in voice.read:
            voice.talk.mention_again(voice.read[i][0], _RANKS.get(token.dep, 2))
        if token.pos not in ("NOUN", "PROPN") or token.dep in ("compound", "nmod"):
            continue
        if not _person(parse, token, voice):
            _thing(parse, token, voice)
    _named(parse, clause, voice)
    for token in _tops(parse, clause):
        if is_kin(token.low):
            continue
        dropped = voice.chat and is_bare_subject(parse, token)
        if parse.child(token.i, "poss") is not None or dropped:
            voice.talk.own(_possession(parse, token))


def _named(parse: Parse, clause: Clause, voice: Voice) -> None:
    """Of "its name is Biscuit" and "she is called Biscuit" note Biscuit."""
    head = parse.tokens[clause.head]
    subject = next((parse.tokens[i] for i in clause.subject if parse.tokens[i].low == "name"), None)
    if head.low in ("called", "named") or (subject is not None and head.lemma in ("be", "'s")):
        for value in parse.all(head.i, "attr", "oprd", "dobj"):
            if value.pos == "PROPN":
                voice.talk.mention(full_name(parse, value.i), "")


def _tops(parse: Parse, clause: Clause) -> Iterator[Token]:
    for i in clause.subject:
        token = parse.tokens[i]
        if token.head not in clause.subject and token.pos == "NOUN":
            yield token


def _possession(parse: Parse, token: Token) -> str:
    before = [t.text for t in parse.all(token.i, "amod", "compound") if t.i < token.i]
    return " ".join([*before, token.text])


def _name_of(parse: Parse, token: Token) -> Token | None:
    """The name that a copula gives a relative: "my landlord is Mr Okafor"."""
    verb = parse.tokens[token.head]
    if verb.lemma not in ("be", "'s") or token.dep not in ("nsubj", "attr"):
        return None
    sides = parse.all(verb.i, "nsubj", "attr")
    return next((t for t in sides if t.i != token.i and t.pos == "PROPN"), None)


def gender_beside(parse: Parse, token: Token) -> str:
    """What a kinship noun beside a name tells: "my sister Dana", "Dana is my sister"."""
    beside = [parse.tokens[token.head]] if token.dep in ("appos", "compound") else []
    beside += [*parse.all(token.i, "appos", "compound")]
    if parse.tokens[token.head].lemma in ("be", "'s"):
        beside += [t for t in parse.all(token.head, "nsubj", "attr") if t.i != token.i]
    return next((g for t in beside if (g := gender_of(t.low))), "")


def _person(parse: Parse, token: Token, voice: Voice) -> bool:
    """Note a person; whether it was one, or at least none of the things. Pets are both."""
    if token.low in words("en", "pets"):
        name = noun_phrase(parse, token.i, voice)
        article, blank, rest = name.partition(" ")
        name = f"the {rest}" if blank and article.casefold() in _ARTICLES else name
        voice.talk.mention(name, "", person_rank(parse, token))
        return False
    if is_kin(token.low):
        _relative(parse, token, voice)
        return True
    there = token.dep == "attr" and parse.child(token.head, "nsubj") is None  # "there is Ten Ichi"
    if token.pos != "PROPN" or there or not person_like(parse, token):
        return False
    if token.dep == "pobj":  # "with Condor" may be a firm, for all we know
        _mention(parse, token, voice, "name", several=False)
    if token.dep in _ACTS or kin_before(parse, token) is not None:
        rank = person_rank(parse, token)
        voice.talk.mention(full_name(parse, token.i), gender_beside(parse, token), rank)
    return True


def _relative(parse: Parse, token: Token, voice: Voice) -> None:
    named = parse.child(token.i, "appos") or _name_of(parse, token)
    vague = any(t.low in ("a", "an") for t in parse.all(token.i, "det"))  # "a guy": nobody
    if token.tag == "NNS":  # neither he nor she
        _mention(parse, token, voice, "people", several=True)
    elif named is None and not vague:
        rank = person_rank(parse, token)
        voice.talk.mention(noun_phrase(parse, token.i, voice), gender_of(token.low), rank)


def _thing(parse: Parse, token: Token, voice: Voice, *, asked: bool = False) -> None:
    named = parse.child(token.i, "compound", "amod") is not None and token.low in _NAMEABLE
    vague = token.low in _NOBODY and not named
    if token.dep not in _RANKS or vague or names_time(parse, token):
        return
    at = parse.tokens[token.head] if token.dep == "conj" else token
    if at.dep == "attr" and parse.child(at.head, "nsubj") is not None:
        return  # of "my bike is a Brompton" the bike is the thing
    if any(t.low in ("no", "any", "every", "each", "what", "which", "such")
           for t in parse.all(token.i, "det")):  # fmt: skip
        return
    several = token.tag in ("NNS", "NNPS") or parse.child(token.i, "conj") is not None
    if token.tag in ("NN", "NNP", "NNS", "NNPS") and token.text[:1].isalpha():
        _mention(parse, token, voice, _kind(parse, token), several=several, asked=asked)


def _kind(parse: Parse, token: Token) -> str:
    noun = token.lemma.casefold()
    if noun in words("en", "firm_nouns"):
        return "firm"
    if noun in words("en", "human_nouns") or noun in words("en", "person_roles"):
        return "people"
    named = token.pos == "PROPN" and token.text[:1].isupper() and not token.text.isupper()
    if named and token.dep == "pobj" and parse.tokens[token.head].low in _AROUND:
        return "place"
    return "firm" if named else "thing"


_AROUND = ("in", "near", "around", "across", "through")


def _mention(
    parse: Parse, token: Token, voice: Voice, kind: str, *, several: bool, asked: bool = False
) -> None:
    name = _full_phrase(parse, token, voice)
    first, blank, rest = name.partition(" ")
    if blank and first.casefold() in _ARTICLES:
        name = f"the {rest}"  # what was "a boat" is "the boat" from now on
    if len(name.split()) <= _LONGEST:
        rank = 2 if asked else _RANKS.get(token.dep, 2)
        voice.talk.mention_thing(name, kind, rank=rank, several=several)


_ARTICLES = ("a", "an", "some", "another", "this", "that", "the", "these", "those")


def _full_phrase(parse: Parse, token: Token, voice: Voice) -> str:
    """A noun with what stands before it, and with whom or of what: "the contract with Fenwick"."""
    link = next((t for t in parse.all(token.i, "prep") if t.low in ("of", "for", "with")), None)
    if link is None or len(parse.subtree(link.i)) > _BEHIND or is_time(parse, link):
        return noun_phrase(parse, token.i, voice)
    numbers = [*noun_numbers(parse, token.i), *parse.subtree(link.i)]
    return phrase(parse, numbers, voice)


_BEHIND = 3  # words
