"""The command line: a thin face on :class:`smalti.Memory`, for people and for scripts."""

from __future__ import annotations

import io
import sys


def main() -> None:
    """Run the command line and exit; the console script ``smalti``."""
    from smalti.cli.app import app

    if isinstance(sys.stdout, io.TextIOWrapper):
        # Under an ASCII or a Windows code page, show what it lacks as escapes instead of failing.
        sys.stdout.reconfigure(errors="backslashreplace")
    app(prog_name="smalti")
