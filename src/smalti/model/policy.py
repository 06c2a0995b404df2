"""How conflicts are settled in a space; the last three policies are for comparison only."""

from __future__ import annotations

from enum import Enum

from smalti.model.errors import InvalidInput


class Policy(Enum):
    """What is done where statements cannot all hold."""

    AUTO = "auto"  # the table decides
    ASK = "ask"  # what would end a stored statement is put before a person
    KEEP_BOTH = "keep-both"  # nothing is ended; contradictions are shown
    APPEND_ONLY = "append-only"  # nothing is compared at all
    LATEST_WINS = "latest-wins"  # what comes in replaces what is there
    DATE_ORDERED = "date-ordered"  # dates alone decide, without regard to slot and source

    @classmethod
    def named(cls, name: str) -> Policy:
        """The policy of a name.

        Raises:
            InvalidInput: there is none of that name; tells those that there are.
        """
        try:
            return cls(name)
        except ValueError:
            known = ", ".join(one.value for one in cls)
            raise InvalidInput(
                "policy", name, "does not exist", fix=f"Use one of {known}"
            ) from None
