"""Samples to read by hand, and what readers made of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bench.extraction.samples import conversation_items, write_lines
from smalti.bench.extraction.run import Options, run
from smalti.model.errors import InvalidInput


@pytest.fixture(scope="module")
def talks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_lines(tmp_path_factory.mktemp("x") / "talks.jsonl", *conversation_items())


def again(talks: Path, **options: Any) -> dict[str, Any]:
    """The figures, from what the first test has read."""
    rows = talks.with_name("rows.jsonl")
    return run(talks, options=Options(rows=rows, resume=True, speed=False, **options))


def sheet_of(talks: Path, size: int = 100, seed: int = 0) -> list[dict[str, Any]]:
    sheet = talks.with_name("sheet.jsonl")
    again(talks, sample=size, seed=seed, sheet=sheet)
    return [json.loads(line) for line in sheet.read_text().splitlines()]


def measured(talks: Path, *verdicts: dict[str, Any]) -> dict[str, Any]:
    file = write_lines(talks.with_name("verdicts.jsonl"), *verdicts)
    return again(talks, verdicts=file)


def judged(line: dict[str, Any], **answers: bool | None) -> dict[str, Any]:
    return line | {"speaker_right": True, "subject_right": True, "faithful": True} | answers


def test_the_same_seed_draws_the_same_records(talks: Path) -> None:
    keys = [line["record"] for line in sheet_of(talks, 2)]
    assert keys == [line["record"] for line in sheet_of(talks, 2)]
    assert len(keys) == 2
    others = [sheet_of(talks, 2, seed) for seed in range(1, 6)]
    assert any([line["record"] for line in other] != keys for other in others)


def test_a_sheet_shows_the_turn_and_leaves_the_questions_open(talks: Path) -> None:
    line = sheet_of(talks)[0]
    assert line["turn"] == {
        "speaker": "Ines", "role": "user", "said_at": "2026-03-01T09:00:00+01:00",
        "text": "I live in Ghent.",
    }  # fmt: skip
    assert line["quote"] in line["turn"]["text"]
    assert line["said by"] == "Ines"
    assert [line[name] for name in ("speaker_right", "subject_right", "faithful")] == [None] * 3


def test_a_filled_sheet_gives_the_shares(talks: Path) -> None:
    first, *others = sheet_of(talks)
    filled = [judged(first, faithful=False), *(judged(line) for line in others)]
    found = measured(talks, *filled)
    assert found["read_by_hand"]["verdicts"] == len(filled) == found["records"]
    assert found["read_by_hand"]["lapsed"] == 0
    read = found["read_by_hand"]["shares"]
    assert read["speaker_right"]["share"] == 1.0
    assert read["faithful"]["share"] == pytest.approx(1 - 1 / len(filled), abs=1e-4)
    assert read["faithful"]["wrong"] == [first["record"]]
    assert read["right_current"]["read"] <= len(filled)
    assert found["precision"] == read["right"]["share"] == read["faithful"]["share"]


def test_a_record_with_the_wrong_subject_is_not_right_however_faithful(talks: Path) -> None:
    read = measured(talks, judged(sheet_of(talks)[0], subject_right=False))["read_by_hand"][
        "shares"
    ]
    assert (read["faithful"]["share"], read["right"]["share"]) == (1.0, 0.0)


def test_open_questions_are_not_counted(talks: Path) -> None:
    first, second, *_ = sheet_of(talks)
    read = measured(talks, judged(first, speaker_right=None), second)["read_by_hand"]["shares"]
    assert read["speaker_right"] == {"read": 0, "share": None}
    assert read["subject_right"]["read"] == 1
    assert read["right"]["read"] == 1


def test_the_last_of_several_verdicts_on_a_record_counts(talks: Path) -> None:
    first = sheet_of(talks)[0]
    read = measured(talks, judged(first, faithful=False), judged(first))["read_by_hand"]["shares"]
    assert (read["faithful"]["read"], read["faithful"]["share"]) == (1, 1.0)


def test_a_verdict_lapses_with_the_sentence_it_was_about(talks: Path) -> None:
    first = sheet_of(talks)[0]
    other = judged(first) | {"record": first["record"][:-6] + "000000"}
    found = measured(talks, judged(first), other)
    assert found["read_by_hand"]["lapsed"] == 1


def test_verdicts_give_the_reliability_of_rho_and_fitted_weights(talks: Path) -> None:
    first, *others = sheet_of(talks)
    found = measured(talks, judged(first, faithful=False), *map(judged, others))
    table = found["calibration"]
    assert table["records"] == found["records"]
    assert table["built_in"]["weights"] == [0.5, 0.3, 0.2]
    assert sum(one["count"] for one in table["built_in"]["bins"]) == table["records"]
    assert sum(table["fitted"]["weights"]) == pytest.approx(1, abs=1e-3)
    assert table["fitted"]["brier"] <= table["built_in"]["brier"]


def test_without_an_answer_there_is_nothing_to_calibrate(talks: Path) -> None:
    found = measured(talks, sheet_of(talks)[0])
    assert found["calibration"] is None
    assert found["precision"] is None


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ({"record": "x"}, "has no speaker_right"),
        (judged({"record": "x"}) | {"faithful": "yes"}, "is not true, false or null"),
    ],
)
def test_a_sheet_that_is_none_is_refused(talks: Path, line: dict[str, Any], complaint: str) -> None:
    with pytest.raises(InvalidInput, match=complaint):
        measured(talks, line)


def test_a_sheet_that_cannot_be_written_is_named(talks: Path) -> None:
    with pytest.raises(InvalidInput, match="sheet: cannot be written"):
        again(talks, sample=1, sheet=Path("/proc/none/x"))
