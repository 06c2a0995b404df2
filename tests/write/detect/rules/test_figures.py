"""Figures: limits, doses, deadlines, rates, times of day, converted where units differ."""

from __future__ import annotations

import pytest

from smalti.model.conflict import ConflictKind, Relation
from write.detect.rules.rules import pairs, told, verdicts

CONFLICTS = pairs(
    """
    Vancomycin is infused over at least 60 minutes.
        The infusion of vancomycin may be completed in half an hour.
    Members may borrow up to six books.
        Members can borrow ten books at a time.
    Invoices are paid within 30 days of receipt.
        We pay invoices 60 days after receipt.
    Daily sugar intake should be kept below 25 g.
        A sugar intake of 40 g a day is acceptable.
    Overtime is paid at 125 percent.
        Overtime is paid at 150 percent.
    The fire doors are inspected every six months.
        The fire doors get an inspection once every two years.
    The library is open from 9:00 to 18:00 on weekdays.
        On weekdays the library closes at 20:00.
    Applications are accepted until 31 May.
        Applications are accepted until 30 June.
    Members pay their dues by 31 January.
        Members pay their dues by the end of March.
    A trainee never works more than 48 hours a week.
        Trainees can work 60 hours a week.
    Exams are marked by two examiners.
        Exams are marked by a single examiner.
    Samples are stored at minus 80 °C.
        Samples are stored at minus 20 °C.
    The permit lapses if work has not begun within three years.
        The permit lapses if work has not begun within a year.
    The availability objective of the search API is 99.9% over a window of 30 days.
        The search API can be down for two hours in any 30 days and meet its availability objective.
    A seal may be broken no earlier than 14 days after the batch was closed.
        A batch that was closed on 1 May is ready, and its seal may be broken on 9 May.
    Dissolve the salt at 20 °C within 30 minutes.
        Dissolving the salt at 20 °C takes two hours.
    """
)

AGREEMENTS = pairs(
    """
    Vancomycin is infused over at least 60 minutes.
        Vancomycin is infused over two hours.
    Catheters are changed every 72 hours.
        Every three days the catheters are changed.
    The fire doors are inspected every six months.
        Twice a year the fire doors are inspected.
    The goal is a pressure below 140/90 mmHg.
        The goal is a pressure below 18.7/12.0 kPa.
    Daily sugar intake should be kept below 25 g.
        A sugar intake of 40 g a day is too high.
    Daily sugar intake should be kept below 25 g.
        A sugar intake of 20 g a day is fine.
    The search API has an availability of 99.9% over 30 days.
        In any 30 days the search API may be down for 43.2 minutes.
    A trainee never works more than 48 hours a week.
        A trainee works at most 48 hours a week.
    Dissolve the salt at 20 °C within 30 minutes.
        Dissolve the salt at 40 °C within ten minutes.
    The car uses 5 litres for 100 km.
        One litre takes the car 20 km.
    Logs are kept for 90 days.
        Logs are deleted after 90 days.
    """
)

OTHER_THINGS = pairs(
    """
    Grade 2 fever means a body temperature from 38.5 to 39.4 °C.
        Severe fever means a body temperature of 39.5 °C or more.
    Vancomycin is infused over at least 60 minutes.
        Ceftriaxone is infused over 30 minutes.
    Amlodipine is started at 5 mg once daily.
        The maximum dose of amlodipine is 10 mg once daily.
    A SEV1 page is acknowledged within five minutes.
        A SEV2 page is acknowledged within 15 minutes.
    Adults under 60 are seen every two years.
        Adults over 70 are seen every year.
    Tickets of priority one are answered within an hour.
        Tickets of priority three are answered within three days.
    Stage 1 takes three weeks.
        Stage 2 takes five weeks.
    The latency at p95 is 420 ms.
        The median latency is 180 ms.
    The library is open from 9:00 to 18:00 on Mondays.
        The library is open from 9:00 to 13:00 on Saturdays.
    The rent was 700 euros in 2019.
        The rent was 640 euros in 2015.
    """
)


@pytest.mark.parametrize(("stored", "incoming"), CONFLICTS)
def test_figures_that_cannot_both_hold_are_a_numeric_conflict(stored: str, incoming: str) -> None:
    found = [verdict for verdict in verdicts(stored, incoming) if verdict.judge == "rule-figures"]
    assert [(v.relation, v.kind) for v in found] == [(Relation.CONFLICT, ConflictKind.NUMERIC)]
    assert 0 < found[0].score <= 1


@pytest.mark.parametrize(("stored", "incoming"), AGREEMENTS)
def test_equal_figures_and_values_within_a_limit_are_left_alone(stored: str, incoming: str) -> None:
    assert told(stored, incoming) == {}


@pytest.mark.parametrize(("stored", "incoming"), OTHER_THINGS)
def test_figures_of_another_thing_or_case_are_left_alone(stored: str, incoming: str) -> None:
    assert told(stored, incoming) == {}


def test_the_reason_names_both_figures_and_what_they_are_for() -> None:
    reason = told(
        "The clinic target is below 140/90 mmHg.", "The clinic target is below 160/95 mmHg."
    )
    assert (
        reason["rule-figures"]
        == "below 140/90 mmHg against below 160/95 mmHg, both for clinic, target"
    )


def test_figures_are_quoted_with_what_they_count() -> None:
    reason = told("Members may borrow up to six books.", "Members can borrow ten books at a time.")
    assert reason["rule-figures"].startswith("up to six books against ten books, both for")
