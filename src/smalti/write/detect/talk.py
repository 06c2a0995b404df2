"""A judge of how people talk: they say that something is another way now, over, or was wrong.

The last of the local judges. It looks at wording where the predicates of two statements have
nothing to do with each other, and speaks only where the wording says that something changed and
both sentences speak of the same things. What merely sounds alike is left alone.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources

import regex

from smalti.model.conflict import ConflictKind
from smalti.model.record import Authority, RecordKind, SlotKind
from smalti.text.analyse import Analyser, normalise
from smalti.write.detect.contrast import Contrast, Found
from smalti.write.detect.order import Order, order
from smalti.write.detect.pair import Pair, Verdict
from smalti.write.detect.relate import same_source, verdict
from smalti.write.extract.language import language_of

_OTHERWISE = "en"
_LEAST = 0.45  # score for one term in common; each further one adds
_EACH = 0.1
_MOST = 0.8


@dataclass(frozen=True, slots=True)
class TalkJudge:
    """Marks of change, end and correction, where both sentences speak of the same things."""

    name: str = "talk"

    def judge(self, pair: Pair) -> Verdict | None:
        """An update, a retraction or a correction by the source of the stored statement."""
        stored, incoming = pair.stored.record, pair.incoming.record
        if not same_source(pair) or stored.authority is Authority.UNTRUSTED:
            return None
        if not (stored.polarity or incoming.correction) or order(pair) is Order.EARLIER:
            return None
        contrast = _contrast(pair)
        if contrast is None:
            return None
        shared = shared_terms(pair)
        if not shared:
            return None
        score = min(_MOST, _LEAST + _EACH * (len(shared) - 1))
        reason = f"It {_TOLD[contrast]} about {', '.join(sorted(shared))}"
        found = Found(contrast, ConflictKind.TEMPORAL, SlotKind.CHANGING, reason, score)
        return verdict(self.name, pair, found)


_TOLD = {Contrast.OTHER: "says something else", Contrast.ENDED: "says that something is over"}


def _contrast(pair: Pair) -> Contrast | None:
    """A change may be told anywhere in the sentence, an end only of what the statement is about.

    What happened stays so: an event is never over.
    """
    record, happened = pair.incoming.record, pair.stored.record.kind is RecordKind.EVENT
    if record.correction:
        return Contrast.OTHER
    own, text = normalise(record.sentence), normalise(pair.incoming.context or record.sentence)
    language = _language(text)
    if record.ended or marks("end", language).search(own):
        return None if happened else Contrast.ENDED
    later = order(pair) is Order.LATER
    return Contrast.OTHER if later and marks("change", language).search(text) else None


def shared_terms(pair: Pair) -> frozenset[str]:
    """The terms of the stored sentence that the incoming one has, or the turn says around it.

    Not counted are the names of who speaks and is spoken of. What the stored turn says around its
    quote is left out: it is about something else.
    """
    stored, incoming = pair.stored, pair.incoming
    language = _language(incoming.context or incoming.record.sentence)
    names = {name for side in (stored, incoming) for name in (side.subject, side.speaker)}
    people = frozenset(term for name in names for term in _terms(name, language))
    heard = _terms(incoming.record.sentence, language) | _terms(incoming.context, language)
    return (_terms(stored.record.sentence, language) & heard) - people


@lru_cache(maxsize=4096)
def _terms(text: str, language: str) -> frozenset[str]:
    terms = _analyser(language).terms(text)
    return frozenset(term for term in terms if len(term) > 1 and not term.isdigit())


@cache
def _analyser(language: str) -> Analyser:
    return Analyser(language)


@lru_cache(maxsize=4096)
def _language(text: str) -> str:
    found = language_of(text)
    return found if found in _tables()["change"] else _OTHERWISE


@cache
def marks(kind: str, language: str) -> regex.Pattern[str]:
    """The words of a kind ("change", "end") in a language, as one pattern."""
    lines = _tables()[kind][language].split("\n")
    return regex.compile("|".join(f"(?:{line})" for line in lines if line))


@cache
def _tables() -> dict[str, dict[str, str]]:
    text = (resources.files("smalti.write.detect") / "data" / "talk.toml").read_text("utf-8")
    loaded: dict[str, dict[str, str]] = tomllib.loads(text)
    return loaded
