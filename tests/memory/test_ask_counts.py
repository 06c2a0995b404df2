"""How many there are is the number that stands beside what is counted."""

from __future__ import annotations

import pytest

from smalti import Memory
from smalti.model.answer import QuestionPlan
from smalti.recall.answer.counting import counted_in


@pytest.mark.parametrize(
    ("speaker", "said", "question", "value"),
    [
        ("Nora", "I have three cats.", "How many cats does Nora have?", "3"),
        ("Nora", "I have two kids.", "How many children does Nora have?", "2"),
        ("Nora", "I have a dog and two cats.", "How many dogs does Nora have?", None),
        ("诺拉", "我养了三只猫。", "诺拉有几只猫？", "3"),
        ("诺拉", "我有两个孩子。", "诺拉有几个孩子？", "2"),
        ("花子", "猫を三匹飼っています。", "花子は猫を何匹飼っていますか？", "3"),
        ("花子", "子どもが二人います。", "花子には子どもが何人いますか？", "2"),
    ],
)
def test_a_count_is_told_as_a_value(
    speaker: str, said: str, question: str, value: str | None
) -> None:
    with Memory(":memory:", embedder=None, model=None) as memory:
        memory.add(said, speaker=speaker, said_at="2026-05-01")
        assert memory.ask(question).value == value


def test_of_two_counts_the_later_one_is_told() -> None:
    with Memory(":memory:", embedder=None, model=None) as memory:
        memory.add("I have three cats.", speaker="Nora", said_at="2026-05-01")
        memory.add("I have four cats.", speaker="Nora", said_at="2026-06-01")
        assert memory.ask("How many cats does Nora have?").value == "4"


@pytest.mark.parametrize(
    ("language", "question", "text", "number"),
    [
        ("en", "How many sisters has she got?", "three brothers and one sister", 1),
        ("en", "How many cities did she see?", "We saw 12 old cities.", 12),
        ("en", "How many walks?", "I came third.", None),
        ("zh", "她有几只猫？", "两只狗和一只猫", 1),
        ("zh", "她家有多少本书呢", "家里有三百本书", 300),
        ("ja", "何匹の犬がいますか", "二匹の犬と三匹の猫", 2),
    ],
)
def test_a_number_belongs_to_the_noun_beside_it(
    language: str, question: str, text: str, number: int | None
) -> None:
    assert counted_in(QuestionPlan(question, language=language), text) == number
