"""Files laid over one another: a later layer replaces an entry of the same name or adds to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any

from smalti.write.predicates.entries import Group, Predicate
from smalti.write.predicates.reading import Fields, extension_of, group_of, predicate_of
from smalti.write.predicates.source import Entry, Source, entries_of


@dataclass(frozen=True, slots=True)
class Draft:
    """The entries of all layers, merged and not yet checked against one another.

    ``origins`` keeps what each was made from, so that a fault found later can name its line.
    """

    predicates: dict[str, Predicate] = field(default_factory=dict)
    groups: dict[str, Group] = field(default_factory=dict)
    origins: dict[tuple[str, str], tuple[Entry, ...]] = field(default_factory=dict)

    def origin(self, kind: str, name: str, key: str, text: str = "") -> Entry:
        """The entry that says ``text`` under ``key``, as far as this can be told."""
        origins = self.origins[kind, name]
        for entry in reversed(origins):
            if key in entry.fields and text in str(entry.fields[key]):
                return entry
        return origins[0]


def merged(layers: Iterable[Iterable[Source]]) -> Draft:
    """The draft of several layers, lowest first.

    Raises:
        InvalidInput: a file or an entry cannot be read, a name comes twice in one layer, or an
            entry extends what is not there.
    """
    draft = Draft()
    for layer in layers:
        for entry in _without_repeats(layer):
            _lay(draft, entry)
    return draft


def _without_repeats(layer: Iterable[Source]) -> Iterator[Entry]:
    first: dict[tuple[str, str], Entry] = {}
    for source in layer:
        for entry in entries_of(source):
            known = first.setdefault((entry.kind, entry.name), entry)
            if known is not entry:
                raise entry.fault((), entry.name, f"is declared twice, first in {known.place()}",
                                  "Keep one of the two")  # fmt: skip
            yield entry


def _lay(draft: Draft, entry: Entry) -> None:
    key = entry.kind, entry.name
    if entry.extends:
        if key not in draft.origins:
            names = [name for kind, name in draft.origins if kind == entry.kind]
            raise entry.fault(("extends",), entry.name, "extends what is not there",
                              f"Did you mean {nearest(entry.name, names)}?")  # fmt: skip
        draft.origins[key] = (*draft.origins[key], entry)
        _extend(draft, entry)
        return
    draft.origins[key] = (entry,)
    if entry.kind == "predicate":
        draft.predicates[entry.name] = predicate_of(entry)
    else:
        draft.groups[entry.name] = group_of(entry)


def _extend(draft: Draft, entry: Entry) -> None:
    added = extension_of(entry)
    if entry.kind == "predicate":
        predicate = draft.predicates[entry.name]
        draft.predicates[entry.name] = replace(predicate, **_sum(predicate, added))
    else:
        group = draft.groups[entry.name]
        draft.groups[entry.name] = replace(group, **_sum(group, added))


def _sum(base: Predicate | Group, added: Fields) -> Fields:
    return {key: _both(getattr(base, key), value) for key, value in added.items()}


def _both(old: Any, new: Any) -> Any:
    if isinstance(new, Mapping):
        return MappingProxyType(
            {key: (*old.get(key, ()), *new.get(key, ())) for key in [*old, *(set(new) - set(old))]}
        )
    return (*old, *new)


def nearest(name: str, names: Sequence[str]) -> str:
    """The known name most like a wrong one, for an error message."""
    close = get_close_matches(name, names, n=1, cutoff=0.5)
    return repr(close[0]) if close else "another name"
