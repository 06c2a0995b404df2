"""Whether a question is about whoever asks it: "Have I ever been to Oslo?".

What somebody tells of themselves stands in their own turns, and an assistant's long answers hold
the same words again. A question that also speaks to the assistant ("What did you tell me about
Oslo?") may be about either, so nothing is said of it.
"""

from __future__ import annotations

import regex

_FIRST = regex.compile(
    r"\b(?:i|i'(?:m|ve|d|ll)|me|my|mine|myself|we|we'(?:re|ve|d|ll)|us|our|ours|ourselves)\b"
    r"|我|咱|私|僕|俺|わたし|わたくし|ぼく|自分"
)
_SECOND = regex.compile(r"\b(?:you|you'(?:re|ve|d|ll)|your|yours|yourself)\b|你|您|あなた|君|きみ")


def about_asker(query: str) -> bool:
    """Whether a query speaks of "me" and not to "you", in English, Chinese or Japanese."""
    folded = query.casefold().replace("’", "'")
    return bool(_FIRST.search(folded)) and not _SECOND.search(folded)
