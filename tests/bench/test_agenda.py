from __future__ import annotations

from itertools import permutations

from smalti.agenda.agenda import Agenda
from smalti.agenda.policy import Policy
from smalti.bench import agenda
from smalti.bench.agenda_optimum import optimum
from smalti.bench.agenda_people import Respondent, gated_form, random_form, respondent


def by_trying(person: Respondent, target: float) -> int:
    """The optimum by all orders of asking, each unit until it is answered."""
    least = 10**9
    for order in permutations(person.form.by_id):
        asked, worked = 0, Agenda(person.form, policy=Policy(target=target))
        for id in order:
            if worked.stop() is not None:
                least = min(least, asked)
                break
            if id in worked.frontier():
                asked += 1 + person.misses[id]
                for told in (id, *person.volunteers[id]):
                    worked.learn(told, ("x",))
        if worked.stop() is not None:
            least = min(least, asked)
    return least


def test_the_optimum_is_that_of_all_orders() -> None:
    for seed in range(4):
        person = respondent(random_form(5, seed), seed, unsure=0.3, offers=0.3)
        assert optimum(person, 0.7) == by_trying(person, 0.7)


def test_a_respondent_who_knows_all_answers_every_question_once() -> None:
    person = respondent(random_form(10, 1), 1, unsure=0.0, offers=0.0)
    assert agenda.questions(person, "score", 1.0) == 10


def test_no_way_of_asking_beats_the_optimum() -> None:
    for seed in range(5):
        person = respondent(random_form(9, seed), seed, unsure=0.2, offers=0.2)
        least = optimum(person, 0.9)
        for way in ("score", "lookahead", "fixed", "random"):
            assert agenda.questions(person, way, 0.9) >= least


def test_the_same_seed_gives_the_same_respondent() -> None:
    first, again = (respondent(random_form(9, 3), 3, unsure=0.2, offers=0.2) for _ in range(2))
    assert first == again


def test_asking_by_the_score_is_near_the_optimum_and_looking_ahead_nearer() -> None:
    people = [respondent(random_form(11, seed), seed, unsure=0, offers=0) for seed in range(12)]
    least = sum(optimum(person, 0.9) for person in people)
    score, ahead, chance = (
        sum(agenda.questions(person, way, 0.9) for person in people)
        for way in ("score", "lookahead", "random")
    )
    assert least <= ahead <= score <= 1.15 * least
    assert score < chance


def test_looking_ahead_finds_what_lies_behind_gates() -> None:
    people = [respondent(gated_form(14, seed), seed, unsure=0, offers=0) for seed in range(8)]
    least = sum(optimum(person, 0.5) for person in people)
    score, ahead = (
        sum(agenda.questions(person, way, 0.5) for person in people)
        for way in ("score", "lookahead")
    )
    assert ahead <= 1.15 * least
    assert ahead < score


def test_a_run_reports_every_source_and_respondent() -> None:
    found = agenda.run(runs=1)
    assert len(found["rows"]) == 9 * 2 * 2
    assert found["ratio_lookahead"] >= 1.0
    assert len(list(agenda.tables(found))) == 2
