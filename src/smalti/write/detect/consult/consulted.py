"""What asking a model about pairs gives, its numbers, and which pairs are worth asking about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from smalti.model.conflict import Relation
from smalti.model.errors import InvalidInput
from smalti.model.results import Degradation, ModelUse
from smalti.write.detect.judging import Judged
from smalti.write.detect.pair import Pair, Verdict

Key = tuple[str, str]
"""The ids of the stored and of the incoming record."""


@dataclass(frozen=True, slots=True)
class ConsultPolicy:
    """How far a language model is asked, and from when on it is believed.

    ``budget`` is how many tokens of statements one prompt may hold, about; ``prompts`` how many
    prompts one call may send, second tries not counted. What a model is less sure of than ``sure``,
    in [0, 1], neither ends nor disputes anything.

    Raises:
        InvalidInput: a number that makes no sense.
    """

    budget: int = 2400
    prompts: int = 8
    sure: float = 0.5

    def __post_init__(self) -> None:
        for name in ("budget", "prompts"):
            if getattr(self, name) < 1:
                raise InvalidInput(name, getattr(self, name), "must be at least 1")
        if not 0.0 <= self.sure <= 1.0:
            raise InvalidInput("sure", self.sure, "must lie between 0 and 1")


@dataclass(frozen=True, slots=True)
class Told:
    """A judge that repeats what was found beforehand, and has no opinion of other pairs.

    Asked after the cheaper judges it decides what they left open; where the model had failed, what
    they said stays.
    """

    verdicts: Mapping[Key, Verdict]
    name: str = "model"

    def judge(self, pair: Pair) -> Verdict | None:
        """The verdict on the two records, if there is one."""
        return self.verdicts.get(_key(pair))


@dataclass(frozen=True, slots=True)
class Consulted:
    """What a model says of some pairs.

    ``judged`` has one verdict for each of them, in their order; ``error`` of one tells why the
    model gave none, and the verdict is then ``UNSURE``. ``degraded`` tells the same for people,
    once for each reason, and what of the replies could not be used. ``version`` names the prompt
    with its version, and the model.
    """

    judged: tuple[Judged, ...]
    usage: ModelUse
    version: str
    degraded: tuple[Degradation, ...] = ()

    def told(self, *, failed: bool = True) -> Told:
        """A judge that says the same whenever it is asked about the same two records.

        Without ``failed`` it has no opinion of what the model failed to judge.
        """
        kept = (one for one in self.judged if failed or not one.error)
        return Told({_key(one.pair): one.verdict for one in kept})

    def after(self, judged: Iterable[Judged]) -> list[Judged]:
        """What cheaper judges found, with what the model says in place of what they left open.

        Where the model failed, what they said stays.
        """
        before = {_key(one.pair): one for one in judged}
        for one in self.judged:
            key = _key(one.pair)
            if not one.error or key not in before:
                before[key] = one
        return list(before.values())


def undecided(pairs: Iterable[Pair], judged: Sequence[Judged], *, sure: float = 0.0) -> list[Pair]:
    """The pairs that nobody spoke of, and those that were left ``UNSURE``.

    With ``sure`` also those that a judge decided about with a lower score. Not among them is a pair
    whose judge failed: nobody after it may decide, until it is judged again from the beginning.
    """
    known = {_key(one.pair): one for one in judged}
    return [pair for pair in pairs if _open(known.get(_key(pair)), sure)]


def _open(found: Judged | None, sure: float) -> bool:
    if found is None:
        return True
    unsure = found.verdict.relation is Relation.UNSURE or found.verdict.score < sure
    return unsure and not found.error


def _key(pair: Pair) -> Key:
    return pair.stored.record.id, pair.incoming.record.id
