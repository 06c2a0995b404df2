"""What of a long turn is put before a model: the sentences that hold most of what is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from smalti.text.cost import estimate_tokens
from smalti.text.sentences import sentences

LEFT_OUT = " … "


def excerpt(
    text: str, asked: Iterable[str], terms: Callable[[str], Sequence[str]], tokens: int
) -> str:
    """A text, or where it costs more than so many tokens the sentences of it that tell most.

    These are the first one, and then those with the most of the terms that are asked for, the
    earlier ones first; they stand in their order, with an ellipsis where something is left out. One
    sentence that is too long is cut off.
    """
    if estimate_tokens(text) <= tokens:
        return text
    wanted = frozenset(asked)
    spans = list(sentences(text))
    told = [len(wanted.intersection(terms(text[start:end]))) for start, end in spans]
    order = sorted(range(len(spans)), key=lambda place: (place > 0, -told[place], place))
    kept: list[int] = []
    spent = 0
    for place in order:
        start, end = spans[place]
        cost = estimate_tokens(text[start:end] + LEFT_OUT)
        if kept and spent + cost > tokens:
            break
        kept.append(place)
        spent += cost
    whole = _joined(text, spans, sorted(kept))
    cost = estimate_tokens(whole)
    return whole if cost <= tokens else whole[: len(whole) * tokens // cost] + LEFT_OUT


def _joined(text: str, spans: Sequence[tuple[int, int]], kept: Sequence[int]) -> str:
    """The kept sentences in a row; between neighbours stands what stood there."""
    parts: list[str] = []
    for place, before in zip(kept, [-1, *kept], strict=False):
        start, end = spans[place]
        next_to = before >= 0 and place == before + 1
        lead = text[spans[before][1] : start] if next_to else LEFT_OUT if place else ""
        parts += [lead, text[start:end]]
    return "".join(parts) + ("" if kept[-1:] == [len(spans) - 1] else LEFT_OUT)
