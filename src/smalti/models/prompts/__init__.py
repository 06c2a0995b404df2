"""Prompts as data: one TOML file each, with a version and the JSON Schema of the reply.

A file's version is part of the provenance of every record made with it, so a changed prompt gets a
new one.
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from string import Template

from smalti.models.llm import Prompt


@dataclass(frozen=True, slots=True)
class PromptFile:
    """A prompt to be filled in: ``user`` and ``repair`` have ``$places``.

    ``system`` goes out as it stands. ``repair`` is added to ``user`` to ask a second time, after a
    reply with faults. ``schema`` is a JSON Schema as text.
    """

    name: str
    version: str
    system: str
    user: str
    repair: str
    schema: str

    def ask(self, **values: str) -> Prompt:
        """The prompt with its places filled."""
        return Prompt(
            self.name,
            self.version,
            system=self.system,
            user=Template(self.user).substitute(values),
            schema=self.schema,
        )

    def ask_again(self, asked: Prompt, **values: str) -> Prompt:
        """The same question once more, followed by what was wrong with the reply to it."""
        return Prompt(
            self.name,
            self.version,
            system=self.system,
            user=f"{asked.user}\n{Template(self.repair).substitute(values)}",
            schema=self.schema,
        )


@cache
def load(name: str) -> PromptFile:
    """The packaged prompt of a name, read once in a process."""
    text = resources.files(__name__).joinpath(f"{name}.toml").read_text("utf-8")
    found = tomllib.loads(text)
    schema = json.dumps(json.loads(found["schema"]), separators=(",", ":"))
    parts = {part: found[part].strip() for part in ("version", "system", "user", "repair")}
    return PromptFile(name, schema=schema, **parts)
