from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agenda.samples import form, harbour, unit
from smalti.agenda.agenda import Agenda
from smalti.agenda.coverage import StopReason
from smalti.agenda.export import export, restore
from smalti.agenda.policy import Policy
from smalti.agenda.scoring import Weights
from smalti.agenda.state import Need, Standing, State
from smalti.graph.association import AssociationGraph
from smalti.model.errors import InvalidInput


def next_id(agenda: Agenda) -> str:
    found = agenda.next()
    assert found is not None
    return found.unit.id


def test_the_next_question_is_that_of_the_highest_score() -> None:
    found = Agenda(harbour()).next()
    assert found is not None
    assert (found.unit.id, found.question) == ("skipper", "What is skipper?")


def test_the_parts_of_a_score_are_explained() -> None:
    found = Agenda(harbour()).next()
    assert found is not None
    assert (found.importance, found.maximum, found.parts.importance) == (5.0, 5.0, 0.5)
    assert found.parts.score == found.parts.importance + found.parts.centrality


def test_asking_what_is_next_changes_nothing() -> None:
    agenda = Agenda(harbour())
    assert agenda.next() == agenda.next()
    assert agenda.state == Agenda(harbour()).state


def test_an_answer_opens_what_waited_for_it() -> None:
    agenda = Agenda(harbour())
    assert agenda.frontier() == ("crew", "power", "skipper")
    done = agenda.learn("skipper", ("Ines",))
    assert agenda.frontier() == ("boat", "crew", "power")
    assert done.total == 3  # its importance, and whether it and the boat may be asked


def test_a_value_in_doubt_does_not_resolve() -> None:
    agenda = Agenda(harbour())
    agenda.learn("skipper", ("Ines", "Karel"), entropy=0.9)
    assert agenda.need("skipper") is Need.OPEN
    agenda.learn("skipper", ("Ines",), entropy=0.5)
    assert agenda.need("skipper") is Need.RESOLVED


def test_a_resolved_unit_that_comes_into_doubt_is_open_again() -> None:
    agenda = Agenda(harbour())
    agenda.learn("skipper", ("Ines",))
    agenda.learn("skipper", ("Ines", "Karel"), entropy=1.0)
    assert "skipper" in agenda.frontier()
    assert "boat" not in agenda.frontier()


def test_a_resolved_unit_told_again_stays_resolved_and_recomputes_nothing() -> None:
    agenda = Agenda(harbour())
    agenda.learn("skipper", ("Ines",))
    assert agenda.learn("skipper", ("Ines",)).total == 0
    assert agenda.need("skipper") is Need.RESOLVED


def test_a_value_taken_back_opens_its_unit() -> None:
    agenda = Agenda(harbour())
    agenda.learn("skipper", ("Ines",))
    agenda.learn("skipper", ())
    assert agenda.state == Agenda(harbour()).state or agenda.need("skipper") is Need.OPEN
    assert "skipper" in agenda.frontier()


def test_several_values_are_needed_where_the_form_says_so() -> None:
    agenda = Agenda(harbour())
    agenda.learn("crew", ("Tomo",))
    assert agenda.need("crew") is Need.OPEN
    assert agenda.progress().entropy_left == pytest.approx(5.5)  # half a bit for the other one
    agenda.learn("crew", ("Tomo", "Wanda"))
    assert agenda.need("crew") is Need.RESOLVED


def test_a_unit_waits_until_it_is_known_whether_it_is_needed() -> None:
    agenda = Agenda(harbour())
    assert "amps" not in agenda.frontier()
    agenda.learn("power", ("yes",))
    assert "amps" in agenda.frontier()


def test_a_unit_that_is_not_for_this_subject_is_needless() -> None:
    agenda = Agenda(harbour())
    agenda.learn("power", ("no",))
    assert agenda.need("amps") is Need.NEEDLESS
    assert agenda.progress().coverage == 2 / 16


def test_what_depends_on_a_needless_unit_is_needless_too() -> None:
    agenda = Agenda(
        form(
            unit("a", type="boolean"),
            unit("b", type="boolean", only_if={"unit": "a", "value": "yes"}),
            unit("c", only_if={"unit": "b", "value": "yes"}),
        )
    )
    agenda.learn("a", ("no",))
    assert agenda.progress().needless == ("b", "c")
    assert agenda.stop() is StopReason.COVERED


def test_a_unit_that_requires_a_needless_one_can_be_asked() -> None:
    agenda = Agenda(
        form(
            unit("a", type="boolean"),
            unit("b", only_if={"unit": "a", "value": "yes"}),
            unit("c", requires=["b"]),
        )
    )
    agenda.learn("a", ("no",))
    assert agenda.frontier() == ("c",)


def test_another_answer_can_make_a_unit_needless() -> None:
    agenda = Agenda(
        form(
            unit("hurt", type="number"),
            unit("injuries", done_when={"none_needed": {"unit": "hurt", "value": "0"}}),
        )
    )
    agenda.learn("hurt", ("0",))
    assert agenda.need("injuries") is Need.NEEDLESS
    agenda.learn("hurt", ("2",))
    assert agenda.need("injuries") is Need.OPEN


def test_a_unit_asked_in_vain_rests_while_another_can_be_asked() -> None:
    agenda = Agenda(form(unit("a", weight=5), unit("b", weight=1)))
    agenda.asked("a")
    assert next_id(agenda) == "b"
    agenda.asked("b")
    assert next_id(agenda) == "a"


def test_a_unit_asked_in_vain_is_asked_again_where_there_is_no_other() -> None:
    agenda = Agenda(form(unit("a", questions=["First?", "Again?"])))
    agenda.asked("a")
    found = agenda.next()
    assert found is not None
    assert (found.question, found.asked) == ("Again?", 1)


def test_priority_halves_for_each_question_in_vain_after_the_second() -> None:
    agenda = Agenda(form(unit("a"), unit("b")), policy=Policy(rest=False, give_up=9))
    patience = []
    for _ in range(5):
        found = next(one for one in [agenda.next()] if one is not None)
        patience.append(found.parts.patience if found.unit.id == "a" else None)
        agenda.asked("a")
    assert patience[:3] == [1.0, 1.0, 1.0]
    assert patience[3:] == [None, None]  # at half its score the other comes first


def test_an_answer_ends_the_count_of_questions_in_vain() -> None:
    agenda = Agenda(harbour())
    agenda.asked("skipper")
    agenda.learn("skipper", ("Ines", "Karel"), entropy=1.0)
    assert agenda.state.of("skipper").asked == 0


def test_a_unit_asked_too_often_in_vain_is_given_up() -> None:
    agenda = Agenda(form(unit("a")), policy=Policy(give_up=2))
    agenda.asked("a")
    agenda.asked("a")
    assert agenda.next() is None
    assert agenda.stop() is StopReason.BLOCKED


def test_a_skipped_unit_is_not_asked_and_holds_up_what_requires_it() -> None:
    agenda = Agenda(form(unit("a"), unit("b", requires=["a"])))
    agenda.skip("a")
    assert agenda.stop() is StopReason.BLOCKED
    agenda.skip("a", False)
    assert next_id(agenda) == "a"


def test_continuity_prefers_the_topic_of_the_unit_before() -> None:
    sample = form(unit("a", topic="one", weight=5), unit("b", topic="two"), unit("c", topic="one"))
    agenda = Agenda(sample)
    agenda.asked("a")
    agenda.learn("a", ("x",))
    assert next_id(agenda) == "c"


def test_it_stops_at_the_coverage_aimed_at() -> None:
    agenda = Agenda(form(unit("a", weight=4), unit("b", weight=1)), policy=Policy(target=0.8))
    agenda.learn("a", ("x",))
    assert agenda.stop() is StopReason.COVERED
    assert agenda.next() is None


def test_it_stops_when_little_enough_entropy_is_left() -> None:
    agenda = Agenda(form(unit("a"), unit("b")), policy=Policy(bound=1.0))
    assert agenda.stop() is None
    agenda.learn("a", ("x",))
    assert agenda.stop() is StopReason.CERTAIN


def test_a_look_ahead_asks_what_leads_to_much() -> None:
    sample = form(
        unit("door", weight=1), unit("treasure", weight=5, requires=["door"]), unit("x", weight=2)
    )
    assert next_id(Agenda(sample, policy=Policy(lookahead=False))) == "x"
    assert next_id(Agenda(sample, policy=Policy(lookahead=True))) == "door"


def test_a_look_ahead_leads_nowhere_through_a_skipped_unit() -> None:
    sample = form(
        unit("door", weight=1),
        unit("key", weight=1),
        unit("treasure", weight=5, requires=["door", "key"]),
        unit("x", weight=2),
    )
    agenda = Agenda(sample, policy=Policy(lookahead=True))
    agenda.skip("key")
    assert next_id(agenda) == "x"


def test_another_association_graph_can_be_given() -> None:
    sample = form(unit("a"), unit("b"), unit("c"))
    graph = AssociationGraph.of(["a", "b", "c"], [("c", "a", 1.0), ("c", "b", 1.0)])
    assert next_id(Agenda(sample)) == "a"
    assert next_id(Agenda(sample, graph=graph)) == "c"


def test_a_graph_over_other_units_is_refused() -> None:
    with pytest.raises(InvalidInput, match="must have the agenda's units"):
        Agenda(harbour(), graph=AssociationGraph.of(["a"]))


@pytest.mark.parametrize("act", ["asked", "skip", "need"])
def test_a_unit_that_does_not_exist_is_refused(act: str) -> None:
    with pytest.raises(InvalidInput, match=r"is not a unit of 'sample', got 'ghost'\. Use amps"):
        getattr(Agenda(harbour()), act)("ghost")


def test_a_state_of_units_that_do_not_exist_is_refused() -> None:
    with pytest.raises(InvalidInput, match="ghost"):
        Agenda(harbour(), State({"ghost": Standing()}))


@pytest.mark.parametrize("entropy", [-0.1, float("nan"), float("inf")])
def test_an_entropy_that_is_none_is_refused(entropy: float) -> None:
    with pytest.raises(InvalidInput, match="entropy"):
        Agenda(harbour()).learn("boat", ("x",), entropy=entropy)


@pytest.mark.parametrize(
    "wrong",
    [
        {"target": 1.5},
        {"decay": -1},
        {"delta": -0.1},
        {"give_up": 0},
        {"bound": -1.0},
        {"weights": Weights(continuity=-1)},
    ],
)
def test_a_policy_out_of_range_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput, match=next(iter(wrong))):
        Policy(**wrong)


steps = st.lists(
    st.one_of(
        st.tuples(st.just("asked"), st.sampled_from(sorted(harbour().by_id))),
        st.tuples(st.just("skip"), st.sampled_from(sorted(harbour().by_id)), st.booleans()),
        st.tuples(
            st.just("learn"),
            st.sampled_from(sorted(harbour().by_id)),
            st.lists(st.sampled_from(["yes", "no", "x"]), max_size=2, unique=True),
        ),
    ),
    max_size=12,
)


def worked(taken: list[tuple[Any, ...]], **policy: Any) -> Agenda:
    agenda = Agenda(harbour(), policy=Policy(**policy))
    for name, *rest in taken:
        getattr(agenda, name)(*rest)
    return agenda


@given(steps, st.booleans())
def test_an_agenda_kept_up_to_date_equals_one_begun_from_its_state(
    taken: list[tuple[Any, ...]], lookahead: bool
) -> None:
    agenda = worked(taken, lookahead=lookahead)
    fresh = Agenda(agenda.form, agenda.state, agenda.policy)
    assert fresh.next() == agenda.next()
    assert fresh.progress() == agenda.progress()
    assert fresh.frontier() == agenda.frontier()


@given(steps)
def test_an_export_is_restored_to_an_equal_agenda(taken: list[tuple[Any, ...]]) -> None:
    agenda = worked(taken, target=0.9, lookahead=True)
    again = restore(json.loads(json.dumps(export(agenda))))
    assert (again.form, again.state, again.policy) == (agenda.form, agenda.state, agenda.policy)
    assert again.next() == agenda.next()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"version": 2}, "x: version: must be 1, got 2"),
        ({"policy": {"target": "much"}}, "x: policy.target: must be a float"),
        ({"policy": {"speed": 1}}, "x: policy.speed: is not a field here"),
        (
            {"policy": {"weights": {"importance": "a"}}},
            "weights.importance: must be a float",
        ),
        ({"standings": {"boat": {"asked": True}}}, "x: unit 'boat': asked: must be a int"),
        (
            {"standings": {"boat": {"values": [1]}}},
            "'boat': values: must be a list of texts",
        ),
        ({"standings": []}, "x: standings: must be a mapping"),
        ({"previous": 3}, "x: previous: must be the id of a unit"),
        ({"previous": "ghost"}, "is not a unit of 'sample'"),
    ],
)
def test_an_export_that_was_changed_badly_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        restore(export(Agenda(harbour())) | change, "x")
