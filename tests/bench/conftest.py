"""Small files in the shape of the public ones, with texts written for these tests."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from smalti.cli.bench import bench

Json = Any
Run = Callable[..., Json]

_HARBOUR = {
    1: [
        "Ines: I finally bought the little sailing boat, a blue dinghy.",
        "Tomo: What will you call it?",
        "Ines: Sandpiper, after the birds on the pier.",
        "Tomo: I started baking rye bread on Sundays.",
        "Ines: My brother Karel moved to Lisbon last week.",
        "Tomo: The choir rehearses in the old customs house now.",
        "Ines: I am allergic to walnuts, so no cake for me.",
        "Tomo: My telescope arrived, a second-hand refractor.",
    ],
    2: [
        "Ines: We capsized near the lighthouse, nobody was hurt.",
        "Tomo: Saturn was sharp through the telescope yesterday.",
        "Ines: I passed the radio operator exam.",
        "Tomo: I gave the rye starter the name Gustav.",
        "Ines: Karel found a flat above a bookshop.",
        "Tomo: Our choir sings in Ghent in spring.",
    ],
}
_ORCHARD = {
    1: [
        "Wanda: The apple trees have canker and I must prune them.",
        "Piet: How many trees are there?",
        "Wanda: Forty-two, mostly Boskoop.",
        "Piet: I sold the tractor to a neighbour.",
        "Wanda: We press cider with the school in October.",
        "Piet: My knee operation is planned for November.",
        "Wanda: The beehives survived the frost.",
        "Piet: I am learning Hungarian with tapes.",
    ],
    2: [
        "Wanda: The pruning saw broke on the oldest Boskoop.",
        "Piet: The knee is healing, I walk with a stick.",
        "Wanda: We won a ribbon for the cider.",
        "Piet: I can count to a hundred in Hungarian.",
    ],
}


def _conversation(name: str, sessions: dict[int, list[str]], qa: list[Json]) -> Json:
    conversation: dict[str, Json] = {}
    for number, lines in sessions.items():
        conversation[f"session_{number}_date_time"] = f"1:56 pm on {number * 7} May, 2023"
        conversation[f"session_{number}"] = [
            {"speaker": speaker, "dia_id": f"D{number}:{place}", "text": text}
            for place, (speaker, text) in enumerate((s.split(": ", 1) for s in lines), 1)
        ]
    return {"sample_id": name, "conversation": conversation, "qa": qa}


def _asked(question: str, category: int, *evidence: str) -> Json:
    return {"question": question, "category": category, "evidence": list(evidence)}


@pytest.fixture
def conversations() -> list[Json]:
    harbour = [
        _asked("What is the name of the sailing boat of Ines?", 4, "D1:03"),
        _asked("Which instruments and breads does Tomo care for?", 1, "D1:4; D:1:8", "D2:2 D2:4"),
        _asked("When did Ines capsize?", 2, "D2:1"),
        _asked("Where would Karel buy a novel?", 3, "D9:9", "D"),
        _asked("What did Tomo pass the exam for?", 5, "D2:3"),
    ]
    orchard = [
        _asked("What disease do the apple trees have?", 4, "D1:1"),
        _asked("Which language does Piet learn?", 4, "D1:8", "D2:4"),
        _asked("When is the knee operation of Piet?", 2, "D1:5"),
    ]
    return [
        _conversation("harbour", _HARBOUR, harbour),
        _conversation("orchard", _ORCHARD, orchard),
    ]


@pytest.fixture
def locomo_file(tmp_path: Path, conversations: list[Json]) -> Path:
    return _written(tmp_path / "conversations.json", json.dumps(conversations))


@pytest.fixture
def audit_file(tmp_path: Path) -> Path:
    """Numbered as in a larger file, of which these conversations are the third and the fifth."""
    entries = [
        {
            "question_id": "locomo_4_qa2",
            "question": "When is the knee operation of Piet?",
            "error_type": "WRONG_CITATION",
            "correct_evidence": ["D1:6"],
        },
        {
            "question_id": "locomo_2_qa3",
            "question": "Where would Karel buy a novel?",
            "error_type": "WRONG_CITATION",
            "correct_evidence": ["D2:5"],
        },
        {
            "question_id": "locomo_8_qa0",
            "question": "A question about someone else?",
            "error_type": "HALLUCINATION",
            "correct_evidence": ["D1:1"],
        },
    ]
    return _written(tmp_path / "audit.json", json.dumps(entries))


def _day(number: int) -> str:
    return f"2023/05/{number:02} (Mon) 10:30"


@pytest.fixture
def evidence_file(tmp_path: Path) -> Path:
    shared = [{"role": "user", "content": "I ride a yellow cargo bike to the pottery class."}]
    questions = [
        ("q1", "single-session-user", "What colour is my cargo bike?", [(_day(1), shared)]),
        ("q2", "multi-session", "How do I get to pottery, and what do I make there?", [
            (_day(1), shared),
            (_day(2), [{"role": "user", "content": "My first teapot cracked in the kiln."}]),
        ]),
        ("q3", "single-session-assistant", "Which glaze did you suggest?", [
            (_day(3), [{"role": "assistant", "content": "A tin glaze would suit the bowls."}]),
        ]),
        ("q4_abs", "single-session-user", "What is the name of my parrot?", [
            (_day(1), shared),
        ]),
    ]  # fmt: skip
    lines = [
        json.dumps(
            {
                "question_id": id,
                "question_type": kind,
                "question": text,
                "question_date": _day(20),
                "gold_session_ids": [],
                "evidence_sessions": [{"date": day, "turns": said} for day, said in evidence],
            }
        )
        for id, kind, text, evidence in questions
    ]
    return _written(tmp_path / "evidence.jsonl", "\n".join(lines))


@pytest.fixture
def haystacks() -> list[Json]:
    filler = [
        "The ferry leaves at nine.",
        "Our printer is out of toner again.",
        "I boiled lentils for dinner.",
        "The library closes early on Fridays.",
    ]
    sessions: list[list[Json]] = [
        [{"role": "user", "content": f"{text} That was number {n}."} for text in filler]
        for n in range(3)
    ]
    sessions[1][2] = {
        "role": "user",
        "content": "I was born in the year of the great flood, in Zwolle.",
        "has_answer": True,
    }
    question = {
        "question_id": "h1",
        "question_type": "single-session-user",
        "question": "In which town was I born?",
        "question_date": _day(20),
        "answer_session_ids": ["answer_1"],
        "haystack_session_ids": ["a", "answer_1", "c"],
        "haystack_dates": [_day(1), _day(2), _day(3)],
        "haystack_sessions": sessions,
    }
    unanswerable = question | {
        "question_id": "h2_abs",
        "question": "Quelle saxophone?",
        "answer_session_ids": [],
        "haystack_sessions": [[{"role": "user", "content": turn["content"]} for turn in session]
                              for session in sessions],
    }  # fmt: skip
    return [question, unanswerable]


@pytest.fixture
def haystack_file(tmp_path: Path, haystacks: list[Json]) -> Path:
    return _written(tmp_path / "haystacks.json", json.dumps(haystacks))


def _written(path: Path, text: str) -> Path:
    path.write_text(text, "utf-8")
    return path


@pytest.fixture
def command() -> click.Command:
    return bench


@pytest.fixture
def run_json(monkeypatch: pytest.MonkeyPatch, command: click.Command) -> Run:
    """Run a benchmark by words only, and read the last line that it prints."""
    monkeypatch.setenv("SMALTI_EMBEDDER", "none")

    def run(*arguments: object) -> Json:
        done = CliRunner().invoke(command, [*map(str, arguments), "--json"], catch_exceptions=False)
        assert done.exit_code == 0
        return json.loads(done.stdout.splitlines()[-1])

    return run
