"""What is erased is gone from everything that can be asked, and a note of it stays."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing

import pytest
from hypothesis import given, settings

from smalti.model.entity import Entity, EntityKind, Merge
from smalti.model.errors import InvalidInput
from smalti.model.processing import Processed, ProcessStatus
from smalti.model.record import Belief, Edge, EdgeKind, Evidence, Record, Slot
from smalti.store.contract import Erasure, Space, Store
from smalti.store.schema import NOUNS
from store.contract_nouns import TURN, record
from store.harness import Harness
from store.helpers import NOW, TINY, all_vectors, matrix, said, write
from store.worlds import World, worlds

NOTE = Erasure("w1", "turn", NOW, ("t1", "r1"), {"turns": 1}, "asked for")


def told(space: Space) -> None:
    """Two turns, a record that rests on both, and a note that the first was read."""
    other = said("I still live there.")
    seqs = [item.seq for item in write(space, TURN, other)]
    space.put_vectors(TINY, seqs, matrix([[1, 0, 0], [0, 1, 0]]))
    space.put(record(evidence=(Evidence(TURN.id, 0, 5), Evidence(other.id, 0, 5))), ["subject ada"])
    space.put(Processed(TURN.id, ProcessStatus.DONE, "rules/1", NOW))


class ErasingContract(Harness):
    def test_a_removed_turn_is_found_in_no_way(self, store: Store, space: Space) -> None:
        told(space)
        (seq, _) = (column.seq for column in space.columns(0))
        rows = space.remove_turns([TURN.id, "t_never"])
        assert rows == {"turns": 1, "lexical": 1, "vectors": 1, "evidence": 1, "processed": 1}
        assert (space.turn(TURN.id), space.turns_at([seq]), space.turn_count()) == (None, {}, 1)
        assert space.lexical(["moved", "still"], 5).frequency.tolist() == [0, 1]
        assert len(all_vectors(space)) == 1
        assert space.one(Processed, TURN.id) is None
        (left,) = space.every(Record)
        assert len(left.evidence) == 1
        assert store.check() == []

    def test_removing_turns_begins_a_generation(self, space: Space) -> None:
        write(space, TURN)
        before = space.watermark()
        space.remove_turns([TURN.id])
        assert space.watermark().generation > before.generation
        assert space.watermark().seq > before.seq

    def test_a_removed_turn_can_be_journalled_again(self, space: Space) -> None:
        write(space, TURN)
        space.remove_turns([TURN.id])
        (item,) = write(space, TURN)
        assert item.new
        assert space.lexical(["moved"], 5).frequency.tolist() == [1]
        assert [turn.text for turn in space.read_turns()] == [TURN.text]

    def test_a_removed_noun_goes_with_its_keys(self, space: Space) -> None:
        told(space)
        rows = space.remove([record()])
        assert rows == {"records": 1, "evidence": 2, "noun_keys": 1}
        assert space.one(Record, "r1") is None
        assert space.meeting(Record, ["subject ada"]) == []
        assert space.remove([record()]) == {}

    def test_edges_are_removed_by_both_ends_and_kind(self, space: Space) -> None:
        edges = [Edge("a", "b", EdgeKind.ABOUT), Edge("a", "b", EdgeKind.CAUSES)]
        space.put_all((edge, None) for edge in edges)
        assert space.remove(edges[:1]) == {"edges": 1}
        assert list(space.every(Edge)) == edges[1:]

    @settings(max_examples=15)
    @given(world=worlds())
    def test_every_noun_can_be_removed(self, store: Store, world: World) -> None:
        space = store.space("all")
        space.empty()
        write(space, *world.turns)
        space.put_all((noun, None) for noun in world.others())
        space.remove(world.others())
        assert [list(space.every(cls)) for cls in NOUNS] == [[] for _ in NOUNS]
        space.remove_turns(turn.id for turn in world.turns)
        assert space.turn_count() == 0
        assert store.check() == []

    def test_nouns_are_found_by_any_id_they_name(self, space: Space) -> None:
        space.put(Entity("e1", EntityKind.PERSON, "Ada"))
        merges = [
            Merge("m1", "e1", "e2", "Are they one? Yes: t_7", NOW),
            Merge("m2", "e1", "e3", "(e4)", NOW),
            Merge("m3", "e1", "e33", "", NOW),
        ]
        for merge in merges:
            space.put(merge)
        assert space.holding(Merge, ["t_7"]) == merges[:1]
        assert space.holding(Merge, ["e3", "e4"]) == [merges[1]]
        assert space.holding(Merge, ["e1"]) == merges
        assert space.holding(Merge, ["e"]) == space.holding(Merge, []) == []

    def test_ids_inside_lists_are_found(self, space: Space) -> None:
        space.put(Belief("b1", Slot("ada", "lives_in"), {"r1": 1.0}))
        assert [one.id for one in space.holding(Belief, ["r1"])] == ["b1"]

    def test_other_spaces_hold_nothing_and_lose_nothing(self, store: Store, space: Space) -> None:
        other = store.space("other")
        for each in (space, other):
            told(each)
            each.put(Entity("e1", EntityKind.PERSON, "Ada"), ["a"])
        space.remove([Entity("e1", EntityKind.PERSON, "Ada")])
        space.remove_turns([TURN.id])
        space.empty()
        assert other.turn_count() == 2
        assert len(all_vectors(other)) == 2
        assert [one.id for one in other.meeting(Entity, ["a"])] == ["e1"]
        assert other.lexical(["still"], 5).frequency.tolist() == [1]
        assert space.holding(Entity, ["e1"]) == []

    def test_what_is_derived_goes_with_anything_erased(self, space: Space) -> None:
        told(space)
        erasers: list[Callable[[], object]] = [
            lambda: space.remove([record()]),
            lambda: space.remove_turns([TURN.id]),
        ]
        for erase in erasers:
            space.keep("graph", b"ada")
            assert space.kept("graph") == b"ada"
            erase()
            assert space.kept("graph") is None

    def test_an_emptied_space_keeps_its_name_its_clock_and_its_notes(
        self, store: Store, space: Space
    ) -> None:
        told(space)
        space.note_erasure(NOTE)
        before = space.watermark()
        rows = space.empty()
        assert (rows["turns"], rows["lexical"], rows["records"], rows["noun_keys"]) == (2, 2, 1, 1)
        assert store.spaces() == ["home"]
        assert space.watermark().generation > before.generation
        assert space.watermark().seq > before.seq
        assert (space.turn_count(), list(space.every(Record)), all_vectors(space)) == (0, [], {})
        assert (space.analyser(), space.embedder()) == (None, None)
        assert space.erasures() == [NOTE]
        assert store.check() == []

    def test_a_turn_gets_other_metadata_and_nothing_else(self, space: Space) -> None:
        turn = said("Yes.", metadata={"question": "Is it so?", "kept": [1]})
        write(space, turn)
        space.annotate(turn.id, {"kept": [1]})
        assert space.turn(turn.id) == said("Yes.", metadata={"kept": [1]})

    def test_the_neighbours_of_a_turn_are_those_of_its_session(self, space: Space) -> None:
        texts = ["a", "b", "c", "d"]
        items = write(space, *(said(text, session="s") for text in texts), said("x"))
        assert [t.text for t in space.turns_after(items[0].seq, 2)] == ["b", "c"]
        assert [t.text for t in space.turns_before(items[3].seq, 2)] == ["b", "c"]
        assert space.turns_after(items[3].seq, 2) == space.turns_after(99, 2) == []
        assert space.places([items[1].id, "t_never"]) == {items[1].id: items[1].seq}

    def test_turns_are_read_by_who_said_them(self, space: Space) -> None:
        write(space, said("a", speaker="Ada"), said("b", speaker="Bo"), said("c", speaker="Ada"))
        assert [turn.text for turn in space.read_turns(speaker="Ada")] == ["a", "c"]
        assert list(space.read_turns(speaker="ada")) == []

    def test_an_error_takes_an_erasure_back(self, store: Store, space: Space) -> None:
        told(space)
        with pytest.raises(ZeroDivisionError), space.atomic():
            space.remove([record()])
            space.remove_turns([TURN.id])
            space.note_erasure(NOTE)
            raise ZeroDivisionError
        assert (space.turn_count(), len(list(space.every(Record))), space.erasures()) == (2, 1, [])
        assert store.check() == []

    def test_compacting_marks_every_note_and_keeps_what_is_left(
        self, store: Store, space: Space
    ) -> None:
        told(space)
        space.remove_turns([TURN.id])
        space.note_erasure(NOTE)
        done = store.compact()
        assert (done.done, done.reason, done.backups) == (True, "", ())
        assert [note.compacted for note in space.erasures()] == [True]
        assert space.lexical(["still"], 5).frequency.tolist() == [1]
        assert len(all_vectors(space)) == 1
        assert store.check() == []

    def test_compacting_within_a_transaction_is_refused(self, store: Store, space: Space) -> None:
        with pytest.raises(InvalidInput, match="transaction"), space.atomic():
            store.compact()

    def test_notes_survive_reopening(self, store: Store) -> None:
        self.needs_persistence()
        store.space("home").note_erasure(NOTE)
        with closing(self.reopen(store)) as again:
            assert again.space("home").erasures() == [NOTE]
            assert again.space("other").erasures() == []
