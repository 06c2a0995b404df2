"""What a reply says of each pair of a window, and what of it cannot be used.

Everything that a finding names is looked up; what nobody asked about is left out. Silence counts as
"compatible" only where the reply has an entry for the new statement and nothing of it is at fault.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from smalti.models.llm import Completion
from smalti.write.detect.consult.finding import BadFinding, Finding, read_finding, reference
from smalti.write.detect.consult.reading import Answer, read_reply
from smalti.write.detect.consult.render import NEW, STORED
from smalti.write.detect.consult.windows import Meeting, Window

_UNREADABLE = "the model's reply could not be read"
_CUT = "the model's reply was cut off. SMALTI_MODEL_MAX_TOKENS allows a longer one"
_SILENT = "the model's reply says nothing of it"


@dataclass(slots=True)
class Checked:
    """What is known of the pairs of a window.

    ``found`` is what can be used, ``bad`` what cannot and why; a pair in both is at fault.
    ``vague`` are faults that may be of any pair of a new statement. ``told`` are the new statements
    that the reply has an entry for; ``silence`` says why others have none. ``notes`` are faults of
    no pair.
    """

    found: dict[Meeting, Finding] = field(default_factory=dict)
    bad: dict[Meeting, str] = field(default_factory=dict)
    vague: dict[int, str] = field(default_factory=dict)
    told: set[int] = field(default_factory=set)
    notes: list[str] = field(default_factory=list)
    silence: str = _SILENT

    def problem(self, pair: Meeting) -> str:
        """Why a pair cannot be judged; empty if it can."""
        new, _ = pair
        if pair in self.bad:
            return self.bad[pair]
        if pair in self.found:
            return ""
        return self.vague.get(new, "") or ("" if new in self.told else self.silence)

    def faults(self, window: Window) -> list[str]:
        """What a second reply has to put right, in words for the model."""
        missing = [f"{NEW}{n}" for n in range(1, len(window.new) + 1) if n not in self.told]
        said = [f"{NEW}{n} and {STORED}{s}: {why}" for (n, s), why in self.bad.items()]
        said += [f"{NEW}{n}: {why}" for n, why in self.vague.items()]
        return [f"no entry for {', '.join(missing)}", *said] if missing else said


def check(completion: Completion, window: Window) -> Checked:
    """Read a reply about a window, and check each of its findings. No text at all raises."""
    reply = read_reply(completion.text)
    checked = Checked()
    for answer in reply.answers:
        checked = _followed(checked, _checked(answer, window))
    if reply.whole and not completion.truncated:  # findings one by one, without an entry
        checked.told |= {new for new, _ in (*checked.found, *checked.bad)} | set(checked.vague)
    if completion.truncated:
        checked.silence = _CUT
    elif not reply.readable:
        checked.silence = _UNREADABLE
    return checked


def both(first: Checked, second: Checked) -> Checked:
    """Two replies as one: what was good in the first stays, what was at fault may be put right."""
    good = {pair: one for pair, one in first.found.items() if pair not in first.bad}
    better = {new for new, _ in second.found}
    return Checked(
        found=second.found | good,
        bad={k: v for k, v in first.bad.items() if k not in second.found} | second.bad,
        vague={k: v for k, v in first.vague.items() if k not in better} | second.vague,
        told=first.told | second.told,
        notes=first.notes + second.notes,
        silence=first.silence,
    )


def _followed(first: Checked, later: Checked) -> Checked:
    """An answer and a later one of the same reply: an entry replaces what was said before it."""
    renewed = later.told
    kept = replace(
        first,
        found={k: v for k, v in first.found.items() if k[0] not in renewed},
        bad={k: v for k, v in first.bad.items() if k[0] not in renewed},
        vague={k: v for k, v in first.vague.items() if k not in renewed},
    )
    for pair, finding in later.found.items():
        _add(kept, pair, finding)
    kept.bad |= later.bad
    kept.vague |= later.vague
    kept.told |= later.told
    kept.notes += later.notes
    return kept


def _checked(answer: Answer, window: Window) -> Checked:
    checked = Checked()
    for entry in answer.entries:
        try:
            checked.told.add(_new(entry, window))
        except BadFinding as error:
            checked.notes.append(str(error))
    for fields in answer.findings:
        _take(checked, fields, window)
    return checked


def _take(checked: Checked, fields: Mapping[str, Any], window: Window) -> None:
    """Sort one finding in."""
    try:
        new = _new(fields.get("new"), window)
    except BadFinding as error:
        checked.notes.append(str(error))
        return
    named = fields.get("stored")
    for one in named if isinstance(named, list) and named else [named]:
        _take_one(checked, new, one, fields, window)


def _take_one(
    checked: Checked, new: int, named: Any, fields: Mapping[str, Any], window: Window
) -> None:
    count = len(window.stored)
    try:
        stored = reference(named, STORED, count)
    except BadFinding as error:
        checked.vague.setdefault(new, str(error))
        return
    pair = (new, stored)
    if pair not in window.pairs:
        checked.notes.append(f"{NEW}{new} was not to be compared with {STORED}{stored}")
        return
    try:
        finding = read_finding(fields, stored, count)
    except BadFinding as error:
        checked.bad.setdefault(pair, str(error))
        return
    checked.notes += [f"{NEW}{new} and {STORED}{stored}: {note}" for note in finding.notes]
    _add(checked, pair, finding)


def _add(checked: Checked, pair: Meeting, finding: Finding) -> None:
    """Note a finding. Two that differ are none; of two that agree the first stays."""
    known = checked.found.get(pair)
    if known is not None and known.relation is not finding.relation:
        relations = f"{known.relation.value} and {finding.relation.value}"
        checked.bad[pair] = f"it is said to be both {relations}"
    elif known is None:
        checked.found[pair] = finding


def _new(value: Any, window: Window) -> int:
    """The number of a new statement. Where there is only one, it need not be named."""
    count = len(window.new)
    return 1 if value is None and count == 1 else reference(value, NEW, count)
