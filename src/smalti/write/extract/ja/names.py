"""Whom a Japanese noun phrase stands for: 私 the speaker, 母 their mother, うち their home."""

from __future__ import annotations

import regex

from smalti.write.extract.cjk import speaker_name
from smalti.write.extract.tables import pairs, phrases, words

_FIRST = "|".join(sorted(words("ja", "first_person"), key=len, reverse=True))
_ALONE = regex.compile(rf"^(?:{_FIRST})$")
_OWN = regex.compile(rf"(?<![\p{{Han}}\p{{Katakana}}])(?:{_FIRST})の")
_HOME = regex.compile(r"^(?:うち|我が家|わが家)$")
_HOUSEHOLD = regex.compile(r"(?:我が家|わが家|弊社|当社)")
_KIN = regex.compile(
    rf"^(?:{'|'.join(map(regex.escape, phrases('ja', 'kin')))})(?=$|の|と|や|たち|から)"
)
_NOISE = regex.compile(
    r"(?:って|と)?いう(?:の|こと|もの)$|っていうの$|(?<=[うくぐすつぬぶむるただい])(?:の|こと)$"
)


def resolved(text: str, speaker: str, *, topic: bool = False) -> str:
    """A noun phrase in words that anybody understands.

    A bare 犬 or 子ども is the speaker's own only as a ``topic``; 母 always is.
    """
    name = speaker_name(speaker)
    text = text.strip(" 、")
    for said, meant in pairs("ja", "own_phrases").items():
        text = text.replace(said, f"{name}の{meant}")
    if _HOME.match(text):
        return f"{name}の家"
    if _ALONE.match(text):
        return name
    text = _OWN.sub(f"{name}の", text)
    text = _HOUSEHOLD.sub(lambda m: f"{name}の{'家' if '家' in m.group() else '会社'}", text)
    kin = _KIN.match(text)
    loose = kin is not None and kin.group() in words("ja", "loose_kin")
    return f"{name}の{text}" if kin is not None and (topic or not loose) else text


def plain(text: str) -> str:
    """A noun phrase without a noun that only stands for a clause: 本を読むの is 本を読む."""
    return _NOISE.sub("", text) or text


def identity(text: str, speaker: str) -> str:
    """The subject of a record: the speaker by the name in the turn, others as they are called."""
    return speaker if text == speaker_name(speaker) else text


def is_first_person(text: str) -> bool:
    """Whether a noun phrase is the speaker."""
    return _ALONE.match(text) is not None and not _HOME.match(text)
