"""The options that every command has, and the memory they name."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from smalti.model.errors import StoreUnusable

if TYPE_CHECKING:
    from smalti.memory import Memory

DEFAULT_DB = "smalti.db"
_NOT_A_FILE = ":memory:"
_HOURS = re.compile(r"([+-])(\d{1,2}):(\d{2})")
_MINUTES = re.compile(r"[+-]?\d+")
_DAY = 24 * 60

Command = Callable[..., Any]


def _read_offset(ctx: click.Context, param: click.Parameter, value: str) -> int:
    """Minutes east of UTC from ``+02:00``, ``-90`` or ``Z``."""
    minutes = _minutes(value.strip())
    if minutes is None or abs(minutes) >= _DAY:
        raise click.BadParameter(f"{value!r} is neither like +02:00 nor minutes within a day")
    return minutes


def _minutes(text: str) -> int | None:
    if hours := _HOURS.fullmatch(text):
        sign, hour, minute = hours.groups()
        return (60 * int(hour) + int(minute)) * (-1 if sign == "-" else 1)
    if text.upper() in ("Z", "UTC"):
        return 0
    return int(text) if _MINUTES.fullmatch(text) else None


@dataclass(frozen=True, slots=True)
class Settings:
    """What every command is told: which memory, how to read it, how to answer."""

    db: str = DEFAULT_DB
    space: str = "default"
    json: bool = False
    language: str = "en"
    utc_offset: int = 0
    no_model: bool = False

    def open(self) -> Memory:
        """The memory, created if it is not there."""
        from smalti.memory import Memory  # half a second of imports, and only now needed

        return Memory(
            self.db,
            space=self.space,
            embedder=None if self.no_model else "auto",
            language=self.language,
            utc_offset=self.utc_offset,
        )

    def open_existing(self) -> Memory:
        """The memory; a mistyped path must not leave an empty file behind.

        Raises:
            StoreUnusable: there is no such file.
        """
        file = Path(self.db)
        if self.db != _NOT_A_FILE and (
            not file.exists() or (file.is_file() and not file.stat().st_size)
        ):
            raise StoreUnusable(
                f"there is no memory file {self.db}",
                hint="`smalti add` or `smalti import` creates it; --db or SMALTI_DB names another",
            )
        return self.open()


# By the name of the setting.
SHARED: dict[str, Callable[[Command], Command]] = {
    "db": click.option(
        "--db", metavar="FILE", envvar="SMALTI_DB", default=DEFAULT_DB, show_default=True,
        show_envvar=True, help="The memory file.",
    ),
    "space": click.option(
        "--space", metavar="NAME", envvar="SMALTI_SPACE", default="default", show_default=True,
        show_envvar=True, help="Whose memory; spaces never see each other.",
    ),
    "json": click.option(
        "--json", is_flag=True, help="Answer with one JSON object on the last line.",
    ),
    "language": click.option(
        "--language", metavar="TAG", default="en", show_default=True,
        help="Of stemming and stop words, like en, nl, ja, und.",
    ),
    "utc_offset": click.option(
        "--utc-offset", metavar="OFFSET", envvar="SMALTI_UTC_OFFSET", default="Z",
        show_default="UTC", show_envvar=True, callback=_read_offset,
        help="How to read times that do not say theirs: +02:00, or minutes.",
    ),
    "no_model": click.option(
        "--no-model", is_flag=True, help="Use no embedding model: recall by words only.",
    ),
}  # fmt: skip


def with_settings(*names: str) -> Callable[[Command], Command]:
    """Give a command the shared options, or those named; it gets them as one ``settings``."""
    wanted = names or tuple(SHARED)

    def decorate(command: Command) -> Command:
        @wraps(command)
        def run(**arguments: Any) -> Any:
            settings = Settings(**{name: arguments.pop(name) for name in wanted})
            return command(settings, **arguments)

        decorated: Command = run
        for name in reversed(wanted):
            decorated = SHARED[name](decorated)
        return decorated

    return decorate
