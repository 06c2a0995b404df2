from __future__ import annotations

import subprocess
import sys

from smalti import Memory
from smalti.recall.engine import Recaller
from smalti.recall.filters import Filters
from smalti.recall.route.scan import CodeScan
from smalti.recall.search import RecallRequest
from smalti.testing import HashEmbedder
from smalti.text.analyse import Analyser

BIRDS = ("heron", "kestrel", "plover", "dunlin", "curlew", "redshank", "gannet", "fulmar")


def filled(memory: Memory, count: int = 200) -> None:
    memory.add(
        [f"I saw a {BIRDS[n % 8]} and {n % 5} others at mile {n}" for n in range(count)],
        speaker="ada",
    )


def recaller(memory: Memory, router: CodeScan | None = None) -> Recaller:
    return Recaller(memory._space, Analyser("en"), lambda: HashEmbedder(64), router=router)


def test_the_path_and_its_confidence_are_in_the_result() -> None:
    with Memory(":memory:", embedder=HashEmbedder(64), extract=False) as memory:
        filled(memory)
        routed = recaller(memory, CodeScan(512, 100, 0)).recall(RecallRequest("plover at mile 10"))
        whole = recaller(memory).recall(RecallRequest("plover at mile 10"))
    assert routed.path == "lexical+vector(simhash)"
    assert CodeScan.trusted_from <= routed.confidence < 1
    assert (whole.path, whole.confidence) == ("lexical+vector", 1.0)
    assert routed.items[0].turn == whole.items[0].turn


def test_an_unsure_router_gives_what_comparing_all_gives_and_the_path_says_so() -> None:
    with Memory(":memory:", embedder=HashEmbedder(64), extract=False) as memory:
        filled(memory)
        unsure = recaller(memory, CodeScan(64, 5, 0)).recall(RecallRequest("plover at mile 10"))
        whole = recaller(memory).recall(RecallRequest("plover at mile 10"))
    assert unsure.path == "lexical+vector(simhash, exact)"
    assert unsure.confidence < CodeScan.trusted_from
    assert unsure.items == whole.items


def test_what_is_added_is_found_by_the_same_router_and_what_is_forgotten_is_not() -> None:
    with Memory(":memory:", embedder=HashEmbedder(64), extract=False) as memory:
        filled(memory)
        routed = recaller(memory, CodeScan(512, 100, 0))
        routed.recall(RecallRequest("plover"))
        (late,) = memory.add("The osprey took a trout", speaker="bo").ids
        found = routed.recall(RecallRequest("Which bird took a trout?"))
        assert found.items[0].turn.id == late
        assert found.path == "lexical+vector(simhash)"
        memory.forget(turn=late)
        again = routed.recall(RecallRequest("Which bird took a trout?"))
        assert late not in [item.turn.id for item in again]


def test_filters_hold_on_the_routed_path() -> None:
    with Memory(":memory:", embedder=HashEmbedder(64), extract=False) as memory:
        filled(memory)
        memory.add("I saw a plover at mile 10", speaker="bo")
        asked = RecallRequest("plover at mile 10", filters=Filters.of({"speaker": "bo"}))
        found = recaller(memory, CodeScan(512, 100, 0)).recall(asked)
    assert [item.turn.speaker for item in found] == ["bo"]
    assert found.path == "lexical+vector"  # few pass, so all of these are compared


def test_neither_importing_nor_recalling_loads_the_graph_index() -> None:
    code = (
        "import sys, smalti; from smalti.testing import HashEmbedder\n"
        "with smalti.Memory(':memory:', embedder=HashEmbedder(), extract=False) as memory:\n"
        "    memory.add('a heron'); memory.recall('heron')\n"
        "print('usearch' in sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "False"
