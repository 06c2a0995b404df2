"""A day is only told as that of an event if somebody told that it happened."""

from __future__ import annotations

import pytest

from smalti import Memory
from smalti.model.answer import Answer

NOW = "2026-12-01T12:00:00+01:00"


def asked(question: str, *said: str, speaker: str = "Nora") -> Answer:
    with Memory(":memory:", embedder=None, model=None) as memory:
        memory.add([{"text": t, "speaker": speaker, "said_at": "2026-05-01"} for t in said])
        return memory.ask(question, now=NOW)


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("I have a dog called Rex.", "When did Rex die?"),
        ("I have a dog called Rex.", "When did Nora get a dog?"),
        ("I love my job as a nurse.", "When did Nora become a nurse?"),
        ("I adopted a puppy.", "When did Nora buy a puppy?"),
        ("My daughter Mia turned three last week.", "When was Nora's daughter Mia born?"),
    ],
)
def test_the_day_of_saying_is_not_that_of_what_was_not_said(said: str, question: str) -> None:
    assert not asked(question, said).found


@pytest.mark.parametrize(
    ("said", "question", "day"),
    [
        ("I adopted a puppy.", "When did Nora adopt a puppy?", "2026-05-01"),
        ("I bought a new kayak!", "When did Nora buy a kayak?", "2026-05-01"),
        ("My son Leo was born yesterday.", "When was Leo born?", "2026-04-30"),
    ],
)
def test_what_was_told_to_have_happened_has_its_day(said: str, question: str, day: str) -> None:
    assert asked(question, said).value == day


@pytest.mark.parametrize(
    ("question", "speaker", "said"),
    [
        ("When did Nora move to Paris?", "Nora", ["I moved to Oslo in March 2024."]),
        ("When did Nora move to Paris?", "Nora", ["I moved to Oslo.", "I love Paris in spring."]),
        ("When did Nora marry Paul?", "Nora", ["I married Tom in 2019."]),
        ("花子はいつパリに引っ越しましたか？", "花子", ["去年オスロに引っ越しました。"]),
    ],
)
def test_a_question_that_takes_another_place_or_person_for_granted_is_refused(
    question: str, speaker: str, said: list[str]
) -> None:
    assert not asked(question, *said, speaker=speaker).found


def test_a_place_may_be_told_when_somebody_asks_about_it() -> None:
    with Memory(":memory:", embedder=None, model=None, extract=False) as memory:
        memory.add("I remember a road trip we took last year.", speaker="Tom", said_at="2023-02-01")
        memory.add("Where did you go on that road trip?", speaker="Mia", said_at="2023-02-01")
        memory.add("We saw the coast of Portugal.", speaker="Tom", said_at="2023-02-01")
        assert memory.ask("When did Tom take a road trip to Portugal?", now=NOW).value == "2022"
