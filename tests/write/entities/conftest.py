from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from smalti.store.sqlite import open_sqlite
from store.helpers import fresh
from write.entities.worlds import World


@pytest.fixture
def world() -> Iterator[World]:
    with closing(open_sqlite(":memory:")) as store:
        yield World(fresh(store))
