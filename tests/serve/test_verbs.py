"""Each verb over HTTP: what the library gives is what comes back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from starlette.testclient import TestClient

from serve.conftest import ok, problem
from smalti.model.codec import to_data
from smalti.serve.hub import Hub

ADA = "/v1/spaces/ada"


def state(client: TestClient, *triples: tuple[str, str, str]) -> list[dict[str, Any]]:
    """Assert some triples; what became of each."""
    names = ("subject", "predicate", "object")
    body = {"assertions": [dict(zip(names, triple, strict=True)) for triple in triples]}
    records: list[dict[str, Any]] = ok(client.post(f"{ADA}/records", json=body), 201)["records"]
    return records


@pytest.fixture
def disputed(client: TestClient) -> dict[str, Any]:
    """Two statements that cannot both be so: what became of the second."""
    return state(client, ("Ada", "born_in", "Oslo"), ("Ada", "born_in", "Rome"))[1]


# ---------------------------------------------------------------------- turns


def test_a_turn_that_is_added_can_be_read_by_either_id(client: TestClient) -> None:
    turn = {
        "text": "I like tea",
        "speaker": "Ada",
        "external_id": "chat:7",
        "said_at": "2026-03-01T09:30:00+01:00",
        "metadata": {"n": [1, {"x": None}]},
    }
    receipt = ok(client.post(f"{ADA}/turns?mode=journal", json={"turns": [turn]}), 201)
    id = receipt["items"][0]["id"]
    found = ok(client.get(f"{ADA}/turns/{id}"))
    assert {key: found[key] for key in turn} == turn
    assert ok(client.get(f"{ADA}/turns/chat:7")) == found


def test_turns_are_read_for_records_unless_told_otherwise(client: TestClient) -> None:
    body = {"turns": [{"text": "I live in Oslo."}], "speaker": "Ada"}
    receipt = ok(client.post(f"{ADA}/turns", json=body), 201)
    assert receipt["records"][0]["outcome"] == "stored"
    assert ok(client.get(f"{ADA}/records"))["items"][0]["predicate"] == "lives_in"


def test_what_a_turn_does_not_say_it_gets_from_the_request(client: TestClient) -> None:
    body = {"turns": [{"text": "a"}, {"text": "b", "said_at": None}], "speaker": "Ada",
            "session": "s", "said_at": "2026-03-01"}  # fmt: skip
    ok(client.post(f"{ADA}/turns?mode=journal", json=body), 201)
    first, second = ok(client.get(f"{ADA}/turns?session=s"))["items"]
    assert (first["speaker"], first["said_at"][:10], second["said_at"]) == (
        "Ada", "2026-03-01", None,
    )  # fmt: skip


def test_one_invalid_turn_keeps_all_of_them_out(client: TestClient, hub: Hub) -> None:
    body = {"turns": [{"text": "a"}, {"text": "b", "said_at": "yesterday"}]}
    told = problem(client.post(f"{ADA}/turns", json=body), 422)
    assert "turns[1]" in told["field"]
    assert hub.spaces() == []


def test_an_external_id_of_another_turn_is_a_conflict(client: TestClient) -> None:
    def turn(text: str) -> dict[str, Any]:
        return {"turns": [{"text": text, "external_id": "x"}]}

    ok(client.post(f"{ADA}/turns?mode=journal", json=turn("a")), 201)
    told = problem(client.post(f"{ADA}/turns?mode=journal", json=turn("b")), 409)
    assert told["code"] == "external_id_conflict"


def test_a_turn_over_the_limit_is_too_large(client: TestClient) -> None:
    told = problem(client.post(f"{ADA}/turns", json={"turns": [{"text": "x" * 1_000_001}]}), 413)
    assert told["code"] == "turn_too_large"


def test_sessions_are_listed(client: TestClient) -> None:
    for session in ("one", "two"):
        body = {"turns": [{"text": "hello"}], "session": session}
        ok(client.post(f"{ADA}/turns?mode=journal", json=body), 201)
    assert [one["session"] for one in ok(client.get(f"{ADA}/sessions"))["items"]] == ["one", "two"]


def test_what_was_only_journalled_can_be_read_later(client: TestClient) -> None:
    body = {"turns": [{"text": "I live in Oslo."}], "speaker": "Ada"}
    ok(client.post(f"{ADA}/turns?mode=journal", json=body), 201)
    assert ok(client.post(f"{ADA}/process", json={}))["records"]


def test_what_would_become_of_a_text_is_told_and_nothing_stored(
    client: TestClient, hub: Hub
) -> None:
    told = ok(client.post(f"{ADA}/explain", json={"text": "I live in Oslo.", "speaker": "Ada"}))
    assert "lives_in" in json.dumps(told)
    assert hub.spaces() == []


# ---------------------------------------------------------------------- recall and ask


def test_recall_gives_what_the_library_gives(client: TestClient, hub: Hub) -> None:
    state(client, ("Ada", "lives_in", "Oslo"))
    found = ok(client.post(f"{ADA}/recall", json={"query": "Where does Ada live?", "k": 3}))
    expected = to_data(hub.memory("ada").recall("Where does Ada live?", k=3))
    for one in (found, expected):
        one.pop("timings_ms")
    assert found == expected
    assert found["items"]


def test_recall_heeds_its_filters(client: TestClient) -> None:
    state(client, ("Ada", "lives_in", "Oslo"))
    body = {"query": "Oslo", "filters": {"speaker": "Bob"}}
    assert ok(client.post(f"{ADA}/recall", json=body))["items"] == []


def test_a_question_is_answered_with_its_source(client: TestClient) -> None:
    state(client, ("Ada", "lives_in", "Oslo"))
    found = ok(client.post(f"{ADA}/ask", json={"question": "Where does Ada live?"}))
    assert (found["found"], "Oslo" in found["text"]) == (True, True)
    assert found["citations"]


# ---------------------------------------------------------------------- records


def test_a_record_its_reason_and_its_history(client: TestClient) -> None:
    first, second = state(client, ("Ada", "lives_in", "Lisbon"), ("Ada", "lives_in", "Oslo"))
    assert ok(client.get(f"{ADA}/records/{second['id']}"))["sentence"]
    why = ok(client.get(f"{ADA}/records/{second['id']}/why"))
    assert why["quotes"][0]["turn"]["text"]
    versions = ok(client.get(f"{ADA}/records/{first['id']}/history"))["items"]
    assert [one["record"]["id"] for one in versions] == [first["id"], second["id"]]


def test_records_can_be_filtered_and_come_with_names(client: TestClient) -> None:
    state(client, ("Ada", "lives_in", "Oslo"), ("Bob", "lives_in", "Rome"))
    page = ok(client.get(f"{ADA}/records", params={"about": "Bob", "predicate": "lives_in"}))
    (record,) = page["items"]
    assert page["names"][record["subject"]] == "Bob"
    assert ok(client.get(f"{ADA}/records?state=pending"))["items"] == []
    assert len(ok(client.get(f"{ADA}/records?state=any"))["items"]) == 2


def test_records_are_shown_as_they_stood_at_a_moment(client: TestClient) -> None:
    body = {"assertions": [{"subject": "Ada", "predicate": "lives_in", "object": "Oslo",
                            "since": "2026-05-01"}]}  # fmt: skip
    ok(client.post(f"{ADA}/records", json=body), 201)
    assert len(ok(client.get(f"{ADA}/records?as_of=2026-06-01"))["items"]) == 1
    assert ok(client.get(f"{ADA}/records?as_of=2026-04-01"))["items"] == []
    assert ok(client.get(f"{ADA}/records?known_at=2001-01-01"))["items"] == []


def test_a_record_is_put_right_and_another_taken_back(client: TestClient) -> None:
    first, second = state(client, ("Ada", "lives_in", "Oslo"), ("Bob", "lives_in", "Rome"))
    ok(client.post(f"{ADA}/records/{first['id']}/correct", json={"value": "Bergen"}))
    assert ok(client.get(f"{ADA}/records/{first['id']}"))["state"] == "corrected"
    ok(client.post(f"{ADA}/records/{second['id']}/retract", json={"reason": "wrong"}))
    assert ok(client.get(f"{ADA}/records/{second['id']}"))["state"] == "retracted"
    problem(client.post(f"{ADA}/records/{second['id']}/retract", json={}), 422)


def test_a_timeline_tells_of_one(client: TestClient) -> None:
    state(client, ("Ada", "lives_in", "Oslo"), ("Bob", "lives_in", "Rome"))
    page = ok(client.get(f"{ADA}/timeline?about=Ada"))
    assert len(page["items"]) == 1
    problem(client.get(f"{ADA}/timeline?about=Nobody"), 404)


# ---------------------------------------------------------------------- conflicts and questions


def test_a_conflict_is_shown_decided_and_taken_back(
    client: TestClient, disputed: dict[str, Any]
) -> None:
    (conflict,) = ok(client.get(f"{ADA}/conflicts"))["items"]
    place = f"{ADA}/conflicts/{conflict['id']}"
    assert ok(client.get(place))["incoming"]["record"]["id"] == disputed["id"]
    ok(client.post(f"{place}/resolve", json={"choice": "stored", "reason": "passport"}))
    decided = ok(client.get(place))["conflict"]
    assert (decided["status"], decided["decided_by"]) == ("resolved", "local")
    problem(client.post(f"{place}/resolve", json={"choice": "stored"}), 422)
    ok(client.post(f"{place}/undo", json={}))
    assert ok(client.get(place))["conflict"]["status"] == "open"
    assert ok(client.get(f"{ADA}/conflicts?status=resolved"))["items"] == []
    assert len(ok(client.get(f"{ADA}/conflicts?any=true"))["items"]) == 1
    ok(client.post(f"{ADA}/recheck", json={}))


def test_a_question_is_listed_and_answered(client: TestClient, disputed: dict[str, Any]) -> None:
    (question,) = ok(client.get(f"{ADA}/clarifications"))["items"]
    body = {"reply": "Oslo", "speaker": "Ada"}
    ok(client.post(f"{ADA}/clarifications/{question['id']}/answer", json=body))
    assert ok(client.get(f"{ADA}/clarifications"))["items"] == []


# ---------------------------------------------------------------------- agendas


def test_an_agenda_is_opened_answered_and_dropped(client: TestClient) -> None:
    made = ok(client.post(f"{ADA}/agendas", json={"example": "clinical-intake"}), 201)
    assert made["next"]["question"]
    (info,) = ok(client.get(f"{ADA}/agendas"))["items"]
    place = f"{ADA}/agendas/{info['name']}"
    unit = made["next"]["unit"]
    assert ok(client.post(f"{place}/replies", json={"text": "I don't know"}))["receipt"]
    skipped = ok(client.post(f"{place}/skips", json={"unit": unit}))
    assert next(one for one in skipped["units"] if one["id"] == unit)["skipped"]
    assert ok(client.get(place))["agenda"]["name"] == info["name"]
    assert ok(client.get(f"{place}/export"))
    assert ok(client.delete(place)) == {"dropped": info["name"]}
    problem(client.get(place), 404)


def test_looking_at_an_agenda_does_not_open_it(client: TestClient, hub: Hub) -> None:
    problem(client.get(f"{ADA}/agendas/clinical-intake"), 404)
    assert hub.spaces() == []


def test_what_memory_itself_would_ask_is_an_agenda(
    client: TestClient, disputed: dict[str, Any]
) -> None:
    assert ok(client.get(f"{ADA}/agendas/clarifications"))["next"]["question"]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"example": "/etc/passwd"},
        {"example": "pyproject.toml"},
        {"form": {"name": 3}},
        {"form": "/etc/passwd"},
        {"example": "clinical-intake", "form": {}},
    ],
)
def test_an_agenda_is_never_read_from_a_file_of_the_server(
    client: TestClient, body: dict[str, Any]
) -> None:
    problem(client.post(f"{ADA}/agendas", json=body), 422)


# ---------------------------------------------------------------------- entities and graph


def test_two_entities_are_made_one_and_two_again(client: TestClient) -> None:
    state(client, ("Ada", "lives_in", "Oslo"), ("Adda", "lives_in", "Oslo"))
    names = {one["name"] for one in ok(client.get(f"{ADA}/entities"))["items"]}
    assert names >= {"Ada", "Adda", "Oslo"}
    body = {"winner": "Ada", "loser": "Adda"}
    merge = ok(client.post(f"{ADA}/merges", json=body), 201)
    assert ok(client.get(f"{ADA}/entities/Adda"))["name"] == "Ada"
    ok(client.post(f"{ADA}/merges/{merge['id']}/undo"))
    assert ok(client.get(f"{ADA}/entities/Adda"))["name"] == "Adda"


def test_the_graph_is_shown_around_between_and_whole(client: TestClient) -> None:
    state(client, ("Ada", "lives_in", "Oslo"), ("Bob", "lives_in", "Oslo"))
    assert ok(client.get(f"{ADA}/graph"))["central"]
    assert ok(client.get(f"{ADA}/graph/around?about=Ada&depth=1"))["graph"]["nodes"]
    way = ok(client.get(f"{ADA}/graph/path?one=Ada&other=Bob"))
    assert way["labels"][way["path"]["nodes"][0]] == "Ada"
    assert ok(client.get(f"{ADA}/graph/export"))["nodes"]


# ---------------------------------------------------------------------- upkeep


def test_forgetting_tells_first_what_would_go(client: TestClient) -> None:
    (record,) = state(client, ("Ada", "lives_in", "Oslo"))
    body = {"record": record["id"], "dry_run": True}
    assert ok(client.post(f"{ADA}/forget", json=body))["removed"]["records"] == 1
    ok(client.get(f"{ADA}/records/{record['id']}"))
    ok(client.post(f"{ADA}/forget", json=body | {"dry_run": False}))
    problem(client.get(f"{ADA}/records/{record['id']}"), 404)
    assert ok(client.get(f"{ADA}/erasures"))["items"][0]["target"] == "record"


@pytest.mark.parametrize("body", [{}, {"turn": "a", "record": "b"}])
def test_one_thing_is_forgotten_at_a_time(client: TestClient, body: dict[str, str]) -> None:
    problem(client.post(f"{ADA}/forget", json=body), 422)


def test_an_export_imported_elsewhere_exports_the_same(client: TestClient) -> None:
    state(client, ("Ada", "lives_in", "Oslo"), ("Ada", "born_in", "Rome"))
    response = client.get(f"{ADA}/export")
    assert response.headers["content-type"] == "application/x-ndjson"
    done = ok(client.post("/v1/spaces/copy/import?read=false", content=response.content))
    assert (done["report"]["source"], done["report"]["faults"]) == ("body", [])
    assert client.get("/v1/spaces/copy/export").content == response.content


def test_an_import_queues_what_is_new_and_tells_what_it_could_not_read(
    client: TestClient, hub: Hub
) -> None:
    lines = b'{"text": "I live in Oslo", "speaker": "Ada"}\nnot json\n'
    done = ok(client.post(f"{ADA}/import?format=jsonl", content=lines))
    assert (done["report"]["stored"], len(done["report"]["faults"]), done["queued"]) == (1, 1, 1)
    assert ok(client.post(f"{ADA}/import?format=jsonl", content=lines))["queued"] == 0


@pytest.mark.parametrize(
    ("query", "content"),
    [("", b""), ("?format=nope", b"x"), ("", b"\x00\xff\xfe"), ("?format=chatgpt", b"PK\x03\x04")],
)
def test_a_file_that_cannot_be_used_is_refused(
    client: TestClient, query: str, content: bytes
) -> None:
    told = problem(client.post(f"{ADA}/import{query}", content=content), 422)
    assert "/tmp" not in json.dumps(told)


def test_a_space_is_consolidated_checked_and_indexed_anew(client: TestClient) -> None:
    state(client, ("Ada", "lives_in", "Oslo"))
    assert ok(client.post(f"{ADA}/consolidate", json={"everything": True}))["nodes"]
    assert ok(client.get(f"{ADA}/check"))["problems"] == []
    assert ok(client.post(f"{ADA}/reindex", json={"all": True}))["analysed"] == 1


def test_settings_are_read_and_written(client: TestClient) -> None:
    assert ok(client.get(f"{ADA}/settings"))["policy"] == "auto"
    ok(client.put(f"{ADA}/settings", json={"policy": "ask"}))
    assert ok(client.get(f"{ADA}/settings"))["policy"] == "ask"
    problem(client.put(f"{ADA}/settings", json={"policy": "never"}), 422)


def test_a_space_tells_how_much_it_holds(client: TestClient) -> None:
    state(client, ("Ada", "lives_in", "Oslo"))
    assert ok(client.get(ADA))["records"] == {"current": 1}
    assert ok(client.get("/v1/spaces"))["items"] == ["ada"]


def test_the_choices_are_those_of_the_library() -> None:
    from smalti.serve.rest.conflicts import CHOICES
    from smalti.write.settle import Choice

    assert tuple(one.value for one in Choice) == CHOICES
