"""Japanese chunks to clauses: what each predicate takes, under which condition, as whose words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from smalti.write.extract.ja.chunks import Chunk, Line, chunks
from smalti.write.extract.ja.words import is_person
from smalti.write.extract.tables import pairs, words

_TOPICAL = ("は", "が", "も", "だけは", "だけが", "だけ", "までは", "こそ", "こそは")
_BESIDE = ("adverb", "purpose", "attr")  # a verb that goes with the next one


@dataclass(frozen=True, slots=True)
class Clause:
    """A predicate with what it takes. Without ``pred`` it is a fragment.

    ``before`` are the chunks of the condition or of the time clause before it, and ``condition``
    says whether it is a condition. ``frame`` is the verb that reports or thinks it, ``framing``
    what that verb takes.
    """

    args: tuple[Chunk, ...]
    pred: Chunk | None
    before: tuple[Chunk, ...] = ()
    condition: bool = False
    frame: Chunk | None = None
    framing: tuple[Chunk, ...] = ()

    @property
    def first(self) -> int:
        """The first word, not counting the condition."""
        every = [*self.args, *([self.pred] if self.pred else [])]
        return min(chunk.first for chunk in every)

    @property
    def last(self) -> int:
        """The word after the last one."""
        every = [*self.args, *([self.pred] if self.pred else []),
                 *([self.frame] if self.frame else [])]  # fmt: skip
        return max(chunk.last for chunk in every)


@dataclass
class _Gathered:
    """What has been read of a sentence and not yet become a clause."""

    args: list[Chunk] = field(default_factory=list)
    before: list[Chunk] = field(default_factory=list)
    condition: bool = False
    shared: list[tuple[Chunk, ...]] = field(default_factory=list)

    def clause(self, pred: Chunk | None) -> Clause:
        made = Clause(tuple(self.args), pred, tuple(self.before), self.condition)
        self.args, self.before, self.condition = [], [], False
        return made


def clauses(line: Line) -> list[Clause]:
    """The clauses of a sentence, in order. A condition is part of the clause that it is for."""
    made: list[Clause] = []
    now = _Gathered()
    parts = chunks(line)
    at = 0
    while at < len(parts):
        part = parts[at]
        at += 1
        if part.kind != "pred":
            made += _split_before(line, now, part)
            now.args.append(part)
        elif part.mark in _BESIDE:
            now.args.append(part)
        elif part.mark in ("cond", "when") or _dates(line, now, part):
            _set_aside(now, part)
        elif part.mark == "quote" and at < len(parts) and parts[at].kind == "pred":
            made.append(_framed(now, part, parts[at]))
            at += 1
        else:
            made += _shared(now, part)
            made.append(now.clause(part))
    if now.args or now.before:
        made.append(_leftover(now))
    return made


def _dates(line: Line, now: _Gathered, part: Chunk) -> bool:
    """クリスマスなのに喧嘩した: a predicate that is no more than a time."""
    return part.mark == "but" and not now.args and line.codes[part.first : part.core] == "T"


def _split_before(line: Line, now: _Gathered, part: Chunk) -> Iterator[Clause]:
    """身長は…、体重は…です and 兄は東京で、姉は大阪で働く: clauses that share a predicate."""
    last = now.args[-1] if now.args else None
    if last is None or last.kind != "np" or not last.comma or last.mark in ("は", "が", "も"):
        return
    topical = part.kind == "np" and part.mark in ("は", "が", "も")
    if not topical and not (last.mark == "で" and _equates(line, last)):
        return
    if not topics(now.args[:-1]):
        return
    placed = line.words[last.last - 1].kind.startswith("名詞-固有名詞-地名")
    if not last.mark or (last.mark == "で" and not placed):
        copula = replace(last, kind="pred", core=last.last, mark="end")
        now.args.pop()
        yield now.clause(copula)
    else:
        now.shared.append(tuple(now.args))
        now.args = []


def _equates(line: Line, chunk: Chunk) -> bool:
    """Whether で after a noun is that of だ: 看護師で, 八万円で."""
    head = line.words[chunk.last - 1]
    named = head.text in words("ja", "status_suffixes")
    return named or is_person(head) or "助数詞" in head.kind


def _shared(now: _Gathered, pred: Chunk) -> list[Clause]:
    made = [Clause(args, pred) for args in now.shared]
    now.shared = []
    return made


def _set_aside(now: _Gathered, part: Chunk) -> None:
    """Keep a condition for the clause it is for; the topic is of both."""
    topics = [arg for arg in now.args if arg.kind == "np" and arg.mark == "は"]
    now.before += [*(arg for arg in now.args if arg not in topics), part]
    now.condition = now.condition or part.mark == "cond"
    now.args = topics


def _framed(now: _Gathered, part: Chunk, frame: Chunk) -> Clause:
    """A reported clause: the topic is its subject too, unless it names one of its own."""
    clause = now.clause(part)
    own = [arg for arg in clause.args if arg.mark in ("が", "は") and arg.kind == "np"]
    outer = clause.args[: clause.args.index(own[0]) + 1] if len(own) > 1 else ()
    inner = clause.args[len(outer) :]
    return replace(clause, args=inner, frame=frame, framing=tuple(outer))


def _leftover(now: _Gathered) -> Clause:
    """What has no predicate: a noun that a topic is equated with, or a fragment."""
    last = now.args[-1] if now.args else None
    tops = topics(now.args[:-1])
    if last is not None and tops and last.kind in ("np", "time") and not last.mark:
        now.args.pop()
        return now.clause(replace(last, kind="pred", core=last.last, mark="end"))
    if not now.args:
        now.args, now.before = now.before, []
    return now.clause(None)


def thought(line: Line, clause: Clause) -> bool:
    """Whether the clause is what somebody thinks rather than what somebody said."""
    if clause.frame is None:
        return False
    return pairs("ja", "reporting").get(line.lemma(clause.frame.first)) == "thought"


def topics(parts: Sequence[Chunk]) -> list[Chunk]:
    """The noun phrases that a clause is about."""
    tops = [part for part in parts if part.kind == "np" and part.mark in _TOPICAL]
    first = parts[0] if parts else None
    if first is not None and first.kind == "np" and first.comma and not first.mark:
        return [first, *tops]
    return tops
