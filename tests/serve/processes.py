"""A server as a process of its own, and plain HTTP to it."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

QUICK = {"SMALTI_EMBEDDER": "none", "SMALTI_SERVE_WARM": "no"}


@dataclass
class Server:
    """A running server."""

    process: subprocess.Popen[str]
    port: int
    key: str = ""

    def connect(self, timeout: float = 60) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, Any]:
        """Status and JSON of one answer, on a connection of its own."""
        connection = self.connect()
        try:
            return asked(connection, method, path, body, {**headers, "X-API-Key": self.key})
        finally:
            connection.close()

    def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Its exit code after a signal."""
        self.process.send_signal(how)
        self.process.communicate(timeout=60)
        return self.process.returncode


def asked(
    connection: http.client.HTTPConnection,
    method: str,
    path: str,
    body: object = None,
    headers: Mapping[str, str] | None = None,
) -> tuple[int, Any]:
    """Status and JSON of one answer on an open connection."""
    given = {name: value for name, value in (headers or {}).items() if value}
    content = None if body is None else json.dumps(body).encode()
    if content is not None:
        given["Content-Type"] = "application/json"
    connection.request(method, path, content, given)
    response = connection.getresponse()
    return response.status, json.loads(response.read() or b"null")


def command(*words: str, db: Path) -> list[str]:
    return [sys.executable, "-m", "smalti", *words, "--db", str(db)]


@contextmanager
def server(
    db: Path, *words: str, env: Mapping[str, str] | None = None, faces: bool = False
) -> Iterator[Server]:
    """A server on a free port, REST alone unless told otherwise; it is ended with the block."""
    alone = () if faces else ("--no-console", "--no-mcp")
    process = subprocess.Popen(
        command("serve", "--port", "0", "--json", "--quiet", *alone, *words, db=db),
        env={**os.environ, **QUICK, **(env or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line, process.communicate()[1]
        yield Server(process, int(json.loads(line)["data"]["url"].rpartition(":")[2]))
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()
