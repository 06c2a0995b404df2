"""What a backend supplies so that the contract suite can be run on it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import ClassVar

import pytest

from smalti.store.contract import Space, Store


class Harness:
    """Subclass this (through ``StoreContract``) and say how a store is opened."""

    persistent: ClassVar[bool] = True
    """Whether what was written is there when the store is opened again."""
    concurrent: ClassVar[bool] = True
    """Whether readers go on while another thread is writing."""

    def open_store(self) -> Store:
        """A store without any spaces."""
        raise NotImplementedError

    def reopen(self, store: Store) -> Store:
        """Close the store and open what it has left behind."""
        raise NotImplementedError

    @pytest.fixture
    def store(self) -> Iterator[Store]:
        with closing(self.open_store()) as store:
            yield store

    @pytest.fixture
    def space(self, store: Store) -> Space:
        return store.space("home")

    def needs_persistence(self) -> None:
        if not self.persistent:
            pytest.skip("this store is not kept")

    def needs_concurrency(self) -> None:
        if not self.concurrent:
            pytest.skip("this store has one connection")
