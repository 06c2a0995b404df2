"""Two mentions with everything that rules ask about them, worked out when asked for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from smalti.write.names import context, signs
from smalti.write.names.mention import Mention
from smalti.write.names.parts import Name, parse
from smalti.write.names.people import gender_of_name
from smalti.write.names.scripts import scripts


class Contexts(StrEnum):
    """How the contexts of two mentions lie to each other."""

    SHARED = "shared"  # they have telling words in common
    APART = "apart"  # they speak of other things
    SILENT = "silent"  # at least one says nothing beyond the name
    FOREIGN = "foreign"  # in two languages: shared words would not show


@dataclass(frozen=True)
class Pair:
    """Two mentions, in an order that does not depend on how they were given."""

    one: Mention
    other: Mention

    @classmethod
    def of(cls, a: Mention, b: Mention) -> Pair:
        """The pair in its order."""
        return cls(*sorted((a, b)))

    @cached_property
    def names(self) -> tuple[Name, Name]:
        """Both names taken apart."""
        return parse(self.one), parse(self.other)

    @cached_property
    def shared(self) -> tuple[str, ...]:
        """Telling words of both contexts."""
        return context.shared_facts(self.one, self.other)

    @cached_property
    def contexts(self) -> Contexts:
        """How the contexts lie to each other."""
        if self.shared:
            return Contexts.SHARED
        if context.is_silent(self.one) or context.is_silent(self.other):
            return Contexts.SILENT
        if not context.in_one_language(self.one, self.other):
            return Contexts.FOREIGN
        return Contexts.APART

    @property
    def alike(self) -> bool:
        """Whether the names have one key."""
        return self.names[0].normal == self.names[1].normal

    @property
    def of_people(self) -> bool:
        """Whether rules for people's names apply."""
        return all(name.may_be_person for name in self.names)

    @property
    def of_animals(self) -> bool:
        """Whether both are known to be animals, which are named as people are."""
        return all(name.kind == "animal" for name in self.names)

    @property
    def of_things(self) -> bool:
        """Whether rules for other names apply."""
        return all(name.kind != "person" for name in self.names)

    @property
    def of_two_whole_people(self) -> bool:
        """Whether both may be whole names of people with no word in common."""
        one, other = self.names
        people = self.of_people and "person" in (one.kind, other.kind)
        return people and one.is_whole and other.is_whole and not set(one.words) & set(other.words)

    @cached_property
    def in_japanese(self) -> bool:
        """Whether kana stand in the names or around them."""
        texts = (self.one.name, self.other.name, self.one.context, self.other.context)
        return any("kana" in scripts(text) for text in texts)

    @cached_property
    def genders(self) -> tuple[str, str]:
        """What titles, given names and pronouns say, "" where they say nothing."""
        return tuple(  # type: ignore[return-value]
            gender_of_name(name) or signs.gender_of(mention.context)
            for name, mention in zip(self.names, (self.one, self.other), strict=True)
        )
