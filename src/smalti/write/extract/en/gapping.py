"""A verb said once for two: "Bettany did the code, Wulf the music"."""

from __future__ import annotations

from collections.abc import Iterator

from smalti.write.extract.en.line import Line
from smalti.write.extract.en.parse import Token

_JOINTS = (",", ";", "and")
_ARTICLES = ("the", "a", "an", "all", "both")
_LONGEST = 8  # words of what has no verb of its own


def gapped(line: Line) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Statements whose verb stands with another one, and the words they rest on."""
    tokens = line.parse.tokens
    verb = next((t for t in tokens if t.head == t.i and t.tag in ("VBD", "VBZ", "VBP")), None)
    if verb is None or line.parse.child(verb.i, "dobj") is None:
        return
    for token in tokens[verb.i + 2 :]:
        tail = tokens[token.i :]
        if _opens(tokens, token) and len(tail) <= _LONGEST and not any(map(_is_verb, tail[1:])):
            words = [t.text for t in tail if t.pos != "PUNCT"]
            yield f"{words[0]} {verb.text} {' '.join(words[1:])}", tuple(t.i for t in tail)
            return


def _opens(tokens: tuple[Token, ...], token: Token) -> bool:
    """Whether a name and an object without a verb begin here: ", Wulf the music"."""
    named = token.text[:1].isupper() and token.text[1:].islower()
    after = tokens[token.i + 1 : token.i + 2]
    return (
        named and tokens[token.i - 1].low in _JOINTS and bool(after) and after[0].low in _ARTICLES
    )


def _is_verb(token: Token) -> bool:
    return token.pos in ("VERB", "AUX")
