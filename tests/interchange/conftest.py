from collections.abc import Callable
from pathlib import Path

import pytest

from smalti.interchange import formats
from smalti.model.results import Fault
from smalti.model.turn import TurnDraft

Loaded = tuple[list[TurnDraft], list[Fault]]


@pytest.fixture
def load(tmp_path: Path) -> Callable[..., Loaded]:
    """Write a file and import it: what could be read, and what could not."""

    def write_and_read(
        content: str | bytes, name: str, format: str | None = None, default_offset: int = 0
    ) -> Loaded:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        items = list(formats.read(path, format, default_offset=default_offset))
        return (
            [item for item in items if isinstance(item, TurnDraft)],
            [item for item in items if isinstance(item, Fault)],
        )

    return write_and_read
