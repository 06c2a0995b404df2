"""The matcher: rules applied level by level until a sentence holds no more to be put together.

At each place the longest match wins, and of equally long ones the rule that stands first. An
operation may decline; then the next best match has its turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from smalti.text.when.call import Call, Result
from smalti.text.when.lexer import Node
from smalti.text.when.operations import OPERATIONS
from smalti.text.when.tables import LEVELS, UNLISTED, Rule, Senses, Table
from smalti.text.when.tables import table as table_of
from smalti.text.when.tense import Speech, Timeless
from smalti.text.when.values import Clock, Length, Recurrence, Span, Unknown

_READY = frozenset({"time", "length"})  # made to be used alone
_LONGEST_ISLAND = 60  # words; nobody says a date with more, and a list of words is no date


def reduced(nodes: list[Node], table: Table, speech: Speech) -> Iterator[Node]:
    """What the rules make of the nodes of a text, island by island.

    An island is a run of words that the table knows; rules never reach across its shores.
    """
    signs = "".join(node.sign for node in nodes)
    shores = frozenset(UNLISTED.values())
    start = 0
    while start < len(nodes):
        if signs[start] in shores:
            start += 1
            continue
        end = start
        while end < len(nodes) and signs[end] not in shores and end - start < _LONGEST_ISLAND:
            end += 1
        if not table.core.isdisjoint(signs[start:end]):
            outer = _shore(signs, start - 1), _shore(signs, end)
            island = _island(nodes[start:end], outer, table, speech)
            days = [node.senses["t_day"] for node in island if "t_day" in node.senses]
            speech.anchor = days[-1] if days else speech.anchor
            yield from island
        start = end


def _shore(signs: str, index: int) -> str:
    """The sign next to an island; the end of a sentence where the text or a long island ends."""
    sign = signs[index : index + 1] if index >= 0 else ""
    return sign if sign in UNLISTED.values() else UNLISTED["stop"]


def _island(island: list[Node], outer: tuple[str, str], table: Table, speech: Speech) -> list[Node]:
    for level in LEVELS:
        while (made := _pass(island, outer, level, table, speech)) is not None:
            island = made
    return island


def _pass(
    island: list[Node], outer: tuple[str, str], level: str, table: Table, speech: Speech
) -> list[Node] | None:
    """The island after one round of a level; ``None`` if no rule applied."""
    signs = outer[0] + "".join(node.sign for node in island) + outer[1]
    rules = table.rules[level]
    made: dict[int, tuple[int, Node]] = {}
    taken: set[int] = set()
    for order, first, last in _matches(table.language, level, signs):
        if not taken.isdisjoint(range(first, last)):
            continue
        if last - first == 1 and island[first].made and _READY.isdisjoint(island[first].senses):
            continue  # a bare weekday that is a day already
        call = Call(island[first:last], island, first, speech, dict(rules[order].options))
        node = _applied(rules[order], call, table)
        if node is not None:
            made[first] = (last, node)
            taken.update(range(first, last))
    return _rebuilt(island, made) if made else None


@lru_cache(maxsize=16_384)
def _matches(language: str, level: str, signs: str) -> tuple[tuple[int, int, int], ...]:
    """Which rule of a level matches where, the longest match first.

    It depends on the signs alone, and few shapes make up most of what people say.
    """
    found = sorted(
        (match.start() - match.end(), order, match.start() - 1, match.end() - 1)
        for order, rule in enumerate(table_of(language).rules[level])
        for match in rule.pattern.finditer(signs, 1)
    )
    return tuple((order, first, last) for _, order, first, last in found)


def _rebuilt(island: list[Node], made: dict[int, tuple[int, Node]]) -> list[Node]:
    nodes, index = [], 0
    while index < len(island):
        last, node = made.get(index, (index + 1, island[index]))
        nodes.append(node)
        index = last
    return nodes


def _applied(rule: Rule, call: Call, table: Table) -> Node | None:
    start, end = call.nodes[0].start, call.nodes[-1].end
    try:
        senses = _senses_of(_meant(rule, call))
    except (ValueError, OverflowError):
        return None  # no such day in the calendar: 30 February, the year 12000
    return Node(table.sign(senses), start, end, senses, made=True) if senses else None


def _meant(rule: Rule, call: Call) -> Result:
    unknown = call.get("t_unknown")
    if unknown is not None and "bounds" not in rule.options:
        return Unknown()  # whatever is counted from the unknown is unknown
    try:
        return OPERATIONS[rule.operation](call)
    except Timeless:
        return Unknown(why="nobody said when this was spoken")


def _senses_of(result: Result) -> Senses:
    match result:
        case Span() | Unknown():
            return {f"t_{result.shape}": result}
        case Recurrence():
            return {"rec": result}
        case Length():
            return {"length": result}
        case Clock():
            return {"time": result}
    return result or {}
