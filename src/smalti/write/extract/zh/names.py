"""Whom a Chinese noun phrase stands for: 我 the speaker, 我妈 the speaker's mother."""

from __future__ import annotations

from smalti.write.extract.cjk import speaker_name
from smalti.write.extract.tables import pairs, phrases, words
from smalti.write.extract.zh.line import Line

_FIRST = words("zh", "first")
_MANY = words("zh", "first_many")
_HOME = ("家", "家里")


def resolved(
    line: Line, first: int, last: int, speaker: str, whose: str | None = None, *, kin: bool = True
) -> str:
    """Words [first, last) in words that anybody understands.

    ``whose`` is the one that 他 and 她 stand for, or None where that is unclear. ``kin``: a bare
    妈妈 is the speaker's.
    """
    name = speaker_name(speaker)
    made, at = "", first
    while at < last:
        text, size = _one(line, at, last, name, whose, kin=kin)
        gap = line.source[line.words[at - 1].end : line.words[at].start] if at > first else ""
        made += gap + text
        at += size
    return made.strip()


def _one(
    line: Line, at: int, last: int, name: str, whose: str | None, *, kin: bool
) -> tuple[str, int]:
    """The words at a place, told of somebody, and how many of them that were."""
    word = line.word(at)
    if word in _FIRST or word in _MANY:
        return _own(line, at, last, name, many=word in _MANY)
    if word in words("zh", "pronouns") and whose is not None:
        owned = _kin(line.word(at + 1)) if at + 1 < last else None
        return (f"{whose}的{owned}", 2) if owned else (whose, 1)
    if kin and word in pairs("zh", "strict_kin") and line.code(at - 1) not in ("e", "N", "R"):
        return f"{name}的{pairs('zh', 'strict_kin')[word]}", 1
    return word, 1


def _own(line: Line, at: int, last: int, name: str, *, many: bool) -> tuple[str, int]:
    """我妈, 我们团队, 我家的猫: what is the speaker's."""
    size, home = 1, False
    if line.word(at + 1) in _HOME and at + 1 < last:
        size, home = 2, True
    if line.word(at + size) == "的" and at + size < last:
        size += 1
    noun = line.word(at + size) if at + size < last else ""
    kin = _kin(noun)
    if kin is not None:
        return f"{name}的{kin}", size + 1
    if home:
        owned = line.code(at + size) == "N" and at + size < last
        return (f"{name}家的" if line.word(at + size - 1) == "的" or owned else f"{name}家"), size
    thing = not many and _is_thing(line, at + size, last)
    if (
        size > 1
        or thing
        or (many and noun in words("zh", "groups"))
        or (noun in words("zh", "attributes"))
    ):
        return f"{name}的", size
    return (f"{name}等人" if many else name), size


def _is_thing(line: Line, at: int, last: int) -> bool:
    """我车, 我膝盖: a noun that follows 我 is the speaker's, unless it is a name."""
    if at >= last or line.code(at) != "N":
        return False
    return line.words[at].tag in ("n", "nz") and line.code(at + 1) != "F"


def _kin(noun: str) -> str | None:
    """A kinship noun written out, or None where it is none."""
    short = pairs("zh", "short_kin").get(noun) or pairs("zh", "kin_full").get(noun)
    return short or (noun if noun in phrases("zh", "kin") else None)


def is_speaker(line: Line, first: int, last: int) -> bool:
    """Whether a noun phrase is the speaker, alone or with others."""
    return last - first == 1 and (line.word(first) in _FIRST or line.word(first) in _MANY)
