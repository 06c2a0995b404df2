from __future__ import annotations

import pytest

from smalti.model.record import Modality, RecordKind
from write.extract.talks import candidates, one, reasons, said, sentences


def says(text: str) -> list[str]:
    return sentences(said(text, "水野 葵"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("私は松本に住んでいます。", ["水野葵は松本に住んでいます"]),
        ("松本に住んでいます。", ["水野葵は松本に住んでいます"]),
        ("血液型はB型です。", ["水野葵の血液型はB型です"]),
        ("母は看護師です。", ["水野葵の母は看護師です"]),
        ("私の車は赤いです。", ["水野葵の車は赤いです"]),
        ("小林さんは来週休みです。", ["小林さんは来週休みです"]),
    ],
)
def test_the_topic_is_put_back(text: str, expected: list[str]) -> None:
    assert says(text) == expected


def test_the_subject_keeps_the_name_as_it_is_written_in_the_turn() -> None:
    assert one(said("松本に住んでいます。", "水野 葵")).subject == "水野 葵"


@pytest.mark.parametrize(
    ("text", "polarity", "ended"),
    [
        ("コーヒーを飲みます。", True, False),
        ("コーヒーは飲みません。", False, False),
        ("タバコをやめました。", False, True),
        ("彼氏と別れました。", True, True),
    ],
)
def test_denials_and_endings_are_marked(text: str, *, polarity: bool, ended: bool) -> None:
    found = one(said(text, "水野 葵"))
    assert (found.polarity, found.ended) == (polarity, ended)


@pytest.mark.parametrize(
    ("text", "modality"),
    [
        ("ピアノを習っています。", Modality.ASSERTED),
        ("ピアノを習う予定です。", Modality.PLANNED),
        ("ピアノを習いたいです。", Modality.WISHED),
        ("ピアノを習うかもしれません。", Modality.HYPOTHETICAL),
        ("部長は欠席だそうです。", Modality.QUOTED),
    ],
)
def test_modality_is_read_from_the_ending(text: str, modality: Modality) -> None:
    assert one(said(text, "水野 葵")).modality is modality


def test_a_relative_is_the_subject_of_a_claim() -> None:
    found = one(said("父は大工です。", "水野 葵"))
    assert (found.subject, found.kind) == ("水野葵の父", RecordKind.CLAIM)


def test_a_correction_is_marked() -> None:
    assert one(said("すみません、間違えました。会費は五百円です。", "水野 葵")).correction


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("お疲れさまです！お先に失礼します〜", "small talk"),
        ("ｗｗｗ", "small talk"),
        ("何時に始まりますか", "question"),
        ("おすすめの本を教えて", "request to the assistant"),
    ],
)
def test_small_talk_questions_and_requests_leave_nothing(text: str, reason: str) -> None:
    assert not candidates(said(text, "水野 葵"))
    assert reason in reasons(said(text, "水野 葵"))
