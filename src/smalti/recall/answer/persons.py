"""Of whom a sentence speaks: of who says it, of who is spoken to, or of somebody it names."""

from __future__ import annotations

import regex

from smalti.model.turn import Turn
from smalti.recall.index import first_word
from smalti.text.analyse import normalise

_I = regex.compile(
    r"\b(?:i|i'(?:m|ve|d|ll)|me|my|mine|myself|we|we'(?:re|ve|d|ll)|us|our|ours|ourselves)\b"
    r"|[我咱俺]|私|僕|俺|うち",
)
_PRAISE = r"awesome|amazing|great|nice|cool|good|inspiring|lovely|wonderful|yum|well done|wow|so"
# Praise and wonder at the beginning are about what the other one said.
_YOU = regex.compile(
    rf"^\W*(?:(?:oh|yeah|haha|thanks[^,.!]*)[,.!]* )?(?:{_PRAISE})\b"
    r"|^\W*(?:that|it|this)(?:'s| is)? (?:(?:must|sounds?|looks?|seems?|really|so) )?"
    rf"(?:{_PRAISE}|must|sounds|looks|seems)\b"
    r"|^\W*(?:sounds|looks)\b"
    r"|\b(?:you|you'(?:re|ve|d|ll)|your|yours|yourself|congrats|congratulations)\b"
    r"|[你您]|あなた|君"
)

_UNSPACED = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}]")

SPEAKS, BOTH, ADDRESSED, NAMED, ELLIPTIC = 1.0, 0.7, 0.5, 0.6, 0.6
"""How far a sentence is about whom is asked: their "I", with "you" beside it, the other's "you", a
name, neither."""


_TOLD = {
    (True, False): SPEAKS,
    (True, True): BOTH,
    (False, False): ELLIPTIC,
    (False, True): 0.0,
}


def about(text: str, turn: Turn, before: Turn | None, asked: list[str]) -> float:
    """How far a sentence speaks of somebody who is asked for, in [0, 1]; 1 if nobody is.

    "You" is who spoke before. A sentence with neither "I" nor "you" in it is mostly told of
    oneself; in Chinese and Japanese, which drop both, it nearly always is.
    """
    if not asked:
        return 1.0
    folded = normalise(text)
    own = bool(_I.search(folded))
    you = bool(_YOU.search(folded))
    found = [0.0]
    if any(is_called(turn.speaker, name) for name in asked):
        drops = bool(_UNSPACED.search(folded))
        found.append(SPEAKS if drops and (own or not you) else _TOLD[own, you])
    elif you and before is not None and any(is_called(before.speaker, one) for one in asked):
        found.append(ADDRESSED if not own else ADDRESSED / 2)
    if any(normalise(name) in folded for name in asked):
        found.append(NAMED)
    return max(found)


def is_called(speaker: str, name: str) -> bool:
    """Whether a speaker goes by a name, or by the first part of it."""
    return first_word(speaker) == first_word(name)
