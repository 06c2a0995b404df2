"""A new value for what was said before: "swapped to Tuesday and Friday", "Slack's out, Zulip's in".

Such a line does not say what it is about, so it is read into the last statement that has a value
of the same form in the same place. Where two could be meant, nothing is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import regex

from smalti.model.record import RecordKind
from smalti.write.extract.candidate import Candidate
from smalti.write.extract.en.repairs import Repair
from smalti.write.extract.tables import pattern, words

_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
_MONTH = r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?" \
         r"|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"  # fmt: skip
_ORDINAL = r"\d{1,2}(?:st|nd|rd|th)?"
_FORMS: tuple[tuple[str, str], ...] = (
    ("date", rf"(?:the )?{_ORDINAL}(?: of)? {_MONTH}\b(?:,? \d{{4}})?|{_MONTH}\.? {_ORDINAL}\b"
             r"(?:,? \d{4})?"),
    ("clock", r"\d{1,2}[:.]\d\d(?: ?[ap]m)?|\d{1,2} ?[ap]m|noon|midnight"),
    ("days", rf"{_DAY}(?:(?:,? and |, |/| & ){_DAY})*"),
    ("money", r"[€$£]\d[\d.,]*k?|\d[\d.,]*k? ?(?:€|euros?|dollars?|pounds?|quid|francs?|%"
              r"|percent)"),
    ("year", r"(?:19|20)\d\d"),
    ("amount", r"\d[\d.,]*k?"),
)  # fmt: skip
_COMMON = ("year", "amount")  # too many things have one
_REACH = 6  # statements back
_LONGEST = 14  # words of a line
_WORDS = regex.compile(r"\p{L}{4,}")


@dataclass(frozen=True, slots=True)
class _Found:
    form: str
    text: str
    start: int


@cache
def _value() -> regex.Pattern[str]:
    forms = "|".join(rf"(?P<{name}>{form})" for name, form in _FORMS)
    return regex.compile(
        rf"(?<![\w.:/])(?:{forms})(?![\w:/]|[.,]\d)",
        regex.IGNORECASE,
    )


def _values(text: str) -> Iterator[_Found]:
    for match in _value().finditer(text):
        form = next(name for name, _ in _FORMS if match[name])
        yield _Found(form, match[form], match.start(form))


def restated(text: str, earlier: Sequence[Candidate], meant: str | None) -> Repair | None:
    """The earlier statement that a line gives another value for, by words of change.

    ``meant`` is what "it" stands for in the line, where that is known.
    """
    if len(text.split()) > _LONGEST:
        return None
    change = pattern("en", "changes").search(text)
    if change is None:
        return None
    new = list(_values(text))
    if len(new) != 1 or not _follows(text, change, new[0]) or not _closes(text, new[0]):
        return None
    fitting = list(_fitting(new[0], text, earlier[-_REACH:], meant))
    if not fitting or len({repair.said.sentence for repair in fitting}) > 1:
        return None
    return fitting[-1]


def _follows(text: str, change: regex.Match[str], value: _Found) -> bool:
    """Whether the value stands right where the words of change want it."""
    if change.end() > value.start:
        return False
    between = text[change.end() : value.start].casefold().split()
    return not set(between) - words("en", "before_values")


def _closes(text: str, value: _Found) -> bool:
    """Whether nothing limits the value: "back to 50 at night" is not the value in general."""
    return _CLOSES.match(text, value.start + len(value.text)) is not None


_CLOSES = regex.compile(
    r"(?: ?(?:k?m|km/h|k?g|mg|ml|l|hours?|minutes?|days?|weeks?|months?|years?|people|members))?"
    r"(?: (?:a|per) \w+)?\s*(?:$|[.,;!?)]|(?:now|again|instead|because|since|due|from|already|and"
    r"|so|but|for now|then|this time)\b)",
    regex.IGNORECASE,
)


def _fitting(
    new: _Found, text: str, earlier: Sequence[Candidate], meant: str | None
) -> Iterator[Repair]:
    before = text[: new.start].casefold()
    topic = {*_WORDS.findall(before)} - words("en", "change_words")
    for one in earlier:
        old = [v for v in _values(one.sentence) if v.form == new.form]
        if len(old) != 1 or old[0].text.casefold() == new.text.casefold():
            continue
        said = {*_WORDS.findall(one.sentence.casefold())}
        named = meant is not None and meant.casefold() in one.sentence.casefold()
        alone = meant is None and not topic and new.form not in _COMMON
        if named or alone or (meant is None and topic & said):
            yield Repair(one, old[0].text, new.text)


# --- one name for another -----------------------------------------------------------------------


def exchanged(text: str, begin: int, earlier: Sequence[Candidate]) -> Repair | None:
    """The earlier statement in which one name took the place of another: "Slack's out, Zulip's in".

    The new name must stand in ``text`` from ``begin`` on; what goes before it may name the old one.
    """
    for match in pattern("en", "exchanges").finditer(text):
        old, new = match["old"], match["new"]
        if match.start("new") < begin and match.start("old") < begin:
            continue
        fitting = [one for one in earlier[-_EXCHANGED:] if _holds(old, new, one)]
        if len({one.sentence for one in fitting}) == 1:
            return Repair(fitting[-1], old, new)
    return None


_EXCHANGED = 12  # statements back


def _holds(old: str, new: str, one: Candidate) -> bool:
    """Whether a statement tells what somebody has, uses or does with the old one."""
    plain = one.polarity and not one.ended and one.kind is not RecordKind.EVENT
    there = regex.search(rf"(?<![\w.]){regex.escape(old)}(?![\w])", one.object, regex.IGNORECASE)
    return plain and there is not None and old.casefold() != new.casefold()
