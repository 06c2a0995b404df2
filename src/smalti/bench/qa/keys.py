"""What kind of answer a key gives, told from its words and the question's, and so which rule fits.

The answers of systems play no part in it: whether a question is judged is the same for all of them.
"""

from __future__ import annotations

import regex

from smalti.bench.qa.amounts import amounts, is_amount
from smalti.bench.qa.case import Gold, Kind
from smalti.bench.qa.days import is_date, is_dated, named
from smalti.bench.qa.texts import is_unspaced, said

_SHORT = 8  # words of a key that is a name or a phrase
_ITEM = 5  # words of an item of a list
_LONGEST_LIST = 40  # words
_COMES_EARLY = 40  # characters before which the amount stands that a sentence gives

_YES_NO = regex.compile(
    r"(?:most |very )?(?:likely|probably|presumably)?[ ,]*(yes|no)\b(?![.]? ?\d)", regex.IGNORECASE
)
_ASKS_YES_NO = regex.compile(
    r"(?:is|are|was|were|am|do|does|did|has|have|had|can|could|will|would|should|might|may|if|whether)\b",
    regex.IGNORECASE,
)
_ASKS_WHEN = regex.compile(
    r"\bwhen\b|\b(?:what|which|on what|in which)\s+(?:exact\s+)?(?:day|date|month|year|week)\b"
    r"|\bdeadline\b|\bbirth ?date\b",
    regex.IGNORECASE,
)
_ASKS_AMOUNT = regex.compile(
    r"\bhow (?:many|much|long|old|often|far|tall|big|large|fast|few)\b"
    r"|\bwhat (?:is|was|are|were)? ?(?:the |my |your |their )?(?:\w+ )?"
    r"(?:number|total|percentage|price|cost|amount|average|age|score|size|budget|duration)\b",
    regex.IGNORECASE,
)
_ALSO = regex.compile(r"\balso (?:acceptable|correct|right|fine)\b|\bor\b|或", regex.IGNORECASE)
_AND = regex.compile(r"\s*(?:[,;\n、]|(?<!\w)&(?!\w)|\band\b)\s*", regex.IGNORECASE)
_ENDS = regex.compile(r"[.!?。]+\s*$")
_UNKNOWN = regex.compile(
    r"\b(?:not (?:mentioned|provided|specified|known|stated|given)|unknown|no information)\b",
    regex.IGNORECASE,
)


def gold_of(text: object, question: str) -> Gold:
    """The key that a text is to a question."""
    told = " ".join(str(text).split())
    for fits, make in _KINDS:
        if fits(told, question):
            return make(told)
    return Gold(told, Kind.FREE)


def nothing(text: object = "") -> Gold:
    """The key of a question that nothing answers."""
    return Gold(" ".join(str(text).split()), Kind.NONE)


def says_unknown(text: str) -> bool:
    """Whether a key tells that nothing is known."""
    return _UNKNOWN.search(text) is not None


def polarity(text: str) -> str:
    """What a text begins with, "yes" or "no", perhaps guarded ("Likely no"); else nothing."""
    match = _YES_NO.match(text.lstrip("\"'“*([ "))
    return match[1].casefold() if match else ""


# --- kinds, the most telling first ---------------------------------------------------------------


def _is_yes_no(text: str, question: str) -> bool:
    return bool(polarity(text)) and _ASKS_YES_NO.search(question) is not None


def _is_date(text: str, question: str) -> bool:
    if is_date(text):
        return True
    one_sentence = len(text.split()) <= 3 * _SHORT
    return one_sentence and _ASKS_WHEN.search(question) is not None and is_dated(text)


def _is_vaguely_dated(text: str, question: str) -> bool:
    """Whether it is a date that cannot be told to the day, week or month: no rule judges it."""
    one_sentence = len(text.split()) <= 3 * _SHORT
    asks_when = _ASKS_WHEN.search(question) is not None
    return one_sentence and asks_when and bool(named(text, None))


def _is_number(text: str, question: str) -> bool:
    if is_amount(text):
        return True
    found = amounts(text)
    asked = _ASKS_AMOUNT.search(question) is not None
    return asked and bool(found) and found[0].start < _COMES_EARLY


def _is_short(text: str, question: str) -> bool:
    words = len(text) // 2 if is_unspaced(text) else len(text.split())
    return 0 < words <= _SHORT and bool(said(text).whole.terms or said(text).whole.numbers)


def _is_list(text: str, question: str) -> bool:
    items = _items(text)
    return (
        len(items) > 1
        and len(text.split()) <= _LONGEST_LIST
        and all(len(item.split()) <= _ITEM for item in items)
        and all(said(item).whole.terms or said(item).whole.numbers for item in items)
    )


def _items(text: str) -> list[str]:
    return [item for item in _AND.split(_ENDS.sub("", text)) if item.strip()]


def _number(text: str) -> Gold:
    """The first amount; further ones count where the key allows them ("8 is also acceptable")."""
    found = amounts(text)
    several = _ALSO.search(text) is not None and len(found) > 1
    wordings = [one.text for one in found] if several else [found[0].text]
    return Gold(text, Kind.NUMBER, (tuple(wordings),))


def _list(text: str) -> Gold:
    return Gold(text, Kind.LIST, tuple((item,) for item in _items(text)))


_KINDS = (
    (_is_yes_no, lambda text: Gold(text, Kind.YES_NO, ((polarity(text),),))),
    (_is_date, lambda text: Gold(text, Kind.DATE, ((text,),))),
    (_is_vaguely_dated, lambda text: Gold(text, Kind.FREE)),
    (_is_number, _number),
    (_is_list, _list),
    (_is_short, lambda text: Gold(text, Kind.TEXT, ((_ENDS.sub("", text),),))),
)
