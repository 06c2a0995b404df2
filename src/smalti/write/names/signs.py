"""Signs in the sentences around two names that they are two, or that one cannot be the other."""

from __future__ import annotations

from functools import cache, lru_cache

import regex

from smalti.text.numerals import parse_number
from smalti.text.quantities import find_quantities
from smalti.write.names.context import cleaned, plain
from smalti.write.names.mention import Mention
from smalti.write.names.tables import bounded, occurrences, table, word_set

# --- signs that they are two ---------------------------------------------------------------------


def stated_two(a: Mention, b: Mention, *, alike: bool, of_people: bool) -> str:
    """Words that say that there are two: "not to be confused", "the other Jordan", "A and B".

    ``alike``: the names are one in spelling, so that naming both side by side is no sign.
    ``of_people``: a company's name often stands before a noun, a person's does not.
    """
    for mention, other in ((a, b), (b, a)):
        text = plain(mention.context)
        if told := _says_two(mention.context):
            return told
        names = {plain(name).strip() for name in (a.name, b.name)} - {""}
        found = _other_of(names, text, of_people)
        if not found and not alike:
            found = _side_by_side(plain(mention.name), plain(other.name), text)
        if found:
            return found
    return ""


@lru_cache(maxsize=1 << 12)
def _says_two(context: str) -> str:
    match = _two().search(plain(context))
    return match.group().strip() if match else ""


@cache
def _two() -> regex.Pattern[str]:
    return regex.compile(bounded(table("context")["two"]))


def _other_of(names: set[str], text: str, of_people: bool) -> str:
    """Such as "the other Jordan", "two Jordans", もう一人の佐藤; not "two Larkfield Labs vans"."""
    for name in names:
        for start, end in occurrences(text, name):
            before = _before("other").search(text, max(0, start - 30), start)
            if before and (of_people or _ALONE.match(text, end)):
                return str(before.group() + name)
        latin = name[-1:].isascii()
        for start, _ in occurrences(text, name + "s" if latin else name):
            if before := _before("counting").search(text, max(0, start - 30), start):
                return str(before.group() + name)
    return ""


_ALONE = regex.compile(r"\s*(?:[.,;!?。、]|$|(?:in|at|near|on|is|has|was)\b)")


@cache
def _before(part: str) -> regex.Pattern[str]:
    return regex.compile(rf"(?:{bounded(table('context')[part])})\s?$")


def _side_by_side(name: str, other: str, text: str) -> str:
    """Two names joined as two, as in "A and B"."""
    if not name.strip() or not other.strip() or name in other or other in name:
        return ""
    for first, second in ((name.strip(), other.strip()), (other.strip(), name.strip())):
        for start, end in occurrences(text, first):
            for again, last in occurrences(text, second):
                if again >= end and _joint().fullmatch(text, end, again):
                    return text[start:last]
    return ""


@cache
def _joint() -> regex.Pattern[str]:
    joined = bounded(table("context")["coordination"])
    return regex.compile(rf"(?:さん|様|氏|くん|ちゃん|先生|씨|님)?\s?(?:{joined})\s?")


def names_both(a: Mention, b: Mention) -> str:
    """A sentence in which both names stand, neither inside of the other."""
    one, other = (plain(mention.name).strip() for mention in (a, b))
    if not one or not other or one in other or other in one:
        return ""
    for text in (plain(a.context), plain(b.context)):
        if occurrences(text, one) and occurrences(text, other):
            return f"{one}, {other}"
    return ""


def speaks_of_marriage(a: Mention, b: Mention) -> bool:
    """Whether a context says that somebody married, or divorced: names change with that."""
    return any(_says_marriage(mention.context) for mention in (a, b))


@lru_cache(maxsize=1 << 12)
def _says_marriage(context: str) -> bool:
    return _marriage().search(plain(context)) is not None


@cache
def _marriage() -> regex.Pattern[str]:
    return regex.compile(bounded(table("context")["marriage"]))


def given_name_beside(a: Mention, given_a: str, b: Mention, given_b: str) -> str:
    """The given name of one standing alone in the context of the other."""
    for mention, given in ((a, given_b), (b, given_a)):
        text, name = plain(mention.context), plain(mention.name).strip()
        inside = occurrences(text, name)
        for start, end in occurrences(text, given):
            if not any(first <= start and end <= last for first, last in inside):
                return given
    return ""


def takes_part_too(mention: Mention) -> str:
    """も behind a Japanese name in a sentence that counts: 斎藤さんも同じ会議に…席を二つ."""
    text, name = plain(mention.context), plain(mention.name).strip()
    for start, end in occurrences(text, name):
        if match := _also().match(text, end):
            return text[start : match.end()]
    return ""


@cache
def _also() -> regex.Pattern[str]:
    return regex.compile(table("context")["also_ja"])


# --- who they can be -----------------------------------------------------------------------------


@lru_cache(maxsize=1 << 12)
def gender_of(context: str) -> str:
    """The gender, "m" or "f", on which the words around a name agree."""
    text = plain(context)
    female, male = (bool(_cue(name).search(text)) for name in ("female", "male"))
    return "" if female == male else "f" if female else "m"


@lru_cache(maxsize=1 << 12)
def stage_of(mention: Mention) -> str:
    """Whether the words around a name are those of a "child" or an "adult"; "" for both or none."""
    text, ages = plain(mention.context), ages_of(mention)
    child, adult, teacher = (
        bool(_cue(name).search(text)) for name in ("child", "adult", "teacher")
    )
    child, adult = child and not teacher, adult or teacher  # who teaches first grade is not in it
    child, adult = child or any(age < 12 for age in ages), adult or any(age >= 20 for age in ages)
    return "" if child == adult else "child" if child else "adult"


def possessor_of(context: str) -> str:
    """The gender that "his" or "her" tells, which may be somebody else's."""
    text = plain(context)
    female, male = (_HER.search(text) is not None, _HIS.search(text) is not None)
    return "" if female == male else "f" if female else "m"


_HER, _HIS = regex.compile(r"\bhers?\b"), regex.compile(r"\bhis\b")


@cache
def _cue(name: str) -> regex.Pattern[str]:
    return regex.compile(bounded(table("context")[name]))


_AGED = regex.compile(
    r"(?:turn(?:ed|s|ing)?|aged?)\s$|^.{0,12}(?:years? old|-old|jahre? alt|ans\b|años)", regex.I
)
# "Chiara is four." says an age, "the score is four to one" none.
_IS = regex.compile(
    r"(?:\bis|\bwas|'s|\bist|\bwar|\bwird|\bwurde|\btiene|\bcumple|\bcumplió)\s$", regex.I
)
_NO_MORE = regex.compile(r"\s?(?:[.,;!?]|$|and\b|now\b|today\b|next\b|in\b|und\b|y\b)", regex.I)


def ages_of(mention: Mention) -> tuple[int, ...]:
    """The ages a context gives, that behind the name ("Tom Wills, 8, …") first."""
    text = plain(mention.context)
    behind = (
        _AGE_BEHIND.match(text, end) for _, end in occurrences(text, plain(mention.name).strip())
    )
    ages = (_age(match["age"]) for match in behind if match)
    return tuple(age for age in ages if age is not None) + ages_in(mention.context)


_AGE_BEHIND = regex.compile(r"\s?[,(（]\s?(?P<age>[0-9]{1,2}|[a-z]{3,9})\s?[,)）]")


def _age(word: str) -> int | None:
    value = parse_number(word)
    return int(value) if value is not None and value == int(value) and value < _OLDEST else None


_OLDEST = 120


@lru_cache(maxsize=1 << 12)
def ages_in(context: str) -> tuple[int, ...]:
    """The ages a context gives: "turned seventy", "8-year-old", 30岁."""
    found = []
    for quantity in find_quantities(context):
        before, after = context[: quantity.start], context[quantity.start : quantity.end + 8]
        aged = quantity.text[-1:] in "岁歳歲살세" or _AGED.search(before[-8:]) or _AGED.match(after)
        aged = aged or (_IS.search(before[-8:]) and _NO_MORE.match(context, quantity.end))
        if aged and quantity.dimension in ("time", "count") and not quantity.ordinal:
            found.append(int(quantity.number))
    return tuple(age for age in found if 0 <= age < 120)


_PLACE_BEFORE = regex.compile(r"(?P<place>[\p{Han}\p{Katakana}ー]{1,8}|[\p{Hangul}]{2,6})[の的嘅]$")


@lru_cache(maxsize=1 << 12)
def place_of(mention: Mention) -> str:
    """Where or which: 駅前のラーメン次郎, 法務の斎藤さん, "Café Central in Lyon"."""
    text = cleaned(mention.context)
    for start, end in occurrences(text, cleaned(mention.name).strip()):
        if match := _PLACE_BEFORE.search(text, max(0, start - 9), start):
            return str(match["place"])
        if match := _place_behind().match(text, end):
            place = str(match["place"]).casefold()
            if place.split()[0] not in word_set("context", "common"):
                return place
    return ""


@cache
def _place_behind() -> regex.Pattern[str]:
    places = "|".join(table("context")["place_after"])
    return regex.compile(
        rf"\s(?i:{places})\s(?P<place>\p{{Lu}}[\p{{L}}'-]+(?:\s\p{{Lu}}[\p{{L}}'-]+)?)"
    )
