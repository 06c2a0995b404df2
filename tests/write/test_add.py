"""``Memory.add``: what was said is journalled verbatim, once, and all of it or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti import ExternalIdConflict, InvalidInput, Memory, NotFound, TurnDraft
from smalti.model.errors import ModelUnavailable
from smalti.model.results import Outcome
from smalti.model.time import Instant
from smalti.model.turn import Attachment
from smalti.models.embedder import EmbedderInfo, Vectors
from smalti.testing import FrozenClock, HashEmbedder
from strategies import TRICKY_TEXTS, drafts

STORED, DUPLICATE = Outcome.STORED, Outcome.DUPLICATE


def outcomes(memory: Memory, turns: Any, **defaults: Any) -> list[Outcome]:
    return [item.outcome for item in memory.add(turns, **defaults).items]


def texts(memory: Memory) -> list[str]:
    return [turn.text for turn in memory.turns()]


@given(st.lists(drafts, max_size=4, unique_by=lambda draft: draft.external_id or id(draft)))
def test_whatever_was_said_is_there_word_for_word(written: list[TurnDraft]) -> None:
    with Memory(":memory:", embedder=None, extract=False) as memory:
        receipt = memory.add(written)
        for draft, id in zip(written, receipt.ids, strict=True):
            turn = memory.get(id)
            assert turn.text.encode() == draft.text.encode()
            assert turn.said_at == draft.said_at
            assert (turn.speaker, turn.session, turn.role) == (
                draft.speaker,
                draft.session,
                draft.role,
            )
            assert (turn.metadata, turn.attachments) == (draft.metadata, draft.attachments)
        assert set(outcomes(memory, written)) <= {DUPLICATE}


def test_a_receipt_tells_of_each_turn(memory: Memory, clock: FrozenClock) -> None:
    receipt = memory.add(["one", "two", "one"])
    assert receipt.verb == "add"
    assert receipt.at == clock()
    assert [(item.index, item.outcome) for item in receipt.items] == [
        (0, STORED), (1, STORED), (2, STORED),
    ]  # fmt: skip
    assert [memory.get(id).text for id in receipt.ids] == ["one", "two", "one"]
    assert receipt.count(STORED) == 3


def test_the_same_turn_again_is_the_same_turn(memory: Memory) -> None:
    first = memory.add("I live in Lisbon.", speaker="Ada", session="s1", said_at="2026-03-01")
    again = memory.add("I live in Lisbon.", speaker="Ada", session="s1", said_at="2026-03-01")
    assert again.ids == first.ids
    assert again.items[0].outcome is DUPLICATE
    assert texts(memory) == ["I live in Lisbon."]


def test_the_same_words_later_are_another_turn(memory: Memory, clock: FrozenClock) -> None:
    memory.add("yes")
    clock.tick(timedelta(microseconds=1))
    memory.add("yes")
    assert texts(memory) == ["yes", "yes"]


def test_the_same_words_without_a_time_are_the_same_turn(
    memory: Memory, clock: FrozenClock
) -> None:
    memory.add("yes", said_at=None)
    clock.tick()
    assert outcomes(memory, "yes", said_at=None) == [DUPLICATE]


def test_yes_said_twice_in_one_write_is_kept_twice_and_is_idempotent(memory: Memory) -> None:
    assert outcomes(memory, ["yes", "yes"]) == [STORED, STORED]
    assert outcomes(memory, ["yes", "yes"]) == [DUPLICATE, DUPLICATE]
    assert outcomes(memory, ["yes", "yes", "yes"]) == [DUPLICATE, DUPLICATE, STORED]
    assert texts(memory) == ["yes"] * 3


def test_the_first_time_of_learning_stays(memory: Memory, clock: FrozenClock) -> None:
    first = clock()
    memory.add("hello", said_at="2020-01-01")
    clock.tick()
    (id,) = memory.add("hello", said_at="2020-01-01").ids
    assert memory.get(id).recorded_at == first


def test_a_turn_is_said_now_where_nothing_is_said_of_it(memory: Memory, clock: FrozenClock) -> None:
    (id,) = memory.add("hello").ids
    assert memory.get(id).said_at == clock()


def test_an_unknown_time_stays_unknown(memory: Memory) -> None:
    (id,) = memory.add("hello", said_at=None).ids
    assert memory.get(id).said_at is None
    (id,) = memory.add(TurnDraft("hello", said_at=None, session="s2")).ids
    assert memory.get(id).said_at is None


def test_times_without_an_offset_are_read_at_that_of_the_memory(clock: FrozenClock) -> None:
    with Memory(":memory:", embedder=None, utc_offset=780, clock=clock) as memory:
        ids = memory.add(
            [{"text": "a", "said_at": "2026-03-01T00:30"}, {"text": "b", "said_at": 0}],
            said_at="2026-03-01",
        ).ids
        assert str(memory.get(ids[0]).said_at) == "2026-03-01T00:30:00+13:00"
        assert memory.get(ids[1]).said_at == Instant(0, 780)
    with Memory(":memory:", embedder=None) as memory:
        (id,) = memory.add("a", said_at="2026-03-01T00:30").ids
        assert str(memory.get(id).said_at) == "2026-03-01T00:30:00Z"


def test_turns_with_mixed_times_keep_the_order_they_were_given_in(memory: Memory) -> None:
    times = ["2026-03-01T12:00+05:30", "2026-03-01T08:00", None, "2026-03-01T12:00Z"]
    memory.add([TurnDraft(str(t), said_at=Instant.of(t) if t else None) for t in times])
    assert texts(memory) == [str(time) for time in times]
    (session,) = memory.sessions()
    assert str(session.first_said_at) == "2026-03-01T12:00:00+05:30"
    assert str(session.last_said_at) == "2026-03-01T12:00:00Z"


# ---------------------------------------------------------------------- external ids


def test_an_external_id_makes_a_write_idempotent(memory: Memory) -> None:
    turn = {"id": "ext-42", "text": "hello", "said_at": "2026-03-01"}
    assert outcomes(memory, turn) == [STORED]
    assert outcomes(memory, turn) == [DUPLICATE]
    assert outcomes(memory, [turn, turn]) == [DUPLICATE, DUPLICATE]
    assert memory.get("ext-42").text == "hello"


def test_an_external_id_for_another_text_is_refused_and_changes_nothing(memory: Memory) -> None:
    memory.add({"id": "m-1", "text": "I live in Lisbon."})
    with pytest.raises(ExternalIdConflict) as caught:
        memory.add(["before", {"id": "m-1", "text": "I live in Porto."}, "after"])
    assert caught.value.differs == ("text",)
    assert "m-1" in str(caught.value)
    assert texts(memory) == ["I live in Lisbon."]


def test_one_external_id_for_two_texts_of_one_write_is_refused(memory: Memory) -> None:
    with pytest.raises(ExternalIdConflict) as caught:
        memory.add([{"id": "m-1", "text": "Lisbon"}, {"id": "m-1", "text": "Porto"}])
    assert caught.value.differs == ("text",)
    assert texts(memory) == []


@pytest.mark.parametrize("id", ["", "t_unknown", "m-2", "\0", "\ud800", "x" * 100_000])
def test_an_id_that_is_not_there_is_not_found(memory: Memory, id: str) -> None:
    memory.add({"id": "m-1", "text": "hello"})
    with pytest.raises(NotFound):
        memory.get(id)


# ---------------------------------------------------------------------- what is refused

BAD: list[dict[str, Any]] = [
    {"text": ""},
    {"text": " \n\u3000"},
    {"text": "x" * 10_000_000},
    {"text": "\ud83d"},
    {"text": "a\0b"},
    {"text": "hi", "role": "wizard"},
    {"text": "hi", "said_at": "0001-01-01T00:00+01:00"},
    {"text": "hi", "said_at": "99999-01-01"},
    {"text": "hi", "metadata": {"n": float("nan")}},
    {"text": "hi", "metadata": {"n": object()}},
    {"text": "hi", "content": "ho"},
    {"text": "hi", "speaker": "\0"},
    {"text": "hi", "session": "\udfff"},
    {"text": "hi", "id": ""},
]


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: repr(bad)[:40])
def test_one_bad_turn_stops_the_whole_write(memory: Memory, bad: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput) as caught:
        memory.add(["a good one", bad, "another good one"])
    assert caught.value.field.startswith("turns[1]")
    assert texts(memory) == []
    assert memory.recall("good").items == ()


@pytest.mark.parametrize("defaults", [{"role": "wizard"}, {"said_at": "soon"}, {"session": ""}])
def test_a_bad_default_stops_the_write(memory: Memory, defaults: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        memory.add("hello", **defaults)
    assert texts(memory) == []


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("text", b"bytes"),
        ("text", None),
        ("speaker", 5),
        ("role", "user"),
        ("said_at", "2026-03-01"),
        ("said_at", datetime(2026, 3, 1)),
        ("session", None),
        ("external_id", 7),
        ("metadata", None),
        ("attachments", ({"kind": "image"},)),
        ("attachments", (Attachment("image", caption=5),)),  # type: ignore[arg-type]
    ],
)
def test_a_draft_with_a_value_of_the_wrong_kind_is_refused(
    memory: Memory, field: str, value: Any
) -> None:
    fields: dict[str, Any] = {"text": "hi", field: value}
    with pytest.raises(InvalidInput) as caught:
        memory.add(["a good one", TurnDraft(**fields)])
    assert caught.value.field.startswith(f"turns[1].{field}")
    assert texts(memory) == []


@pytest.mark.parametrize("metadata", [{1: "a"}, {None: "a"}, {True: "a"}, {"a": [{1.5: "b"}]}])
def test_metadata_comes_back_as_it_went_in_or_is_refused(
    memory: Memory, metadata: dict[Any, Any]
) -> None:
    with suppress(InvalidInput):
        (id,) = memory.add({"text": "hello", "metadata": metadata}).ids
        assert memory.get(id).metadata == metadata


@pytest.mark.parametrize("text", TRICKY_TEXTS)
def test_a_tricky_text_is_kept_as_it_is(memory: Memory, text: str) -> None:
    (id,) = memory.add(text).ids
    assert memory.get(id).text == text
    assert text in memory.get(id).line


# ---------------------------------------------------------------------- vectors come second


class Failing:
    """An embedder that is not there when it is needed."""

    info = EmbedderInfo("failing", 8)

    def embed(self, texts: Sequence[str]) -> Vectors:
        raise ModelUnavailable("the model file is gone", hint="Install it again")


def test_a_failing_model_costs_no_turn_and_is_said() -> None:
    with Memory(":memory:", embedder=Failing()) as memory:
        receipt = memory.add(["I saw a kestrel.", "It flew off."])
        assert receipt.count(STORED) == 2
        assert [(d.part, d.reason, d.hint) for d in receipt.degraded] == [
            ("vector", "the model file is gone", "Install it again")
        ]
        assert memory.recall("kestrel").items[0].turn.id == receipt.ids[0]
        assert memory.stats().unembedded == 2


def test_a_working_model_embeds_every_new_turn_once() -> None:
    with Memory(":memory:", embedder=HashEmbedder(16), extract=False) as memory:
        memory.add([f"turn {i}" for i in range(300)], said_at=None)
        assert memory.stats().unembedded == 0
        receipt = memory.add(["turn 7", "turn 300"], said_at=None)
        assert receipt.degraded == ()
        assert (memory.stats().turns, memory.stats().unembedded) == (301, 0)


def test_nothing_to_add_is_no_mistake(memory: Memory) -> None:
    assert memory.add([]).items == ()


def test_many_turns_can_be_added_at_once(memory: Memory) -> None:
    draft = TurnDraft("x", said_at=None)
    many = [replace(draft, text=f"note {i}") for i in range(2_000)]
    assert memory.add(many).count(STORED) == 2_000
    assert memory.add(reversed(many)).count(DUPLICATE) == 2_000
    assert texts(memory) == [turn.text for turn in many]
