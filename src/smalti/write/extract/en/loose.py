"""What of a clause is not read out: remarks, and "it is" before a relative clause."""

from __future__ import annotations

from collections.abc import Collection

from smalti.write.extract.en.complements import is_cut_off
from smalti.write.extract.en.parse import Parse, Token
from smalti.write.extract.en.times import is_time

_LOOSE = ("npadvmod", "advmod", "dep", "nmod", "appos", "oprd", "acomp", "attr", "intj", "amod")
_RULED_OUT = ("not", "no")  # "…, not a cent more"
_SOLID = ("NUM", "PROPN", "VERB", "AUX", "PRON")
_LONGEST = 5  # words


def is_cleft(parse: Parse, head: int, heads: Collection[int]) -> bool:
    """Whether "it's my son who sings" says nothing but what "who sings" says of the son."""
    subject, value = parse.child(head, "nsubj"), parse.child(head, "attr")
    if subject is None or value is None or subject.low != "it":
        return False
    return any(token.i in heads for token in parse.all(value.i, "relcl"))


def remarks(parse: Parse, head: int, body: Collection[int]) -> set[int]:
    """The words of short remarks behind a comma, and the comma: "…, so proud", "…, typical"."""
    found: set[int] = set()
    for token in (parse.tokens[i] for i in body if i > head):
        whole = parse.subtree(token.i)
        if _may_drop(parse, token, whole) and _ends(parse, whole[-1], body):
            found |= {whole[0] - 1, *whole}
    return found


def _may_drop(parse: Parse, token: Token, whole: list[int]) -> bool:
    loose = token.dep in _LOOSE or parse.tokens[whole[0]].low in _RULED_OUT
    if not loose or len(whole) > _LONGEST or not is_cut_off(parse, whole[0]):
        return False
    beside = parse.child(token.head, "attr") if token.dep == "attr" else parse.tokens[token.head]
    listed = parse.child(token.i, "conj", "cc") is not None or (
        token.dep in ("appos", "attr") and beside is not None and beside.pos == "PROPN"
    )
    solid = any(parse.tokens[i].pos in _SOLID for i in whole) or is_time(parse, token)
    return not listed and not solid


def _ends(parse: Parse, last: int, body: Collection[int]) -> bool:
    """Whether nothing follows but a comma; else what follows belongs to it."""
    after = [i for i in body if i > last]
    return not after or parse.tokens[min(after)].pos == "PUNCT"
