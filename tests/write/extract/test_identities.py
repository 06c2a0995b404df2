"""Who only says to be who they are, and how it used to be."""

from __future__ import annotations

import pytest

from write.extract.talks import candidates, needs_parser, said


@needs_parser
def test_who_says_to_be_who_they_are_says_nothing() -> None:
    assert candidates(said("I'm Nora.", "Nora")) == ()


@pytest.mark.parametrize(
    ("speaker", "text"),
    [("诺拉", "我是诺拉。"), ("花子", "私は花子です。")],
)
def test_nor_in_chinese_or_japanese(speaker: str, text: str) -> None:
    assert candidates(said(text, speaker)) == ()


@needs_parser
@pytest.mark.parametrize("text", ["I'm Nora Berg.", "I go by Nora.", "I hurt myself."])
def test_a_name_one_goes_by_and_what_one_does_to_oneself_are_kept(text: str) -> None:
    assert len(candidates(said(text, "Nora"))) == 1


@pytest.mark.parametrize(
    ("speaker", "text"),
    [("诺拉", "我以前住在成都。"), ("花子", "以前は大阪に住んでいました。")],
)
def test_how_it_used_to_be_is_no_event(speaker: str, text: str) -> None:
    [one] = candidates(said(text, speaker))
    assert (one.kind.value, one.ended) == ("fact", True)


def test_a_skill_is_no_promise() -> None:
    [one] = candidates(said("我会弹钢琴。", "诺拉"))
    assert one.modality.value == "asserted"


def test_what_is_done_at_a_place_is_a_verb() -> None:
    [one] = candidates(said("我在华为工作。", "诺拉"))
    assert (one.predicate, one.object) == ("工作", "华为")


@needs_parser
def test_a_correction_in_full_gives_the_value_alone_and_keeps_what_stands_beside_it() -> None:
    turns = (
        said("I live in Oslo.", "Nora"),
        said("Actually I live in Bergen, not Oslo. I work as a baker.", "Nora"),
    )
    told = {(one.predicate, one.object) for one in candidates(*turns)}
    assert ("live in", "Bergen") in told
    assert ("work as", "a baker") in told
    assert not any("Actually" in value for _, value in told)
