"""When a statement held: its time words, its tense and what it is, by a table.

A date that is the value itself (a birthday, a deadline) says nothing about when the statement held.
Where there is no date, what is said is true by the moment of speaking at the latest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from smalti.model.errors import InvalidInput
from smalti.model.record import Derivation, DerivationKind, RecordKind, SlotKind
from smalti.model.time import Bound, Instant, Interval, Precision
from smalti.text.when import DateMention, Relation
from smalti.write.extract.candidate import Candidate, Tense
from smalti.write.normalise.dated import dating, ends_of
from smalti.write.normalise.readings import Reading
from smalti.write.normalise.said import Said
from smalti.write.normalise.tables import Pattern, phrases, table, whole, words

_UNKNOWN = Bound(None, Precision.UNKNOWN)


@dataclass(frozen=True, slots=True)
class Held:
    """When a statement held, how often, and what that follows from."""

    valid: Interval
    recurrence: str | None = None
    derived: tuple[Derivation, ...] = ()


def held(said: Said, reading: Reading, used: DateMention | None) -> Held:
    """When a statement held. ``used`` is the mention that its value is made of, if one is."""
    dated, rule = dating(said, reading, used)
    row = table("held")[_row(said.candidate, reading, said.scene.language)]
    outcome = row[_key(dated, said)] if dated else row["recurring" if rule else "none"]
    valid = _OUTCOMES[outcome](said, dated)
    steps = [_step(m, valid) for m in (dated, rule) if m is not None]
    return Held(valid, rule.recurrence if rule else None, tuple(steps))


# --- rows --------------------------------------------------------------------------------------


def _row(candidate: Candidate, reading: Reading, language: str) -> str:
    event = _is_event(candidate, reading)
    polarity = candidate.polarity if reading.polarity is None else reading.polarity
    former = reading.ended or (candidate.ended and _tells_former(candidate, language))
    if former and polarity and (reading.ended or not event):
        return "ended"  # "is over" tells how it is now, "used to" how it was
    kind = "event" if event else "state"
    if candidate.tense is Tense.FUTURE:
        return f"{kind}_future"
    if event:
        return "event_past"
    changing = reading.typed is not None and reading.typed.slot in _PASSING
    past = candidate.tense is Tense.PAST and changing and not _sets(candidate)
    return "state_past" if past else "state_present"


def _tells_former(candidate: Candidate, language: str) -> bool:
    pattern = _words(language, "former")
    return pattern is not None and pattern.search(candidate.sentence.casefold()) is not None


_PASSING = (SlotKind.CHANGING, SlotKind.CONDITIONAL)


def _is_event(candidate: Candidate, reading: Reading) -> bool:
    """Whether something happened, or will: what it leads to lasts, it does not."""
    if _begins(candidate) or _sets(candidate):
        return False
    if candidate.kind is RecordKind.EVENT:
        return True
    predicate = reading.typed
    if predicate is not None:
        return bool(predicate.ends) or (
            predicate.slot is SlotKind.MANY_VALUED
            and bool(predicate.implies)
            and candidate.tense is not Tense.PRESENT
        )
    verb = (reading.phrase.split() or [""])[0]
    return candidate.tense is not Tense.PRESENT and verb not in _LASTING


_LASTING = words("held", "lasting", "verbs")


def _key(mention: DateMention, said: Said) -> str:
    if mention.relation is not Relation.AT or not _is_unit(mention):
        return mention.relation.value
    onset = _begins(said.candidate) or _sets(said.candidate) or _has_word("onset", mention, said)
    return "onset" if onset else mention.relation.value


def _begins(candidate: Candidate) -> bool:
    """Whether it is told when somebody began to do something: "started playing in 2018"."""
    first, _, rest = candidate.predicate.partition(" ")
    return bool(rest) and first in words("held", "onset", "verbs")


def _sets(candidate: Candidate) -> bool:
    """Whether it is told what something was changed to, which holds since: "was raised to 900"."""
    helper, _, rest = candidate.predicate.partition(" ")
    verb, _, link = rest.partition(" ")
    return helper == "be" and link in _SETTING and verb in words("held", "setting", "verbs")


_SETTING = ("to", "at")


def _is_unit(mention: DateMention) -> bool:
    """Whether one day, month or year is named, not a range of them."""
    start, end = ends_of(mention)
    return (end.utc() - start.utc()).days <= _UNITS.get(mention.precision, _YEAR)


_YEAR = 366  # days
_UNITS = {Precision.DAY: 1, Precision.WEEK: 7, Precision.MONTH: 31}

_AROUND = 14  # characters before a date in which a word about it stands
_BEHIND = 4


def _has_word(kind: str, mention: DateMention, said: Said) -> bool:
    """Whether a word stands before the time words, in them or, where that is usual, behind."""
    language, text = said.scene.language, said.scene.turn.text
    pattern = _words(language, kind)
    if pattern is None:
        return False
    behind = _BEHIND if language in ("zh", "ja") else 0
    start = max(0, mention.start - _AROUND)
    return pattern.search(text[start : mention.end + behind].casefold()) is not None


@cache
def _words(language: str, kind: str) -> Pattern | None:
    return whole(phrases("held", "words", language, kind))


# --- outcomes ----------------------------------------------------------------------------------


def _said_at(said: Said) -> Instant | None:
    return said.scene.turn.said_at


def _undated(said: Said, mention: DateMention | None) -> Interval:
    """It began, at the latest, when it was said."""
    return Interval.undated(_said_at(said))


def _past(said: Said, mention: DateMention | None) -> Interval:
    """It was so, and nobody said since when nor until when: over by the moment of speaking."""
    return _over(said, mention)


def _over(said: Said, mention: DateMention | None) -> Interval:
    """It ended, at the latest, when it was said."""
    return Interval(_UNKNOWN, Bound(_said_at(said), Precision.UNKNOWN))


def _unknown(said: Said, mention: DateMention | None) -> Interval:
    """It will begin, nobody knows when."""
    return Interval(_UNKNOWN, None)


def _between(said: Said, mention: DateMention | None) -> Interval:
    assert mention is not None
    return Interval.between(*ends_of(mention), mention.precision)


def _since(said: Said, mention: DateMention | None) -> Interval:
    assert mention is not None
    return Interval.since(ends_of(mention)[0], mention.precision)


def _after(said: Said, mention: DateMention | None) -> Interval:
    assert mention is not None
    return Interval.since(ends_of(mention)[1], mention.precision)


def _over_by(said: Said, mention: DateMention | None) -> Interval:
    """It ended in the interval that is named."""
    assert mention is not None
    return Interval(_UNKNOWN, Bound(ends_of(mention)[1], mention.precision))


def _last(said: Said, mention: DateMention, *, inclusive: bool) -> Bound:
    start, end = ends_of(mention)
    return Bound(end if inclusive else start, mention.precision)


def _until(said: Said, mention: DateMention | None, first: Bound | None) -> Interval:
    assert mention is not None
    return _bounded(first, _last(said, mention, inclusive=True))


def _before(said: Said, mention: DateMention | None, first: Bound | None) -> Interval:
    """Before Friday it is over on Thursday; by Friday, on Friday."""
    assert mention is not None
    inclusive = _has_word("includes", mention, said)
    return _bounded(first, _last(said, mention, inclusive=inclusive))


def _bounded(first: Bound | None, last: Bound) -> Interval:
    try:
        return Interval(first, last)
    except InvalidInput:  # it ended before it was said, so it began before that
        return Interval(_UNKNOWN, last)


def _by_now(said: Said) -> Bound:
    return Bound(_said_at(said), Precision.UNKNOWN)


_OUTCOMES: Mapping[str, Callable[[Said, DateMention | None], Interval]] = {
    "undated": _undated,
    "past": _past,
    "over": _over,
    "over_by": _over_by,
    "unknown": _unknown,
    "between": _between,
    "since": _since,
    "after": _after,
    "now_until": lambda said, mention: _until(said, mention, _by_now(said)),
    "now_before": lambda said, mention: _before(said, mention, _by_now(said)),
    "some_until": lambda said, mention: _until(said, mention, _UNKNOWN),
    "some_before": lambda said, mention: _before(said, mention, _UNKNOWN),
}


def _step(mention: DateMention, valid: Interval) -> Derivation:
    meant = mention.recurrence or shown(valid)
    return Derivation(DerivationKind.DATE, mention.text, meant, mention.derivation)


def shown(interval: Interval) -> str:
    """An interval in ISO 8601, ".." for an end that is open or unknown."""
    return "/".join(_day(bound) for bound in (interval.start, interval.end))


def _day(bound: Bound | None) -> str:
    if bound is None or bound.at is None:
        return ".."
    moment = bound.at.local()
    whole_day = moment.hour == moment.minute == moment.second == 0
    return moment.date().isoformat() if whole_day else moment.strftime("%Y-%m-%dT%H:%M")
