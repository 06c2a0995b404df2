"""Which of the time words of a quote tell when its statement held."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from smalti.model.record import RecordKind
from smalti.model.time import Instant, Precision
from smalti.text.when import DateMention, Relation
from smalti.write.extract.candidate import Candidate, Tense
from smalti.write.normalise.readings import Reading
from smalti.write.normalise.said import Said
from smalti.write.normalise.tables import UNSPACED, words

_POINTS = (Precision.HOUR, Precision.MINUTE, Precision.DAY)
_CLOCK = (Precision.HOUR, Precision.MINUTE)


def dating(
    said: Said, reading: Reading, used: DateMention | None
) -> tuple[DateMention | None, DateMention | None]:
    """The mention that dates a statement, and the one that tells how often, if there are any.

    ``used`` is the mention that the value is made of.
    """
    end = reading.until if reading.until is not None else len(said.scene.turn.text)
    mentions = [
        one
        for one in said.mentions
        if one.start < end and not any(passed(one, said) for passed in _PASSED_OVER)
    ]
    rule = next((one for one in mentions if one.recurrence is not None), None)
    mentions = [one for one in mentions if one is not used]
    dated = ahead(_chosen(mentions, said.candidate), said, reading)
    if dated is not None and _is_habit(dated, said):
        dated = None
    return dated, rule


def ends_of(mention: DateMention) -> tuple[Instant, Instant]:
    """Both ends of the interval that time words name."""
    interval = mention.interval
    assert interval is not None and interval.start is not None and interval.end is not None
    assert interval.start.at is not None and interval.end.at is not None
    return interval.start.at, interval.end.at


def _in_name(mention: DateMention, said: Said) -> bool:
    """Whether time words belong to what a statement is about: "the monthly income is …"."""
    named = said.scene.language not in UNSPACED
    return named and mention.text.casefold() in said.subject.casefold()


def _chosen(mentions: list[DateMention], candidate: Candidate) -> DateMention | None:
    """The mention that dates a statement: where the candidate points to, else the first."""
    known = [m for m in mentions if m.interval is not None]
    span = candidate.time_span
    if span is not None:
        meant = [m for m in known if m.start < span[1] and span[0] < m.end]
        known = meant or known
    # A bound tells more than a point beside it: "since May, with a break in July".
    bounds = [m for m in known if m.relation is not Relation.AT]
    return next(iter([*bounds, *known]), None)


def _is_habit(mention: DateMention, said: Said) -> bool:
    """Whether a day is a condition of what holds in general: "Tuesday nights are for the choir"."""
    condition = said.candidate.condition
    point = mention.relation is Relation.AT and mention.precision in _POINTS
    told = said.candidate.tense is Tense.PRESENT and said.candidate.kind is not RecordKind.EVENT
    return bool(condition and point and told and mention.text in condition)


_POINTS = (Precision.HOUR, Precision.MINUTE, Precision.DAY)


def ahead(mention: DateMention | None, said: Said, reading: Reading) -> DateMention | None:
    """A mention in its coming occurrence, where what is said of it lies ahead."""
    name = reading.predicate.name if reading.predicate is not None else ""
    now = said.scene.turn.said_at
    if mention is None or mention.interval is None or now is None:
        return mention
    if name not in words("held", "ahead", "predicates") or ends_of(mention)[1].micros > now.micros:
        return mention
    for other in mention.alternatives:
        if other.end is not None and other.end.at is not None and other.end.at.micros > now.micros:
            return replace(mention, interval=other)
    return mention


# --- time words that tell of something else ----------------------------------------------------


def _of_noun(mention: DateMention, said: Said) -> bool:
    """Whether time words tell of what age a thing is: "found a programme from 2012"."""
    if said.candidate.kind is not RecordKind.EVENT or mention.relation is not Relation.AT:
        return False
    around = [*said.scene.turn.text[: mention.start].split()[-1:], *mention.text.split()[:1]]
    links = words(said.scene.language, "noun_links")
    return any(word.casefold() in links for word in around)


def _past_of_plan(mention: DateMention, said: Said) -> bool:
    """Whether what will be is told with what was: "will remember the trip last year"."""
    now = said.scene.turn.said_at
    if said.candidate.tense is not Tense.FUTURE or mention.interval is None or now is None:
        return False
    return ends_of(mention)[1].micros <= now.micros


def _clock_aside(mention: DateMention, said: Said) -> bool:
    """Whether a time of day stands in an aside: "works earlies, up at 4:45"."""
    main, comma, aside = said.candidate.sentence.partition(",")
    if not comma or mention.precision not in _CLOCK or said.scene.language in UNSPACED:
        return False
    return mention.text in aside and mention.text not in main


_PASSED_OVER: tuple[Callable[[DateMention, Said], bool], ...] = (
    _in_name,
    _of_noun,
    _past_of_plan,
    _clock_aside,
)
