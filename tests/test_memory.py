from __future__ import annotations

import asyncio
import inspect
from pathlib import Path

import pytest

from smalti import AsyncMemory, InvalidInput, Memory, NotFound, Role
from smalti.model.results import Outcome
from smalti.testing import FrozenClock, HashEmbedder


def test_what_is_added_can_be_got_listed_and_counted(tmp_path: Path) -> None:
    clock = FrozenClock("2026-05-01T10:00:00Z")
    with Memory(tmp_path / "m.db", embedder=HashEmbedder(), clock=clock) as memory:
        receipt = memory.add("hello", speaker="Ada", session="s1")
        memory.add({"role": "assistant", "content": "hi", "id": "x1"}, session="s1")
        turn = memory.get(receipt.ids[0])
        assert (turn.text, turn.speaker, turn.role) == ("hello", "Ada", Role.USER)
        assert turn.said_at == turn.recorded_at == clock.now
        assert memory.get("x1").role is Role.ASSISTANT
        assert [t.text for t in memory.turns(session="s1")] == ["hello", "hi"]
        assert [(s.session, s.turns, s.speakers) for s in memory.sessions()] == [
            ("s1", 2, ("Ada", "assistant"))
        ]
        stats = memory.stats()
    assert (stats.turns, stats.sessions, stats.speakers, stats.unembedded) == (2, 1, 2, 0)
    assert stats.embedder == "hash (64 dimensions)"
    assert stats.bytes > 0


def test_an_id_of_another_space_does_not_exist() -> None:
    with Memory(":memory:", embedder=None, space="a") as memory:
        id = memory.add({"text": "secret", "id": "e1"}).ids[0]
        other = memory.space("b")
        for wanted in (id, "e1", "t_nothing"):
            with pytest.raises(NotFound, match="in this space"):
                other.get(wanted)
        assert other.stats().turns == 0
        assert memory.spaces() == ["a"]


def test_a_receipt_tells_item_by_item_what_was_stored() -> None:
    with Memory(":memory:", embedder=None) as memory:
        first = memory.add(["one bird", "two birds"], said_at="2026-01-01", extract=False)
        again = memory.add(["one bird", "three birds"], said_at="2026-01-01", extract=False)
    assert [item.outcome for item in first.items] == [Outcome.STORED, Outcome.STORED]
    assert [item.outcome for item in again.items] == [Outcome.DUPLICATE, Outcome.STORED]
    assert again.ids[0] == first.ids[0]
    assert again.count(Outcome.DUPLICATE) == 1
    assert set(again.timings_ms) == {"journal", "embed"}


def test_an_invalid_turn_refuses_the_whole_write() -> None:
    with Memory(":memory:", embedder=None) as memory:
        with pytest.raises(InvalidInput) as raised:
            memory.add(["fine", "   "])
        assert raised.value.field == "turns[1].text"
        assert memory.stats().turns == 0


def test_live_turns_are_said_now_and_undated_ones_stay_undated() -> None:
    clock = FrozenClock("2026-05-01T10:00:00+02:00")
    with Memory(":memory:", embedder=None, clock=clock, utc_offset=120) as memory:
        live = memory.get(memory.add("now").ids[0])
        undated = memory.get(memory.add("sometime", said_at=None).ids[0])
        local = memory.get(memory.add("then", said_at="2026-05-01T09:00").ids[0])
    assert str(live.said_at) == "2026-05-01T10:00:00+02:00"
    assert undated.said_at is None
    assert str(local.said_at) == "2026-05-01T09:00:00+02:00"


def test_an_unknown_language_is_refused_before_a_file_is_made(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="language"):
        Memory(tmp_path / "m.db", language="tlh")
    assert list(tmp_path.iterdir()) == []


def test_the_default_file_comes_from_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SMALTI_DB", str(tmp_path / "env.db"))
    with Memory(embedder=None) as memory:
        memory.add("x")
    assert (tmp_path / "env.db").exists()
    monkeypatch.delenv("SMALTI_DB")
    monkeypatch.chdir(tmp_path)
    with Memory(embedder=None) as memory:
        memory.add("x")
    assert (tmp_path / "smalti.db").exists()


def test_the_asynchronous_twin_has_every_verb_and_the_same_answers() -> None:
    public = {n for n, _ in inspect.getmembers(Memory, inspect.isfunction) if n[0] != "_"}
    assert public <= set(dir(AsyncMemory))

    async def run() -> tuple[str, int, list[str]]:
        async with AsyncMemory(":memory:", embedder=None) as memory:
            await memory.add("a kestrel", speaker="Ada", said_at="2026-01-01")
            await asyncio.gather(*(memory.add(f"owl {i}") for i in range(20)))
            recall = await memory.recall("kestrel")
            other = memory.space("other")
            await other.add("elsewhere")
            turns = [turn.text for turn in await other.turns()]
            return recall.items[0].turn.line, (await memory.stats()).turns, turns

    assert asyncio.run(run()) == ("[2026-01-01] Ada: a kestrel", 21, ["elsewhere"])


def test_an_export_imported_elsewhere_exports_the_same_bytes_and_answers_alike(
    tmp_path: Path,
) -> None:
    with Memory(tmp_path / "a.db", embedder=HashEmbedder()) as memory:
        memory.add(
            [
                {"text": "naïve café 👩‍👩‍👧 می‌خواهم", "speaker": "Ada", "caption": "a kestrel"},
                {"text": "undated", "timestamp": None, "metadata": {"a": {"b": [1, None, "é"]}}},
                {"text": "x", "said_at": "2026-03-01T00:30:00+13:00", "id": "ext-1"},
            ],
            said_at=None,
            extract=False,
        )
        assert memory.export(tmp_path / "a.jsonl") == 3
        answer = memory.recall("kestrel", explain=True)
    with Memory(tmp_path / "b.db", embedder=HashEmbedder()) as copy:
        report = copy.import_(tmp_path / "a.jsonl")
        assert (report.format, report.stored, report.faults) == ("smalti-export", 3, ())
        copy.export(tmp_path / "b.jsonl")
        assert copy.recall("kestrel", explain=True).items == answer.items
        assert copy.import_(tmp_path / "a.jsonl").duplicates == 3
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("{broken", "JSON"),
        ('{"kind":"wizard","data":{}}', "kind"),
        ('{"kind":"turn","data":{"id":"t_1"}}', "Turn."),
        ("\udcff", "UTF-8"),
    ],
)
def test_a_bad_line_of_an_export_is_reported_and_the_rest_imported(
    tmp_path: Path, line: str, problem: str
) -> None:
    file = tmp_path / "a.jsonl"
    with Memory(":memory:", embedder=None) as memory:
        memory.add(["one", "two"], extract=False)
        memory.export(file)
    lines = file.read_text("utf-8").splitlines()
    lines.insert(2, line)
    file.write_bytes("\n".join(lines).encode("utf-8", "surrogateescape"))
    with Memory(":memory:", embedder=None) as copy:
        report = copy.import_(file)
    assert report.stored == 2
    assert [fault.where for fault in report.faults] == ["line 3"]
    assert problem in report.faults[0].problem


def test_an_export_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text('{"format":"smalti-export","version":99}\n', "utf-8")
    with Memory(":memory:", embedder=None) as memory, pytest.raises(InvalidInput, match="version"):
        memory.import_(file)


def test_an_export_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    with Memory(":memory:", embedder=None) as memory:
        memory.add("x")
        with pytest.raises(InvalidInput, match="cannot be written"):
            memory.export(tmp_path / "missing" / "a.jsonl")
    assert list(tmp_path.iterdir()) == []


def test_an_import_reports_what_the_journal_would_refuse_and_keeps_the_rest(tmp_path: Path) -> None:
    file = tmp_path / "chat.jsonl"
    file.write_text(
        '{"text": "good", "id": "a"}\n{"text": "  "}\n{"text": "bad \\u0000"}\nnot json\n'
        '{"text": "other", "id": "a"}\n{"text": "also good"}\n',
        "utf-8",
    )
    with Memory(":memory:", embedder=None) as memory:
        report = memory.import_(file)
        assert [turn.text for turn in memory.turns()] == ["good", "also good"]
        assert memory.import_(file).stored == 0
    assert report.stored == 2
    assert len(report.faults) == 4
    assert any("line 4" in fault.where for fault in report.faults)
    assert any("NUL" in fault.problem for fault in report.faults)
