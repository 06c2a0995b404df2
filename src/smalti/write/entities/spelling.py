"""Which entity a name means: by the name itself, by one spelt alike, by one that is alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from smalti.model.entity import Entity, EntityKind
from smalti.model.ids import content_id
from smalti.write.entities.draft import Draft
from smalti.write.entities.judging import (
    Judgement,
    are_apart,
    has_signs,
    kind_word,
    may_mean,
    of_one_spelling,
    of_other_spelling,
    shared_keys,
)
from smalti.write.entities.keys import LONGEST, is_pet, name_key, near_keys
from smalti.write.entities.merging import canonical
from smalti.write.entities.references import bearer, is_proper, is_unbound, names_in
from smalti.write.names import Mention, Verdict, normal_form
from smalti.write.names.parts import known_kind
from smalti.write.statement import Name
from smalti.write.work import Work

_NAMESAKES = 5  # entities of one name that are looked at
_NEAR = 16  # entities that share a key with a name
_CLOSEST = 3  # of these, by keys in common, and as many by letters in common
_ASKED = 2  # questions about one name


@dataclass(frozen=True, slots=True)
class Known:
    """A stored entity that a name may mean, how that was judged, and a sentence about it."""

    entity: Entity
    judged: Judgement
    context: str


@dataclass(frozen=True, slots=True)
class Search:
    """What was found for a name: the entity it means if there is one, and all that may be it."""

    chosen: Known | None
    judged: Sequence[Known]
    namesakes: Sequence[Entity]


def by_spelling(draft: Draft, name: Name) -> Work[Entity]:
    """The entity that a name means, known or new.

    Names are looked for as they are, then among other names, then in other spellings. Names that
    are only alike are taken for the same with evidence, and asked about without.
    """
    text = bearer(name)
    if is_unbound(text):
        return (yield from _unbound(draft, name, text))
    found = yield from search(draft, name, text)
    why = "the name in it"
    if found.chosen is None:
        meant = yield from new(draft, name, text, found)
    else:
        meant = draft.learn(found.chosen.entity, text, category=name.category)
        why = why if meant.name == text else found.chosen.judged.reason
    draft.step(name.text, meant, why)
    return meant


def search(
    draft: Draft, name: Name, text: str, barred: Callable[[Entity], bool] = lambda entity: False
) -> Work[Search]:
    """Look for the entity of a name; those that are barred are asked about at most."""
    context = draft.without_speaker(name.context)
    mention = Mention(text, context, kind_word(name.kind, name.category))
    met = yield from draft.meeting((name_key(name.kind, text),))
    namesakes = [one for one in met if one.kind is name.kind]
    fitting = [one for one in namesakes if not are_apart(one.category, name.category)]
    judged = yield from _judge_namesakes(draft, mention, fitting)
    chosen = _best(draft, text, [known for known in judged if not barred(known.entity)])
    if chosen is None:
        near = yield from _judge_near(draft, name, mention, besides=namesakes)
        judged += near
        chosen = yield from _only_one([known for known in near if not barred(known.entity)])
    return Search(chosen, judged, namesakes)


def new(draft: Draft, name: Name, text: str, found: Search) -> Work[Entity]:
    """A new entity of a name, and the questions whether it is one of those that may be it."""
    made = draft.put(_new(draft, name, text, found.namesakes))
    yield from _ask(draft, made, found.judged)
    return made


def typed(draft: Draft, name: Name) -> Work[Name]:
    """A name with its kind: that of a person is a pet's where only the speaker's pet bears it.

    People speak of their pets as of people, so the kind is settled before anything is looked for:
    what is searched stays within it.
    """
    text = bearer(name)
    if name.kind is not EntityKind.PERSON or is_unbound(text) or not is_proper(name.kind, text):
        return name
    met = yield from draft.meeting([name_key(kind, text) for kind in EntityKind])
    people = any(one.kind is EntityKind.PERSON for one in met)
    own = (one for one in met if any(kin.owner == draft.speaker for kin in one.kin))
    if people or not any(is_pet(one) for one in own):
        return name
    return replace(name, kind=EntityKind.CONCEPT, category="animal")


def speaker(draft: Draft, name: Name) -> Work[Entity]:
    """The entity that speaks under a name.

    Only one of that very name: nobody speaks for others by calling themselves so.
    """
    text = bearer(name)
    namesakes = yield from draft.meeting((name_key(name.kind, text),))
    form = normal_form(text)
    own = [one for one in namesakes if one.kind is name.kind and normal_form(one.name) == form]
    if own:
        return own[0]
    found = yield from search(draft, name, text)
    return (yield from new(draft, name, text, found))


# --- known ones ----------------------------------------------------------------------------------


def _judge_namesakes(
    draft: Draft, mention: Mention, namesakes: Sequence[Entity]
) -> Work[list[Known]]:
    judged: list[Known] = []
    for entity in namesakes[:_NAMESAKES]:
        contexts = yield from draft.contexts(entity)
        telling = len(namesakes) > 1 or has_signs(mention, contexts)
        found = of_one_spelling(mention, contexts if telling else ())
        judged.append(Known(entity, found, "".join(contexts[:1])))
    return judged


def _best(draft: Draft, text: str, judged: Sequence[Known]) -> Known | None:
    """The namesake that fits: by name before other names, then by shared facts, by kinship."""

    def rank(known: Known) -> tuple[int, int, bool]:
        entity = known.entity
        kin = any(one.owner == draft.speaker for one in entity.kin)
        return _tier(entity, text), -known.judged.shared, not kin

    fitting = [known for known in judged if known.judged.verdict is Verdict.SAME]
    return min(fitting, key=rank) if fitting else None


def _tier(entity: Entity, text: str) -> int:
    """In which way an entity bears a name: 0 its name, 1 another name, 2 and 3 as spelt alike."""
    if entity.name == text:
        return 0
    if text in entity.aliases:
        return 1
    return 2 if normal_form(entity.name) == normal_form(text) else 3


def _judge_near(
    draft: Draft, name: Name, mention: Mention, *, besides: Sequence[Entity]
) -> Work[list[Known]]:
    """Entities with other names that may be meant, those that are surely not left out."""
    if len(mention.name) > LONGEST or not is_proper(name.kind, mention.name):
        return []
    beside = [name_key(name.kind, said) for said in names_in(mention.context)]
    found = yield from draft.meeting((*near_keys(name.kind, mention.name), *beside), _NEAR)
    seen = {entity.id for entity in besides}
    fresh = [one for one in found if one.kind is name.kind and one.id not in seen]
    judged: list[Known] = []
    for entity in _closest(mention, fresh):
        if are_apart(entity.category, name.category) or not may_mean(mention, entity):
            continue
        contexts = yield from draft.contexts(entity)
        known = Known(entity, of_other_spelling(mention, entity, contexts), "".join(contexts[:1]))
        if known.judged.verdict is not Verdict.DIFFERENT:
            judged.append(known)
    return judged


def _closest(mention: Mention, found: Sequence[Entity]) -> list[Entity]:
    """Those in the same sentence, and those that share the most keys or letters."""
    from rapidfuzz.fuzz import ratio  # slow to load, and often not needed

    form = normal_form(mention.name)
    beside = [one for one in found if any(name in mention.context for name in one.names)]
    by_keys = sorted(found, key=lambda one: -max(shared_keys(mention, one).values(), default=0))
    by_letters = sorted(found, key=lambda one: -max(ratio(form, normal_form(n)) for n in one.names))
    chosen = [*beside[:_CLOSEST], *by_keys[:_CLOSEST], *by_letters[:_CLOSEST]]
    return list({entity.id: entity for entity in chosen}.values())


def _only_one(judged: Sequence[Known]) -> Work[Known | None]:
    """The one that is surely meant, or ``None`` if there are two that are not known to be one."""
    same = [known for known in judged if known.judged.verdict is Verdict.SAME]
    roots = set()
    for known in same:
        root = yield from canonical(known.entity)
        roots.add(root.id)
    return max(same, key=lambda known: known.judged.shared) if len(roots) == 1 else None


# --- new ones ------------------------------------------------------------------------------------


def _new(draft: Draft, name: Name, text: str, namesakes: Sequence[Entity]) -> Entity:
    """A new entity; its id says kind, name and category, and where it was met if that is taken."""
    parts = (name.kind.value, normal_form(text), known_kind(name.category))
    id = content_id("e", *parts)
    if any(known.id == id for known in namesakes):
        id = content_id("e", *parts, draft.place)
    return Entity(id, name.kind, text, name.category)


def _unbound(draft: Draft, name: Name, text: str) -> Work[Entity]:
    """Somebody whom only this turn could tell, so nobody's namesake."""
    id = content_id("e", name.kind.value, normal_form(text), "", draft.statement.candidate.turn)
    known = yield from draft.one(id)
    return known or draft.put(Entity(id, name.kind, text, name.category))


def _ask(draft: Draft, made: Entity, judged: Sequence[Known]) -> Work[None]:
    asked = [known for known in judged if known.judged.verdict is not Verdict.DIFFERENT]
    for known in sorted(asked, key=lambda known: -known.judged.shared)[:_ASKED]:
        yield from draft.ask(made, known.entity, known.context)
