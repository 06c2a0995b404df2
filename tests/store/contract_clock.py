"""The clock of a space: moved by every write, and its generation by whatever takes back."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from smalti.model.entity import Entity, EntityKind
from smalti.model.record import Edge, EdgeKind
from smalti.models.embedder import EmbedderInfo
from smalti.store.contract import Space, Store, Watermark
from store.harness import Harness
from store.helpers import TINY, matrix, said, write

Step = Callable[[Space], object]


def some_vectors(space: Space) -> None:
    space.put_vectors(TINY, [column.seq for column in space.columns(0)][:1], matrix([[1, 0, 0]]))


def reanalysed(space: Space) -> None:
    space.reanalyse([(turn.id, ["other"]) for turn in space.read_turns()], "other/1")


GROWING: dict[str, Step] = {
    "a turn": lambda space: write(space, "a second turn"),
    "a noun": lambda space: space.put(Entity("e", EntityKind.CONCEPT, "Lisbon")),
    "a noun in its place": lambda space: space.put(Entity("e0", EntityKind.CONCEPT, "Porto")),
    "an edge": lambda space: space.put(Edge("a", "b", EdgeKind.ABOUT)),
    "a vector": some_vectors,
}
REPLACING: dict[str, Step] = {
    "terms": reanalysed,
    "a vector": some_vectors,
    "all vectors": lambda space: space.use_embedder(EmbedderInfo("other", 3)),
}


class ClockContract(Harness):
    def test_a_space_starts_at_nothing(self, space: Space) -> None:
        assert space.watermark() == Watermark(0, 0)

    @pytest.mark.parametrize("what", GROWING)
    def test_a_write_moves_the_clock_and_keeps_the_generation(
        self, space: Space, what: str
    ) -> None:
        write(space, "a turn")
        before = space.watermark()
        GROWING[what](space)
        after = space.watermark()
        assert after.seq > before.seq
        assert after.generation == before.generation

    @pytest.mark.parametrize("what", REPLACING)
    def test_replacing_what_was_handed_out_begins_a_generation(
        self, space: Space, what: str
    ) -> None:
        write(space, "a turn")
        some_vectors(space)
        space.put(Entity("e0", EntityKind.CONCEPT, "Lisbon"))
        before = space.watermark()
        REPLACING[what](space)
        assert space.watermark().generation > before.generation

    def test_whoever_has_read_up_to_a_point_misses_nothing_before_it(self, space: Space) -> None:
        read: list[str] = []
        point = 0
        for text in "abcdef":
            write(space, text)
            space.put(Edge(text, "x", EdgeKind.ABOUT))  # takes numbers of the same sequence
            read += [turn.text for turn in space.read_turns(after=point)]
            point = space.watermark().seq
        assert read == list("abcdef")

    def test_known_turns_leave_the_clock_alone(self, space: Space) -> None:
        write(space, "a", "b")
        before = space.watermark()
        write(space, "b", "a")
        assert space.watermark() == before

    def test_the_same_model_again_leaves_the_vectors_alone(self, space: Space) -> None:
        write(space, "a turn")
        some_vectors(space)
        before = space.watermark()
        space.use_embedder(TINY)
        assert space.watermark() == before
        assert space.unembedded() == []

    def test_reading_leaves_the_clock_alone(self, space: Space) -> None:
        turn = said("a turn")
        write(space, turn)
        before = space.watermark()
        space.turn(turn.id)
        list(space.read_turns())
        space.lexical(["turn"], 5)
        space.vectors(0, 5)
        list(space.every(Edge))
        assert space.watermark() == before

    def test_each_space_has_a_clock_of_its_own(self, store: Store, space: Space) -> None:
        write(space, "a turn")
        before = space.watermark()
        other = store.space("other")
        write(other, "b", "c")
        reanalysed(other)
        assert space.watermark() == before
