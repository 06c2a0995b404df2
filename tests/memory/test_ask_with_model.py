"""Answers that a language model reads out of what was recalled, and what is answered without it."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from smalti import InvalidInput, Memory
from smalti.model.answer import Answer
from smalti.model.codec import from_data, to_data
from smalti.model.errors import ModelUnavailable
from smalti.model.lifecycle import State
from smalti.models.provider import ProviderModel
from smalti.models.settings import read_settings
from smalti.testing import ScriptedModel
from smalti.text.cost import estimate_tokens

NOW = "2026-07-01T12:00:00+02:00"
WHERE = "Where does Ada live?"


@pytest.fixture
def memory() -> Iterator[Memory]:
    with Memory(":memory:", embedder=None, model=None) as opened:
        opened.assert_("Ada", "lives_in", "Oslo", since="2025-05-01")
        opened.assert_("Ada", "lives_in", "Bergen", since="2026-06-01")
        opened.assert_("Ada", "born_in", "Lyon")
        opened.assert_("Ada", "born_in", "Rome", speaker="Tom")
        for n in range(6):
            opened.add(f"Where we live the harbour was busy {n} times.", speaker="Tom",
                       said_at=f"2026-02-0{n + 1}T10:00:00Z", extract=False)  # fmt: skip
        yield opened


def reply(answer: str, *cited: tuple[str, str], **fields: Any) -> str:
    citations = [{"turn": turn, "quote": quote} for turn, quote in cited]
    whole = {"reason": "so", "abstain": False, "answer": answer, "value": "", "premise": ""}
    return json.dumps({**whole, "citations": citations, **fields})


def cite_of(prompt: str, words: str) -> str:
    """The citation id of the turn that holds some words."""
    line = next(line for line in prompt.splitlines() if line.startswith("[t") and words in line)
    return line[1:].split("]")[0]


class Reader(ScriptedModel):
    """Cites the turn that holds some words, whatever its id is."""

    def __init__(self, words: str, answer: str, **fields: Any) -> None:
        super().__init__([], "reader")
        self._made = words, answer, fields

    def complete(self, prompt: Any) -> Any:
        words, answer, fields = self._made
        self._replies.append(reply(answer, (cite_of(prompt.user, words), words), **fields))
        return super().complete(prompt)


def test_a_model_answers_from_the_pack_and_is_named(memory: Memory) -> None:
    model = Reader("Ada lives in Bergen", "In Bergen, since 1 June 2026.", value="Bergen")
    answer = memory.ask(WHERE, reader=model, now=NOW)
    assert (answer.text, answer.value) == ("In Bergen, since 1 June 2026.", "Bergen")
    assert (answer.found, answer.reader, answer.reason) == (True, "reader", "")
    assert answer.operations[-1].startswith("answer-")
    [used] = answer.usage
    assert (used.calls, used.output_tokens > 0) == (1, True)
    [cited] = answer.citations
    turn = memory.get(cited.turn)
    assert turn.text[cited.start : cited.end] == cited.text == "Ada lives in Bergen"
    assert "read" in answer.timings_ms


def test_what_ended_is_marked_in_what_the_model_gets(memory: Memory) -> None:
    model = Reader("Ada lives in Bergen", "Bergen")
    memory.ask(WHERE, reader=model)
    assert "[ended 2026-06-01: Ada lives in Oslo]" in model.prompts[0].user


def test_what_the_local_answer_rests_on_is_put_before_the_model(memory: Memory) -> None:
    model = Reader("Ada lives in Bergen", "Bergen")
    answer = memory.ask(WHERE, reader=model, k=1, filters={"speaker": "Tom"})
    assert [item.turn.speaker for item in answer.recall] == ["Tom"]
    assert answer.text == "Bergen"


def test_a_premise_that_does_not_hold_is_the_reason(memory: Memory) -> None:
    model = Reader("Ada lives in Bergen", "She lives in Bergen.", premise="that she lives in Oslo")
    answer = memory.ask("Why does Ada live in Oslo?", reader=model)
    assert answer.reason == "that she lives in Oslo"


def test_an_answer_from_an_open_conflict_is_disputed(memory: Memory) -> None:
    model = Reader("Ada born in Rome", "In Rome, says Tom.")
    answer = memory.ask("Where was Ada born?", reader=model)
    assert memory.records(state=State.DISPUTED)
    assert answer.disputed
    assert answer.citations[0].disputed


def test_an_abstention_of_the_model_stands_though_the_rules_have_an_answer(memory: Memory) -> None:
    assert memory.ask(WHERE).found
    gone = reply("NOT_IN_MEMORY", abstain=True, reason="No turn tells.")
    answer = memory.ask(WHERE, reader=ScriptedModel([gone]))
    assert (answer.found, answer.text, answer.reason) == (False, "Not in memory.", "No turn tells.")
    assert (answer.citations, answer.value, answer.reader) == ((), None, "scripted")


def test_it_says_so_in_the_language_of_the_question(memory: Memory) -> None:
    gone = ScriptedModel([reply("NOT_IN_MEMORY")])
    answer = memory.ask("Adaはどこに住んでいますか？", reader=gone)
    assert answer.text == "記憶にありません。"


@pytest.mark.parametrize(
    "replies",
    [
        ["Bergen!", "Bergen, I said."],
        [reply("Paris", ("t99", "")), reply("Paris", ("t1", "words that nobody said"))],
        [ModelUnavailable("no connection")],
    ],
)
def test_where_the_model_fails_the_rules_answer_and_say_so(
    memory: Memory, replies: list[Any]
) -> None:
    local = memory.ask(WHERE, now=NOW)
    answer = memory.ask(WHERE, now=NOW, reader=ScriptedModel(replies))
    assert (answer.text, answer.citations, answer.reader) == (local.text, local.citations, "local")
    [note] = [one for one in answer.degraded if one.part == "reader"]
    assert note.reason
    assert bool(answer.usage) is not isinstance(replies[0], Exception)


def test_what_nothing_cited_supports_is_told(memory: Memory) -> None:
    made_up = Reader("Ada lives in Bergen", "In Bergen, near Tromsø, with 14 cats.")
    answer = memory.ask(WHERE, reader=made_up)
    assert answer.reason == "stands in nothing that is cited: 14, Tromsø"
    assert len(made_up.prompts) == 2


def test_nothing_recalled_asks_nobody(memory: Memory) -> None:
    answer = memory.ask("zxqv brindlewhack?", reader=ScriptedModel([]))
    assert (answer.found, answer.reader, answer.usage) == (False, "local", ())


def test_a_budget_holds_for_what_the_model_gets(memory: Memory) -> None:
    model = Reader("Ada lives in Bergen", "Bergen")
    memory.ask(WHERE, reader=model, budget=60)
    pack = model.prompts[0].user.split("EVIDENCE:\n")[1].split("\nEND OF EVIDENCE")[0]
    assert 0 < estimate_tokens(pack) <= 60
    assert "over budget" in pack


def test_of_a_turn_too_long_to_be_shown_whole_the_model_gets_what_bears_on_the_question() -> None:
    talk = "The weather kept changing all day long. " * 400
    with Memory(":memory:", embedder=None, model=None, extract=False) as memory:
        text = f"{talk}The kestrel is called Pim. {talk}"
        memory.add(text, speaker="Ada", said_at="2026-02-01")
        model = Reader("The kestrel is called Pim", "Pim")
        answer = memory.ask("What is the kestrel called?", reader=model)
    assert len(model.prompts[0].user) < 3_000
    [cited] = answer.citations
    assert text[cited.start : cited.end] == "The kestrel is called Pim"


def test_the_configured_model_answers_unless_told_otherwise() -> None:
    model = Reader("Ada lives in Bergen", "Bergen")
    with Memory(":memory:", embedder=None, model=model, extract=False) as memory:
        memory.add("Ada lives in Bergen, I think.", speaker="Tom", said_at="2026-02-01")
        assert memory.ask(WHERE).reader == "reader"
        assert memory.ask(WHERE, reader="model").reader == "reader"
        assert memory.ask(WHERE, reader="local").reader == "local"
    assert len(model.prompts) == 2


@pytest.mark.parametrize("reader", ["model", "cloud", None, 3])
def test_a_reader_that_is_none_is_refused(memory: Memory, reader: Any) -> None:
    with pytest.raises(InvalidInput) as refused:
        memory.ask(WHERE, reader=reader)
    assert refused.value.field == "reader"


def test_an_answer_survives_as_json(memory: Memory) -> None:
    answer = memory.ask(WHERE, reader=Reader("Ada lives in Bergen", "Bergen"))
    assert from_data(Answer, json.loads(json.dumps(to_data(answer)))) == answer


@pytest.fixture
def server() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """An OpenAI-compatible server that answers every question alike; what it was asked."""
    asked: list[dict[str, Any]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            prompt = asked[-1]["messages"][-1]["content"]
            told = reply("In Bergen.", (cite_of(prompt, "lives in Bergen"), "lives in Bergen"))
            choice = {"index": 0, "finish_reason": "stop",
                      "message": {"role": "assistant", "content": told}}  # fmt: skip
            usage = {"prompt_tokens": 321, "completion_tokens": 12, "total_tokens": 333}
            body = {"id": "c1", "object": "chat.completion", "created": 1, "model": "m",
                    "choices": [choice], "usage": usage}  # fmt: skip
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(json.dumps(body).encode())

        def log_message(self, format: str, *args: Any) -> None:
            """Nothing on the screen."""

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=http.serve_forever, args=(0.01,))
    thread.start()
    yield f"http://127.0.0.1:{http.server_port}/v1", asked
    http.shutdown()
    http.server_close()
    thread.join()


@pytest.mark.enable_socket
@pytest.mark.allow_hosts(["127.0.0.1"])
def test_an_openai_compatible_server_answers(
    memory: Memory, server: tuple[str, list[dict[str, Any]]]
) -> None:
    url, asked = server
    model = ProviderModel(read_settings(model="qwen3:8b", model_url=url, model_key="k"))
    answer = memory.ask(WHERE, reader=model)
    assert (answer.text, answer.reader) == ("In Bergen.", model.name)
    assert (answer.usage[0].input_tokens, answer.usage[0].output_tokens) == (321, 12)
    assert asked[0]["response_format"]["json_schema"]["name"] == "answer"
