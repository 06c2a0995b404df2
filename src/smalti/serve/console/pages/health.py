"""How much there is, what it was indexed with, and whether all is well."""

from __future__ import annotations

from typing import Any

from smalti.model.entity import Entity
from smalti.model.record import Record
from smalti.model.results import Stats
from smalti.serve.console.sessions import Notice
from smalti.serve.console.shown import count, day, size
from smalti.serve.console.visit import Done, Visit

_QUICK = 10_000  # turns that are looked through while somebody waits
_BATCH = 200  # turns that are read at one press of the button


def view(visit: Visit) -> dict[str, Any]:
    """Counts; with ``check``, or where it takes no time, also what has to be looked through."""
    nouns, asked = visit.nouns, bool(visit.text("check"))
    turns, states = nouns.turn_count(), nouns.counts(Record, "state")
    return {
        "tiles": [
            ("turns", f"{turns:,}"),
            ("records", f"{sum(states.values()):,}"),
            ("people and things", f"{sum(nouns.counts(Entity, 'kind').values()):,}"),
            ("on disk, all spaces", size(visit.hub.store.size())),
        ],
        "facts": _facts(visit.memory.stats(), visit) if asked or turns <= _QUICK else [],
        "states": sorted(states.items(), key=lambda one: -one[1]),
        "records": sum(states.values()),
        "health": visit.memory.check() if asked else None,
    }


def _facts(stats: Stats, visit: Visit) -> list[tuple[str, str]]:
    first, last = day(stats.first_said_at).text, day(stats.last_said_at).text
    said = f"{first} to {last}" if stats.first_said_at else "nothing yet"
    return [
        ("Said", said),
        ("Sessions", f"{stats.sessions:,}"),
        ("Speakers", f"{stats.speakers:,}"),
        ("Not read yet", count(stats.unread, "turn")),
        ("Not found by meaning yet", count(stats.unembedded, "turn")),
        ("Meaning compared by", stats.embedder or "nothing: recall is by words"),
        ("Words cut by", stats.analyser or "nothing yet"),
        ("Conflicts are settled by", visit.memory.settings().policy.value),
    ]


# ------------------------------------------------------------------------------------ what is done


def process(visit: Visit) -> Done:
    """Read turns that wait."""
    receipt = visit.memory.process(limit=_BATCH)
    found = count(len(receipt.records), "statement")
    told = f"{count(len(receipt.items), 'turn')} read, {found} found."
    return Done(visit.url("health"), Notice(told))


def reindex(visit: Visit) -> Done:
    """Bring the indexes up to date."""
    done = visit.memory.reindex()
    told = f"{count(done.analysed, 'turn')} analysed, {count(done.embedded, 'turn')} embedded."
    return Done(visit.url("health"), Notice(told))


def consolidate(visit: Visit) -> Done:
    """Sum up and tidy what was learnt."""
    done = visit.memory.consolidate()
    told = f"{count(done.read, 'record')} looked at, {count(len(done.items), 'change')} made."
    return Done(visit.url("health"), Notice(told))


def compact(visit: Visit) -> Done:
    """Leave nothing in the file of what was erased."""
    done = visit.memory.compact()
    told = f"{size(done.before)} before, {size(done.after)} after." if done.done else done.reason
    return Done(visit.url("health"), Notice(told, "done" if done.done else "wrong"))
