"""Running a few lines as somebody whom permission bits bind: root they do not."""

from __future__ import annotations

import subprocess
import sys

NOBODY = 65534
_PRELUDE = f"""
import os, sys
from smalti import Memory
from smalti.model.errors import *
with Memory(":memory:", embedder=None, extract=False) as memory:  # load all code while one can
    memory.add("warm up")
    memory.recall("warm")
import smalti.interchange.export, smalti.interchange.load
if os.getuid() == 0:
    os.setgroups([])
    os.setgid({NOBODY})
    os.setuid({NOBODY})
path = sys.argv[1]

def outcome(action):
    try:
        return repr(action())
    except SmaltiError as error:
        return type(error).__name__
"""


def run_unprivileged(lines: str, path: object) -> list[str]:
    """What the lines print; ``path`` is their only argument."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", _PRELUDE + lines, str(path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()
