"""Who speaks to whom while a clause is read out, and how sure the reading is."""

from __future__ import annotations

from dataclasses import dataclass, field

from smalti.write.extract.people import Talk, shown


@dataclass
class Voice:
    """The voice in which one clause is read out.

    Each pronoun that is guessed or kept lowers ``sureness``, once. ``read`` holds for the words of
    the sentence what they became and how sure that was; clauses that share a word share it.
    ``chat``: people drop articles; the assistant does not. ``corrects``:
    "it" may then mean a value named before, which nothing here can tell. ``person``: somebody with
    relatives, so neither an assistant nor a tool.
    """

    speaker: str
    addressee: str | None
    talk: Talk
    chat: bool = True
    corrects: bool = False
    person: bool = True
    sureness: float = 1.0
    named: list[str] = field(default_factory=list)
    read: dict[int, tuple[str, float]] = field(default_factory=dict)
    heard: set[int] = field(default_factory=set)

    @property
    def name(self) -> str:
        """The speaker as written in sentences."""
        return shown(self.speaker)

    def doubt(self, share: float) -> None:
        """Something was guessed or left open."""
        self.sureness *= share
