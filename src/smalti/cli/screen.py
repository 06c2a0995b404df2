"""The terminal, by rich: what a pipe gets is the same, plain and unwrapped."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import NoReturn

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

_PIPED_WIDTH = 200  # columns for tables where there is no terminal to measure
_KEPT = "\n\t"

# Control characters in stored text must not reach the terminal, where they would act. C0 codes
# have pictures of their own in Unicode; C1 codes get the sign for what cannot be shown.
_VISIBLE = {code: chr(0x2400 + code) for code in range(0x20) if chr(code) not in _KEPT}
_VISIBLE |= {0x7F: "\u2421"} | dict.fromkeys(range(0x80, 0xA0), "\ufffd")


class _Console(Console):
    def on_broken_pipe(self) -> NoReturn:
        """Leave it to the command line, which ends quietly."""
        raise BrokenPipeError


def screen() -> Console:
    """Standard output as it is now; nothing in stored text is read as markup."""
    measured = sys.stdout.isatty() or "COLUMNS" in os.environ
    width = None if measured else _PIPED_WIDTH
    return _Console(markup=False, emoji=False, highlight=False, width=width)


def visible(text: str) -> str:
    """The text with control characters shown instead of obeyed."""
    return text.translate(_VISIBLE)


def print_block(
    console: Console, text: Text | str, lead: Text | str = "    ", wrap: int | None = None
) -> None:
    """Print a lead and, beside it, the text: wrapped in a terminal, line by line in a pipe.

    ``wrap`` is a width to wrap at in both.
    """
    lead, body = Text.assemble(lead), Text.assemble(text)
    width = min(wrap or console.width, console.width)
    wrapped = console.is_terminal or wrap
    lines = body.wrap(console, max(width - lead.cell_len, 20)) if wrapped else body.split("\n")
    for line in lines:
        whole = lead + line
        whole.rstrip()
        console.print(whole, soft_wrap=True)
        lead = Text(" " * lead.cell_len)


def table(*columns: str, numbers: tuple[str, ...] = ()) -> Table:
    """An empty table; the columns named in ``numbers`` are set flush right."""
    made = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="bold")
    for name in columns:
        justify = "right" if name in numbers else "left"
        made.add_column(name, justify=justify, overflow="fold")  # type: ignore[arg-type]
    return made


def print_fields(console: Console, fields: Mapping[str, object]) -> None:
    """Print names and values under each other; what is ``None`` or empty is left out."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim")
    grid.add_column(overflow="fold")
    for name, value in fields.items():
        if value not in (None, ""):
            grid.add_row(name, visible(str(value)))
    console.print(grid)


@contextmanager
def bar(label: str) -> Iterator[Callable[[int], None]]:
    """A bar on stderr that counts turns; how many there will be is not known beforehand."""
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:,.0f} turns"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as running:
        task = running.add_task(label, total=None)
        yield lambda done: running.advance(task, done)
