"""Two rules laid side by side, and what the judges say of them."""

from __future__ import annotations

from smalti.write.detect.pair import Pair, Side, Verdict
from smalti.write.detect.rules import rule_judges
from write.detect.pairs import record

JUDGES = rule_judges()


def pairs(text: str) -> list[tuple[str, str]]:
    """Stored sentences, each with an incoming one on the line below it."""
    lines = [line.strip() for line in text.strip().splitlines()]
    return list(zip(lines[::2], lines[1::2], strict=True))


def laid(stored: str, incoming: str) -> Pair:
    """Two sentences as a pair."""
    return Pair(Side(record(), stored), Side(record(), incoming))


def verdicts(stored: str, incoming: str) -> list[Verdict]:
    """What each judge with an opinion says, in their order."""
    found = (judge.judge(laid(stored, incoming)) for judge in JUDGES)
    return [verdict for verdict in found if verdict is not None]


def told(stored: str, incoming: str) -> dict[str, str]:
    """The reason of each judge with an opinion."""
    return {verdict.judge: verdict.reason for verdict in verdicts(stored, incoming)}
