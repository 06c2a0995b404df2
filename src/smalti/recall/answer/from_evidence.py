"""Operators over recalled sentences: the sentence itself, its date, several of them in order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import regex

from smalti.model.answer import AnswerType, Order
from smalti.recall.answer.case import Case, Draft, Rest
from smalti.recall.answer.collecting import (
    MOST,
    by_turn,
    chosen,
    day_of,
    episodes,
    in_time_order,
    near,
    on_topic,
    said,
    source_of,
    told_day,
)
from smalti.recall.answer.counting import counted_in
from smalti.recall.answer.directives import is_standing
from smalti.recall.answer.evidence import Evidence, asks
from smalti.recall.answer.fitting import has_number
from smalti.recall.answer.happening import stands_for, tells_it, touches
from smalti.recall.answer.measures import told_amounts
from smalti.recall.answer.negation import asks_no, contrasted, denied
from smalti.recall.answer.telling import plain, quote_of, quoted, told_in_a_row
from smalti.recall.answer.trust import OURS
from smalti.recall.answer.words import in_words, joined

_LISTED = 4
_SURE = 0.95  # of what is asked must stand in a sentence that says yes or no
_OFTEN = regex.compile(
    r"\b(?:once|twice|times?|every|each|daily|weekly|monthly|yearly|usually|often|always|rarely"
    r"|sometimes|never|most (?:days|nights|weekends))\b"
    r"|每[天周日月年晚]|一次|[两几三四五六\d]次|经常|常常|偶尔|很少|有时|从不|次数|多次"
    r"|毎[日週月年晩朝]|週に|月に|年に|よく|たまに|時々",
    regex.IGNORECASE,
)
# What is still to come: a plan is no event to be counted.
_PLANNED = regex.compile(
    r"\b(?:will|going to|plan(?:s|ned|ning)? to|want(?:s|ed)? to|hop(?:e|es|ing) to|next)\b"
    r"|接下来|打算|计划|准备|想要?(?=[去做学])|下周|下个?月|明天|将|next|予定|つもり|来週|来月|たい",
    regex.IGNORECASE,
)


def told(case: Case) -> Draft | None:
    """The sentence that fits best, with what belongs to it in its turn."""
    if not case.evidence:
        return None
    best = source_of(case, case.evidence[0])
    return Draft(quoted(case.plan, best), (Rest.on(best),), disputed=best.item.disputed)


def dated(case: Case) -> Draft | None:
    """When it was: by the time words of the sentence, of its turn, else the day it was said.

    The day it was said counts only where the sentence tells that it happened, any other where
    something of what is asked is told around it.
    """
    if not case.evidence:
        return None
    if case.plan.order is not Order.ANY:
        return _one_of(case)
    best = case.evidence[0]
    dated = told_day(best, whole_turn=True) is not None
    if not touches(case, best) or not (dated or tells_it(case, best)):
        return None
    return _on_its_day(case, best, needs_day=True)


def latest(case: Case) -> Draft | None:
    """The latest of the sentences that fit about as well as the best one, and when it was."""
    return _one_of(case)


def earliest(case: Case) -> Draft | None:
    """The earliest of the sentences that fit about as well as the best one, and when it was."""
    return _one_of(case)


def _one_of(case: Case) -> Draft | None:
    found = near(case)
    if any(one.within for one in found):
        found = [one for one in found if one.within]
    one = chosen(case.plan.order, told_amounts(case) or found)
    if one is None:
        return None
    if case.plan.wants is not AnswerType.DATE:
        return replace(told_in_a_row(case, [one]), steps=("collect", case.plan.order.value))
    same = next((group for group in episodes(found) if one in group), [one])
    # Of the sentences about one event, the one that tells its day.
    exact = [each for each in same if told_day(each) is not None and each.about]
    best = max(exact, key=lambda each: (each.about >= OURS, each.score), default=one)
    draft = _on_its_day(case, best)
    return draft and replace(draft, steps=("collect", case.plan.order.value))


def _on_its_day(case: Case, one: Evidence, *, needs_day: bool = False) -> Draft | None:
    language, day = case.plan.language, day_of(one)
    if day is None:
        return None if needs_day else Draft(quoted(case.plan, one), (Rest.on(one),))
    text = in_words(language, "said", day=day.told(language), words=quote_of(one))
    return Draft(text, (Rest.on(one),), day.value, disputed=one.item.disputed)


def listed(case: Case) -> Draft | None:
    """The sentences that fit about as well as the best one, one from each turn."""
    best = sorted(by_turn(near(case)), key=lambda one: -one.score)[:_LISTED]
    held = {one.item.turn.id for one in best}
    others = [one for one in by_turn(on_topic(case)) if one.item.turn.id not in held]
    best += sorted(others, key=lambda one: -one.score)[: _LISTED - len(best)]
    if not best:
        return None
    text = joined(case.plan.language, [quoted(case.plan, one) for one in best])
    disputed = any(one.item.disputed for one in best)
    return Draft(text, tuple(map(Rest.on, best)), disputed=disputed, steps=("collect",))


def timeline(case: Case) -> Draft | None:
    """How something went on: the sentences about it in time order, each with its day."""
    found = by_turn(on_topic(case))
    best = sorted(found, key=lambda one: -one.score)[:MOST]
    if not best:
        return None
    return replace(told_in_a_row(case, in_time_order(best)), steps=("collect", "order"))


def numbered(case: Case) -> Draft | None:
    """The number of what is counted, as it was told last; else the sentence with a number."""
    found = [
        (one, number)
        for one in near(case)
        if one.about and (number := counted_in(case.plan, one.text)) is not None
    ]
    if not found:
        return _first_with(case, has_number)
    most = max(one.own for one, _ in found)
    one, number = max((each for each in found if each[0].own >= most), key=lambda f: said(f[0]))
    value = plain(number)
    text = in_words(case.plan.language, "said", day=value, words=quote_of(one))
    return Draft(text, (Rest.on(one),), value, disputed=one.item.disputed)


def frequent(case: Case) -> Draft | None:
    """The sentence that says how often, among those that fit about as well as the best one."""
    return _first_with(case, lambda text: bool(_OFTEN.search(text)))


def _first_with(case: Case, holds: Callable[[str], bool]) -> Draft | None:
    one = next((one for one in near(case) if one.about and holds(one.text)), None)
    if one is None:
        return None
    return Draft(quoted(case.plan, one), (Rest.on(one),), disputed=one.item.disputed)


def tallied(case: Case) -> Draft | None:
    """How many times something was: the events that sentences tell of, what is planned aside."""
    found = by_turn(on_topic(case))
    if not found:
        return None
    done = [one for one in found if _tells_an_event(one)]
    groups = episodes(done)
    shown = in_time_order(max(group, key=lambda one: one.score) for group in groups)[:MOST]
    row = told_in_a_row(case, shown or in_time_order(found)[:MOST])
    name = "counted" if groups else "only planned"
    text = in_words(case.plan.language, name, n=len(groups), words=row.text)
    return replace(row, text=text, value=str(len(groups)), steps=("collect", "count"))


def _tells_an_event(one: Evidence) -> bool:
    text = one.text
    return not (_PLANNED.search(text) or asks(text, unspaced=True) or is_standing(one))


def verified(case: Case) -> Draft | None:
    """Yes or no, where a sentence says all of what is asked and does so plainly.

    A question says nothing, nor does a plan where it is not asked for what is to come.
    """
    best = next((one for one in near(case) if _says_all(case, one)), None)
    if best is None:
        return None
    denies = denied(best.text, case.plan.terms, case.plan.question)
    value = "yes" if denies == asks_no(case.plan.question) else "no"
    language = case.plan.language
    text = in_words(language, "so", yes=in_words(language, value), words=quoted(case.plan, best))
    return Draft(text, (Rest.on(best),), value, disputed=best.item.disputed)


def _says_all(case: Case, one: Evidence) -> bool:
    whole = one.own >= _SURE or all(
        term in one.terms or stands_for(term, one) for term in case.plan.terms
    )
    if not whole or one.about < OURS or asks(one.text, unspaced=True):
        return False
    if contrasted(one.text, case.plan.terms):
        return False
    return bool(_PLANNED.search(case.plan.question)) or not _PLANNED.search(one.text)


def each(case: Case) -> Draft | None:
    """What is told by or about each of those that are compared."""
    chosen_: list[tuple[str, Evidence]] = []
    for name in case.plan.names[:2]:
        own = [one for one in case.evidence if one.item.turn.speaker == name]
        chosen_ += [(name, one) for one in own[:2]]
    if len({name for name, _ in chosen_}) < 2:
        return None
    language = case.plan.language
    parts = [in_words(language, "both", who=name, words=one.text) for name, one in chosen_]
    rests = tuple(Rest.on(one) for _, one in chosen_)
    return Draft(joined(language, parts), rests, steps=("collect", "intersect"))


def said_by(case: Case) -> Draft | None:
    """What the first that a question names said of the other, or of what it asks."""
    if not case.plan.names:
        return None
    own = [one for one in case.evidence if one.item.turn.speaker == case.plan.names[0]]
    others = case.plan.names[1:]
    naming = [one for one in own if any(name in one.item.turn.text for name in others)]
    some = (naming or own)[:2]
    if not some:
        return None
    text = joined(case.plan.language, [quoted(case.plan, one) for one in some])
    return Draft(text, tuple(map(Rest.on, some)), steps=("claims",))
