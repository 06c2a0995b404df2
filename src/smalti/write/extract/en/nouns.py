"""What English nouns tell by their form: a person, a full name, something of the speaker's own."""

from __future__ import annotations

from smalti.write.extract.en.parse import Parse, Token
from smalti.write.extract.people import is_kin
from smalti.write.extract.tables import words


def person_like(parse: Parse, token: Token) -> bool:
    """A proper name with a capital, or a role: no proof of a person, but all that chat gives."""
    if token.low in words("en", "person_roles"):
        return True
    above = parse.tokens[token.head]
    if token.dep == "pobj" and above.low in words("en", "place_prepositions"):
        return False  # "in Leeds", "from Kestrel"
    named = token.pos == "PROPN" and token.text[:1].isupper() and not token.text.isupper()
    if kin_before(parse, token) is not None:
        return True
    determined = any(parse.tokens[i].dep in ("det", "poss") for i in parse.children[token.i])
    return named and not determined and token.low not in words("en", "not_names")


def person_rank(parse: Parse, token: Token) -> int:
    """0 for a subject and what stands beside it, 1 for others: who "she" rather means."""
    while token.dep in ("conj", "appos", "compound") and token.head != token.i:
        token = parse.tokens[token.head]
    return 0 if token.dep in ("nsubj", "nsubjpass") else 1


def kin_before(parse: Parse, token: Token) -> Token | None:
    """The "partner" of "my partner Alexandra", where the parser makes one name of the two."""
    if token.pos != "PROPN" or not token.text[:1].isupper():
        return None
    return next(
        (t for t in parse.all(token.i, "compound") if t.text.islower() and _is_near(t)), None
    )


def _is_near(token: Token) -> bool:
    return is_kin(token.low) or token.low in words("en", "pets")


def full_name(parse: Parse, i: int) -> str:
    """A proper name with the names before it, hyphens and all."""
    before = [t.i for t in parse.all(i, "compound") if t.text[:1].isupper()]
    said = [parse.tokens[n] for n in range(min([*before, i]), i + 1)]
    return "".join(t.text + (" " if t.blank else "") for t in said).strip()


def bare_noun(parse: Parse, token: Token, *, chat: bool) -> bool:
    """Where a "my" was dropped: "wife's expecting", "boat is 9.8 metres", "gate code is 4417".

    ``chat``: people drop it before anything; in careful prose only before "mum" and "dad".
    """
    if token.low in words("en", "unowned"):
        return False
    if is_kin(token.low) and (token.text.islower() or token.low in words("en", "parents")):
        shared = token.dep == "conj" and _determined(parse, parse.tokens[token.head])
        shared = shared or parse.child(token.i, "amod", "compound") is not None
        return not shared and not _determined(parse, token) and token.dep in _KIN_PLACES
    if not chat or not token.text.islower() or not _opens(parse, token):
        return False
    noun = token
    while noun.dep in ("compound", "amod") and noun.head > noun.i:
        noun = parse.tokens[noun.head]
    return is_bare_subject(parse, noun) and min(parse.subtree(noun.i)) == token.i


def is_bare_subject(parse: Parse, noun: Token) -> bool:
    """A common noun as a subject without an article: the speaker's, but for what is everybody's."""
    if noun.dep not in ("nsubj", "nsubjpass") or _determined(parse, noun):
        return False
    if noun.i > 0 and parse.tokens[noun.i - 1].text in ('"', "'"):
        return False  # a word spoken of as such
    if noun.low in words("en", "bare_public") | words("en", "thin_heads"):
        return False
    first = parse.tokens[min(parse.subtree(noun.i))]
    if not (noun.text.islower() or (noun.text.isupper() and first.text.islower())):
        return False  # "marathon PB" may pass
    if noun.tag == "NNS":
        return parse.child(noun.i, "compound") is not None and parse.tokens[noun.head].lemma == "be"
    return noun.tag in ("NN", "NNP") and noun.text[:1].isalpha()


_KIN_PLACES = ("nsubj", "nsubjpass", "dobj", "pobj", "poss", "conj")


def _determined(parse: Parse, token: Token) -> bool:
    return parse.child(token.i, "det", "poss", "nummod", "predet", "neg") is not None


def _opens(parse: Parse, token: Token) -> bool:
    """Whether the clause begins here; only there is "my" dropped."""
    return token.i == 0 or parse.tokens[token.i - 1].pos in ("PUNCT", "CCONJ", "SCONJ")
