from __future__ import annotations

import pytest

from smalti.model.record import Modality, RecordKind
from write.extract.talks import candidates, one, reasons, said, sentences


def says(text: str) -> list[str]:
    return sentences(said(text, "林夏"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我住在厦门。", ["林夏住在厦门"]),
        ("我喜欢爬山，讨厌跑步。", ["林夏喜欢爬山", "林夏讨厌跑步"]),
        ("我妈在医院上班。", ["林夏的妈妈在医院上班"]),
        ("我的生日是五月三号。", ["林夏的生日是五月三号"]),
        ("对了，我養了一隻貓。", ["林夏養了一隻貓"]),
        ("昨天搬到了泉州。", ["林夏昨天搬到了泉州"]),
    ],
)
def test_a_clause_is_told_of_the_speaker(text: str, expected: list[str]) -> None:
    assert says(text) == expected


def test_a_dropped_subject_is_the_topic_before_it() -> None:
    assert says("发布会定在周五，改到了下周。") == ["发布会定在周五", "发布会改到了下周"]


@pytest.mark.parametrize(
    ("text", "polarity", "ended"),
    [
        ("我吃辣。", True, False),
        ("我不吃辣。", False, False),
        ("我戒了烟。", False, True),
        ("我不喝酒了。", False, True),
        ("我跟她分手了。", True, True),
    ],
)
def test_denials_and_endings_are_marked(text: str, *, polarity: bool, ended: bool) -> None:
    found = one(said(text, "林夏"))
    assert (found.polarity, found.ended) == (polarity, ended)


@pytest.mark.parametrize(
    ("text", "modality"),
    [
        ("我在学琴。", Modality.ASSERTED),
        ("我打算学琴。", Modality.PLANNED),
        ("我希望学琴。", Modality.WISHED),
        ("如果有空我就学琴。", Modality.HYPOTHETICAL),
        ("听说他在学琴。", Modality.QUOTED),
    ],
)
def test_modality_is_read_from_the_cue(text: str, modality: Modality) -> None:
    assert one(said(text, "林夏")).modality is modality


def test_a_relative_is_the_subject_of_a_claim() -> None:
    found = one(said("我爸在铁路局工作。", "林夏"))
    assert (found.subject, found.kind) == ("林夏的爸爸", RecordKind.CLAIM)


def test_the_edge_holds_verb_and_object() -> None:
    found = one(said("我住在厦门。", "林夏"))
    assert (found.subject, found.predicate, found.object) == ("林夏", "住在", "厦门")


def test_a_correction_is_marked() -> None:
    assert one(said("说错了，我住在漳州。", "林夏")).correction


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("好的，辛苦啦，晚安～", "small talk"),
        ("哈哈哈哈", "small talk"),
        ("明天几点开会？", "question"),
        ("帮我查一下天气", "request to the assistant"),
    ],
)
def test_small_talk_questions_and_requests_leave_nothing(text: str, reason: str) -> None:
    assert not candidates(said(text, "林夏"))
    assert reason in reasons(said(text, "林夏"))
