"""Who is who in a conversation: the speaker, the one spoken to, and those last talked about."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

from smalti.model.turn import Role, Turn
from smalti.write.extract.candidate import Candidate
from smalti.write.extract.en.line import Line
from smalti.write.extract.tables import words

_FEW = 6  # turns that "he" and "she" may reach back
_LATELY = 10  # turns that "the gate" may reach back to be "my gate"
_IT = ("thing", "firm", "place")
_LIFELESS = ("thing", "place")
_NEAR = 2  # turns that "it" and "they" may reach back

GENDERS = {"he": "m", "him": "m", "his": "m", "himself": "m",
           "she": "f", "her": "f", "hers": "f", "herself": "f"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mention:
    """Someone just talked about. ``gender`` is "m", "f", or "" when unknown.

    ``rank`` is 0 for the subject of a sentence, 1 for others.
    """

    name: str
    gender: str
    turn: int
    sentence: int
    rank: int = 0


@dataclass(frozen=True, slots=True)
class Thing:
    """Something, or several people, just talked about.

    ``kind`` is "people", "firm" (which can be "it" and "they"), "name" (of a person or a firm),
    "place" (where something is: never "they") or "thing". ``clause`` counts the clauses of the
    conversation; ``rank`` is 0 for a subject, 1 for an object, 2 for other words.
    """

    name: str
    kind: str
    several: bool
    speaker: str
    turn: int
    clause: int
    rank: int

    @property
    def noun(self) -> str:
        """The last word of its name."""
        return self.name.rsplit(" ", 1)[-1].casefold()


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that nobody has answered yet, and the turn that asked it."""

    turn: int
    line: Line


@dataclass
class Talk:
    """What has been said so far, as far as pronouns need it. Grows turn by turn.

    ``read`` is of the sentence at hand: what its words were read out as, and how surely.
    """

    people: list[Mention] = field(default_factory=list)
    things: list[Thing] = field(default_factory=list)
    speakers: list[tuple[str, Role]] = field(default_factory=list)
    sentence: int = 0
    clause: int = 0
    question: Asked | None = None
    possession: tuple[int, str] | None = None
    record: tuple[int, str] | None = None
    said: list[Candidate] = field(default_factory=list)
    read: dict[int, tuple[str, float]] = field(default_factory=dict)

    @property
    def turn(self) -> int:
        """The number of the turn being read."""
        return len(self.speakers)

    def begin(self, turn: Turn) -> None:
        """A turn starts; an open question stays open for one turn."""
        if self.question is not None and self.question.turn < self.turn:
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

    def is_among_people(self, turn: Turn) -> bool:
        """Whether people talk to each other, with no assistant among the last to speak."""
        recent = self.speakers[-_FEW:]
        others = {s for s, r in recent if r is Role.USER and s != turn.speaker}
        return bool(others) and all(r is not Role.ASSISTANT for _, r in recent)

    def names(self) -> frozenset[str]:
        """The words of all names of speakers and of people talked about."""
        full = [*(name for name, _ in self.speakers), *(m.name for m in self.people)]
        return frozenset(word.removesuffix("'s") for name in full for word in name.split())

    def mention(self, name: str, gender: str, rank: int = 0) -> None:
        """A person was named."""
        if name.split(" ", 1)[0].casefold() in GENDERS:
            return  # "his son": nobody we could name
        known = gender or next((m.gender for m in self.people if m.name == name), "")
        self.people.append(Mention(name, known, self.turn, self.sentence, rank))

    def mention_thing(self, name: str, kind: str, *, rank: int, several: bool) -> None:
        """A thing, or several people, were named."""
        speaker = self.speakers[-1][0] if self.speakers else ""
        if name in {spoken for spoken, _ in self.speakers}:
            return
        self.things.append(Thing(name, kind, several, speaker, self.turn, self.clause, rank))

    def mention_again(self, name: str, rank: int) -> None:
        """A pronoun stood for a thing, which so stays what is talked about."""
        known = next((one for one in reversed(self.things) if one.name == name), None)
        if known is not None:
            self.mention_thing(name, known.kind, rank=rank, several=known.several)

    def named(self, noun: str) -> str | None:
        """The full name under which a noun was last spoken of: "the gate" for "gate"."""
        recent = (one for one in reversed(self.things) if one.turn >= self.turn - _LATELY)
        return next((one.name for one in recent if one.noun == noun.casefold()), None)

    def own(self, noun: str) -> None:
        """Somebody's "shift" was the subject of a statement; "mine" may follow."""
        self.possession = (self.turn, noun)

    def owned(self) -> str | None:
        """What "mine" speaks of."""
        if self.possession is None or self.possession[0] < self.turn - _NEAR:
            return None
        return self.possession[1]

    def person(
        self, pronoun: str, speaker: str, apart: Sequence[str] = (), *, told: bool = True
    ) -> str | None:
        """Whom "he" or "she" means: the last one who fits, unless two fit equally well.

        ``apart`` are those it cannot be: the subject of the same verb. ``told``: the pronoun
        tells from now on that they are the one who is spoken of.
        """
        gender = GENDERS[pronoun]
        genders = {m.name: m.gender for m in self.people if m.gender}
        fitting = [
            m
            for m in self.people
            if m.turn >= self.turn - _FEW
            and genders.get(m.name, "") in (gender, "")
            and m.name not in (speaker, *apart)
        ]
        if not fitting:
            return self._just_named("firm", (speaker, *apart))
        near = [m for m in fitting if m.turn == fitting[-1].turn]
        known = [m for m in near if genders.get(m.name) == gender]
        latest = [m for m in known or near if m.sentence == (known or near)[-1].sentence]
        first = min(m.rank for m in latest)
        last = next(m for m in latest if m.rank == first)
        if len({m.name for m in latest if m.rank == first}) > 1:
            return None
        if told:
            self.people.append(Mention(last.name, gender, self.turn, self.sentence))
        return last.name

    def thing(self, speaker: str, apart: Collection[str] = (), *, near: bool = False) -> str | None:
        """What "it" means: of the last clause that named a thing, its subject before its object.

        In another turn it is something of the speaker's own, or what another's statement was
        about. ``near``: it must have been named in the same turn.
        """
        return self._nearest(
            lambda one: not one.several and one.kind in _IT and self._at_hand(one, speaker, near),
            apart,
        )

    def several(
        self, speaker: str, apart: Collection[str] = (), *, acting: bool, near: bool = False
    ) -> str | None:
        """Whom or what "they" means, as with ``thing``.

        ``acting``: they do what only people and firms do. Of another turn it takes its subject.
        """

        def fits(one: Thing) -> bool:
            here = one.turn == self.turn or acting or one.rank == 0
            kind = one.kind not in _LIFELESS if acting else one.several
            return kind and here and self._at_hand(one, speaker, near)

        return self._nearest(fits, apart)

    def lone(self, speaker: str, apart: Collection[str] = ()) -> str | None:
        """The only several that a speaker has named in this turn and those just before."""
        recent = (one for one in self.things if one.turn >= self.turn - _NEAR and one.several)
        named = {one.name for one in recent if one.speaker == speaker}
        return named.pop() if len(named) == 1 and named.isdisjoint(apart) else None

    def introduced(self) -> str | None:
        """Who was named last in the sentence at hand, in a clause before this one."""
        last = self.people[-1] if self.people else None
        here = last is not None and (last.turn, last.sentence) == (self.turn, self.sentence)
        return last.name if last is not None and here else None

    def _at_hand(self, one: Thing, speaker: str, near: bool) -> bool:
        here = one.turn == self.turn
        return here or (not near and (one.speaker == speaker or one.rank == 0))

    def _just_named(self, kind: str, apart: Collection[str]) -> str | None:
        """The thing of this kind that was named last of all, if in this turn or the one before."""
        last = self.things[-1] if self.things else None
        fits = last is not None and last.kind == kind and last.turn >= self.turn - 1
        return last.name if last is not None and fits and last.name not in apart else None

    def just_named(self) -> str | None:
        """What the clause just before named as its object."""
        last = self.things[-1] if self.things else None
        return last.name if last is not None and last.turn == self.turn and last.rank else None

    def _has_named(self) -> bool:
        """Whether anybody or anything was named in this turn, in a clause before this one."""
        things = any(one.turn == self.turn for one in self.things[-_FEW:])
        return things or any(one.turn == self.turn for one in self.people[-_FEW:])

    def _nearest(self, fits: Callable[[Thing], bool], apart: Collection[str]) -> str | None:
        # What was named in this turn leaves what was named before it behind.
        first = self.turn if self._has_named() else self.turn - _NEAR
        near = [
            one for one in self.things if one.turn >= first and one.name not in apart and fits(one)
        ]
        if not near:
            return None
        last = max(one.clause for one in near)
        chosen = min((one for one in near if one.clause == last), key=lambda one: one.rank)
        return chosen.name or None


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
    """Write "Ada's", also for "Wes's", and "the neighbours'"; a possessive stays as it is."""
    if name.endswith(("'s", "s'")):
        return name
    last = name.rsplit(" ", 1)[-1]
    return f"{name}'" if last.endswith("s") and last.islower() else f"{name}'s"
