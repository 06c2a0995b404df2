"""Keys under which names meet that should be compared.

``normal_form`` finds names that are spelt alike. To find the others, an index keeps each name under
all its candidate keys and compares those that have one in common.
"""

from __future__ import annotations

from smalti.write.names.mention import Mention
from smalti.write.names.normal import normal_form
from smalti.write.names.parts import family_of, family_readings, parse
from smalti.write.names.people import full_forms
from smalti.write.names.scripts import (
    consonants,
    katakana,
    modern_japanese,
    romanised,
    simplified,
    without_marks,
)
from smalti.write.names.things import exonym_keys

_SMALL = frozenset({"and", "the", "of", "de", "la", "der", "von", "van", "den", "des", "du"})


def candidate_keys(mention: Mention) -> frozenset[str]:
    """The keys of a mention: the normal form, its words without marks, its sounds, its initials."""
    name = parse(mention)
    words = [word for word in without_marks(name.core).split() if word not in _SMALL]
    keys = {f"name {normal_form(mention.name)}", f"name {''.join(words)}"}
    keys |= {f"word {word}" for word in words if len(word) > 1}
    keys |= {f"word {full}" for word in words[:1] for full in full_forms(word)}
    keys |= {f"sound {consonants(romanised(word))}" for word in words if len(word) > 3}
    if len(words) > 1:
        keys.add(f"name {''.join(word[0] for word in words)}")
    keys |= {f"reading {word}" for word in words[:1] + words[-1:]}
    keys |= exonym_keys(name)
    if name.is_cjk:
        keys |= _cjk_keys(name.core)
        keys |= {f"reading {reading}" for reading in family_readings(name.core)}
    return frozenset(keys)


def _cjk_keys(core: str) -> set[str]:
    """Characters in their variants, family and given name, and all characters but one."""
    plain = katakana(modern_japanese(simplified(core))).replace("ー", "")
    family = family_of(plain)
    parts = {plain, family, plain[len(family) :], plain[-2:]} - {""}
    keys = {f"word {part}" for part in parts}
    if len(plain) > 1:
        keys |= {f"but one {plain[:at]}_{plain[at + 1 :]}" for at in range(len(plain))}
    return keys
