"""The journal's decisions, without I/O: is this a turn, which id does it get, what is indexed.

A turn is identified by its external id and content if it has one, else by (session, speaker, time,
text) and, because people say "yes" twice, by which repetition of these it is within one write.
Writing the same turns again therefore finds them all, and loses none.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Any

from smalti.model.errors import InvalidInput, TurnTooLarge
from smalti.model.ids import content_id
from smalti.model.time import Instant
from smalti.model.turn import Attachment, Role, Turn, TurnDraft
from smalti.text.dates import spoken_date

MAX_CHARACTERS = 1_000_000
"""Characters a turn may have. A longer document belongs in several turns."""

_KINDS: dict[str, Any] = {
    "text": str,
    "speaker": str,
    "role": Role,
    "said_at": Instant | None,
    "session": str,
    "external_id": str | None,
    "attachments": tuple,
    "metadata": Mapping,
}
_QUESTION_MARKS = ("?", "？", "؟", "吗", "呢", "か")
_MAX_NAME = 1_000  # characters of a speaker, a session or an external id


def number(drafts: Iterable[TurnDraft], recorded_at: Instant) -> Iterator[Turn]:
    """Give each draft its id, in order. One call per write: it counts repetitions.

    Raises:
        InvalidInput: a field cannot be stored as it is; names it and its place ("turns[3].text").
    """
    repetitions: Counter[tuple[str, ...]] = Counter()
    for index, draft in enumerate(drafts):
        validate(draft, f"turns[{index}]")
        identity = (draft.session, draft.speaker, str(draft.said_at), draft.text)
        if draft.external_id is None:
            repetitions[identity] += 1
            id = content_id("t", str(repetitions[identity]), *identity)
        else:
            id = content_id("t", "external", draft.external_id, *identity)
        content = {field.name: getattr(draft, field.name) for field in fields(draft)}
        yield Turn(id=id, recorded_at=recorded_at, **content)


def validate(draft: TurnDraft, where: str) -> None:
    """Refuse what cannot be kept verbatim on every backend.

    A turn that only shows something needs no text.

    Raises:
        InvalidInput: empty or unstorable text, name or metadata.
        TurnTooLarge: the text is longer than ``MAX_CHARACTERS``.
    """
    for name, kind in _KINDS.items():
        if not isinstance(getattr(draft, name), kind):
            raise InvalidInput(f"{where}.{name}", getattr(draft, name), "is of the wrong kind")
    if not draft.text.strip() and not draft.attachments:
        raise InvalidInput(f"{where}.text", draft.text, "is empty", fix="Leave empty turns out")
    if len(draft.text) > MAX_CHARACTERS:
        raise TurnTooLarge(
            f"{where}.text",
            draft.text,
            f"is longer than {MAX_CHARACTERS:,} characters",
            fix="Split it into several turns",
        )
    _storable(f"{where}.text", draft.text)
    for name in ("speaker", "session", "external_id"):
        value = getattr(draft, name)
        if value is not None:
            _name(f"{where}.{name}", value)
    for place, attachment in enumerate(draft.attachments):
        if not isinstance(attachment, Attachment):
            raise InvalidInput(f"{where}.attachments[{place}]", attachment, "is not an Attachment")
        for text in (attachment.kind, attachment.caption, attachment.uri or ""):
            _storable(f"{where}.attachments[{place}]", text)
    _metadata(f"{where}.metadata", draft)


def index_text(turn: Turn) -> str:
    """What lexical recall may find a turn by: who, when, what, and what was shown."""
    parts = [turn.speaker, spoken_date(turn.said_at), turn.text, *_captions(turn)]
    return "\n".join(part for part in parts if part)


def embed_text(turn: Turn) -> str:
    """What the embedder reads of a turn: who says it, what, and what was shown. No date."""
    shown = "".join(f" [shares {caption}]" for caption in _captions(turn))
    return f"{turn.speaker}: {turn.text}{shown}"


def asks(turn: Turn) -> bool:
    """Whether a turn ends with a question, so that the next one is likely its answer."""
    return turn.text.rstrip().endswith(_QUESTION_MARKS)


def _captions(turn: Turn) -> list[str]:
    return [attachment.caption for attachment in turn.attachments if attachment.caption]


def _name(field: str, value: str) -> None:
    if not value.strip():
        raise InvalidInput(field, value, "is empty")
    if len(value) > _MAX_NAME:
        raise InvalidInput(field, value, f"is longer than {_MAX_NAME:,} characters")
    _storable(field, value)


def _storable(field: str, text: str) -> None:
    if not isinstance(text, str):
        raise InvalidInput(field, text, "is not a text")
    if "\0" in text:
        raise InvalidInput(
            field,
            text,
            f"holds a NUL character at {text.index(chr(0))}",
            fix="Take it out: databases cut text there",
        )
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise InvalidInput(
            field,
            text,
            f"holds a lone surrogate at {error.start}",
            fix="Decode the source as UTF-8 with errors='replace'",
        ) from error


def _metadata(field: str, draft: TurnDraft) -> None:
    try:
        text = json.dumps(draft.metadata, ensure_ascii=False, allow_nan=False)
        same = json.loads(text) == draft.metadata
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidInput(field, draft.metadata, f"is not plain JSON: {error}") from error
    if not same:
        fix = "Use text for keys and lists instead of tuples"
        raise InvalidInput(field, draft.metadata, "would come back changed from JSON", fix=fix)
    _storable(field, text)
