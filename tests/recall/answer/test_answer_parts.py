from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti.model.time import Instant, Interval, Precision
from smalti.model.turn import Role, Turn
from smalti.recall.answer.dates import Day
from smalti.recall.answer.persons import about
from smalti.recall.answer.trust import trust

SAID = Instant.of("2026-03-01T10:00:00+01:00")


def turn(text: str, speaker: str = "Ada") -> Turn:
    return Turn(f"t_{speaker}", text, speaker, Role.USER, SAID, "s", SAID)


@given(st.dates(min_value=date(1900, 1, 1), max_value=date(2100, 1, 1)))
def test_the_value_of_a_day_is_the_day(day: date) -> None:
    assert Day(day, day, Precision.DAY).value == day.isoformat()


@pytest.mark.parametrize(
    ("days", "precision", "value", "told"),
    [
        (0, Precision.DAY, "2023-07-03", "3 July 2023"),
        (6, Precision.WEEK, "2023-07-03/2023-07-09", "3 July 2023 to 9 July 2023"),
        (20, Precision.MONTH, "2023-07", "July 2023"),
        (90, Precision.YEAR, "2023", "2023"),
    ],
)
def test_a_date_is_told_as_exactly_as_it_is_known(
    days: int, precision: Precision, value: str, told: str
) -> None:
    first = date(2023, 7, 3)
    day = Day(first, first + timedelta(days=days), precision)
    assert (day.value, day.told("en")) == (value, told)


def test_an_interval_that_is_open_names_no_days() -> None:
    assert Day.within(Interval.since(SAID), Precision.DAY) is None


@pytest.mark.parametrize(
    ("text", "speaker", "asked", "share"),
    [
        ("I play the clarinet.", "Ada", ["Ada"], 1.0),
        ("I play the clarinet.", "Ada", ["Tom"], 0.0),
        ("I hope you play it for us.", "Ada", ["Ada"], 0.7),
        ("Tell me, do you still play?", "Ada", ["Tom"], 0.25),
        ("Your clarinet sounds lovely.", "Ada", ["Ada"], 0.0),
        ("Your clarinet sounds lovely.", "Ada", ["Tom"], 0.5),
        ("Tom plays the clarinet.", "Ada", ["Tom"], 0.6),
        ("Great job on the clarinet!", "Ada", ["Ada"], 0.0),
        ("A clarinet, mostly.", "Ada", ["Ada"], 0.6),
        ("Anything.", "Ada", [], 1.0),
    ],
)
def test_i_is_who_speaks_and_you_is_who_spoke_before(
    text: str, speaker: str, asked: list[str], share: float
) -> None:
    assert about(text, turn(text, speaker), turn("Hi.", "Tom"), asked) == share


def test_evidence_that_holds_no_word_of_the_question_is_not_trusted() -> None:
    assert trust({"most": 0.0, "around": 0.5, "cosine": 0.1, "about": 1.0}, spaced=True) == 0.0


def test_what_somebody_else_says_of_themselves_lowers_the_trust() -> None:
    ours = {
        "most": 0.8,
        "around": 0.8,
        "cosine": 0.5,
        "about": 1.0,
        "one": 1.0,
        "ours": 0.8,
        "own": 0.8,
    }
    theirs = ours | {"ours": 0.2, "theirs": 0.9, "score gap": 0.3, "around gap": 0.5}
    assert trust(theirs, spaced=True) < 0.5 < trust(ours, spaced=True)
