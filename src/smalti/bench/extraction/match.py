"""Whether a record says what a statement says: the one matcher of the extraction benchmark.

A record covers a statement when all of these hold for its sentence:

* **numbers**: every number and code of the statement stands in it (of a question "a or b?", one);
* **names**: every name of the statement stands in it;
* **negation**: both deny, or neither does; a record that something ended counts as either;
* **date**: every day, month or year that the statement names is the record's valid time, or
  stands in its sentence;
* **words**: the content words of both, without those dates, overlap with F₁ ≥ 0.6, and 0.6 of
  the statement's are found again; in Chinese, Japanese and Korean it is pairs of neighbouring
  characters, and 0.5.

That is *strict*. *Lenient* lets the names of those whom the record is about and who said it count
as words of its sentence, and takes a record without any date for one with the right date.
Statements are phrased in the words of whoever wrote the set, so what a record says in other words
counts as missed: coverage is a lower bound.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from smalti.bench.extraction.words import Bag, Signs, Talk, said_by, signs
from smalti.model.record import Authority, Record
from smalti.model.time import Bound, Instant, Interval, Precision
from smalti.text.when import DateMention, Relation

THRESHOLD, THRESHOLD_UNSPACED = 0.6, 0.5
LOW_THRESHOLD = 0.4
_ORDER = {precision: place for place, precision in enumerate(Precision)}


@dataclass(frozen=True, slots=True)
class Told:
    """A record in comparable form: its sentence, and the same with whom it is about and by."""

    record: Record
    sentence: Signs
    with_people: Signs


@dataclass(frozen=True, slots=True)
class Match:
    """How near a record comes to a statement.

    ``score`` is the F₁ of the words, ``found`` the share of the statement's that it has; ``unmet``
    is what else does not agree. ``least`` is what both shares must reach.
    """

    record: Record
    score: float
    found: float
    unmet: tuple[str, ...]
    least: float

    @property
    def covers(self) -> bool:
        """Whether the record says what the statement says."""
        return self.covers_at(self.least)

    def covers_at(self, least: float) -> bool:
        """The same with another threshold for the words."""
        return not self.unmet and min(self.score, self.found) >= least


@dataclass(frozen=True, slots=True)
class Matches:
    """How the records of an item cover a statement.

    ``strict`` and ``lenient`` are the records that come nearest; ``low`` says whether one would
    cover it, strictly, at the low threshold, ``told`` whether one does that is not merely an
    assistant's word. ``best_words`` is the highest F₁ of any record, whatever else does not agree.
    """

    strict: Match | None
    lenient: Match | None
    low: bool
    told: bool
    best_words: float

    @property
    def covered(self) -> bool:
        """Whether one record covers it, strictly."""
        return self.strict is not None and self.strict.covers

    @property
    def covered_leniently(self) -> bool:
        """Whether one does, strictly or leniently."""
        return self.covered or (self.lenient is not None and self.lenient.covers)


def told(record: Record, names: Mapping[str, str], talk: Talk, said_at: Instant | None) -> Told:
    """A record of something said then in comparable form; ``names`` of the entities, by id."""
    sentence = signs(record.sentence, talk, said_at)
    people = (names.get(id, id) for id in (record.subject, record.asserted_by))
    return Told(record, sentence, said_by(sentence, people, talk))


def matches(
    statement: str,
    records: Sequence[Told],
    talk: Talk,
    said_at: Instant | None,
    *,
    rival: str = "",
) -> Matches:
    """How records cover a statement.

    ``said_at`` tells the offset in which its days begin. ``rival`` is a statement that differs from
    it in what matters: a record whose words are as near to that one does not cover this one.
    """
    wanted = signs(statement, talk, said_at, absolute=True)
    if rival:
        other = signs(rival, talk, said_at, absolute=True)
        records = [one for one in records if _nearness(wanted, one) > _nearness(other, one)]
    strict = [_strict(wanted, one) for one in records]
    return Matches(
        strict=_nearest(strict),
        lenient=_nearest(_lenient(wanted, one) for one in records),
        low=any(one.covers_at(LOW_THRESHOLD) for one in strict),
        told=any(one.covers and one.record.authority is not Authority.ASSISTANT for one in strict),
        best_words=max((one.score for one in strict), default=0.0),
    )


def _nearest(found: Iterable[Match]) -> Match | None:
    """One that covers; else the one with the best words among those with the fewest hindrances."""
    return max(found, key=lambda one: (one.covers, one.score - len(one.unmet)), default=None)


def _strict(wanted: Signs, one: Told) -> Match:
    unmet = [*_unmet(wanted, one.sentence, one.record)]
    if not all(_dated(date, one) for date in wanted.dates):
        unmet.append("date")
    return _match(wanted, one.sentence, one.record, unmet)


def _lenient(wanted: Signs, one: Told) -> Match:
    unmet = [*_unmet(wanted, one.with_people, one.record)]
    if not all(_dated(date, one) for date in wanted.dates) and not _is_undated(one):
        unmet.append("date")
    both = (_match(wanted, said, one.record, unmet) for said in (one.sentence, one.with_people))
    return max(both, key=lambda match: match.score)


def _nearness(wanted: Signs, one: Told) -> float:
    return _best_overlap(wanted, one.sentence)[0]


def _match(wanted: Signs, said: Signs, record: Record, unmet: Sequence[str]) -> Match:
    score, found = _best_overlap(wanted, said)
    least = THRESHOLD_UNSPACED if wanted.unspaced else THRESHOLD
    return Match(record, score, found, tuple(unmet), least)


def _best_overlap(wanted: Signs, said: Signs) -> tuple[float, float]:
    """F₁ and recall of the words, with or without the time words of what was said."""
    return max(_overlap(wanted.timeless, bag) for bag in (said.whole, said.timeless))


def _overlap(wanted: Bag, said: Bag) -> tuple[float, float]:
    """F₁ and recall of the words."""
    shared = len(wanted.terms & said.terms)
    if not shared:
        return 0.0, 0.0
    recall, precision = shared / len(wanted.terms), shared / len(said.terms)
    return 2 * precision * recall / (precision + recall), recall


def _unmet(wanted: Signs, said: Signs, record: Record) -> Iterator[str]:
    numbers = wanted.timeless.numbers
    found = numbers & said.whole.numbers
    if not (found == numbers or (wanted.asks and found)):
        yield "numbers"
    if not said.has_names(wanted.names):
        yield "names"
    denials = {said.negated, said.negated or record.ended}
    if not wanted.asks and wanted.negated not in denials:
        yield "negation"


def _dated(date: DateMention, one: Told) -> bool:
    """Whether a record has the date of a statement: as its valid time or in its sentence."""
    asked = date.interval
    if asked is None or asked in (said.interval for said in one.sentence.dates):
        return True
    valid = one.record.valid
    if date.relation in (Relation.UNTIL, Relation.BEFORE):
        return _falls(valid.end, asked, date.precision, closed=True)
    return _falls(valid.start, asked, date.precision, closed=date.relation is Relation.AFTER)


def _is_undated(one: Told) -> bool:
    bounds = (one.record.valid.start, one.record.valid.end)
    known = (bound for bound in bounds if bound and bound.precision is not Precision.UNKNOWN)
    return not one.sentence.dates and next(known, None) is None


def _falls(bound: Bound | None, asked: Interval, precision: Precision, *, closed: bool) -> bool:
    """Whether a bound lies in an interval and is known as exactly; its end counts if closed.

    A bound that is only "no later than" states no date.
    """
    if bound is None or bound.at is None or bound.precision is Precision.UNKNOWN:
        return False
    if _ORDER[bound.precision] > _ORDER[precision]:
        return False
    return asked.contains(bound.at) is True or (closed and _micros(asked.end) == bound.at.micros)


def _micros(bound: Bound | None) -> int | None:
    return bound.at.micros if bound and bound.at else None
