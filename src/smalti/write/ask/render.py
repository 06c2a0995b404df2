"""Turns as the lines of a prompt. Text in a turn cannot leave its place there.

A turn is one line of JSON, so no line break or quotation mark in it ends anything; and what opens a
tag or a control word of some model's chat format is written as an escape, so that no server reads
it as one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from smalti.model.turn import Turn
from smalti.write.ask.windows import Window

_OPENS = re.compile(r"<(?=[A-Za-z/|!_<｜])|\[(?=/?[A-Z_]{2,}\])|[\u0085\u2028\u2029]")
_BEFORE = "Said before, only to understand what follows (no items from here):\n{lines}\n\n"
_LONGEST = 300  # characters of a turn that was said before
_CAPTION = 200
_ITEM = 400


def turn_lines(windows: Sequence[Window]) -> str:
    """The windows as numbered lines, from 1."""
    return "\n".join(_line(number, window) for number, window in enumerate(windows, 1))


def before(context: Sequence[Turn]) -> str:
    """What was said before, without numbers; empty if nothing was."""
    lines = [json_line({"speaker": turn.speaker, "text": short(turn.text)}) for turn in context]
    return _BEFORE.format(lines="\n".join(lines)) if lines else ""


def _line(number: int, window: Window) -> str:
    turn = window.turn
    line: dict[str, Any] = {"turn": number, "speaker": turn.speaker, "role": turn.role.value}
    if window.start > 0:
        line["goes_on"] = True
    line["text"] = window.text
    shown = [short(a.caption, _CAPTION) for a in turn.attachments if a.caption]
    if shown:
        line["shows"] = shown
    return json_line(line)


def json_line(value: Any) -> str:
    """A value as one line of JSON that opens no control word of a model's chat format."""
    return guarded(json.dumps(value, ensure_ascii=False))


def guarded(line: str) -> str:
    """A line in which what opens control words is escaped."""
    return _OPENS.sub(lambda match: f"\\u{ord(match.group()[0]):04x}", line)


def fault_line(number: int, problem: str, item: Any) -> str:
    """What is wrong with an item of a reply, and the item, in one line of a second prompt."""
    return f"- item {number}: {guarded(problem)}: {short(json_line(item), _ITEM)}"


def short(text: str, longest: int = _LONGEST) -> str:
    """The beginning of a text, and a sign that it goes on."""
    return text if len(text) <= longest else f"{text[:longest]}…"
