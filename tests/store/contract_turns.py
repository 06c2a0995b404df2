"""The journal: what goes in comes out, once, in order, byte for byte."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti.model.errors import ExternalIdConflict
from smalti.model.time import Instant
from smalti.model.turn import Attachment, Role, Turn
from smalti.store.contract import SessionInfo, Space, Store, TurnColumn, TurnEntry
from store.harness import Harness
from store.helpers import TERMS, entry, fresh, many, said, write
from strategies import TRICKY_TEXTS, turn_lists


class TurnContract(Harness):
    @given(turns=turn_lists())
    def test_turns_come_out_as_they_went_in(self, store: Store, turns: list[Turn]) -> None:
        space = fresh(store)
        appended = write(space, *turns)
        assert list(space.read_turns()) == turns
        assert [space.turn(turn.id) for turn in turns] == turns
        seqs = [item.seq for item in appended]
        assert space.turns_at(seqs) == dict(zip(seqs, turns, strict=True))

    def test_texts_survive_reopening_byte_for_byte(self, store: Store) -> None:
        self.needs_persistence()
        write(store.space("home"), *TRICKY_TEXTS)
        with closing(self.reopen(store)) as again:
            texts = [turn.text.encode() for turn in again.space("home").read_turns()]
        assert texts == [text.encode() for text in TRICKY_TEXTS]

    def test_everything_a_turn_carries_survives_reopening(self, store: Store) -> None:
        self.needs_persistence()
        turn = said(
            "Look, the scan of ticket ERR-7731.",
            speaker="José",
            role=Role.TOOL,
            said_at=Instant.of("2026-03-01T00:30:00.000001+13:00"),
            session="s/1",
            external_id="msg#1",
            attachments=(Attachment("image", "a scan", "file:///scan.png"), Attachment("audio")),
            metadata={"a": {"b": [1, 2.5, None, True, "é"]}, "": {}},
        )
        write(store.space("home"), turn)
        with closing(self.reopen(store)) as again:
            assert again.space("home").turn(turn.id) == turn

    def test_an_unknown_time_stays_unknown(self, space: Space) -> None:
        turn = said("nobody knows when", said_at=None)
        write(space, turn)
        found = space.turn(turn.id)
        assert found is not None
        assert found.said_at is None
        assert space.columns(0)[0].said_at is None

    def test_the_day_of_the_speaker_is_kept(self, space: Space) -> None:
        turn = said("half past midnight", said_at=Instant.of("2026-03-01T00:30:00+13:00"))
        write(space, turn)
        found = space.turn(turn.id)
        assert found is not None
        assert found.said_at is not None
        assert found.said_at.local().isoformat() == "2026-03-01T00:30:00+13:00"
        assert found.said_at.utc().isoformat() == "2026-02-28T11:30:00+00:00"

    @given(turns=turn_lists(max_size=4), again=st.data())
    def test_appending_again_finds_the_same_turns(
        self, store: Store, turns: list[Turn], again: st.DataObject
    ) -> None:
        space = fresh(store)
        first = write(space, *turns)
        repeated = again.draw(st.lists(st.sampled_from(turns), min_size=1))
        second = write(space, *repeated)
        seq_of = {item.id: item.seq for item in first}
        assert all(item.new for item in first)
        assert [(item.id, item.seq, item.new) for item in second] == [
            (turn.id, seq_of[turn.id], False) for turn in repeated
        ]
        assert list(space.read_turns()) == turns

    def test_a_known_turn_is_left_as_it_is(self, space: Space) -> None:
        turn = said("first", metadata={"n": 1})
        write(space, turn)
        write(space, replace(turn, metadata={"n": 2}, role=Role.TOOL))
        assert space.turn(turn.id) == turn

    def test_the_same_turn_twice_in_one_batch_is_one_turn(self, space: Space) -> None:
        turn = said("yes")
        first, second = write(space, turn, turn)
        assert (first.new, second.new) == (True, False)
        assert first.seq == second.seq
        assert space.turn_count() == 1

    def test_old_and_new_turns_can_come_in_one_batch(self, space: Space) -> None:
        write(space, "a", "b")
        appended = write(space, "c", "a", "d", "b")
        assert [item.new for item in appended] == [True, False, True, False]
        assert [turn.text for turn in space.read_turns()] == ["a", "b", "c", "d"]

    def test_turns_are_numbered_in_the_order_given(self, space: Space) -> None:
        turns = [said(text) for text in "zyxabc"]
        seqs = [item.seq for item in write(space, *turns)]
        assert seqs == sorted(set(seqs))
        assert [turn.text for turn in space.read_turns()] == list("zyxabc")

    def test_appending_nothing_is_no_mistake(self, space: Space) -> None:
        assert write(space) == []
        assert space.turn_count() == 0

    # ------------------------------------------------------------------ external ids

    def test_a_turn_is_found_by_its_external_id(self, space: Space) -> None:
        turn = said("hello", external_id="m-1")
        write(space, turn, said("unrelated"))
        assert space.turn_by_external_id("m-1") == turn
        assert space.turn_by_external_id("m-2") is None

    @pytest.mark.parametrize("other", ["M-1", "m-1 ", "m-１", "m\u20111"])
    def test_external_ids_are_compared_exactly(self, space: Space, other: str) -> None:
        write(space, said("one", external_id="m-1"), said("two", external_id=other))
        assert space.turn_count() == 2
        assert space.turn_by_external_id(other) == said("two", external_id=other)

    def test_an_external_id_of_another_turn_is_refused(self, space: Space) -> None:
        stored = said("I live in Lisbon", speaker="Ada", external_id="m-1")
        write(space, stored)
        with pytest.raises(ExternalIdConflict) as caught:
            write(space, said("I live in Porto", speaker="Bo", external_id="m-1"))
        assert caught.value.external_id == "m-1"
        assert caught.value.stored_turn == stored.id
        assert caught.value.differs == ("text", "speaker")

    def test_an_external_id_twice_in_one_batch_says_what_differs(self, space: Space) -> None:
        with pytest.raises(ExternalIdConflict) as caught:
            write(space, said("one", external_id="m-1"), said("two", external_id="m-1"))
        assert caught.value.stored_turn == said("one", external_id="m-1").id
        assert caught.value.differs == ("text",)

    @pytest.mark.parametrize("known_before", [True, False])
    def test_a_refused_batch_leaves_nothing(self, space: Space, known_before: bool) -> None:
        kept = [said("known", external_id="m-1")] if known_before else []
        if kept:
            write(space, *kept)
        before = space.watermark()
        batch = [said("fresh words"), said("one", external_id="m-1")]
        with pytest.raises(ExternalIdConflict):
            write(space, *batch, said("two", external_id="m-1"))
        assert list(space.read_turns()) == kept
        assert space.watermark() == before
        assert space.lexical(["fresh", "one", "two"], 10).frequency.tolist() == [0, 0, 0]

    # ------------------------------------------------------------------ reading

    def test_an_unknown_id_finds_nothing(self, space: Space) -> None:
        write(space, "something")
        for id in ("", "t_unknown", "%", "' OR ''='", "x" * 10_000, "\0", "\ud800"):
            assert space.turn(id) is None
            assert space.turn_by_external_id(id) is None
            assert list(space.read_turns(session=id)) == []
        assert space.turns_at([0, -1, 99, 2**40]) == {}
        assert space.turns_at([]) == {}

    def test_reading_goes_on_beyond_one_page(self, space: Space) -> None:
        turns = [replace(turn, session=f"s{i % 2}") for i, turn in enumerate(many(1203))]
        seqs = [item.seq for item in write(space, *turns)]
        assert space.turn_count() == 1203
        assert list(space.read_turns()) == turns
        assert list(space.read_turns(session="s1")) == turns[1::2]
        assert list(space.read_turns(after=seqs[600])) == turns[601:]
        assert list(space.read_turns(after=seqs[600], session="s0")) == turns[602::2]
        assert list(space.read_turns(after=seqs[-1])) == []
        assert list(space.read_turns(session="unknown")) == []
        assert space.turns_at([*seqs, 10**6]) == dict(zip(seqs, turns, strict=True))

    def test_appending_a_large_batch_again_adds_nothing(self, space: Space) -> None:
        turns = many(1203)
        write(space, *turns)
        again = write(space, *reversed(turns), said("one more"))
        assert [item.new for item in again] == [False] * 1203 + [True]
        assert space.turn_count() == 1204

    def test_turns_may_be_written_while_others_are_read(self, space: Space) -> None:
        write(space, *many(10))
        for read, turn in enumerate(space.read_turns()):
            if read < 5:
                write(space, f"written while reading {turn.text}")
        assert space.turn_count() == 15

    def test_columns_tell_what_ranking_needs(self, space: Space) -> None:
        first = said("did it rain ?", speaker="Ada", session="s1", said_at=Instant(5, 60))
        second = said("yes", role=Role.ASSISTANT, session="s2")
        one, two = (item.seq for item in write(space, first, second))
        expected = [
            TurnColumn(one, "s1", "Ada", "user", 5, 60, 4, True),
            TurnColumn(two, "s2", "user", "assistant", None, None, 1, False),
        ]
        assert space.columns(0) == expected
        assert space.columns(one) == expected[1:]
        assert space.columns(two) == []

    def test_a_turn_may_have_no_terms(self, space: Space) -> None:
        turn = said("…")
        space.append_turns([TurnEntry(turn, ())], TERMS)
        assert space.columns(0)[0].length == 0
        assert list(space.read_turns()) == [turn]

    def test_sessions_come_in_the_order_of_their_first_turn(self, space: Space) -> None:
        early, late = Instant.of("2026-01-01T00:00+09:00"), Instant.of("2026-01-02")
        write(
            space,
            said("1", session="b", speaker="Ada", said_at=late),
            said("2", session="a", speaker="Ada"),
            said("3", session="b", speaker="Bo", said_at=early),
            said("4", session="b", speaker="Ada"),
        )
        assert space.sessions() == [
            SessionInfo("b", 3, ("Ada", "Bo"), early, late),
            SessionInfo("a", 1, ("Ada",), None, None),
        ]

    def test_the_turns_before_are_those_of_the_same_session(self, space: Space) -> None:
        turns = [said(str(i), session="a" if i % 2 else "b") for i in range(8)]
        seqs = [item.seq for item in write(space, *turns)]
        assert space.turns_before(seqs[7], 2) == [turns[3], turns[5]]
        assert space.turns_before(seqs[7], 9) == [turns[1], turns[3], turns[5]]
        assert space.turns_before(seqs[0], 9) == []
        assert space.turns_before(seqs[7] + 1, 9) == []

    def test_the_first_write_notes_the_analyser(self, space: Space) -> None:
        assert space.analyser() is None
        space.append_turns([entry(said("one"))], "first/1")
        space.append_turns([entry(said("two"))], "second/1")
        assert space.analyser() == "first/1"
