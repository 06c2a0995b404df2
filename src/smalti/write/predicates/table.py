"""The vocabulary as one value: found by phrase, asked about what follows and what excludes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType

from smalti.write.predicates import inference
from smalti.write.predicates.checks import check
from smalti.write.predicates.entries import Ended, Group, Predicate, Triple
from smalti.write.predicates.layers import merged
from smalti.write.predicates.source import Source
from smalti.write.predicates.words import language_of, longest, phrase_key, value_key

_PACKAGED = Path(__file__).parent / "data"


@dataclass(frozen=True, slots=True)
class PredicateTable:
    """The canonical predicates and what is known about them. Nothing in it changes.

    ``predicates`` and ``groups`` are by name. Made by :meth:`default` or :meth:`load`.
    """

    predicates: Mapping[str, Predicate]
    groups: Mapping[str, Group]
    _aliases: Mapping[str, Mapping[str, str]]
    _longest: Mapping[str, int]
    _values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def default(cls) -> PredicateTable:
        """The packaged vocabulary, read once in a process."""
        return _packaged()

    @classmethod
    def load(cls, paths: Sequence[Path] = ()) -> PredicateTable:
        """The packaged vocabulary with files laid over it, in this order.

        An entry replaces the one of the same name; with ``extends = true`` it adds to it.

        Raises:
            InvalidInput: names the file, the line, the key, the value and the fix.
        """
        packaged = [Source.read(path) for path in sorted(_PACKAGED.glob("*.toml"))]
        draft = merged([packaged, *([Source.read(path)] for path in paths)])
        predicates, aliases = check(draft)
        frozen = {language: MappingProxyType(keys) for language, keys in aliases.items()}
        return cls(
            MappingProxyType(predicates),
            MappingProxyType(draft.groups),
            MappingProxyType(frozen),
            MappingProxyType({tag: longest(keys, tag) for tag, keys in aliases.items()}),
            MappingProxyType(inference.ruled_values(predicates, draft.groups)),
        )

    def __len__(self) -> int:
        return len(self.predicates)

    def get(self, name: str) -> Predicate | None:
        """The predicate of a canonical name."""
        return self.predicates.get(name)

    def find(self, phrase: str, language: str = "en") -> Predicate | None:
        """The predicate that a lemma phrase ("work at") or a canonical name stands for."""
        tag = language_of(language)
        name = self._aliases.get(tag, {}).get(phrase_key(phrase, tag))
        return self.get(name if name is not None else phrase_key(phrase, "en").replace(" ", "_"))

    def exactly(self, phrase: str, language: str = "en") -> Predicate | None:
        """The predicate that a lemma phrase is an alias of."""
        tag = language_of(language)
        name = self._aliases.get(tag, {}).get(phrase_key(phrase, tag))
        return None if name is None else self.predicates[name]

    def match(self, lemmas: Sequence[str], language: str = "en") -> tuple[Predicate, int] | None:
        """The predicate with the longest alias that the lemmas begin with, and its length."""
        tag = language_of(language)
        aliases = self._aliases.get(tag, {})
        for length in range(min(len(lemmas), self._longest.get(tag, 0)), 0, -1):
            name = aliases.get(phrase_key(" ".join(lemmas[:length]), tag))
            if name is not None:
                return self.predicates[name], length
        return None

    def for_value(self, value: str) -> list[Predicate]:
        """The predicates that have a rule for a value, for "I am vegetarian" and its like."""
        return [self.predicates[name] for name in self._values.get(value_key(value), ())]

    def implied(self, triple: Triple, depth: int = inference.DEPTH) -> list[Triple]:
        """What follows from a triple, nearest first: by implications, endings and inverses."""
        return inference.implied(self.predicates, triple, depth)

    def ended(self, triple: Triple) -> list[Ended]:
        """The slots that a triple closes: who sold the car no longer owns it."""
        return inference.ended(self.predicates, triple)

    def exclusive(self, pred_a: str, value_a: str, pred_b: str, value_b: str) -> str | None:
        """Why two statements about one subject cannot hold at once, or ``None`` if they can.

        Values are compared as words, so give names, not ids. Two values of one single-valued slot
        are not compared here: the kind of the slot decides about them. Nor are dates: what sold
        the car ends (see :meth:`ended`) is excluded as well, and dates tell the two apart.
        """
        return inference.exclusive(
            self.predicates,
            self.groups,
            inference.said_of_someone(pred_a, value_a),
            inference.said_of_someone(pred_b, value_b),
        )

    def within(self, value: str, group: str) -> bool:
        """Whether a value says a member of a group: a steak is meat."""
        return group in self.groups and inference.within(self.groups, value, group)


@cache
def _packaged() -> PredicateTable:
    return PredicateTable.load()
