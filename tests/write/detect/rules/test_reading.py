"""How a sentence is read: clauses, conditions, force, figures."""

from __future__ import annotations

import pytest

from smalti.write.detect.rules.clauses import Force
from smalti.write.detect.rules.reading import Reading, read
from write.detect.rules.rules import told


def reading(text: str) -> Reading:
    found = read(text)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("text", "force"),
    [
        ("The lamp is switched off at night.", Force.HOLDS),
        ("The lamp must be switched off.", Force.HOLDS),
        ("The lamp may stay on.", Force.MAY),
        ("The lamp must not stay on.", Force.NOT),
        ("Nobody may touch the lamp.", Force.NOT),
        ("The lamp is contraindicated in wet rooms.", Force.NOT),
        ("The lamp has no place in wet rooms.", Force.NOT),
        ("A crack does not rule out the lamp.", Force.MAY),
        ("A crack is no reason to refuse the lamp.", Force.MAY),
        ("The lamp need not be switched off.", Force.EXEMPT),
        ("No lamp is needed.", Force.EXEMPT),
        ("The lamp runs for no more than two hours.", Force.HOLDS),
        ("The lamp is switched off by the warden and by nobody else.", Force.HOLDS),
    ],
)
def test_the_force_of_a_clause(text: str, force: Force) -> None:
    assert [clause.force for clause in reading(text).clauses if not clause.elliptical] == [force]


def test_clauses_are_told_apart_with_their_conditions() -> None:
    text = "If it rains, the match is moved, and the tickets stay valid unless they were free."
    first, second = reading(text).clauses
    assert [condition.kind for condition in first.under] == ["if"]
    assert [condition.kind for condition in second.under] == ["if", "unless"]
    assert second.text == "and the tickets stay valid"


def test_a_relative_clause_ends_at_the_verb_of_the_main_clause() -> None:
    (clause,) = reading("A patient who also has gout may take colchicine.").clauses
    assert clause.text == "a patient may take colchicine"


def test_a_clause_without_a_subject_has_that_of_the_one_before() -> None:
    *_, last = reading("Logs are kept for a month and must not contain names.").clauses
    assert [word.low for word in last.carried] == ["logs"]


def test_what_is_denied_in_passing_is_a_clause_of_its_own() -> None:
    *_, last = reading("The bolts are tightened by hand and not with a wrench.").clauses
    assert last.elliptical
    assert last.force is Force.NOT
    assert [word.low for word in last.denial.said] == ["wrench"]


@pytest.mark.parametrize(
    ("text", "dimension", "bound"),
    [
        ("The seal is kept for a week.", "time", "exact"),
        ("The seal is checked every quarter.", "period", "exact"),
        ("The seal is checked at least every five years.", "period", "upper"),
        ("The seal is opened no earlier than 14 days later.", "time", "lower"),
        ("The gate opens at 07:30.", "clock", "lower"),
        ("The gate is open from 07:30 to 6 pm.", "clock", "range"),
        ("Forms are accepted until 12 October.", "date", "upper"),
        ("The fee is due by the end of April.", "date", "upper"),
        ("Pressure rises from 70% up to 85%.", "percent", "range"),
        ("Members borrow up to six books.", "count", "upper"),
        ("In the over-80s the valve is checked.", "age", "lower"),
        ("You must be 17 or older.", "age", "lower"),
        ("A trainee never works more than 48 hours a week.", "time/time", "upper"),
    ],
)
def test_figures_are_read_with_their_bounds(text: str, dimension: str, bound: str) -> None:
    assert [(a.dimension, a.bound) for a in reading(text).amounts] == [(dimension, bound)]


@pytest.mark.parametrize(
    ("text", "case"),
    [
        ("The dose is 5 mg.", False),
        ("If the weight is above 80 kg, the ward decides.", True),
        ("Patients with a weight above 80 kg are moved.", True),
        ("A load of 80% needs no change.", True),
        ("Two minutes of rest are enough.", False),
        ("At 60% load nothing is done.", True),
    ],
)
def test_a_figure_is_told_from_the_case_it_is_for(text: str, case: bool) -> None:
    (amount,) = reading(text).amounts
    assert amount.case is case


@pytest.mark.parametrize(
    "text", ["", "   ", "该药物禁用于孕妇。", "この薬は妊婦に禁忌です。", "x" * 1001]
)
def test_what_cannot_be_read_has_no_reading(text: str) -> None:
    assert read(text) is None


def test_what_people_say_of_themselves_is_no_rule() -> None:
    assert told("Visitors must wear a badge.", "Visitors must not wear a badge.")
    assert told("I must wear a badge.", "Visitors must not wear a badge.") == {}
    assert told("I miss the cat.", "The cat is in your chair and misses nobody.") == {}
    assert told("Type I errors must be reported.", "Type I errors must not be reported.")
