"""Merging two entities, and taking that back with all that was and was learnt since."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from smalti.model.conflict import Clarification, ClarificationStatus
from smalti.model.entity import Entity, EntityKind, Merge
from smalti.model.errors import InvalidInput, NotFound
from smalti.store.sqlite import open_sqlite
from smalti.write.entities import (
    canonical,
    entity_keys,
    members,
    merge,
    settle,
    unmerge,
    unmerge_stored,
    view,
)
from write.entities.worlds import NOW, World, thing


def person(id: str, name: str = "", **fields: Any) -> Entity:
    return Entity(id, EntityKind.PERSON, name or id.title(), **fields)


# ---------------------------------------------------------------------- over values


def test_a_merge_points_the_loser_to_the_winner_and_changes_nothing_else() -> None:
    winner, loser = person("ada", "Ada Weld"), person("countess", "The Countess")
    changes = merge(winner, loser, reason="said so", at=NOW)
    assert changes.entity == person("countess", "The Countess", merged_into="ada")
    made = changes.merge
    assert (made.winner, made.loser, made.reason, made.undone_at) == (
        "ada",
        "countess",
        "said so",
        None,
    )


def test_a_merge_taken_back_leaves_the_loser_as_it_has_become() -> None:
    changes = merge(person("ada"), person("countess"), reason="", at=NOW)
    learnt = person("countess", aliases=("Lovelace",), merged_into="ada")
    back = unmerge(changes.merge, learnt, at=NOW)
    assert back.entity == person("countess", aliases=("Lovelace",))
    assert (back.merge.id, back.merge.undone_at) == (changes.merge.id, NOW)


def test_one_entity_is_not_merged_with_itself() -> None:
    with pytest.raises(InvalidInput, match="one already"):
        merge(person("ada"), person("ada"), reason="", at=NOW)


def test_a_cycle_is_refused() -> None:
    lower, upper = person("bo", merged_into="ada"), person("ada")
    with pytest.raises(InvalidInput, match="one already"):
        merge(lower, upper, above=[upper], reason="", at=NOW)


def test_what_is_merged_already_is_refused() -> None:
    with pytest.raises(InvalidInput, match="merged into cy") as caught:
        merge(person("ada"), person("bo", merged_into="cy"), reason="", at=NOW)
    assert "merge cy" in str(caught.value.fix)


def test_a_person_is_not_merged_with_a_thing_even_if_people_say_so() -> None:
    with pytest.raises(InvalidInput, match="a person and a concept"):
        city = Entity("florence", EntityKind.CONCEPT, "Florence")
        merge(person("flo", "Florence"), city, reason="", at=NOW, decided=True)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Entity("a", EntityKind.CONCEPT, "Invoice 10041"), "Invoice 10042"),
        (Entity("a", EntityKind.CONCEPT, "Kestrel"), "Kestrel 1.4"),
        (Entity("a", EntityKind.CONCEPT, "Java", "place"), "Java"),
    ],
)
def test_only_people_merge_what_differs_in_digits_or_category(one: Entity, other: str) -> None:
    second = Entity("b", EntityKind.CONCEPT, other, "product")
    with pytest.raises(InvalidInput, match="decided"):
        merge(one, second, reason="", at=NOW)
    assert merge(one, second, reason="", at=NOW, decided=True).entity.merged_into == "a"


def test_a_merge_is_undone_once() -> None:
    made = Merge("m", "ada", "bo", "", NOW, undone_at=NOW)
    with pytest.raises(InvalidInput, match="was undone"):
        unmerge(made, person("bo"), at=NOW)


def test_a_merge_is_undone_on_its_own_loser() -> None:
    made = Merge("m", "ada", "bo", "", NOW)
    with pytest.raises(InvalidInput, match="is not what cy is merged by"):
        unmerge(made, person("cy", merged_into="ada"), at=NOW)


def test_a_cluster_is_seen_with_all_its_names_once() -> None:
    winner = person("ada", "Ada Weld", aliases=("Ada",))
    loser = person("countess", "The Countess", aliases=("ADA", "A. Weld"), merged_into="ada")
    seen = view(winner, [winner, loser])
    assert (seen.id, seen.name, seen.ids) == ("ada", "Ada Weld", ("ada", "countess"))
    assert seen.aliases == ("Ada", "The Countess", "A. Weld")


# ---------------------------------------------------------------------- over what is stored


def test_readers_go_on_to_the_winner_and_see_all_members(world: World) -> None:
    for entity in (person("a"), person("b", merged_into="a"), person("c", merged_into="b")):
        world.space.put(entity, entity_keys(entity))
    lowest = world.entity("c")
    assert world.drive(canonical(lowest)).id == "a"
    assert [one.id for one in world.drive(members(lowest))] == ["a", "b", "c"]


def test_a_name_of_the_loser_still_means_the_loser(world: World) -> None:
    winner = world.tell("Tamsin Kerrow sails.", "Tamsin Kerrow")
    loser = world.tell("Sasha dances.", "Sasha")
    made = world.merge(winner.record.subject, loser.record.subject)
    since = world.tell("Sasha sings.", "Sasha")
    assert since.record.subject == loser.record.subject
    back = world.drive(unmerge_stored(made, at=NOW))
    assert back.entity == person(loser.record.subject, "Sasha")


def test_a_cluster_with_no_end_ends(world: World) -> None:
    for entity in (person("a", merged_into="b"), person("b", merged_into="a")):
        world.space.put(entity, entity_keys(entity))
    assert world.drive(canonical(world.entity("a"))).id == "b"
    assert {one.id for one in world.drive(members(world.entity("a")))} == {"a", "b"}


def test_an_entity_that_is_not_there_is_not_merged(world: World) -> None:
    with pytest.raises(NotFound, match="nobody"):
        world.merge("nobody", "nothing")


def test_a_chain_that_leads_nowhere_is_an_error(world: World) -> None:
    world.space.put(person("a", merged_into="gone"))
    with pytest.raises(NotFound, match="gone"):
        world.drive(canonical(world.entity("a")))


ACTIONS = st.lists(
    st.one_of(
        st.tuples(st.just("merge"), st.integers(0, 5), st.integers(0, 5)),
        st.tuples(st.just("undo"), st.integers(0, 9), st.just(0)),
        st.tuples(st.just("learn"), st.integers(0, 5), st.integers(0, 9)),
    ),
    max_size=24,
)


@settings(max_examples=25)
@given(ACTIONS)
def test_undone_merges_leave_what_there_would_be_without_them(
    actions: list[tuple[str, int, int]],
) -> None:
    with closing(open_sqlite(":memory:")) as store:
        lived, other = World(store.space("lived")), World(store.space("without"))
        done = list(_live(lived, actions))
        kept = [step for step in done if not (isinstance(step, Merge) and _is_undone(lived, step))]
        _fill(other)
        for step in kept:
            if isinstance(step, Merge):
                other.merge(step.winner, step.loser)
            else:
                other.space.put(*_with_alias(other, *step))
        assert list(lived.space.every(Entity)) == list(other.space.every(Entity))
        for entity in lived.space.every(Entity):
            assert _cluster(lived, entity) == _cluster(other, entity)


def _live(world: World, actions: list[tuple[str, int, int]]) -> Any:
    """Do what can be done; refused merges change nothing."""
    _fill(world)
    merges: list[Merge] = []
    for action, first, second in actions:
        if action == "merge":
            before = list(world.space.every(Entity))
            try:
                merges.append(world.merge(f"e{first}", f"e{second}"))
            except InvalidInput:
                assert list(world.space.every(Entity)) == before
            else:
                yield merges[-1]
        elif action == "learn":
            world.space.put(*_with_alias(world, first, second))
            yield first, second
        elif merges:
            made = merges[first % len(merges)]
            if not _is_undone(world, made):
                back = world.drive(unmerge_stored(made, at=NOW))
                world.space.put(back.entity, entity_keys(back.entity))
                world.space.put(back.merge)


def _fill(world: World) -> None:
    for number in range(6):
        entity = person(f"e{number}", f"Name {'abcdef'[number]}")
        world.space.put(entity, entity_keys(entity))


def _is_undone(world: World, made: Merge) -> bool:
    stored = world.space.one(Merge, made.id)
    assert stored is not None
    return stored.undone_at is not None


def _with_alias(world: World, number: int, alias: int) -> tuple[Entity, tuple[str, ...]]:
    entity = world.entity(f"e{number}")
    names = dict.fromkeys((*entity.aliases, f"alias {alias}"))
    learnt = replace(entity, aliases=tuple(names))
    return learnt, entity_keys(learnt)


def _cluster(world: World, entity: Entity) -> tuple[str, frozenset[str]]:
    cluster = world.drive(members(entity))
    return cluster[0].id, frozenset(one.id for one in cluster)


# ---------------------------------------------------------------------- questions


def asked_about(world: World) -> Clarification:
    world.tell("Tamsin Kerrow runs the boatyard.", "Tamsin Kerrow")
    world.tell("Tamsin lost at chess.", "Tamsin")
    [asked] = world.space.every(Clarification)
    return asked


def answered(asked: Clarification) -> Clarification:
    return replace(asked, status=ClarificationStatus.ANSWERED, answered_by="ada")


def test_a_question_answered_with_yes_makes_two_one(world: World) -> None:
    world.settle(answered(asked_about(world)))
    tamsin, kerrow = (
        world.subject(world.tell("So.", name)) for name in ("Tamsin", "Tamsin Kerrow")
    )
    assert world.drive(canonical(tamsin)) == world.drive(canonical(kerrow))
    assert ["ada" in made.reason for made in world.space.every(Merge)] == [True]


def test_a_question_about_what_is_one_by_now_changes_nothing(world: World) -> None:
    asked = answered(asked_about(world))
    world.settle(asked)
    assert world.drive(settle(asked, at=NOW)) is None


def test_a_question_without_an_answer_merges_nothing(world: World) -> None:
    with pytest.raises(InvalidInput, match="is queued"):
        world.settle(asked_about(world))


def test_a_question_about_something_else_merges_nothing(world: World) -> None:
    asked = Clarification("q1", "Which day?", "record", NOW, status=ClarificationStatus.ANSWERED)
    with pytest.raises(InvalidInput, match="whether two entities are one"):
        world.settle(asked)


def test_both_of_two_clusters_become_one(world: World) -> None:
    asked = asked_about(world)
    first, second = asked.about.split()
    for id, name in ((first, "Vessel Vane"), (second, "Harbour Hull")):
        top = world.tell(f"{name} is here.", name)
        world.merge(top.record.subject, id)
    world.settle(answered(asked))
    assert len(world.drive(members(world.entity(first)))) == 4


def test_people_may_say_that_two_numbers_are_one(world: World) -> None:
    first = world.tell("The bikes are in Unit 07.", thing("Unit 07"))
    second = world.tell("Unit 7 needs a new padlock.", thing("Unit 7"))
    [asked] = world.space.every(Clarification)
    world.settle(answered(asked))
    seven = world.subject(first)
    assert world.drive(canonical(seven)) == world.drive(canonical(world.subject(second)))
