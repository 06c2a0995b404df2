"""A judge of things that are told apart by a number or a letter: hall A and hall B, flight 212."""

from __future__ import annotations

from functools import lru_cache

import regex

from smalti.model.conflict import Relation
from smalti.text.analyse import normalise
from smalti.write.detect.pair import Pair, Verdict

_SCORE = 0.9
_MARK = regex.compile(
    r"\d[A-Za-z\d./-]*|(?<![\p{Latin}\d'’])\p{Lu}(?![\p{Latin}\d.])(?!['’](?!s\b))"
)
_WORD = regex.compile(r"[\p{L}\p{M}'’]+")


class DesignationJudge:
    """What is said of one of several things that bear numbers says nothing of the others.

    Two tickets cost what each costs, and two lockers have two codes: where the subjects name the
    same kind of thing by different numbers or letters, neither statement is about the other's.
    """

    name = "designation"

    def judge(self, pair: Pair) -> Verdict | None:
        """Compatible for two things that bear different numbers; a correction may change one."""
        one, other = pair.stored.subject, pair.incoming.subject
        stored, incoming = pair.stored.record, pair.incoming.record
        if incoming.correction or stored.subject == incoming.subject or not apart(one, other):
            return None
        return Verdict(Relation.COMPATIBLE, self.name, _SCORE, f"{one} and {other} are two")


def apart(one: str, other: str) -> bool:
    """Whether two names give the same kind of thing different numbers or letters."""
    mine, yours = designations(one), designations(other)
    return any(mine[kind] != yours[kind] for kind in mine.keys() & yours.keys())


@lru_cache(maxsize=8192)
def designations(name: str) -> dict[str, str]:
    """From the word that a number or a single letter follows, or else goes before, to that mark."""
    found: dict[str, str] = {}
    for mark in _MARK.finditer(name):
        words = _WORD.findall(name[: mark.start()])[-1:] or _WORD.findall(name[mark.end() :])[:1]
        if words:
            found.setdefault(normalise(words[0]), normalise(mark.group()))
    return found
