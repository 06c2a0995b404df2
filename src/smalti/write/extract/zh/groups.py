"""The noun phrases that stand before a Chinese predicate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from smalti.write.extract.tables import words
from smalti.write.extract.zh.line import Line

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Groups:
    """Where noun phrases may stand: words [first, end), without what is ``taken`` already."""

    line: Line
    first: int
    end: int
    taken: Sequence[Span]

    def found(self) -> list[Span]:
        """The noun phrases, in order."""
        made: list[Span] = []
        at = self.first
        while at < self.end:
            taken = next((span for span in self.taken if span[0] <= at < span[1]), None)
            if taken is not None:
                at = taken[1]
                continue
            stop = self._stop(at)
            if stop > at and made and made[-1][1] == at and self.line.code(at) in ("V", "A"):
                made[-1] = (made[-1][0], stop)  # 我最喜欢的菜
            elif stop > at:
                made.append((at, stop))
            at = max(stop, at + 1)
        return made

    def _stop(self, at: int) -> int:
        """Where the noun phrase ends that begins at a place; the same place if none does."""
        start, code = at, self.line.code(at)
        described = code == "A" and self.line.code(at + 1) == "N"
        if code in ("V", "A", "D") and not described:
            joint = self.line.codes.find("e", at, self.end)
            verbal = code != "D" or self.line.code(at + 1) in ("V", "A")  # 新来的
            if joint < 0 or self._is_taken(joint) or not verbal:
                return at
            at = joint
        elif code == "F" or (code == "T" and self.line.code(at + 1) != "e"):
            return at
        while at < self.end and self._continues(at, start):
            at += 1
        return at

    def _is_taken(self, at: int) -> bool:
        return any(first <= at < last for first, last in self.taken)

    def _continues(self, at: int, start: int) -> bool:
        line, code = self.line, self.line.code(at)
        if self._is_taken(at):
            return False
        if code == "R" and at > start and line.code(at - 1) != "e":
            pointed = line.code(at - 1) == "R" and line.word(at)[:1] in "这那這"  # 我那台车
            return line.word(at) not in _APART or pointed
        if code == "T":
            return "e" in (line.code(at - 1), line.code(at + 1))
        if code == "A":
            return line.code(at + 1) in ("e", "N")
        return code in ("N", "R", "M", "F", "e")


_APART = words("zh", "personal") | frozenset(("自己", "这", "那", "這", "这个", "那个"))
