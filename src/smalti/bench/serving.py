"""Many clients of one server: does it keep up, and does anybody see what is another's?

The server is a process of its own on a free port, and the clients are threads here, each with a key
for its own space. Each writes a turn with a code that only it knows, then asks for one of its own
codes; an answer that lacks the code, or shows a turn of another space, is counted.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import smalti
from smalti.bench.report import Result, result
from smalti.model.errors import InvalidInput

_SEED = 7
_SECONDS = 120.0  # for one answer
_MS = 1000


@dataclass
class Tally:
    """What the clients of a run found; shared by all of them."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: {"write": [], "recall": []})
    errors: int = 0
    missed: int = 0
    crossed: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)


@dataclass(frozen=True)
class Client:
    """One client: who it is, where it writes, with which key."""

    number: int
    space: str
    key: str
    port: int
    mode: str

    def work(self, rounds: int, tally: Tally) -> None:
        """Write and recall so many times, on one connection."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=_SECONDS)
        dice = random.Random(_SEED + self.number)
        codes: list[str] = []
        for number in range(rounds):
            code = f"{self.space}c{self.number}n{number}"
            text = f"The code of locker {number} of client {self.number} is {code}."
            body = {"turns": [{"text": text, "speaker": f"Client {self.number}"}]}
            if self._ask(connection, f"turns?mode={self.mode}", body, "write", tally) is not None:
                codes.append(code)
            if codes:
                self._recall(connection, dice.choice(codes), tally)
        connection.close()

    def _recall(self, connection: http.client.HTTPConnection, code: str, tally: Tally) -> None:
        body = {"query": f"Which locker has the code {code}?", "k": 5}
        found = self._ask(connection, "recall", body, "recall", tally)
        if found is None:
            return
        texts = [item["turn"]["text"] for item in found["items"]]
        with tally.lock:
            tally.missed += not any(code in text for text in texts)
            tally.crossed += sum(f" {self.space}c" not in text for text in texts)

    def _ask(
        self,
        connection: http.client.HTTPConnection,
        path: str,
        body: Mapping[str, Any],
        kind: str,
        tally: Tally,
    ) -> Any:
        """What is answered; ``None``, and an error counted, if it did not go well."""
        headers = {"Content-Type": "application/json", "X-API-Key": self.key}
        started = perf_counter()
        try:
            connection.request(
                "POST", f"/v1/spaces/{self.space}/{path}", json.dumps(body).encode(), headers
            )
            response = connection.getresponse()
            status, content = response.status, response.read()
        except (OSError, http.client.HTTPException):
            connection.close()
            status, content = 0, b""
        taken = perf_counter() - started
        with tally.lock:
            tally.seconds[kind].append(taken)
            tally.errors += not 200 <= status < 300
        return json.loads(content) if 200 <= status < 300 else None


def run(
    *, clients: int, rounds: int, spaces: int, mode: str, say: Callable[[str], object]
) -> Result:
    """Have so many clients write and recall in so many spaces, and tell how it went.

    Raises:
        InvalidInput: the server did not start.
    """
    with TemporaryDirectory(prefix="smalti-bench-") as folder:
        db = str(Path(folder) / "memory.db")
        keys = [_key(db, f"space{number}") for number in range(spaces)]
        say(f"{spaces} keys made")
        with _server(db) as (port, start):
            say(f"the server answered {start:.2f} s after its start")
            tally = Tally()
            taken = _together(
                [
                    Client(n, f"space{n % spaces}", keys[n % spaces], port, mode)
                    for n in range(clients)
                ],
                rounds,
                tally,
            )
    asked = sum(map(len, tally.seconds.values()))
    return result(
        "serve",
        dataset={"clients": clients, "rounds": rounds, "spaces": spaces},
        settings={
            "smalti": smalti.__version__,
            "mode": mode,
            "embedder": os.environ.get("SMALTI_EMBEDDER", "auto"),
            "cores": os.cpu_count(),
        },
        rows=[_row(kind, seconds) for kind, seconds in tally.seconds.items()],
        main={
            "errors": tally.errors,
            "missed": tally.missed,
            "crossed": tally.crossed,
            "first_answer_s": round(start, 3),
            "seconds": round(taken, 1),
            "per_second": round(asked / taken, 1),
        },
    )


def _row(kind: str, seconds: list[float]) -> dict[str, Any]:
    ordered = sorted(seconds)
    at = {"p50_ms": 0.5, "p95_ms": 0.95, "p99_ms": 0.99, "max_ms": 1.0}
    last = len(ordered) - 1
    figures = {name: round(ordered[round(part * last)] * _MS, 1) for name, part in at.items()}
    return {"system": kind, "count": len(ordered), **figures}


def _together(clients: list[Client], rounds: int, tally: Tally) -> float:
    """Seconds until all clients are done."""
    threads = [threading.Thread(target=one.work, args=(rounds, tally)) for one in clients]
    started = perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return perf_counter() - started


def _key(db: str, space: str) -> str:
    words = _command("keys", "add", "bench", "--for", space, "--db", db)
    made = subprocess.run(words, capture_output=True, text=True, check=False)
    if made.returncode:
        raise InvalidInput("server", made.stdout or made.stderr, "made no key")
    key: str = json.loads(made.stdout)["data"]["key"]
    return key


@contextmanager
def _server(db: str) -> Iterator[tuple[int, float]]:
    """The port of a running server, and the seconds from its start to its first answer."""
    words = _command("serve", "--port", "0", "--rate", "0", "--quiet", "--db", db)
    started = perf_counter()
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None  # it was asked for
        line = process.stdout.readline()
        if not line:
            raise InvalidInput("server", " ".join(words), "did not start")
        port = int(json.loads(line)["data"]["url"].rpartition(":")[2])
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_SECONDS)
        connection.request("GET", "/v1/spaces")
        connection.getresponse().read()
        connection.close()
        yield port, perf_counter() - started
    finally:
        process.terminate()
        process.communicate()


def _command(*words: str) -> list[str]:
    return [sys.executable, "-m", "smalti", *words, "--json"]
