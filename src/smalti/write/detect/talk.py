"""A judge of how people talk: they say that something is another way now, or is over.

The last but few of the local judges. It looks at wording where the predicates of two statements
have nothing to do with each other, and speaks only where the wording says that something changed
and both sentences speak of the same things. What merely sounds alike is left alone.
"""

from __future__ import annotations

from dataclasses import dataclass

from smalti.model.conflict import ConflictKind, Relation
from smalti.model.record import Authority, RecordKind, SlotKind
from smalti.write.detect.contrast import Contrast, Found, same_subject
from smalti.write.detect.marks import marked
from smalti.write.detect.order import Order, order
from smalti.write.detect.pair import Pair, Side, Verdict
from smalti.write.detect.relate import same_source, spoken, verdict
from smalti.write.detect.topic import Topic, topic

_ENOUGH = 1.0  # the weight of what both speak of
_SURE = 2.0  # where only one of the two affirms it
_LEAST, _EACH, _MOST = 0.45, 0.1, 0.8  # the score at that weight, for each more, and at most


@dataclass(frozen=True, slots=True)
class TalkJudge:
    """Marks of change, end and return, where both sentences speak of the same things."""

    name: str = "talk"

    def judge(self, pair: Pair) -> Verdict | None:
        """An update, a retraction or a recurrence by the source of the stored statement."""
        stored = pair.stored.record
        if not spoken(pair):
            return None
        if not same_source(pair) or stored.authority is Authority.UNTRUSTED:
            return None
        contrast = _contrast(pair)
        if contrast is None:
            return _as_before(self.name, pair)
        shared = _shared(pair, contrast)
        if shared.weight < (_ENOUGH if stored.polarity else _SURE):
            return None
        reason = f"It {_TOLD[contrast]} about {shared}"
        found = Found(contrast, ConflictKind.TEMPORAL, SlotKind.CHANGING, reason, score(shared))
        return verdict(self.name, pair, found)


_TOLD = {
    Contrast.OTHER: "says something else",
    Contrast.ENDED: "says that something is over",
    Contrast.AFFIRMED: "says the opposite",
}


def score(shared: Topic) -> float:
    """How sure a judge of wording is, by the weight of what both speak of."""
    return min(_MOST, _LEAST + _EACH * (shared.weight - 1))


def stays(pair: Pair) -> bool:
    """Whether the stored statement tells of a deed that nothing ends: what happened stays so."""
    stored = pair.stored.record
    return stored.kind is RecordKind.EVENT and not marked("standing", stored.sentence)


def is_over(side: Side) -> bool:
    """Whether a statement says that something is over, and not that it nearly is."""
    record = side.record
    over = record.ended or marked("end", record.sentence)
    return over and not marked("stays", record.sentence)


def _contrast(pair: Pair) -> Contrast | None:
    """A change may be told anywhere in the sentence, an end only of what the statement is about.

    An end beside which the turn tells what is so instead is a change. Who was away and is back has
    ended whatever was so for that time.
    """
    side, record = pair.incoming, pair.incoming.record
    if stays(pair) or marked("stays", record.sentence) or not _said_later(pair):
        return None
    later = order(pair) is Order.LATER
    if is_over(side):
        instead = later and marked("instead", side.turn or side.context)
        return Contrast.OTHER if instead else Contrast.ENDED
    if not later:
        return None
    if marked("away", pair.stored.record.sentence) and marked("back", record.sentence):
        return Contrast.OTHER
    changed = marked("change", side.context)
    if not pair.stored.record.polarity:
        turned = record.polarity and (changed or marked("again", side.context))
        return Contrast.AFFIRMED if turned else None
    return Contrast.OTHER if changed else None


def _said_later(pair: Pair) -> bool:
    """Whether the incoming statement was made after the stored one, whatever it is about."""
    if order(pair) is not Order.EARLIER:
        return True
    before, after = pair.stored.said_at, pair.incoming.said_at
    if before is None or after is None or not is_over(pair.incoming):
        return False
    return before.micros < after.micros


def _as_before(name: str, pair: Pair) -> Verdict | None:
    """What is said to be back to what it was, although nothing stored says that it ever changed."""
    shared = topic(pair)
    told = marked("back", pair.incoming.record.sentence) and order(pair) is Order.LATER
    if not told or shared.weight < _ENOUGH or not pair.stored.record.polarity:
        return None
    reason = f"It says that it is as it was about {shared}"
    return Verdict(Relation.RECURRENCE, name, _LEAST, reason)


def _shared(pair: Pair, contrast: Contrast) -> Topic:
    around = () if contrast is Contrast.ENDED else (pair.incoming.context,)
    shared = topic(pair, *around)
    if shared.weight < _ENOUGH and marked("back", pair.incoming.record.sentence):
        return Topic(frozenset({pair.stored.subject}), _ENOUGH if same_subject(pair) else 0.0)
    return shared
