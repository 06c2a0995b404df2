"""A Chinese sentence as clauses: cut at commas, with conditions and times put to what they belong.

A piece without a predicate belongs to the piece before it (…，白色), or tells what the next one
is about.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import regex

from smalti.write.extract.tables import pairs, pattern, words
from smalti.write.extract.zh.frames import Frame, frame_of
from smalti.write.extract.zh.line import Line

_COMMA = "，,；;：:—~～（）()"
_EDGE = "。.！？!?…\"' 　[]【】"


@dataclass(frozen=True, slots=True)
class Clause:
    """Words [first, last) and their frame. ``last`` may lie beyond the frame's words.

    ``before`` is where the condition or the time for it begins, ``condition`` which of them is
    the condition, and ``topic`` the noun phrase that a piece without a verb put before it.
    """

    first: int
    last: int
    frame: Frame
    before: int | None = None
    condition: tuple[int, int] | None = None
    topic: tuple[int, int] | None = None
    told: bool = True

    @property
    def start(self) -> int:
        """The first word, with the condition."""
        return self.first if self.before is None else self.before


def clauses(line: Line) -> list[Clause]:
    """The clauses of a sentence in order; those asked of the assistant have ``told`` false."""
    made: list[Clause] = []
    before: int | None = None
    condition: tuple[int, int] | None = None
    topic: tuple[int, int] | None = None
    beside: tuple[int, int] | None = None
    spans = [part for piece in _pieces(line) for part in _with_condition_apart(line, *piece)]
    for at, (first, last) in enumerate(spans):
        text = line.text(first, last)
        final = at == len(spans) - 1
        if not final and _is_condition(line, first, last, text):
            before, condition = first if before is None else before, condition or (first, last)
            continue
        timed = set(line.codes[first:last]) <= set("TF") or pattern("zh", "time_only").search(text)
        if not final and timed and (not made or _opens_time(line, first)):
            before = first if before is None else before
            continue
        if pattern("zh", "asking_words").search(text):
            continue  # 怎么电瓶就挂了, 不晓得哪个对: asked, not told
        frame = frame_of(line, first, last)
        if frame.kind == "none" or _weak(line, frame, first, last, after=bool(made)):
            if made and before is None:
                made[-1] = replace(made[-1], last=last)
                beside = _noun(line, frame, None)
            elif not final:
                topic, before = _noun(line, frame, topic), first if before is None else before
            else:
                made.append(Clause(first, last, frame, before, condition, topic))
            continue
        if topic is None and frame.kind in ("quality", "equation"):
            topic = beside  # 老房子，冬天有点潮
        made += _split(line, Clause(first, last, frame, before, condition, topic, _told(text)))
        before = condition = topic = beside = None
    return made


def _opens_time(line: Line, first: int) -> bool:
    return line.word(first) in ("从", "從", "自")


def _pieces(line: Line) -> Iterator[tuple[int, int]]:
    """Spans of words between commas, without what only opens or fills or stands in brackets."""
    first, depth = 0, 0
    for at in range(len(line.words) + 1):
        word = line.word(at)
        ends = at == len(line.words) or (line.code(at) == "w" and word[:1] in _COMMA)
        if not ends:
            continue
        start, last = _trimmed(line, first, at)
        said = line.text(start, last)
        idle = pattern("zh", "filler").search(said) or _MARKER.fullmatch(said)
        if start < last and not depth and not idle:
            yield start, last
        depth = max(0, depth + (word[:1] in ("（", "(")) - (word[:1] in ("）", ")")))
        first = at + 1


def _trimmed(line: Line, first: int, last: int) -> tuple[int, int]:
    while first < last and _is_edge(line, first):
        first += 1
    first += _called(line, first, last)
    while last > first and (line.word(last - 1)[:1] in _EDGE or line.code(last - 1) == "w"):
        last -= 1
    opening = pattern("zh", "opening", anchored=True).match(line.text(first, last))
    if opening is not None and first < last:
        reach = line.words[first].start + opening.end()
        cut = next((i for i in range(first, last) if line.words[i].end == reach), None)
        if cut is not None and cut + 1 < last:
            first = cut + 1
    return first, last


def _is_edge(line: Line, at: int) -> bool:
    linking = line.code(at) in ("c", "x", "w") and line.word(at) not in words("zh", "conditions")
    return linking or line.word(at)[:1] in _EDGE


_MARKER = regex.compile(r"[\d①-⑳]{1,2}")


def _called(line: Line, first: int, last: int) -> int:
    """How many words at the beginning only say who is spoken to: @Betty, or a name before 你."""
    if first + 1 >= last:
        return 0
    if line.source[line.words[first].start - 1 : line.words[first].start] == "@":
        return 1
    named = line.words[first].tag in ("PER", "nz")
    return int(named and bool(set("你您妳") & set(line.text(first + 1, last))))


def _with_condition_apart(line: Line, first: int, last: int) -> list[tuple[int, int]]:
    """如果有空|我就去: a condition and what it is for, where no comma stands between."""
    if pattern("zh", "conditional").search(line.text(first, last)) is None:
        return [(first, last)]
    for at in range(first + 2, last - 1):
        before = line.codes[first + 1 : at]
        turns = line.word(at) in words("zh", "personal") or line.word(at) == "就"
        if turns and set(before) & set("VAB") and line.code(at - 1) not in ("e", "p"):
            return [(first, at), (at, last)]
    return [(first, last)]


def _is_condition(line: Line, first: int, last: int, text: str) -> bool:
    return (
        pattern("zh", "conditional").search(text) is not None
        or pattern("zh", "whenever").search(text) is not None
    )


def _weak(line: Line, frame: Frame, first: int, last: int, *, after: bool) -> bool:
    """Whether an amount says nothing of its own: two hours, the bed in a ward."""
    if frame.kind != "amount":
        return False
    text = line.text(*frame.main)
    shaped = any(
        pattern("zh", entry, anchored=True).fullmatch(text) for entry in pairs("zh", "value_shapes")
    )
    if shaped:
        return False
    if not frame.groups:
        counted = "N" in line.codes[frame.main[0] : frame.main[1]]
        return not (after and counted) and (after or len(line.text(first, last)) < _SHORT)
    group = frame.groups[-1]
    noun = line.word(group[1] - 1)
    telling = any(noun in words("zh", key) for key in ("attributes", "person_nouns", "groups"))
    return after and not (telling or line.code(group[0]) == "R")


_SHORT = 4


def _noun(line: Line, frame: Frame, topic: tuple[int, int] | None) -> tuple[int, int] | None:
    return frame.groups[-1] if frame.groups else topic


def _told(text: str) -> bool:
    return pattern("zh", "clause_request").search(text) is None


def _split(line: Line, clause: Clause) -> Iterator[Clause]:
    """先跑步再吃早饭, 不去我难受: what follows the object is a clause too."""
    taken = clause.frame.object
    end = taken[1] if taken is not None else clause.frame.main[1]
    while line.code(end) in ("l", "k") and end < clause.last:
        end += 1
    goes_on = line.word(end) in words("zh", "then") | words("zh", "personal")
    if clause.frame.kind != "verb" or end >= clause.last or not goes_on:
        yield clause
        return
    frame = frame_of(line, end, clause.last)
    closing = line.text(end, clause.last) in words("zh", "closing")
    if frame.kind not in ("verb", "quality") or closing:
        yield clause
        return
    if line.word(end) == "就" and line.word(clause.frame.main[0] - 1) == "一":
        once = (clause.first, end)  # 一喝就心慌: the first is the condition
        yield Clause(end, clause.last, frame, clause.start, once, told=clause.told)
        return
    yield replace(clause, last=end)
    yield Clause(end, clause.last, frame, told=clause.told)
