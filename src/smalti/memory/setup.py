"""What all spaces of an opened file share: the store, the models, the clock, the settings."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol

from smalti.model.errors import ModelUnavailable
from smalti.model.policy import Policy
from smalti.model.settings import SpaceSettings
from smalti.model.time import Instant
from smalti.models.embedder import Embedder
from smalti.models.find import find_embedder
from smalti.models.llm import LanguageModel
from smalti.recall.route.choosing import NewRouter
from smalti.store.sql import SqlStore
from smalti.text.analyse import Analyser
from smalti.write.drafts import Moment, moment

if TYPE_CHECKING:
    from smalti.memory.asked import Vocabulary
    from smalti.write.checking import Rules
    from smalti.write.detect import Judge


class Clock(Protocol):
    """Tells the time."""

    def __call__(self) -> Instant:
        """Now."""


class Setup:
    """What all spaces of an opened file share."""

    def __init__(
        self,
        *,
        path: Path,
        store: SqlStore,
        analyser: Analyser,
        embedder: Embedder | Literal["auto"] | None,
        model: LanguageModel | Literal["auto"] | None,
        extract: bool,
        policy: Policy | None,
        new_router: NewRouter,
        utc_offset: int,
        clock: Clock | None,
    ) -> None:
        self.path = path
        self.store = store
        self.analyser = analyser
        self.extract = extract
        self.policy = policy
        self.new_router = new_router
        self.utc_offset = utc_offset
        self._given = embedder
        self._given_model = model
        self._clock = clock

    def now(self) -> Instant:
        """The present moment, at the offset of this memory."""
        if self._clock is not None:
            return self._clock()
        return Instant(Instant.of(datetime.now(UTC)).micros, self.utc_offset)

    def moment(self, value: Moment | None) -> Instant | None:
        """A moment as given by a caller."""
        return None if value is None else moment(value, self.utc_offset)

    def embedder(self) -> Embedder:
        """The embedder.

        Raises:
            ModelUnavailable: there is none.
        """
        if self._given is None:
            raise ModelUnavailable("this memory was opened without an embedder")
        return self._found if self._given == "auto" else self._given

    @cached_property
    def _found(self) -> Embedder:
        return find_embedder()

    def model(self) -> LanguageModel | None:
        """The language model, or ``None`` where none is configured."""
        return self._found_model if self._given_model == "auto" else self._given_model

    @cached_property
    def _found_model(self) -> LanguageModel | None:
        from smalti.models.find_model import find_model

        return find_model()

    def governed(self, settings: SpaceSettings) -> Rules:
        """What decisions rest on in a space; the policy it was opened with goes first."""
        return self.rules.governed(self.policy or settings.policy, settings.ranks)

    @cached_property
    def rules(self) -> Rules:
        """What decisions about statements rest on."""
        from smalti.write.checking import Rules
        from smalti.write.detect import Searcher, local_judges
        from smalti.write.detect.rules import rule_judges
        from smalti.write.gate import GatePolicy
        from smalti.write.predicates import PredicateTable

        table = PredicateTable.default()
        judges = (*local_judges(table), *rule_judges(), *self._entailment())
        return Rules(table, GatePolicy(), Searcher.of(table), judges)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The words by which questions ask for predicates."""
        from smalti.memory.asked import vocabulary

        return vocabulary(self.rules.predicates, self.analyser)

    def _entailment(self) -> tuple[Judge, ...]:
        """The local model that may find pairs worth a look, where the environment names one."""
        from smalti.models.nli import find_entailment
        from smalti.write.detect.consult import EntailmentJudge

        model = find_entailment()
        return () if model is None else (EntailmentJudge(model),)
