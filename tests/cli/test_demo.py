from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from cli.conftest import DEMO, Shell
from smalti import Memory
from smalti.demo.tour import EXTRAS, TOP, Asked, Question, ask, questions, run, summarise


@pytest.fixture(scope="module")
def year() -> Memory:
    memory = Memory(":memory:", embedder=None, extract=False)
    memory.import_(DEMO)
    return memory


def test_every_piece_of_evidence_is_a_turn_of_the_conversation() -> None:
    lines = DEMO.read_text("utf-8").splitlines()
    ids = {json.loads(line)["external_id"] for line in lines}
    for question in [*questions(), *EXTRAS]:
        assert ids.issuperset(question.evidence), question.question
        assert len(set(question.evidence)) == len(question.evidence)


def test_the_tour_tells_a_story_in_order() -> None:
    places = sorted(q.show for q in [*questions(), *EXTRAS] if q.show)
    assert places == list(range(1, len(places) + 1))
    assert len(places) >= 8


def test_evidence_is_found_or_missed_as_the_recall_says(year: Memory) -> None:
    asked = ask(year, Question("BGM-2904", ("demo:s08:03", "demo:s01:01"), ""))
    ids = [item.turn.external_id for item in asked.recall.items]
    assert asked.ranks == {"demo:s08:03": ids.index("demo:s08:03") + 1, "demo:s01:01": None}
    assert asked.found == (asked.ranks["demo:s08:03"],)
    assert not asked.complete


def test_misses_are_counted_as_misses(year: Memory) -> None:
    hit = ask(year, Question("BGM-2904", ("demo:s08:03",), ""))
    partly = ask(year, Question("BGM-2904", ("demo:s08:03", "demo:s01:01"), ""))
    miss = ask(year, Question("BGM-2904", ("demo:s01:01",), ""))
    silent = ask(year, Question("zxqv", (), ""))
    talkative = ask(year, Question("BGM-2904", (), ""))
    summary = summarise([hit, partly, miss, silent, talkative])
    assert (summary.questions, summary.found, summary.found_all) == (3, 2, 1)
    assert (summary.unanswerable, summary.left_empty) == (2, 1)


def test_the_median_is_over_all_recalls(year: Memory) -> None:
    one = ask(year, Question("boat", (), ""))
    assert summarise([replace(one, ms=ms) for ms in (1.0, 2.0, 90.0)]).median_ms == 2.0


def test_the_tour_counts_all_questions_and_shows_some() -> None:
    with Memory(":memory:", embedder=None, extract=False) as memory:
        tour = run(memory)
    answerable = [q for q in questions() if q.evidence]
    assert tour.summary.questions == len(answerable)
    assert tour.summary.found <= tour.summary.questions
    assert tour.stats.turns == tour.imported.stored == 168
    assert [scene.question.show for scene in tour.scenes] == list(range(1, len(tour.scenes) + 1))
    for scene in tour.scenes:
        assert len(scene.recall.items) <= TOP


def test_the_demo_shows_evidence_misses_reasons_and_how_to_go_on(shell: Shell) -> None:
    shown = shell.ok("demo")
    assert "168 turns in 14 sessions by 6 speakers, 2025-01-12 to 2025-12-30" in shown
    assert "recalls   by words only" in shown
    assert "note: vector: embeddings are switched off" in shown
    assert re.search(r"✔ +\d+  2025-08-17  Mizuki: BGM-2904", shown)
    assert "nothing found, rightly: no turn holds any of the words" in shown
    assert "--speaker assistant --since 2025-05-01 --until 2025-06-01" in shown
    assert "over budget" in shown
    assert "where she lived on 2025-06-01: Anna lives in Turku" in shown
    assert "where she lived on 2025-07-01: Anna lives in Tampere" in shown
    assert shown.count("disputed, conflict") == 3
    assert "Arvo was born in 1993: current; Arvo was born in 1995: rejected" in shown
    assert "米寿" in shown
    assert "Go on with" in shown
    assert list(Path().iterdir()) == []


def test_what_the_demo_shows_and_what_it_gives_as_json_agree(shell: Shell) -> None:
    data = shell.json("demo")
    summary = data["summary"]
    shown = shell.ok("demo")
    assert (
        f"Evidence found for {summary['found']} of {summary['questions']} questions within the "
        f"top 10, all of it for {summary['found_all']}." in shown
    )
    missed = [id for scene in data["scenes"] for id, rank in scene["ranks"].items() if rank is None]
    assert all(id in shown for id in missed)
    assert data["file"] is None


def test_the_demo_keeps_its_file_when_told_and_apart_from_what_is_there(told: Shell) -> None:
    told.ok("demo", "--db", "smalti.db")
    assert told.json("spaces")["spaces"] == ["default", "demo", "demo-disagreements"]
    assert told.json("stats")["turns"] == 2
    again = told.ok("demo", "--db", "smalti.db")
    assert "nothing new: all was there already" in again
    assert told.json("recall", "BGM-2904", "--space", "demo")["items"]


def test_the_demo_says_where_the_file_is_that_it_keeps(shell: Shell) -> None:
    data = shell.json("demo", "--keep")
    kept = Path(data["file"])
    assert kept.exists()
    assert shell.json("stats", "--db", str(kept), "--space", "demo")["turns"] == 168
    kept.unlink()
    kept.parent.rmdir()


def test_the_demo_runs_with_the_model_that_is_there(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SMALTI_EMBEDDER")
    summary = shell.json("demo")["summary"]
    assert summary["found"] >= 0.8 * summary["questions"]


def test_an_asked_question_without_evidence_is_complete_when_nothing_came(year: Memory) -> None:
    silent: Asked = ask(year, Question("zxqv brindlewhack", (), ""))
    assert silent.complete
    assert silent.recall.reason
