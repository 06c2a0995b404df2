"""Cutting a sentence into clauses, and each clause into what is said and the conditions on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from smalti.write.detect.rules.tables import Forms
from smalti.write.detect.rules.words import Word

_STOPS = frozenset(".;:–—")


@dataclass
class Piece:
    """A clause in the making."""

    main: list[Word] = field(default_factory=list)
    under: list[tuple[str, list[Word]]] = field(default_factory=list)
    finite: bool = False


def cut(words: Sequence[Word], amounts: Sequence[tuple[int, int]], table: Forms) -> list[Piece]:
    """The clauses of a sentence in order."""
    return _Cutter(words, amounts, table).cut()


class _Cutter:
    def __init__(self, words: Sequence[Word], amounts: Sequence[tuple[int, int]], table: Forms) -> None:
        self.words, self.table = words, table
        self.inside = [any(s <= w.start < e for s, e in amounts) for w in words]
        self.pieces = [Piece()]
        self.kind = ""
        self.fronted = False
        self.front: list[tuple[str, list[Word]]] = []
        self.verbs = 0  # finite verbs of the condition we are in

    def cut(self) -> list[Piece]:
        at = 0
        while at < len(self.words):
            at += self._step(at)
        return self.pieces

    def _low(self, at: int) -> str:
        return self.words[at].low if 0 <= at < len(self.words) else ""

    def _step(self, at: int) -> int:
        word, piece = self.words[at], self.pieces[-1]
        if self.inside[at]:
            self._put(word)
        elif word.low in _STOPS and not self._in_number(at):
            if word.low != ":" or piece.finite or len(piece.main) > 8:
                self._new(keep=False)
        elif self._opens_main(at):
            self.kind = ""
            self._put(word)
        elif found := self._marker(at):
            kind, size = found
            if word.low in {"while", "whilst", "whereas"} and self._low(at - 1) == "," and piece.main:
                self._new(keep=False)
                return size
            self._open(kind, at, size)
            return size
        elif word.low == ",":
            self._comma(at)
        elif word.low in self.table.joins and self._joins_clause(at):
            self._new(keep=True)
        else:
            if word.low in self.table.finite:
                self._verb(at)
            self._put(word)
        return 1

    def _in_number(self, at: int) -> bool:
        """Whether a stop stands between digits, as in 09:00."""
        return self._low(at - 1)[-1:].isdigit() and self._low(at + 1)[:1].isdigit()

    def _opens_main(self, at: int) -> bool:
        """Whether a fronted condition ends here without a comma: "While it is spent nothing is…"."""
        return (
            self.fronted
            and self.kind in {"if", "who"}
            and self.verbs > 0
            and self._low(at) in {"nothing", "nobody", "no-one"}
            and not self.pieces[-1].main
            and self._low(at + 1) in self.table.finite
        )

    def _put(self, word: Word) -> None:
        piece = self.pieces[-1]
        (piece.under[-1][1] if self.kind else piece.main).append(word)

    def _open(self, kind: str, at: int, size: int) -> None:
        piece = self.pieces[-1]
        self.fronted = not piece.finite and not any(w.content for w in piece.main)
        self.kind, self.verbs = kind, 0
        piece.under.append((kind, list(self.words[at : at + size])))
        if self.fronted:
            self.front.append(piece.under[-1])

    def _new(self, *, keep: bool) -> None:
        old = self.pieces[-1]
        self.kind = ""
        if not old.main and not old.under:
            return
        if not keep:
            self.front = []
        self.pieces.append(Piece(under=[(kind, list(words)) for kind, words in self.front]))
        self.fronted = False

    def _marker(self, at: int) -> tuple[str, int] | None:
        for size in (4, 3, 2, 1):
            phrase = " ".join(w.low for w in self.words[at : at + size])
            kind = self.table.conditions.get(phrase)
            if kind and self._marks(kind, at):
                return kind, size
        return None

    def _marks(self, kind: str, at: int) -> bool:
        low, before = self._low(at), self._low(at - 1)
        if low == "should":
            return at == 0
        if low == "once":
            return self._low(at + 1) not in self.table.not_once
        if low == "not":
            return before == "," and self._low(at + 1) not in self.table.finite
        if low in {"that", "which"}:
            return before == "," or (at > 0 and self.words[at - 1].content)
        return True

    def _joins_clause(self, at: int) -> bool:
        piece, low, nxt = self.pieces[-1], self._low(at), self._low(at + 1)
        if self.kind in self.table.phrasal and self.kind not in {"before", "after", "instead"} and low == "and" and self._finite(at + 1, 8):
            self.kind = ""
        if low != "or" and nxt in self.table.openers:
            return sum(w.content for w in piece.main) > 1
        if low == "or" or self.kind:
            return piece.finite and nxt in self.table.finite
        return piece.finite and self._finite(at + 1, 6, joins=True)

    def _comma(self, at: int) -> None:
        piece, nxt = self.pieces[-1], self._low(at + 1)
        if self.kind == "instead" and not self._finite(at + 1, 12):
            return
        if nxt in {"but", "so", "whereas"} and not self.kind and len([w for w in piece.main if w.content]) > 1 and (nxt != "so" or self._finite(at + 2, 8)):
            self._new(keep=True)
        elif nxt in self.table.joins and piece.finite and nxt != "or":
            if (
                (self.kind and not self.fronted)
                or self._finite(at + 2, 10)
                or self._marker(at + 2)
                or self._low(at + 2) in self.table.openers
            ):
                self._new(keep=True)
        elif self.kind and self.fronted:
            if self.kind != "without" or self._finite(at + 1, 30) or not self._has_comma(at + 1):
                self.kind = ""
        elif self.kind and (not piece.finite or self.kind in self.table.phrasal):
            self.kind = ""

    def _verb(self, at: int) -> None:
        piece = self.pieces[-1]
        self.verbs += 1
        if self.kind in self.table.phrasal:
            clausal = self.kind in {"before", "after"}
            ours = self.fronted or self._finite(at + 2, 60)
            if not piece.finite and not self._is_chain(at) and (
                not clausal or not ours or (self.verbs > 1 and self._low(at - 1) not in self.table.joins)
            ):
                self.kind = ""
        elif self.kind == "who" and not piece.finite and not self._is_chain(at) and self._low(at - 1) not in self.table.joins:
            lexical = self._low(at - 1) not in {"who", "which", "that", "also", "already", "do", "does"}
            whose = piece.under[-1][1][0].low == "whose"
            if self.verbs > 1 or (lexical and not whose and not self._finite(at + 1, 40)):
                self.kind = ""
        if not self.kind:
            piece.finite = True

    def _is_chain(self, at: int) -> bool:
        """Whether two helping verbs stand together, as in "has been"."""
        return self._low(at - 1) in self.table.finite

    def _finite(self, start: int, count: int, *, joins: bool = False) -> bool:
        """Whether a finite verb comes within some words and before the next stop."""
        for at in range(start, min(start + count, len(self.words))):
            low = self.words[at].low
            if low in _STOPS or low == "," or (joins and low in self.table.joins):
                return False
            if low in self.table.finite:
                return True
        return False

    def _has_comma(self, start: int) -> bool:
        return any(w.low == "," for w in self.words[start:])
