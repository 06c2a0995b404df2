"""What a Chinese verb is where it is not the predicate: a noun, a time, a modifier."""

from __future__ import annotations

import regex

from smalti.write.extract.tables import pairs, words
from smalti.write.extract.zh.line import Line

_PHRASE = regex.compile(r"(?:[RMNTF]|A(?=[eN])|e(?=[RMNTFA]))+")
_MODIFIED = regex.compile(r"e[RMNTFA]*[RMNTF]")
_PREDICATE = regex.compile(r"[VBA]")
_TEMPORAL = regex.compile(r"V[lk]?[VN]{0,3}?[FNT]")
_HELD = regex.compile(r"VN{1,2}[TD]+V")
_NAMED = regex.compile(r"D*B|D+[pV]|D+A[lx]*$")


def phrase_end(line: Line, at: int, last: int) -> int:
    """Where the noun phrase ends that begins at a place; the same place if none does."""
    found = _PHRASE.match(line.codes, at, last)
    return found.end() if found else at


def time_end(line: Line, at: int, last: int) -> int | None:
    """Where 退休前 and 再过两周 end."""
    timed = _TEMPORAL.match(line.codes, at, last)
    reach = timed.end() + 3 if timed is not None else at
    for end in range(at + 2, min(reach, last) + 1):
        told = line.word(end - 1) in words("zh", "temporal")
        if told and not set(line.codes[at + 1 : end - 1]) - set("lkVN"):
            return end
    passes = line.word(at) in ("过", "過") and line.code(at + 1) == "T" and at + 1 < last
    return at + 2 if passes else None


def hearsay(line: Line, at: int, last: int) -> int | None:
    """Where 说 stands in 听同事说."""
    if line.word(at) not in ("听", "聽"):
        return None
    end = phrase_end(line, at + 1, last)
    return end if end < last and line.word(end) in ("说", "說", "讲") else None


def modifier_end(line: Line, at: int, last: int) -> int | None:
    """Where the noun ends that a verb describes with 的, if a predicate follows that noun."""
    if line.word(at) in pairs("zh", "reporting") or line.code(at) == "B":
        return None
    joint = line.codes.find("e", at, last)
    if joint < 0 or set("wl") & set(line.codes[at:joint]):
        return None
    if _has_subject(line, at) and set("NMRT") & set(line.codes[at + 1 : joint]):
        return None  # 我做预算的规则: whoever does it is named, and what is done as well
    found = _MODIFIED.match(line.codes, joint, last)
    end = found.end() if found else joint + 1
    return end if _PREDICATE.search(line.codes, end, last) else None


def _has_subject(line: Line, at: int) -> bool:
    before = at - 1
    while before >= 0 and line.code(before) in ("D", "T"):
        before -= 1
    return before >= 0 and line.word(before) in words("zh", "personal")


def is_noun(line: Line, first: int, at: int, last: int) -> bool:
    """Whether a verb is the name of a thing, as 体检 is in 体检约在四月底."""
    if _names_with_noun(line, first, at, last) or line.word(at + 1) in words("zh", "topic_nouns"):
        return True
    if at > first and set(line.codes[first:at]) - set("TN"):
        return False
    first_word = not set(line.codes[first:at]) - set("T")
    if first_word and at + 2 == last and line.word(at + 1) in words("zh", "outcomes"):
        return len(line.word(at)) > 1  # 回归通过
    after = _NAMED.match(line.codes[:last], at + 1)
    if after is None:
        return False
    if "A" in after.group():
        return len(line.word(at)) > 1
    return after.group().endswith("B") or line.word(after.end() - 1) == "在"


def _names_with_noun(line: Line, first: int, at: int, last: int) -> bool:
    """Of two verbs side by side after a noun the first belongs to the noun."""
    word = line.word(at)
    others = ("attitudes", "pivots", "coverbs", "modals")
    plain = not any(word in words("zh", key) for key in others)
    plain = plain and word not in pairs("zh", "reporting") and len(word) > 1
    before = line.words[at - 1] if at > first else None
    if before is None or not plain or not _beside(line, at, last):
        return False
    return before.tag != "PER" and before.text not in words("zh", "person_nouns")


def _beside(line: Line, at: int, last: int) -> bool:
    if line.code(at - 1) == "N" and _HELD.match(line.codes, at, last):
        return True  # 记忆读写频率这几天激增
    marked = line.word(at + 1) in words("zh", "done_marks")
    after = at + 2 if marked and at + 2 < last else at + 1
    complemented = line.word(at + 1) in words("zh", "complements")
    return (
        line.code(at - 1) == "N"
        and line.code(after) == "V"
        and at + 1 < last
        and (not complemented)
    )
