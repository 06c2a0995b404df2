"""Everyday questions in Chinese and Japanese, by the kind of what is asked for."""

from __future__ import annotations

import pytest

from smalti import Memory


@pytest.mark.parametrize(
    ("said", "question", "value"),
    [
        ("我会说法语和日语。", "诺拉会说哪些语言？", "说法语和日语"),
        ("我会弹钢琴。", "诺拉会什么乐器？", "钢琴"),
        ("我是一名护士。", "诺拉做什么工作？", "一名护士"),
        ("我以前是老师，现在是律师。", "诺拉以前是做什么的？", "老师"),
        ("我今年三十二岁。", "诺拉多大了？", "32 year"),
        ("我在一家公司工作。", "诺拉在哪里工作？", "一家公司"),
    ],
)
def test_in_chinese(said: str, question: str, value: str) -> None:
    with Memory(":memory:", embedder=None, model=None) as memory:
        memory.add(said, speaker="诺拉", said_at="2026-05-01")
        assert memory.ask(question).value == value


@pytest.mark.parametrize(
    ("said", "question", "value"),
    [
        ("フランス語が話せます。", "花子はどんな言語が話せますか？", "フランス語"),
        ("前は教師でしたが、今は弁護士です。", "花子は以前何をしていましたか？", "教師"),
        ("妹の名前は美咲です。", "花子の妹の名前は何ですか？", "美咲"),
        ("看護師をしています。", "花子の職業は何ですか？", "看護師"),
    ],
)
def test_in_japanese(said: str, question: str, value: str) -> None:
    with Memory(":memory:", embedder=None, model=None) as memory:
        memory.add(said, speaker="花子", said_at="2026-05-01")
        assert memory.ask(question).value == value
