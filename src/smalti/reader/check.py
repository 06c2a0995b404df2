"""What of a model's answer can be taken: every id, every quote, and what it names are looked up."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from smalti.model.answer import Citation
from smalti.model.turn import Turn
from smalti.models.llm import Completion
from smalti.reader.brief import Brief, Shown
from smalti.reader.reply import Cited, Said, read_reply
from smalti.reader.support import unsupported
from smalti.write.ask.quotes import Haystack
from smalti.write.ask.render import short

_CUT = "the reply was cut off. SMALTI_MODEL_MAX_TOKENS allows a longer one"
_NUMBER = re.compile(r"t?(\d{1,5})", re.IGNORECASE)
_SHOWN = 120  # characters of a quote that is told to be wrong


@dataclass(frozen=True, slots=True)
class Checked:
    """A reply after checking.

    ``faults`` are what it cannot be used for, ``doubts`` the numbers, dates and names in it that
    stand in nothing it cites. Without ``said`` it could not be read.
    """

    said: Said | None
    citations: tuple[Citation, ...] = ()
    faults: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()

    @property
    def usable(self) -> bool:
        """Whether it can be given as the answer."""
        return self.said is not None and not self.faults

    @property
    def problems(self) -> tuple[str, ...]:
        """All that is wrong with it, in words for the model."""
        told = [f"{one!r} is not in the turns you cite: cite where it is from, or leave it out"
                for one in self.doubts]  # fmt: skip
        return (*self.faults, *told)


def check(completion: Completion, brief: Brief) -> Checked:
    """Look up what a reply says in what its model was given."""
    said = read_reply(completion.text)
    if said is None:
        cut = completion.truncated
        return Checked(None, faults=(_CUT if cut else "it could not be read as a JSON object",))
    if said.abstains:
        return Checked(said)
    faults = [] if said.answer else ["the answer is empty"]
    by_turn: dict[tuple[str, int, int], Citation] = {}
    for cited in said.citations:
        found = _looked_up(cited, brief.shown)
        if isinstance(found, str):
            faults.append(found)
        else:
            by_turn[(found.turn, found.start, found.end)] = found
    if said.answer and not said.citations:
        faults.append("it cites no turn; an answer rests on at least one")
    citations = tuple(by_turn.values())
    ids = {one.turn for one in citations}
    shown = [one for one in brief.shown.values() if one.turn.id in ids]
    doubts = () if faults else unsupported(said.answer, brief, shown)
    return Checked(said, citations, tuple(faults), doubts)


def _looked_up(cited: Cited, shown: Mapping[str, Shown]) -> Citation | str:
    """A citation with its characters, or what is wrong with it."""
    found = _shown(cited.turn, shown)
    if found is None:
        return f"there is no turn {short(cited.turn, _SHOWN)!r} in the evidence"
    turn = found.turn
    span = _span(cited.quote, turn)
    if span is None:
        return f"{short(cited.quote, _SHOWN)!r} does not stand in turn {cited.turn}"
    start, end = span
    return Citation(
        turn.id, start, end, turn.text[start:end], turn.speaker, turn.said_at,
        disputed=found.disputed,
    )  # fmt: skip


def _shown(id: str, shown: Mapping[str, Shown]) -> Shown | None:
    plain = id.strip(" []()\"'").removeprefix("turn ")
    number = _NUMBER.fullmatch(plain)
    if number is not None:
        return shown.get(f"t{int(number.group(1))}")
    return next((one for one in shown.values() if one.turn.id == plain), None)


def _span(quote: str, turn: Turn) -> tuple[int, int] | None:
    """Where a quote stands; the whole turn where none was given, or where it quotes a caption."""
    whole = (0, len(turn.text))
    if not quote:
        return whole
    found = Haystack(turn.text, *whole).find(quote)
    if found is not None:
        return found
    captions = (shown.caption for shown in turn.attachments)
    quoted = any(Haystack(text, 0, len(text)).find(quote) for text in captions if text)
    return whole if quoted else None
