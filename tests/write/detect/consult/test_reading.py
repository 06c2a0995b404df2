"""Replies as models send them: what is good in them is found, and silence is not taken for one."""

from __future__ import annotations

import json
from typing import Any

import pytest

from smalti.model.conflict import Relation
from smalti.models.prompts import load
from smalti.write.detect.consult.reading import read_reply
from write.detect.consult.asking import (
    MOVED,
    PORTO,
    TWO,
    entry,
    finding,
    relations,
    reply,
    run,
)

C, U, X = Relation.COMPATIBLE, Relation.UPDATE, Relation.UNSURE
FOUND = finding("S2", "conflict")
GOOD = [entry("N1", finding(), FOUND), entry("N2")]
TEXT = reply(*GOOD)
FLAT = [{"new": "N1", **finding()}, {"new": "N1", **FOUND}, {"new": "N2", **finding("S3", "none")}]
SCHEMA = load("judge").schema
MUSING = "Let me see. {N1} is about [S1]: {stored: S1, perhaps relation: conflict?}\n" * 80

READ = {
    "as asked for": TEXT,
    "pretty": json.dumps({"entries": GOOD}, indent=2),
    "fenced": f"```json\n{TEXT}\n```",
    "prose around": f"Here is my judgement:\n\n{TEXT}\n\nDo you want more?",
    "a bare list": json.dumps(GOOD),
    "another key": json.dumps({"judgements": GOOD}),
    "nested": json.dumps({"result": {"count": 2, "entries": GOOD}}),
    "a schema first": f"{SCHEMA}\n\n{TEXT}",
    "a schema around": json.dumps({**json.loads(SCHEMA), "entries": GOOD}),
    "deliberation": MUSING + TEXT,
    "think tags": f"<think>{MUSING}</think>{TEXT}",
    "thoughts with another answer": f"<think>{reply(entry('N1'), entry('N2'))}</think>{TEXT}",
    "all in the thoughts": f"<think>{TEXT}</think>",
    "written as a string": json.dumps(TEXT),
    "Python literals": repr({"entries": GOOD}),
    "trailing commas": TEXT.replace("}]", "},]"),
    "an entry a line": "\n".join(json.dumps(one) for one in GOOD),
    "keyed by the new": json.dumps({"N1": [finding(), FOUND], "N2": []}),
    "keyed by both": json.dumps({"N1": {"S1": "update", "S2": "conflict"}, "N2": {}}),
    "keyed by both, with fields": json.dumps(
        {"N1": {"S1": {"relation": "update"}, "S2": {"relation": "conflict"}}, "N2": None}
    ),
    "findings one by one": json.dumps(FLAT),
    "a finding a line": "\n".join(json.dumps(one) for one in FLAT),
    "numbers for ids": json.dumps(
        [{"new": 1, "found": [finding(1), finding(2, "conflict")]}, {"new": 2.0, "found": []}]
    ),
    "small letters": TEXT.lower(),
    "other names": TEXT.replace('"found"', '"findings"').replace('"new"', '"new_id"'),
    "a summary in each entry": reply(*({**one, "verdict": "see below"} for one in GOOD)),
    "nothing as null": reply(entry("N1", finding(), FOUND), {"new": "N2", "found": None}),
    "a byte order mark": f"\ufeff{TEXT}",
}  # fmt: skip


@pytest.mark.parametrize("text", READ.values(), ids=READ)
def test_a_reply_is_read_whatever_is_around_it(text: str) -> None:
    consulted, model = run(TWO, text)
    assert relations(consulted) == [U, Relation.CONFLICT, C, C]
    assert len(model.prompts) == 1


NOT_READ = {
    "nothing": "",
    "prose": "There is no conflict between N1 and S1.",
    "an empty object": "{}",
    "an empty list": "[]",
    "no entries": '{"entries": []}',
    "null": '{"entries": null}',
    "the schema": SCHEMA,
    "the example of the instructions": load("judge").system.splitlines()[-1],
    "the statements": '{"id": "N1", "says": "Ada lives in Porto."}',
    "an entry in words": '{"new": "N1", "found": "S1 conflicts with it"}',
    "a verdict in words": '{"N1": "no conflict"}',
    "an entry of no statement": '{"new": null, "found": []}',
    "cut off": TEXT[:30],
    "a number": "17",
}


@pytest.mark.parametrize("text", NOT_READ.values(), ids=NOT_READ)
def test_what_is_no_answer_is_not_taken_for_nothing_found(text: str) -> None:
    consulted, _ = run(TWO, text, text)
    assert relations(consulted) == [X, X, X, X]


@pytest.mark.parametrize(
    "found",
    [
        ["S1"],
        [{"stored": "S1", "rel": "conflict"}],
        [{"stored": "S1", "relation": None}],
        [{"stored": "S1", "relation": {"is": "conflict"}}],
        [["S1"]],
        {"S1": {"confidence": 1}},
    ],
)
def test_a_finding_without_a_relation_is_a_fault(found: Any) -> None:
    text = json.dumps({"entries": [{"new": "N1", "found": found}]})
    consulted, _ = run(MOVED, text, text)
    assert relations(consulted)[0] is X


def test_a_stored_statement_with_nothing_to_say_of_is_compatible() -> None:
    consulted, _ = run(MOVED, json.dumps({"N1": {"S1": None, "S2": "conflict"}}))
    assert relations(consulted) == [C, Relation.CONFLICT, C]


def test_where_there_is_one_new_statement_it_need_not_be_named() -> None:
    consulted, model = run(MOVED, json.dumps({"found": [finding()]}))
    assert relations(consulted) == [U, C, C]
    assert len(model.prompts) == 1


def test_one_finding_may_name_several_stored_statements() -> None:
    consulted, _ = run(MOVED, reply(entry("N1", finding(["S1", "S3"], "conflict"))))
    assert relations(consulted) == [Relation.CONFLICT, C, Relation.CONFLICT]


@pytest.mark.parametrize("chain", ["S2, S3", "S2;S3", ["S2", 3], "2 3"])
def test_a_chain_may_be_written_in_several_ways(chain: Any) -> None:
    consulted, _ = run(MOVED, reply(entry("N1", finding(relation="conflict", chain=chain))))
    assert consulted.judged[0].verdict.chain == tuple(pair.stored.record.id for pair in MOVED[1:])


@pytest.mark.parametrize(
    ("confidence", "score"), [(0.9, 0.9), ("0.9", 0.9), (90, 0.9), ("90%", 0.9), ("high", 0.9)]
)
def test_confidence_may_be_written_in_several_ways(confidence: Any, score: float) -> None:
    consulted, _ = run(MOVED, reply(entry("N1", finding(confidence=confidence))))
    assert consulted.judged[0].verdict.score == score


def test_a_reason_is_one_clean_line() -> None:
    said = finding(reason="Ada\n moved\0 \ud800" + "!" * 900)
    consulted, _ = run(MOVED, reply(entry("N1", said)))
    reason = consulted.judged[0].verdict.reason
    assert reason.startswith("Ada moved")
    assert len(reason) == 300
    reason.encode()


def test_implicit_is_read_as_the_opposite_of_explicit() -> None:
    said = {**finding(relation="conflict"), "implicit": True}
    del said["explicit"]
    consulted, _ = run(MOVED, reply(entry("N1", said)))
    assert consulted.judged[0].verdict.chain == (PORTO.record.id,)


def test_what_only_adds_to_a_finding_is_left_out_where_it_cannot_be_read() -> None:
    said = finding(kind="cosmic", explicit="perhaps")
    consulted, model = run(MOVED, reply(entry("N1", said)))
    assert relations(consulted) == [U, C, C]
    assert len(model.prompts) == 1
    told = " ".join(note.reason for note in consulted.degraded)
    assert "cosmic" in told
    assert "perhaps" in told


def test_a_reply_built_to_be_slow_is_read_in_bounded_time() -> None:
    deep: Any = []
    for _ in range(200):
        deep = [deep, {"found": deep}] if len(json.dumps(deep)) < 50_000 else [deep]
    assert read_reply(json.dumps({"new": "N1", "found": deep})).readable
    assert not read_reply("{" * 20_000).answers
