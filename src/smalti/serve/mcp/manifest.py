"""``server.json``: how registries of MCP servers and their clients find and start this one."""

from __future__ import annotations

import json
from typing import Any

from smalti import __version__
from smalti.serve.mcp.server import SUMMARY, TITLE

SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"
NAME = "io.github.smalti/smalti"  # the namespace has to be the publisher's own
PACKAGE = "smalti"


def manifest() -> dict[str, Any]:
    """The content of ``server.json`` at the root of the repository.

    ``uvx`` starts the package; what it needs for this command comes with ``--with``, since the
    registry knows no extras.
    """
    extras = f"{PACKAGE}[mcp,embed,extract]=={__version__}"
    return {
        "$schema": SCHEMA,
        "name": NAME,
        "title": TITLE,
        "description": SUMMARY,
        "version": __version__,
        "packages": [
            {
                "registryType": "pypi",
                "registryBaseUrl": "https://pypi.org",
                "identifier": PACKAGE,
                "version": __version__,
                "runtimeHint": "uvx",
                "runtimeArguments": [{"type": "named", "name": "--with", "value": extras}],
                "packageArguments": [{"type": "positional", "value": "mcp"}],
                "environmentVariables": [
                    {
                        "name": "SMALTI_DB",
                        "description": "The memory file; it is created if it is not there.",
                        "format": "filepath",
                        "isRequired": True,
                    },
                    {
                        "name": "SMALTI_SPACE",
                        "description": "Whose memory; spaces of one file never see each other.",
                        "default": "default",
                    },
                ],
                "transport": {"type": "stdio"},
            }
        ],
    }


def written() -> str:
    """The file as it is written."""
    return json.dumps(manifest(), indent=2, ensure_ascii=False) + "\n"
