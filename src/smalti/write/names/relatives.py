"""A relative's word and a name that one text joins: "Noor, my wife", 妻の美咲, 我女儿小雨."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import regex

from smalti.write.names.context import plain, speaker_of
from smalti.write.names.kin import Kin, KinVerdict, is_unique, kin_of, may_be_one, relation_of
from smalti.write.names.kin import term_pattern as terms
from smalti.write.names.mention import Mention, Verdict
from smalti.write.names.normal import normal_form
from smalti.write.names.tables import longest_first, occurrences, table

_NEAR = 40  # characters on either side of the name


def compare_with_relative(a: Mention, b: Mention, *, shared: bool) -> KinVerdict | None:
    """The verdict if one mention is a relative ("my wife", "my friend Tom") and the other a name.

    Args:
        a: a mention.
        b: another one.
        shared: whether their contexts have a fact in common.
    """
    one, other = kin_of(a), kin_of(b)
    if (one is None) == (other is None):
        return _named_alike(a, b, shared) or _named_alike(b, a, shared)
    kin, mention, named = (one, a, b) if one is not None else (other, b, a)
    if kin is None or kin.name:
        return _named_alike(mention, named, shared)
    for context in dict.fromkeys((mention.context, named.context)):
        found = list(_relations_of(named.name, plain(context)))
        if any(may_be_one(relation, kin.relation) for relation, _ in found):
            only = any(only for _, only in found)
            return _verdict(kin, only, speaker_of(context).name)
    return None


def _named_alike(mention: Mention, named: Mention, shared: bool) -> KinVerdict | None:
    """Tante Inge and Inge, my friend Tom and Tom, 同事小王 and 小王."""
    match = _with_name().fullmatch(plain(mention.name).strip())
    if match is None or normal_form(match["name"]) != normal_form(named.name):
        return None
    verdict = Verdict.SAME if shared else Verdict.PROPOSE
    return KinVerdict(verdict, "only the word for the relation differs")


@cache
def _with_name() -> regex.Pattern[str]:
    return regex.compile(rf"{_own()}?{_ONLY}(?P<term>{terms()})(?:\s|の|(?=\p{{Han}}))(?P<name>.+)")


def _verdict(kin: Kin, only: bool, speaker: str) -> KinVerdict:
    if kin.owner is None:
        return KinVerdict(Verdict.PROPOSE, "it is not said whose relative one of them is")
    if kin.owner != speaker:
        return KinVerdict(Verdict.DIFFERENT, "each speaker's own relative")
    if only or is_unique(kin.relation):
        return KinVerdict(Verdict.SAME, "the text names the relative")
    return KinVerdict(Verdict.PROPOSE, "the text names one such relative, but there may be several")


def _relations_of(name: str, text: str) -> Iterator[tuple[str, bool]]:
    """Which relatives a text calls by a name, and whether it says that there is only one."""
    for start, end in occurrences(text, plain(name).strip()):
        before = _before().search(text, max(0, start - _NEAR), start)
        behind = _behind().match(text, end)
        for match in (before, behind):
            if match is not None:
                yield relation_of(match["term"]), match["only"] is not None


@cache
def _own() -> str:
    own = table("kin")["own"]
    latin = longest_first(word for word in own if word.isascii())
    return rf"(?:\b(?:{latin})\s|{longest_first(word for word in own if not word.isascii())})"


_ONLY = (
    r"(?:(?P<only>only|einzig\w*|únic[oa]|unique|seule?|唯一的?|独生|一人)\s?)?"
    r"(?:dear\s|liebe[rs]?\s)?"
)


@cache
def _before() -> regex.Pattern[str]:
    """My wife Noor, my wife is called Noor, 我老婆叫小芸, 妻の美咲."""
    joints = (
        r"\s?(?:[,，:：]\s?|(?:is|heißt|ist|es|est)\s(?:called\s|named\s)?|called\s|named\s|se\sllama\s"
        r"|s'appelle\s|の|叫|是|、)?\s?$"
    )
    return regex.compile(rf"{_own()}?{_ONLY}(?P<term>{terms()}){joints}")


@cache
def _behind() -> regex.Pattern[str]:
    """Noor, my wife; Noor is my wife; 小芸是我老婆."""
    joints = r"(?:さん|ちゃん|くん)?\s?[,，(（–—-]?\s?(?:is\s|ist\s|es\s|est\s|是|は|が)?"
    return regex.compile(rf"{joints}{_own()}{_ONLY}(?P<term>{terms()})(?!\w|['’]s\b|的|の)")
