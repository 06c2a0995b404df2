"""Things that are alike in all but their number, their name or their owner do not contradict."""

from __future__ import annotations

import pytest

from smalti import Memory
from smalti.model.lifecycle import State


@pytest.mark.parametrize(
    "said",
    [
        ("The code of locker 0 of client 1 is c1n0.", "The code of locker 0 of client 2 is c2n0."),
        ("The price of ticket 5 is 30 euros.", "The price of ticket 6 is 40 euros."),
        ("Flight 212 leaves at 5 pm.", "The kick-off meeting starts at 4 pm."),
        ("Server alpha has 16 GB of memory.", "Server beta has 32 GB of memory."),
        ("The owner of room 12 in building B is Anna.", "The owner of room 12 in hall C is Tom."),
        ("A栋的电梯限载800公斤。", "B栋的电梯限载1000公斤。"),
        ("3号会议室的密码是1234。", "5号会议室的密码是5678。"),
        ("会議室Aの定員は10人です。", "会議室Bの定員は20人です。"),
    ],
)
@pytest.mark.parametrize("speakers", [("Nora", "Nora"), ("Nora", "Kim")])
def test_things_told_apart_by_number_or_name_do_not_contradict(
    said: tuple[str, str], speakers: tuple[str, str]
) -> None:
    with Memory(":memory:", embedder=None) as memory:
        for text, speaker in zip(said, speakers, strict=True):
            memory.add([{"text": text, "speaker": speaker}])
        assert memory.conflicts() == []
        assert {one.state for one in memory.records()} == {State.CURRENT}
