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
