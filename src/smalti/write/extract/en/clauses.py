"""Clauses of an English parse: what can be said on its own, one verb each.

A sentence is cut where two statements meet: coordinated verbs, comma splices, relative clauses,
reasons ("because the baby came"), reported speech. What merely completes a verb (infinitives,
conditions, times) stays with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from smalti.write.extract.en.complements import is_cut_off
from smalti.write.extract.en.kinds import SUBJECTS, kind_of, relative_pronoun
from smalti.write.extract.en.loose import is_cleft, remarks
from smalti.write.extract.en.parse import Parse, Token
from smalti.write.extract.people import is_kin
from smalti.write.extract.tables import words

_WITHIN = ("reported", "thought", "known")
_CLOSING = ('"', ")", "]", "%")


@dataclass(frozen=True, slots=True)
class Clause:
    """One statement: its verb, its subject's words and all others, by token number.

    ``how`` tells how it hangs on ``above``: "main", "joined", "relative", "reported", "thought",
    "known" or "fragment". ``helpers`` are auxiliaries it shares with the verb it is joined to;
    ``own`` is False where the subject is borrowed and read out first. ``tail`` is read out last.
    """

    head: int
    subject: tuple[int, ...]
    body: tuple[int, ...]
    how: str = "main"
    above: int | None = None
    helpers: tuple[int, ...] = ()
    tail: tuple[int, ...] = ()

    own: bool = True

    @property
    def order(self) -> tuple[int, ...]:
        """The tokens in the order in which they are read out."""
        if self.own:
            return (*sorted({*self.body, *self.subject}), *self.tail)
        return (*self.subject, *self.helpers, *self.body, *self.tail)


def clauses(parse: Parse) -> tuple[Clause, ...]:
    """All clauses in the order of their verbs."""
    if "clauses" not in parse.derived:
        parse.derived["clauses"] = tuple(_clauses(parse))
    found: tuple[Clause, ...] = parse.derived["clauses"]
    return found


def _clauses(parse: Parse) -> Iterator[Clause]:
    how = {t.i: kind for t in parse.tokens if (kind := kind_of(parse, t)) is not None}
    described = {beside.i for _, beside in appositions(parse) if is_description(parse, beside)}
    heads = frozenset(how) | described
    # "I think …", "she says …" say nothing beside what is thought or said.
    empty = {parse.tokens[i].head for i, kind in how.items() if kind in _WITHIN}
    found = (_clause(parse, i, how[i], heads) for i in sorted(how.keys() - empty))
    return (clause for clause in found if clause is not None)


def _clause(parse: Parse, head: int, how: str, heads: frozenset[int]) -> Clause | None:
    body = parse.subtree(head, frozenset(i for i in heads if not _picks_out(parse, i, head)))
    token = parse.tokens[head]
    above = None if token.head == head else token.head
    if how == "relative":
        return _relative_clause(parse, head, body, heads)
    if is_cleft(parse, head, heads):
        return None
    subject = parse.child(head, *SUBJECTS)
    helpers: tuple[int, ...] = ()
    if subject is not None:
        names = _with_partner(parse, _subject_words(parse, head, subject, heads))
    elif how == "joined":
        names, helpers = _shared(parse, head, heads)
    else:
        names = ()
    loose = remarks(parse, head, body) if how != "fragment" else set()
    rest = tuple(i for i in body if i not in names and i not in loose)
    return Clause(
        head, names, _bare(parse, rest, head), how, above, helpers, own=subject is not None
    )


def _picks_out(parse: Parse, i: int, head: int) -> bool:
    """Whether a clause stays with its noun: the clause itself, or a relative one without comma."""
    token = parse.tokens[i]
    relative = token.dep == "relcl" and parse.tokens[token.head].pos == "NOUN" and token.head > head
    return i == head or (relative and not is_cut_off(parse, min(parse.subtree(i))))


def _subject_words(parse: Parse, head: int, subject: Token, heads: frozenset[int]) -> list[int]:
    """The subject's words; "Ann and I" may have been read as two subjects."""
    found = parse.subtree(subject.i, heads)
    if subject.i < head:  # what hangs on the subject from behind the verb is an afterthought
        found = [i for i in found if i < head]
    for other in parse.all(head, *SUBJECTS):
        if other.i == found[-1] + 1 and parse.tokens[found[-1]].dep == "cc":
            found = sorted({*found, *parse.subtree(other.i, heads)})
    return found


def _with_partner(parse: Parse, names: list[int]) -> tuple[int, ...]:
    """The subject with the first half of "Ann and I", which parsers often hang elsewhere."""
    first = names[0]
    alone = parse.tokens[first].low == "i" and first >= 2
    if alone and parse.tokens[first - 1].low == "and":
        partner = parse.tokens[first - 2]
        opens = partner.i == 0 or parse.tokens[partner.i - 1].pos in ("PUNCT", "CCONJ", "SCONJ")
        if opens and (partner.text[:1].isupper() or is_kin(partner.low)):
            return (first - 2, first - 1, *names)
    return tuple(names)


def _shared(
    parse: Parse, head: int, heads: frozenset[int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Subject, and auxiliaries where needed, that a joined verb takes from the one before."""
    token, at = parse.tokens[head], head
    while parse.tokens[at].head != at:
        at = parse.tokens[at].head
        if parse.tokens[at].dep == "relcl":
            return _relative_subject(parse, at, heads), ()
        subject = parse.child(at, *SUBJECTS)
        if subject is not None:
            own = parse.child(head, "aux", "auxpass") is not None
            modal = any(t.tag == "MD" for t in parse.all(at, "aux"))
            bare = token.tag in ("VB", "VBN", "VBG") or (token.tag == "VBP" and modal)
            needs = bare and not own
            helpers = [t.i for t in parse.all(at, "aux", "auxpass")] if needs else []
            return tuple(parse.subtree(subject.i, heads)), tuple(helpers)
    return (), ()


def _relative_subject(parse: Parse, head: int, heads: frozenset[int]) -> tuple[int, ...]:
    noun = parse.tokens[head].head
    return tuple(_bare(parse, tuple(parse.subtree(noun, heads)), noun))


def _relative_clause(
    parse: Parse, head: int, body: list[int], heads: frozenset[int]
) -> Clause | None:
    pronoun = relative_pronoun(parse, head)
    if pronoun is None:
        return None
    noun = _relative_subject(parse, head, heads)
    above = parse.tokens[head].head
    rest = [i for i in body if i != pronoun.i]
    if pronoun.dep in ("nsubj", "nsubjpass"):
        return Clause(head, noun, _bare(parse, tuple(rest), head), "relative", above, own=False)
    subject = parse.child(head, *SUBJECTS)
    if subject is None or pronoun.dep == "pobj":
        return None
    names = tuple(parse.subtree(subject.i, heads))
    rest = [i for i in rest if i not in names]
    return Clause(head, names, _bare(parse, tuple(rest), head), "relative", above, (), noun)


def _bare(parse: Parse, body: tuple[int, ...], head: int) -> tuple[int, ...]:
    """The words of a clause without joints at its rim: commas, "and", "because", "so"."""
    drop = set()
    for token in (parse.tokens[i] for i in body):
        joint = token.head == head and token.dep in ("mark", "intj", "preconj")
        talk = token.head == head and token.low in words("en", "discourse_adverbs")
        if (joint and token.low not in words("en", "condition_marks")) or (
            talk and token.i < head and token.dep in ("advmod", "dep")
        ):
            drop.add(token.i)
    kept = [i for i in body if i not in drop]
    stays = set(kept)  # an "and" whose other side went its own way says nothing any more
    kept = [i for i in kept if parse.tokens[i].pos != "CCONJ" or i + 1 in stays]
    while kept and parse.tokens[kept[0]].pos in ("PUNCT", "SPACE", "CCONJ", "SYM"):
        kept.pop(0)
    while kept and parse.tokens[kept[-1]].pos in ("PUNCT", "SPACE", "CCONJ"):
        if parse.tokens[kept[-1]].text in _CLOSING:
            break
        kept.pop()
    return tuple(kept)


def is_description(parse: Parse, beside: Token) -> bool:
    """Whether an apposition tells what somebody is ("a nurse") rather than a name."""
    article = parse.child(beside.i, "det")
    return beside.pos == "NOUN" and article is not None and article.low in ("a", "an", "the")


def appositions(parse: Parse) -> Iterator[tuple[Token, Token]]:
    """Nouns set side by side: ("sister", "Dana"), ("Dana", "nurse")."""
    for token in parse.tokens:
        if token.dep == "appos" and token.pos in ("NOUN", "PROPN"):
            above = parse.tokens[token.head]
            if above.pos in ("NOUN", "PROPN") or is_kin(above.low):  # "my eldest, Bo"
                yield above, token
