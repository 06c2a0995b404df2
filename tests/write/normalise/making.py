"""Turns, candidates and statements in a line each."""

from __future__ import annotations

from typing import Any

from smalti.model.record import Value
from smalti.model.time import Instant
from smalti.model.turn import Role, Turn
from smalti.write.extract.candidate import Candidate
from smalti.write.ground import ground
from smalti.write.normalise import normalise
from smalti.write.predicates import PredicateTable
from smalti.write.statement import Grounded, Name, Statement

SAID = Instant.of("2026-05-07T08:20:00+02:00")  # a Thursday
TABLE = PredicateTable.default()


def turn(
    text: str, speaker: str = "Ada", role: Role = Role.USER, *, said: Instant | None = SAID
) -> Turn:
    return Turn(
        id=f"t-{speaker}-{text[:20]}",
        text=text,
        speaker=speaker,
        role=role,
        said_at=said,
        session="s",
        recorded_at=SAID,
    )


def candidate(of: Turn, sentence: str, predicate: str, object: str, **more: Any) -> Candidate:
    """A candidate whose quote is its whole turn, if no other span is given."""
    return Candidate(
        turn=of.id,
        start=more.pop("start", 0),
        end=more.pop("end", len(of.text)),
        sentence=sentence,
        subject=more.pop("subject", of.speaker),
        predicate=predicate,
        object=object,
        asserted_by=more.pop("asserted_by", of.speaker),
        **more,
    )


def grounds(of: Turn, one: Candidate, *before: Turn) -> Grounded | None:
    """What grounding keeps of a candidate."""
    kept, refused = ground([one], {of.id: of}, before)
    assert len(kept) + len(refused) == 1
    return kept[0] if kept else None


def stated(text: str, sentence: str, predicate: str, object: str, **more: Any) -> Statement:
    """The statement made of a candidate, whether or not it would pass grounding."""
    of = turn(
        text,
        more.pop("speaker", "Ada"),
        more.pop("role", Role.USER),
        said=more.pop("said", SAID),
    )
    table = more.pop("table", TABLE)
    one = candidate(of, sentence, predicate, object, **more)
    return normalise(Grounded(one, of), table)


def shown(value: Value | Name) -> str:
    """A value in a few characters: text in quotes, names in angle brackets, numbers with units."""
    if isinstance(value, Name):
        return f"<{value.text}>"
    if value.number is not None:
        upper = f"-{value.upper:g}" if value.upper is not None else ""
        sign = "" if value.comparator == "=" else value.comparator
        return " ".join(p for p in (f"{sign}{value.number:g}{upper}", value.unit) if p)
    return repr(value.text)
