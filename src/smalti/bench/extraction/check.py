"""What can be checked of every record without anybody reading it.

* its quotes are there: each piece of evidence is a span of a turn that is not blank;
* its speaker: who is said to assert it is who spoke the turn. Not looked at where the words are
  somebody else's (quoted ones);
* its subject: a sentence that begins with "I" is about its speaker. Not looked at where a verb
  like "think" or "said" follows, after which comes somebody else's business.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2s
from typing import Any

import regex

from smalti.bench.extraction.data import Item
from smalti.bench.extraction.read import Reading
from smalti.model.record import Modality, Record
from smalti.model.turn import TurnDraft
from smalti.text.analyse import normalise

_REPORTING = (
    "think|thought|guess|guessed|believe|believed|suppose|figure|reckon|hear|heard|know|knew|hope"
    "|wish|say|said|told|tell|see|saw|notice|noticed|remember|found|find|bet|swear|assume|assumed"
    "|mean|feel|felt|doubt|understand|want|wanted|let|made|had"
)
_FIRST_PERSON = regex.compile(
    rf"\s*(?:(?:and|but|so|well|yes|yeah|no|oh|also|anyway|now|then|because|since)[,\s]+)*"
    rf"(?:I(?:['’](?:m|ve|d|ll))?|[Ii]m|ive)\s+(?!(?:\w+\s+)?(?:{_REPORTING})\b)\w"
    r"|\s*我(?![们們的家那这這爸妈媽妹姐哥弟儿兒女外爷爺奶叔姑舅姨侄老先丈岳公婆]|[^，。]{1,8}[的得]"
    r"|[^，。]{0,4}(?:说|說|觉|覺|想|听|聽|看|知道|以为|以為|记))"
    r"|\s*(?:私|僕|俺|わたし|ぼく|あたし)[はもが]",
    regex.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Finding:
    """A record with what it was made from.

    ``key`` is the same in every run that finds the same sentence at the same place. ``speaker``
    and ``subject`` are names.
    """

    key: str
    item: str
    turn: TurnDraft
    place: int
    record: Record
    speaker: str
    subject: str
    quote: str


def findings(item: Item, reading: Reading) -> list[Finding]:
    """The records of an item, in the order of its turns."""
    made = [_finding(item, reading, record) for record in reading.records]
    return sorted(made, key=lambda one: (one.place, one.record.evidence[0].start))


def _finding(item: Item, reading: Reading, record: Record) -> Finding:
    place = reading.place(record)
    turn, id = item.turns[place], reading.turns[place]
    span = next(evidence for evidence in record.evidence if evidence.turn == id)
    digest = blake2s(record.sentence.encode(), digest_size=3).hexdigest()
    return Finding(
        key=f"{item.id}:{place}:{span.start}-{span.end}:{digest}",
        item=item.id,
        turn=turn,
        place=place,
        record=record,
        speaker=reading.names.get(record.asserted_by, record.asserted_by),
        subject=reading.names.get(record.subject, record.subject),
        quote=turn.text[span.start : span.end],
    )


@dataclass(frozen=True, slots=True)
class Checked:
    """How many of some records could be checked, how many were right, and those that were not."""

    of: int
    checked: int
    right: int
    wrong: tuple[Finding, ...] = ()

    def figures(self) -> dict[str, Any]:
        """As part of the result."""
        return {
            "checkable": round(self.checked / self.of, 4) if self.of else None,
            "checked": self.checked,
            "right": round(self.right / self.checked, 4) if self.checked else None,
            "wrong": [
                {"record": one.key, "sentence": one.record.sentence, "quote": one.quote,
                 "speaker": one.speaker, "subject": one.subject}
                for one in self.wrong
            ],
        }  # fmt: skip


def valid_spans(items: Sequence[Item], readings: Sequence[Reading]) -> Checked:
    """Whether every quote of every record is a span of one of its item's turns, and not blank.

    Evidence in turns of other items of the same memory is checked there.
    """
    of = right = 0
    for item, reading in zip(items, readings, strict=True):
        texts = {id: turn.text for id, turn in zip(reading.turns, item.turns, strict=True)}
        for record in reading.records:
            spans = [one for one in record.evidence if one.turn in texts]
            of += 1
            right += bool(spans) and all(
                one.end <= len(texts[one.turn]) and texts[one.turn][one.start : one.end].strip()
                for one in spans
            )
    return Checked(of, of, right)


def speakers(found: Sequence[Finding]) -> Checked:
    """Whether the one who asserts a record is the one who spoke."""
    own = [one for one in found if one.record.modality is not Modality.QUOTED]
    return _checked(found, own, lambda one: _same(one.speaker, one.turn.speaker))


def subjects(found: Sequence[Finding]) -> Checked:
    """Whether what is told in the first person is about the one who spoke."""
    own = [one for one in found if _FIRST_PERSON.match(one.quote)]
    return _checked(found, own, lambda one: _same(one.subject, one.turn.speaker))


def _checked(
    found: Sequence[Finding], checkable: Sequence[Finding], is_right: Callable[[Finding], bool]
) -> Checked:
    wrong = tuple(one for one in checkable if not is_right(one))
    return Checked(len(found), len(checkable), len(checkable) - len(wrong), wrong)


def _same(name: str, other: str) -> bool:
    return normalise(name).split() == normalise(other).split()
