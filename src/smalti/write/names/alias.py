"""Other names that a text states: "also known as", "née", 又名, 旧姓."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import regex

from smalti.write.names.context import cleaned
from smalti.write.names.mention import Mention
from smalti.write.names.normal import normal_form
from smalti.write.names.scripts import without_marks
from smalti.write.names.tables import bounded, occurrences, table

_REACH = 70  # characters between a name and its other name
_NOT = regex.compile(
    r"\b(?:not|never|nicht|kein|no|ne|pas)\b|不是|不叫|并非|ではな|じゃな|아니", regex.I
)
_SOMEONE_ELSE = regex.compile(r"\p{Lu}\p{Ll}")  # "Tom told Ana that they call her Nita"


def stated_alias(a: Mention, b: Mention) -> str:
    """The words with which one of the contexts says that both names are one's, or ""."""
    for context in dict.fromkeys((a.context, b.context)):
        text = cleaned(context)
        for name, other in ((a.name, b.name), (b.name, a.name)):
            if found := _joined(text, cleaned(name).strip(), cleaned(other).strip(), _is_alias):
                return found
    return _maiden(a, b) or _maiden(b, a)


def stated_change(a: Mention, b: Mention) -> str:
    """Words for a change of name, which may also mean a change of person: "Tom (formerly Ana)"."""
    for context in dict.fromkeys((a.context, b.context)):
        text = cleaned(context)
        for name, other in ((a.name, b.name), (b.name, a.name)):
            for said in _forms_of(other, beside=name):
                if found := _joined(text, cleaned(name).strip(), said, _is_change):
                    return found
    return ""


def _forms_of(name: str, *, beside: str) -> tuple[str, ...]:
    """The name as a text may say it: in full, or the given name where the family name is known."""
    full, words, others = cleaned(name).strip(), name.split(), beside.split()
    shared = len(words) > 1 and len(others) > 1 and words[-1].casefold() == others[-1].casefold()
    return (full, cleaned(words[0])) if shared else (full,)


def _joined(text: str, name: str, other: str, test: Callable[[str, str], bool]) -> str:
    """The passage with ``other`` after ``name`` if what stands between and behind passes."""
    if not name or not other or name.casefold() == other.casefold():
        return ""
    for first in occurrences(text, name):
        for second in occurrences(text, other):
            if not 0 <= second[0] - first[1] <= _REACH:
                continue
            between = text[first[1] : second[0]]
            if not _NOT.search(between) and test(between, text[second[1] : second[1] + 40]):
                return text[first[0] : second[1]]
    return ""


def _is_alias(between: str, behind: str) -> bool:
    if between.rstrip("“「『 ")[-1:] == "叫" and not _CLOSED.match(behind):
        return False  # "又叫李华来" calls her over
    if _between("known_as").fullmatch(between):
        return True
    if any(call.fullmatch(between) for call in _calls()):
        return not _SOMEONE_ELSE.search(between) and not regex.match(r"\p{Han}", behind)
    japanese = _called_in_japanese()
    if japanese[0].fullmatch(between) and japanese[1].match(behind):
        return True
    return _APPOSED.fullmatch(between) is not None and _behind().match(behind) is not None


def _is_change(between: str, behind: str) -> bool:
    if _between("renamed").fullmatch(between):
        return True
    if _BRACKET.fullmatch(between):
        return _BRACKET_CLOSED.match(behind) is not None
    return _RENAMED_FROM.fullmatch(between) is not None and _RENAMED.match(behind) is not None


_CLOSED = regex.compile(r"\s*(?:$|[，。,.;；！!？?、）)」』\"”’])")
_BRACKET = regex.compile(r"(?:さん|氏|先生)?\s?[(（\[「『]\s?")
_BRACKET_CLOSED = regex.compile(r"\s?[)）\]」』]")
_APPOSED = regex.compile(
    r"\s?[,，、(（–—-]?\s?(?:(?:or|oder|o|ou)\s|または|或|(?:von|by|par|por)\s\w+\s)?", regex.I
)
# What may stand before "renamed", "is now" and the like: when and why.
_WHEN = (
    r"(?:[\s,，]|and|und|y|et|got|hat|se|casó|s'est|mariée?|married|heiratete|geheiratet|bought|sold"
    r"|merged|im [a-zäöü]+|in [a-z]+|en [a-z]+|last [a-z]+|this [a-z]+|after the wedding"
    r"|verkauft|übernommen|结婚后|結婚して|was|is|has|been|later|since|now|then|recently|last year"
    r"|in [0-9]{4}|since [0-9]{4}|wurde|ist|seit [0-9]{4}|fue|ha sido|a été|est|en [0-9]{4}"
    r"|さん|氏|は|が|に|昨年|今年|先月|去年|[0-9]{4}年|已经|已|后来|正式|现已|은|는|이|가)*"
)
_RENAMED_FROM = regex.compile(rf"(?:は|が){_WHEN}", regex.I)
_RENAMED = regex.compile(r"(?:に|へ|と)(?:改名|改称|社名変更|社名を変|名前を変|名称を変)")


@cache
def _between(part: str) -> regex.Pattern[str]:
    closing = r"[\s:：,，、\"“'「『(（・-]*"
    opening = (
        r"(?:さん|氏|先生|씨|님)?[\s,，、;(（\[–—:：\"“'「『-]*"
        r"(?:(?:the|a|an)\s\w+\s)?(?:(?:that|which|who|die|der|das|que|qui)\s)?"
    )
    words = bounded(table("context")[part])
    return regex.compile(rf"{opening}{_WHEN}[\s,，、(（]*(?:{words}){closing}", regex.I)


@cache
def _calls() -> tuple[regex.Pattern[str], ...]:
    return tuple(regex.compile(call, regex.I) for call in table("context")["call_between"])


@cache
def _called_in_japanese() -> tuple[regex.Pattern[str], ...]:
    return tuple(regex.compile(part) for part in table("context")["called_in_japanese"])


@cache
def _behind() -> regex.Pattern[str]:
    words = bounded(table("context")["after_alias"])
    return regex.compile(rf"[\"”'」』]?[\s,，、]*(?:{words})", regex.I)


def _maiden(owner: Mention, other: Mention) -> str:
    """The family name of birth: "Ingrid Faber, née Solheim" is "Ingrid Solheim"; 旧姓片桐."""
    text = cleaned(owner.context)
    for _, end in occurrences(text, cleaned(owner.name).strip()):
        match = _born().match(text, end)
        if match and _is_other(match["born"], owner.name, other.name):
            return str(match.group().strip())
    return ""


@cache
def _born() -> regex.Pattern[str]:
    words = bounded(table("context")["maiden"])
    return regex.compile(
        rf"(?:さん|氏)?[\s,，、(（「]*(?:{words})[\s・:：]*(?P<born>\p{{Han}}+|[\p{{Latin}}\p{{M}}'-]+)",
        regex.I,
    )


def _is_other(born: str, own: str, other: str) -> bool:
    """Whether the other name is the own one with the family name of birth."""
    born, own, other = (without_marks(normal_form(text)) for text in (born, own, other))
    if born not in other:
        return False
    given = other.replace(born, "", 1).strip()
    return bool(given) and (set(given.split()) <= set(own.split()) or own.endswith(given))
