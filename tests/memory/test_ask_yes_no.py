"""Questions for yes or no: what rules out what is asked, and how they may be put."""

from __future__ import annotations

import pytest

from smalti import Memory
from smalti.recall.answer.negation import contrasted, denied

SAID = (
    "I live in Oslo.",
    "I love jazz but I hate techno.",
    "I stopped eating meat.",
    "I went to Rome last summer.",
    "I'm allergic to peanuts.",
)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("Is it true that Nora lives in Oslo?", "yes"),
        ("Nora lives in Oslo, right?", "yes"),
        ("Doesn't Nora live in Oslo?", "yes"),
        ("Does Nora hate jazz?", "no"),
        ("Does Nora like techno?", "no"),
        ("Does Nora eat meat?", "no"),
        ("Did Nora stop eating meat?", "yes"),
        ("Did Nora go to Rome?", "yes"),
        ("Does Nora have a peanut allergy?", "yes"),
        ("Does Nora like opera?", None),
    ],
)
def test_yes_and_no_are_told_where_something_decides(question: str, value: str | None) -> None:
    with Memory(":memory:", embedder=None, model=None) as memory:
        for text in SAID:
            memory.add(text, speaker="Nora", said_at="2026-05-01")
        answer = memory.ask(question)
    assert answer.value == value
    assert answer.text.startswith({"yes": "Yes", "no": "No:", None: "Not in memory"}[value])


def test_what_used_to_be_is_not_so_any_more_but_was() -> None:
    text = "I used to smoke"
    assert denied(text, ["smoke"], "Does she smoke?")
    assert not denied(text, ["smoke"], "Did she smoke?")


def test_terms_on_both_sides_of_a_but_do_not_belong_together() -> None:
    assert contrasted("I love jazz but I hate techno", ["hate", "jazz"])
    assert not contrasted("I love jazz but I hate techno", ["hate", "techno"])


@pytest.mark.parametrize(
    ("speaker", "said", "questions"),
    [
        (
            "Nora",
            "I used to live in Lund, now I live in Oslo.",
            ("Where does Nora live?", "Where did Nora live before?", "Does Nora live in Lund?"),
        ),
        (
            "诺拉",
            "我以前住在伦敦，现在住在奥斯陆。",
            ("诺拉现在住在哪里？", "诺拉以前住在哪里？", "诺拉住在伦敦吗？"),
        ),
        (
            "花子",
            "以前は大阪に住んでいましたが、今は東京に住んでいます。",
            (
                "花子はどこに住んでいますか？",
                "花子は以前どこに住んでいましたか？",
                "花子は大阪に住んでいますか？",
            ),
        ),
    ],
)
def test_what_is_told_as_over_holds_no_longer(
    speaker: str, said: str, questions: tuple[str, ...]
) -> None:
    with Memory(":memory:", embedder=None, model=None) as memory:
        memory.add(said, speaker=speaker, said_at="2026-05-01")
        now, before, still = (memory.ask(question).value for question in questions)
    values = {"Nora": ("Oslo", "Lund"), "诺拉": ("奥斯陆", "伦敦"), "花子": ("東京", "大阪")}
    assert ((now, before), still) == (values[speaker], "no")


@pytest.mark.parametrize(
    ("said", "question", "answer"),
    [
        ("I like tea.", "Does Nora like tea or coffee?", "“I like tea.”"),
        ("I live in Oslo.", "Does Nora live in Oslo or Bergen?", "“I live in Oslo.”"),
        ("我喜欢喝茶。", "诺拉喜欢喝茶还是咖啡?", "“我喜欢喝茶。”"),
    ],
)
def test_which_of_two_is_told_without_yes_or_no(said: str, question: str, answer: str) -> None:
    speaker = "诺拉" if "诺拉" in question else "Nora"
    with Memory(":memory:", embedder=None) as memory:
        memory.add([{"text": said, "speaker": speaker}])
        assert memory.ask(question).text == answer


def test_or_not_denies_nothing() -> None:
    with Memory(":memory:", embedder=None) as memory:
        memory.add([{"text": "I live in Oslo.", "speaker": "Nora"}])
        assert memory.ask("Does Nora live in Oslo or not?").value == "yes"
