"""Conversations of any size, the same for the same seed, and questions about them.

Texts are words drawn by Zipf's law (as Mandelbrot corrected it: the word of rank r has a
probability proportional to 1/(r + 2.7)) from the 21,000 English words of the packaged tokenizer,
which stand there by frequency. They mean nothing; they have the lengths, the repetitions and the
rare words that decide how fast indexes are. Real turns can be drawn from instead.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from importlib import resources
from itertools import product

import numpy as np

from smalti.model.time import Instant
from smalti.model.turn import TurnDraft

SESSION = 20  # turns
_SPEAKERS_A_SESSION = 2
_SPAN = timedelta(days=730)
_START = datetime(2023, 1, 1, 9, tzinfo=UTC)
_SPEAKERS = tuple(
    f"{first}{last}"
    for first, last in product(
        ("Ma", "Lo", "Ri", "Ta", "Ke", "Jo", "Be", "Na", "Sa", "De"),
        ("ra", "lin", "vek", "mo", "dan", "bel", "nor", "tis", "go", "wy"),
    )
)
_MANDELBROT = 2.7
_WORDS_A_TURN = (2.9, 0.6)  # mean and deviation of the logarithm: 18 words, 95 % within 5 and 60
_LONGEST = 120
_RARE = 300  # words of a lower rank are too common to ask for

# How questions are put; a third names a speaker, a third a month.
_FORMS = (
    "what was that about {words}",
    "What did {speaker} say about {words}?",
    "{words} in {month}?",
)


@cache
def vocabulary() -> tuple[str, ...]:
    """English words, the most frequent first."""
    data = (resources.files("smalti.models") / "data" / "tokenizer.json").read_text("utf-8")
    ids: dict[str, int] = json.loads(data)["model"]["vocab"]
    ranked = sorted(ids, key=lambda word: ids[word])
    return tuple(word for word in ranked if len(word) > 1 and word.isascii() and word.isalpha())


def turns(count: int, *, seed: int = 0, source: Sequence[TurnDraft] = ()) -> Iterator[TurnDraft]:
    """Turns in dated sessions of twenty, spread over two years.

    Args:
        count: how many.
        seed: the same one gives the same turns.
        source: real turns whose texts and speakers to draw from, with replacement.
    """
    generator = np.random.default_rng(seed)
    said = _real(generator, source) if source else _invented(generator)
    step = _SPAN / max(1, -(-count // SESSION))
    for number in range(count):
        session, place = divmod(number, SESSION)
        speaker, text = next(said)
        moment = _START + session * step + place * timedelta(seconds=40)
        yield TurnDraft(text, speaker, said_at=Instant.of(moment), session=f"s{session:06}")


def _real(generator: np.random.Generator, source: Sequence[TurnDraft]) -> Iterator[tuple[str, str]]:
    while True:
        turn = source[int(generator.integers(len(source)))]
        yield turn.speaker, turn.text


def _invented(generator: np.random.Generator) -> Iterator[tuple[str, str]]:
    words = np.array(vocabulary())
    chance = 1 / (np.arange(len(words)) + 1 + _MANDELBROT)
    chance /= chance.sum()
    while True:
        lengths = np.exp(generator.normal(*_WORDS_A_TURN, size=SESSION)).astype(int)
        lengths = lengths.clip(2, _LONGEST)
        drawn = iter(generator.choice(words, size=int(lengths.sum()), p=chance).tolist())
        speakers = generator.choice(_SPEAKERS, size=_SPEAKERS_A_SESSION, replace=False).tolist()
        for place, length in enumerate(lengths.tolist()):
            text = " ".join(next(drawn) for _ in range(length)).capitalize()
            end = "?" if generator.random() < 0.25 else "."
            yield speakers[place % _SPEAKERS_A_SESSION], text + end


def questions(about: Sequence[TurnDraft], count: int, *, seed: int = 0) -> Iterator[str]:
    """Questions in the words of random turns: three to six of the rarer ones."""
    generator = np.random.default_rng(seed + 1)
    common = frozenset(vocabulary()[:_RARE])
    for number in range(count):
        turn = about[int(generator.integers(len(about)))]
        words = turn.text.casefold().strip("?.").split()
        telling = [word for word in words if word not in common] or words
        size = min(len(telling), int(generator.integers(3, 7)))
        chosen = generator.choice(telling, size=size, replace=False).tolist()
        month = turn.said_at.utc().strftime("%B %Y") if turn.said_at else "May 2023"
        form = _FORMS[number % len(_FORMS)]
        yield form.format(words=" ".join(chosen), speaker=turn.speaker, month=month)
