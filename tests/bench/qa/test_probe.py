"""Made-up answers: wrong ones that a judge must refuse, and keys in other words."""

from __future__ import annotations

from bench.qa.test_rules import KEYS, NOW
from smalti.bench.qa.case import Question
from smalti.bench.qa.keys import gold_of, nothing
from smalti.bench.qa.probe import REWORDED, probes
from smalti.bench.qa.rules import Verdict, judge
from smalti.bench.qa.score import probe_rates

ALL = [
    *(Question(f"q{n}", f"t{n % 2}", asked, "c", gold_of(key, asked))
      for n, (asked, key, _) in enumerate(KEYS)),
    Question("more1", "t0", "What is it?", "c", gold_of("Sandpiper", "What is it?")),
    Question("more2", "t1", "What is it?", "c", gold_of("Odyssey", "What is it?")),
    Question("more3", "t1", "What is it?", "c", gold_of("Gustav", "What is it?")),
]  # fmt: skip


def test_no_key_of_another_question_is_taken_for_right() -> None:
    for question in ALL:
        for probe in probes(question, ALL):
            if probe.kind == "another":
                found = judge(probe.given, question.gold, NOW)
                assert found.verdict in (Verdict.WRONG, Verdict.UNJUDGED)


def test_keys_in_other_words_are_right_by_rules() -> None:
    for question in ALL:
        for probe in probes(question, ALL):
            if probe.kind == REWORDED:
                found = judge(probe.given, question.gold, NOW)
                assert found.verdict in (Verdict.RIGHT, Verdict.UNJUDGED), probe.given.text


def test_other_words_are_other_words() -> None:
    for question in ALL:
        told = [probe.given.text for probe in probes(question, ALL) if probe.right]
        assert all(text != question.gold.text for text in told)


def test_the_key_stands_among_others_in_an_answer_that_tells_everything() -> None:
    question = ALL[-1]
    [listing] = [one for one in probes(question, ALL) if one.kind == "any of these"]
    assert "Gustav" in listing.given.text
    assert "Sandpiper" in listing.given.text
    assert not listing.right


def test_where_nothing_answers_every_made_up_answer_is_wrong() -> None:
    question = Question("none", "t0", "Who is Ada?", "c", nothing())
    made = list(probes(question, [question, *ALL]))
    assert {probe.kind for probe in made} == {"vague", "another"}
    assert all(judge(probe.given, question.gold).verdict is Verdict.WRONG for probe in made)


def test_made_up_answers_are_the_same_every_time() -> None:
    first, again = (
        [probe.given.text for question in ALL for probe in probes(question, ALL)] for _ in range(2)
    )
    assert first == again


def test_rates_count_what_was_taken_wrongly() -> None:
    rates = probe_rates([("vague", False, True), ("vague", False, False), (REWORDED, True, False)])
    assert (rates["vague"]["answers"], rates["vague"]["misjudged"]) == (2, 0.5)
    assert rates[REWORDED]["misjudged"] == 1.0
