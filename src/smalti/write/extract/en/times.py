"""Which words of a parse say when, rather than what: they belong to no value."""

from __future__ import annotations

from smalti.write.extract.en.parse import Parse, Token
from smalti.write.extract.tables import pattern, words

_HOURS = ("at", "by", "before", "after", "around", "until", "till", "from", "about")


def is_time(parse: Parse, token: Token) -> bool:
    """Whether a complement of a verb or noun tells when: "last week", "on Monday", "since"."""
    if token.dep in ("prep", "agent") or token.pos in ("ADP", "SCONJ"):
        return _is_time_preposition(parse, token)
    if token.dep == "dobj":  # "we meet Tuesdays", but "I take the 7:12"
        return token.low in words("en", "calendar") and parse.child(token.i, "det", "poss") is None
    if token.dep in ("npadvmod", "tmod", "appos", "dep", "nmod", "conj"):
        return names_time(parse, token)
    return token.low in words("en", "time_adverbs")


def _is_time_preposition(parse: Parse, token: Token) -> bool:
    if token.low in words("en", "time_prepositions"):
        return True
    inner = parse.child(token.i, "pobj", "pcomp") or parse.child(token.i, "prep", "advmod")
    if inner is None or token.low not in words("en", "maybe_time_prepositions"):
        return False
    if inner.dep == "prep":  # "from before the war"
        return is_time(parse, inner)
    hour = token.low in _HOURS and inner.low in words("en", "hours") and _alone(parse, inner)
    return hour or names_time(parse, inner)


def _alone(parse: Parse, token: Token) -> bool:
    """Whether a number counts nothing: "at six", not "at six o'clock"."""
    return not any(parse.tokens[i].pos in ("NOUN", "PROPN") for i in parse.children[token.i])


def names_time(parse: Parse, token: Token) -> bool:
    """Whether a noun names a time: a day, a month, a season, a clock time, a year."""
    clock = pattern("en", "clock_times", anchored=True).search(token.low) is not None
    if clock or token.low in words("en", "time_adverbs") or _has_month(parse, token):
        return True
    if token.low in words("en", "calendar"):
        return not any(t.text[:1].isupper() and t.low not in words("en", "calendar")
                       for t in parse.all(token.i, "compound"))  # fmt: skip
    if token.lemma.casefold() == "time" and not _is_this(parse, token):
        return False  # "difficult times"
    return token.lemma.casefold() in words("en", "time_units") and not _is_measure(parse, token)


def _has_month(parse: Parse, token: Token) -> bool:
    """Whether a day has its month with it: "August 1–15", "first of August", "end of the year"."""
    calendar = words("en", "calendar")
    before = any(t.low in calendar for t in parse.all(token.i, "compound", "nmod"))
    if before and any(c.isdigit() for c in token.text):
        return True
    of = parse.child(token.i, "prep")
    month = parse.child(of.i, "pobj") if of is not None and of.low == "of" else None
    return month is not None and month.low in calendar | words("en", "time_units")


def _is_this(parse: Parse, token: Token) -> bool:
    before = parse.child(token.i, "det", "amod")
    return before is not None and before.low in ("this", "that", "next", "last", "every", "each")


def _is_measure(parse: Parse, token: Token) -> bool:
    """Whether a time unit measures: "takes ten minutes", "40 km a week", "12 euros a month"."""
    article = parse.child(token.i, "det")
    if token.dep == "dobj" or article is None or article.low not in _RATES or article.i == 0:
        return token.dep == "dobj"
    counted = parse.tokens[article.i - 1]
    return counted.pos in ("NUM", "SYM") or parse.child(counted.i, "nummod") is not None


_RATES = ("a", "an", "each", "per")
