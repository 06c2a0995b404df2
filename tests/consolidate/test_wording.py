from __future__ import annotations

import pytest

from consolidate.events import event
from smalti.consolidate.wording import label, losses, sentence

TEMPLATE = "Ada, “hiking”, 3 times from 2026-05-01 to 2026-05-07: …"
SAID = ["Ada walked 12 km with Bram", "Ada did not reach the hut", "Ada walked 7.5 km"]
SOUND = "Ada walked 12 km with Bram, then 7.5 km, and did not reach the hut."


def test_the_template_tells_every_event_with_its_day() -> None:
    text = sentence("Ada", "hiking", [event(0, "hiking", "Fuji"), event(6, "hiking", "Alps")])
    assert text == (
        "Ada, “hiking”, 2 times from 2026-05-01 to 2026-05-07: "
        "hiking Fuji (2026-05-01); hiking Alps (2026-05-07)"
    )


@pytest.mark.parametrize(
    ("said", "begins"),
    [("去公园跑步了", "Ada，“跑步”"), ("公園を走りました", "Ada、「跑步」")],
)
def test_the_template_is_in_the_language_of_the_events(said: str, begins: str) -> None:
    assert sentence("Ada", "跑步", [event(0, said), event(1, said)]).startswith(begins)


def test_a_label_is_the_longest_stretch_that_all_share() -> None:
    events = [event(0, "the", "pride", "parade"), event(1, "pride", "parade", "again")]
    assert label(events) == "pride parade"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (SOUND, None),
        (SOUND.replace("12", "twelve"), "the number 12"),
        (SOUND.replace("12", "13"), "the number 12"),
        (SOUND + " It took 4 hours.", "the number 4, which nobody told"),
        (SOUND + " That was 3 times, from 2026-05-01 on.", None),
        (SOUND.replace("did not reach", "reached"), "a negation"),
        (SOUND.replace("Bram", "a friend"), "the name Bram"),
        ("", "the number 12"),
    ],
)
def test_what_a_model_leaves_out_or_adds_is_named(text: str, fault: str | None) -> None:
    found = losses(text, SAID, TEMPLATE, ["Ada", "Bram"])
    assert (fault in found) if fault else not found


def test_a_negation_that_nobody_made_is_a_fault() -> None:
    assert losses("Ada never hikes.", ["Ada hikes"], TEMPLATE, ["Ada"]) == ["a negation"]
