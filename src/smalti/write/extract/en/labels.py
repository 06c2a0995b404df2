"""Labels read as statements: "handle in the forum: devr_42", "monitoring = Vigía"."""

from __future__ import annotations

import regex

from smalti.write.extract.en.text import FINITE, PRONOUN, Prepared
from smalti.write.extract.tables import words

_LABEL = regex.compile(r"^(?P<label>[\w' ()-]{2,48}?)(?P<sign>\s*(?::|=|→|->)\s+)(?=\S)")
_LONGEST = 6  # words
_POINTERS = ("that", "this", "it", "these", "those", "so")


def labelled(made: Prepared, *, casual: bool) -> Prepared:
    """The text with a copula for the sign behind a label, and the "my" that a chat drops there."""
    match = _LABEL.search(made.text)
    if match is None or not _is_label(match.group("label"), match.group("sign")):
        return made
    told = made.text[match.end() :]
    if told.startswith(("http:", "https:", "www.")):
        return made
    if FINITE.search(told) or PRONOUN.search(told):
        return made  # what follows is a statement of its own
    label = match.group("label")
    sign = regex.compile(rf"(?<=^{regex.escape(label)}){regex.escape(match.group('sign'))}")
    put = " are " if _is_plural(label) else " is "
    made = made.edit(sign, lambda m: put)
    return made.insert(0, "my ") if casual and _is_mine(label) else made


def _is_label(label: str, sign: str) -> bool:
    low = label.casefold().split()
    plural = low[0] in words("en", "plural_heads")
    leads = words("en", "prepositions") | words("en", "small_talk_words")
    doing = low[-1].endswith("ing") and "=" not in sign
    asks = FINITE.search(label) is not None and not plural
    long = len(low) > _LONGEST
    return not (long or low[-1] in _POINTERS or low[0] in leads or doing or asks)


def _is_plural(label: str) -> bool:
    low = label.casefold().split()
    counted = low[0] in words("en", "numbers") and low[-1].endswith("s")
    return counted or low[0] in words("en", "plural_heads")


def _is_mine(label: str) -> bool:
    """Whether a label begins with a bare noun: "handle in the forum", not "the code", "Ann"."""
    first = label.split()[0]
    known = words("en", "bare_public") | words("en", "thin_heads") | words("en", "plural_heads")
    given = words("en", "determiners") | words("en", "numbers") | words("en", "new_things")
    new_year = first == "new" and label.split()[1:2] == ["year's"]
    bare = first not in known | given and not first.endswith("ing")
    return first.islower() and (bare or new_year)
