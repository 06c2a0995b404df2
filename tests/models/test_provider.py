"""The adapter against a real local server that speaks the OpenAI chat-completions protocol."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from time import perf_counter
from typing import Any

import pytest

from smalti.model.errors import ModelError, ModelUnavailable
from smalti.models.llm import LanguageModel, Prompt
from smalti.models.provider import ProviderModel
from smalti.models.settings import read_settings

pytestmark = [
    pytest.mark.enable_socket,
    pytest.mark.allow_hosts(["127.0.0.1"]),
]

KEY = "sk-very-secret-0123456789"
PROMPT = Prompt("extract", "1", "You list.", "List this as JSON.", schema='{"type":"object"}')


@dataclass(frozen=True)
class Answer:
    """What the server does with one request."""

    body: str
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    delay: float = 0.0


def reply(text: str | None = '{"items": []}', finish: str = "stop", **message: Any) -> Answer:
    said = {"role": "assistant", "content": text, **message}
    choice = {"index": 0, "message": said, "finish_reason": finish}
    usage = {"prompt_tokens": 321, "completion_tokens": 12, "total_tokens": 333}
    return Answer(json.dumps({
        "id": "c1", "object": "chat.completion", "created": 1_700_000_000, "model": "m-2026",
        "choices": [choice], "usage": usage,
    }))  # fmt: skip


def fault(status: int, message: str, code: str | None = None, **headers: str) -> Answer:
    body = json.dumps({"error": {"message": message, "type": "x", "code": code}})
    return Answer(body, status, {name.replace("_", "-"): value for name, value in headers.items()})


class Server:
    """Answers in the order given, then with the last answer; keeps what it was asked."""

    def __init__(self) -> None:
        self.answers: list[Answer] = []
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self.stopping = threading.Event()
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = int(self.headers["Content-Length"])
                server.asked.append(json.loads(self.rfile.read(length)))
                server.keys.append(self.headers["Authorization"])
                answer = server.answers[min(len(server.asked), len(server.answers)) - 1]
                server.stopping.wait(answer.delay)
                try:
                    self.send_response(answer.status)
                    for name, value in {
                        "Content-Type": "application/json",
                        **answer.headers,
                    }.items():
                        self.send_header(name, value)
                    self.end_headers()
                    self.wfile.write(answer.body.encode())
                except OSError:
                    pass  # the client gave up waiting

            def log_message(self, format: str, *args: Any) -> None:
                """Nothing on the screen."""

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.http.serve_forever, args=(0.01,))
        self.thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.http.server_port}/v1"

    def close(self) -> None:
        self.stopping.set()
        self.http.shutdown()
        self.http.server_close()
        self.thread.join()

    def model(self, *answers: Answer, **given: Any) -> ProviderModel:
        self.answers = list(answers)
        settings = {
            "model": "qwen3:8b", "model_url": self.url, "model_key": KEY,
            "model_wait": 0.001, "model_max_wait": 0.05, "model_timeout": 20.0, **given,
        }  # fmt: skip
        return ProviderModel(read_settings(**settings))


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    running = Server()
    yield running
    running.close()


def test_a_reply_comes_with_what_it_took(server: Server) -> None:
    model: LanguageModel = server.model(reply('{"items": [1]}'))
    completion = model.complete(PROMPT)
    assert completion.text == '{"items": [1]}'
    assert completion.model == model.name == "openai-compatible:qwen3:8b"
    assert (completion.input_tokens, completion.output_tokens) == (321, 12)
    assert completion.latency_ms > 0
    assert completion.tries == 1
    assert not completion.truncated
    assert not completion.refused


def test_the_server_gets_the_prompt_the_limit_and_the_key(server: Server) -> None:
    server.model(reply(), model_max_tokens=100).complete(PROMPT)
    asked = server.asked[0]
    assert asked["model"] == "qwen3:8b"
    assert [m["content"] for m in asked["messages"]] == [PROMPT.system, PROMPT.user]
    assert [m["role"] for m in asked["messages"]] == ["system", "user"]
    assert asked["max_tokens"] == 100
    assert asked["temperature"] == 0
    assert asked["response_format"]["type"] == "json_schema"
    assert server.keys == [f"Bearer {KEY}"]


def test_a_prompt_says_how_long_its_reply_may_be(server: Server) -> None:
    server.model(reply()).complete(PROMPT)
    assert server.asked[0]["max_tokens"] == PROMPT.max_output_tokens


def test_a_prompt_for_text_asks_for_no_format(server: Server) -> None:
    server.model(reply("Hello")).complete(Prompt("p", "1", "s", "u", json=False))
    assert "response_format" not in server.asked[0]


def test_without_a_schema_any_json_is_asked_for(server: Server) -> None:
    server.model(reply()).complete(Prompt("p", "1", "JSON", "u"))
    assert server.asked[0]["response_format"] == {"type": "json_object"}


def test_a_server_that_knows_no_schemas_is_asked_in_a_simpler_manner_from_then_on(
    server: Server,
) -> None:
    bad = fault(400, "response_format.type must be text")
    model = server.model(bad, bad, reply("plain"), reply("plain too"))
    assert model.complete(PROMPT).text == "plain"
    assert model.complete(PROMPT).text == "plain too"
    formats = [asked.get("response_format", {}).get("type") for asked in server.asked]
    assert formats == ["json_schema", "json_object", None, None]
    assert server.asked[-1]["max_completion_tokens"] == PROMPT.max_output_tokens
    assert "temperature" not in server.asked[-1]


def test_a_rate_limit_is_waited_out(server: Server) -> None:
    completion = server.model(fault(429, "slow down"), reply("done")).complete(PROMPT)
    assert completion.text == "done"
    assert completion.tries == len(server.asked) == 2


@pytest.mark.parametrize("status", [408, 409, 429, 500, 502, 503, 529])
def test_passing_faults_are_tried_again(server: Server, status: int) -> None:
    assert server.model(fault(status, "no"), reply("done")).complete(PROMPT).text == "done"


def test_retry_after_is_heeded(server: Server) -> None:
    model = server.model(fault(429, "no", Retry_After="1"), reply("done"), model_max_wait=2.0)
    started = perf_counter()
    assert model.complete(PROMPT).text == "done"
    assert perf_counter() - started > 1


def test_nobody_waits_an_hour(server: Server) -> None:
    model = server.model(fault(429, "no", Retry_After="3600"), reply("done"))
    with pytest.raises(ModelUnavailable, match="limits how much it is asked"):
        model.complete(PROMPT)
    assert len(server.asked) == 1


def test_a_server_that_keeps_failing_is_given_up_after_the_tries(server: Server) -> None:
    model = server.model(fault(500, "out of order"), model_tries=4)
    with pytest.raises(ModelUnavailable) as caught:
        model.complete(PROMPT)
    assert len(server.asked) == 4
    message = str(caught.value)
    assert "HTTP 500: out of order" in message
    assert "after 4 tries" in message
    assert "openai-compatible:qwen3:8b at http://127.0.0.1" in message


def test_a_slow_server_is_given_up_after_the_tries(server: Server) -> None:
    slow = Answer("{}", delay=20)
    model = server.model(slow, model_timeout=0.2, model_tries=2)
    started = perf_counter()
    with pytest.raises(ModelUnavailable, match="did not answer in time") as caught:
        model.complete(PROMPT)
    assert perf_counter() - started < 15
    assert caught.value.hint is not None
    assert "SMALTI_MODEL_TIMEOUT" in caught.value.hint
    assert len(server.asked) == 2


@pytest.mark.parametrize(
    "body", ["<html>Welcome</html>", "", "null", "{}", '{"choices": []}', '{"choices": [{}]}', "[1"]
)
def test_what_is_no_reply_is_an_error_after_the_tries(server: Server, body: str) -> None:
    model = server.model(Answer(body), model_tries=2)
    with pytest.raises(ModelUnavailable, match="no reply"):
        model.complete(PROMPT)
    assert len(server.asked) == 2


def test_a_page_of_text_is_no_reply(server: Server) -> None:
    page = Answer("Welcome", headers={"Content-Type": "text/plain"})
    with pytest.raises(ModelUnavailable, match="no reply"):
        server.model(page, model_tries=1).complete(PROMPT)


def test_a_refusal_is_seen_as_one(server: Server) -> None:
    completion = server.model(reply(None, refusal="I cannot help with that")).complete(PROMPT)
    assert completion.refused
    assert completion.text == "I cannot help with that"


def test_a_content_filter_is_seen_as_a_refusal(server: Server) -> None:
    assert server.model(reply("", finish="content_filter")).complete(PROMPT).refused


def test_a_reply_that_was_cut_off_says_so(server: Server) -> None:
    completion = server.model(reply('{"items": [', finish="length")).complete(PROMPT)
    assert completion.truncated
    assert completion.text == '{"items": ['


def test_a_wrong_key_is_not_tried_again_and_never_shown(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "stamina")
    model = server.model(fault(401, f"Incorrect API key provided: {KEY}.", "invalid_api_key"))
    with pytest.raises(ModelUnavailable, match="refuses the key") as caught:
        model.complete(PROMPT)
    assert len(server.asked) == 1
    error: BaseException | None = caught.value
    while error is not None:
        assert KEY not in f"{error} {error!r}"
        error = error.__cause__ or error.__context__
    assert KEY not in repr(model)
    assert KEY not in caplog.text


def test_a_key_that_a_server_repeats_is_not_logged_when_trying_again(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    server.model(fault(500, f"cannot serve {KEY}"), reply()).complete(PROMPT)
    logged = [record for record in caplog.records if record.name == "stamina"]
    assert logged
    assert KEY not in " ".join(str(vars(record)) for record in logged)


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (fault(404, "no such model", "model_not_found"), "does not know the model"),
        (fault(403, "not yours"), "refuses the key"),
        (fault(402, "pay first"), "no credit left"),
        (fault(429, "spent", "insufficient_quota"), "no credit left"),
    ],
)
def test_what_no_waiting_mends_is_not_tried_again(
    server: Server, answer: Answer, says: str
) -> None:
    with pytest.raises(ModelUnavailable, match=says):
        server.model(answer).complete(PROMPT)
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (fault(400, "This model's maximum context length is 9", "context_length_exceeded"), "long"),
        (fault(413, "too large"), "turned this prompt down"),
        (fault(400, "flagged by our policy"), "turned this prompt down"),
    ],
)
def test_a_prompt_that_is_turned_down_says_nothing_about_the_next(
    server: Server, answer: Answer, says: str
) -> None:
    with pytest.raises(ModelError, match=says) as caught:
        server.model(answer).complete(PROMPT)
    assert not isinstance(caught.value, ModelUnavailable)


def test_nobody_there_is_an_error_that_tells_what_to_check(server: Server) -> None:
    model = server.model(reply(), model_url="http://127.0.0.1:9/v1", model_tries=2)
    with pytest.raises(ModelUnavailable, match="cannot be reached") as caught:
        model.complete(PROMPT)
    assert "SMALTI_MODEL_URL" in str(caught.value)


def test_a_login_in_the_address_is_not_shown(server: Server) -> None:
    model = server.model(
        fault(500, "no"), model_tries=1, model_url=server.url.replace("//", "//ann:pass1234@")
    )
    with pytest.raises(ModelUnavailable) as caught:
        model.complete(PROMPT)
    assert "pass1234" not in f"{caught.value!r} {model!r}"


def test_awaiting_gives_the_same_and_lets_others_run(server: Server) -> None:
    answer = reply("done")
    model = server.model(Answer(answer.body, delay=0.3))
    ticks = 0

    async def both() -> str:
        nonlocal ticks
        asked = asyncio.create_task(model.complete_async(PROMPT))
        while not asked.done():
            await asyncio.sleep(0.01)
            ticks += 1
        return (await asked).text

    assert asyncio.run(both()) == "done"
    assert ticks > 5


def test_it_can_be_asked_without_awaiting_where_a_loop_runs(server: Server) -> None:
    model = server.model(reply("done"))

    async def notebook() -> str:
        return model.complete(PROMPT).text

    assert asyncio.run(notebook()) == "done"


def test_threads_may_share_a_model(server: Server) -> None:
    model = server.model(reply("done"))
    texts: list[str] = []
    threads = [
        threading.Thread(target=lambda: texts.append(model.complete(PROMPT).text)) for _ in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert texts == ["done"] * 3


def test_ollama_is_asked_at_its_own_address(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OLLAMA_BASE_URL", server.url)
    model = server.model(reply("done"), model="ollama:qwen3:8b", model_url=None)
    completion = model.complete(PROMPT)
    assert completion.model == "ollama:qwen3:8b"
    assert server.asked[0]["model"] == "qwen3:8b"
    assert server.asked[0]["max_tokens"] == PROMPT.max_output_tokens


def test_an_openai_key_of_the_environment_is_not_sent_to_another_server(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-openai-only-123")
    server.model(reply(), model_key=None).complete(PROMPT)
    assert server.keys[0] is not None
    assert "sk-openai-only-123" not in server.keys[0]


def test_openai_itself_is_told_to_keep_nothing(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    said = {"type": "output_text", "text": "done", "annotations": []}
    message = {
        "id": "m", "type": "message", "role": "assistant", "status": "completed", "content": [said]
    }  # fmt: skip
    body = {
        "id": "r", "object": "response", "created_at": 1, "status": "completed", "model": "gpt-x",
        "output": [message], "parallel_tool_calls": True, "tool_choice": "auto", "tools": [],
        "usage": {"input_tokens": 5, "output_tokens": 2, "total_tokens": 7},
    }  # fmt: skip
    model = server.model(Answer(json.dumps(body)), model="openai:gpt-4.1-mini", model_url=None)
    completion = model.complete(PROMPT)
    assert (completion.text, completion.input_tokens, completion.output_tokens) == ("done", 5, 2)
    assert completion.model == "openai:gpt-4.1-mini"
    assert server.asked[0]["store"] is False
    assert server.asked[0]["max_output_tokens"] == PROMPT.max_output_tokens
    assert server.asked[0]["text"]["format"]["type"] == "json_schema"
