"""Does the judge let wrong answers pass, and right ones in other words fail?

Made up by rule for every question, from the keys alone:

* ``another``: the key of another question of the same kind, guardedly worded;
* ``vague``: on the topic, in the question's own words, with nothing in it;
* ``any of these``: the key among four others, so that whoever looks for it finds it;
* ``reworded``: the key itself in other words, another order or another spelling.

The first three must not be taken for right, the last one must.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from smalti.bench.qa.answers import Given
from smalti.bench.qa.case import Gold, Kind, Question
from smalti.bench.qa.days import Days, named
from smalti.bench.qa.texts import is_unspaced, tells
from smalti.text.numerals import parse_number

WRONG = ("another", "vague", "any of these")
REWORDED = "reworded"
_CHOICES = 4
_SPELT = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

_WORDS = {
    False: {
        "another": "I am not quite sure, but from what was said it seems to have been {key}.",
        "vague": "It did come up when this was asked about ({topic}), and it clearly mattered, "
        "though the details varied from time to time.",
        "any of these": "It may have been {keys}.",
        "yes": "Yes, that is right.",
        "reworded": "Going by what was said, it was {key}.",
    },
    True: {
        "another": "不太确定, 大概是{key}吧。",
        "vague": "关于“{topic}”, 确实聊到过几次, 也挺重要的, 不过每次说法不太一样。",
        "any of these": "可能是{keys}。",
        "yes": "是的。",
        "reworded": "按照说过的话, 答案是{key}。",
    },
}


@dataclass(frozen=True, slots=True)
class Probe:
    """One made-up answer, and whether it deserves to be taken for right."""

    kind: str
    given: Given

    @property
    def right(self) -> bool:
        """Whether it tells what the key wants."""
        return self.kind == REWORDED


def probes(question: Question, others: Sequence[Question]) -> Iterator[Probe]:
    """The made-up answers to a question.

    Args:
        question: the question.
        others: all questions; from the ones that follow it come the keys of others.
    """
    words = _WORDS[is_unspaced(question.text)]
    gold = question.gold
    topic = question.text.rstrip("?？。. ")
    yield _probe("vague", words["vague"].format(topic=topic))
    if gold.kind is Kind.NONE:
        borrowed = _others(question, others, lambda other: other.kind in _TOLD, 1)
    else:
        borrowed = _others(question, others, lambda other: _differs(gold, other), _CHOICES)
    if borrowed:
        yield _probe("another", words["another"].format(key=_told(borrowed[0])))
    if gold.kind in _LISTED and len(borrowed) == _CHOICES:
        keys = [_told(one) for one in [*borrowed[:2], gold, *borrowed[2:]]]
        yield _probe("any of these", words["any of these"].format(keys=" or ".join(keys)))
    if (reworded := _reworded(gold, words)) is not None:
        yield _probe(REWORDED, reworded)


def _probe(kind: str, text: str) -> Probe:
    return Probe(kind, Given(text, found=True))


def _others(
    question: Question, others: Sequence[Question], fits: Callable[[Gold], bool], most: int
) -> list[Gold]:
    """The keys that fit of the questions that come after this one, of other talks first."""
    at = next(place for place, one in enumerate(others) if one.id == question.id)
    after = [*others[at + 1 :], *others[:at]]
    after.sort(key=lambda one: one.talk == question.talk)
    found: dict[str, Gold] = {}
    for one in after:
        if len(found) == most:
            break
        if fits(one.gold):
            found.setdefault(_told(one.gold), one.gold)
    return list(found.values())


def _differs(gold: Gold, other: Gold) -> bool:
    """Whether a key of the same kind is another answer, by its words."""
    one, two = _told(gold).casefold(), _told(other).casefold()
    if other.kind is not gold.kind or one in two or two in one:
        return False
    return not (gold.kind in (Kind.TEXT, Kind.LIST) and tells(two, one))


def _told(gold: Gold) -> str:
    """A key as one would say it."""
    if gold.kind in (Kind.TEXT, Kind.LIST):
        return ", ".join(part[0] for part in gold.parts)
    return gold.parts[0][0] if gold.parts else gold.text


def _reworded(gold: Gold, words: Mapping[str, str]) -> str | None:
    """A key in other words, or ``None`` where there is no rule for it."""
    reword = _REWORDINGS.get(gold.kind)
    return None if reword is None else reword(gold, words)


def _date(gold: Gold, words: Mapping[str, str]) -> str:
    days = named(gold.parts[0][0], None)
    told = " and ".join(_spelt_day(one) for one in days)
    return words["reworded"].format(key=told)


def _spelt_day(days: Days) -> str:
    first, year = days.first, "" if days.yearless else f", {days.first.year}"
    if days.length == 0:
        return f"{first:%B} {first.day}{year}"
    if (first.month, first.day, days.last.month) == (1, 1, 12):
        return f"the year {first.year}"
    if first.day == 1 and days.length in range(27, 31):
        return f"{first:%b} {first.year}"
    return f"{days.first.isoformat()} to {days.last.isoformat()}"


def _number(gold: Gold, words: Mapping[str, str]) -> str:
    head, _, unit = gold.parts[0][0].partition(" ")
    value = parse_number(head)
    if value is not None and value == int(value) and value < len(_SPELT):
        spelt = _SPELT[int(value)] if head[0].isdecimal() else str(int(value))
        return words["reworded"].format(key=f"{spelt} {unit}".strip())
    return words["reworded"].format(key=gold.parts[0][0])


def _list(gold: Gold, words: Mapping[str, str]) -> str:
    told = [part[-1] for part in reversed(gold.parts)]
    return words["reworded"].format(key=", ".join(told))


def _yes_no(gold: Gold, words: Mapping[str, str]) -> str:
    return words["yes"] if gold.parts[0][0] == "yes" else "No, that is not so."


_LISTED = (Kind.TEXT, Kind.LIST, Kind.NUMBER, Kind.DATE)
_TOLD = (*_LISTED, Kind.YES_NO)
_REWORDINGS: Mapping[Kind, Callable[[Gold, Mapping[str, str]], str]] = {
    Kind.DATE: _date,
    Kind.NUMBER: _number,
    Kind.LIST: _list,
    Kind.TEXT: _list,
    Kind.YES_NO: _yes_no,
    Kind.FREE: lambda gold, words: words["reworded"].format(key=gold.text),
}
