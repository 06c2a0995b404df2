"""Whether a name means an entity, by its spelling and by what is stored about the entity."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from smalti.model.entity import Entity, EntityKind
from smalti.write.entities.keys import near_keys, own_names
from smalti.write.entities.references import is_proper
from smalti.write.names import Mention, NameVerdict, Verdict, compare_names, described, signs
from smalti.write.names.alias import stated_alias
from smalti.write.names.parts import known_kind
from smalti.write.names.rules import BARS
from smalti.write.names.tables import occurrences

_COMPARED = 3  # names of one entity

_BARRING = frozenset(bar.name for bar in BARS if bar.verdict is Verdict.DIFFERENT) | {"kind"}
_OPEN = frozenset({"other family name"})  # may turn out to be a name of birth
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


def has_signs(mention: Mention) -> bool:
    """Whether the context of a name holds anything that could set it apart from a namesake.

    Without such signs nothing that is stored about a namesake could, so it need not be read.
    """
    people = mention.kind == "person"
    tests = _OF_PEOPLE if people else _OF_THINGS
    if any(test(mention) for test in tests):
        return True
    silent = Mention(mention.name, "", mention.kind)
    return bool(signs.stated_two(mention, silent, alike=True, of_people=people))


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


def may_mean(mention: Mention, entity: Entity) -> bool:
    """Whether sentences about an entity could show that a name means it.

    Names that have nothing in common do so only where the name's own context says it.
    """
    kind = kind_word(entity.kind, entity.category)
    bare = Mention(mention.name, "", mention.kind)
    for name in _compared(mention, entity):
        known = Mention(name, "", kind)
        found = compare_names(bare, known)
        if found.verdict is not Verdict.DIFFERENT or found.rule in _OPEN:
            return True
        if found.rule not in _BARRING and stated_alias(mention, known):
            return True
    return False


def of_other_spelling(mention: Mention, entity: Entity, contexts: Sequence[str]) -> Judgement:
    """Whether a name means an entity that has other names, given sentences about it.

    Other digits, versions, kinds and the like keep them apart whatever another name would say.
    """
    kind = kind_word(entity.kind, entity.category)
    names = _compared(mention, entity)
    found = [
        Judgement.of(compare_names(mention, Mention(name, context, kind)))
        for name in names
        for context in _around(name, contexts)
    ]
    for one in found:
        if one.verdict is Verdict.DIFFERENT and one.rule in _BARRING:
            return one
    for verdict in (Verdict.SAME, Verdict.PROPOSE):
        fitting = [one for one in found if one.verdict is verdict]
        if fitting:
            return max(fitting, key=lambda one: one.shared)
    return found[0] if found else Judgement(Verdict.DIFFERENT, "unlike", "nothing in common")


def _compared(mention: Mention, entity: Entity) -> list[str]:
    """The names of an entity that have the most keys in common with a mention's."""
    wanted = set(near_keys(entity.kind, mention.name))
    shared = {
        name: len(wanted.intersection(near_keys(entity.kind, name)))
        for name in own_names(entity)
        if is_proper(entity.kind, name)
    }
    ranked = sorted(shared, key=lambda name: -shared[name])
    return [name for name in ranked if shared[name]][:_COMPARED]


def _around(name: str, contexts: Sequence[str]) -> list[str]:
    """The sentences with a name in them; any sentences, or none, if it stands in none."""
    return [text for text in contexts if occurrences(text, name)] or list(contexts) or [""]
