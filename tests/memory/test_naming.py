"""``entities``: everybody and everything that was spoken of, by name."""

from __future__ import annotations

from smalti import Memory
from write.extract.talks import needs_parser

pytestmark = needs_parser


def listed(memory: Memory) -> list[str]:
    return [entity.name for entity in memory.entities()]


def test_who_has_no_name_yet_is_not_listed(memory: Memory) -> None:
    memory.add("She loves lilies.", speaker="Ada")
    assert [record.sentence for record in memory.records(state=None)] == ["She loves lilies"]
    assert listed(memory) == ["Ada"]


def test_a_time_is_nobody_and_nothing(memory: Memory) -> None:
    memory.add("Thursdays are quiet.", speaker="Ada")
    assert "Thursdays" not in listed(memory)


def test_a_day_and_a_greeting_are_no_part_of_a_name(memory: Memory) -> None:
    memory.add(["Thursday Wietske called me", "Hey Bo, I moved to Oslo"], speaker="Ada")
    assert listed(memory) == ["Ada", "Wietske", "Oslo"]


def test_a_pet_with_a_name_is_one(memory: Memory) -> None:
    said = ["my dog is called Biscuit", "Biscuit loves cheese", "I walked Biscuit", "my dog is ill"]
    for text in said:
        memory.add(text, speaker="Ada")
    assert listed(memory) == ["Ada", "Biscuit"]


def test_records_are_given_the_names_of_those_who_stand_for_whom_they_mention(
    memory: Memory,
) -> None:
    memory.assert_("Bob", "lives_in", "Oslo", speaker="Ada")
    memory.assert_("Robert", "likes", "tea", speaker="Ada")
    memory.assert_("Rob", "likes", "rain", speaker="Ada")
    records = list(memory.records())
    by_id = {memory.entity(name).id: name for name in ("Bob", "Robert", "Rob", "Oslo", "Ada")}
    found = memory.names(records)
    assert {id: found[id] for id in by_id} == by_id
    memory.merge("Robert", "Bob")
    memory.merge("Rob", "Robert")
    above = dict.fromkeys(("Bob", "Robert", "Rob"), "Rob")
    merged = memory.names(records)
    assert {id: merged[id] for id in by_id} == {id: above.get(n, n) for id, n in by_id.items()}
    assert list(merged) == list(found)
