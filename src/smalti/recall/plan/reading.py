"""Reads a question by rules: its intent, whom it names, which property, which time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import regex

from smalti.model.answer import Intent, Order, QuestionPlan
from smalti.model.errors import InvalidInput
from smalti.model.time import Instant
from smalti.recall.plan.rules import Rules, rules_of
from smalti.recall.plan.windows import times_in, window_of, without_times
from smalti.text.analyse import Analyser, normalise
from smalti.text.dates import MONTHS
from smalti.text.language import language_of
from smalti.text.quantities.units import read_unit

MAX_CHARACTERS = 2_000
"""Characters of a question that are looked at."""

_MAX_TERMS = 48
_WORDS = regex.compile(r"[\p{L}\p{N}\p{M}'’]+")
_DAYS = ("Mon", "Tues", "Wednes", "Thurs", "Fri", "Satur", "Sun")
_CALENDAR = (
    frozenset(MONTHS)
    | {f"{day}day" for day in _DAYS}
    | {name[:3] for name in (*MONTHS, *_DAYS)}
    | {"Sept", "Tues", "Thur", "Thurs"}
)
_CAPITALISED = regex.compile(r"(?<=[\p{L}\p{N},;] )\p{Lu}\p{Ll}[\p{L}'’-]*")
_LATIN_WORDS = regex.compile(r"\p{Latin}+")
_UNSPACED = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}]")
_OWNER = regex.compile(r"'s\b")
_DECIMAL = regex.compile(r"(?<![\d.])\d+\.\d+(?![\d.])")
_CJK = ("zh", "ja")

_BETWEEN = (Intent.ELAPSED, Intent.DIFFERENCE, Intent.SUM)

Related = tuple[tuple[str, ...], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Named:
    """Somebody or something of a memory that a question names, and by which words of it."""

    id: str
    name: str
    words: str
    person: bool = True


@dataclass(frozen=True, slots=True)
class Known:
    """What a memory knows that helps to read a question.

    ``named`` finds whom and what it names; ``me`` is whoever speaks of themselves in it;
    ``predicates`` are the properties that its words may ask for, in a language.
    """

    named: Callable[[str], Sequence[Named]]
    predicates: Callable[[str, str], Sequence[str]]
    me: Named | None = None


def plan_question(
    question: str,
    *,
    analyser: Analyser,
    known: Known,
    now: Instant | None,
    years: Iterable[int] = (),
) -> QuestionPlan:
    """Understand a question by the rules of its language (English where there are none).

    Whatever a question says, it is only read: an instruction in it is words to look for. The same
    question, memory and moment give the same plan.

    Args:
        question: as asked; the first ``MAX_CHARACTERS`` count.
        analyser: makes its index terms.
        known: what the memory knows.
        now: when it is asked; relative words mean nothing without it.
        years: those that a date without a year may mean.

    Raises:
        InvalidInput: not a text.
    """
    if not isinstance(question, str):
        raise InvalidInput("question", question, "is not a text")
    text = question[:MAX_CHARACTERS].encode("utf-8", "replace").decode()
    language = _language(text)
    rules = rules_of(language)
    folded = normalise(text).strip()
    intent, wants = rules.kind_of(folded)
    named = _whom(text, folded, known, rules, language)
    dated = times_in(text, language, now)
    bare = without_times(_without_asides(text, rules), language, now)
    rest = _without(bare, [one.words for one in named if one.person], rules, language)
    rest = " ".join([rest, *(said for pattern, said in rules.hints if pattern.search(folded))])
    phrased = known.predicates(rest_of_names(text, named), language)
    return QuestionPlan(
        question=text,
        intent=intent,
        wants=wants,
        entities=tuple(one.id for one in named),
        names=tuple(one.name for one in named),
        people=tuple(one.name for one in named if one.person),
        strangers=tuple(dict.fromkeys(_strangers(text, named, rules, dated))),
        predicates=tuple(dict.fromkeys([*rules.predicates(folded), *phrased])),
        terms=terms_of(rest, analyser)[:_MAX_TERMS],
        related=_related(folded, rules, analyser),
        unit=_unit(intent, folded, rules, language),
        order=_order(intent, folded, rules),
        window=window_of(text, rules=rules, language=language, now=now, years=years),
        events=_events(text, rules) if intent in _BETWEEN else (),
        language=language,
    )


def terms_of(text: str, analyser: Analyser) -> tuple[str, ...]:
    """The index terms of what is asked, each once; of a decimal, only the whole."""
    parts = {part for number in _DECIMAL.findall(text) for part in number.split(".")}
    return tuple(dict.fromkeys(term for term in analyser.terms(text) if term not in parts))


def _without_asides(text: str, rules: Rules) -> str:
    """A question without its frame, and the words of an event beside a day that is named."""
    for pattern in (*rules.frames, *(found for _, found in rules.beside)):
        text = pattern.sub(" ", text)
    return text


def _related(folded: str, rules: Rules, analyser: Analyser) -> tuple[Related, ...]:
    """What stands for words of a question, each by its first term: the word itself.

    The name of a kind is stood for by words of that kind, and each of these by the name.
    """
    found: list[Related] = []
    for pattern, words in rules.related:
        if asked := dict.fromkeys(pattern.findall(folded)):
            found += [_stands(word, words.split(), analyser) for word in asked]
            continue
        kinds = [word for word in pattern.pattern.split("|") if word.isalpha()]
        named = [word for word in words.split() if len(word) > 1 and word in folded]
        found += [_stands(word, kinds, analyser) for word in named]
    return tuple(found)


def _stands(asked: str, words: Sequence[str], analyser: Analyser) -> Related:
    first = [terms[0] for word in words if (terms := analyser.terms(word))]
    return tuple(analyser.terms(asked)), tuple(first)


def _unit(intent: Intent, folded: str, rules: Rules, language: str) -> str | None:
    """The unit that stands where a number is asked for, else that of the property.

    The days of "how many days ago" are those of the answer, not of what is looked for.
    """
    asked = rules.many is not None and intent is not Intent.ELAPSED
    for match in rules.many.finditer(folded) if asked and rules.many else ():
        if (found := read_unit(folded, match.end(), language)) is not None:
            return found[0].name
    return next((unit for pattern, unit in rules.units if pattern.search(folded)), None)


def _order(intent: Intent, folded: str, rules: Rules) -> Order:
    if intent in (Intent.FIRST, Intent.LAST):
        return Order(intent.value)
    return next((order for order, found in rules.order if found.search(folded)), Order.ANY)


def _events(text: str, rules: Rules) -> tuple[str, ...]:
    for pattern in rules.between:
        if found := pattern.search(text):
            return found["first"].strip(), found["last"].strip()
    return ()


def _strangers(
    text: str, named: Sequence[Named], rules: Rules, dated: Sequence[tuple[int, int]]
) -> Iterator[str]:
    """Capitalised words that are neither the first one nor a name that is known here.

    What stands in ``dated`` names a time: "Jun 15", "Sat", "Christmas".
    """
    known = {word for one in named for word in one.words.split()}
    for match in _CAPITALISED.finditer(text):
        if any(start <= match.start() < end for start, end in dated):
            continue
        word = _OWNER.sub("", match.group().replace("’", "'"))
        if word in known or word.casefold() in rules.shape or word in _CALENDAR:
            continue
        if not times_in(word, "en", None):
            yield word


def rest_of_names(text: str, named: Iterable[Named]) -> str:
    """A question without the names of people in it."""
    for words in sorted({one.words for one in named if one.person}, key=len, reverse=True):
        text = regex.sub(regex.escape(words), " ", text, flags=regex.IGNORECASE)
    return text


def _language(text: str) -> str:
    """The language of the rules: English for all but Chinese and Japanese, names aside."""
    found = language_of(text, "en")
    if found not in _CJK:
        return "en"
    foreign = len(_UNSPACED.findall(text))
    return "en" if len(_LATIN_WORDS.findall(text)) > max(foreign, 2) else found


def _whom(text: str, folded: str, known: Known, rules: Rules, language: str) -> list[Named]:
    named = list({one.id: one for one in known.named(text)}.values())
    if known.me is not None and all(one.id != known.me.id for one in named):
        words = _me(folded, rules, language)
        # Whoever asks about nobody of this memory asks about themselves, if they speak of "me".
        if words and not any(one.person for one in named):
            named.insert(0, Named(known.me.id, known.me.name, words))
    return sorted(named, key=lambda one: not one.person)


def _me(folded: str, rules: Rules, language: str) -> str:
    for word in rules.me:
        pattern = regex.escape(word) if language in _CJK else rf"\b{regex.escape(word)}\b"
        if regex.search(pattern, folded):
            return word
    return ""


def _without(text: str, names: Sequence[str], rules: Rules, language: str) -> str:
    """A question without names and without the words that only shape it."""
    for name in sorted(names, key=len, reverse=True):
        bounds = "" if language in _CJK else r"\b"
        text = regex.sub(rf"{bounds}{regex.escape(name)}{bounds}", " ", text, flags=regex.I)
    if language in _CJK:
        for word in sorted(rules.shape, key=len, reverse=True):
            text = text.replace(word, " ")
        return text
    words = _WORDS.findall(_OWNER.sub(" ", text.replace("’", "'")))
    return " ".join(w for w in words if w.casefold().removesuffix("'s") not in rules.shape)
