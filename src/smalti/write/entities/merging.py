"""Two entities found to be one, and that taken back.

A merge changes one field of one entity: the loser points to the winner. Records, names and further
losers stay where they are, and a name of the loser still means the loser; readers go on to the
winner (:func:`canonical`) and look at all of a cluster (:func:`members`, :func:`view`). So undoing
a merge restores all that was, and all that was learnt since stays with whom it was learnt of.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from smalti.model.conflict import Clarification, ClarificationStatus
from smalti.model.entity import Entity, Merge
from smalti.model.errors import InvalidInput, NotFound
from smalti.model.ids import content_id
from smalti.model.time import Instant
from smalti.write.entities.judging import are_apart, kind_word
from smalti.write.entities.keys import merged_key
from smalti.write.entities.questions import asked_pair
from smalti.write.names import Mention, normal_form
from smalti.write.names.designators import has_other_digits
from smalti.write.names.parts import parse
from smalti.write.work import Meeting, One, Work


@dataclass(frozen=True, slots=True)
class Changes:
    """What is to be stored for a merge or its undoing: the loser as it is now, and the merge."""

    entity: Entity
    merge: Merge


@dataclass(frozen=True, slots=True)
class View:
    """A cluster as one: the winner's id and name, every other name, the ids of all members."""

    id: str
    name: str
    aliases: tuple[str, ...]
    ids: tuple[str, ...]


# --- over values ---------------------------------------------------------------------------------


def merge(
    winner: Entity,
    loser: Entity,
    *,
    reason: str,
    at: Instant,
    above: Sequence[Entity] = (),
    decided: bool = False,
) -> Changes:
    """Make two entities one.

    ``above`` are the entities that the winner is itself merged into. ``decided``: people have
    decided, who may merge what differs in digits or category; a rule may not.

    Raises:
        InvalidInput: they are one already, the loser is merged into something, the kinds differ,
            or digits or categories do and nobody has decided.
    """
    if loser.id == winner.id or loser.id in {entity.id for entity in above}:
        raise _refused(winner, loser, "are one already", "Merge two entities that are apart")
    if loser.merged_into is not None:
        fix = f"Undo that merge, or merge {loser.merged_into}"
        raise _refused(winner, loser, f"{loser.id} is merged into {loser.merged_into}", fix)
    if winner.kind is not loser.kind:
        kinds = f"are a {winner.kind.value} and a {loser.kind.value}"
        raise _refused(winner, loser, kinds, "Entities of different kinds are never merged")
    if not decided and (difference := _difference(winner, loser)):
        raise _refused(winner, loser, difference, "Pass decided=True if people have decided so")
    made = Merge(
        content_id("m", winner.id, loser.id, str(at.micros)), winner.id, loser.id, reason, at
    )
    return Changes(replace(loser, merged_into=winner.id), made)


def unmerge(made: Merge, loser: Entity, *, at: Instant) -> Changes:
    """Take a merge back; ``loser`` is the entity that it merged, as it is stored now.

    Raises:
        InvalidInput: it was taken back before, or it is not what ``loser`` is merged by.
    """
    if made.undone_at is not None:
        raise InvalidInput("merge", made.id, f"was undone at {made.undone_at}", fix="Nothing to do")
    if (loser.id, loser.merged_into) != (made.loser, made.winner):
        raise InvalidInput(
            "merge", made.id, f"is not what {loser.id} is merged by", fix="Pass its loser"
        )
    return Changes(replace(loser, merged_into=None), replace(made, undone_at=at))


def view(entity: Entity, cluster: Iterable[Entity]) -> View:
    """A cluster under the name of one of its members, with the names of all, each spelling once."""
    everyone = list({one.id: one for one in (entity, *cluster)}.values())
    names = {normal_form(name): name for one in reversed(everyone) for name in reversed(one.names)}
    names.pop(normal_form(entity.name), None)
    ordered = sorted(names.values(), key=[n for one in everyone for n in one.names].index)
    return View(entity.id, entity.name, tuple(ordered), tuple(one.id for one in everyone))


def _difference(winner: Entity, loser: Entity) -> str:
    """What only people may overlook, or ""."""
    kind = kind_word(winner.kind, "")
    names = (parse(Mention(one.name, kind=kind)) for one in (winner, loser))
    if has_other_digits(*names):
        return "differ in digits"
    if are_apart(winner.category, loser.category):
        return f"are a {winner.category} and a {loser.category}"
    return ""


def _refused(winner: Entity, loser: Entity, problem: str, fix: str) -> InvalidInput:
    return InvalidInput("merge", f"{winner.name} and {loser.name}", problem, fix=fix)


# --- over what is stored -------------------------------------------------------------------------


def canonical(entity: Entity) -> Work[Entity]:
    """The entity that stands for the cluster: the last of the chain of merges.

    Raises:
        NotFound: the chain leads to an entity that is not there.
    """
    above = yield from _above(entity)
    return above[-1] if above else entity


def members(entity: Entity) -> Work[list[Entity]]:
    """All entities of a cluster, the canonical one first."""
    root = yield from canonical(entity)
    cluster = {root.id: root}
    fresh = [root]
    while fresh:
        keys = tuple(merged_key(one.id) for one in fresh)
        below: list[Entity] = yield Meeting(Entity, keys, _LARGEST)
        fresh = [one for one in below if one.merged_into is not None and one.id not in cluster]
        cluster |= {one.id: one for one in fresh}
    return list(cluster.values())


def merge_stored(
    winner: str, loser: str, *, reason: str, at: Instant, decided: bool = False
) -> Work[Changes]:
    """Make two stored entities one; see :func:`merge`.

    Raises:
        NotFound: there is no such entity.
        InvalidInput: they cannot be merged.
    """
    first = yield from _entity(winner)
    second = yield from _entity(loser)
    above = yield from _above(first)
    return merge(first, second, reason=reason, at=at, above=above, decided=decided)


def unmerge_stored(made: Merge, *, at: Instant) -> Work[Changes]:
    """Take a stored merge back; see :func:`unmerge`.

    Raises:
        NotFound: its loser is not there.
        InvalidInput: it was taken back before.
    """
    loser = yield from _entity(made.loser)
    return unmerge(made, loser, at=at)


def settle(asked: Clarification, *, at: Instant) -> Work[Changes | None]:
    """The merge that follows from a question answered with yes; ``None`` if they are one by now.

    The two become one directly if one of them stands for its cluster, otherwise their clusters do.

    Raises:
        InvalidInput: it is not answered, or it asks about something else.
    """
    if asked.status is not ClarificationStatus.ANSWERED:
        raise InvalidInput("clarification", asked.id, f"is {asked.status.value}", fix="Answer it")
    one, other = asked_pair(asked)
    first = yield from _entity(one)
    second = yield from _entity(other)
    if first.merged_into is None and second.merged_into is not None:
        first, second = second, first
    loser = yield from canonical(second)
    above = yield from _above(first)
    if loser.id in {first.id, *(entity.id for entity in above)}:
        return None
    reason = f"{asked.question} Yes: {asked.answered_by or 'somebody'}"
    return merge(first, loser, reason=reason, at=at, above=above, decided=True)


_LARGEST = 1000  # entities merged into some


def _above(entity: Entity) -> Work[list[Entity]]:
    """What an entity is merged into, step by step."""
    chain: list[Entity] = []
    seen = {entity.id}
    while entity.merged_into is not None and entity.merged_into not in seen:
        entity = yield from _entity(entity.merged_into)
        seen.add(entity.id)
        chain.append(entity)
    return chain


def _entity(id: str) -> Work[Entity]:
    found: Entity | None = yield One(Entity, id)
    if found is None:
        raise NotFound("entity", id)
    return found
