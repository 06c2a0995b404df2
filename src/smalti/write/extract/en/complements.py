"""What completes an English verb: values, prepositional links, times, manner. Asides do not.

The object of an edge is made of values and links alone. Times have a place of their own in a
candidate, and asides ("…, lovely woman") would keep equal values from being seen as equal.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum

from smalti.write.extract.en.parse import Parse, Token
from smalti.write.extract.en.times import is_time, names_time
from smalti.write.extract.tables import phrases, words


class Kind(Enum):
    """What a complement does for its verb."""

    VALUE = "value"
    LINK = "link"
    TIME = "time"
    MANNER = "manner"


@dataclass(frozen=True, slots=True)
class Complement:
    """One complement: its top word, and its words by number without times and asides."""

    kind: Kind
    top: Token
    numbers: tuple[int, ...]


_KINDS = {
    **dict.fromkeys(("dobj", "attr", "acomp", "oprd", "ccomp", "xcomp", "dative"), Kind.VALUE),
    **dict.fromkeys(("prep", "agent"), Kind.LINK),
    **dict.fromkeys(("advmod", "npadvmod", "prt"), Kind.MANNER),
}
_CUTS = (",", "(", "-", "–", "—", ";", ":")
_CLOSING = ('"', ")", "]", "%")


def complements(
    parse: Parse, chain: Sequence[int], taken: Collection[int], within: Collection[int]
) -> list[Complement]:
    """The complements of a verb chain ("want", "learn"), in the order in which they stand.

    ``taken`` are the words that the predicate has used, ``within`` those of the clause.
    """
    free = frozenset(within) - frozenset(taken)
    tops = [parse.tokens[i] for at in chain for i in parse.children[at] if i in free]
    found = [_complement(parse, top, chain[0], free) for top in sorted(tops, key=lambda t: t.i)]
    return [one for one in found if one is not None]


def _complement(parse: Parse, top: Token, head: int, free: frozenset[int]) -> Complement | None:
    kind = _KINDS.get(top.dep)
    if top.dep == "advcl" and _mark(parse, top) == "like":  # "feels like it works"
        kind = Kind.VALUE
    adverb = top.dep == "advmod" and top.low in words("en", "particles")
    place = parse.child(top.i, "prep") if adverb else None
    if place is not None:  # "back in Oslo" is in Oslo
        top, kind = place, Kind.LINK
    if kind is None or top.low in words("en", "idle_adverbs"):
        return None
    whole = [i for i in parse.subtree(top.i) if i in free]
    if kind is not Kind.VALUE and _is_idle(parse, top, whole, head):
        return None
    if whole[0] > head and is_cut_off(parse, whole[0]) and parse.tokens[whole[0] - 1].text != ":":
        return None
    if is_time(parse, top) or _is_dated(parse, top):
        return Complement(Kind.TIME, top, tuple(whole))
    return Complement(kind, top, trimmed(parse, top, free))


def _is_dated(parse: Parse, top: Token) -> bool:
    """Whether a time stands beside where somebody is: "she's out Wednesday mornings"."""
    beside = parse.child(top.head, "advmod")
    place = beside is not None and beside.low in words("en", "particles") | words("en", "places")
    return top.dep == "attr" and place and names_time(parse, top)


def _mark(parse: Parse, top: Token) -> str:
    mark = parse.child(top.i, "mark")
    return "" if mark is None else mark.low


def _is_idle(parse: Parse, top: Token, whole: Sequence[int], head: int) -> bool:
    """Whether a phrase says nothing of the matter: "for example", "despite it all"."""
    said = " ".join(parse.tokens[i].low for i in whole)
    after = parse.tokens[whole[-1] + 1 : whole[-1] + 2]
    if top.i < head and top.low in ("with", "as") and after and after[0].text == ",":
        return True  # "with her support, …"
    return top.low in words("en", "idle_prepositions") or said in phrases("en", "idle_phrases")


def is_cut_off(parse: Parse, i: int) -> bool:
    """Whether a comma or a dash stands before a word; the hyphen within one is no dash."""
    if i == 0 or parse.tokens[i - 1].text not in _CUTS:
        return False
    return parse.tokens[i - 1].text != "-" or (i > 1 and parse.tokens[i - 2].blank)


def trimmed(parse: Parse, top: Token, free: frozenset[int]) -> tuple[int, ...]:
    """The words below a top word without the times and asides among them."""
    dated = names_time(parse, top)  # "the 9th of December" is a value as a whole
    out = frozenset(
        i
        for at in parse.subtree(top.i)
        for i in parse.children[at]
        if _drops(parse, i, top.i, dated=dated)
    )
    kept = [i for i in parse.subtree(top.i, out) if i in free]
    while len(kept) > 1 and _is_joint(parse.tokens[kept[-1]]):
        kept.pop()
    while len(kept) > 1 and _is_joint(parse.tokens[kept[0]]):
        kept.pop(0)
    return tuple(kept)


def _is_contrast(parse: Parse, first: int) -> bool:
    """Whether words are named to be ruled out: "rye, never wheat", "14, not 41"."""
    if parse.tokens[first].low in _CONTRASTS:
        return is_cut_off(parse, first)
    return parse.tokens[first - 1].low in _CONTRASTS and is_cut_off(parse, first - 1)


_CONTRASTS = ("not", "never", "no")


def _is_joint(token: Token) -> bool:
    return token.pos in ("PUNCT", "CCONJ", "SPACE") and token.text not in _CLOSING


def _drops(parse: Parse, i: int, top: int, *, dated: bool) -> bool:
    token = parse.tokens[i]
    if token.dep in ("advmod", "intj", "neg") and token.low in words("en", "idle_adverbs"):
        return token.blank  # not that of "never-ending"
    if token.low == "no" and token.dep == "det" and token.head == top:
        return True  # the polarity tells
    if token.i < top:
        return False
    if token.dep in ("prep", "npadvmod", "advmod") and is_time(parse, token):
        return not dated
    if token.dep in ("advcl", "parataxis", "intj"):
        return True
    if token.dep in ("compound", "det", "poss", "nummod", "case", "conj", "cc", "punct"):
        return _is_contrast(parse, min(parse.subtree(i)))
    first = min(parse.subtree(i))
    if _is_contrast(parse, first):
        return True
    cut = is_cut_off(parse, first)
    names = token.pos == "PROPN" and token.dep == "appos" and not names_time(parse, token)
    return cut and not names
