"""Turns that say something similar to one that is journalled."""

from __future__ import annotations

from smalti import Memory
from smalti.memory.within import space_of
from smalti.recall.engine import Recaller
from smalti.recall.route.contract import Router
from smalti.recall.route.scan import CodeScan
from smalti.testing import HashEmbedder
from smalti.text.analyse import Analyser

BIRDS = ("heron", "kestrel", "plover", "dunlin", "curlew", "redshank", "gannet", "fulmar")


def nearest(memory: Memory, router: Router, turn: int) -> list[int]:
    """The numbers of the turns nearest to one, given by its place in the journal."""
    space = space_of(memory)
    recaller = Recaller(space, Analyser("en"), lambda: HashEmbedder(64), router=router)
    turns = list(memory.turns())
    [place] = space.places([turns[turn].id]).values()
    return recaller.nearest(turns[turn].text, 8, place)


def test_a_sure_router_gives_what_comparing_all_gives() -> None:
    with Memory(":memory:", embedder=HashEmbedder(64), extract=False) as memory:
        memory.add([f"I saw a {BIRDS[n % 8]} and {n % 5} at mile {n}" for n in range(200)])
        for turn in (1, 40, 120, 199):
            routed = nearest(memory, CodeScan(512, 100, 0), turn)
            assert routed == nearest(memory, CodeScan(), turn)
            places = space_of(memory).places(one.id for one in list(memory.turns())[:turn])
            assert len(routed) == min(turn, 8)
            assert set(routed) <= set(places.values())
