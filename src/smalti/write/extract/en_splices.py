"""Two English sentences with a comma between them, cut apart."""

from __future__ import annotations

import regex

from smalti.write.extract.en_text import PRONOUN

_SPLICE = regex.compile(
    r"(?:,|\s-|;)?\s+(?:so|but|and so|and then|because|cos|though|although)\s+"
    r"(?=(?:i|we|he|she|they|it|there|my|our)\b)"
    r"|,\s+(?=(?:i|we|he|she|they|it|there|that|this|you)(?:'\w+|\s+(?:\w+ly\s+)?(?!who\b|which\b|and\b|,)\w+))"
    r"|,\s+(?=(?:please|don't|do not|ask|write|call|tell|use|put|keep|send|make|go|let)\b)",
    regex.IGNORECASE,
)
_OPENS_CONDITION = regex.compile(
    r"^\W*(?:if|when|unless|whenever|once|until|till|before|after|while|since|as|although|though"
    r"|because|for|in|on|at|with|by|from|during)\b",
    regex.IGNORECASE,
)


def splices(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """A sentence cut where two are spliced: "they moved it, I post as ada now".

    A parser takes the first for an adjunct of the second all too easily. What opens with a
    condition or a place needs what follows, so that stays whole.
    """
    cuts: list[tuple[int, int]] = []
    at = start
    for match in _SPLICE.finditer(text, start, end):
        left = text[at : match.start()]
        bound = _OPENS_CONDITION.search(left) is not None and not PRONOUN.search(left)
        open_if = regex.match(r"\W*(?:if|when|unless|once|while|since|as|because)\b", left, regex.I)
        if bound or open_if or len(left.split()) < 2 or match.end() >= end:
            continue
        cuts.append((at, match.start()))
        at = match.end()
    return [*cuts, (at, end)]
