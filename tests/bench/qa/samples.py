"""Small files in the shape of each public data set, with texts written for these tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

Json = Any


def written(path: Path, data: Json) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data, ensure_ascii=False), "utf-8")
    return path


def lines(path: Path, items: list[Json]) -> Path:
    path.write_text("".join(json.dumps(item) + "\n" for item in items), "utf-8")
    return path


_SAID = {
    1: [
        "Ines: I bought a sailing dinghy yesterday and called it Sandpiper.",
        "Tomo: I am learning Hungarian with old tapes.",
        "Ines: My brother Karel moved to Lisbon.",
    ],
    2: ["Tomo: The choir sings in Ghent.", "Ines: I adopted three cats."],
}
_ASKED: list[Json] = [
    {"question": "What is the name of the dinghy of Ines?", "answer": "Sandpiper", "category": 4,
     "evidence": ["D1:01"]},
    {"question": "When did Ines buy a dinghy?", "answer": "6 May 2023", "category": 2,
     "evidence": ["D1:1"]},
    {"question": "How many cats did Ines adopt?", "answer": 3, "category": 1,
     "evidence": ["D2:2"]},
    {"question": "Which language does Ines learn?", "adversarial_answer": "Hungarian",
     "category": 5, "evidence": ["D1:2"]},
]  # fmt: skip


def locomo_file(folder: Path, asked: list[Json] | None = None, name: str = "harbour") -> Path:
    conversation: Json = {}
    for number, said in _SAID.items():
        conversation[f"session_{number}_date_time"] = f"1:56 pm on {number * 7} May, 2023"
        conversation[f"session_{number}"] = [
            {"speaker": speaker, "dia_id": f"D{number}:{place}", "text": text}
            for place, (speaker, text) in enumerate((one.split(": ", 1) for one in said), 1)
        ]
    sample = {"sample_id": name, "conversation": conversation, "qa": asked or _ASKED}
    return written(folder / "locomo.json", [sample])


def audit_file(folder: Path) -> Path:
    entries = [
        {"question_id": "locomo_4_qa1", "question": "When did Ines buy a dinghy?",
         "error_type": "TEMPORAL_ERROR", "correct_answer": "5 May 2023 (a day earlier)",
         "correct_evidence": ["D1:1"]},
        {"question_id": "locomo_4_qa0", "question": "What is the name of the dinghy of Ines?",
         "error_type": "WRONG_CITATION", "correct_answer": "Sandpiper (answer is correct)",
         "correct_evidence": ["D1:1"]},
    ]  # fmt: skip
    return written(folder / "audit.json", entries)


def longmemeval_file(folder: Path) -> Path:
    turn = {"role": "user", "content": "I ride a yellow cargo bike to the pottery class."}
    asked = [("q1", "What colour is my cargo bike?", "yellow"), ("q2_abs", "Who is Ada?", "No Ada")]
    items = [
        {
            "question_id": id,
            "question_type": "single-session-user",
            "question": text,
            "answer": answer,
            "question_date": "2023/05/20 (Sat) 10:30",
            "gold_session_ids": [],
            "evidence_sessions": [{"date": "2023/05/01 (Mon) 10:30", "turns": [turn]}],
        }
        for id, text, answer in asked
    ]
    return lines(folder / "evidence.jsonl", items)


def _session(day: int, said: str, questions: list[Json]) -> Json:
    point = {"memory_content": said}
    turn = {"role": "user", "content": said, "timestamp": f"May {day:02}, 2023, 10:00:00"}
    for question in questions:
        question["evidence"] = [point]
    return {"dialogue": [turn], "memory_points": [point], "questions": questions}


def halumem_file(folder: Path) -> Path:
    asked = [
        {"question": "Where does Ada live?", "answer": "Porto", "question_type": "Basic"},
        {"question": "What is Ada's middle name?", "answer": "Unknown; not provided.",
         "question_type": "Memory Boundary"},
    ]  # fmt: skip
    user = {
        "uuid": "u1",
        "sessions": [
            _session(1, "I am Ada and I live in Porto.", asked),
            _session(9, "I moved, I live in Turin now.", []),
        ],
    }
    return lines(folder / "users.jsonl", [user])


def beam_folder(folder: Path) -> Path:
    said = ["I have never baked rye bread.", "I baked rye bread on Sunday, it took 31 minutes."]
    turns = [
        {"role": "user", "id": id, "time_anchor": "March-05-2024", "content": text}
        for id, text in enumerate(said)
    ]
    probes = {
        "contradiction_resolution": [
            {"question": "Have I baked rye bread?", "ideal_answer": "You said both.",
             "source_chat_ids": {"first": [0], "second": [1]}}
        ],
        "temporal_reasoning": [
            {"question": "How many minutes did the bread take?", "source_chat_ids": [1],
             "answer": "It took 31 minutes to bake the bread."}
        ],
        "summarization": [{"question": "Sum it up", "ideal_summary": "You baked bread."}],
        "abstention": [{"question": "Who ate it?", "ideal_response": "There is no information."}],
    }  # fmt: skip
    written(folder / "beam" / "7" / "chat.json", [{"batch_number": 1, "turns": [turns]}])
    written(folder / "beam" / "7" / "probing_questions.json", probes)
    return folder / "beam"


def touchstone_folder(folder: Path) -> Path:
    turns = [
        {"role": "user", "content": "我今天打了第一针, 0.25mg. 早餐吃了蒸蛋和黑咖啡."},
        {"role": "assistant", "content": "记下了."},
    ]
    said = {"user": {"nickname": "Mei V1"}, "sessions": [{"date": "2026-04-20", "turns": turns}]}
    asked = [
        ("A", "T1_info", "第一针的日期?", "4/20 或 2026-04-20"),
        ("B", "T1_info", "早餐吃了什么?", "蒸蛋 + 黑咖啡 (很少)"),
        ("C", "T5_abstain", "丈夫的职业?", "没提过"),
        ("D", "T2_multi", "多久了?", "约 37 天 / 5 周多"),
        ("E", "T6_method", "该说吗?", "不直接说, 因为这是一个很长很长的解释, 没有短字符串可以找"),
    ]
    items = [{"id": id, "dim": dim, "q": q, "expect": expect} for id, dim, q, expect in asked]
    written(folder / "touchstone" / "fixture_mei.json", said)
    written(folder / "touchstone" / "questions.json", items)
    return folder / "touchstone"


def memconflict_folder(folder: Path) -> Path:
    path = folder / "memconflict"
    path.mkdir()
    events = [
        ("2022-01-01", "reveal", {"Residence": "Porto"}),
        ("2022-03-01", "update", {"Attribute": "Residence", "Before": "Porto", "After": "Turin"}),
    ]
    lines(
        path / "events.jsonl",
        [
            {"persona_id": "p1", "session_id": n, "date": day, "kind": kind, "data": data}
            for n, (day, kind, data) in enumerate(events)
        ],
    )
    asked = [
        ("Q1", "Has the user moved?", "Yes, from Porto to Turin."),
        ("Q2", "Where did the user move from and to?", "They moved from Porto to Turin."),
        ("Q3", "What mood is the user in?", "A rather pensive one, as the rains have gone on."),
    ]
    lines(
        path / "questions.jsonl",
        [
            {"persona_id": "p1", "session_id": 2, "session_date": "2022-03-01",
             "question_id": id, "question": question, "answer": answer,
             "conflict_type": "dynamic_conflict"}
            for id, question, answer in asked
        ],
    )  # fmt: skip
    return path
