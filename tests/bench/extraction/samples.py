"""Small files in the shape of those that extraction is measured on, written for these tests."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from smalti.model.record import Authority, Confidence, Evidence, Record, RecordKind, Value
from smalti.model.time import Instant, Interval

Json = Any
SAID = Instant.of("2026-05-07T10:00:00+02:00")


def _turn(speaker: str, at: str, text: str, role: str = "user") -> Json:
    return {"speaker": speaker, "role": role, "at": at, "text": text}


def conversation_items() -> list[Json]:
    """Three conversations with what must be remembered: a move, mere thanks, one in Chinese."""
    return [
        {
            "id": "c1",
            "history": [
                _turn("Ines", "2026-03-01T09:00:00+01:00", "I live in Ghent."),
                _turn("assistant", "2026-03-01T09:01:00+01:00", "Noted.", "assistant"),
            ],
            "incoming": _turn("Ines", "2026-05-07T10:00:00+02:00", "I live in Lisbon now."),
            "expect": {
                "relation": "update",
                "category": "slot_change",
                "current": ["Ines lives in Lisbon"],
                "ended": ["Ines lives in Ghent"],
                "open": [],
            },
        },
        {
            "id": "c2",
            "history": [_turn("Tomo", "2026-03-01T09:00:00+01:00", "I bake rye bread.")],
            "incoming": _turn("Tomo", "2026-05-07T10:00:00+02:00", "Thanks a lot!"),
            "expect": {"relation": "not_memory", "category": "junk", "current": []},
        },
        {
            "id": "c3",
            "lang": "zh",
            "history": [],
            "incoming": _turn("林安", "2026-05-07T10:00:00+08:00", "我在港口修船。"),
            "expect": {"relation": "compatible", "current": ["林安在港口修船", "林安会弹琴"]},
        },
    ]


def halumem_user() -> Json:
    """A user with two sessions, in the shape of HaluMem."""

    def said(role: str, text: str) -> Json:
        return {"role": role, "content": text, "timestamp": "Feb 13, 2029, 10:51:39"}

    def point(text: str, type: str, source: str = "secondary", is_update: str = "False") -> Json:
        return {"memory_content": text, "memory_type": f"{type} Memory",
                "memory_source": source, "is_update": is_update}  # fmt: skip

    return {
        "uuid": "0123456789abcdef",
        "persona_info": "[Recorded] Name: Ines Faro; Gender: Female",
        "sessions": [
            {
                "dialogue": [
                    said("user", "I repair old clocks in my workshop."),
                    said("assistant", "You told me that you repair old radios."),
                ],
                "memory_points": [
                    point("Ines Faro repairs old clocks", "Persona"),
                    point("Ines Faro repairs old radios", "Persona", "interference")
                    | {"reference_memory_content": "Ines Faro repairs old clocks"},
                ],
            },
            {
                "dialogue": [said("user", "I sold the workshop to my cousin.")],
                "memory_points": [point("Ines sold her workshop", "Event", is_update="True")],
            },
        ],
    }


def write_lines(path: Path, *lines: Json) -> Path:
    """One JSON object a line."""
    path.write_text("".join(json.dumps(x, ensure_ascii=False) + "\n" for x in lines), "utf-8")
    return path


def record(sentence: str, valid: Interval | None = None, **more: Any) -> Record:
    """A record of Ada's own word, undated unless told otherwise."""
    plain = Record(
        id="r1",
        kind=RecordKind.FACT,
        sentence=sentence,
        subject="Ada Holm",
        predicate="says",
        value=Value(text="x"),
        asserted_by="Ada Holm",
        authority=Authority.SELF,
        valid=valid or Interval.undated(SAID),
        recorded_at=SAID,
        confidence=Confidence(1.0, 1.0, 1.0),
        evidence=(Evidence("t1", 0, 1),),
        extractor="test",
    )
    return replace(plain, **more)
