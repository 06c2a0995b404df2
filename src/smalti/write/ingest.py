"""Drives the journal: turns into the store durably, then their vectors.

The two are separate transactions on purpose. What was said is safe before a model is asked
anything; a turn without a vector is found by its words, and ``reindex`` catches up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice

from smalti.model.errors import EmbedderMismatch
from smalti.model.turn import Turn
from smalti.models.embedder import Embedder
from smalti.store.contract import Appended, Space, TurnEntry
from smalti.text.analyse import Analyser
from smalti.write.journal import asks, embed_text, index_text

Progress = Callable[[int], None]
"""Called with the number of items just done."""

_BATCH = 256  # turns embedded together: enough to sort by length, little to lose on a crash


def journal(space: Space, turns: Sequence[Turn], analyser: Analyser) -> list[Appended]:
    """Write turns and their index terms, all or none; durable on return."""
    entries = [
        TurnEntry(turn, tuple(analyser.terms(index_text(turn))), asks(turn)) for turn in turns
    ]
    return space.append_turns(entries, analyser.name)


def embed_turns(
    space: Space, embedder: Embedder, seqs: Iterable[int], progress: Progress = lambda n: None
) -> int:
    """Store vectors for turns that are journalled; the number of them.

    Raises:
        ModelUnavailable: the model cannot be loaded. What was embedded before is kept.
        EmbedderMismatch: the space holds vectors of another model.
    """
    stored = space.embedder()
    if stored not in (None, embedder.info):
        raise EmbedderMismatch(str(stored), str(embedder.info))
    done = 0
    remaining = iter(seqs)
    while batch := list(islice(remaining, _BATCH)):
        turns = space.turns_at(batch)
        present = [seq for seq in batch if seq in turns]
        vectors = embedder.embed([embed_text(turns[seq]) for seq in present])
        space.put_vectors(embedder.info, present, vectors)
        done += len(present)
        progress(len(batch))
    return done


def reanalyse(space: Space, analyser: Analyser, progress: Progress = lambda n: None) -> int:
    """Make the index terms of every turn anew with this analyser; the number of turns."""
    done = 0

    def entries() -> Iterable[tuple[str, tuple[str, ...]]]:
        nonlocal done
        for turn in space.read_turns():
            yield turn.id, tuple(analyser.terms(index_text(turn)))
            done += 1
            progress(1)

    space.reanalyse(entries(), analyser.name)
    return done
