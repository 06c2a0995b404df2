"""Reads journalled turns for records: finds what they say, and commits what is believed.

What a model is asked for happens outside any transaction; all that is decided about a batch of
turns is stored in one, together with the note that they were read. A turn that cannot be read is
noted as failed with the reason, and does not hold up the others.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice

from smalti.model.processing import Processed, ProcessStatus
from smalti.model.results import Degradation, ModelUse, Outcome, RecordItem
from smalti.model.time import Instant
from smalti.model.turn import Turn
from smalti.models.llm import LanguageModel
from smalti.store.contract import Space
from smalti.write.answered import Answering
from smalti.write.checking import Rules
from smalti.write.committing import Committer, Placed, Reading
from smalti.write.detect import Judge, Verdict
from smalti.write.detect.consult import Key, Told, consult, undecided
from smalti.write.finding import Finder, Found
from smalti.write.following import with_what_follows
from smalti.write.report import Report
from smalti.write.statement import Statement
from smalti.write.unit import Unit
from smalti.write.work import drive

_log = logging.getLogger(__name__)
_BATCH = 32  # turns committed together: a writer holds the lock for a fraction of a second
_CONTEXT = 8  # turns before that tell what pronouns mean


_SURE = 0.9  # a verdict with a lower score is put before the model, if there is one

Trial = Callable[[Committer], Sequence[Placed]]
"""Decides about some statements in a unit of work that may never be stored."""

Alike = Callable[[str, int | None], Sequence[str]]
"""The ids of turns that say something similar to a text, those before a sequence number."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What would become of a turn, and how that was found out."""

    reading: Reading
    faults: tuple[str, ...]
    extractor: str
    usage: tuple[ModelUse, ...] = ()
    degraded: tuple[Degradation, ...] = ()
    timings_ms: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Read:
    """A turn with what was said before it, what was found in it, and which turns are alike."""

    turn: Turn
    context: Sequence[Turn]
    found: Found
    alike: Sequence[str]


class Reader:
    """Turns journalled turns of one space into records.

    ``model`` is called when there is something to read; ``None`` from it means local rules.
    ``rules`` tells what decisions rest on at present, ``alike`` which turns say something similar
    to one that is journalled, ``answering`` what turns answer at present, if anything is asked.
    """

    def __init__(
        self,
        space: Space,
        rules: Callable[[], Rules],
        model: Callable[[], LanguageModel | None],
        alike: Alike,
        answering: Callable[[], Answering | None] = lambda: None,
    ) -> None:
        self._space = space
        self._governing = rules
        self._finder = Finder(model)
        self._alike = alike
        self._answering = answering

    @property
    def _rules(self) -> Rules:
        return self._governing()

    def read(
        self, seqs: Iterable[int], now: Instant, progress: Callable[[int], None] = lambda n: None
    ) -> Report:
        """Read the turns at these sequence numbers and commit what they say, batch by batch."""
        report = Report()
        remaining = iter(seqs)
        while batch := list(islice(remaining, _BATCH)):
            while not self._commit_batch(batch, now, report):
                pass  # something was erased meanwhile
            progress(len(batch))
        return report

    def _commit_batch(self, batch: Sequence[int], now: Instant, report: Report) -> bool:
        """Read some turns and commit what they say, unless what was read may be erased by now."""
        before = self._space.watermark().generation
        read = list(self._find(batch, report))
        asked = self._answering()
        trials = [partial(_placed, read=one, asked=asked) for one in read]
        told = self._consult(trials, now, report)
        with self._space.atomic():
            if self._space.watermark().generation != before:
                return False
            committer = Committer(Unit(self._space), self._rules, now, report, told)
            for one in read:
                _commit(committer, one, asked)
            with report.timed("store"):
                committer.unit.store()
        return True

    def state(
        self,
        statements: Iterable[Statement],
        extractor: str,
        now: Instant,
        told: Judge | None = None,
    ) -> Report:
        """Commit statements about journalled turns, batch by batch; nothing is extracted.

        What ``told`` says of one and a stored one goes before what any judge says.
        """
        report = Report()
        remaining = iter(statements)
        while batch := list(islice(remaining, _BATCH)):
            trials = [partial(_stated, statement=one, extractor=extractor) for one in batch]
            known = told or self._consult(trials, now, report)
            with self._space.atomic():
                committer = Committer(Unit(self._space), self._rules, now, report, known)
                for one in batch:
                    report.records += (
                        placed.item() for placed in _stated(committer, one, extractor)
                    )
                    turn = one.grounded.turn.id
                    done = Processed(turn, ProcessStatus.DONE, extractor, now, records=1)
                    committer.unit.put(done)
                with report.timed("store"):
                    committer.unit.store()
        return report

    def _consult(self, trials: Iterable[Trial], now: Instant, report: Report) -> Judge | None:
        """What the model says of what cheaper judges are not sure of, if there is one.

        It is asked before anything is committed and outside any transaction, once for each trial:
        what would be compared is found out in a unit of work that is never stored. Ids follow from
        the content, so its verdicts fit what is committed then. What it fails to judge is left to
        the other judges.
        """
        model = self._finder.model(report)
        if model is None:
            return None
        verdicts: dict[Key, Verdict] = {}
        unit = Unit(self._space)
        committer = Committer(unit, self._rules, now, Report(), Told(verdicts))
        for trial in trials:
            mark = unit.mark()
            checked = [one.checked for one in trial(committer) if one.checked is not None]
            left = [p for one in checked for p in undecided(one.pairs, one.judged, sure=_SURE)]
            if not left:
                continue
            consulted = drive(consult(left), model.complete)
            verdicts |= consulted.told(failed=False).verdicts
            report.usage.append(consulted.usage)
            report.degrade(*consulted.degraded)
            unit.back(mark)
            trial(committer)  # again, knowing what the model said
        return Told(verdicts)

    def explain(self, turn: Turn, context: Sequence[Turn], now: Instant) -> Explanation:
        """Everything that would become of a turn; nothing is stored."""
        report = Report()
        found = self._finder.find([turn], context, report)[turn.id]
        committer = Committer(Unit(self._space), self._rules, now, report)
        alike = self._alike(turn.text, None)
        return Explanation(
            reading=committer.decide(turn, context, found, alike, self._answering()),
            faults=tuple(found.faults),
            extractor=found.extractor,
            usage=tuple(report.usage),
            degraded=tuple(report.degraded),
            timings_ms=dict(report.timings_ms),
        )

    def _find(self, seqs: Sequence[int], report: Report) -> Iterator[_Read]:
        """Find what some turns say, each session for itself."""
        turns = self._space.turns_at(seqs)
        sessions: dict[str, list[int]] = defaultdict(list)
        for seq in seqs:
            if seq in turns:
                sessions[turns[seq].session].append(seq)
        for members in sessions.values():
            before = self._space.turns_before(members[0], _CONTEXT)
            together = [turns[seq] for seq in members]
            with report.timed("extract"):
                found = self._finder.find(together, before, report)
            said = [*before, *together]
            for place, (seq, turn) in enumerate(zip(members, together, strict=True), len(before)):
                context = said[max(0, place - _CONTEXT) : place]
                with report.timed("alike"):
                    alike = self._alike(turn.text, seq) if found[turn.id].candidates else ()
                yield _Read(turn, context, found[turn.id], alike)


def _stated(committer: Committer, statement: Statement, extractor: str) -> Sequence[Placed]:
    """What would become of a statement, and of what follows from it."""
    stated = with_what_follows(statement, committer.rules.predicates)
    return [committer.place(one, extractor) for one in stated]


def _placed(committer: Committer, read: _Read, asked: Answering | None) -> Sequence[Placed]:
    """What would become of the statements of a turn; nothing of one that cannot be read."""
    if read.found.failed:
        return ()
    try:
        return committer.decide(read.turn, read.context, read.found, read.alike, asked).placed
    except Exception:  # noqa: BLE001  told when the turn is committed, which fails alike
        return ()


def _commit(committer: Committer, read: _Read, asked: Answering | None) -> None:
    """Decide about a turn, and note how its reading went."""
    turn, found, report = read.turn, read.found, committer.report
    mark = committer.unit.mark()
    items: list[RecordItem] = []
    if not found.failed:
        try:
            items += committer.decide(turn, read.context, found, read.alike, asked).items()
        except Exception as error:  # noqa: BLE001  noted, shown, and tried again by `process`
            _log.exception("a turn could not be read")
            committer.unit.back(mark)
            found.fail(error)
    items += (
        RecordItem(turn.id, 0, 0, Outcome.REFUSED, reason=problem) for problem in found.faults
    )
    kept = sum(item.id is not None for item in items)
    committer.unit.put(
        Processed(turn.id, found.status, found.extractor, committer.now, kept, found.reason)
    )
    report.records += items
    report.turns[turn.id] = found.status
    report.reasons[turn.id] = found.reason
    if found.status is ProcessStatus.FAILED:
        hint = "`smalti process` tries again"
        report.degrade(Degradation("extract", f"a turn was not read: {found.reason}", hint))
