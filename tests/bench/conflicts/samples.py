"""Small files in the shape of those that conflicts are measured on, written for these tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

Json = Any


def write_lines(path: Path, *items: Json) -> Path:
    path.write_text("".join(f"{json.dumps(one)}\n" for one in items), "utf-8")
    return path


def guideline_folder(folder: Path) -> Path:
    """A house rule with three statements, and what comes later."""
    folder.mkdir()
    write_lines(
        folder / "house.base.jsonl",
        {"id": "b1", "text": "The pool closes at 21:00."},
        {"id": "b2", "text": "Bicycles must not be left in the hall."},
        {"id": "b3", "text": "The deposit is 300 euros."},
    )

    def later(id: str, text: str, against: list[str], type: str, explicit: bool | None) -> Json:
        label = "conflict" if against else "benign"
        return {"id": id, "text": text, "label": label, "type": type, "explicit": explicit,
                "conflicts_with": against, "why": ""}  # fmt: skip

    write_lines(
        folder / "house.incoming.jsonl",
        later("i1", "The deposit is 500 euros.", ["b3"], "numeric", True),
        later("i2", "Dogs are welcome in the garden.", [], "new_topic", None),
        later("i3", "Dogs are not welcome in the garden.", [], "new_topic", None),
        later("i4", "Thanks a lot!", ["b1"], "logical", False),
    )
    return folder


def _turn(speaker: str, at: str, text: str) -> Json:
    return {"speaker": speaker, "role": "user", "at": at, "text": text}


def conversation_items() -> list[Json]:
    """A move, mere thanks, a rent that is nearly the same, and something nobody extracts."""
    return [
        {
            "id": "move",
            "history": [_turn("Ines", "2026-03-01T09:00:00+01:00", "I live in Ghent.")],
            "incoming": _turn("Ines", "2026-05-07T10:00:00+02:00", "I live in Lisbon now."),
            "expect": {
                "relation": "update", "against": [0], "category": "slot_change",
                "current": ["Ines lives in Lisbon"], "ended": ["Ines lives in Ghent"],
                "open": [],
                "must_not": ["Ines lives in Ghent and in Lisbon", "Ines lives in Ghent"],
            },
        },
        {
            "id": "thanks",
            "history": [_turn("Tomo", "2026-03-01T09:00:00+01:00", "I bake rye bread.")],
            "incoming": _turn("Tomo", "2026-05-07T10:00:00+02:00", "Thanks a lot!"),
            "expect": {
                "relation": "not_memory", "against": [], "category": "junk",
                "current": ["Tomo bakes rye bread"], "ended": [], "open": [], "must_not": [],
            },
        },
        {
            "id": "silent",
            "history": [_turn("Pau", "2026-03-01T09:00:00+01:00", "I bake rye bread.")],
            "incoming": _turn("Pau", "2026-05-07T10:00:00+02:00", "Hm."),
            "expect": {
                "relation": "retraction", "against": [0], "category": "implicit",
                "current": [], "ended": ["Pau bakes rye bread"], "open": [], "must_not": [],
            },
        },
    ]  # fmt: skip


def pair_items() -> list[Json]:
    """A stored statement with one that contradicts it and one that does not."""
    return [
        {
            "id": "p1",
            "lang": "en",
            "stored": "The deposit is 300 euros.",
            "incoming": [
                {"text": "The deposit is 500 euros.", "label": "contradiction", "type": "numeric"},
                {"text": "My sister plays chess.", "label": "compatible", "type": "new_topic"},
            ],
        }
    ]


def halumem_items() -> list[Json]:
    """An update, what is none, and one with nothing to compare it with."""
    return [
        {"user": "u", "type": "Persona", "label": "update", "old": ["Ida lives in Ghent"],
         "new": "Ida lives in Lisbon now"},
        {"user": "u", "type": "Persona", "label": "no_update", "old": ["Ida lives in Ghent"],
         "new": "Ida likes figs"},
        {"user": "u", "type": "Event", "label": "interference", "old": [], "new": "Ida sings"},
    ]  # fmt: skip


def beam_folder(folder: Path) -> Path:
    """One talk with a contradiction between two turns, and one within a single turn."""
    (folder / "1").mkdir(parents=True)
    said = ["I met Ada at the fair.", "I bake rye bread.", "I have never met Ada."]
    turns = [{"id": place * 2, "role": "user", "content": f"{text} ->-> 1,{place}"}
             for place, text in enumerate(said)]  # fmt: skip
    chat = [{"turns": [[turns[0]], [turns[1], turns[2]]]}]
    questions = [
        {"source_chat_ids": {"first_statement": [4], "second_statement": [0]}},
        {"source_chat_ids": {"first_statement": [4], "second_statement": [4]}},
    ]
    (folder / "1" / "chat.json").write_text(json.dumps(chat), "utf-8")
    (folder / "1" / "probing_questions.json").write_text(
        json.dumps({"contradiction_resolution": questions}), "utf-8"
    )
    return folder


def events() -> list[Json]:
    """A persona who moves, whose birthplace is contradicted, and what a neighbour does."""

    def event(date: str, kind: str, **data: Json) -> Json:
        return {"persona_id": "p-1", "session_id": 0, "date": date, "kind": kind, "data": data}

    contacts = {"Contacts": {"Contacts_1": {"Name": "Tom Baker", "Type": "Neighbor"}}}
    born = {"Conflict_ID": "SC_1", "Target_Field_Path": "Birthplace"}
    return [
        event("2024-01-01", "reveal", Residence="Ghent", Social_Relationships=contacts),
        event("2024-01-02", "static", Role="Point_A", Value="Turin", **born),
        event("2024-02-01", "update", Attribute="Residence", Before="Ghent", After="Lisbon"),
        event("2024-03-01", "other_person", Attribute="Residence", Source_Person_ID="Contacts_1",
              Relationship_To_User="Neighbor", Value="Oslo"),
        event("2024-04-01", "static", Role="Point_B", Value="Palermo", **born),
        event("2024-05-01", "conditional", Role="Point_A", Conflict_ID="CC_1", Item="soup",
              Preference_Type="Food_Preference", Condition="After a long day"),
    ]  # fmt: skip
