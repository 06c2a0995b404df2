from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest
from click.testing import CliRunner

from bench.conftest import Run
from smalti.bench import scale, synthetic
from smalti.cli.bench import bench
from smalti.model.errors import InvalidInput
from smalti.testing import HashEmbedder


def test_a_small_size_is_measured_in_every_respect(locomo_file: Path) -> None:
    found = scale.run([200], embedder=HashEmbedder(), embed_limit=60)
    [row] = found["rows"]
    assert (row["turns"], row["embedded"]) == (200, 60)
    assert row["import_turns_per_s"] > 0
    assert row["import_unembedded_turns_per_s"] > 0
    assert row["recall_ms"]["p50"] <= row["recall_ms"]["p95"] <= row["recall_ms"]["p99"]
    steps = {"index", "lexical", "vector", "rank", "conflicts", "pack"}
    assert set(row["steps_ms_p50"]) == steps
    assert row["cold_ms"]["total"] > row["cold_ms"]["import"] > 0
    assert row["file_mb"] > 0
    assert row["add_ms_p50"] > 0
    assert found["import_smalti_ms"] > 0
    assert "first 60 turns" in found["settings"]["notes"][0]


def test_it_can_draw_from_the_turns_of_a_file(run_json: Run, locomo_file: Path) -> None:
    found = run_json("scale", "--sizes", "40", "--data", locomo_file)
    assert found["dataset"]["path"] == locomo_file.name
    assert found["rows"][0]["cold_path"] in ("lexical", "none")
    assert "no embedder" in found["settings"]["notes"][0]


def test_invented_turns_are_the_same_for_the_same_seed() -> None:
    first, again = (list(synthetic.turns(100, seed=3)) for _ in range(2))
    assert first == again
    assert first != list(synthetic.turns(100, seed=4))


def test_invented_turns_come_in_dated_sessions_of_two() -> None:
    turns = list(synthetic.turns(200))
    sessions: dict[str, list[str]] = {}
    for turn in turns:
        sessions.setdefault(turn.session, []).append(turn.speaker)
    assert {len(speakers) for speakers in sessions.values()} == {synthetic.SESSION}
    assert {len(set(speakers)) for speakers in sessions.values()} == {2}
    moments = [turn.said_at.micros for turn in turns if turn.said_at]
    assert moments == sorted(moments)
    assert len(moments) == 200


def test_there_are_a_hundred_speakers_and_words_follow_zipf() -> None:
    turns = list(islice(synthetic.turns(20_000), 20_000))
    assert len({turn.speaker for turn in turns}) == 100
    words = " ".join(turn.text for turn in turns).casefold().split()
    assert 12 < len(words) / len(turns) < 30
    assert 0.01 < words.count("the") / len(words) < 0.1
    assert len(set(words)) > 5_000


def test_questions_are_varied_and_about_the_turns() -> None:
    turns = list(synthetic.turns(100))
    asked = list(synthetic.questions(turns, 30))
    assert len(set(asked)) == 30
    assert sum("say about" in question for question in asked) == 10


@pytest.mark.parametrize("sizes", ["0", "many", "10,,20", "-5"])
def test_sizes_must_be_numbers(sizes: str, run_json: Run) -> None:
    with pytest.raises(InvalidInput, match="sizes: must be whole numbers"):
        run_json("scale", "--sizes", sizes)


def test_a_file_without_turns_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "empty.jsonl"
    path.write_text('{"speaker": "Mara"}\n')
    with pytest.raises(InvalidInput):
        scale.run([10], embedder=None, data=path)


def test_people_get_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SMALTI_EMBEDDER", "none")
    done = CliRunner().invoke(bench, ["scale", "--sizes", "20,40"], catch_exceptions=False)
    assert "recall_ms" in done.stdout
    assert "no embedder" in done.stdout
