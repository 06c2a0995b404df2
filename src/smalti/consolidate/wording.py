"""What a summary says: by template, or in a model's words if these leave nothing out."""

from __future__ import annotations

from calendar import day_abbr, day_name, month_abbr, month_name
from collections.abc import Iterable, Mapping, Sequence

import regex

from smalti.consolidate.happenings import Happening
from smalti.model.time import Bound, Precision
from smalti.text.language import language_of

_NUMBER = regex.compile(r"\d+(?:[.,:]\d+)*")
_NAME = regex.compile(r"(?<=[\p{Ll}\p{N},;:] )\p{Lu}[\p{L}\p{M}’'\-]*[\p{L}\p{M}]")
_CALENDAR = frozenset([*month_name, *month_abbr, *day_name, *day_abbr])
_NEGATION = regex.compile(
    r"\b(?:not|never|no|none|nobody|nothing|without|cannot)\b|n['’]t\b|[不没沒无無未]|ない|ません|なかった",
    regex.IGNORECASE,
)
# (head, one event, between events)
_TEMPLATES: Mapping[str, tuple[str, str, str]] = {
    "en": ("{who}, “{what}”, {count} times from {first} to {last}: ", "{said} ({day})", "; "),
    "zh": ("{who}，“{what}”，{first}至{last}共{count}次：", "{said}（{day}）", "；"),
    "ja": ("{who}、「{what}」、{first}から{last}までに{count}回：", "{said}（{day}）", "；"),
}


def sentence(who: str, what: str, events: Sequence[Happening]) -> str:
    """A summary that tells all of its events in their own words, in their language."""
    language = language_of(" ".join(one.record.sentence for one in events))
    head, each, between = _TEMPLATES.get(language, _TEMPLATES["en"])
    said = ((one.record.sentence.rstrip(".。！!"), _day(one.start)) for one in events)
    told = between.join(each.format(said=words, day=day) for words, day in said)
    first, last = _day(events[0].start), _day(events[-1].start)
    return head.format(who=who, what=what, count=len(events), first=first, last=last) + told


def _day(bound: Bound) -> str:
    assert bound.at is not None
    day = str(bound.at)[:10]
    return day[:7] if bound.precision is Precision.MONTH else day


def label(events: Sequence[Happening]) -> str:
    """What events have in common, in the words of the first: the longest stretch they share."""
    first = events[0]
    shared = set(first.terms).intersection(*(one.terms for one in events))
    longest, reach = (0, 0), (0, 0)
    for start, end in sorted(first.terms[term] for term in shared):
        if start > reach[1] + 1:
            reach = (start, end)
        reach = (reach[0], max(reach[1], end))
        longest = max(longest, reach, key=lambda span: (span[1] - span[0], -span[0]))
    said = first.record.sentence[slice(*longest)]
    return said or max(shared, key=lambda term: (len(term), term))


def losses(text: str, sources: Sequence[str], template: str, names: Iterable[str]) -> list[str]:
    """What a model's words leave out of, or add to, what they are to say; empty if they are sound.

    Every number of the sources and every name must be there, and no number or name that neither
    they nor the template tell; as many negations as there are sources with one, and none if there
    is none. Names are ``names`` and words with a capital letter inside a sentence, but for months
    and days, and not in German, which writes every noun so.
    """
    told = set(_NUMBER.findall(text))
    said = dict.fromkeys(_NUMBER.findall(" ".join(sources)))
    known = set(said).union(*(_parts(one) for one in _NUMBER.findall(template)))
    lost = [f"the number {one}" for one in said if one not in told]
    added = [f"the number {one}, which nobody told" for one in sorted(told - known)]
    low = text.casefold()
    said_names = (one for source in sources for one in _names(source))
    own = dict.fromkeys([*names, *said_names])
    unnamed = [f"the name {name}" for name in own if name.casefold() not in low]
    spoken = " ".join([*sources, template, *own]).casefold()
    invented = dict.fromkeys(one for one in _names(text) if one.casefold() not in spoken)
    unnamed += [f"the name {name}, whom nobody mentioned" for name in invented]
    negated = sum(_NEGATION.search(one) is not None for one in sources)
    kept = len(_NEGATION.findall(text))
    denied = ["a negation"] if kept < negated or (kept and not negated) else []
    return [*lost, *added, *unnamed, *denied]


def _names(text: str) -> list[str]:
    if language_of(text) == "de":
        return []
    return [one for one in _NAME.findall(text) if one not in _CALENDAR]


def _parts(number: str) -> set[str]:
    """A number, and the same without the zeros that dates have before it."""
    return {number, number.lstrip("0") or "0"}
