"""Whether what one clause denies is what another one says, and for the same case."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from smalti.write.detect.rules.clauses import Clause, Force
from smalti.write.detect.rules.intervals import Amount, disjoint, equal, same_measure
from smalti.write.detect.rules.reading import Reading
from smalti.write.detect.rules.words import Bag, Word, bag, covered, similar, weighty

_TOLD = 0.5  # share of what is denied that the other sentence must say
_LISTED = 0.25  # where what is denied is a list, of which one is enough
_NEEDLESS = 0.7  # where something is called needless
_ALIKE = 0.7  # how similar two deeds must be
_ARGUMENTS = 0.9  # of subject and object, where the deeds are told in other words
_SCOPE = 0.4  # of the case that a ban is made for
_EXCEPTED = 0.5  # of what is left out
_PASSING, _PASSING_LIST = 0.6, 0.3  # of what is denied in passing, by the other clause itself
_TOGETHER = 0.9  # of things that are banned together
_FORMER = 8  # words among which things are joined by "and"
_LEAVING = ("unless", "without", "until", "before")  # conditions that end a ban


def denies(no: Clause, yes: Clause, other: Reading) -> bool:
    """Whether what one clause denies is what the other one says."""
    denial, said = no.denial, weighty(no.denial.said)
    does = yes.force is Force.MAY or _deed(yes, yes.main)
    if denial.banned:
        enough = _LISTED if _lists(no, "and") else _TOLD
        named = any(similar(a, b) >= _ALIKE for a in no.content for b in weighty(yes.content))
        return covered(said, other.bag) >= enough and (does or named)
    enough = _LISTED if _lists(no) else _TOLD
    if covered(said, other.bag) < enough or not (said or no.force is Force.EXEMPT or _named(no)):
        return False
    needless = said or denial.said
    if no.force is Force.EXEMPT and covered(needless, (*yes.carried, *yes.content)) >= _NEEDLESS:
        return True
    rest = [word for word in said if word not in denial.deed]
    if covered(rest, other.bag) < enough:
        return False
    if does and _deed(no, denial.deed):
        return True
    if any(similar(a, b) >= _ALIKE for a in denial.deed for b in yes.content):
        return True
    return does and _same_arguments(no, yes, rest)


def bars(no: Clause, yes: Clause, mine: Reading, other: Reading) -> bool:
    """Whether something speaks against the denial being of what the other clause says."""
    return (
        yes.has("only_word")
        or no.says("partial")
        or yes.says("partial")
        or no.says("past") != yes.says("past")
        or not _in_scope(no, other)
        or _excepted(no, yes)
        or _in_a_role(no, other)
        or _denies_figure(no, mine, other)
        or _figures_apart(mine.amounts_in(no), other.amounts_in(yes))
        or _apart_only(no, other)
        or _either_of(no, other)
        or (no.elliptical and not _contrasted(no, yes))
    )


def _deed(clause: Clause, words: Iterable[Word]) -> bool:
    """Whether one of some words is a deed such as giving or using."""
    deeds = clause.grammar.stems["deeds"]
    return any(word.stem in deeds for word in words)


def _lists(clause: Clause, *more: str) -> bool:
    words = {*clause.grammar.words["either"], *more}
    return any(word.low in words for word in clause.main)


def _named(clause: Clause) -> bool:
    return bool(weighty(clause.opening))


def _same_arguments(no: Clause, yes: Clause, rest: list[Word]) -> bool:
    """Whether both clauses are about the same subject and object, whatever the verb."""
    subject = weighty(no.opening or no.carried)
    said = bag((*yes.carried, *yes.content))
    return bool(rest and subject) and (
        covered(rest, said) >= _ARGUMENTS and covered(subject, said) >= _ARGUMENTS
    )


# --- what speaks against it ----------------------------------------------------------------------


def _in_scope(no: Clause, other: Reading) -> bool:
    """Whether the case that a ban is made for is one that the other sentence speaks of."""
    words = [word for c in no.of_kind("if", "during", "who") for word in c.telling]
    return covered(words, other.bag) >= _SCOPE


def _excepted(no: Clause, yes: Clause) -> bool:
    """Whether one of the clauses leaves out just what the other one speaks of."""
    return _leaves_out(no, yes, *_LEAVING) or _leaves_out(yes, no, "unless")


def _leaves_out(one: Clause, other: Clause, *kinds: str) -> bool:
    if any(True for _ in other.of_kind("even", "without")):
        return False
    return any(
        covered(condition.telling, other.bag) >= _EXCEPTED
        for condition in one.of_kind(*kinds)
        if condition.telling
    )


def _denies_figure(no: Clause, mine: Reading, other: Reading) -> bool:
    """Whether it is a figure that is denied, and not the one that both give."""
    return not no.denial.banned and any(
        no.denial.start < amount.start
        and not amount.case
        and amount.dimension != "age"
        and (amount.turned or not _only_one(amount, other.amounts))
        for amount in mine.amounts_in(no)
    )


def _only_one(amount: Amount, amounts: Iterable[Amount]) -> bool:
    """Whether there is one figure of a measure, and it is this one."""
    same = [other for other in amounts if same_measure(amount, other)]
    return len(same) == 1 and equal(amount, same[0])


def _figures_apart(mine: Iterable[Amount], theirs: Iterable[Amount]) -> bool:
    """Whether two clauses are about figures that no case has at once."""
    other = list(theirs)
    return any(
        same and all(disjoint(a, b) for a in same)
        for b in mine
        if (same := [a for a in other if same_measure(a, b)])
    )


def _apart_only(no: Clause, other: Reading) -> bool:
    """Whether only the company of things is banned and not all of them are spoken of."""
    together = no.grammar.words["together"]
    return (
        any(word.low in together for word in (*no.denial.said, *no.denial.deed))
        and any(word.low == "and" for word in no.main[:_FORMER])
        and covered(weighty(no.opening), other.bag) < _TOGETHER
    )


def _either_of(no: Clause, other: Reading) -> bool:
    """Whether only the company of things is banned and the other sentence names them as choices."""
    either, together = no.grammar.words["either"], no.grammar.words["together"]
    if not any(word.low in together for word in (*no.denial.said, *no.denial.deed)):
        return False
    named = [at for at, word in enumerate(other.words) if word.content and _is_in(word, no.opening)]
    return any(
        any(word.low in either for word in other.words[one:later]) for one, later in pairwise(named)
    )


def _is_in(word: Word, words: Iterable[Word]) -> bool:
    return any(similar(word, one) >= _ALIKE for one in words)


def _in_a_role(no: Clause, other: Reading) -> bool:
    """Whether something is ruled out in a role alone that the other sentence does not speak of."""
    at = next((at for at, word in enumerate(no.main) if word.low in no.grammar.words["role"]), None)
    if at is None or no.main[at].start < no.denial.start:
        return False
    return covered(no.main[at:], other.bag) < _TOLD


def _contrasted(no: Clause, yes: Clause) -> bool:
    """Whether the other clause itself says what is denied, on the same side of a bound."""
    said = [*yes.carried, *yes.main]
    for condition in yes.under:
        if condition.kind not in {"instead", "unless"}:
            said += condition.words
    bounds, lows = no.grammar.words["bounds"], {word.low for word in said}
    if any(w.low in bounds and w.low not in lows for w in no.main if w not in yes.main):
        return False
    held: Bag = bag(said)
    return covered(weighty(no.denial.said), held) >= (_PASSING_LIST if _lists(no) else _PASSING)
