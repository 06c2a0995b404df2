"""What a sentence says about whom a name means: whose name it is, which gender, where from."""

from __future__ import annotations

from functools import cache, lru_cache

import regex

from smalti.write.names.context import plain, speaker_of
from smalti.write.names.mention import Mention
from smalti.write.names.tables import longest_first, occurrences, table

_SENTENCE_END = regex.compile(r"[.!?。！？\n;]")
_HIS_OR_HER = regex.compile(r"\b(?:(?P<m>his|himself)|(?P<f>her|hers|herself))\b")
_WITH_OWN = regex.compile(r"\s(?:and|with)\s(?:his|her)\b")  # "Sam and his wife"
_ANYBODY_ELSE = regex.compile(
    r"\b(?:she|he|they|you|who|and|mother|father|wife|husband|sister|brother|daughter|son|friend"
    r"|woman|man|girl|boy|mum|mom|dad|doctor|nurse|boss)\b"
)


@lru_cache(maxsize=1 << 12)
def gender_of_subject(mention: Mention) -> str:
    """The gender that "his" or "her" tells in a sentence that begins with the name.

    "R. Castellan shaved off his beard": nobody else is named before, so the beard is his own.
    """
    text = plain(mention.context)
    name = plain(mention.name).strip()
    for start, end in occurrences(text, name):
        opens = _opens(text, start, mention)
        stop = _SENTENCE_END.search(text, end)
        sentence = text[end : stop.start() if stop else len(text)]
        match = _HIS_OR_HER.search(sentence)
        if not opens or match is None:
            continue
        if _WITH_OWN.match(sentence) or not _ANYBODY_ELSE.search(sentence, 0, match.start()):
            return "m" if match["m"] else "f"
    return ""


def _opens(text: str, start: int, mention: Mention) -> bool:
    """Whether a place is the beginning of a sentence, or of what a speaker says."""
    before = text[:start].strip()
    ends = not before or _SENTENCE_END.search(before[-1]) is not None
    return ends or (bool(speaker_of(mention.context).name) and before[-1:] in ":：")


@lru_cache(maxsize=1 << 12)
def description_of(mention: Mention) -> str:
    """What stands right behind a name and tells which one: "from payroll", "my accountant"."""
    text = plain(mention.context)
    for _, end in occurrences(text, plain(mention.name).strip()):
        if match := _descriptions().match(text, end):
            return str(match["what"])
    return ""


@cache
def _descriptions() -> regex.Pattern[str]:
    own = longest_first(word for word in table("kin")["own"] if word.isascii())
    own_cjk = longest_first(word for word in table("kin")["own"] if not word.isascii())
    return regex.compile(
        r"\s(?P<what>(?:from|of|in|at|aus|von|bei|vom|del?|chez)\s"
        r"(?:the\s|my\s|our\s|der\s|dem\s|la\s|el\s)?[\p{L}-]+)"
        rf"|,\s(?:{own}|the|a|an|der|die|ein|eine|el|la|un|une|le)\s"
        r"(?P<what>[\p{L}' -]+?)\s?[,.;!?]"
        rf"|[,，]?(?:{own_cjk})(?P<what>\p{{Han}}{{1,4}})[，。,]"
    )
