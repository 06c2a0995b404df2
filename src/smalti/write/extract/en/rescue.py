"""A second try where a parser took a verb for a noun: "Jonty drums at midnight".

With a pronoun in the place of the subject it cannot, so the sentence is parsed again with one, and
the subject put back.
"""

from __future__ import annotations

from dataclasses import replace

import regex

from smalti.write.extract.en.clauses import clauses
from smalti.write.extract.en.line import Line
from smalti.write.extract.en.parse import Parse, Parser, Token
from smalti.write.extract.en.text import Prepared
from smalti.write.extract.people import is_kin
from smalti.write.extract.tables import words

_OPENS = regex.compile(r"^(?P<name>\p{L}[\p{L}'-]+)(?=\s(?P<verb>[a-z]+s)(?:\s|$))")
_PUT = "She"
_PUT_THING = "It"
_LONGEST = 5  # words of a thing


def rescued(line: Line, parser: Parser) -> Line:
    """The line with a better parse where its first one found no verb, else the line itself."""
    if _is_order(line):
        return _with_please(line, parser)
    found = _OPENS.match(line.prepared.text)
    if found is not None and _may_act(found.group("name")) and not _has_verb(line.parse):
        return _with_name(line, found, parser)
    thing = _thing(line)
    return line if thing is None else _with_thing(line, thing, parser)


def _with_name(line: Line, found: regex.Match[str], parser: Parser) -> Line:
    made = _with_pronoun(line.prepared, found.end(), _PUT)
    parse = parser.parse([made.text])[0]
    if parse.tokens[0].dep != "nsubj" or parse.tokens[0].head != 1:
        return line
    said = found.group("name")
    pos, tag = ("NOUN", "NN") if is_kin(said.casefold()) else ("PROPN", "NNP")
    name = replace(parse.tokens[0], text=said, lemma=said, pos=pos, tag=tag)
    return replace(line, prepared=made, parse=Parse((name, *parse.tokens[1:])))


def _thing(line: Line) -> Token | None:
    """The verb that was taken for a noun behind a thing: "our meeting room seats twelve"."""
    tokens = line.parse.tokens
    for verb in tokens[1 : _LONGEST + 1]:
        before = tokens[: verb.i]
        if any(t.pos in _NO_THING or t.tag in _POINTING or t.low == "no" for t in before):
            return None
        behind = next(iter(tokens[verb.i + 1 :]), None)
        if verb.tag == "NNS" and verb.low in words("en", "things_do") and behind is not None:
            return None if behind.pos in _NO_OBJECT or behind.low == "from" else verb
    return None


_POINTING = ("PRP", "WDT", "WP", "IN")
_NO_OBJECT = ("PUNCT", "AUX", "VERB")
_NO_THING = ("VERB", "AUX", "PUNCT", "SCONJ", "ADP")


def _with_thing(line: Line, at: Token, parser: Parser) -> Line:
    """Parse the thing and the sentence about "it" apart, and put the one into the other."""
    end = line.parse.tokens[at.i - 1].end
    made = _with_pronoun(line.prepared, end, _PUT_THING)
    told, named = parser.parse([made.text, line.prepared.text[:end]])
    top = next(t for t in named.tokens if t.head == t.i)
    verb = told.tokens[1]
    if told.tokens[0].dep != "nsubj" or told.tokens[0].head != 1 or verb.tag != "VBZ":
        return line
    if top.tag not in ("NN", "NNP"):
        return line
    more, wider = len(named.tokens) - 1, end - len(_PUT_THING)
    whole = [_as_subject(t, top, more) for t in named.tokens]
    whole[-1] = replace(whole[-1], blank=True)
    rest = [_moved(t, more, wider, top) for t in told.tokens[1:]]
    return replace(line, parse=Parse((*whole, *rest)))


def _as_subject(token: Token, top: Token, more: int) -> Token:
    return replace(token, dep="nsubj", head=more + 1) if token.i == top.i else token


def _moved(token: Token, more: int, wider: int, top: Token) -> Token:
    """A word behind the subject, where it stands when that has more words and characters."""
    head = top.i if token.head == 0 else token.head + more
    return replace(
        token, i=token.i + more, head=head, start=token.start + wider, end=token.end + wider
    )


def _is_order(line: Line) -> bool:
    """Whether an imperative was taken for a noun: "book aisle seats for me"."""
    first = line.parse.tokens[0] if line.parse.tokens else None
    return (
        first is not None
        and first.low in words("en", "imperatives")
        and first.tag in ("NN", "NNP", "JJ")
        and first.text.islower()
        and not _has_verb(line.parse)
    )


def _with_please(line: Line, parser: Parser) -> Line:
    made = line.prepared.insert(0, "please ")
    parse = parser.parse([made.text])[0]
    return replace(line, prepared=made, parse=parse) if parse.tokens[1].tag == "VB" else line


def _may_act(name: str) -> bool:
    """Whether a word can be somebody's name, or is "mum"."""
    named = (
        name[:1].isupper()
        and not name.isupper()
        and name.casefold() not in words("en", "not_names")
    )
    return named or is_kin(name.casefold())


def _has_verb(parse: Parse) -> bool:
    return any(one.how != "fragment" for one in clauses(parse))


def _with_pronoun(made: Prepared, end: int, put: str) -> Prepared:
    name = made.span(0, end)
    return Prepared(put + made.text[end:], ((name,) * len(put)) + made.spans[end:])
