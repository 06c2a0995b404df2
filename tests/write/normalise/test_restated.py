"""Months that a thing is moved to, passives with "get", and values taken over from before."""

from __future__ import annotations

import pytest

from smalti.model.record import DerivationKind
from smalti.model.time import Instant
from smalti.write.following import with_what_follows
from write.normalise.making import TABLE, candidate, grounds, stated, turn


@pytest.mark.parametrize(
    ("text", "predicate", "value"),
    [
        ("The retro is postponed to June", "be postponed to", "2026-06"),
        ("The retro was pushed back to August", "be pushed back to", "2026-08"),
        ("The retro got pushed back to June 12", "get pushed back to", "2026-06-12"),
    ],
)
def test_a_thing_moved_to_a_month_has_its_date(text: str, predicate: str, value: str) -> None:
    object_ = text.partition(" to ")[2]
    told = stated(text, text, predicate, object_, subject="the retro")
    assert (told.predicate, getattr(told.value, "text", None)) == ("postponed_to", value)


def test_a_place_called_like_a_month_is_none() -> None:
    told = stated("I moved to April Falls", "Ada moved to April Falls", "move to", "April Falls")
    assert told.predicate == "moved_to"
    assert told.valid.start is None or told.valid.start.at != Instant.of("2026-04-01")


def test_what_was_postponed_is_scheduled_anew() -> None:
    text = "The retro was postponed to June"
    told = stated(text, text, "be postponed to", "June", subject="the retro")
    follows = [one.predicate for one in with_what_follows(told, TABLE)]
    assert follows == ["postponed_to", "scheduled_for"]


def test_a_value_taken_over_from_before_is_grounded_there() -> None:
    before = turn("I have two desks on floor 3")
    now = turn("moved to floor 5")
    said = candidate(now, "Ada has two desks on floor 5", "have", "two desks on floor 5")
    assert grounds(now, said, before) is None
    restated = candidate(
        now, "Ada has two desks on floor 5", "have", "two desks on floor 5", restates=before.id
    )
    kept = grounds(now, restated, before)
    assert kept is not None
    steps = [step for step in kept.derived if step.kind is DerivationKind.NUMBER]
    assert [step.why for step in steps] == ["said before, by Ada"]


def test_a_tomorrow_of_another_day_is_not_taken_over() -> None:
    before = turn("I have a call tomorrow at 14:30", said=Instant.of("2026-05-01T09:00:00+02:00"))
    now = turn("moved to 15:15")
    said = candidate(now, "Ada has a call tomorrow at 15:15", "have", "a call", restates=before.id)
    assert grounds(now, said, before) is None
