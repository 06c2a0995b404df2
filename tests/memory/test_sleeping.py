"""Sleep: summaries of what belongs together, twins made one, and nothing deleted."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from consolidate.events import event
from smalti import InvalidInput, Memory
from smalti.consolidate.runs import runs
from smalti.model.conflict import ConflictStatus
from smalti.model.lifecycle import State
from smalti.model.record import Edge, EdgeKind, Record, RecordKind
from smalti.model.results import Outcome
from smalti.testing import FrozenClock, ScriptedModel

WALKS = {
    "2026-05-01": "I went hiking on Mount Fuji today.",
    "2026-05-09": "I went hiking near the lake today.",
    "2026-05-22": "I went hiking in the Alps today.",
}


@pytest.fixture
def memory(clock: FrozenClock) -> Iterator[Memory]:
    with Memory(":memory:", embedder=None, model=None, clock=clock) as opened:
        yield opened


def walk(memory: Memory) -> dict[str, str]:
    """Ada goes hiking three times in May; the ids of the turns by day."""
    return {day: say(memory, day, text) for day, text in WALKS.items()}


def say(memory: Memory, day: str, text: str, speaker: str = "Ada") -> str:
    said = memory.add(text, speaker=speaker, said_at=f"{day}T12:00:00Z")
    return said.ids[0]


def summaries(memory: Memory, state: State | None = State.CURRENT) -> list[Record]:
    return list(memory.records(kind="summary", state=state))


def events(memory: Memory) -> list[Record]:
    return list(memory.records(kind="event"))


# ------------------------------------------------------------------ summaries


def test_three_events_get_a_summary_that_rests_on_all_of_them(memory: Memory) -> None:
    turns = walk(memory)
    done = memory.consolidate()
    [summary] = summaries(memory)
    assert done.items[0].outcome is Outcome.STORED
    assert summary.sentence.startswith("Ada, “hiking”, 3 times from 2026-05-01 to 2026-05-22: ")
    assert [quote.turn for quote in summary.evidence] == list(turns.values())
    assert [q.text for q in memory.why(summary.id).quotes] == [t.strip(".") for t in WALKS.values()]
    support = [e for e in memory._space.every(Edge) if e.kind is EdgeKind.SUPPORTED_BY]
    assert {e.target for e in support} == {one.id for one in events(memory)}
    assert (done.nodes[1] - done.nodes[0], done.edges[1] - done.edges[0]) == (1, 3)


def test_its_envelope_reaches_from_the_first_to_the_end_of_the_last(memory: Memory) -> None:
    walk(memory)
    memory.consolidate()
    [summary] = summaries(memory)
    assert [str(bound and bound.at)[:10] for bound in (summary.valid.start, summary.valid.end)] == [
        "2026-05-01",
        "2026-05-23",
    ]


def test_two_are_not_enough_and_neither_are_those_of_two_people(memory: Memory) -> None:
    for day, speaker in zip(WALKS, ("Ada", "Ada", "Bram"), strict=True):
        say(memory, day, WALKS[day], speaker)
    assert memory.consolidate().items == ()


def test_the_second_time_nothing_changes(memory: Memory, tmp_path: Path) -> None:
    walk(memory)
    memory.consolidate()
    memory.export(tmp_path / "one.jsonl")
    again = memory.consolidate()
    memory.export(tmp_path / "two.jsonl")
    assert (again.read, again.examined, again.items) == (0, 0, ())
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()
    assert memory.consolidate(everything=True).items == ()


def test_one_new_turn_touches_its_own_group_only(memory: Memory) -> None:
    walk(memory)
    for day in ("2026-06-01", "2026-06-02", "2026-06-03"):
        say(memory, day, "I baked bread today.")
    memory.consolidate()
    say(memory, "2026-06-05", "I baked rye bread today.")
    done = memory.consolidate()
    assert [item.outcome for item in done.items] == [Outcome.SUPERSEDED, Outcome.STORED]
    assert all("bread" in item.reason for item in done.items)
    assert done.examined == 2  # the summary as it was, and as it is


def test_a_summary_ends_with_what_it_rests_on_and_comes_back_with_it(memory: Memory) -> None:
    walk(memory)
    memory.consolidate()
    [summary] = summaries(memory)
    [first, *_] = events(memory)
    memory.retract(first.id)
    assert summaries(memory) == []  # at once: no wrong summary waits for the night
    assert memory.consolidate().items == ()  # two events are left
    say(memory, "2026-05-25", "I went hiking in Norway today.")
    memory.consolidate()
    [anew] = summaries(memory)
    assert "Fuji" not in anew.sentence
    assert "Norway" in anew.sentence
    assert {one.state for one in summaries(memory, None)} == {State.SUPERSEDED, State.CURRENT}
    assert anew.id != summary.id


def test_an_undone_decision_brings_the_summary_back(memory: Memory) -> None:
    walk(memory)
    memory.consolidate()
    [summary] = summaries(memory)
    [first, *_] = events(memory)
    corrected = memory.correct(first.id, "Mount Etna")
    assert summaries(memory) == []
    [conflict] = corrected.records[0].conflicts or [
        one.id for one in memory.conflicts(status=ConflictStatus.RESOLVED)
    ]
    memory.undo(conflict)
    memory.resolve(conflict, "stored")
    memory.consolidate()
    assert [one.id for one in summaries(memory)] == [summary.id]


def test_forgetting_an_event_takes_the_summary_with_it(memory: Memory) -> None:
    turns = walk(memory)
    say(memory, "2026-05-25", "I went hiking in Norway today.")
    memory.consolidate()
    memory.forget(turn=turns["2026-05-01"])
    assert summaries(memory, None) == []
    memory.consolidate()
    [anew] = summaries(memory)
    assert "Fuji" not in anew.sentence
    assert "3 times" in anew.sentence


def test_a_summary_is_compared_with_nothing(memory: Memory) -> None:
    walk(memory)
    memory.consolidate()
    say(memory, "2026-05-28", "I went hiking in the Alps today.")
    assert memory.conflicts(status=None) == []
    assert len(summaries(memory)) == 1


def test_a_file_that_was_asleep_when_the_process_died_goes_on(
    tmp_path: Path, clock: FrozenClock
) -> None:
    with Memory(tmp_path / "m.db", embedder=None, model=None, clock=clock) as memory:
        walk(memory)
        for day in ("2026-06-01", "2026-06-02", "2026-06-03"):
            say(memory, day, "I baked bread today.", speaker="Bram")

        def dies(_people: int) -> None:
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            memory.consolidate(progress=dies)
    with Memory(tmp_path / "m.db", embedder=None, model=None, clock=clock) as memory:
        assert len(summaries(memory)) == 1
        memory.consolidate()
        assert len(summaries(memory)) == 2


def test_a_summary_that_ended_is_not_believed_although_its_last_day_is_not_over() -> None:
    clock = FrozenClock("2026-05-22T13:00:00Z")
    with Memory(":memory:", embedder=None, model=None, clock=clock) as memory:
        walk(memory)
        memory.consolidate()
        memory.retract(events(memory)[0].id)
        assert list(memory.records(kind="summary")) == []


def test_an_event_told_again_still_takes_its_summary_along(memory: Memory) -> None:
    walk(memory)
    memory.consolidate()
    [first, *_] = events(memory)
    say(memory, "2026-05-01", "I went hiking on Mount Fuji today. It rained.")
    memory.retract(first.id)
    assert summaries(memory) == []


def test_forgetting_a_summary_forgets_only_that(memory: Memory) -> None:
    turns = walk(memory)
    memory.consolidate()
    [summary] = summaries(memory)
    memory.forget(record=summary.id)
    assert summaries(memory, None) == []
    assert len(events(memory)) == len(list(memory.turns())) == len(turns)


def test_a_summary_cannot_be_corrected(memory: Memory) -> None:
    walk(memory)
    memory.consolidate()
    with pytest.raises(InvalidInput, match="events it sums up"):
        memory.correct(summaries(memory)[0].id, "sailing")


def test_what_is_done_need_not_be_said_in_its_dictionary_form(memory: Memory) -> None:
    for day in ("2026-05-01", "2026-05-03", "2026-05-09"):
        say(memory, day, f"I ran {day[-1]} km today.")
    memory.consolidate()
    [summary] = summaries(memory)
    assert "“run”" in summary.sentence


def test_a_space_that_was_never_written_to_is_not_made(memory: Memory) -> None:
    memory.space("typo").consolidate()
    assert "typo" not in memory.spaces()


def test_many_events_are_summed_up_in_good_time() -> None:
    happenings = [event(n / 3, "walk", f"word{n % 40}", id=f"r{n:05}") for n in range(4_000)]
    found = runs(happenings)
    assert found[0].term == "walk"


# ------------------------------------------------------------------ in a model's words


def told(*replies: str) -> tuple[Memory, ScriptedModel]:
    """A memory that has walks to sum up, read by rules, and a model that is asked in the night."""
    model = ScriptedModel([json.dumps({"summary": reply}) for reply in replies])
    memory = Memory(":memory:", embedder=None, model=model, clock=FrozenClock("2026-06-01"))
    memory._setup._given_model = None
    walk(memory)
    memory._setup._given_model = model
    return memory, model


def test_a_model_may_tell_it_better() -> None:
    model_words = "Ada went hiking on Mount Fuji, near the lake and in the Alps in May."
    memory, model = told(model_words)
    done = memory.consolidate()
    [summary] = summaries(memory)
    assert summary.sentence == model_words
    assert done.usage[0].calls == 1
    assert "Ada went hiking on Mount Fuji today" in model.prompts[0].user


def test_words_that_add_a_number_are_asked_for_again_and_then_not_used() -> None:
    memory, model = told("Ada went hiking 17 times.", "Ada hiked for 40 days.")
    done = memory.consolidate()
    [summary] = summaries(memory)
    assert summary.sentence.startswith("Ada, “hiking”, 3 times")
    assert "the number 17, which nobody told" in model.prompts[1].user
    assert "the number 40" in done.degraded[0].reason


def test_words_that_bring_somebody_in_are_not_used() -> None:
    memory, model = told(
        "Ada went hiking on Mount Fuji, near the lake and in the Alps, once with Zelda.",
        "Ada went hiking on Mount Fuji and near the lake.",
    )
    done = memory.consolidate()
    assert summaries(memory)[0].sentence.startswith("Ada, “hiking”, 3 times")
    assert "Zelda, whom nobody mentioned" in model.prompts[1].user
    assert "Alps" in done.degraded[0].reason


def test_a_reply_that_is_none_leaves_the_template() -> None:
    memory, _ = told("", "")
    assert memory.consolidate().degraded[0].part == "summary"
    assert len(summaries(memory)) == 1


def test_a_new_model_is_asked_once_about_what_nobody_could_tell() -> None:
    entry = {
        "stored": "S1", "reason": "One garden.", "relation": "conflict", "confidence": 0.95,
        "kind": "semantic", "explicit": True,
    }  # fmt: skip
    reply = json.dumps({"entries": [{"new": "N1", "thought": "", "found": [entry]}]})
    model = ScriptedModel([reply])
    with Memory(":memory:", embedder=None, model=model, clock=FrozenClock("2026-06-01")) as memory:
        memory._setup._given_model = None
        memory.assert_("Ada", "tends_to", "the rose garden", said_at="2026-02-01")
        memory.assert_("Ada", "tends_to", "the herb garden", said_at="2026-02-20")
        assert memory.conflicts(status=ConflictStatus.POSSIBLE)
        assert memory.consolidate().items == ()
        memory._setup._given_model = model
        [item] = memory.consolidate().items
        assert item.outcome is Outcome.DISPUTED
        assert memory.consolidate().usage == ()


# ------------------------------------------------------------------ two that are one


def test_what_was_learnt_of_two_who_are_one_is_compared(memory: Memory) -> None:
    memory.assert_("Ada", "lives_in", "Oslo", since="2025-01-01", speaker="Bram")
    memory.assert_("Addy", "lives_in", "Oslo", since="2025-01-01", speaker="Bram")
    memory.assert_("Ada", "born_in", "Rome", speaker="Bram")
    memory.assert_("Addy", "born_in", "Turin", speaker="Bram")
    memory.merge("Ada", "Addy")
    done = memory.consolidate()
    assert sorted(item.outcome.value for item in done.items) == ["disputed", "merged"]
    assert len(list(memory.records(predicate="lives_in", state="current"))) == 1
    [conflict] = memory.conflicts()
    assert {memory.record(conflict.stored).predicate} == {"born_in"}
    assert memory.consolidate().items == ()


def test_merged_records_can_be_taken_apart_again(memory: Memory) -> None:
    memory.assert_("Ada", "lives_in", "Oslo", since="2025-01-01", speaker="Bram")
    memory.assert_("Addy", "lives_in", "Oslo", since="2025-01-01", speaker="Bram")
    memory.merge("Ada", "Addy")
    [item] = memory.consolidate().items
    assert item.id is not None
    memory.undo(item.id)
    memory.resolve(item.id, "both", reason="two houses")
    assert len(list(memory.records(predicate="lives_in", state="current"))) == 2


def test_summaries_follow_a_merge_and_its_undoing(memory: Memory, clock: FrozenClock) -> None:
    for (day, text), speaker in zip(WALKS.items(), ("Ada", "Ada", "Addy"), strict=True):
        say(memory, day, text, speaker)
    assert memory.consolidate().items == ()
    merge = memory.merge("Ada", "Addy")
    memory.consolidate()
    assert len(summaries(memory)) == 1
    clock.tick()
    memory.unmerge(merge.id)
    assert summaries(memory) == []  # at once
    memory.consolidate()
    assert summaries(memory) == []


def test_kinds_of_record_stay_what_they_are(memory: Memory) -> None:
    walk(memory)
    memory.consolidate()
    kinds = [record.kind for record in memory.records()]
    assert kinds.count(RecordKind.EVENT) == 3
