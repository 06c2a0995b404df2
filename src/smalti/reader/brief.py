"""What a model is given to answer from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from smalti.model.lifecycle import State
from smalti.model.results import Standing
from smalti.model.time import Instant
from smalti.model.turn import Turn
from smalti.models.llm import Prompt
from smalti.models.prompts import PromptFile
from smalti.write.ask.render import guarded, json_line


@dataclass(frozen=True, slots=True)
class Shown:
    """A turn of a pack, and where the records stand that rest on it."""

    turn: Turn
    standing: tuple[Standing, ...] = ()

    @property
    def disputed(self) -> bool:
        """Whether something it says is in an open conflict."""
        return any(one.state is State.DISPUTED for one in self.standing)


@dataclass(frozen=True, slots=True)
class Brief:
    """A question and the pack to answer it from.

    ``text`` is the pack as it was rendered, ``shown`` its turns by their citation ids. ``as_of`` is
    the moment in the world that is asked about, if one was given.
    """

    question: str
    text: str
    shown: Mapping[str, Shown] = field(default_factory=dict)
    asked_at: Instant | None = None
    as_of: Instant | None = None

    def prompt(self, file: PromptFile) -> Prompt:
        """The prompt. No text in it can end the evidence, or open a control word of a model."""
        return file.ask(
            evidence=guarded(self.text),
            question=json_line(self.question),
            day=day_told(self.asked_at),
            moment=f"; answer for the time of {day_told(self.as_of)}" if self.as_of else "",
        )


def day_told(moment: Instant | None) -> str:
    """A day with its weekday, in words for a model."""
    return "an unknown day" if moment is None else f"{moment.local():%Y-%m-%d (%A)}"
