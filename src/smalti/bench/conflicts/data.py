"""What conflicts are measured on: something stored, something that comes in, what must follow.

Kinds of data, told apart by what they are made of:

* ``guidelines``: a folder. ``NAME.base.jsonl`` holds a document that contradicts itself nowhere,
  one statement a line (``id``, ``text``); ``NAME.incoming.jsonl`` statements that come later, each
  to be compared with the base alone: ``label`` conflict or benign, ``type``, ``explicit``, and
  ``conflicts_with``, ids of the base.
* ``conversations``: as for extraction, with the turns that the incoming one bears on (``against``)
  and what must not be believed afterwards (``must_not``).
* ``pairs``: ``stored`` and several ``incoming``, each with ``label`` contradiction, compatible or
  same, and a ``type``; each is compared with the stored statement alone.
* ``halumem pairs``: ``old`` statements and a ``new`` one, which is an ``update`` of them or not.
  One without anything old is left out, since there is nothing to compare it with.
* ``beam``: a folder of talks in the form of BEAM (arXiv 2510.27246), with the turns that contradict
  each other. In most of these one side says "never", so what a search for that word would find is
  told apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import Any

from smalti.bench.conflicts.case import Case
from smalti.bench.extraction import data as extraction
from smalti.bench.labelled import labelled_items
from smalti.model.errors import InvalidInput
from smalti.model.time import Instant
from smalti.model.turn import Role, TurnDraft

CONFLICT, BENIGN = "conflict", "benign"
MUST_NOT = "must_not"
NEGATIVE = frozenset({"compatible", "duplicate", "refinement", "recurrence", "not_memory"})
"""Relations after which nothing may be ended, overwritten or flagged.

But for a recurrence of the kind "A, then B, then A again", which lists that B has ended.
"""

_BEFORE, _LATER = Instant.of("2026-01-05T09:00:00Z"), Instant.of("2026-02-02T09:00:00Z")
_DOCUMENT = "guideline"


class Kind(Enum):
    """The kinds of data."""

    GUIDELINES = "guidelines"
    CONVERSATIONS = "conversations"
    PAIRS = "pairs"
    HALUMEM = "halumem pairs"
    MEMCONFLICT = "memconflict"
    BEAM = "beam"


def kind_of(path: Path) -> Kind:
    """What kind of data a file or folder holds, by the names in it and by its first keys.

    Raises:
        InvalidInput: it is none.
    """
    if path.is_dir():
        if any(path.glob("*.base.jsonl")):
            return Kind.GUIDELINES
        if any(path.glob("*/probing_questions.json")):
            return Kind.BEAM
        raise InvalidInput("data", str(path), "is a folder of no known kind")
    first = labelled_items(path, ())[0]
    for kind, needed in _NEEDED.items():
        if all(name in first for name in needed):
            return kind
    wanted = "; ".join(f"{kind.value}: {', '.join(keys)}" for kind, keys in _NEEDED.items())
    raise InvalidInput("data", path.name, "is of no known kind", fix=f"Give it keys. {wanted}")


def read_cases(path: Path, kind: Kind, limit: int | None = None) -> list[Case]:
    """The cases of a file or folder, at most so many.

    Raises:
        InvalidInput: something cannot be read, or an item lacks something; says which.
    """
    return list(_READERS[kind](path))[:limit]


def files_of(path: Path) -> list[Path]:
    """The files that make up the data, in a fixed order."""
    found = path.rglob("*.json*") if path.is_dir() else [path]
    return sorted(one for one in found if one.is_file())


def _guidelines(folder: Path) -> Iterator[Case]:
    for path in sorted(folder.glob("*.base.jsonl")):
        domain = path.name.removesuffix(".base.jsonl")
        base = labelled_items(path, ("id", "text"))
        place = {str(one["id"]): number for number, one in enumerate(base)}
        before = tuple(_stated(str(one["text"]), _BEFORE, domain) for one in base)
        needed = ("id", "text", "label", "type", "conflicts_with")
        labels = {"label": (CONFLICT, BENIGN)}
        later = labelled_items(folder / f"{domain}.incoming.jsonl", needed, labels)
        for one in later:
            unknown = [id for id in one["conflicts_with"] if id not in place]
            if unknown:
                raise InvalidInput("conflicts_with", unknown[0], f"is not in {path.name}")
            yield Case(
                id=f"{domain}/{one['id']}",
                base=domain,
                before=before,
                incoming=(_stated(str(one["text"]), _LATER, f"{domain} later"),),
                conflict=one["label"] == CONFLICT,
                against=tuple(place[id] for id in one["conflicts_with"]),
                groups={"domain": domain, "type": str(one["type"])} | _said(one.get("explicit")),
            )


def _said(explicit: bool | None) -> dict[str, str]:
    return {} if explicit is None else {"said": "explicit" if explicit else "implicit"}


def _stated(text: str, at: Instant, session: str) -> TurnDraft:
    """A statement of a document."""
    return TurnDraft(text, _DOCUMENT, Role.DOCUMENT, at, session)


def _conversations(path: Path) -> Iterator[Case]:
    items = extraction.read_items(path, extraction.Set.CONVERSATIONS)
    for item, line in zip(items, labelled_items(path, ("expect",)), strict=True):
        expected, count = line["expect"], len(line["history"])
        groups = {"language": item.language} | {
            name: str(expected[name]) for name in ("relation", "category") if expected.get(name)
        }
        not_so = (
            extraction.Wanted(item.id, MUST_NOT, str(text), groups)
            for text in expected.get(MUST_NOT) or ()
        )
        yield Case(
            id=item.id,
            base=item.id,
            before=item.turns[:count],
            incoming=item.turns[count:],
            conflict=_ends_something(expected),
            against=tuple(int(place) for place in expected.get("against") or ()),
            language=item.language,
            groups=groups,
            relation=str(expected["relation"]),
            wanted=(*item.wanted, *not_so),
        )


def _ends_something(expected: Mapping[str, Any]) -> bool:
    returning = expected["relation"] == "recurrence" and bool(expected.get("ended"))
    return returning or expected["relation"] not in NEGATIVE


def _pairs(path: Path) -> Iterator[Case]:
    for line in labelled_items(path, _NEEDED[Kind.PAIRS]):
        base, language = str(line["id"]), str(line.get("lang") or "en")
        for number, one in enumerate(line["incoming"], 1):
            yield Case(
                id=f"{base}/{number}",
                base=base,
                before=(_told(str(line["stored"]), _BEFORE, base),),
                incoming=(_told(str(one["text"]), _LATER, base),),
                conflict=one["label"] == "contradiction",
                against=(0,),
                language=language,
                groups={"language": language, "type": f"{one['label']}: {one['type']}"},
            )


def _halumem(path: Path) -> Iterator[Case]:
    for number, line in enumerate(labelled_items(path, _NEEDED[Kind.HALUMEM]), 1):
        if not line["old"]:
            continue
        name, user = f"{path.stem}/{number}", str(line["user"])
        yield Case(
            id=name,
            base=name,
            before=tuple(_told(str(text), _BEFORE, name, user) for text in line["old"]),
            incoming=(_told(str(line["new"]), _LATER, name, user),),
            conflict=line["label"] == "update",
            against=tuple(range(len(line["old"]))),
            groups={"type": f"{line['label']}: {line['type']}"},
        )


def _told(text: str, at: Instant, session: str, speaker: str = "user") -> TurnDraft:
    """A statement of a person."""
    return TurnDraft(text, speaker, Role.USER, at, session)


def _beam(folder: Path) -> Iterator[Case]:
    from smalti.bench.conflicts.beam import beam_cases

    return beam_cases(folder)


_NEEDED: Mapping[Kind, Sequence[str]] = {
    Kind.CONVERSATIONS: ("id", "history", "incoming", "expect"),
    Kind.PAIRS: ("id", "stored", "incoming"),
    Kind.HALUMEM: ("user", "new", "old", "label"),
    Kind.MEMCONFLICT: ("persona_id", "session_id", "kind", "data"),
}
_READERS: Mapping[Kind, Callable[[Path], Iterator[Case]]] = {
    Kind.GUIDELINES: _guidelines,
    Kind.CONVERSATIONS: _conversations,
    Kind.PAIRS: _pairs,
    Kind.HALUMEM: _halumem,
    Kind.BEAM: _beam,
}
