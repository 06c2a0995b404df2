"""Reading by hand: a sample of records to look at, and what the reader made of them.

A sheet is one JSON object a line with ``record`` (its key), the turn and what was made of it, and
three questions to answer with ``true`` or ``false``; ``null`` leaves one open:

* ``speaker_right``: it is attributed to whoever said it;
* ``subject_right``: it is about whom or what the speaker meant;
* ``faithful``: the turn says it, in this sense (asserted, planned, denied, …), and nothing is
  added.

The filled sheet is handed back as it is; only the key and the answers are read. A key holds the
place and a digest of the sentence, so verdicts outlive a run and lapse with what they were about.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from smalti.bench.extraction.check import Finding
from smalti.bench.labelled import labelled_items
from smalti.bench.metrics import interval
from smalti.model.codec import to_data, to_line
from smalti.model.errors import InvalidInput
from smalti.model.lifecycle import State
from smalti.model.record import Confidence
from smalti.write.gate import GatePolicy, calibration, fit_weights

QUESTIONS = ("speaker_right", "subject_right", "faithful")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a reader made of a record; ``None`` where nothing was answered."""

    record: str
    speaker_right: bool | None
    subject_right: bool | None
    faithful: bool | None


@dataclass(frozen=True, slots=True)
class Read:
    """A record that was read by hand."""

    finding: Finding
    verdict: Verdict

    @property
    def right(self) -> bool | None:
        """Whether nothing about it is wrong; ``None`` where it was not asked if it is faithful."""
        answers = (self.verdict.speaker_right, self.verdict.subject_right)
        if self.verdict.faithful is None:
            return None
        return self.verdict.faithful and False not in answers


def sample(found: Sequence[Finding], size: int, seed: int) -> list[Finding]:
    """So many records drawn at random, in their order; the same for the same seed."""
    drawn = Random(seed).sample(range(len(found)), min(size, len(found)))
    return [found[place] for place in sorted(drawn)]


def sheet_line(one: Finding) -> dict[str, Any]:
    """A record as it is shown to a reader."""
    record = to_data(one.record)
    return {
        "record": one.key,
        "turn": {"speaker": one.turn.speaker, "role": one.turn.role.value,
                 "said_at": str(one.turn.said_at), "text": one.turn.text},
        "quote": one.quote,
        "sentence": one.record.sentence,
        "said by": one.speaker,
        "about": one.subject,
        **{name: record[name] for name in ("kind", "predicate", "modality", "polarity", "valid")},
        **dict.fromkeys(QUESTIONS),
    }  # fmt: skip


def write_sheet(path: Path, drawn: Sequence[Finding]) -> None:
    """Write a sheet to fill in.

    Raises:
        InvalidInput: the file cannot be written.
    """
    try:
        path.write_text("".join(f"{to_line(sheet_line(one))}\n" for one in drawn), "utf-8")
    except OSError as error:
        raise InvalidInput("sheet", str(path), f"cannot be written ({error})") from error


def read_verdicts(path: Path) -> list[Verdict]:
    """The verdicts of a filled sheet.

    Raises:
        InvalidInput: names the line that is no verdict.
    """
    lines = labelled_items(path, ("record", *QUESTIONS))
    for line in lines:
        for name in QUESTIONS:
            if line[name] is not None and not isinstance(line[name], bool):
                raise InvalidInput(f"verdicts.{name}", line[name], "is not true, false or null")
    return [Verdict(str(line["record"]), *(line[name] for name in QUESTIONS)) for line in lines]


def read_by_hand(found: Sequence[Finding], verdicts: Sequence[Verdict]) -> list[Read]:
    """The records that verdicts are about; of several on one the last counts."""
    known = {one.key: one for one in found}
    last = {verdict.record: verdict for verdict in verdicts}
    return [Read(known[key], verdict) for key, verdict in last.items() if key in known]


def figures(reads: Sequence[Read], given: int) -> dict[str, Any]:
    """The share of each question answered with yes, with a 95 % interval over whole items.

    ``right`` is what nothing is wrong about; for each state of a record once more.
    """
    rows = {name: [(one, getattr(one.verdict, name)) for one in reads] for name in QUESTIONS}
    rows["right"] = [(one, one.right) for one in reads]
    for state in State:
        if of_state := [one for one in reads if one.finding.record.state is state]:
            rows[f"right_{state.value}"] = [(one, one.right) for one in of_state]
    shares = {name: _share(answers) for name, answers in rows.items()}
    return {"verdicts": given, "lapsed": given - len(reads), "shares": shares}


def _share(answers: Sequence[tuple[Read, bool | None]]) -> dict[str, Any]:
    answered = [(one.finding, answer) for one, answer in answers if answer is not None]
    if not answered:
        return {"read": 0, "share": None}
    values = [float(answer) for _, answer in answered]
    low, high = interval(values, [finding.item for finding, _ in answered])
    return {
        "read": len(answered),
        "share": round(sum(values) / len(values), 4),
        "interval95": [round(low, 4), round(high, 4)],
        "wrong": [finding.key for finding, answer in answered if not answer],
    }


def reliability(reads: Sequence[Read]) -> dict[str, Any] | None:
    """Does ρ tell what is right? With the weights built in, and with those fitted to the verdicts.

    The fitted ones are scored on what they were fitted to. ``None`` without a verdict.
    """
    labelled = [
        (one.finding.record.confidence, right) for one in reads if (right := one.right) is not None
    ]
    if not labelled:
        return None
    built_in = GatePolicy()
    fitted = replace(built_in, weights=fit_weights(labelled))
    return {
        "records": len(labelled),
        "built_in": _calibrated(built_in, labelled),
        "fitted": _calibrated(fitted, labelled),
    }


def _calibrated(policy: GatePolicy, labelled: Sequence[tuple[Confidence, bool]]) -> dict[str, Any]:
    found = calibration([(policy.rho(confidence), right) for confidence, right in labelled])
    return {
        "weights": [round(weight, 4) for weight in policy.weights],
        "expected_error": round(found.expected_error, 4),
        "brier": round(found.brier, 4),
        "bins": [
            {name: round(value, 4) for name, value in asdict(one).items()} for one in found.bins
        ],
    }
