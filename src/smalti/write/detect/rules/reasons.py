"""What a verdict tells people: both sides as they are written, and what they share."""

from __future__ import annotations

from collections.abc import Sequence

from smalti.write.detect.rules.clauses import Clause
from smalti.write.detect.rules.intervals import Amount
from smalti.write.detect.rules.meeting import Meeting
from smalti.write.detect.rules.reading import Reading
from smalti.write.detect.rules.words import Word

_MOST = 5  # words of a common subject
_LONGEST = 120  # characters of a quoted clause


def subject(meeting: Meeting, clause: Clause) -> str:
    """The words of a stored clause that the incoming sentence shares, as a phrase."""
    words = [w for w in clause.all if w.weight >= 1 and meeting.incoming.bag.holds(w)]
    found = list(dict.fromkeys(word.text for word in words))[:_MOST]
    return f"both for {', '.join(found)}" if found else "both for the same thing"


def figure(amount: Amount, reading: Reading) -> str:
    """A figure as it is written, with the second half of a pressure or with what it counts."""
    if amount.dimension == "pressure:systolic":
        other = next((a for a in reading.amounts if a.start == amount.end), amount)
        return reading.text[amount.start : other.end]
    if amount.noun and amount.after and amount.after[0].start <= amount.end + 1:
        return reading.text[amount.start : amount.after[0].end]
    return amount.text


def quoted(clause: Clause, reading: Reading) -> str:
    """A clause as it is written, its conditions included."""
    words = [*clause.main, *(w for condition in clause.under for w in condition.words)]
    start, end = min(w.start for w in words), max(w.end for w in words)
    text = reading.text[start:end]
    return f"“{text if len(text) <= _LONGEST else text[: _LONGEST - 1] + '…'}”"


def phrase(words: Sequence[Word], reading: Reading) -> str:
    """The stretch of a sentence that some words stand in."""
    start, end = min(w.start for w in words), max(w.end for w in words)
    return f"“{reading.text[start:end]}”"
