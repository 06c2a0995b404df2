"""Which tokens of an English parse head a clause, and how it hangs on what is around it."""

from __future__ import annotations

from collections.abc import Callable

from smalti.write.extract.en.complements import is_cut_off
from smalti.write.extract.en.parse import Parse, Token
from smalti.write.extract.tables import words

SUBJECTS = ("nsubj", "nsubjpass", "csubj", "expl")
_VERBAL = ("VERB", "AUX")
_WH = ("WDT", "WP", "WP$", "WRB")


def kind_of(parse: Parse, token: Token) -> str | None:
    """How a token heads a clause, or None when it does not.

    "main", "joined", "relative", "reported", "thought", "known" or "fragment".
    """
    if token.head == token.i:
        return "main" if token.pos in _VERBAL or _has_subject(parse, token.i) else "fragment"
    if _is_spliced(parse, token):
        return "joined"
    return _KINDS[token.dep](parse, token) if token.dep in _KINDS else None


_SPLICED = ("relcl", "acl", "advcl", "appos", "npadvmod", "dep", "parataxis", "ccomp", "conj")


def _is_spliced(parse: Parse, token: Token) -> bool:
    """Whether a statement was only set off by a comma: "ordered pizza, the waiter sang"."""
    if token.dep not in _SPLICED or token.pos not in _VERBAL:
        return False
    subject = parse.child(token.i, "nsubj", "nsubjpass")
    if subject is None or subject.tag in _WH or not _is_finite(parse, token.i):
        return False
    whole = [i for i in parse.subtree(token.i) if parse.tokens[i].pos != "PUNCT"]
    opens = is_cut_off(parse, whole[0]) and subject.i < token.i
    opens = opens and parse.tokens[whole[0]].pos != "ADV"
    if any(parse.tokens[i].tag in _WH for i in parse.subtree(subject.i)):
        return False  # "both of which"
    bound = parse.child(token.i, "mark") is not None or is_indirect_question(parse, token.i)
    return opens and token.head < token.i and not bound


def _relative(parse: Parse, token: Token) -> str | None:
    """A relative clause counts where it states something, not where it picks out what is meant.

    "A script that hammers the API" tells of a script; "games that challenge me" means a kind.
    """
    above = parse.tokens[token.head]
    if relative_pronoun(parse, token.i) is None or above.pos not in ("NOUN", "PROPN"):
        return None
    subject = parse.child(above.head, "nsubj") if above.dep == "attr" else None
    if subject is not None and subject.low == "it":  # "it's my son who sings"
        return "relative"
    if above.low in words("en", "thin_heads"):
        return None
    before = parse.tokens[min(parse.subtree(token.i)) - 1]
    if before.text == "," and _may_mean_all(parse, token, above):
        return None
    known = parse.child(above.i, "det", "poss", "nummod") is not None
    return "relative" if above.pos == "PROPN" or known or before.text == "," else None


def _may_mean_all(parse: Parse, token: Token, above: Token) -> bool:
    """Whether ", which …" may be about all that was said: "she won the cup, which was new"."""
    pronoun = relative_pronoun(parse, token.i)
    which = pronoun is not None and pronoun.low == "which"
    return which and above.pos != "PROPN" and above.dep not in ("nsubj", "nsubjpass")


def _adverbial(parse: Parse, token: Token) -> str | None:
    """Reasons and contrasts stand alone; conditions and times stay with what they limit."""
    if not _has_subject(parse, token.i) or is_indirect_question(parse, token.i):
        return None
    mark = parse.child(token.i, "mark")
    splits = mark is None or mark.low in words("en", "split_marks")
    return "joined" if splits and _is_finite(parse, token.i) else None


def _joined(parse: Parse, token: Token) -> str | None:
    above = parse.tokens[token.head]
    if token.pos not in _VERBAL:
        return None
    if _has_subject(parse, token.i):
        return "joined" if _is_finite(parse, token.i) else None
    finite = token.tag in ("VBD", "VBZ", "VBP") or (
        parse.child(token.i, "aux", "auxpass") is not None
        or (token.tag == "VB" and _is_present(parse, above))  # "they bake and sell"
    )
    if token.dep != "conj" or above.pos not in _VERBAL or kind_of(parse, above) is None:
        return None
    shares = token.tag in ("VB", "VBN", "VBG") and above.tag == token.tag
    return "joined" if finite or shares else None


def _is_present(parse: Parse, token: Token) -> bool:
    return token.tag == "VBP" and parse.child(token.i, "aux") is None


def _is_finite(parse: Parse, head: int) -> bool:
    """Whether a verb has a tense; in "it helps me relax" the second has none and says nothing."""
    forms = [parse.tokens[head], *parse.all(head, "aux", "auxpass")]
    return any(t.tag in ("VBD", "VBZ", "VBP", "MD") for t in forms) or forms[0].tag == "VBN"


def _complement(parse: Parse, token: Token) -> str | None:
    """What is said, thought or known; or a statement with a comma for a full stop."""
    above, subject = parse.tokens[token.head], parse.child(token.i, *SUBJECTS)
    if subject is None or is_indirect_question(parse, token.i) or not _is_finite(parse, token.i):
        return None
    told = parse.child(above.i, "xcomp", "dobj") is not None  # "…, the nurse said to come back"
    spliced = token.i < above.i and (told or not _reports(above.lemma))
    between = parse.tokens[min(token.i, above.i) + 1 : max(token.i, above.i)]
    if spliced and any(t.text in (",", ";", ":", "-", "…") for t in between):
        return "joined"
    for kind, key in (("reported", "reporting"), ("thought", "thinking"), ("known", "knowing")):
        if above.lemma in words("en", key):
            return kind
    return "joined" if spliced else None


def _reports(lemma: str) -> bool:
    return any(lemma in words("en", key) for key in ("reporting", "thinking", "knowing"))


def _has_subject(parse: Parse, head: int) -> bool:
    return parse.child(head, *SUBJECTS) is not None


def is_indirect_question(parse: Parse, head: int) -> bool:
    """Whether a clause is an indirect question: "who did it", "whether it works", "in what way"."""
    subject = parse.child(head, *SUBJECTS)
    first = head if subject is None else min(parse.subtree(subject.i))
    opening = (parse.tokens[i] for i in parse.subtree(head) if i < max(first, 1))
    asked = any(t.tag in _WH or t.low == "whether" for t in opening)
    return asked or (subject is not None and subject.tag in _WH)


def relative_pronoun(parse: Parse, head: int) -> Token | None:
    """The relative pronoun that is subject or object of its clause."""
    for token in parse.all(head, "nsubj", "nsubjpass", "dobj", "pobj"):
        if token.tag in _WH or (token.low == "that" and token.dep != "mark"):
            return token
    return None


_KINDS: dict[str, Callable[[Parse, Token], str | None]] = {
    "conj": _joined, "parataxis": _joined, "dep": _joined,
    "ccomp": _complement, "relcl": _relative, "advcl": _adverbial,
}  # fmt: skip
