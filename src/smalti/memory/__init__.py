"""The façade: one short method per verb."""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

from smalti.memory.agendas import Agendas
from smalti.memory.forgetting import Forgetting
from smalti.memory.questioning import Questioning
from smalti.memory.settling import Settling
from smalti.memory.setup import Clock, Setup
from smalti.memory.sleeping import Sleeping
from smalti.memory.upkeep import Upkeep
from smalti.model.policy import Policy
from smalti.models.embedder import Embedder
from smalti.models.llm import LanguageModel
from smalti.recall.route.choosing import router_named
from smalti.store.sqlite import open_sqlite
from smalti.text.analyse import Analyser

DEFAULT_PATH = "smalti.db"


class Memory(Agendas, Settling, Questioning, Forgetting, Sleeping, Upkeep):
    """One space of one memory file. Safe to share between threads; processes open their own.

    Args:
        path: the file, created if it is not there; ``":memory:"`` for one that is not kept. By
            default ``$SMALTI_DB``, else ``smalti.db`` in the working folder.
        space: whose memory this is; spaces never see each other.
        embedder: ``"auto"`` takes the installed model, ``None`` recalls by words only, or an
            :class:`~smalti.models.embedder.Embedder` of your own.
        model: ``"auto"`` reads turns with the language model that the environment names, if any
            (docs/guide/models.md); ``None`` reads them by local rules, or give a
            :class:`~smalti.models.llm.LanguageModel` of your own.
        extract: whether :meth:`add` and :meth:`import_` read what they journal, unless told
            otherwise; without it a memory only stores until :meth:`process` is called.
        policy: what is done where statements cannot all hold (docs/guide/conflicts.md): ``"auto"``,
            ``"ask"`` or ``"keep-both"``; for comparison ``"append-only"``, ``"latest-wins"`` and
            ``"date-ordered"``. By default ``$SMALTI_POLICY``, else what the space was told by
            :meth:`configure`, else ``"auto"``.
        router: how turns near a query are found (docs/decisions/0016-routing.md): ``"auto"``
            compares all of them, and from 50,000 on those with near codes; ``"exact"`` always all;
            ``"simhash"`` goes by codes and ``"hnsw"`` by a graph (extra ``ann``), at any size. By
            default ``$SMALTI_ROUTER``, else ``"auto"``.
        language: of stemming and stop words, as a BCP 47 tag.
        utc_offset: minutes east of UTC at which times without an offset are read.
        clock: what "now" is; for tests.

    Raises:
        StoreError: the file cannot be used; see :mod:`smalti.model.errors`.
        InvalidInput: an unusable space name, an unknown language, policy or router.
        ModelUnavailable: the router needs an extra that is not installed.
    """

    def __init__(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        space: str = "default",
        embedder: Embedder | Literal["auto"] | None = "auto",
        model: LanguageModel | Literal["auto"] | None = "auto",
        extract: bool = True,
        policy: str | None = None,
        router: str | None = None,
        language: str = "en",
        utc_offset: int = 0,
        clock: Clock | None = None,
    ) -> None:
        path = path or os.environ.get("SMALTI_DB") or DEFAULT_PATH
        analyser = Analyser(language)  # first: an unknown language leaves no file behind
        policy = policy or os.environ.get("SMALTI_POLICY")
        checked = None if policy is None else Policy.named(policy)
        new_router = router_named(router)
        store = open_sqlite(path)
        setup = Setup(
            path=Path(path),
            store=store,
            analyser=analyser,
            embedder=embedder,
            model=model,
            extract=extract,
            policy=checked,
            new_router=new_router,
            utc_offset=utc_offset,
            clock=clock,
        )
        try:
            self._bind(setup, store.space(space))
        except BaseException:
            store.close()
            raise

    def spaces(self) -> list[str]:
        """The names of all spaces in the file."""
        return self._setup.store.spaces()

    def space(self, name: str) -> Memory:
        """Another space of the same file. Closing either closes the file for both.

        Raises:
            InvalidInput: not a usable name.
        """
        other = object.__new__(Memory)
        other._bind(self._setup, self._setup.store.space(name))
        return other

    def close(self) -> None:
        """Give the file back. Later calls raise ``StoreClosed``."""
        self._setup.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
