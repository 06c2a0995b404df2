from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from smalti.store.sqlite import open_sqlite
from write.gate.telling import Start, starter


@pytest.fixture(scope="session")
def talk() -> Iterator[Start]:
    """Begins conversations with a gate in front of a real store."""
    with closing(open_sqlite(":memory:")) as store:
        yield starter(store)
