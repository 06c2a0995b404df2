from __future__ import annotations

import pytest

from smalti.text.language import language_of
from write.extract.talks import candidates, one, said


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I live near the harbour", "en"),
        ("gate's 4471", "en"),
        ("Ich wohne in der Nähe vom Hafen", "de"),
        ("Vivo cerca del puerto con mi hermana", "es"),
        ("J'habite près du port avec ma sœur", "fr"),
        ("我住在港口旁边", "zh"),
        ("港の近くに住んでいます", "ja"),
        ("항구 근처에 살아요", "ko"),
        ("Я живу у порта", "other"),
        ("12345 !!", ""),
    ],
)
def test_the_language_of_a_sentence_is_found(text: str, language: str) -> None:
    assert language_of(text) == language


@pytest.mark.parametrize(
    "text",
    [
        "Ich wohne in der Nähe vom Hafen.",
        "Vivo cerca del puerto con mi hermana.",
        "J'habite près du port avec ma sœur.",
        "저는 부산에 살아요.",
        "Я живу у порта.",
    ],
)
def test_a_statement_in_another_language_is_kept_whole_under_its_speaker(text: str) -> None:
    found = one(said(text, "Noor"))
    assert (found.subject, found.object) == ("Noor", text)
    assert text in found.sentence


@pytest.mark.parametrize(
    ("text", "polarity", "ended"),
    [
        ("Ich esse keinen Fisch.", False, False),
        ("Ich rauche nicht mehr.", False, True),
        ("Ya no vivo en Lima.", False, True),
        ("Je ne mange pas de viande.", False, False),
    ],
)
def test_denials_are_marked_there_too(text: str, *, polarity: bool, ended: bool) -> None:
    found = one(said(text, "Noor"))
    assert (found.polarity, found.ended) == (polarity, ended)


@pytest.mark.parametrize(
    "text",
    [
        "Danke, bis morgen!",
        "Hola, buenos días",
        "Bonne soirée, à demain !",
        "Kannst du mir helfen?",
        "¿Puedes ayudarme?",
    ],
)
def test_greetings_and_questions_leave_nothing(text: str) -> None:
    assert not candidates(said(text, "Noor"))
