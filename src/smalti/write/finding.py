"""What some turns say: by a language model if there is one, by local rules where it fails."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from smalti.model.errors import ModelError
from smalti.model.processing import ProcessStatus
from smalti.model.results import Degradation
from smalti.model.turn import Turn
from smalti.models.llm import LanguageModel
from smalti.write.ask import Asked, ask
from smalti.write.extract import Candidate, Refusal, extract
from smalti.write.report import Report
from smalti.write.work import drive

_log = logging.getLogger(__name__)
_NO_PARSER = Degradation(
    "extract",
    "English is kept sentence by sentence, because no parser is installed",
    "Install smalti[extract]",
)


@dataclass(slots=True)
class Found:
    """What extraction found in one turn, and by what."""

    candidates: list[Candidate] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)  # of a model's reply
    extractor: str = ""
    reason: str = ""  # why not by the extractor that was asked for, or not at all
    failed: bool = False

    @property
    def status(self) -> ProcessStatus:
        """How the reading of the turn went."""
        if self.failed:
            return ProcessStatus.FAILED
        return ProcessStatus.DEGRADED if self.reason else ProcessStatus.DONE

    def fail(self, error: Exception) -> None:
        """Note that the turn could not be read."""
        self.failed = True
        self.reason = f"{type(error).__name__}: {error}"


def available(
    model: Callable[[], LanguageModel | None], report: Report, part: str
) -> LanguageModel | None:
    """The model, or ``None``; what it is missing for is noted where it cannot be had."""
    try:
        return model()
    except ModelError as error:
        report.degrade(Degradation.by(part, error))
        return None


class Finder:
    """Finds what turns say.

    ``model`` is called when there is something to read; ``None`` from it means local rules.
    """

    def __init__(self, model: Callable[[], LanguageModel | None]) -> None:
        self._model = model

    def find(
        self, turns: Sequence[Turn], context: Sequence[Turn], report: Report
    ) -> dict[str, Found]:
        """What the turns say, by the model if there is one, by local rules where it fails."""
        found = {turn.id: Found() for turn in turns}
        unread = list(turns)
        model = self.model(report)
        if model is not None:
            asked = drive(ask(turns, context), model.complete)
            self._note(asked, found, report)
            unread = [turn for turn in turns if turn.id in asked.unread]
            local = {turn.id: Found() for turn in unread}
            self._find_locally(unread, context, local, report)
            for turn in unread:
                _fill(found[turn.id], local[turn.id], asked.missing.get(turn.id))
            return found
        self._find_locally(unread, context, found, report)
        return found

    def model(self, report: Report) -> LanguageModel | None:
        """The model, or ``None`` where there is none or it cannot be had, which is then noted."""
        return available(self._model, report, "extract")

    def _note(self, asked: Asked, found: dict[str, Found], report: Report) -> None:
        """What a model found, what it took, and what it did not do."""
        if asked.usage.calls:
            report.usage.append(asked.usage)
        _sort(asked.candidates, asked.refused, found)
        for one in found.values():
            one.extractor = asked.extractor
        nowhere = next(iter(found))  # faults that name no turn stand with the first
        for turn, problem, kept in asked.faults:
            if kept:
                report.degrade(Degradation("model", problem))
            else:
                found[turn or nowhere].faults.append(problem)
        for turn, reason in asked.unread.items():
            found[turn].reason = reason
            report.degrade(Degradation("extract", f"read by local rules: {reason}"))

    def _find_locally(
        self,
        turns: Sequence[Turn],
        context: Sequence[Turn],
        found: dict[str, Found],
        report: Report,
    ) -> None:
        if not turns:
            return
        try:
            extraction = extract(turns, context)
        except Exception as error:  # noqa: BLE001  one turn that breaks the rules must not cost the others
            if len(turns) == 1:
                _log.exception("a turn could not be read")
                found[turns[0].id].fail(error)
                return
            for turn in turns:
                self._find_locally([turn], context, found, report)
            return
        _sort(extraction.candidates, extraction.refused, found)
        for turn in turns:
            found[turn.id].extractor = extraction.extractor
        if extraction.extractor.endswith("+en-sentences"):
            report.degrade(_NO_PARSER)


def _fill(found: Found, local: Found, missing: Sequence[tuple[int, int]] | None) -> None:
    """Add what local rules found in the parts of a turn that a model has not read."""

    def wanted(one: Candidate | Refusal) -> bool:
        return missing is None or any(s < one.end and one.start < e for s, e in missing)

    found.candidates += filter(wanted, local.candidates)
    found.refused += filter(wanted, local.refused)
    found.extractor = " and ".join(filter(None, (found.extractor, local.extractor)))
    found.failed = local.failed
    found.reason = local.reason or found.reason


def _sort(
    candidates: Iterable[Candidate],
    refused: Iterable[Refusal],
    found: dict[str, Found],
) -> None:
    """Give each turn what was found in it."""
    for candidate in candidates:
        found[candidate.turn].candidates.append(candidate)
    for refusal in refused:
        found[refusal.turn].refused.append(refusal)
