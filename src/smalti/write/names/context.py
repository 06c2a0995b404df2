"""The sentences around two names: who says them, and the facts that they share."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import pairwise

import regex

from smalti.write.names.mention import Mention
from smalti.write.names.normal import normal_form
from smalti.write.names.scripts import scripts, simplified, without_marks
from smalti.write.names.tables import occurrences, table

_SPEAKER = regex.compile(
    r"^\s*(?P<speaker>[^:：.!?。！？,;\n()（）]{1,40}?)\s*(?:[(（](?P<about>[^)）]*)[)）])?\s*[:：]"
)
_INVISIBLE = regex.compile(r"\p{Cf}+")
_WORD = regex.compile(r"[\p{Latin}\p{Cyrillic}\p{Greek}\p{Arabic}\p{M}]{3,}")
_HAN_RUN = regex.compile(r"\p{Han}{2,}")
_HAN_WITH_KANA = regex.compile(r"\p{Han}\p{Hiragana}{1,2}\p{Han}")
_LONE_HAN = regex.compile(r"(?<!\p{Han})\p{Han}(?=[をがはのにでもと、。])")
_KATAKANA_RUN = regex.compile(r"[\p{Katakana}ー]{2,}")
_HANGUL_RUN = regex.compile(r"\p{Hangul}{2,}")


@dataclass(frozen=True, slots=True)
class Speaker:
    """Who says a sentence ("Tilda: …"), and what stands in brackets about them."""

    name: str = ""
    about: str = ""


@lru_cache(maxsize=1 << 13)
def plain(text: str) -> str:
    """A context as it is searched: compatible forms made one, no invisible characters, no case."""
    return cleaned(text).casefold()


@lru_cache(maxsize=1 << 13)
def cleaned(text: str) -> str:
    """The same with its capitals."""
    return _INVISIBLE.sub("", unicodedata.normalize("NFKC", text.replace("’", "'")))


@lru_cache(maxsize=1 << 12)
def speaker_of(context: str) -> Speaker:
    """The speaker named at the start of a context."""
    match = _SPEAKER.match(plain(context))
    if match is None or len(match["speaker"].split()) > 4:
        return Speaker()
    return Speaker(normal_form(match["speaker"]), match["about"] or "")


_NEAR = 1_000  # characters on either side of a name that are looked at


def trimmed(mention: Mention) -> Mention:
    """The mention with what stands near the name, and the speaker, of a very long context."""
    text = mention.context
    if len(text) <= 2 * _NEAR:
        return mention
    at = max(text.find(mention.name), 0)
    near = text[max(0, at - _NEAR) : at + len(mention.name) + _NEAR]
    speaker = _SPEAKER.match(text) if at > _NEAR else None
    return replace(mention, context=f"{speaker.group()} {near}" if speaker else near)


# --- shared facts --------------------------------------------------------------------------------


def shared_facts(a: Mention, b: Mention) -> tuple[str, ...]:
    """The telling words that both contexts have, without the names themselves."""
    left, right = _telling_words(a, b), _telling_words(b, a)
    found = {min(x, y, key=len) for x in left for y in right if _are_one_word(x, y)}
    return tuple(sorted(found))


def is_silent(mention: Mention) -> bool:
    """Whether the context says nothing beyond the name."""
    return not _telling_words(mention, mention)


def in_one_language(a: Mention, b: Mention) -> bool:
    """Whether the contexts are written in one script, so that shared words would show."""
    one, other = (scripts(_without(plain(m.context), m.name)) for m in (a, b))
    return bool((one & other) - {"latin"}) or (one == other) or not one or not other


def _telling_words(mention: Mention, other: Mention) -> frozenset[str]:
    text = plain(mention.context)
    speakers = {speaker_of(mention.context).name, speaker_of(other.context).name}
    if len(speakers) == 1 and (match := _SPEAKER.match(text)):
        text = text[match.end() :]  # that one person says both is no fact about the names
    for name in (mention.name, other.name):
        text = _without(text, name)
    text = simplified(text)
    words = {without_marks(word) for word in _WORD.findall(text)}
    words -= _common()
    cjk = {x + y for run in _HAN_RUN.findall(text) for x, y in pairwise(run)}
    cjk |= set(_HAN_WITH_KANA.findall(text)) | set(_KATAKANA_RUN.findall(text))
    cjk |= {run[:3] for run in _HANGUL_RUN.findall(text)}
    is_japanese = "kana" in scripts(text)
    cjk |= set(_LONE_HAN.findall(text)) if is_japanese else {c for c in text if c in _telling_han()}
    return frozenset(words | (cjk - _common_cjk()))


def _without(text: str, name: str) -> str:
    """The text without the name, nor the words of it."""
    for part in (plain(name).strip(), *normal_form(name).split()):
        if len(part) > 1:
            for start, end in reversed(occurrences(text, part)):
                text = f"{text[:start]} \ufffc {text[end:]}"
    return text


@cache
def _telling_han() -> frozenset[str]:
    """Characters that are a thing by themselves in Chinese: 鱼, 茶, 琴."""
    return frozenset(table("context")["telling_han"])


@cache
def _common() -> frozenset[str]:
    return frozenset(without_marks(word) for word in table("context")["common"])


@cache
def _common_cjk() -> frozenset[str]:
    return frozenset(simplified(word) for word in table("context")["common_cjk"])


def _are_one_word(x: str, y: str) -> bool:
    """Inflections and compounds: patch and patches, Miete and Vermieter."""
    if x == y:
        return True
    short, long = sorted((x, y), key=len)
    if len(short) < 4 or not short.isascii():
        return False
    stem = 0
    while stem < len(short) and short[stem] == long[stem]:
        stem += 1
    return stem >= max(4, 0.72 * len(long)) or (len(short) >= 5 and short in long)
