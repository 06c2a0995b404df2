"""Somebody or something: what is known, since when, who says so, and what lies around it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from smalti.graph.property_graph import Node
from smalti.model.entity import Entity, Merge
from smalti.model.record import Record, RecordKind
from smalti.serve.console.cards import card
from smalti.serve.console.ego import drawn
from smalti.serve.console.pages.memories import axes_of, cards
from smalti.serve.console.sessions import Notice
from smalti.serve.console.shown import moment
from smalti.serve.console.timeline import Span, timeline
from smalti.serve.console.visit import Done, Visit
from smalti.view import Seen

_ROWS = 60  # of a timeline
_PER_HOP = 12
MOST = 3_000
"""Nodes of a graph that is worked out, or drawn, while somebody waits."""

_NODE_PAGES = {"person": "entity", "concept": "entity"}


def view(visit: Visit) -> dict[str, Any]:
    """Facts with their timelines, claims by others, names and merges, and the graph around."""
    memory = visit.memory
    entity = memory.entity(visit.text("id"))
    merges = merges_of(visit, entity)
    own = {entity.id, *(one.loser for one, _ in merges), *(one.winner for one, _ in merges)}
    seen = memory.timeline(entity.id, as_of=visit.as_of, known_at=visit.known_at)
    names = visit.names([one.record for one in seen])
    about = [one for one in seen if one.record.subject in own]
    told = [one for one in about if _is_claim(one.record, own)]
    facts = [one for one in about if one not in told]
    others = [one for one in seen if one.record.subject not in own]
    return {
        "entity": entity,
        "kind": entity.category or entity.kind.value,
        "aliases": sorted(set(entity.aliases) - {entity.name}),
        "merges": [(one, name, moment(one.merged_at)) for one, name in merges],
        "facts": cards(visit, _grouped(facts)[:_ROWS]),
        "claims": cards(visit, [one.record for one in told[:_ROWS]]),
        "mentions": cards(visit, [one.record for one in others[:_ROWS]]),
        "lines_of": _lines(visit, facts + told, names),
        "total": len(seen),
        "shown": _ROWS,
        "ego": _around(visit, entity) if visit.text("around") or is_small(visit) else None,
    }


def _is_claim(record: Record, own: set[str]) -> bool:
    """Whether it is what somebody else says of it."""
    return record.kind is RecordKind.CLAIM or record.asserted_by not in own


def _grouped(seen: Sequence[Seen]) -> list[Record]:
    """Records with those of one property together, in the order in which these first appear."""
    place: dict[str, int] = {}
    for one in seen:
        place.setdefault(one.record.predicate, len(place))
    return [one.record for one in sorted(seen, key=lambda one: place[one.record.predicate])]


def _lines(visit: Visit, seen: Sequence[Seen], names: dict[str, str]) -> Any:
    spans = []
    for one in seen[:_ROWS]:
        shown = card(one.record, names)
        label = f"{shown.predicate} {shown.value}"
        href = visit.url("record", id=one.record.id)
        spans.append(Span(label, one.valid, one.state.value, href, one.record.polarity))
    return timeline(spans, now=visit.now, at=axes_of(visit).as_of) if spans else None


def is_small(visit: Visit) -> bool:
    """Whether a memory is so small that its graph takes no time to be worked out."""
    return nodes_of(visit) <= MOST


def nodes_of(visit: Visit) -> int:
    """How many records and entities there are."""
    counts = visit.nouns.counts
    return sum(counts(Record, "state").values()) + sum(counts(Entity, "kind").values())


def _around(visit: Visit, entity: Entity) -> Any:
    return drawn(
        visit.memory.around(entity.id, depth=2, per_hop=_PER_HOP),
        lambda node: node_url(visit, node),
    )


def node_url(visit: Visit, node: Node) -> str:
    """The page of a node of the graph."""
    return visit.url(_NODE_PAGES.get(node.kind, "record"), id=node.id)


def merges_of(visit: Visit, entity: Entity) -> list[tuple[Merge, str]]:
    """The merges by which an entity is what it is, each with the name of the one merged in."""
    standing = [one for one in visit.nouns.every(Merge) if one.undone_at is None]
    own, found = {entity.id}, []
    while added := [one for one in standing if one.winner in own and one.loser not in own]:
        found += added
        own |= {one.loser for one in added}
    labels = visit.memory.labels([one.loser for one in found])
    return [(one, labels.get(one.loser, one.loser)) for one in found]


# ------------------------------------------------------------------------------------ what is done


def merge(visit: Visit) -> Done:
    """Make two entities one."""
    winner, loser = visit.text("id"), visit.text("other")
    names = [visit.memory.entity(one).name for one in (winner, loser)]
    made = visit.memory.merge(winner, loser, reason=visit.text("reason") or "told by a person")
    told = f"“{names[1]}” and “{names[0]}” are one now."
    return Done(
        visit.url("entity", id=made.winner), Notice(told, undo="unmerge", given={"id": made.id})
    )


def unmerge(visit: Visit) -> Done:
    """Take a merge back."""
    made = visit.memory.unmerge(visit.text("id"))
    names = visit.memory.labels([made.winner, made.loser])
    told = " and ".join(f"“{names.get(id, id)}”" for id in (made.winner, made.loser))
    again = {"id": made.winner, "other": made.loser, "reason": made.reason}
    notice = Notice(f"{told} are two again.", undo="merge", given=again)
    return Done(visit.url("entity", id=made.winner), notice)
