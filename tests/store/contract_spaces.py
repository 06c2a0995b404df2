"""Spaces are walls, names are any text, and a closed store is closed."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing, suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti.model.entity import Entity, EntityKind
from smalti.model.errors import InvalidInput, StoreClosed
from smalti.model.record import Edge, EdgeKind, Record
from smalti.models.embedder import EmbedderInfo
from smalti.store.contract import Space, Store, Watermark
from smalti.text.analyse import Analyser
from store.contract_nouns import TURN, record
from store.harness import Harness
from store.helpers import TINY, fresh, matrix, said, write, write_terms
from strategies import any_text

NAMES = (
    "a\n", "x) DETACH DELETE (n", "user@x", "équipe", "👩\u200d👩\u200d👧", "n" * 255, "'", '"',
    "`", "../../etc/passwd", "%", "_", " ", "1", "NULL", "default", "space.tenant:7", "مساحة",
    "\u202e",
)  # fmt: skip
BAD_NAMES = ("", "n" * 256, "nul\0", "\ud800", None, 7, b"bytes")

READING: dict[str, Callable[[Space], Any]] = {
    "turn": lambda s: s.turn(TURN.id),
    "turn_by_external_id": lambda s: s.turn_by_external_id("m-1"),
    "turn_count": lambda s: s.turn_count(),
    "turns_at": lambda s: s.turns_at(range(1, 20)),
    "read_turns": lambda s: list(s.read_turns()),
    "read_turns of a session": lambda s: list(s.read_turns(session="default")),
    "columns": lambda s: s.columns(0),
    "sessions": lambda s: s.sessions(),
    "watermark": lambda s: s.watermark(),
    "lexical": lambda s: s.lexical(["moved"], 10).frequency.tolist(),
    "embedder": lambda s: s.embedder(),
    "vectors": lambda s: s.vectors(0, 10)[0].tolist(),
    "unembedded": lambda s: s.unembedded(),
    "analyser": lambda s: s.analyser(),
    "one": lambda s: s.one(Record, "r1"),
    "every": lambda s: list(s.every(Record)),
}
WRITING: dict[str, Callable[[Space], Any]] = {
    "append_turns": lambda s: write(s, "more"),
    "use_embedder": lambda s: s.use_embedder(TINY),
    "put_vectors": lambda s: s.put_vectors(TINY, [1], matrix([[1, 1, 1]])),
    "reanalyse": lambda s: s.reanalyse([(TURN.id, ["x"])], "x/1"),
    "put": lambda s: s.put(Entity("e1", EntityKind.PERSON, "Ada")),
    "atomic": lambda s: s.atomic().__enter__(),
}


def fill(space: Space) -> None:
    """Something for every way of reading."""
    write(space, said("I have an id", external_id="m-1"))
    (item,) = write(space, TURN)
    space.put_vectors(TINY, [item.seq], matrix([[1, 2, 3]]))
    space.put(record())


def everything(space: Space) -> dict[str, Any]:
    return {name: read(space) for name, read in READING.items()}


class SpaceContract(Harness):
    def test_a_space_never_written_to_reads_as_empty(self, store: Store, space: Space) -> None:
        assert not any(
            value
            for name, value in everything(space).items()
            if name not in ("watermark", "lexical")
        )
        assert space.watermark() == Watermark()
        assert store.spaces() == []

    @pytest.mark.parametrize("verb", READING)
    def test_nothing_of_another_space_is_found(self, store: Store, space: Space, verb: str) -> None:
        empty = READING[verb](space)
        fill(store.space("other"))
        assert READING[verb](store.space("other")) != empty
        assert READING[verb](space) == empty

    def test_the_same_turn_can_be_in_two_spaces(self, store: Store, space: Space) -> None:
        fill(space)
        alone = everything(space)
        fill(store.space("other"))
        assert everything(space) == alone
        assert everything(store.space("other")) == alone

    def test_an_external_id_belongs_to_its_space(self, store: Store, space: Space) -> None:
        write(space, said("one", external_id="m-1"))
        write(store.space("other"), said("two", external_id="m-1"))
        assert space.turn_by_external_id("m-1") == said("one", external_id="m-1")

    @pytest.mark.parametrize("verb", WRITING)
    def test_writing_leaves_other_spaces_alone(self, store: Store, space: Space, verb: str) -> None:
        fill(space)
        before = everything(space)
        other = store.space("other")
        fill(other)
        if verb == "use_embedder":
            other.use_embedder(EmbedderInfo("other", 5))
        elif verb != "atomic":
            WRITING[verb](other)
        assert everything(space) == before

    def test_other_spaces_do_not_count_in_the_statistics(self, store: Store, space: Space) -> None:
        write_terms(space, ["rare", "common"], ["common"])
        before = space.lexical(["common", "rare"], 10)
        for i in range(12):
            write_terms(store.space(f"other {i}"), ["rare", "rare"], ["rare"], ["common"])
        after = space.lexical(["common", "rare"], 10)
        assert after.frequency.tolist() == before.frequency.tolist()
        assert after.seqs.tolist() == before.seqs.tolist()
        assert after.counts.tolist() == before.counts.tolist()

    @given(text=any_text, term=st.sampled_from(["secret", "plan"]))
    def test_no_text_puts_a_term_into_another_space(
        self, store: Store, text: str, term: str
    ) -> None:
        ours, theirs = store.space("ours"), store.space("theirs")
        write_terms(ours, ["nothing"])
        for space_id in (1, 2):
            for gap in ("\x01", "\x1f", "\x7f", "\x85", "\u2028", "`"):
                crafted = f"http://x{gap}{space_id}:{term} {text}"
                write_terms(theirs, Analyser().terms(crafted))
        assert ours.lexical([term], 10).frequency.tolist() == [0]
        assert ours.lexical([term], 10).seqs.tolist() == []

    # ------------------------------------------------------------------ names

    @pytest.mark.parametrize("name", NAMES)
    def test_a_space_may_have_any_name(self, store: Store, name: str) -> None:
        write(store.space("default"), "of the default space")
        write(store.space(name), "of this space")
        assert store.space(name).name == name
        assert set(store.spaces()) == {"default", name}
        assert "of this space" in [turn.text for turn in store.space(name).read_turns()]

    def test_names_survive_reopening_and_come_sorted(self, store: Store) -> None:
        self.needs_persistence()
        for name in NAMES:
            write(store.space(name), f"of {name!r}")
        with closing(self.reopen(store)) as again:
            assert again.spaces() == sorted(NAMES)
            for name in NAMES:
                texts = [turn.text for turn in again.space(name).read_turns()]
                assert texts == [f"of {name!r}"]

    def test_names_are_compared_exactly(self, store: Store) -> None:
        alike = ["team", "Team", "team ", "équipe", "e\u0301quipe", "ｔeam"]
        for name in alike:
            write(store.space(name), f"of {name!r}")
        for name in alike:
            assert [turn.text for turn in store.space(name).read_turns()] == [f"of {name!r}"]

    @pytest.mark.parametrize("name", BAD_NAMES)
    def test_an_unusable_name_is_refused(self, store: Store, name: Any) -> None:
        with pytest.raises(InvalidInput) as caught:
            store.space(name)
        assert caught.value.field == "space"

    # ------------------------------------------------------------------ the whole store

    def test_a_sound_store_has_nothing_to_report(self, store: Store, space: Space) -> None:
        assert store.check() == []
        fill(space)
        assert store.check() == []

    @pytest.mark.parametrize("verb", [*READING, *WRITING])
    def test_a_closed_store_answers_nothing(self, store: Store, space: Space, verb: str) -> None:
        fill(space)
        store.close()
        with pytest.raises(StoreClosed):
            (READING | WRITING)[verb](space)

    @pytest.mark.parametrize(
        "verb",
        [lambda s: s.spaces(), lambda s: s.check(), lambda s: s.size(), lambda s: s.space("x")],
        ids=["spaces", "check", "size", "space"],
    )
    def test_a_closed_store_tells_nothing_of_itself(
        self, store: Store, verb: Callable[[Store], Any]
    ) -> None:
        store.close()
        with pytest.raises(StoreClosed):
            verb(store)

    def test_a_reader_halfway_notices_the_closing(self, store: Store, space: Space) -> None:
        with space.atomic():
            for i in range(600):
                space.put(Edge(f"a{i}", "b", EdgeKind.ABOUT))
        reading = space.every(Edge)
        next(reading)
        store.close()
        with pytest.raises(StoreClosed):
            list(reading)

    def test_closing_twice_is_no_mistake(self, store: Store) -> None:
        store.close()
        store.close()

    def test_a_space_that_was_taken_back_is_not_mistaken_for_the_next(self, store: Store) -> None:
        first, second = fresh(store), fresh(store)
        entity = Entity("e1", EntityKind.PERSON, "Ada")
        with suppress(LookupError), first.atomic():
            first.put(entity)
            assert list(first.every(Entity)) == [entity]
            raise LookupError
        second.put(entity)
        assert list(first.every(Entity)) == []
        assert list(second.every(Entity)) == [entity]
