"""What a Chinese verb takes: its complement, the aspect after it, and its object."""

from __future__ import annotations

from smalti.write.extract.tables import pairs, words
from smalti.write.extract.zh.line import Line

Span = tuple[int, int]

_WITH_PLACE = ("在", "到", "成", "给", "給", "为", "為")
_TIMES = "趟次下遍"


def complement(line: Line, verb: int, last: int) -> tuple[int, int | None]:
    """Where a verb ends with its complement, and what comes after one that is out of reach.

    抬不起来 and 碰不得 say that it cannot be done; the second number is None elsewhere.
    """
    end = verb + 1
    if line.word(end) == "不得" and end < last:
        return end, end + 1
    if line.word(end) == "不" and end + 1 < last:
        reach = line.word(end + 1) in words("zh", "complements") or line.code(end + 1) == "l"
        if reach:
            return end, end + 2
    while end < last and _complements(line, end, verb):
        end += 1
    return end, None


def _complements(line: Line, at: int, verb: int) -> bool:
    word, code = line.word(at), line.code(at)
    if word in ("叫", "为", "為") and line.word(verb)[-1:] == "名":
        return True
    if word in _WITH_PLACE and code in ("p", "V", "D"):
        return at == verb + 1 or line.code(at - 1) == "V"
    return code in ("V", "A") and word in words("zh", "complements")


def object_of(line: Line, verb: int, start: int, last: int) -> Span | None:
    """What follows a verb from ``start`` on, as far as it is what the verb takes."""
    start = _after_aspect(line, start, last)
    if start >= last or line.code(start) == "g" or line.word(start) in words("zh", "then"):
        return None
    end = last if _takes_all(line, verb) else _cut(line, start, last)
    end = _without_closing(line, start, end)
    if set(line.codes[start:end]) <= set("e"):
        return None
    if end - 1 > start and line.code(end - 1) == "M" and line.word(end - 1)[-1] in _TIMES:
        end -= 1
    end = _without_time(line, start, end)
    return (start, end) if end > start else None


def _after_aspect(line: Line, at: int, last: int) -> int:
    while at < last and (
        line.code(at) in ("l", "k", "x") or line.word(at) in ("一下", "不", "不得")
    ):
        at += 1
    return at


def _without_closing(line: Line, start: int, end: int) -> int:
    closing = "".join(word.text for word in line.words[max(start, end - 2) : end])
    end -= 2 * (closing in words("zh", "closing"))
    while end > start and line.code(end - 1) in ("x", "l", "k", "w", "D"):
        end -= 1
    return end


def _without_time(line: Line, start: int, end: int) -> int:
    """Where an object ends that a time follows; an object that is a time stays."""
    while set(line.codes[start:end]) - set("Tl") and (
        line.code(end - 1) == "T" and line.code(end - 2) != "e"
    ):
        end -= 1
        while end > start and line.code(end - 1) in ("l", "k"):
            end -= 1
    return end


def _takes_all(line: Line, verb: int) -> bool:
    word = line.word(verb)
    whole = words("zh", "attitudes") | words("zh", "pivots") | words("zh", "whole_object")
    return (
        line.code(verb) == "B"
        or word in whole | words("zh", "modals")
        or word in pairs("zh", "reporting")
    )


def _cut(line: Line, start: int, last: int) -> int:
    """Where the object ends: before the next verb that no 的 makes part of it."""
    at = start
    while at < last:
        named = at > start and line.code(at - 1) == "N"
        if named and line.word(at) in words("zh", "personal"):
            return at
        if line.code(at) in "VpDBbcwz" and not _closes_noun(line, at, start, last):
            joint = _joint(line, at, start, last)
            if joint is None:
                return at if at > start else last
            at = joint
        at += 1
    return last


def _joint(line: Line, at: int, start: int, last: int) -> int | None:
    """The 的 by which a verb describes the object, or None where there is none."""
    joint = line.codes.find("e", at, last)
    if joint < 0 or "l" in line.codes[at:joint]:
        return None
    describes = line.code(joint + 1) in ("N", "R", "M", "A")
    bare = at > start and line.code(at - 1) == "M"  # 辆混动的
    return joint if describes or bare else None


def _closes_noun(line: Line, at: int, start: int, last: int) -> bool:
    """季度总结: a verb that ends a noun phrase."""
    if line.code(at) != "V":
        return False
    named = at > start and line.code(at - 1) in ("N", "M") and len(line.word(at)) > 1
    return named and not set(line.codes[at + 1 : last]) - set("lx")
