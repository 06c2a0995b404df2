"""Chinese clauses to frames: the main verb, what stands before it, and what it takes.

Chinese marks hardly anything, so the order of words decides: subject, time and adverbs,
prepositions, helping verbs, verb, complement, object.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import regex

from smalti.write.extract.tables import words
from smalti.write.extract.zh.groups import Groups
from smalti.write.extract.zh.line import Line
from smalti.write.extract.zh.objects import complement, object_of
from smalti.write.extract.zh.verbs import hearsay, is_noun, modifier_end, phrase_end, time_end

Span = tuple[int, int]

_PREDICATE = regex.compile(r"[VBA]")
_VERB = regex.compile(r"[VB]")
_DESCRIBED = regex.compile(r"V[NVAD]{0,3}e[RMNA]*N[lx]*$")
_AMOUNT = regex.compile(r"(?:^|(?<=[NRTFDM]))[TD]*(?P<value>(?:M[MN]*|Te|T|Ne|Ae)[lx]*)$")
_VERBAL_PREPOSITIONS = ("在", "用", "给", "給", "像", "归")
_SINCE = ("从", "從", "自", "到", "等")


@dataclass(slots=True)
class Frame:
    """What a clause holds, as spans of words.

    ``main`` is the predicate with its complement; ``object`` what follows it. ``groups`` are the
    noun phrases before it, ``prepositions`` the ones with a preposition. ``helpers`` are modal
    verbs, ``ways`` the verbs that go before the main one (去, 坐). ``impossible``: the complement
    says that it cannot be done. ``kind`` is "verb", "quality", "equation", "amount" or "none".
    """

    kind: str
    main: Span
    object: Span | None = None
    groups: list[Span] = field(default_factory=list)
    prepositions: dict[str, Span] = field(default_factory=dict)
    helpers: list[int] = field(default_factory=list)
    ways: list[Span] = field(default_factory=list)
    impossible: bool = False
    passive: bool = False


def frame_of(line: Line, first: int, last: int) -> Frame:
    """The frame of the words [first, last)."""
    reader = _Reader(line, first, last)
    at = reader.find()
    return reader.without_verb() if at is None else reader.frame(at)


@dataclass(slots=True)
class _Reader:
    """Goes through a clause up to its main predicate, noting what it passes."""

    line: Line
    first: int
    last: int
    prepositions: dict[str, Span] = field(default_factory=dict)
    helpers: list[int] = field(default_factory=list)
    ways: list[Span] = field(default_factory=list)
    taken: list[Span] = field(default_factory=list)
    nouns: list[Span] = field(default_factory=list)
    passive: bool = False

    def find(self) -> int | None:
        """The main predicate's place; all that stands before it is noted on the way."""
        at = self.first
        while at < self.last:
            step = self._step(at)
            if step == at:
                return at
            at = step
        return None

    def _step(self, at: int) -> int:
        """The next place to look at, or the same one where it is the main predicate."""
        code = self.line.code(at)
        if self.line.words[at].tag == "vn" and at == self.last - 1 and self._ends_taken(at):
            return at
        if code in ("p", "b", "z"):
            return self._preposition(at)
        if code in ("V", "B"):
            return self._verb(at)
        return self._quality(at) if code == "A" else at + 1

    def _ends_taken(self, at: int) -> bool:
        return any(end == at for _, end in self.taken)

    def _take(self, at: int, end: int) -> int:
        self.taken.append((at, end))
        return end

    def _preposition(self, at: int) -> int:
        line = self.line
        end = phrase_end(line, at + 1, self.last)
        end = self._moved_end(at, end) if line.code(at) == "b" else end
        while end - 1 > at + 1 and line.code(end - 1) == "T":
            end -= 1  # 跟李铭昨天…: the time is the clause's
        if line.word(at) in _SINCE and line.word(end) in ("起", "开始", "開始"):
            return self._take(at, end + 1)
        described = self._described_end(at, end)
        if described or not self._predicate_after(end):
            return self._final_preposition(at, max(end, described))
        self.prepositions.setdefault(line.word(at), (at + 1, end))
        self.passive = self.passive or line.code(at) == "z"
        return self._take(at, end)

    def _moved_end(self, at: int, end: int) -> int:
        """Where the noun phrase of 把 ends: before the last verb, 把困惑判定阈值|调高."""
        verbs = [i for i in range(at + 2, self.last) if self.line.code(i) == "V"]
        while len(verbs) > 1 and verbs[-1] - 1 == verbs[-2]:
            verbs.pop()
        between = self.line.codes[end : verbs[-1]] if verbs else "w"
        return verbs[-1] if not set(between) - set("VNAMRF") else end

    def _described_end(self, at: int, end: int) -> int:
        """Where 十七楼靠窗的位置 ends, whose verb describes the place; 0 where none does."""
        if self.line.word(at) not in _VERBAL_PREPOSITIONS or self.line.code(end) != "V":
            return 0
        found = _DESCRIBED.match(self.line.codes[: self.last], end)
        return found.end() if found else 0

    def _final_preposition(self, at: int, end: int) -> int:
        """A preposition without a verb after it: 在 is one itself, 跟设计评审 holds one."""
        if self.line.word(at) in _VERBAL_PREPOSITIONS and end > at + 1:
            return at
        if end - 1 > at + 1 and self.line.words[end - 1].tag == "vn":
            self.prepositions.setdefault(self.line.word(at), (at + 1, end - 1))
            return self._take(at, end - 1)
        return self._take(at, end)

    def _verb(self, at: int) -> int:
        """A verb is passed where it tells a time, helps, describes, or goes before another."""
        passed = self._before_verb(at)
        if passed is not None:
            return passed
        if is_noun(self.line, self.first, at, self.last) and not self._ends_taken(at):
            self.nouns.append((at, at + 1))
            return at + 1
        word = self.line.word(at)
        way = self._way_end(at) if word in words("zh", "coverbs") else None
        moving = way is not None and word in words("zh", "motion")
        modifier = None if moving else modifier_end(self.line, at, self.last)
        if modifier is not None:
            return modifier
        way = way or self._arrival_end(at)
        if way is None:
            return at
        self.ways.append((at, way))
        return self._take(at, way)

    def _before_verb(self, at: int) -> int | None:
        """Where a time (退休前), a helping verb (想) or a hearsay (听同事说) ends."""
        timed = time_end(self.line, at, self.last)
        if timed is not None and self._predicate_after(timed):
            return self._take(at, timed)
        word = self.line.word(at)
        modal = self.line.code(at) == "V" and word in words("zh", "modals")
        if modal and self._verb_follows(at + 1):
            self.helpers.append(at)
            return self._take(at, at + 1)
        told = hearsay(self.line, at, self.last)
        return self._take(at, told) if told is not None else None

    def _predicate_after(self, at: int) -> bool:
        return _PREDICATE.search(self.line.codes, at, self.last) is not None

    def _verb_follows(self, at: int) -> bool:
        """Whether a helping verb has another one to help, adverbs and prepositions between."""
        found = _PREDICATE.search(self.line.codes, at, self.last)
        if found is None:
            return False
        bare = self.line.codes[at : found.start()].lstrip("DT")
        return not bare or (bare[0] in "pbz" and not set(bare) - set("DTpbzNRMFeA"))

    def _way_end(self, at: int) -> int | None:
        """Where 去公司 ends in 去公司开会, or None where no other verb follows."""
        line, start = self.line, at + 1
        if line.code(start) == "e":
            return None
        while line.code(start) in ("l", "k") and start < self.last:
            start += 1
        end = phrase_end(line, start, self.last) if start < self.last else start
        end = max(end, at + 1)
        while line.code(end) in ("D", "l", "k") and end < self.last:
            end += 1
        beside = line.code(end) in ("p", "b", "z") and self._predicate_after(end)
        if end >= self.last or not (line.code(end) == "V" or beside):
            return None
        joined = end == at + 1 and line.word(end) in words("zh", "complements")
        return None if joined and not self._predicate_after(end + 1) else end

    def _arrival_end(self, at: int) -> int | None:
        """Where 退回来 ends in 退回来专心写代码."""
        end, _ = complement(self.line, at, self.last)
        arrives = end > at + 1 and self.line.word(end - 1)[-1:] in ("来", "去", "來")
        goes_on = self.line.code(end) in ("D", "V") and self._verb_follows(end)
        return end if arrives and goes_on else None

    def _quality(self, at: int) -> int:
        """An adjective is the predicate where no noun follows that it describes, and no verb."""
        after = self.line.code(at + 1) if at + 1 < self.last else ""
        named = self.line.code(at - 1) == "N" and at > self.first
        counted = after in ("T", "M") and _AMOUNT.match(self.line.codes[: self.last], at + 1)
        if named and counted:
            return at + 1  # a name that looks like an adjective: 小满今年五岁
        if after in ("e", "N", "V"):
            return at + 2 if after == "N" and not self._predicate_after(at + 1) else at + 1
        return at + 1 if _VERB.search(self.line.codes, at + 1, self.last) else at

    def _groups(self, end: int) -> list[Span]:
        taken = [*self.taken, *self.nouns]
        found = sorted([*self.nouns, *Groups(self.line, self.first, end, taken).found()])
        made: list[Span] = []
        for first, last in found:  # 冷热|分层|那块 is one
            if (
                made
                and made[-1][1] == first
                and self.line.word(first) not in words("zh", "personal")
            ):
                made[-1] = (made[-1][0], last)
            else:
                made.append((first, last))
        return made

    def frame(self, at: int) -> Frame:
        """The frame around the predicate at a place."""
        code = self.line.code(at)
        beyond: int | None = None
        end = at + 1
        if code == "V":
            end, beyond = complement(self.line, at, self.last)
        return Frame(
            kind={"B": "equation", "A": "quality"}.get(code, "verb"),
            main=(at, end),
            object=object_of(self.line, at, beyond or end, self.last),
            groups=self._groups(at),
            prepositions=self.prepositions,
            helpers=self.helpers,
            ways=self.ways,
            impossible=beyond is not None,
            passive=self.passive,
        )

    def without_verb(self) -> Frame:
        """A clause that has no verb: an amount said of a noun, or only nouns."""
        found = _AMOUNT.search(self.line.codes[self.first : self.last])
        if found is None:
            return Frame("none", (self.first, self.last), groups=self._groups(self.last))
        start = self.first + found.start("value")
        value = (start, self.last)
        return Frame("amount", value, value, self._groups(start), self.prepositions)
