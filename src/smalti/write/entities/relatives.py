"""Which entity is meant by whose relative it is, and how relatives come to their names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from smalti.model.entity import Entity, EntityKind, Kinship
from smalti.model.ids import content_id
from smalti.write.entities.draft import Draft
from smalti.write.entities.judging import kind_word, of_other_spelling
from smalti.write.entities.keys import kin_key, own_names
from smalti.write.entities.kinship import Relative
from smalti.write.entities.merging import members
from smalti.write.entities.relations import Presumed, may_be_one, possessive
from smalti.write.entities.spelling import new, search
from smalti.write.names import Mention, Verdict, normal_form
from smalti.write.names.tables import occurrences
from smalti.write.statement import Name
from smalti.write.work import Work

_ANIMAL = "animal"
_ASKED = 2  # questions about one relative

# Ways to shorten a name; two relatives of one kind by such names are one.
_SHORTER = frozenset({"one name", "nickname", "lone nickname", "more names", "initials", "titles"})


@dataclass(frozen=True, slots=True)
class Family:
    """Somebody, by all ids of their cluster, with all of their relatives that are known."""

    owner: Entity
    ids: frozenset[str]
    relatives: tuple[Entity, ...]

    def keys(self, entity: Entity) -> tuple[str, ...]:
        """What an entity is to them."""
        return tuple(kin.relation for kin in entity.kin if kin.owner in self.ids)

    def who_are(self, relative: Relative) -> list[Entity]:
        """Those of a kind."""
        return [one for one in self.relatives if relative.key in self.keys(one)]

    def who_may_be(self, relative: Relative) -> list[Entity]:
        """Those of a kind, and those called by a more or less general word for it."""
        return [
            one
            for one in self.relatives
            if any(may_be_one(relative.key, key) for key in self.keys(one))
        ]


def by_kinship(draft: Draft, relative: Relative, owner: Entity, name: Name) -> Work[Entity]:
    """The entity that is somebody's relative, known or new; with a name if one was given.

    Without a name it is the only one of its kind that is known, unless people have more of them.
    The first name that comes up is that one's, unless it may be another's or the next one's;
    another name is another relative's.
    """
    kind = EntityKind.CONCEPT if relative.is_pet else EntityKind.PERSON
    category = name.category or (_ANIMAL if relative.is_pet else "")
    cluster = yield from members(owner)
    ids = frozenset(one.id for one in cluster)
    met = yield from draft.meeting([kin_key(one.id) for one in cluster])
    fitting = tuple(one for one in met if one.kind is kind)
    family = Family(owner, ids, fitting)
    find = _named if relative.name else _unnamed
    found = yield from find(draft, relative, family, replace(name, kind=kind, category=category))
    draft.step(name.text, found, f"whose {relative.word} it is")
    return found


def has_name(entity: Entity) -> bool:
    """Whether a relative's own name is known."""
    return bool(own_names(entity))


# --- without a name ------------------------------------------------------------------------------


def _unnamed(draft: Draft, relative: Relative, family: Family, name: Name) -> Work[Entity]:
    of_kind = family.who_are(relative)
    unnamed = [one for one in of_kind if not has_name(one)]
    if unnamed or (len(of_kind) == 1 and relative.presumed is not Presumed.MANY):
        return _related((unnamed or of_kind)[0], draft, relative, family)
    made = _new_relative(draft, relative, family, name)
    yield from _ask(draft, made, of_kind or family.who_may_be(relative))
    return made


def _new_relative(draft: Draft, relative: Relative, family: Family, name: Name) -> Entity:
    id = content_id("e", name.kind.value, "kin", family.owner.id, relative.key)
    if any(one.id == id for one in family.relatives):
        id = content_id("e", name.kind.value, "kin", family.owner.id, relative.key, draft.place)
    called = possessive(family.owner.name, relative.word, draft.language)
    kin = (Kinship(family.owner.id, relative.key),)
    return draft.put(Entity(id, name.kind, called, name.category, kin=kin))


# --- with a name ---------------------------------------------------------------------------------


def _named(draft: Draft, relative: Relative, family: Family, name: Name) -> Work[Entity]:
    known = _of_that_name(relative, family, name)
    if known is not None:
        return _related(known, draft, relative, family, relative.name)
    found = yield from search(draft, name, relative.name, _someone_elses(relative, family))
    unnamed = _waiting(draft, relative, family)
    if found.chosen is not None:
        if unnamed is not None and unnamed.kind is found.chosen.entity.kind:
            yield from draft.ask(found.chosen.entity, unnamed, told=True)
        return _related(found.chosen.entity, draft, relative, family, relative.name)
    if unnamed is not None:
        return _christened(unnamed, draft, relative)
    made = yield from new(draft, name, relative.name, found)
    related = _related(made, draft, relative, family)
    yield from _ask(
        draft, related, [one for one in family.who_may_be(relative) if not has_name(one)]
    )
    return related


def _of_that_name(relative: Relative, family: Family, name: Name) -> Entity | None:
    """A relative of the kind by this name or a shorter or longer form of it."""
    mention = Mention(relative.name, "", kind_word(name.kind, name.category))
    for one in family.who_may_be(relative):
        if normal_form(relative.name) in {normal_form(known) for known in own_names(one)}:
            return one
        judged = of_other_spelling(mention, one, ())
        short = judged.verdict is Verdict.PROPOSE and judged.rule in _SHORTER
        if judged.verdict is Verdict.SAME or short:
            return one
    return None


def _waiting(draft: Draft, relative: Relative, family: Family) -> Entity | None:
    """The one of a kind without a name yet, if the name that comes up can only be theirs."""
    of_kind = family.who_are(relative)
    if len(of_kind) != 1 or has_name(of_kind[0]) or not draft.learns:
        return None
    another = relative.presumed in (Presumed.SEVERAL, Presumed.MANY)
    return None if another or _counts_two(draft, relative) else of_kind[0]


def _counts_two(draft: Draft, relative: Relative) -> bool:
    """Whether the sentence speaks of more than one: "Oma Hedwig und Oma Trude", "my sisters"."""
    quote = draft.statement.candidate.quote(draft.statement.grounded.turn)
    said = len(occurrences(quote, relative.word))
    return said > 1 or bool(relative.word.isascii() and occurrences(quote, f"{relative.word}s"))


def _someone_elses(relative: Relative, family: Family) -> Callable[[Entity], bool]:
    """Whether somebody of the name is the owner, a relative of others, or of another kind."""

    def barred(entity: Entity) -> bool:
        keys = family.keys(entity)
        other = bool(entity.kin) and not any(may_be_one(relative.key, key) for key in keys)
        return other or entity.id in family.ids

    return barred


# --- what becomes known --------------------------------------------------------------------------


def _christened(entity: Entity, draft: Draft, relative: Relative) -> Entity:
    """The entity under its own name; what it was called until now becomes another name."""
    return draft.put(replace(entity, name=relative.name, aliases=(entity.name, *entity.aliases)))


def _related(
    entity: Entity, draft: Draft, relative: Relative, family: Family, *names: str
) -> Entity:
    """The entity with what it is to the owner, and with the words for it among its names."""
    kin = Kinship(family.owner.id, relative.key)
    if draft.learns and relative.key not in family.keys(entity):
        entity = draft.put(replace(entity, kin=(*entity.kin, kin)))
    if not entity.kin:
        return entity
    return draft.learn(entity, *names, possessive(family.owner.name, relative.word, draft.language))


def _ask(draft: Draft, made: Entity, others: Sequence[Entity]) -> Work[None]:
    for other in others[:_ASKED]:
        yield from draft.ask(made, other)
