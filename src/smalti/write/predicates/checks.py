"""What has to agree between entries: names, pairs, cycles, aliases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from graphlib import CycleError, TopologicalSorter
from typing import Any

from smalti.write.predicates.entries import RESERVED, Predicate
from smalti.write.predicates.layers import Draft, nearest
from smalti.write.predicates.words import phrase_keys

Aliases = dict[str, dict[str, str]]  # language → key of an alias → name of its predicate

_PAIRS = ("inverse", "opposite")


def check(draft: Draft) -> tuple[dict[str, Predicate], Aliases]:
    """The predicates of a draft with their pairs completed, and the index of their aliases.

    Raises:
        InvalidInput: a name that is not there, a pair that disagrees, a cycle, or an alias that
            two predicates claim; names the file and the line.
    """
    _refuse_unknown_names(draft)
    predicates = draft.predicates
    for kind in _PAIRS:
        predicates = _completed(predicates, kind, _pairs(draft, kind))
    _refuse_cycles(draft, "predicate", "implies", _implications(predicates))
    _refuse_cycles(draft, "group", "includes", {g.name: g.includes for g in draft.groups.values()})
    return predicates, _aliases(draft)


def _refuse_unknown_names(draft: Draft) -> None:
    for predicate in draft.predicates.values():
        for key, name in _predicates_named(predicate):
            if name not in draft.predicates:
                _refuse_name(draft, ("predicate", predicate.name), key, name)
        for name in _groups_named(predicate):
            if name not in draft.groups:
                _refuse_name(draft, ("predicate", predicate.name), "excludes", name)
    for group in draft.groups.values():
        for name in group.includes:
            if name not in draft.groups:
                _refuse_name(draft, ("group", group.name), "includes", name)


def _predicates_named(predicate: Predicate) -> Iterator[tuple[str, str]]:
    for key in _PAIRS:
        name = getattr(predicate, key)
        if name is not None:
            yield key, name
    for key in ("implies", "excludes", "ends"):
        for rule in getattr(predicate, key):
            yield key, rule.predicate


def _groups_named(predicate: Predicate) -> Iterator[str]:
    for rule in predicate.excludes:
        if rule.when is not None:
            yield rule.when
        if rule.value not in RESERVED:
            yield rule.value


def _refuse_name(draft: Draft, owner: tuple[str, str], key: str, name: str) -> None:
    names = [*draft.predicates, *draft.groups]
    raise draft.origin(*owner, key, name).fault(
        (key,), name, "names what is not there", f"Did you mean {nearest(name, names)}?"
    )


def _pairs(draft: Draft, kind: str) -> dict[str, str]:
    """Every predicate that has a partner, whichever of the two says so, and the partner."""
    pairs: dict[str, tuple[str, str]] = {}  # name → its partner and who says so
    for predicate in draft.predicates.values():
        partner = getattr(predicate, kind)
        if partner is None:
            continue
        said = draft.origin("predicate", predicate.name, kind, partner)
        if kind == "opposite" and partner == predicate.name:
            raise said.fault((kind,), partner, "is the predicate itself")
        for one, other in ((predicate.name, partner), (partner, predicate.name)):
            known, said_by = pairs.setdefault(one, (other, predicate.name))
            if known != other:
                problem = f"makes a pair with {one!r}, whose {kind} is {known!r}"
                first = draft.origin("predicate", said_by, kind).place(kind)
                raise said.fault((kind,), partner, problem, f"See {first}")
    return {name: partner for name, (partner, _) in pairs.items()}


def _completed(
    predicates: Mapping[str, Predicate], kind: str, pairs: Mapping[str, str]
) -> dict[str, Predicate]:
    """The predicates, with a pair said at one of the two only said at the other as well."""
    missing: dict[str, dict[str, Any]] = {
        name: {kind: partner}
        for name, partner in pairs.items()
        if getattr(predicates[name], kind) is None
    }
    return {
        name: replace(predicate, **missing[name]) if name in missing else predicate
        for name, predicate in predicates.items()
    }


def _implications(predicates: Mapping[str, Predicate]) -> dict[str, list[str]]:
    """What follows at once from what; "not X" where X is denied."""
    graph: dict[str, list[str]] = {}
    for predicate in predicates.values():
        for rule in predicate.implies:
            follows = graph.setdefault(_signed(predicate.name, rule.given), [])
            follows.append(_signed(rule.predicate, rule.polarity))
    return graph


def _signed(name: str, polarity: bool) -> str:
    return name if polarity else f"not {name}"


def _refuse_cycles(draft: Draft, kind: str, key: str, graph: Mapping[str, Sequence[str]]) -> None:
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        cycle = [*reversed(error.args[1])]
        name = cycle[0].removeprefix("not ")
        entry = draft.origin(kind, name, key, cycle[1].removeprefix("not "))
        raise entry.fault(
            (key,), cycle, f"goes round in a circle: {' → '.join(cycle)}",
            "For both directions at once set inverse" if kind == "predicate" else None,
        ) from error  # fmt: skip


def _aliases(draft: Draft) -> Aliases:
    phrases: dict[str, list[str]] = {}
    names: dict[str, list[str]] = {}
    for predicate in draft.predicates.values():
        for language, own in predicate.aliases.items():
            phrases.setdefault(language, []).extend(own)
            names.setdefault(language, []).extend([predicate.name] * len(own))
    index = {}
    for language, filed in phrases.items():
        keys = phrase_keys(filed, language)
        index[language] = dict(zip(keys, names[language], strict=True))
        if len(index[language]) < len(keys) or "" in index[language]:
            _refuse_shared(draft, language, keys, names[language], filed)
    return index


def _refuse_shared(
    draft: Draft, language: str, keys: list[str], names: list[str], phrases: list[str]
) -> None:
    """Raises for an alias of two predicates, or of none; one that is said twice is harmless."""
    first: dict[str, tuple[str, str]] = {}
    for key, name, phrase in zip(keys, names, phrases, strict=True):
        other, theirs = first.setdefault(key, (name, phrase))
        if key and other == name:
            continue
        problem, fix = "is an alias without a letter", None
        if other != name:
            there = draft.origin("predicate", other, "aliases", theirs)
            place = there.place_of_text(theirs, "aliases", language)
            problem, fix = f"is an alias of {other!r} as well, in {place}", "Keep it at one of them"
        raise draft.origin("predicate", name, "aliases", phrase).fault(
            ("aliases", language), phrase, problem, fix
        )
