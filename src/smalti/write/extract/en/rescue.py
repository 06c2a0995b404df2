"""A second try where a parser took a verb for a noun: "Jonty drums at midnight".

With a pronoun in the place of the name it cannot, so the sentence is parsed again with one.
"""

from __future__ import annotations

from dataclasses import replace

import regex

from smalti.write.extract.en.clauses import clauses
from smalti.write.extract.en.line import Line
from smalti.write.extract.en.parse import Parse, Parser
from smalti.write.extract.en.text import Prepared
from smalti.write.extract.people import is_kin
from smalti.write.extract.tables import words

_OPENS = regex.compile(r"^(?P<name>\p{L}[\p{L}'-]+)(?=\s(?P<verb>[a-z]+s)(?:\s|$))")
_PUT = "She"


def rescued(line: Line, parser: Parser) -> Line:
    """The line with a better parse where its first one found no verb, else the line itself."""
    if _is_order(line):
        return _with_please(line, parser)
    found = _OPENS.match(line.prepared.text)
    if found is None or not _may_act(found.group("name")) or _has_verb(line.parse):
        return line
    made = _with_pronoun(line.prepared, found.end())
    parse = parser.parse([made.text])[0]
    if parse.tokens[0].dep != "nsubj" or parse.tokens[0].head != 1:
        return line
    said = found.group("name")
    pos, tag = ("NOUN", "NN") if is_kin(said.casefold()) else ("PROPN", "NNP")
    name = replace(parse.tokens[0], text=said, lemma=said, pos=pos, tag=tag)
    return replace(line, prepared=made, parse=Parse((name, *parse.tokens[1:])))


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


def _with_pronoun(made: Prepared, end: int) -> Prepared:
    name = made.span(0, end)
    return Prepared(_PUT + made.text[end:], ((name,) * len(_PUT)) + made.spans[end:])
