"""The labelled guidelines, where they lie beside the project: recall and false alarms."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from smalti.text.analyse import Analyser
from write.detect.rules.rules import verdicts

GUIDELINES = Path(__file__).parents[4].parent / "shared" / "cases" / "guidelines"
NEAREST = 12  # stored statements that an incoming one is compared with


def lines(name: str) -> list[dict[str, Any]]:
    path = GUIDELINES / name
    if not path.exists():
        pytest.skip(f"the development data ({name}) does not lie beside the project")
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def detected(domain: str) -> Counter[tuple[str, str, bool]]:
    """How many items of each label and type were flagged, and how many were not."""
    terms = Analyser("en").terms
    base = [(row["text"], frozenset(terms(row["text"]))) for row in lines(f"{domain}.base.jsonl")]
    shares = Counter(term for _, known in base for term in known)
    found: Counter[tuple[str, str, bool]] = Counter()
    for item in lines(f"{domain}.incoming.jsonl"):
        said = frozenset(terms(item["text"]))
        nearest = sorted(base, key=lambda one: -sum(1 / shares[term] for term in said & one[1]))
        flagged = any(verdicts(text, item["text"]) for text, _ in nearest[:NEAREST])
        found[item["label"], item["type"], flagged] += 1
    return found


@pytest.mark.slow
def test_half_of_the_guideline_conflicts_are_found_and_no_benign_statement_in_thirty() -> None:
    found = detected("hypertension") + detected("sre")
    hits, items = Counter[str](), Counter[str]()
    for (label, type, flagged), count in found.items():
        for name in (label, f"{label} {type}"):
            items[name] += count
            hits[name] += count * flagged
    assert hits["benign"] <= 0.03 * items["benign"]
    assert hits["conflict"] >= 0.5 * items["conflict"]
    assert hits["conflict numeric"] >= 0.6 * items["conflict numeric"]
