"""Erasing is real: what was said is in no byte of the file, and the rest is as if it never was."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from smalti import InvalidInput, Memory, NotFound
from smalti.memory.forgetting import Forgotten
from smalti.model.conflict import Clarification, Conflict
from smalti.model.entity import Entity, Merge
from smalti.model.errors import ModelUnavailable
from smalti.model.lifecycle import State
from smalti.model.record import Belief, Edge, Record, RecordStep
from smalti.model.time import Instant
from smalti.models.find import find_embedder
from smalti.testing import FrozenClock, HashEmbedder


@pytest.fixture
def memory(clock: FrozenClock) -> Iterator[Memory]:
    with Memory(":memory:", embedder=None, model=None, clock=clock) as opened:
        yield opened


def say(memory: Memory, text: str, **more: Any) -> str:
    """Say something, and give the id of the turn."""
    return memory.add(text, **({"speaker": "Ada"} | more)).ids[0]


def sentences(memory: Memory, state: State | None = State.CURRENT) -> list[str]:
    return [record.sentence for record in memory.records(state=state)]


# ---------------------------------------------------------------------- no byte is left

# In several scripts: a text, and what of it may stand nowhere, its index terms among them.
SECRETS: dict[str, tuple[str, tuple[str, ...]]] = {
    "english": (
        "My boss Zyxwolf Quandary hates qwertamine, his PIN is 90817263.",
        ("zyxwolf", "quandary", "qwertamine", "90817263"),
    ),
    "accents": (
        "Ma sœur Éloïzette Brûlapix habite à Vrzènnes.",
        ("éloïzette", "eloizett", "brûlapix", "brulapix", "vrzènnes", "vrzenn"),
    ),
    "cyrillic": ("Мой кот Жмыхозавр любит щавельник.", ("жмыхозавр", "щавельник")),
    "chinese": ("我的同事龘靐齉住在饕餮镇。", ("龘靐", "靐齉", "饕餮")),
    "japanese": ("私の上司は鼯鼠山さんで、趣味は蹴鞠囃子です。", ("鼯鼠", "蹴鞠", "鞠囃")),
    "emoji": ("My password is 🦤🪗🧿-𝔘𝔫𝔦𝔠𝔬𝔡𝔢-ẞ.", ("🦤", "🪗", "𝔘𝔫𝔦")),
    "an orphan": (
        "Is Xanthippa Zorblax coming to the quiddlefest?",
        ("xanthippa", "zorblax", "quiddlefest"),
    ),
}
WORDS = {word for _, words in SECRETS.values() for word in words}
PLAIN = [
    "I live in Lisbon.",
    "My sister Lena is 34.",
    "The printer is broken.",
    "我住在北京。",
]


def fill(memory: Memory, clock: FrozenClock) -> dict[str, str]:
    """Say what is plain and what is secret; the ids of the secret turns."""
    ids = {}
    for place, text in enumerate(PLAIN):
        clock.tick(timedelta(hours=1))
        say(memory, text, session=f"plain {place}", said_at=str(clock()))
    for name, (text, _) in SECRETS.items():
        clock.tick(timedelta(hours=1))
        ids[name] = say(memory, text, session="secret", said_at=str(clock()), speaker="Bo")
    return ids


def remains(folder: Path) -> set[str]:
    """Which of the words are in any file of a folder, as UTF-8 or UTF-16."""
    found: set[str] = set()
    for file in folder.iterdir():
        data = file.read_bytes().lower()  # of ASCII; other letters are looked for in both cases
        for word in WORDS - found:
            forms = {form.encode(code).lower() for form in (word, word.capitalize())
                     for code in ("utf-8", "utf-16-le")}  # fmt: skip
            if any(form in data for form in forms):
                found.add(word)
    return found


TARGETS: dict[str, Callable[[Memory, dict[str, str]], Forgotten]] = {
    "turn": lambda memory, ids: [memory.forget(turn=id) for id in ids.values()][-1],
    "session": lambda memory, ids: memory.forget(session="secret"),
    "source": lambda memory, ids: memory.forget(source="Bo"),
    "entity": lambda memory, ids: memory.forget(entity="Bo"),
    "space": lambda memory, ids: memory.forget(space=True),
}


@pytest.mark.parametrize("embedded", [False, True], ids=["by words", "with vectors"])
@pytest.mark.parametrize("target", TARGETS)
def test_no_byte_of_what_is_forgotten_is_left(
    tmp_path: Path, clock: FrozenClock, target: str, embedded: bool
) -> None:
    path = tmp_path / "memory.db"
    embedder = HashEmbedder(16) if embedded else None
    with Memory(path, embedder=embedder, model=None, clock=clock) as memory:
        ids = fill(memory, clock)
        before = remains(tmp_path)
        receipt = TARGETS[target](memory, ids)
        assert receipt.compacted
        assert remains(tmp_path) == set()  # log and index of the open file too
        assert memory.check().problems == ()
        memory.export(tmp_path / "export.jsonl")
    assert before == WORDS
    assert [file.name for file in sorted(tmp_path.iterdir())] == ["export.jsonl", "memory.db"]
    assert remains(tmp_path) == set()
    with closing(sqlite3.connect(path)) as connection:
        terms = [row[0] for row in connection.execute("SELECT term FROM lexical_terms")]
    assert not [term for term in terms for word in WORDS if word in term]


def test_no_byte_is_left_with_the_packaged_embedder(tmp_path: Path, clock: FrozenClock) -> None:
    try:
        embedder = find_embedder()
    except ModelUnavailable as error:
        pytest.skip(str(error))
    with Memory(tmp_path / "m.db", embedder=embedder, model=None, clock=clock) as memory:
        fill(memory, clock)
        memory.forget(session="secret")
        assert memory.recall("I live in Lisbon", k=50).path == "lexical+vector"
        assert memory.stats().unembedded == 0
    assert remains(tmp_path) == set()


def test_what_was_not_forgotten_is_all_there(tmp_path: Path, clock: FrozenClock) -> None:
    def written(name: str, *, secrets: bool) -> bytes:
        folder = tmp_path / name
        folder.mkdir()
        own = FrozenClock("2026-03-01T09:30:00Z")
        with Memory(folder / "m.db", embedder=None, model=None, clock=own) as memory:
            for place, text in enumerate(PLAIN):
                own.tick(timedelta(hours=1))
                say(memory, text, session=f"plain {place}", said_at=str(own()))
            if secrets:
                say(memory, SECRETS["english"][0], session="secret", speaker="Bo")
                memory.forget(source="Bo")
            memory.export(folder / "export.jsonl")
        return (folder / "export.jsonl").read_bytes()

    assert written("never said", secrets=False) == written("forgotten", secrets=True)


def test_a_record_goes_with_the_turns_that_it_quotes(tmp_path: Path, clock: FrozenClock) -> None:
    with Memory(tmp_path / "m.db", embedder=None, model=None, clock=clock) as memory:
        say(memory, "I live in Lisbon.")
        turn = say(memory, "My boss is Zyxwolf Quandary.", session="s2")
        (record,) = memory.records(turn=turn)
        receipt = memory.forget(record=record.id)
        assert (receipt.turns, receipt.records) == ((turn,), (record.id,))
        with pytest.raises(NotFound):
            memory.record(record.id)
        with pytest.raises(NotFound):
            memory.get(turn)
    assert remains(tmp_path) == set()


def test_remains_of_an_earlier_schema_go_too(tmp_path: Path, clock: FrozenClock) -> None:
    path = tmp_path / "m.db"
    with Memory(path, embedder=None, model=None, clock=clock) as memory:
        turn = say(memory, "My boss is Zyxwolf Quandary.")
    copy = tmp_path / "m.db.schema-0002-20260101T000000.bak"
    copy.write_bytes(path.read_bytes())
    other = tmp_path / "notes.bak"
    other.write_text("mine")
    with Memory(path, embedder=None, model=None, clock=clock) as memory:
        receipt = memory.forget(turn=turn)
    assert [one.rows for one in receipt.stores if one.store == "file"] == [{"backups": 1}]
    assert not copy.exists()
    assert other.exists()


def test_without_compacting_the_remains_go_later(tmp_path: Path, clock: FrozenClock) -> None:
    with Memory(tmp_path / "m.db", embedder=None, model=None, clock=clock) as memory:
        receipt = memory.forget(turn=fill(memory, clock)["english"], compact=False)
        assert (receipt.compacted, receipt.bytes_freed) == (False, 0)
        assert memory.recall("qwertamine").items == ()
        assert [note.compacted for note in memory.erasures()] == [False]
        assert "file" in [note.part for note in memory.check().notes]
        assert memory.compact().done
        assert "file" not in [note.part for note in memory.check().notes]
        assert [note.compacted for note in memory.erasures()] == [True]
        assert not {"zyxwolf", "qwertamine"} & remains(tmp_path)


def test_a_snapshot_that_somebody_reads_is_told_of_and_done_later(
    tmp_path: Path, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("smalti.store.sqlite._LOG_TIMEOUT", 0.2)
    path = tmp_path / "m.db"
    with Memory(path, embedder=None, model=None, clock=clock) as memory:
        turn = fill(memory, clock)["english"]
        with closing(sqlite3.connect(path, isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM turns").fetchone()
            receipt = memory.forget(turn=turn)
            assert not receipt.compacted
            assert [note.part for note in receipt.degraded] == ["file"]
            reader.execute("COMMIT")
        assert memory.compact().done
        assert not {"zyxwolf", "qwertamine"} & remains(tmp_path)


# ---------------------------------------------------------------------- what others said


def test_what_another_turn_says_too_stays_with_that_turn(memory: Memory) -> None:
    first = say(memory, "I live in Lisbon.", session="s1", said_at="2026-01-01")
    second = say(memory, "I live in Lisbon.", session="s2", said_at="2026-01-05")
    (record,) = memory.records(predicate="lives_in")
    assert len(record.evidence) == 2
    memory.forget(turn=first)
    (left,) = memory.records(predicate="lives_in")
    assert left.id == record.id
    assert [quote.turn for quote in left.evidence] == [second]
    start = left.valid.start
    assert start is not None
    assert str(start.at) == "2026-01-05T00:00:00Z"


def test_it_stays_in_the_words_of_that_turn(memory: Memory) -> None:
    first = say(memory, "My sister Lena Zyxwolf is a nurse.", session="s1")
    memory.assert_("Lena", "occupation", "nurse", speaker="Ada", session="s2")
    memory.forget(turn=first)
    everything = [*memory.records(state=None), *memory.entities()]
    assert "Zyxwolf" not in repr(everything)


def test_a_closed_record_holds_again_when_what_closed_it_is_forgotten(memory: Memory) -> None:
    say(memory, "I live in Lisbon.", session="s1", said_at="2026-01-01")
    (lisbon,) = memory.records(predicate="lives_in")
    later = say(memory, "I moved to Porto.", session="s2", said_at="2026-02-01")
    assert memory.record(lisbon.id).state is State.SUPERSEDED
    receipt = memory.forget(turn=later)
    assert receipt.reopened == (lisbon.id,)
    again = memory.record(lisbon.id)
    assert (again.state, again.valid, again.closed_at) == (State.CURRENT, lisbon.valid, None)
    assert [version.record.id for version in memory.history(lisbon.id)] == [lisbon.id]


def test_what_had_closed_the_forgotten_one_closes_what_that_had_closed(memory: Memory) -> None:
    say(memory, "I live in Lisbon.", session="s1", said_at="2026-01-01")
    (lisbon,) = memory.records(predicate="lives_in")
    middle = say(memory, "I live in Porto now.", session="s2", said_at="2026-02-01")
    last = say(memory, "I live in Berlin now.", session="s3", said_at="2026-03-01")
    memory.forget(turn=middle)
    closed = memory.record(lisbon.id)
    assert closed.state is State.SUPERSEDED
    end = closed.valid.end
    assert end is not None
    assert str(end.at) == "2026-03-01T00:00:00Z"
    memory.forget(turn=last)
    assert memory.record(lisbon.id).state is State.CURRENT


def test_the_other_side_of_a_conflict_is_disputed_no_more(memory: Memory) -> None:
    say(memory, "I was born in 1990.", session="s1", said_at="2026-01-01")
    say(memory, "I was born in 1991.", session="s2", said_at="2026-02-01")
    (conflict,) = memory._space.every(Conflict)
    memory.forget(record=conflict.incoming)
    assert list(memory._space.every(Conflict)) == []
    assert memory.record(conflict.stored).state is State.CURRENT
    assert memory.clarifications() == []
    assert all("1991" not in repr(noun) for noun in all_nouns(memory))


def merged(memory: Memory) -> tuple[str, str]:
    """What Kim says is merged into what Nora says; the ids of their turns."""
    memory.configure(policy="ask")
    nora = say(memory, "Kim was born in Christiania.", speaker="Nora", session="s1")
    kim = say(memory, "I was born in Oslo.", speaker="Kim", session="s2")
    (conflict,) = memory.conflicts()
    memory.resolve(conflict.id, "merge")
    assert sentences(memory) == ["Kim was born in Christiania"]
    return nora, kim


FORGET_NORA: dict[str, Callable[[Memory, str], Forgotten]] = {
    "entity": lambda memory, turn: memory.forget(entity="Nora"),
    "source": lambda memory, turn: memory.forget(source="Nora"),
    "turn": lambda memory, turn: memory.forget(turn=turn),
    "record": lambda memory, turn: memory.forget(record=next(memory.records()).id),
}


@pytest.mark.parametrize("target", FORGET_NORA)
def test_who_said_it_too_says_it_still_when_the_one_it_was_merged_into_is_forgotten(
    memory: Memory, target: str
) -> None:
    nora, kim = merged(memory)
    receipt = FORGET_NORA[target](memory, nora)
    assert receipt.turns == (nora,)
    (left,) = memory.records(state=None)
    assert (left.state, left.sentence) == (State.CURRENT, "Kim was born in Oslo")
    assert memory.names([left])[left.asserted_by] == "Kim"
    assert [quote.turn for quote in left.evidence] == [kim]
    assert receipt.reopened == (left.id,)


def test_what_a_repeated_statement_had_ended_ends_where_that_is_told_first_now(
    memory: Memory,
) -> None:
    say(memory, "I live in Lisbon.", session="s1", said_at="2026-01-01")
    middle = say(memory, "I live in Porto now.", session="s2", said_at="2026-02-01")
    say(memory, "I live in Porto.", session="s3", said_at="2026-03-01")
    memory.forget(turn=middle)
    lisbon, porto = memory.records(state=None)
    assert (lisbon.state, porto.state) == (State.SUPERSEDED, State.CURRENT)
    assert lisbon.valid.end == porto.valid.start
    assert lisbon.id in [one.id for one in memory.records(as_of="2026-02-15")]
    told = Instant.of("2026-02-01")
    assert repr(told) not in repr([step.valid for step in memory._space.every(RecordStep)])
    then = memory.records(known_at=str(memory._setup.now()), state=None)
    assert list(then) == [lisbon, porto]


def all_nouns(memory: Memory) -> list[Any]:
    classes = (Record, RecordStep, Entity, Merge, Edge, Belief, Conflict, Clarification)
    return [noun for cls in classes for noun in memory._space.every(cls)]


def test_a_name_that_only_the_forgotten_turn_told_is_nobodys(memory: Memory) -> None:
    told = say(memory, "My boss is Zyxwolf Quandary.", session="s1")
    say(memory, "She lives in Quebec.", session="s1")
    assert "Zyxwolf Quandary lives in Quebec" in sentences(memory)
    receipt = memory.forget(turn=told)
    assert len(receipt.read_again) == 1
    assert "Zyxwolf" not in repr(all_nouns(memory))
    assert sentences(memory, State.PENDING) == ["She lives in Quebec"]


def test_a_name_that_another_turn_tells_stays(memory: Memory) -> None:
    first = say(memory, "My boss is Dana Whitfield.", session="s1")
    say(memory, "Dana Whitfield likes tea.", session="s2")
    memory.forget(turn=first)
    assert memory.entity("Dana Whitfield").name == "Dana Whitfield"


def test_a_merge_that_the_forgotten_turn_told_of_is_taken_back(memory: Memory) -> None:
    say(memory, "Robert Ashby works at Acme.", session="s1")
    say(memory, "Bob Ashby likes tea.", session="s2")
    asked = [one for one in memory.clarifications() if "same person" in one.question]
    assert asked
    receipt = memory.answer(asked[0].id, "Yes, they are.", speaker="Ada")
    assert memory.entity("Bob Ashby").id == memory.entity("Robert Ashby").id
    memory.forget(turn=receipt.items[0].id)
    assert memory.entity("Bob Ashby").id != memory.entity("Robert Ashby").id
    assert list(memory._space.every(Merge)) == []
    assert asked[0].id in [one.id for one in memory.clarifications()]


def test_the_question_that_a_reply_was_journalled_with_goes(memory: Memory) -> None:
    said = say(memory, "I think Zyxwolf Quandary maybe lives in Oslo.", session="s1")
    asked = memory.clarifications()
    assert asked
    reply = memory.answer(asked[0].id, "Yes.", speaker="Ada", session="s2").items[0].id
    assert reply is not None
    assert "Zyxwolf" in repr(memory.get(reply).metadata)
    memory.forget(turn=said)
    assert memory.get(reply).text == "Yes."
    assert "Zyxwolf" not in repr(memory.get(reply))


def test_an_entity_goes_with_every_turn_that_names_it(memory: Memory) -> None:
    say(memory, "My boss is Zyxwolf Quandary.", session="s1")
    say(memory, "Zyxwolf Quandary lives in Quebec.", session="s2")
    say(memory, "Hm, Zyxwolf Quandary?", session="s3")
    kept = say(memory, "I live in Lisbon.", session="s4")
    receipt = memory.forget(entity="Zyxwolf Quandary")
    assert receipt.removed["turns"] == 3
    assert [turn.id for turn in memory.turns()] == [kept]
    with pytest.raises(NotFound):
        memory.entity("Zyxwolf Quandary")


# ---------------------------------------------------------------------- receipts and refusals


def test_a_dry_run_tells_and_does_nothing(memory: Memory, clock: FrozenClock) -> None:
    fill(memory, clock)
    before = all_nouns(memory), list(memory.turns()), memory._space.watermark()
    would = memory.forget(source="Bo", dry_run=True)
    assert (would.dry_run, would.compacted, would.stores) == (True, False, ())
    assert (all_nouns(memory), list(memory.turns()), memory._space.watermark()) == before
    assert memory.erasures() == []
    did = memory.forget(source="Bo")
    assert (did.removed, did.rewritten, did.turns) == (would.removed, would.rewritten, would.turns)


def test_a_dry_run_of_a_space_counts_what_goes(memory: Memory, clock: FrozenClock) -> None:
    fill(memory, clock)
    would = memory.forget(space=True, dry_run=True)
    did = memory.forget(space=True)
    assert would.removed == did.removed
    assert memory.stats().turns == memory.stats().entities == 0
    assert say(memory, "I live in Lisbon.") in [turn.id for turn in memory.turns()]


def test_a_note_tells_that_something_was_erased_and_not_what(memory: Memory) -> None:
    turn = say(memory, "My boss is Zyxwolf Quandary.")
    receipt = memory.forget(turn=turn, reason="asked for by Ada")
    (note,) = memory.erasures()
    assert (note.id, note.target, note.reason) == (receipt.id, "turn", "asked for by Ada")
    assert note.ids == (turn, *receipt.records)
    assert note.removed == receipt.removed
    assert "Zyxwolf" not in repr(note)


def test_the_receipt_says_what_went_from_each_store(tmp_path: Path, clock: FrozenClock) -> None:
    path = tmp_path / "m.db"
    with Memory(path, embedder=HashEmbedder(8), model=None, clock=clock) as memory:
        receipt = memory.forget(turn=say(memory, "I live in Lisbon."))
    stores = {one.store: one.removed for one in receipt.stores}
    assert (stores["lexical index"], stores["vectors"]) == (1, 1)
    assert stores["tables"] > 3
    assert stores["keys"] > 3
    assert "file" in stores
    assert receipt.bytes_freed > 0


@pytest.mark.parametrize(
    "target",
    [{}, {"turn": "t", "session": "s"}, {"space": True, "entity": "Ada"}],
    ids=["nothing", "two things", "a space and an entity"],
)
def test_exactly_one_thing_is_forgotten(memory: Memory, target: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput, match="target"):
        memory.forget(**target)


@pytest.mark.parametrize("kind", ["record", "turn", "session", "source", "entity"])
def test_what_is_not_there_cannot_be_forgotten(memory: Memory, kind: str) -> None:
    say(memory, "I live in Lisbon.")
    say(memory.space("other"), "I live in Porto.", speaker="Bo", session="elsewhere")
    for name in ("never", "Bo", "elsewhere", "\ud800"):
        target: dict[str, Any] = {kind: name}
        with pytest.raises(NotFound):
            memory.forget(**target)
    assert len(list(memory.turns())) == 1
    assert memory.erasures() == []


def test_a_turn_may_be_named_by_its_external_id(memory: Memory) -> None:
    memory.add({"text": "I live in Lisbon.", "external_id": "m-1", "speaker": "Ada"})
    memory.forget(turn="m-1")
    assert list(memory.turns()) == []


def test_another_space_loses_nothing(memory: Memory) -> None:
    other = memory.space("other")
    for each in (memory, other):
        say(each, "I live in Lisbon.")
    memory.forget(space=True)
    assert sentences(other) == ["Ada lives in Lisbon"]
    assert len(other.recall("Lisbon").items) == 1


def test_what_is_forgotten_can_be_said_again(memory: Memory) -> None:
    turn = say(memory, "I live in Lisbon.", said_at="2026-01-01")
    memory.forget(turn=turn)
    assert say(memory, "I live in Lisbon.", said_at="2026-01-01") == turn
    assert sentences(memory) == ["Ada lives in Lisbon"]
