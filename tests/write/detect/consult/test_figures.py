"""Figures that rule out that two texts say the same."""

from __future__ import annotations

import pytest

from smalti.write.detect.consult.figures import figures_differ

OTHER = [
    ("The gate code is 4417.", "The gate code is 4471."),
    ("Meet in room 3.12", "meet in room 3.21."),
    ("The exam is on 11 June 2026", "The exam is on 12 June 2026"),
    ("The invoice came to 1,184.50 €", "1,148.50 € is what the invoice came to"),
    ("A canary takes 5% for 30 minutes", "Canaries take 5% of the traffic for 10 minutes"),
    ("Rest at least five minutes", "A rest of 2 minutes is enough"),
    ("The blue bike is HB-4471", "HB-4472 is the blue bike"),
    ("房间是302号", "房间是320号"),
]
ALIKE = [
    ("The course takes 150 minutes", "It takes 2.5 hours"),
    ("Stay below 140/90 mmHg", "The goal is a pressure under 140/90 mmHg"),
    ("Each worker may use 2 GB of memory", "the cap per worker is 2048 MB"),
    ("About 40 people come", "43 people come"),
    ("At most four hours", "no more than 4 hours"),
    ("Ada ran 10 km on 3 May", "Ada ran 10 km"),
    ("Ada has a cat", "Ada has one cat, which weighs 4 kg"),
    ("公司一共两百三十号人", "230来人"),
    ("", ""),
]


@pytest.mark.parametrize(("one", "other"), OTHER)
def test_other_figures_rule_it_out(one: str, other: str) -> None:
    assert figures_differ(one, other)
    assert figures_differ(other, one)


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_the_same_figures_or_none_do_not(one: str, other: str) -> None:
    assert not figures_differ(one, other)
    assert not figures_differ(other, one)


@pytest.mark.parametrize("text", [text for pair in OTHER for text in pair])
def test_a_text_has_the_figures_that_it_has(text: str) -> None:
    assert not figures_differ(text, text)
