"""The first recall of a fresh process, timed from inside: ``python cold.py FILE SPACE QUERY``.

Run by its path, so that nothing of Smalti is loaded before the clock starts. Prints one JSON
object as soon as the first result is there.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from time import perf_counter

_STATUS = Path("/proc/self/status")
_FIELDS = {"VmRSS": "rss_mb", "VmHWM": "peak_mb"}


def resident() -> dict[str, float]:
    """Resident memory of this process now and at its peak, in MiB; empty where not on Linux.

    Not ``getrusage``: what it calls the peak begins with that of the parent process.
    """
    if not _STATUS.exists():
        return {}
    lines = (line.split() for line in _STATUS.read_text().splitlines())
    return {
        _FIELDS[name]: round(int(parts[1]) / 1024, 1)
        for parts in lines
        if parts and (name := parts[0].rstrip(":")) in _FIELDS
    }


def main(file: str, space: str, query: str) -> None:
    """Import, open, recall, and tell how long each took."""
    started = perf_counter()
    from smalti import Memory

    imported = perf_counter()
    with Memory(file, space=space) as memory:
        opened = perf_counter()
        recall = memory.recall(query)
        done = perf_counter()
        found = {
            "import_ms": round((imported - started) * 1000, 1),
            "open_ms": round((opened - imported) * 1000, 1),
            "recall_ms": round((done - opened) * 1000, 1),
            "path": recall.path,
            **resident(),
        }
        sys.stdout.write(json.dumps(found) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
