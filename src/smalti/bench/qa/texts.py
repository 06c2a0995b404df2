"""When one text tells what another says: content words, numbers by value, pairs of characters.

No synonyms are known. "Tells" is containment, so that an answer may be a sentence; how much of an
answer is read is bounded (:data:`LONGEST`), so that none wins by telling everything.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import regex

from smalti.bench.extraction.words import Signs, Talk, signs
from smalti.text.analyse import normalise

LONGEST = 60
"""Words of an answer that are read; in scripts without spaces, three times as many characters."""

PAIRS = 0.5
"""The share of a text's pairs of characters that must stand in another, without spaces."""

_WORDS = regex.compile(r"\S+")
_UNSPACED = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}]")
_DAY = regex.compile(r"(?:(\d{4})\s*[-/年]\s*)?0?(\d{1,2})\s*[-/月]\s*0?(\d{1,2})\s*日?(?!\d)")
_TALKS = {False: Talk("en"), True: Talk("zh")}
_MARKS = regex.compile(r"[\s\p{P}\p{S}]+")


def cut(text: str, gold: str = "") -> str:
    """The part of an answer that is read; never less than is as long as the key."""
    if is_unspaced(text):
        return text[: max(3 * LONGEST, len(gold))]
    words = list(_WORDS.finditer(text))
    most = max(LONGEST, len(gold.split()))
    return text if len(words) <= most else text[: words[most - 1].end()]


def is_unspaced(text: str) -> bool:
    """Whether a text is mostly in a script without spaces."""
    return len(_UNSPACED.findall(text)) * 3 > len(text.replace(" ", ""))


@lru_cache(maxsize=4096)
def said(text: str) -> Signs:
    """What a text says, in a form in which it can be compared."""
    unspaced = _UNSPACED.search(text) is not None
    return signs(_with_days(text) if unspaced else text, _TALKS[unspaced], None)


def tells(text: str, wanted: str) -> bool:
    """Whether a text tells what another says.

    As it stands, apart from marks and case; or all its content words, and numbers by their value.
    In scripts without spaces all numbers and half the pairs of characters are enough: a word has
    many forms there, and no rule knows where it ends.
    """
    plain = _plain(wanted)
    if not plain or not _plain(text):
        return False
    if f" {plain} " in f" {_plain(text)} ":
        return True
    if is_unspaced(wanted):
        return _tells_unspaced(text, wanted)
    asked, there = said(wanted).whole, said(text).whole
    terms = asked.terms | asked.numbers
    return bool(terms) and terms <= there.terms | there.numbers


def _tells_unspaced(text: str, wanted: str) -> bool:
    squeezed, whole = (_MARKS.sub("", _with_days(one).casefold()) for one in (wanted, text))
    asked, there = said(wanted).whole, said(text).whole
    if not asked.numbers <= there.numbers:
        return False
    pairs = {term for term in asked.terms - asked.numbers if _UNSPACED.search(term)}
    rest = asked.terms - asked.numbers - pairs
    if not rest <= there.terms:
        return False
    if not pairs:
        return squeezed in whole or bool(asked.numbers or rest)
    return sum(pair in whole for pair in pairs) / len(pairs) >= PAIRS


def overlap(text: str, wanted: str) -> float:
    """F₁ of the words (or pairs of characters) of two texts, as SQuAD has it (arXiv 1606.05250)."""
    one, other = Counter(_units(text)), Counter(_units(wanted))
    shared = sum((one & other).values())
    if not shared:
        return 0.0
    precision, recall = shared / sum(one.values()), shared / sum(other.values())
    return round(2 * precision * recall / (precision + recall), 4)


def _units(text: str) -> list[str]:
    if not is_unspaced(text):
        return _plain(text).split()
    squeezed = _MARKS.sub("", text.casefold())
    return [squeezed[at : at + 2] for at in range(max(len(squeezed) - 1, 1))]


@lru_cache(maxsize=4096)
def _plain(text: str) -> str:
    return " ".join(_MARKS.sub(" ", normalise(text).replace("_", " ")).split())


def _with_days(text: str) -> str:
    """Days in one spelling: "2026-04-20" and "4月20日" as "4/20"."""
    return _DAY.sub(lambda found: f"{found[2]}/{found[3]}", text)
