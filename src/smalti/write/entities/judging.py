"""Whether a name means an entity, by its spelling and by what is stored about the entity."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from smalti.model.entity import Entity, EntityKind
from smalti.write.entities.keys import near_keys, own_names
from smalti.write.entities.references import is_proper
from smalti.write.names import (
    Mention,
    NameVerdict,
    Verdict,
    compare_names,
    described,
    normal_form,
    signs,
)
from smalti.write.names.parts import known_kind
from smalti.write.names.rules import BARS
from smalti.write.names.tables import occurrences

_COMPARED = 3  # names of one entity

_BARRING = frozenset(bar.name for bar in BARS if bar.verdict is Verdict.DIFFERENT) | {"kind"}
_OPEN = frozenset({"other family name"})  # a name of birth, or a fact in common
_ONE_SIDED = frozenset({"child or not", "one generation"})  # the other context says nothing
_OF_PEOPLE: tuple[Callable[[Mention], object], ...] = (
    lambda mention: signs.gender_of(mention.context),
    signs.ages_of,
    signs.stage_of,
    signs.place_of,
    described.description_of,
    described.gender_of_subject,
)
_OF_THINGS: tuple[Callable[[Mention], object], ...] = (signs.place_of,)


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict, the rule behind it, and how many facts the contexts share."""

    verdict: Verdict
    rule: str
    reason: str
    shared: int = 0

    @classmethod
    def of(cls, found: NameVerdict) -> Judgement:
        """A verdict about two mentions."""
        shared = sum(fact.startswith("shared: ") for fact in found.evidence)
        return cls(found.verdict, found.rule, found.reason, shared)


def kind_word(kind: EntityKind, category: str) -> str:
    """What a thing is, in the words of name comparison; "concept" where nothing closer is known."""
    if kind is EntityKind.PERSON:
        return "person"
    return known_kind(category) or "concept"


def are_apart(category: str, other: str) -> bool:
    """Whether two categories are known and differ: Java the island, Java the language."""
    one, two = known_kind(category), known_kind(other)
    return bool(one and two) and one != two and "concept" not in (one, two)


def has_signs(mention: Mention, contexts: Iterable[str]) -> bool:
    """Whether anything in the context of a name could set it apart from its one namesake.

    Or in the sentences about the namesake, if they say that there are two. Without such signs the
    sentences need not be compared.
    """
    people = mention.kind == "person"
    if any(test(mention) for test in (_OF_PEOPLE if people else _OF_THINGS)):
        return True
    silent = Mention(mention.name, "", mention.kind)
    return any(
        signs.stated_two(replace(mention, context=text), silent, alike=True, of_people=people)
        for text in (mention.context, *contexts)
    )


def of_one_spelling(mention: Mention, contexts: Iterable[str]) -> Judgement:
    """Whether a name means the entity of this name that these sentences are about.

    It does unless a sentence speaks against it and none shares a fact with its context. That one
    of them says nothing of what the other says is no reason to have two.
    """
    found = [
        Judgement.of(compare_names(mention, Mention(mention.name, context, mention.kind)))
        for context in contexts
    ]
    alike = max((one.shared for one in found if one.verdict is Verdict.SAME), default=0)
    against = [
        one for one in found if one.verdict is not Verdict.SAME and one.rule not in _ONE_SIDED
    ]
    if alike or not against:
        return Judgement(Verdict.SAME, "name", "the same name", alike)
    return min(against, key=lambda one: one.verdict is Verdict.PROPOSE)


def of_other_spelling(mention: Mention, entity: Entity, contexts: Sequence[str]) -> Judgement:
    """Whether a name means an entity that has other names, given sentences about it.

    Other digits, versions, kinds and the like keep them apart whatever another name would say.
    """
    kind = kind_word(entity.kind, entity.category)
    found = [
        Judgement.of(compare_names(mention, Mention(name, _around(name, contexts), kind)))
        for name in _compared(mention, entity)
    ]
    for one in found:
        if one.verdict is Verdict.DIFFERENT and one.rule in _BARRING:
            return one
    for verdict in (Verdict.SAME, Verdict.PROPOSE, Verdict.DIFFERENT):
        fitting = [one for one in found if one.verdict is verdict]
        if fitting:
            return max(fitting, key=lambda one: one.shared)
    return Judgement(Verdict.DIFFERENT, "unlike", "nothing in common")


def may_mean(mention: Mention, entity: Entity) -> bool:
    """Whether sentences about an entity could show that a name means it.

    Names that have nothing in common may only if the name's own sentence gives both.
    """
    sight = of_other_spelling(Mention(mention.name, "", mention.kind), entity, ())
    if sight.verdict is not Verdict.DIFFERENT or sight.rule in _OPEN:
        return True
    if sight.rule in _BARRING:
        return False
    own = set(normal_form(mention.name).split())
    other = {word for name in entity.names for word in normal_form(name).split()}
    said = mention.context.casefold()
    return any(word in said for word in other - own)


def shared_keys(mention: Mention, entity: Entity) -> dict[str, int]:
    """How many keys each proper name of an entity has in common with a mention's."""
    wanted = set(near_keys(entity.kind, mention.name))
    return {
        name: len(wanted.intersection(near_keys(entity.kind, name)))
        for name in own_names(entity)
        if is_proper(entity.kind, name)
    }


def _compared(mention: Mention, entity: Entity) -> list[str]:
    """The names of an entity that stand beside a mention's, or have most keys in common with it."""
    shared = shared_keys(mention, entity)
    close = {name: n + len(occurrences(mention.context, name)) for name, n in shared.items()}
    ranked = sorted(close, key=lambda name: -close[name])
    return [name for name in ranked if close[name]][:_COMPARED]


def _around(name: str, contexts: Sequence[str]) -> str:
    """The sentences with a name in them; all of them if it stands in none."""
    return "\n".join([text for text in contexts if occurrences(text, name)] or contexts)
