"""Every error Smalti raises on purpose, on one screen.

::

    SmaltiError
    ├── InvalidInput              a value from the caller cannot be used: field, value, fix
    │   └── TurnTooLarge          a single turn is over the size limit
    ├── NotFound                  no such id in this space (an id of another space does not exist)
    ├── ExternalIdConflict        an external id is taken by a turn that says something else
    ├── IllegalTransition         the lifecycle table has no such step
    ├── StoreError                the file or server that holds the memory
    │   ├── StoreBusy             another writer held the lock for too long
    │   ├── StoreUnusable         not a database, not a Smalti database, or damaged
    │   ├── StoreReadOnly         the file or its folder cannot be written
    │   ├── StoreFull             no space left where the file lies
    │   ├── SchemaTooNew          written by a newer Smalti than this one
    │   └── StoreClosed           used after close()
    └── ModelError                an embedder or a language model
        ├── ModelUnavailable      not installed, file missing or wrong, server out of reach
        └── EmbedderMismatch      the stored vectors come from another model or dimension

Each carries ``code`` (stable, for programs), and where it helps ``hint`` (what to do next).
"""

from __future__ import annotations

from typing import Any, ClassVar


class SmaltiError(Exception):
    """Base of all errors raised on purpose.

    ``str(error)`` is one readable line: what happened, then what to do about it.
    """

    code: ClassVar[str] = "error"

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message if hint is None else f"{message}. {hint}")
        self.message = message
        self.hint = hint

    def __reduce__(self) -> tuple[Any, ...]:
        """Errors travel between processes whole, whatever their constructor asks for."""
        return _rebuild, (type(self), self.args, vars(self))


def _rebuild(cls: type[SmaltiError], args: tuple[Any, ...], state: dict[str, Any]) -> SmaltiError:
    error = cls.__new__(cls, *args)
    error.args = args
    vars(error).update(state)
    return error


class InvalidInput(SmaltiError):
    """A value from the caller cannot be used; names the field, the value and the fix."""

    code = "invalid_input"
    _SHOWN: ClassVar[int] = 80  # characters of the value repeated in the message

    def __init__(self, field: str, value: object, problem: str, *, fix: str | None = None) -> None:
        try:
            shown = repr(value)
        except (ValueError, RecursionError):  # numbers of thousands of digits, things in themselves
            shown = f"a {type(value).__name__} that cannot be shown"
        if len(shown) > self._SHOWN:
            shown = f"{shown[: self._SHOWN]}… ({len(shown):,} characters)"
        super().__init__(f"{field}: {problem}, got {shown}", hint=fix)
        self.field = field
        self.value = value
        self.problem = problem
        self.fix = fix


class TurnTooLarge(InvalidInput):
    """A single turn is over the size limit."""

    code = "turn_too_large"


class NotFound(SmaltiError):
    """No such id in a space, or in what ``within`` says. Ids of other spaces do not exist here."""

    code = "not_found"

    def __init__(
        self, kind: str, id: str, *, within: str = "this space", hint: str | None = None
    ) -> None:
        super().__init__(f"no {kind} {id!r} in {within}", hint=hint)
        self.kind = kind
        self.id = id


class ExternalIdConflict(SmaltiError):
    """An external id is already taken by a turn that says something else."""

    code = "external_id_conflict"

    def __init__(self, external_id: str, stored_turn: str, differs: tuple[str, ...]) -> None:
        super().__init__(
            f"external id {external_id!r} already belongs to turn {stored_turn}, "
            f"which differs in {', '.join(differs)}",
            hint="Give the new turn an id of its own; a journalled turn is never changed",
        )
        self.external_id = external_id
        self.stored_turn = stored_turn
        self.differs = differs


class IllegalTransition(SmaltiError):
    """The lifecycle table of a record has no such step."""

    code = "illegal_transition"

    def __init__(self, state: str, event: str, allowed: tuple[str, ...]) -> None:
        super().__init__(
            f"a record that is {state} cannot {event}",
            hint=f"Possible here: {', '.join(allowed) or 'nothing'}",
        )
        self.state = state
        self.event = event
        self.allowed = allowed


class StoreError(SmaltiError):
    """The file or server that holds the memory could not do what was asked."""

    code = "store_error"


class StoreBusy(StoreError):
    """Another writer held the lock for longer than the busy timeout."""

    code = "store_busy"


class StoreUnusable(StoreError):
    """Not a database, not a Smalti database, or damaged."""

    code = "store_unusable"


class StoreReadOnly(StoreError):
    """The file or the folder it lies in cannot be written."""

    code = "store_read_only"


class StoreFull(StoreError):
    """No space is left where the file lies; nothing of the write was kept."""

    code = "store_full"


class SchemaTooNew(StoreError):
    """The store was written by a newer Smalti than this one."""

    code = "schema_too_new"


class StoreClosed(StoreError):
    """The memory was used after ``close()``."""

    code = "store_closed"


class ModelError(SmaltiError):
    """An embedder or a language model could not do what was asked."""

    code = "model_error"


class ModelUnavailable(ModelError):
    """The model is not installed, its file is missing or wrong, or its server is out of reach."""

    code = "model_unavailable"


class EmbedderMismatch(ModelError):
    """The stored vectors come from another model or dimension than the one at hand."""

    code = "embedder_mismatch"

    def __init__(self, stored: str, current: str) -> None:
        super().__init__(
            f"the stored vectors were made by {stored}, this process embeds with {current}",
            hint="Run `smalti reindex` to embed everything anew; until then recall is lexical only",
        )
        self.stored = stored
        self.current = current
