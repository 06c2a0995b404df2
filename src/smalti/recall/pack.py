"""From a ranking to what fits: the best items, within a budget of model tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from smalti.model.turn import Turn

CountTokens = Callable[[str], int]


@dataclass(frozen=True, slots=True)
class Packed:
    """Which of the ranked turns were taken, what each costs, and how many did not fit."""

    taken: tuple[tuple[int, int], ...]  # place in the ranking, tokens
    tokens: int
    over_budget: int


def pack(
    turns: Iterable[Turn], *, limit: int, budget: int | None, count_tokens: CountTokens
) -> Packed:
    """Take turns in order until ``limit`` are taken or the ranking ends.

    A turn that does not fit is passed over, and a smaller one after it may still be taken; the
    order stays that of the ranking. The sum of tokens never exceeds the budget.
    """
    taken: list[tuple[int, int]] = []
    spent = over = 0
    for place, turn in enumerate(turns):
        if len(taken) == limit:
            break
        cost = count_tokens(turn.line)
        if budget is not None and spent + cost > budget:
            over += 1
            continue
        taken.append((place, cost))
        spent += cost
    return Packed(tuple(taken), spent, over)
