"""Cutting a sentence into clauses, and each clause into what is said and the conditions on it.

No parser: conditions open with a word of the grammar and end at a comma, at the verb of the main
clause or at a word that joins clauses. That costs well under a millisecond a sentence, and works
where no parser is installed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from smalti.write.detect.rules.grammar import Grammar
from smalti.write.detect.rules.words import Word

_STOPS = frozenset(".;:–—")
_LONGEST_MARKER = 4  # words
_HEADING = 8  # words that may stand before a colon and still head what follows
_SENTENCE = 60  # words that are looked ahead at most


@dataclass
class Piece:
    """A clause in the making: its words, and the words of each condition with its kind."""

    main: list[Word] = field(default_factory=list)
    under: list[tuple[str, list[Word]]] = field(default_factory=list)
    finite: bool = False

    @property
    def says(self) -> int:
        """How many of its words say something."""
        return sum(word.content for word in self.main)


def cut(words: Sequence[Word], grammar: Grammar) -> list[Piece]:
    """The clauses of a sentence in order."""
    return _Cutter(words, grammar).cut()


class _Cutter:
    def __init__(self, words: Sequence[Word], grammar: Grammar) -> None:
        self._words, self._grammar = words, grammar
        self._pieces = [Piece()]
        self._kind = ""  # of the condition we are in
        self._fronted = False  # whether it opened before the clause said anything
        self._front: list[tuple[str, list[Word]]] = []  # conditions that go on for later clauses
        self._verbs = 0  # finite verbs of the condition we are in

    def cut(self) -> list[Piece]:
        at = 0
        while at < len(self._words):
            at += self._step(at)
        return [piece for piece in self._pieces if piece.main or piece.under]

    def _step(self, at: int) -> int:
        """Takes the word or words at a place; their number."""
        word, piece = self._words[at], self._pieces[-1]
        if word.figure:
            self._put(word)
        elif word.low in _STOPS and not self._in_number(at):
            if word.low != ":" or piece.finite or len(piece.main) > _HEADING:
                self._new(goes_on=False)
        elif self._opens_main(at) or self._new_noun(at):
            self._kind = ""
            self._put(word)
        elif found := self._marker(at):
            return self._mark(at, *found)
        elif word.low == ",":
            self._comma(at)
        elif self._is(at, "joins") and self._joins_clause(at):
            self._new(goes_on=True)
        else:
            if self._is(at, "finite"):
                self._verb(at)
            self._put(word)
        return 1

    # --- looking around --------------------------------------------------------------------------

    def _low(self, at: int) -> str:
        return self._words[at].low if 0 <= at < len(self._words) else ""

    def _is(self, at: int, name: str) -> bool:
        return self._low(at) in self._grammar.words[name]

    def _in_number(self, at: int) -> bool:
        """Whether a stop stands between digits, as in 09:00."""
        return self._low(at - 1)[-1:].isdigit() and self._low(at + 1)[:1].isdigit()

    def _finite(self, start: int, count: int, *, joins: bool = False) -> bool:
        """Whether a finite verb comes within some words and before the next stop."""
        for at in range(start, min(start + count, len(self._words))):
            low = self._low(at)
            if low in _STOPS or low == "," or (joins and self._is(at, "joins")):
                return False
            if self._is(at, "finite"):
                return True
        return False

    def _is_chain(self, at: int) -> bool:
        """Whether two helping verbs stand together, as in "has been"."""
        return self._is(at - 1, "finite")

    # --- clauses and conditions ------------------------------------------------------------------

    def _put(self, word: Word) -> None:
        piece = self._pieces[-1]
        (piece.under[-1][1] if self._kind else piece.main).append(word)

    def _new(self, *, goes_on: bool) -> None:
        """Opens a clause; fronted conditions hold for it too if the sentence goes on."""
        old = self._pieces[-1]
        self._kind = ""
        if not old.main and not old.under:
            return
        if not goes_on:
            self._front = []
        self._pieces.append(Piece(under=[(kind, list(words)) for kind, words in self._front]))
        self._fronted = False

    def _marker(self, at: int) -> tuple[str, int] | None:
        for size in range(_LONGEST_MARKER, 0, -1):
            phrase = " ".join(word.low for word in self._words[at : at + size])
            kind = self._grammar.conditions.get(phrase)
            if kind and self._marks(at):
                return kind, size
        return None

    def _marks(self, at: int) -> bool:
        """Whether a word that can open a condition does so here."""
        low, before = self._low(at), self._low(at - 1)
        if low == "should":
            return at == 0
        if low == "once":
            return not self._is(at + 1, "not_once")
        if low == "not":
            return before == "," and not self._is(at + 1, "finite")
        if low == "that" and self._is(at - 1, "finite"):
            return False
        if low in {"that", "which"}:
            return before == "," or (at > 0 and self._words[at - 1].content)
        return True

    def _mark(self, at: int, kind: str, size: int) -> int:
        """Opens a condition; its opening words, which are taken with it, are counted."""
        piece, words = self._pieces[-1], self._words[at : at + size]
        if self._is(at, "contrasting") and self._low(at - 1) == "," and piece.main:
            self._new(goes_on=False)
            return size
        if piece.under and piece.under[-1][0] == "instead" and not self._said(piece.under[-1][1]):
            piece.under[-1][1].extend(words)  # "and never during the freeze"
            self._kind = "instead"
            return size
        self._fronted = not piece.finite and not piece.says
        self._kind, self._verbs = kind, 0
        piece.under.append((kind, list(words)))
        if self._fronted:
            self._front.append(piece.under[-1])
        return size

    def _said(self, words: Sequence[Word]) -> bool:
        marks = self._grammar.words["marks"]
        return any(word.content and word.low not in marks for word in words)

    def _opens_main(self, at: int) -> bool:
        """Whether a fronted condition ends here with no comma: "While it is spent nothing is…"."""
        return (
            self._fronted
            and self._kind in {"if", "who"}
            and self._verbs > 0
            and not self._pieces[-1].main
            and self._is(at, "none")
            and self._is(at + 1, "finite")
        )

    def _new_noun(self, at: int) -> bool:
        """Whether a subject follows a fronted phrase with no comma: "During a fire the warden…"."""
        return (
            self._fronted
            and self._kind in {"during", "without", "unless"}
            and not self._pieces[-1].main
            and self._is(at, "determiners")
            and self._words[at - 1].content
            and self._finite(at + 1, 8)
        )

    def _joins_clause(self, at: int) -> bool:
        """Whether "and", "but" or "or" joins clauses here, and not two nouns."""
        piece, low = self._pieces[-1], self._low(at)
        noun = self._kind in self._grammar.words["phrasal"] - {"before", "after", "instead"}
        if noun and low == "and" and self._finite(at + 1, 8):
            self._kind = ""
        if low != "or" and self._is(at + 1, "openers"):
            return piece.says > 1
        if low == "or" and self._kind == "who":
            return False
        if low == "or" or self._kind:
            return piece.finite and self._is(at + 1, "finite")
        return piece.finite and self._finite(at + 1, 6, joins=True)

    def _comma(self, at: int) -> None:
        piece = self._pieces[-1]
        if self._kind == "instead" and not self._finite(at + 1, 12):
            return  # a list: "never in code, tickets or chat"
        if self._contrasts(at + 1) or self._joined(at + 1):
            self._new(goes_on=True)
        elif piece.finite and self._is(at + 1, "joins") and self._low(at + 1) != "or":
            return
        elif self._kind and self._fronted:
            if self._kind != "without" or self._finite(at + 1, 30) or not self._commas(at + 1):
                self._kind = ""
        elif self._kind and (not piece.finite or self._kind in self._grammar.words["phrasal"]):
            self._kind = ""

    def _contrasts(self, at: int) -> bool:
        """Whether a contrast, or a consequence with a verb of its own, follows a comma."""
        if self._kind or self._pieces[-1].says < 2:
            return False
        return self._low(at) in {"but", "whereas"} or (
            self._low(at) == "so" and self._finite(at + 1, 8)
        )

    def _joined(self, at: int) -> bool:
        """Whether a clause is joined on after a comma."""
        if not self._pieces[-1].finite or not self._is(at, "joins") or self._low(at) == "or":
            return False
        return bool(
            (self._kind and not self._fronted)
            or self._finite(at + 1, 10)
            or self._marker(at + 1)
            or self._is(at + 1, "openers")
        )

    def _commas(self, start: int) -> bool:
        return any(word.low == "," for word in self._words[start:])

    def _verb(self, at: int) -> None:
        """A finite verb: it may be that of the main clause, which ends a condition before it."""
        piece = self._pieces[-1]
        self._verbs += 1
        if not piece.finite and not self._is_chain(at):
            phrasal = self._kind in self._grammar.words["phrasal"]
            if (phrasal and self._ends_phrase(at)) or (
                self._kind == "who" and self._ends_relative(at)
            ):
                self._kind = ""
        if not self._kind:
            piece.finite = True

    def _ends_phrase(self, at: int) -> bool:
        if self._kind == "unless" and not self._fronted:
            return self._pieces[-1].under[-1][1][0].low != "unless"  # that has a verb of its own
        if self._kind not in {"before", "after"}:
            return True
        own = self._fronted or self._finite(at + 2, _SENTENCE)
        return not own or (self._verbs > 1 and not self._is(at - 1, "joins"))

    def _ends_relative(self, at: int) -> bool:
        if self._is(at - 1, "joins"):
            return False
        whose = self._pieces[-1].under[-1][1][0].low == "whose"
        last = not self._finite(at + 1, 40)
        return self._verbs > 1 or (not self._is(at - 1, "relative") and not whose and last)
