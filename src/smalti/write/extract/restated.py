"""A new value for what was said before, in Chinese and Japanese: "是三点才对", "平成元年でした".

A line that puts a value right mostly does not say of what. It is read into the last statement of
its speaker that has one value of the same form, and only where it names one value itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

import regex

from smalti.model.turn import Role
from smalti.write.extract.candidate import Candidate, Refusal
from smalti.write.extract.latin import Span
from smalti.write.extract.tables import pattern, phrases

_REACH = 8  # statements back
_LONGEST = 40  # characters of a line that gives another value
_OTHERS = {"zh": "说", "ja": "言う"}  # the predicates of words that nothing was read off
_SURE = 0.8


@dataclass(frozen=True, slots=True)
class _Value:
    form: str
    text: str


@cache
def _values(language: str) -> regex.Pattern[str]:
    """Any value; the forms stand in the file in the order in which they are tried."""
    forms = (entry.split("=", 1) for entry in phrases(language, "value_forms"))
    return regex.compile("|".join(f"(?P<{name}>{form})" for name, form in sorted(forms)))


def _found(text: str, language: str) -> list[_Value]:
    matches = _values(language).finditer(text)
    return [_Value(match.lastgroup or "", match.group()) for match in matches]


def with_restated(
    span: Span, read: Sequence[Candidate | Refusal], earlier: Sequence[Candidate]
) -> list[Candidate | Refusal]:
    """What a line says, and the earlier statement with the value that it gives instead.

    What a dropped subject made the speaker do is then left out: "改到五楼了" tells of what was
    moved.
    """
    made = restated(span, earlier)
    if made is None:
        return list(read)
    kept = [one for one in read if isinstance(one, Candidate) and not _is_supplied(one, span)]
    same = any(one.sentence == made.sentence for one in kept)
    return [*kept, *(() if same else (made,))]


def _is_supplied(one: Candidate, span: Span) -> bool:
    """Whether the speaker is only who was put in for a subject that was left out."""
    mine = pattern(span.language, "says_i").search(span.text) is not None
    change = _changes(span.language).search(one.quote(span.turn)) is not None
    return one.subject == span.turn.speaker and change and not mine


def restated(span: Span, earlier: Sequence[Candidate]) -> Candidate | None:
    """The last statement of the same speaker, with the value that a line gives for it."""
    language, text = span.language, span.text
    if span.turn.role is not Role.USER or len(text) > _LONGEST or not _gives_value(span):
        return None
    told = _found(pattern(language, "ruled_out").sub("", text), language)
    if len(told) != 1:
        return None
    mine = [one for one in earlier if one.asserted_by == span.turn.speaker]
    for one, old in _fitting(told[0], mine[-_REACH:], language):
        return _put(span, one, old, told[0].text)
    return None


def _gives_value(span: Span) -> bool:
    text, language = span.text, span.language
    asks = pattern(language, "question").search(text) is not None
    return not asks and (span.corrects or _changes(language).search(text) is not None)


@cache
def _changes(language: str) -> regex.Pattern[str]:
    """A value right beside the words of change: 改到五楼, 三階に変更."""
    value, change = _values(language).pattern, pattern(language, "changes").pattern
    sides = (change, f"(?:{value})") if language == "zh" else (f"(?:{value})", change)
    return regex.compile("".join(f"(?:{side})" for side in sides))


def _fitting(
    new: _Value, earlier: Sequence[Candidate], language: str
) -> Iterator[tuple[Candidate, str]]:
    for one in reversed(earlier):
        old = [value for value in _found(one.sentence, language) if value.form == new.form]
        if len(old) == 1 and old[0].text != new.text and one.predicate != _OTHERS[language]:
            yield one, old[0].text


def _put(span: Span, said: Candidate, old: str, new: str) -> Candidate:
    return replace(
        said, turn=span.turn.id, start=span.start, end=span.end,
        sentence=said.sentence.replace(old, new, 1), object=said.object.replace(old, new, 1),
        subject=said.subject.replace(old, new, 1), asserted_by=span.turn.speaker,
        correction=span.corrects, time_span=None, directness=_SURE,
        restates=said.restates or said.turn,
    )  # fmt: skip
