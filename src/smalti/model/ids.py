"""Ids: content-derived where the same thing must get the same id, ULIDs where each is new."""

from __future__ import annotations

import hashlib

# Crockford's base 32, as ULIDs use it: no letter that is read as a digit.
_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
_CONTENT_BITS = 130  # 26 characters: the length of a ULID, collisions out of reach


def content_id(prefix: str, *parts: str) -> str:
    """The id that these parts always get, as ``prefix_`` and 26 characters.

    Parts are length-prefixed before hashing, so ("ab", "c") and ("a", "bc") differ.
    """
    digest = hashlib.blake2b(digest_size=24)
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        digest.update(len(data).to_bytes(8, "big"))
        digest.update(data)
    number = int.from_bytes(digest.digest(), "big") >> (24 * 8 - _CONTENT_BITS)
    characters = [_ALPHABET[(number >> shift) & 31] for shift in range(_CONTENT_BITS - 5, -1, -5)]
    return f"{prefix}_{''.join(characters)}"


def new_id(prefix: str) -> str:
    """A new id that sorts by time of creation: ``prefix_`` and a ULID."""
    from ulid import ULID  # slow to load, and reading needs no new ids

    return f"{prefix}_{str(ULID()).lower()}"
