"""The public data sets as they are, where they lie beside the project."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from smalti.interchange import formats
from smalti.model.turn import TurnDraft

DATA = Path(__file__).parents[2].parent / "shared" / "data"


def stored(name: str) -> Path:
    path = DATA / name
    if not path.exists():
        pytest.skip(f"the development data ({name}) does not lie beside the project")
    return path


def all_turns(path: Path, format: str | None = None) -> list[TurnDraft]:
    items = list(formats.read(path, format))
    turns = [item for item in items if isinstance(item, TurnDraft)]
    assert len(turns) == len(items), [item for item in items if item not in turns][:3]
    ids = [turn.external_id for turn in turns]
    assert None not in ids
    assert len(set(ids)) == len(ids)
    return turns


def locomo_sessions(conversation: dict[str, Any]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    for number in range(1, 100):
        if turns := conversation.get(f"session_{number}"):
            yield conversation[f"session_{number}_date_time"], turns


def test_locomo_comes_in_whole() -> None:
    path = stored("locomo/locomo_dev.json")
    expected = [
        (sample["sample_id"], turn["dia_id"], turn["speaker"], turn["text"])
        for sample in json.loads(path.read_text())
        for _, turns in locomo_sessions(sample["conversation"])
        for turn in turns
    ]
    assert formats.detect(path) == "locomo"
    turns = all_turns(path)
    assert [
        (
            turn.session.split(":")[0],
            (turn.external_id or "").split(":", 2)[2],
            turn.speaker,
            turn.text,
        )
        for turn in turns
    ] == expected
    assert len(turns) == 2960
    assert all(turn.said_at for turn in turns)


def test_locomo_pictures_are_all_there() -> None:
    path = stored("locomo/locomo_dev.json")
    captions = sum(
        "blip_caption" in turn or "img_url" in turn
        for sample in json.loads(path.read_text())
        for _, turns in locomo_sessions(sample["conversation"])
        for turn in turns
    )
    assert sum(len(turn.attachments) for turn in all_turns(path)) == captions


@pytest.mark.parametrize("style", ["plain", "dated", "messenger", "markdown"])
def test_locomo_written_as_a_chat_reads_back(tmp_path: Path, style: str) -> None:
    samples = json.loads(stored("locomo/locomo_dev.json").read_text())
    for sample in samples:
        expected, lines = [], []
        for number, (date, turns) in enumerate(locomo_sessions(sample["conversation"]), start=1):
            if style != "messenger":
                lines += ["", f"## Session {number} ({date})", ""]
            for turn in turns:
                name, text = turn["speaker"], turn["text"]
                opening = {
                    "plain": f"{name}: ",
                    "dated": f"[10:{number:02}] {name}: ",
                    "messenger": f"05/{number % 12 + 1:02}/2023, 10:00 - {name}: ",
                    "markdown": f"**{name}:** ",
                }[style]
                lines.append(opening + text)
                expected.append((name, text.strip()))
        path = tmp_path / f"{sample['sample_id']}.txt"
        path.write_text("\n".join(lines))
        assert formats.detect(path) == ("markdown" if style == "markdown" else "transcript")
        assert [(turn.speaker, turn.text) for turn in all_turns(path)] == expected


def test_longmemeval_haystack_comes_in_whole() -> None:
    path = stored("longmemeval/haystack_single.json")
    [question] = json.loads(path.read_text())
    expected = [turn["content"] for turns in question["haystack_sessions"] for turn in turns]
    turns = all_turns(path)
    assert [turn.text for turn in turns] == expected
    assert len({turn.session for turn in turns}) == len(set(question["haystack_session_ids"]))
    assert all(turn.said_at for turn in turns)
    assert not any("answer_" in repr((turn.session, turn.external_id)) for turn in turns)


def test_longmemeval_snippet_comes_in_whole() -> None:
    path = stored("longmemeval/snippet.json")
    question = json.loads(path.read_text())
    assert len(all_turns(path)) == sum(map(len, question["haystack_sessions"]))


def test_longmemeval_evidence_comes_in_once() -> None:
    path = stored("longmemeval/evidence_dev.jsonl")
    sessions = {
        json.dumps(session): len(session["turns"])
        for line in path.read_text().splitlines()
        for session in json.loads(line)["evidence_sessions"]
    }
    assert formats.detect(path) == "longmemeval"
    assert len(all_turns(path)) == sum(sessions.values())


@pytest.mark.parametrize("name", ["solo_chat_en", "solo_chat_zh", "team_chat_en", "team_chat_zh"])
@pytest.mark.parametrize("style", ["{}: {}", "{}：{}", "**{}**: {}", "### {}\n\n{}\n"])
def test_chats_in_two_languages_read_back_from_text(tmp_path: Path, name: str, style: str) -> None:
    chat = json.loads(stored(f"everos_chats/{name}.json").read_text())["conversation_list"]
    said = [(turn["sender_name"], turn["content"].rstrip()) for turn in chat]
    path = tmp_path / "chat.txt"
    path.write_text("\n".join(style.format(*turn) for turn in said))
    assert [(turn.speaker, turn.text) for turn in all_turns(path)] == said
