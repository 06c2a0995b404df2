"""The server as a process: starting, stopping, being killed, clients that take their time."""

from __future__ import annotations

import json
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from serve.processes import QUICK, Server, asked, command, server
from smalti import Memory

pytestmark = [pytest.mark.enable_socket, pytest.mark.allow_hosts(["127.0.0.1"])]

TURNS = "/v1/spaces/ada/turns"


def one(text: str) -> dict[str, object]:
    return {"turns": [{"text": text, "speaker": "Ada"}]}


def run(*words: str, db: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*words, db=db), capture_output=True, text=True, timeout=60, check=False
    )


def test_a_server_answers_and_ends_in_good_order(tmp_path: Path) -> None:
    db = tmp_path / "memory.db"
    with server(db) as running:
        status, told = running.ask("GET", "/healthz")
        assert (status, told["store"]) == (200, {"ok": True, "detail": ""})
        status, receipt = running.ask("POST", f"{TURNS}?mode=journal", one("hello"))
        assert status == 201
        assert running.end() == 0
    with Memory(db, embedder=None) as memory:
        assert memory.space("ada").get(receipt["items"][0]["id"]).text == "hello"


def test_the_other_faces_are_there_when_they_are_asked_for(tmp_path: Path) -> None:
    pytest.importorskip("jinja2")
    pytest.importorskip("mcp")
    with (
        server(tmp_path / "memory.db", faces=True) as running,
        closing(running.connect()) as connection,
    ):
        for path, status in (("/", 307), ("/console/", 303), ("/mcp", 405), ("/nothing", 404)):
            connection.request("GET", path)
            response = connection.getresponse()
            response.read()
            assert response.status == status, path


def test_what_is_queued_outlives_a_stop(tmp_path: Path) -> None:
    db = tmp_path / "memory.db"
    with server(db) as running:
        acknowledged = []
        for number in range(12):
            body = one(f"I live in flat {number}.")
            status, receipt = running.ask("POST", f"{TURNS}?mode=queued", body)
            assert status == 202
            acknowledged.append(receipt["items"][0]["id"])
        assert running.end() == 0
    from smalti.serve.hub import Hub
    from smalti.serve.queue import item

    with Memory(db, embedder=None) as memory:
        hub = Hub(memory)
        stands = {item(hub.memory("ada"), id).status for id in acknowledged}
    assert stands <= {"queued", "done"}


def test_every_acknowledged_write_is_there_after_kill_9(tmp_path: Path) -> None:
    db = tmp_path / "memory.db"
    acknowledged: list[tuple[str, str]] = []
    enough = threading.Event()

    def write(running: Server, client: int) -> None:
        space = f"space{client % 3}"
        connection = running.connect()
        mode = ("journal", "queued", "now")[client % 3]
        try:
            for number in range(10_000):
                path = f"/v1/spaces/{space}/turns?mode={mode}"
                body = one(f"client {client} said {number}")
                _, receipt = asked(connection, "POST", path, body)
                acknowledged.append((space, receipt["items"][0]["id"]))
                if len(acknowledged) >= 60:
                    enough.set()
        except (OSError, ValueError):
            return  # it was killed
        finally:
            connection.close()

    with server(db) as running:
        threads = [threading.Thread(target=write, args=(running, n)) for n in range(6)]
        for thread in threads:
            thread.start()
        assert enough.wait(100)
        assert running.end(signal.SIGKILL) == -signal.SIGKILL
        for thread in threads:
            thread.join()
    with Memory(db, embedder=None) as memory:
        for space, id in acknowledged:
            assert memory.space(space).get(id)
        assert memory.check().problems == ()


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        ended = run("serve", "--port", port, "--json", db=tmp_path / "memory.db")
    assert ended.returncode == 4
    assert json.loads(ended.stdout)["error"]["field"] == "port"


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_it_listens_elsewhere_only_once_there_is_a_key(tmp_path: Path, host: str) -> None:
    db = tmp_path / "memory.db"
    ended = run("serve", "--host", host, "--port", "0", "--json", db=db)
    assert ended.returncode == 4
    assert json.loads(ended.stdout)["error"]["field"] == "host"


def test_with_a_key_it_listens_elsewhere(tmp_path: Path) -> None:
    db = tmp_path / "memory.db"
    made = run("keys", "add", "app", "--for", "ada", "--json", db=db)
    key = json.loads(made.stdout)["data"]["key"]
    with server(db, "--host", "0.0.0.0") as running:
        assert running.ask("GET", TURNS)[0] == 401
        running.key = key
        assert running.ask("GET", TURNS)[0] == 200
        assert running.ask("GET", TURNS, Host="memory.example")[0] == 200


def received(connection: socket.socket) -> bytes:
    parts = []
    while part := connection.recv(4096):
        parts.append(part)
    return b"".join(parts)


@pytest.mark.parametrize(
    ("sent", "answer"),
    [
        (b"", b""),
        (b"GET /healthz HT", b""),
        (b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ", b""),
        (
            b"POST /v1/spaces/ada/turns HTTP/1.1\r\nHost: localhost\r\n"
            b"Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{",
            b"HTTP/1.1 408 ",
        ),
    ],
    ids=["says nothing", "begins", "never ends its head", "never ends its body"],
)
def test_a_client_that_takes_too_long_is_left(tmp_path: Path, sent: bytes, answer: bytes) -> None:
    with (
        server(tmp_path / "memory.db", env={"SMALTI_SERVE_BODY_SECONDS": "0.5"}) as running,
        closing(socket.create_connection(("127.0.0.1", running.port), timeout=50)) as slow,
    ):
        slow.sendall(sent)
        assert received(slow).startswith(answer)
        assert running.ask("GET", "/healthz")[0] == 200


def test_a_body_in_chunks_is_refused_when_it_is_too_large(tmp_path: Path) -> None:
    with (
        server(tmp_path / "memory.db", "--max-body", "2000") as running,
        closing(socket.create_connection(("127.0.0.1", running.port), timeout=50)) as client,
    ):
        client.sendall(
            b"POST /v1/spaces/ada/turns HTTP/1.1\r\nHost: localhost\r\n"
            b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
        )
        client.sendall(b"3e8\r\n" + b" " * 1000 + b"\r\n")
        client.sendall(b"7d0\r\n" + b" " * 2000 + b"\r\n")
        assert received(client).startswith(b"HTTP/1.1 413 ")


def test_a_file_that_is_locked_or_gone_makes_the_server_unwell(tmp_path: Path) -> None:
    db = tmp_path / "memory.db"
    with server(db) as running:
        assert running.ask("GET", "/healthz")[0] == 200
        time.sleep(1.1)  # what was found counts for a second
        with closing(sqlite3.connect(db)) as other:
            other.isolation_level = None
            other.execute("BEGIN IMMEDIATE")
            status, told = running.ask("GET", "/healthz")
            assert (status, told["store"]["detail"]) == (503, "store_busy")
            assert running.ask("GET", TURNS)[0] == 200
            other.execute("ROLLBACK")
        time.sleep(1.1)
        assert running.ask("GET", "/healthz")[0] == 200
        time.sleep(1.1)
        db.rename(tmp_path / "elsewhere.db")
        status, told = running.ask("GET", "/healthz")
        assert (status, told["store"]["detail"]) == (503, "store_unusable")
        status, told = running.ask("POST", f"{TURNS}?mode=journal", one("lost"))
        assert (status, told["code"]) == (503, "store_unusable")


def test_what_a_server_needs_at_its_start_is_little() -> None:
    code = (
        "import sys\n"
        "import smalti.serve.app, smalti.serve.running, smalti.serve.hub\n"
        "from smalti.serve.rest import routers\n"
        "routers()\n"
        "print(*sorted(sys.modules))"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=QUICK
    )
    loaded = set(found.stdout.split())
    assert loaded.isdisjoint(
        {"spacy", "onnxruntime", "tokenizers", "pydantic_ai", "pint", "networkx", "alembic"}
    )
