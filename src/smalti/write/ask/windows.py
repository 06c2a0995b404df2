"""What of the turns is put before a model, in pieces that fit a prompt.

What is no speech at all is left out with its reason. A longer turn is cut where a sentence begins;
the windows of a turn do not overlap and leave out nothing but what was refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import regex

from smalti.model.turn import Turn
from smalti.text.cost import estimate_tokens
from smalti.text.sentences import sentences
from smalti.write.extract.candidate import Reason, Refusal
from smalti.write.extract.screen import blocks, gaps

_NOT_SPEECH = (Reason.SYSTEM_PROMPT, Reason.RECALLED, Reason.CODE)
_SAYS = regex.compile(r"[\p{L}\p{N}]")
_FRAME = 24  # tokens of the names and quotes around the text of a turn
_MOST = 24  # windows in one prompt: with many more, small models lose count


@dataclass(frozen=True, slots=True)
class Window:
    """Characters [start, end) of a turn's text."""

    turn: Turn
    start: int
    end: int

    @property
    def text(self) -> str:
        """What stands there."""
        return self.turn.text[self.start : self.end]

    @property
    def cost(self) -> int:
        """The tokens it takes in a prompt, estimated."""
        return estimate_tokens(self.text) + _FRAME


@dataclass(frozen=True, slots=True)
class Plan:
    """What is put before a model, prompt by prompt, and what is not."""

    batches: tuple[tuple[Window, ...], ...]
    refused: tuple[Refusal, ...]


def plan(turns: Iterable[Turn], budget: int) -> Plan:
    """Divide turns into prompts of about ``budget`` tokens each, in their order."""
    windows: list[Window] = []
    refused: list[Refusal] = []
    for turn in turns:
        not_speech = [b for b in blocks(turn.text, turn.role) if b.reason in _NOT_SPEECH]
        refused += [Refusal(turn.id, b.start, b.end, b.reason) for b in not_speech]
        found = list(_windows(turn, [(b.start, b.end) for b in not_speech], budget))
        if not found and not not_speech and turn.text:  # emoji, smileys, blanks
            refused.append(Refusal(turn.id, 0, len(turn.text), Reason.SMALL_TALK))
        windows += found
    return Plan(tuple(_batches(windows, budget)), tuple(refused))


def _windows(turn: Turn, cut: list[tuple[int, int]], budget: int) -> Iterator[Window]:
    for start, end in gaps(len(turn.text), cut):
        for window in _pieces(turn, start, end, max(1, budget - _FRAME)):
            if _SAYS.search(window.text):
                yield window


def _pieces(turn: Turn, start: int, end: int, budget: int) -> Iterator[Window]:
    """Windows of whole sentences, each as long as the budget allows."""
    text = turn.text
    if estimate_tokens(text[start:end]) <= budget:
        yield Window(turn, start, end)
        return
    at, spent = start, 0
    for first, last in sentences(text, start, end):
        cost = estimate_tokens(text[first:last]) + 1
        if spent and spent + cost > budget:
            yield Window(turn, at, first)
            at, spent = first, 0
        spent += cost
    yield Window(turn, at, end)


def _batches(windows: Sequence[Window], budget: int) -> Iterator[tuple[Window, ...]]:
    batch: list[Window] = []
    spent = 0
    for window in windows:
        if batch and (spent + window.cost > budget or len(batch) == _MOST):
            yield tuple(batch)
            batch, spent = [], 0
        batch.append(window)
        spent += window.cost
    if batch:
        yield tuple(batch)
