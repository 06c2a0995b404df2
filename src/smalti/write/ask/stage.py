"""The stage: turns to candidates by asking a language model.

Everything a reply says is checked (:mod:`smalti.write.ask.judge`). A reply with faults is answered
once, naming them; what was good in it stays. What the model gave nothing usable for is named, so
that somebody else can read it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain

from smalti.model.errors import ModelError, ModelUnavailable
from smalti.model.turn import Turn
from smalti.models.llm import UNUSED, Completion, Prompt, used
from smalti.models.prompts import PromptFile, load
from smalti.write.ask.asked import Asked, BadItem
from smalti.write.ask.judge import Scene, Verdict, judge
from smalti.write.ask.render import before, fault_line, turn_lines
from smalti.write.ask.windows import Window, plan
from smalti.write.extract.candidate import Candidate, Refusal
from smalti.write.work import Work

BUDGET = 600
"""Tokens of turns in one prompt. What they say takes several times as many in the reply."""

_BEFORE = 6  # turns that go along for understanding
_NAMED = 12  # faults that a second prompt names
_CUT = "the model's reply was cut off. SMALTI_MODEL_MAX_TOKENS allows a longer one"


def ask(
    turns: Sequence[Turn], context: Sequence[Turn] = (), *, budget: int = BUDGET
) -> Work[Asked]:
    """Ask a model what the turns say that is worth remembering.

    Yields a :class:`~smalti.models.llm.Prompt` at a time and is sent the completion, or the
    ``ModelError`` it met. ``context`` is what was said just before. No such error leaves this
    stage: what could not be asked is ``unread``. After ``ModelUnavailable`` nothing more is asked.
    """
    planned = plan(turns, budget)
    sheet = _Sheet(load("extract"), Scene.of([*context, *turns]))
    place = {turn.id: number for number, turn in enumerate(turns)}
    for batch in planned.batches:
        if sheet.unavailable:
            sheet.miss(batch, sheet.unavailable)
            continue
        first = place[batch[0].turn.id]
        said = [*context[-_BEFORE:], *turns[max(0, first - _BEFORE) : first]][-_BEFORE:]
        yield from _read(batch, said, sheet)
    return sheet.asked(planned.refused, place)


def _read(batch: Sequence[Window], said: Sequence[Turn], sheet: _Sheet) -> Work[None]:
    """Put some windows before the model, and once more if there is something to put right."""
    prompt = sheet.file.ask(before=before(said), turns=turn_lines(batch))
    try:
        completion: Completion = yield prompt
    except ModelError as error:
        sheet.fail(batch, error)
        return
    sheet.count(completion)
    if completion.refused:
        sheet.miss(batch, f"the model declined to answer: {completion.text or 'no reason given'}")
        return
    verdict = judge(completion, batch, sheet.scene)
    if verdict.bad or not (verdict.readable and verdict.whole):
        again = sheet.file.ask_again(prompt, faults=_faults(verdict))
        verdict = yield from _put_right(verdict, again, batch, sheet)
    sheet.take(batch, verdict)


def _put_right(
    verdict: Verdict, prompt: Prompt, batch: Sequence[Window], sheet: _Sheet
) -> Work[Verdict]:
    """The verdict with what a second reply adds to it. If there is none, it stays as it is."""
    try:
        completion: Completion = yield prompt
    except ModelError as error:
        if isinstance(error, ModelUnavailable):
            sheet.unavailable = str(error)
        return verdict
    sheet.count(completion)
    return _both(verdict, judge(completion, batch, sheet.scene))


def _both(first: Verdict, second: Verdict) -> Verdict:
    """Two replies as one. A fault that the second reply speaks to no longer counts."""
    if not second.readable:
        return replace(first, cut=first.cut or second.cut)
    known = {key for _, one in first.good for key in _keys(one)}
    new = [(window, one) for window, one in second.good if known.isdisjoint(_keys(one))]
    left = list(first.bad)
    for window in chain((w for w, _ in new), (bad.window for bad in second.bad)):
        answered = next((bad for bad in left if bad.window in (window, None)), None)
        if answered is not None:
            left.remove(answered)
    return Verdict(
        readable=True,
        whole=first.whole or second.whole,
        cut=first.cut or second.cut,
        good=first.good + new,
        bad=left + second.bad,
        mended=first.mended + second.mended,
    )


def _keys(candidate: Candidate) -> set[tuple[object, ...]]:
    """Two candidates that share a key say the same: one edge, or one sentence of the same words."""
    edge = (candidate.subject, candidate.predicate, candidate.object, candidate.condition or "")
    sense = (candidate.polarity, candidate.modality, candidate.time_span)
    said = (candidate.turn, candidate.start, candidate.end, candidate.sentence.casefold())
    return {(candidate.turn, *(part.casefold() for part in edge), *sense), said}


def _faults(verdict: Verdict) -> str:
    """What was wrong with a reply, in words for the model."""
    if not verdict.readable:
        return "- it could not be read as JSON; give all items"
    lines = [fault_line(bad.number, bad.problem, bad.item) for bad in verdict.bad[:_NAMED]]
    if not verdict.whole:
        count = len(verdict.good) + len(verdict.bad)
        lines.append(f"- it breaks off after item {count}; give the items that follow")
    return "\n".join(lines)


class _Sheet:
    """What has come of the prompts so far."""

    def __init__(self, file: PromptFile, scene: Scene) -> None:
        self.file = file
        self.scene = scene
        self.unavailable = ""
        self._used = UNUSED
        self._found: list[Candidate] = []
        self._known: set[tuple[object, ...]] = set()
        self._faults: list[BadItem] = []
        self._unread: dict[str, str] = {}
        self._missing: dict[str, list[tuple[int, int]]] = {}

    def count(self, completion: Completion) -> None:
        """Note what a completion took."""
        self._used = used(self._used, completion)

    def fail(self, batch: Iterable[Window], error: ModelError) -> None:
        """Note that windows were not read, since the model could not be asked."""
        if isinstance(error, ModelUnavailable):
            self.unavailable = str(error)
        self.miss(batch, str(error))

    def miss(self, windows: Iterable[Window], reason: str) -> None:
        """Note that windows were not read."""
        for window in windows:
            self._unread.setdefault(window.turn.id, reason)
            self._missing.setdefault(window.turn.id, []).append((window.start, window.end))

    def take(self, batch: Sequence[Window], verdict: Verdict) -> None:
        """Note what came of windows that were read."""
        for _, candidate in verdict.good:
            keys = _keys(candidate)
            if self._known.isdisjoint(keys):
                self._known |= keys
                self._found.append(candidate)
        self._faults += [bad.told(batch) for bad in verdict.bad] + verdict.mended
        if not verdict.readable:
            self.miss(batch, _CUT if verdict.cut else "the model's reply could not be read")
            return
        useful = {window for window, _ in verdict.good}
        for number, window in enumerate(batch):
            problem = next((bad.problem for bad in verdict.bad if bad.window == number), "")
            if problem and number not in useful:
                self.miss([window], f"nothing the model said of it could be used: {problem}")
            elif not verdict.whole and number >= verdict.last:
                self.miss([window], _CUT if verdict.cut else "the model's reply breaks off")

    def asked(self, refused: tuple[Refusal, ...], place: dict[str, int]) -> Asked:
        """The result."""
        found = sorted(self._found, key=lambda c: (place[c.turn], c.start, c.end))
        extractor = f"{self.file.name}-{self.file.version}"
        return Asked(
            tuple(found),
            refused,
            tuple(self._faults),
            self._used,
            f"{extractor}+{self._used.model}" if self._used.model else extractor,
            self._unread,
            {turn: tuple(spans) for turn, spans in self._missing.items()},
        )
