"""Which words would be nowhere any more but for what was made of the erased turns."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace

from smalti.model.record import Record
from smalti.model.turn import Turn
from smalti.text.analyse import Analyser
from smalti.write.forget.requests import Elsewhere
from smalti.write.work import Work


@dataclass(frozen=True, slots=True)
class Lost:
    """The index terms of erased turns: ``terms`` stand in no other turn, ``said`` are all."""

    terms: frozenset[str]
    said: frozenset[str]
    analyser: Analyser

    def stand_in(self, *texts: str | None) -> bool:
        """Whether one of the texts holds a lost word."""
        return any(not self.terms.isdisjoint(self.analyser.terms(text)) for text in texts if text)

    def tells(self, record: Record, own: Iterable[Turn]) -> bool:
        """Whether a record has words from erased turns that its own turns do not hold."""
        texts = (record.sentence, record.condition or "", record.value.text or "")
        spoken = {term for text in texts for term in self.analyser.terms(text)} & self.said
        return not spoken <= {
            term for turn in own for text in _texts(turn) for term in self.analyser.terms(text)
        }

    def without(self, record: Record) -> Record:
        """A record without the derivations that hold lost words."""
        left = tuple(
            one for one in record.derived if not self.stand_in(one.said, one.meant, one.why)
        )
        return record if left == record.derived else replace(record, derived=left)


def lost_words(turns: Iterable[Turn], analyser: Analyser) -> Work[Lost]:
    """The words of some turns that no other turn holds."""
    erased = {turn.id: turn for turn in turns}
    texts = (text for turn in erased.values() for text in _texts(turn))
    terms = frozenset(term for text in texts for term in analyser.terms(text))
    elsewhere: frozenset[str] = yield Elsewhere(terms, frozenset(erased))
    return Lost(terms - elsewhere, terms, analyser)


def _texts(turn: Turn) -> Iterable[str]:
    yield turn.speaker
    yield turn.text
    yield from (attachment.caption for attachment in turn.attachments)
    foreign = {key: value for key, value in turn.metadata.items() if key not in _OUR_OWN}
    if foreign:
        yield json.dumps(foreign, ensure_ascii=False)


_OUR_OWN = ("asserted", "answers", "question")  # metadata that a memory writes itself
