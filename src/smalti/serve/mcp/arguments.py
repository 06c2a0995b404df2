"""What each tool takes. The descriptions are what an agent reads before it calls."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from smalti.model.errors import InvalidInput
from smalti.model.time import Instant
from smalti.serve.mcp.schemas import Given

UNKNOWN = "unknown"
UNDO = "undo"


def _moment(value: str | None) -> str | None:
    if value not in (None, UNKNOWN):
        try:
            Instant.of(value)
        except InvalidInput as error:
            raise ValueError(error.problem) from error
    return value


_Moment = Annotated[str | None, AfterValidator(_moment)]
_Query = Annotated[str, Field(min_length=1)]
_AsOf = Annotated[
    _Moment,
    Field(description="A moment in the world, ISO 8601: what held then, whenever it was learnt."),
]
_KnownAt = Annotated[
    _Moment,
    Field(description="A moment of this memory, ISO 8601: only what it knew and believed then."),
]
_SaidAt = Annotated[
    _Moment,
    Field(
        description="When it was said, ISO 8601 with offset (2026-03-01T09:30+01:00). Leave it out "
        'for something said just now; "unknown" where nobody knows.'
    ),
]
_Speaker = Annotated[
    str | None,
    Field(description="Who said it, by name: that of the user, or of whoever is quoted."),
]
_Session = Annotated[
    str,
    Field(description="One name for each conversation; what was said before is looked up in it."),
]


class Remember(Given):
    """What ``remember`` takes."""

    text: str = Field(
        description="What was said, in the speaker's own words and whole sentences; as it was "
        "said, neither summed up nor translated."
    )
    speaker: _Speaker = None
    role: Literal["user", "assistant", "tool", "document", "system"] = Field(
        default="user",
        description="Whose authority it has; what you conclude yourself is assistant.",
    )
    said_at: _SaidAt = None
    session: _Session = "default"


class Recall(Given):
    """What ``recall`` takes."""

    query: _Query = Field(description="A question, or some words that the turns would hold.")
    limit: int = Field(default=5, ge=1, le=20, description="At most so many turns.")
    speaker: str | None = Field(default=None, description="Only what this person said.")
    session: str | None = Field(default=None, description="Only of this conversation.")
    since: _Moment = Field(default=None, description="Said then or later, ISO 8601.")
    until: _Moment = Field(default=None, description="Said before then, ISO 8601.")
    as_of: _AsOf = None
    known_at: _KnownAt = None


class Ask(Given):
    """What ``ask`` takes."""

    question: _Query = Field(
        description="One whole question, with names instead of pronouns: Where does Ada live?"
    )
    as_of: _AsOf = None
    known_at: _KnownAt = None


class Conflicts(Given):
    """What ``conflicts`` takes."""

    conflict: str | None = Field(
        default=None, description="The id of one conflict; all others are left."
    )
    about: str | None = Field(
        default=None, description="Only about this person or thing, by name or id."
    )
    status: Literal["open", "resolved", "dismissed", "possible", "any"] = Field(
        default="open", description="possible: where no judge could tell."
    )
    limit: int = Field(default=5, ge=1, le=20, description="At most so many.")


class Resolve(Given):
    """What ``resolve`` takes."""

    conflict: str = Field(description="The id that conflicts gave.")
    choice: Literal["stored", "incoming", "changed", "merge", "both", "dismiss", "undo"] = Field(
        description="stored: the stored statement is right, the incoming one never was; incoming: "
        "the other way round; changed: the incoming one is right now, the stored one was until "
        "then; merge: both say the same; both: both are true, a reason tells how; dismiss: there "
        "is nothing to decide; undo: take the decision back."
    )
    reason: str = Field(default="", description="Why, in the words of who decided; kept with it.")
    by: str = Field(default="user", description="Who decided, by name.")


class History(Given):
    """What ``history`` takes."""

    record: str | None = Field(
        default=None,
        description="The id of a record: every version of what it tells, with each change.",
    )
    about: str | None = Field(
        default=None,
        description="A person or thing, by name or id: all that is known, as it began.",
    )
    as_of: _AsOf = None
    known_at: _KnownAt = None
    limit: int = Field(default=20, ge=1, le=50, description="At most so many, the latest of them.")


class Clarify(Given):
    """What ``clarify`` takes."""

    question: str | None = Field(
        default=None, description="The id of the question that is answered."
    )
    answer: str | None = Field(
        default=None, description="yes, no, or what is right instead, in the words of who answers."
    )
    speaker: str | None = Field(
        default=None, description="Who answers; by default who made the statement."
    )
    said_at: _SaidAt = None
    session: _Session = "default"
    limit: int = Field(
        default=5, ge=1, le=20, description="Without question: list so many at most."
    )


class Forget(Given):
    """What ``forget`` takes."""

    record: str | None = Field(
        default=None, description="The id of a record; the turns it quotes go too."
    )
    turn: str | None = Field(default=None, description="The id of a turn.")
    session: str | None = Field(default=None, description="A conversation: all its turns.")
    speaker: str | None = Field(default=None, description="A person: all that they said.")
    entity: str | None = Field(
        default=None, description="A person or thing, by name or id: all that names it."
    )
    confirm: bool = Field(
        default=False,
        description="false: only tell what would go; true: erase it. Set it when the user has seen "
        "what would go and agrees.",
    )
    reason: str = Field(
        default="", description="Kept with the note of the erasure; no erased text in it."
    )


class Search(Given):
    """What ``search`` takes."""

    query: _Query = Field(description="A question or some words.")


class Fetch(Given):
    """What ``fetch`` takes."""

    id: _Query = Field(description="An id of a search result: of a turn, a record or an entity.")
