"""What a space may be called where its name stands in an address."""

from __future__ import annotations

import regex

from smalti.model.errors import InvalidInput

ALL_SPACES = "*"
LONGEST = 128
PATTERN = r"^[\p{L}\p{N}_][\p{L}\p{N}\p{M}_.:@+-]{0,127}$"
_NAME = regex.compile(PATTERN[1:-1])


def space_named(name: object) -> str:
    """A name as it is, if it can stand in an address.

    Raises:
        InvalidInput: it is empty, too long, begins with a sign, or holds another one.
    """
    if isinstance(name, str) and _NAME.fullmatch(name):
        return name
    raise InvalidInput(
        "space",
        name,
        f"must be 1 to {LONGEST} letters, digits and _ . : @ + -, the first a letter or digit",
    )
