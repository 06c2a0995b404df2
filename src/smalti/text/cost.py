"""How many language-model tokens a text costs, without loading anyone's tokenizer."""

from __future__ import annotations

import regex

_CHARACTERS_PER_TOKEN = 4  # English prose under the byte-pair tokenizers in common use
_DENSE = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}]")


def estimate_tokens(text: str) -> int:
    """An estimate on the safe side for prose: a token per CJK character, else one per four.

    Callers who need exact counts pass their model's own counter to ``recall(count_tokens=…)``.
    """
    dense = 0 if text.isascii() else len(_DENSE.findall(text))
    return dense + -(-(len(text) - dense) // _CHARACTERS_PER_TOKEN)
