"""LoCoMo: long conversations between two people in dated sessions, with pictures as captions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from smalti.interchange.faults import Item, attempt, load_json, mismatch
from smalti.interchange.stamps import session_time
from smalti.model.errors import InvalidInput
from smalti.model.results import Fault
from smalti.model.time import Instant
from smalti.model.turn import Attachment, TurnDraft
from smalti.write.drafts import name_of, text_of

SESSION_KEY = re.compile(r"session_(\d+)")


def read(path: Path, *, default_offset: int = 0) -> Iterator[Item]:
    """Read the turns of a list of LoCoMo conversations, or of a single one.

    Every turn of a session is said at the session's date and time, as nothing finer is known.

    Raises:
        InvalidInput: the file as a whole cannot be used.
    """
    data = load_json(path)
    samples = data if isinstance(data, list) else [data]
    if not any(_sessions(_conversation(sample)) for sample in samples):
        raise mismatch(path, "locomo", "has no conversation with session_1, session_2, …")
    return _samples(samples, path.stem, default_offset)


def _samples(samples: list[object], stem: str, default_offset: int) -> Iterator[Item]:
    for number, sample in enumerate(samples, start=1):
        conversation = _conversation(sample)
        name = attempt(f"conversation {number}", partial(_name, sample, f"{stem}-{number}"))
        if isinstance(name, Fault):
            yield name
            continue
        for key, turns in _sessions(conversation):
            said = conversation.get(f"{key}_date_time")
            yield from _session(name, key, turns, said, default_offset)


def _conversation(sample: object) -> dict[str, Any]:
    """Find where the sessions stand: under "conversation", or beside the speakers."""
    inner = sample.get("conversation", sample) if isinstance(sample, dict) else None
    return inner if isinstance(inner, dict) else {}


def _name(sample: object, otherwise: str) -> str:
    if not isinstance(sample, dict) or not _sessions(_conversation(sample)):
        raise InvalidInput("conversation", sample, "has no sessions")
    given = (sample[key] for key in ("sample_id", "conversation_id") if key in sample)
    return name_of("sample_id", next(given, otherwise))


def _sessions(conversation: dict[str, Any]) -> list[tuple[str, list[object]]]:
    """List the sessions that have turns, in the order of their numbers."""
    numbered = sorted(
        (int(match[1]), key)
        for key in conversation
        if (match := SESSION_KEY.fullmatch(key)) and isinstance(conversation[key], list)
    )
    return [(key, conversation[key]) for _, key in numbered]


def _session(
    name: str, key: str, turns: list[object], said: object, default_offset: int
) -> Iterator[Item]:
    where = f"conversation {name}, {key}"
    said_at = attempt(where, partial(session_time, said, default_offset))
    if isinstance(said_at, Fault):
        yield Fault(where, f"{said_at.problem}; its turns are imported undated")
        said_at = None
    for number, turn in enumerate(turns, start=1):
        spot = f"{name}:{key}:{number}"
        yield attempt(f"{where}, turn {number}", partial(_draft, turn, said_at, name, key, spot))


def _draft(turn: object, said_at: Instant | None, name: str, key: str, spot: str) -> TurnDraft:
    if not isinstance(turn, dict):
        raise InvalidInput("turn", turn, "must be a JSON object")
    dialogue_id = turn.get("dia_id")
    return TurnDraft(
        text=text_of("text", turn.get("text")),
        speaker=text_of("speaker", turn.get("speaker")),
        said_at=said_at,
        session=f"{name}:{key}",
        external_id=f"locomo:{name}:{dialogue_id}" if dialogue_id else f"locomo:{spot}",
        attachments=_pictures(turn),
        metadata={"image_query": turn["query"]} if turn.get("query") else {},
    )


def _pictures(turn: dict[str, Any]) -> tuple[Attachment, ...]:
    """Read the picture shown with a turn; many have a caption and no longer an address."""
    addresses = turn.get("img_url") or []
    uri = next(iter(addresses), None) if isinstance(addresses, list) else addresses
    caption = text_of("blip_caption", turn.get("blip_caption") or "")
    if not caption and uri is None:
        return ()
    return (Attachment("image", caption, None if uri is None else text_of("img_url", uri)),)
