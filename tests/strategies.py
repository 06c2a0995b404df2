"""Hypothesis strategies for every noun."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from smalti.model.agenda import AgendaSheet
from smalti.model.conflict import (
    Clarification,
    ClarificationKind,
    ClarificationStatus,
    Conflict,
    ConflictKind,
    ConflictStatus,
)
from smalti.model.entity import Entity, EntityKind, Kinship, Merge
from smalti.model.lifecycle import Event, State
from smalti.model.policy import Policy
from smalti.model.processing import Processed, ProcessStatus
from smalti.model.record import (
    Authority,
    Belief,
    Confidence,
    Derivation,
    DerivationKind,
    Edge,
    EdgeKind,
    Evidence,
    Facet,
    Modality,
    Observation,
    Record,
    RecordKind,
    RecordStep,
    Slot,
    Value,
)
from smalti.model.settings import SpaceSettings
from smalti.model.time import Bound, Instant, Interval, Precision
from smalti.model.turn import Attachment, Role, Turn, TurnDraft

# Texts that broke other engines: joiners, right-to-left, combining marks, markup, control codes.
TRICKY_TEXTS = (
    "👩\u200d👩\u200d👧 🏳\ufe0f\u200d🌈 1\ufe0f\u20e3 🇩🇪",
    "می\u200cخواهم بروم",
    "\u202eהפוך\u202c שלום",
    "e\u0301 vs é, A\u030a vs Å",
    "हिन्दी में",
    "ที่นี่อร่อย",
    "生日是三月三号，喜欢北京烤鸭",
    "스코프랩스",
    "line one\r\nline two\ttab\x0bvt\x1f",
    "' OR 1=1; DROP TABLE turns; --",
    'NEAR("a" AND b*) -NOT ^c:d',
    "trailing space \u3000",
    "\ufeffstarts with a byte order mark",
    "\U0010ffff\U000e0001",
)

characters = st.characters(exclude_categories=["Cs"], exclude_characters="\0")
"""All that every backend can keep: Unicode without surrogates and NUL."""

any_text = st.text(characters, max_size=60) | st.sampled_from(TRICKY_TEXTS)
filled_text = any_text.filter(lambda text: text.strip() != "")
ids = st.text("abcdefghijkmnpqrstvwxyz0123456789_", min_size=1, max_size=12)
names = st.sampled_from(["Ada", "Bo", "美月", "José", "user"]) | filled_text
shares = st.floats(0.0, 1.0)
numbers = st.floats(allow_nan=False, allow_infinity=False)

# A day inside the years 1 and 9999, so that every offset keeps the local time inside, too.
_FIRST, _LAST = -62_135_510_400_000_000, 253_402_214_400_000_000
offsets = st.integers(-23 * 60 - 59, 23 * 60 + 59)
instants: SearchStrategy[Instant] = st.builds(Instant, st.integers(_FIRST, _LAST), offsets)

_json_scalars = st.none() | st.booleans() | st.integers(-(2**60), 2**60) | numbers | any_text
json_values: SearchStrategy[Any] = st.recursive(
    _json_scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(any_text, inner, max_size=3),
    max_leaves=6,
)
metadatas = st.dictionaries(any_text, json_values, max_size=3)
attachments = st.lists(
    st.builds(Attachment, kind=filled_text, caption=any_text, uri=st.none() | any_text), max_size=2
).map(tuple)

drafts: SearchStrategy[TurnDraft] = st.builds(
    TurnDraft,
    text=filled_text,
    speaker=names,
    role=st.sampled_from(Role),
    said_at=st.none() | instants,
    session=names,
    external_id=st.none() | filled_text,
    attachments=attachments,
    metadata=metadatas,
)


def turns(
    id: SearchStrategy[str] = ids, external_id: SearchStrategy[str | None] | None = None
) -> SearchStrategy[Turn]:
    """Turns as a store may be handed them."""
    return st.builds(
        Turn,
        id=id,
        text=filled_text,
        speaker=names,
        role=st.sampled_from(Role),
        said_at=st.none() | instants,
        session=names,
        recorded_at=instants,
        external_id=st.none() if external_id is None else external_id,
        attachments=attachments,
        metadata=metadatas,
    )


def turn_lists(min_size: int = 1, max_size: int = 6) -> SearchStrategy[list[Turn]]:
    """Turns that differ in their ids."""
    return st.lists(turns(), min_size=min_size, max_size=max_size, unique_by=lambda turn: turn.id)


bounds = st.builds(Bound, instants, st.sampled_from(Precision)) | st.just(
    Bound(None, Precision.UNKNOWN)
)


@st.composite
def intervals(draw: st.DrawFn) -> Interval:
    """Intervals of every shape: open, unknown and known ends."""
    start, end = draw(st.none() | bounds), draw(st.none() | bounds)
    if start and end and start.at and end.at and end.at.micros <= start.at.micros:
        start, end = (end, start) if end.at.micros < start.at.micros else (start, None)
    return Interval(start, end)


values: SearchStrategy[Value] = (
    st.builds(Value, entity=ids)
    | st.builds(Value, text=any_text)
    | st.builds(
        Value,
        number=numbers,
        unit=st.none() | any_text,
        comparator=st.sampled_from(["=", "<", "<=", ">", ">=", "~"]),
        upper=st.none() | numbers,
    )
)
derivations = st.builds(Derivation, st.sampled_from(DerivationKind), any_text, any_text, any_text)
confidences = st.builds(Confidence, shares, shares, shares)
slots = st.builds(Slot, names, names, st.none() | any_text)
entities: SearchStrategy[Entity] = st.builds(
    Entity,
    id=ids,
    kind=st.sampled_from(EntityKind),
    name=names,
    category=any_text,
    aliases=st.lists(names, max_size=3).map(tuple),
    merged_into=st.none() | ids,
    kin=st.lists(st.builds(Kinship, ids, any_text), max_size=2).map(tuple),
)
edges: SearchStrategy[Edge] = st.builds(
    Edge, source=ids, target=ids, kind=st.sampled_from(EdgeKind), weight=numbers
)
observations: SearchStrategy[Observation] = st.builds(
    Observation,
    record=ids,
    asserter=names,
    authority=st.sampled_from(Authority),
    value=any_text,
    affirms=st.booleans(),
    reliability=shares,
)
beliefs: SearchStrategy[Belief] = st.builds(
    Belief,
    id=ids,
    slot=slots,
    distribution=st.dictionaries(any_text, shares, max_size=3),
    updated_at=st.none() | instants,
    observations=st.lists(observations, max_size=3).map(tuple),
)
clarifications: SearchStrategy[Clarification] = st.builds(
    Clarification,
    id=ids,
    question=any_text,
    about=ids,
    created_at=instants,
    priority=numbers,
    times_asked=st.integers(0, 2**40),
    status=st.sampled_from(ClarificationStatus),
    answered_by=st.none() | ids,
    kind=st.sampled_from(ClarificationKind),
    against=st.none() | ids,
)


def merges(entity: SearchStrategy[str] = ids) -> SearchStrategy[Merge]:
    """Merges of entities with these ids."""
    return st.builds(
        Merge,
        id=ids,
        winner=entity,
        loser=entity,
        reason=any_text,
        merged_at=instants,
        undone_at=st.none() | instants,
    )


def evidence(turn: SearchStrategy[str] = ids) -> SearchStrategy[Evidence]:
    """Quotes of turns with these ids."""
    return st.builds(
        lambda turn, start, length: Evidence(turn, start, start + length),
        turn,
        st.integers(0, 2**31),
        st.integers(1, 2**31),
    )


def records(turn: SearchStrategy[str] = ids) -> SearchStrategy[Record]:
    """Records that rest on turns with these ids."""
    return st.builds(
        Record,
        id=ids,
        kind=st.sampled_from(RecordKind),
        sentence=any_text,
        subject=names,
        predicate=names,
        value=values,
        asserted_by=names,
        authority=st.sampled_from(Authority),
        valid=intervals(),
        recorded_at=instants,
        confidence=confidences,
        evidence=st.lists(evidence(turn), max_size=3).map(tuple),
        extractor=any_text,
        state=st.sampled_from(State),
        closed_at=st.none() | instants,
        facet=st.sampled_from(Facet),
        polarity=st.booleans(),
        modality=st.sampled_from(Modality),
        condition=st.none() | any_text,
        recurrence=st.none() | any_text,
        ended=st.booleans(),
        correction=st.booleans(),
        instruction_like=st.booleans(),
        derived=st.lists(derivations, max_size=2).map(tuple),
    )


def processed(turn: SearchStrategy[str] = ids) -> SearchStrategy[Processed]:
    """What became of the reading of turns with these ids."""
    return st.builds(
        Processed,
        id=turn,
        status=st.sampled_from(ProcessStatus),
        extractor=any_text,
        at=instants,
        records=st.integers(0, 2**40),
        reason=any_text,
    )


def record_steps(record: SearchStrategy[str] = ids) -> SearchStrategy[RecordStep]:
    """Steps in the lives of records with these ids."""
    return st.builds(
        RecordStep,
        id=ids,
        record=record,
        event=st.sampled_from(Event),
        at=instants,
        actor=names,
        reason=any_text,
        conflict=st.none() | ids,
        valid=intervals(),
    )


def conflicts(record: SearchStrategy[str] = ids) -> SearchStrategy[Conflict]:
    """Conflicts between records with these ids."""
    return st.builds(
        Conflict,
        id=ids,
        stored=record,
        incoming=record,
        kind=st.sampled_from(ConflictKind),
        judge=names,
        score=shares,
        reason=any_text,
        found_at=instants,
        chain=st.lists(ids, max_size=3).map(tuple),
        status=st.sampled_from(ConflictStatus),
        outcome=st.none() | any_text,
        decided_by=st.none() | names,
        decided_at=st.none() | instants,
    )


settings = st.builds(
    SpaceSettings,
    id=ids,
    policy=st.sampled_from(Policy),
    authorities=st.permutations(list(Authority)[:-1]).map(lambda o: (*o, Authority.UNTRUSTED)),
)

sheets = st.builds(
    AgendaSheet, id=ids, name=names, subject=names, content=any_text, updated_at=instants
)


NOUNS: dict[type, SearchStrategy[Any]] = {
    Turn: turns(),
    SpaceSettings: settings,
    AgendaSheet: sheets,
    Entity: entities,
    Merge: merges(),
    Record: records(),
    RecordStep: record_steps(),
    Edge: edges,
    Belief: beliefs,
    Conflict: conflicts(),
    Clarification: clarifications,
    Processed: processed(),
}
"""One strategy a noun, each on its own: what it refers to need not exist."""
