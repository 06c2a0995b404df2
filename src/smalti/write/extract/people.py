"""Who is who in a conversation: the speaker, the one spoken to, and those last talked about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from smalti.model.turn import Role, Turn
from smalti.write.extract.candidate import Candidate
from smalti.write.extract.tables import words

_FEW = 6  # turns that a pronoun may reach back

GENDERS = {"he": "m", "him": "m", "his": "m", "himself": "m",
           "she": "f", "her": "f", "hers": "f", "herself": "f"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mention:
    """Someone or something just talked about. ``gender`` is "m", "f", or "" when unknown."""

    name: str
    gender: str
    turn: int
    sentence: int


@dataclass
class Talk:
    """What has been said so far, as far as pronouns need it. Grows turn by turn."""

    people: list[Mention] = field(default_factory=list)
    things: list[Mention] = field(default_factory=list)
    speakers: list[tuple[str, Role]] = field(default_factory=list)
    sentence: int = 0
    question: tuple[int, str] | None = None
    said: list[Candidate] = field(default_factory=list)

    @property
    def turn(self) -> int:
        """The number of the turn being read."""
        return len(self.speakers)

    def begin(self, turn: Turn) -> None:
        """A turn starts; an open question stays open for one turn."""
        if self.question is not None and self.question[0] < self.turn:
            self.question = None
        self.speakers.append((turn.speaker, turn.role))

    def addressee(self, turn: Turn) -> str | None:
        """Whom "you" means, or None when several could be meant or nobody is known."""
        if turn.role is Role.ASSISTANT:
            users = [s for s, r in self.speakers if r is Role.USER]
            return users[-1] if users else "user"
        others = [(s, r) for s, r in self.speakers[-_FEW:] if s != turn.speaker]
        if not others:
            return None
        names = {s for s, r in others}
        if len(names) > 1:
            return None
        return others[-1][0]

    def names(self) -> frozenset[str]:
        """The words of all names of speakers and of people talked about."""
        full = [*(name for name, _ in self.speakers), *(m.name for m in self.people)]
        return frozenset(word.removesuffix("'s") for name in full for word in name.split())

    def mention(self, name: str, gender: str) -> None:
        """A person was named."""
        known = gender or next((m.gender for m in self.people if m.name == name), "")
        self.people.append(Mention(name, known, self.turn, self.sentence))

    def mention_thing(self, name: str) -> None:
        """A thing was the subject of a statement."""
        self.things.append(Mention(name, "", self.turn, self.sentence))

    def person(self, pronoun: str, speaker: str, apart: Sequence[str] = ()) -> str | None:
        """Whom "he" or "she" means: the last one who fits, unless two fit equally well.

        ``apart`` are those it cannot be: the subject of the same verb.
        """
        gender = GENDERS[pronoun]
        told = {m.name: m.gender for m in self.people if m.gender}
        fitting = [
            m
            for m in self.people
            if m.turn >= self.turn - _FEW
            and told.get(m.name, "") in (gender, "")
            and m.name not in (speaker, *apart)
        ]
        known = [m for m in fitting if told.get(m.name) == gender]
        chosen = known or fitting
        if not chosen:
            return None
        last = chosen[-1]
        rivals = {m.name for m in chosen if (m.turn, m.sentence) == (last.turn, last.sentence)}
        if len(rivals) > 1:
            return None
        # From now on the pronoun has told us.
        self.people.append(Mention(last.name, gender, self.turn, self.sentence))
        return last.name

    def thing(self) -> str | None:
        """What "it" means: the subject of the statement just before, if that was a thing."""
        recent = [m for m in self.things if m.turn >= self.turn - 2]
        return recent[-1].name if recent else None


def shown(speaker: str) -> str:
    """A speaker as the subject of a sentence; role names are no names."""
    return f"the {speaker}" if speaker in ("user", "assistant", "human", "system") else speaker


def gender_of(noun: str) -> str:
    """What a kinship noun tells about gender."""
    if noun in words("en", "kin_female"):
        return "f"
    return "m" if noun in words("en", "kin_male") else ""


def is_kin(noun: str) -> bool:
    """Whether a noun names somebody by how they are related to somebody."""
    return noun in KIN


KIN = words("en", "kin_female") | words("en", "kin_male") | words("en", "kin_neutral")


def possessive(name: str) -> str:
    """Write "Ada's", also for "Wes's"; what is a possessive already stays."""
    return name if name.endswith("'s") else f"{name}'s"
