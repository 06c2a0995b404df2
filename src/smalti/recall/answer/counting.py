"""How many there are of what a question counts: the number that stands beside its name.

"I have a dog and two cats" tells how many cats there are, and not how many dogs.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

import regex

from smalti.model.answer import QuestionPlan
from smalti.recall.answer.evidence import UNSPACED
from smalti.text.analyse import normalise
from smalti.text.numerals import Number, find_numbers

_HELPERS = (
    "do|does|did|have|has|had|is|are|was|were|am|can|could|will|would|should|must|may|might"
    "|of|in|on|at|from|for|to|with|that|who|which|there"
)
_ASKED = {
    "en": regex.compile(
        rf"\bhow many (?P<what>[\p{{L}}'-]+(?: (?!(?:{_HELPERS})\b)[\p{{L}}'-]+){{0,2}})"
        rf"(?= (?:{_HELPERS})\b|\W*$)|\bhow many (?P<what>[\p{{L}}'-]+)"
    ),
    "zh": regex.compile(
        r"(?:几|幾|多少)(?:[个個只隻条條本件辆輛台位名口头頭匹张張套间間盆家把支枝座部种種门門]的?)?"
        r"(?P<what>\p{Han}{1,5}?)(?=[呢吗嗎啊了在会會是要能]|\P{Han}|$)"
    ),
    "ja": regex.compile(
        r"(?P<what>[\p{Han}\p{Katakana}\p{Hiragana}ー]{1,12}?)[はがを](?:今|全部で)?(?:何|いくつ)"
        r"|何(?:人|匹|頭|本|冊|台|枚|個|つ|羽|軒|着|足)の(?P<what>[\p{Han}\p{Katakana}ー]{1,8})"
    ),
}
_BETWEEN = r"(?: (?!(?:and|or|of)\b)[\p{L}'-]+){0,2} "
_BESIDE = r"(?:(?![和与與跟、，,はがをに])[^\d〇零一二三四五六七八九十两兩]){0,4}?"
_BEFORE = regex.compile(r"[はがをも]?(?:全部で|一共|总共|總共|有|养了|養了)?$")
_PARTICLE = regex.compile(r"[はにのが]")
_PLURAL = regex.compile(r"(?:ies|es|s)$")
_LEAST = 3  # letters that the forms of a noun share


def counted_in(plan: QuestionPlan, text: str) -> Decimal | None:
    """The number in a text of what a question counts; ``None`` where it tells none."""
    names = list(_counted(plan))
    for number in find_numbers(text) if names else ():
        if not (number.ordinal or number.share) and _is_of(text, number, names, plan.language):
            return number.value
    return None


def _counted(plan: QuestionPlan) -> Iterator[str]:
    """The names of what a question counts, with what stands for them."""
    pattern = _ASKED.get(plan.language)
    found = pattern.search(normalise(plan.question)) if pattern is not None else None
    if found is None:
        return
    if plan.language in UNSPACED:
        name = _PARTICLE.split(found["what"])[-1]
    else:
        name = _stem(found["what"].split()[-1])
    yield name
    for asked, others in plan.related:
        if any(name.startswith(term[:_LEAST]) for term in asked):
            yield from others


def _stem(word: str) -> str:
    return _PLURAL.sub("", word) if len(word) > _LEAST else word


def _is_of(text: str, number: Number, names: list[str], language: str) -> bool:
    before, after = normalise(text[: number.start]), normalise(text[number.end :])
    if language not in UNSPACED:
        wanted = "|".join(regex.escape(name) for name in names)
        return regex.match(rf"{_BETWEEN}(?:{wanted})(?:y|ies|e?s)?\b", after) is not None
    return any(
        regex.match(f"{_BESIDE}{regex.escape(name)}", after)
        or _BEFORE.sub("", before).endswith(name)
        for name in names
    )
