"""Which options of a choice a text names: by whole words, or nearly so where that is clear."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import regex
from rapidfuzz import fuzz

from smalti.agenda.form import Option
from smalti.agenda.replies import denied

_WORD = regex.compile(r"[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*")
_ALIKE = 85.0  # of 100: one letter in seven wrong
_APART = 10.0  # by how much the best must beat the best of any other option
_SHORTEST = 5  # characters that a misspelt name must have: shorter ones are alike by chance

Named = tuple[Option, int, int]


def find_options(options: Sequence[Option], text: str) -> list[Named]:
    """The options that a text names and does not deny, each once, with where it stands.

    Where names overlap, the longest counts. Where none is named as it is written, the one that is
    nearly named, if no other is about as near.
    """
    found = _longest(list(_named(options, text)))
    if not found:
        return _nearly(options, text)
    kept: dict[str, Named] = {}
    for option, start, end in found:
        if not denied(text, start, end):
            kept.setdefault(option.value, (option, start, end))
    return list(kept.values())


def _names(option: Option) -> tuple[str, ...]:
    return (option.value, *option.aliases)


def _named(options: Sequence[Option], text: str) -> Iterator[Named]:
    for option in options:
        for name in _names(option):
            for match in regex.finditer(_whole(name), text, regex.IGNORECASE):
                yield option, match.start(), match.end()


def _whole(name: str) -> str:
    """A name where no Latin word goes on at either end; space and hyphen stand for each other."""
    words = r"[\s-]+".join(map(regex.escape, regex.split(r"[\s-]+", name)))
    before = r"(?<![\p{Latin}\p{N}])" if regex.match(r"[\p{Latin}\p{N}]", name) else ""
    behind = r"(?![\p{Latin}\p{N}])" if regex.search(r"[\p{Latin}\p{N}]$", name) else ""
    return before + words + behind


def _longest(found: list[Named]) -> list[Named]:
    kept: list[Named] = []
    for one in sorted(found, key=lambda named: (named[1] - named[2], named[1])):
        if all(one[2] <= other[1] or other[2] <= one[1] for other in kept):
            kept.append(one)
    return sorted(kept, key=lambda named: named[1])


def _nearly(options: Sequence[Option], text: str) -> list[Named]:
    words = [match.span() for match in _WORD.finditer(text)]
    best = [
        max((_nearest(name, text, words) for name in _names(option)), default=(0.0, 0, 0))
        for option in options
    ]
    ranked = sorted(zip(best, range(len(options)), strict=True), reverse=True)
    (likeness, start, end), at = ranked[0]
    if likeness < _ALIKE or denied(text, start, end):
        return []
    if len(ranked) > 1 and ranked[1][0][0] > likeness - _APART:
        return []
    return [(options[at], start, end)]


def _nearest(name: str, text: str, words: list[tuple[int, int]]) -> tuple[float, int, int]:
    """How alike a name and the most similar run of as many words are, and where that stands."""
    size = len(_WORD.findall(name))
    if len(name) < _SHORTEST or not size:
        return 0.0, 0, 0
    runs = [(words[at][0], words[at + size - 1][1]) for at in range(len(words) - size + 1)]
    return max(
        ((fuzz.ratio(name.casefold(), text[a:b].casefold()), a, b) for a, b in runs),
        default=(0.0, 0, 0),
    )
