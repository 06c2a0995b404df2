"""What every part of a memory stands on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from smalti.memory.setup import Setup
from smalti.model.errors import InvalidInput, ModelError
from smalti.model.results import Degradation
from smalti.model.settings import SETTINGS, SpaceSettings
from smalti.recall.engine import Recaller
from smalti.store.contract import Space
from smalti.write.ingest import embed_turns

if TYPE_CHECKING:
    from smalti.write.answered import Answering
    from smalti.write.checking import Rules
    from smalti.write.reading import Reader


Member = TypeVar("Member", bound=Enum)

_ALIKE = 8  # turns: the counterpart of a contradiction is among them in 94 % of the cases


class Base:
    """One space of an opened file, with what recalls from it and what reads its turns."""

    _setup: Setup
    _space: Space
    _recaller: Recaller

    def _bind(self, setup: Setup, space: Space) -> None:
        self._setup = setup
        self._space = space
        self._recaller = Recaller(space, setup.analyser, setup.embedder, router=setup.new_router())

    @cached_property
    def _reader(self) -> Reader:
        from smalti.write.reading import Reader  # grammars and tables: loaded by the first write

        return Reader(self._space, self._rules, self._setup.model, self._alike, self._answering)

    def _rules(self) -> Rules:
        """What decisions rest on in this space at present."""
        return self._setup.governed(self.settings())

    def settings(self) -> SpaceSettings:
        """What was decided for this space: its policy, and whose word goes first."""
        return self._space.one(SpaceSettings, SETTINGS) or SpaceSettings(SETTINGS)

    def _answering(self) -> Answering | None:
        """What turns answer beside what is read in them; nothing where nothing is asked."""
        return None

    def _alike(self, text: str, before: int | None) -> list[str]:
        """The ids of turns that say something similar, earlier than one that is journalled."""
        seqs = self._recaller.nearest(text, _ALIKE, before)
        found = self._space.turns_at(seqs)
        return [found[seq].id for seq in seqs if seq in found]

    def _embed(self, seqs: list[int]) -> tuple[Degradation, ...]:
        """Vectors for turns; what could not be done, instead of an error: the turns are safe."""
        if not seqs:
            return ()
        try:
            embed_turns(self._space, self._setup.embedder(), seqs)
        except ModelError as error:
            return (Degradation.by("vector", error),)
        return ()


def member(
    kind: type[Member], field: str, value: Member | str | None, *, words: Sequence[str] = ()
) -> Member | None:
    """The member of an enum that a value names; ``None`` stays ``None``.

    ``words`` are values that the caller has taken already.

    Raises:
        InvalidInput: there is no such member; tells those there are.
    """
    try:
        return None if value is None else kind(value)
    except ValueError as error:
        known = ", ".join((*words, *(str(one.value) for one in kind)))
        raise InvalidInput(field, value, "is unknown", fix=f"Known: {known}") from error


def silent(_done: int) -> None:
    """Progress that nobody watches."""


def ms(seconds: float) -> float:
    """Seconds as milliseconds."""
    return round(seconds * 1000, 3)


def rounded(timings_ms: Iterable[tuple[str, float]]) -> dict[str, float]:
    """Timings as they are shown."""
    return {stage: round(time, 3) for stage, time in timings_ms}
