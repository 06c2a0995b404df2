"""From a text to its date mentions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, timedelta, timezone

from smalti.model.errors import InvalidInput
from smalti.model.time import Instant, Interval, Precision
from smalti.text.language import languages_of
from smalti.text.when.cascade import reduced
from smalti.text.when.lexer import Folded, Node, fold, lex
from smalti.text.when.mention import DateMention, Relation
from smalti.text.when.named import is_name
from smalti.text.when.parts import from_anchor
from smalti.text.when.tables import LANGUAGES, table
from smalti.text.when.tense import Speech
from smalti.text.when.values import Recurrence, Span, Stretch, Unknown

_WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_TITLE = re.compile(r"《[^》]*》|『[^』]*』")
_QUOTES = {'"': '"', "“": "”", "„": "“", "«": "»", "「": "」", "'": "'", "‘": "’", "»": "«"}


def find_dates(
    text: str, said_at: Instant | None, *, language: str | None = None
) -> list[DateMention]:
    """The time words of a text and what they mean, in order and without overlaps.

    Relative words are counted from ``said_at``, on the calendar of its offset; without it they
    are found, but name no interval. Where two readings of a place compete, the longer one wins.

    Args:
        text: anything; a text without time words gives an empty list.
        said_at: when it was said.
        language: "en", "de", "es", "fr", "zh" or "ja"; decided by the text where not given.
    """
    folded = fold(text)
    found: list[DateMention] = []
    names = _languages(folded.plain, language)
    for name in names:
        found += _read(text, folded, said_at, name)
    return found if len(names) == 1 else _longest(found)


def _languages(text: str, named: str | None) -> tuple[str, ...]:
    """The languages to read a text in; one that is named is taken at its word if it is known."""
    code = (named or "").casefold().replace("_", "-").split("-")[0]
    if code in LANGUAGES:
        return (code,)
    return tuple(name for name in languages_of(text) if name in LANGUAGES) or ("en",)


def _longest(found: list[DateMention]) -> list[DateMention]:
    """The longest of what overlaps, the earlier language first where they are equally long."""
    kept: list[DateMention] = []
    for one in sorted(found, key=lambda mention: mention.start - mention.end):
        if all(one.end <= other.start or other.end <= one.start for other in kept):
            kept.append(one)
    return sorted(kept, key=lambda mention: mention.start)


def _read(text: str, folded: Folded, said_at: Instant | None, name: str) -> Iterator[DateMention]:
    words = table(name)
    nodes = lex(folded, words)
    if words.core.isdisjoint(node.sign for node in nodes):
        return
    zone = UTC if said_at is None else timezone(timedelta(minutes=said_at.offset))
    moment = None if said_at is None else said_at.local().replace(tzinfo=None)
    speech = Speech(folded.plain, words, moment, zone)
    titles = [match.span() for match in _TITLE.finditer(folded.composed)]
    for node in _settled(list(reduced(nodes, words, speech)), speech):
        if any(first <= node.start and node.end <= last for first, last in titles):
            continue
        if _quoted(folded.composed, node) or is_name(folded.composed, node, words):
            continue
        mention = _mention(text, folded, node, speech, said_at)
        if mention is not None:
            yield mention


def _quoted(text: str, node: Node) -> bool:
    """Whether the words are all that stands between quotation marks: a title, a word as such."""
    before, after = text[node.start - 1 : node.start], text[node.end : node.end + 1]
    return bool(before) and _QUOTES.get(before) == after


def _settled(nodes: list[Node], speech: Speech) -> list[Node]:
    """With "a week before the wedding" counted from the one day that its sentence names."""
    days = [node for node in nodes if isinstance(node.get("t_day"), Span)]
    for index, node in enumerate(nodes):
        if (open_ := node.get("offset")) is None:
            continue
        first, last = speech.sentence(node.start, node.end)
        inside = [day for day in days if first <= day.start and day.end <= last]
        if len(inside) == 1:
            length, sign = open_
            span = from_anchor(inside[0].get("t_day"), length, sign)
            why = f"counted from {speech.text[inside[0].start : inside[0].end]}"
            senses = {"t_day": replace(span, why=why)}
            nodes[index] = Node(node.sign, node.start, node.end, senses, made=True)
    return nodes


def _mention(
    text: str, folded: Folded, node: Node, speech: Speech, said_at: Instant | None
) -> DateMention | None:
    start, end = folded.original(node.start), folded.original(node.end)
    words = text[start:end]
    value = next((v for v in node.senses.values() if isinstance(v, _MEANINGS)), None)
    if not words or value is None:
        return None
    derivation = f"{words}, {_derivation(value, said_at)}"
    if isinstance(value, Unknown):
        return DateMention(
            start, end, words, None, value.relation, Precision.UNKNOWN, derivation=derivation
        )
    if isinstance(value, Recurrence):
        return DateMention(
            start, end, words, None, Relation.RECURRING, value.precision,
            recurrence=str(value), derivation=derivation,
        )  # fmt: skip
    interval = _interval(value.stretch, value.precision, speech)
    if interval is None:
        return None
    others = (_interval(other, value.precision, speech) for other in value.also)
    return DateMention(
        start, end, words, interval, value.relation, value.precision,
        alternatives=tuple(other for other in others if other is not None),
        derivation=derivation,
    )  # fmt: skip


_MEANINGS = (Span, Unknown, Recurrence)


def _interval(stretch: Stretch, precision: Precision, speech: Speech) -> Interval | None:
    """With the offset put on; ``None`` beyond the years that an instant can be in."""
    try:
        start, end = (Instant.of(moment.replace(tzinfo=speech.zone)) for moment in stretch)
        return Interval.between(start, end, precision)
    except (InvalidInput, OverflowError):
        return None


def _derivation(value: Span | Unknown | Recurrence, said_at: Instant | None) -> str:
    if isinstance(value, Recurrence):
        return f"recurring by the rule {value}"
    if isinstance(value, Unknown):
        return value.why
    why = f" ({value.why})" if value.why else ""
    if value.written or said_at is None:
        return f"as written{why}"
    moment = said_at.local()
    offset = moment.strftime("%z")
    return (
        f"counted from {moment:%Y-%m-%d} ({_WEEKDAYS[moment.weekday()]}) "
        f"{offset[:3]}:{offset[3:5]}{why}"
    )
