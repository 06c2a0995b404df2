"""The frame of a benchmark's table: a bold title, a line under the heads, nothing else."""

from __future__ import annotations

from rich.box import SIMPLE_HEAD
from rich.table import Table


def framed(title: str) -> Table:
    """A table without columns yet."""
    return Table(
        title=title,
        title_justify="left",
        title_style="bold",
        box=SIMPLE_HEAD,
        pad_edge=False,
        padding=(0, 1, 0, 0),
    )
