"""The stage: pairs to verdicts by asking a language model, once for all of them.

Everything a reply says is checked (:mod:`smalti.write.detect.consult.check`). A reply with faults
is answered once, naming them; what was good in it stays. What the model gave nothing usable for
stays ``UNSURE``, so that nothing is ended on an error and somebody can judge it again.
"""

from __future__ import annotations

from collections.abc import Sequence

from smalti.model.errors import ModelError, ModelUnavailable
from smalti.model.results import Degradation
from smalti.models.llm import UNUSED, Completion, Prompt, used
from smalti.models.prompts import PromptFile, load
from smalti.write.ask.render import guarded, short
from smalti.write.detect.consult.check import Checked, both, check
from smalti.write.detect.consult.consulted import Consulted, ConsultPolicy
from smalti.write.detect.consult.render import NEW, STORED, statement_line
from smalti.write.detect.consult.verdicts import JUDGE, failed, named, unnamed
from smalti.write.detect.consult.windows import Window, plan
from smalti.write.detect.judging import Judged
from smalti.write.detect.pair import Pair
from smalti.write.work import Work

_NAMED = 12  # faults that a second prompt, or a receipt, names
_REFUSAL = 200  # characters of why a model declines
_LATER = "`smalti recheck` judges it again"


def consult(pairs: Sequence[Pair], *, policy: ConsultPolicy | None = None) -> Work[Consulted]:
    """Ask a model how new statements lie to stored ones.

    Yields a :class:`~smalti.models.llm.Prompt` at a time and is sent the completion, or the
    ``ModelError`` it met. No such error leaves this stage: its pairs stay ``UNSURE``. After
    ``ModelUnavailable`` nothing more is asked. All pairs of a turn go into one prompt unless they
    are too long for it; each prompt is asked at most twice. Without pairs nothing is asked.
    """
    policy = policy or ConsultPolicy()
    sheet = _Sheet(load("judge"), pairs, policy)
    for number, window in enumerate(plan(pairs, policy.budget)):
        if sheet.unavailable:
            sheet.miss(window, sheet.unavailable)
        elif number >= policy.prompts:
            sheet.miss(window, f"no more than {policy.prompts} prompts are sent at once")
        else:
            yield from _judge(window, sheet)
    return sheet.consulted()


def _judge(window: Window, sheet: _Sheet) -> Work[None]:
    """Put a window before the model, and once more if there is something to put right."""
    prompt = sheet.file.ask(**_places(window))
    try:
        completion: Completion = yield prompt
    except ModelError as error:
        sheet.fail(error)
        sheet.miss(window, str(error))
        return
    sheet.count(completion)
    if completion.refused:
        why = short(completion.text, _REFUSAL) or "no reason given"
        sheet.miss(window, f"the model declined to answer: {why}")
        return
    checked = check(completion, window)
    faults = checked.faults(window)
    if faults:
        lines = guarded("\n".join(f"- {fault}" for fault in faults[:_NAMED]))
        checked = yield from _put_right(
            checked, sheet.file.ask_again(prompt, faults=lines), window, sheet
        )
    sheet.take(window, checked)


def _put_right(checked: Checked, prompt: Prompt, window: Window, sheet: _Sheet) -> Work[Checked]:
    """What was found with what a second reply adds. If there is none, it stays as it is."""
    try:
        completion: Completion = yield prompt
    except ModelError as error:
        sheet.fail(error)
        return checked
    sheet.count(completion)
    return checked if completion.refused else both(checked, check(completion, window))


def _places(window: Window) -> dict[str, str]:
    """The statements as the prompt has them."""
    stored = [statement_line(f"{STORED}{n}", side) for n, side in enumerate(window.stored, 1)]
    new = []
    for number, side in enumerate(window.new, 1):
        met = window.met_by(number)
        some = [f"{STORED}{one}" for one in met] if len(met) < len(stored) else []
        new.append(statement_line(f"{NEW}{number}", side, some))
    return {"stored": "\n".join(stored), "new": "\n".join(new)}


class _Sheet:
    """What has come of the prompts so far."""

    def __init__(self, file: PromptFile, pairs: Sequence[Pair], policy: ConsultPolicy) -> None:
        self.file = file
        self.unavailable = ""
        self._pairs = pairs
        self._policy = policy
        self._used = UNUSED
        self._judged: dict[int, Judged] = {}
        self._degraded: dict[Degradation, None] = {}  # each once, in order

    def count(self, completion: Completion) -> None:
        """Note what a completion took."""
        self._used = used(self._used, completion)

    def fail(self, error: ModelError) -> None:
        """Note an error after which nothing more need be asked."""
        if isinstance(error, ModelUnavailable):
            self.unavailable = str(error)

    def miss(self, window: Window, problem: str) -> None:
        """Note that a window was not judged."""
        for places in window.pairs.values():
            self._leave(places, problem)

    def take(self, window: Window, checked: Checked) -> None:
        """Note what came of a window."""
        for meeting, places in window.pairs.items():
            problem = checked.problem(meeting)
            if problem:
                self._leave(places, problem)
                continue
            finding = checked.found.get(meeting)
            for place in places:
                pair = self._pairs[place]
                if finding is None:
                    self._judged[place] = unnamed(pair)
                else:
                    chain = tuple(window.stored[n - 1].record.id for n in finding.chain)
                    self._judged[place] = named(pair, finding, chain, self._policy)
        for note in checked.notes[:_NAMED]:
            self._degraded[Degradation(JUDGE, f"left out of a reply: {note}")] = None

    def _leave(self, places: Sequence[int], problem: str) -> None:
        for place in places:
            self._judged[place] = failed(self._pairs[place], problem)
        self._degraded[Degradation(JUDGE, f"a pair stays unsure: {problem}", _LATER)] = None

    def consulted(self) -> Consulted:
        """The result."""
        version = f"{self.file.name}-{self.file.version}"
        return Consulted(
            tuple(self._judged[place] for place in range(len(self._pairs))),
            self._used,
            f"{version}+{self._used.model}" if self._used.model else version,
            tuple(self._degraded),
        )
