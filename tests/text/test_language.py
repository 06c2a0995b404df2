"""Which language a text is in."""

from __future__ import annotations

import pytest

from smalti.text.language import guess_language, language_of, languages_of, usual_language


@pytest.mark.parametrize(
    ("text", "usual", "language"),
    [
        ("I'd know", "en", "en"),
        ("My meeting with Jörg is on Friday", "en", "en"),
        ("Anfang Mai ziehe ich nach Jena.", "en", "de"),
        ("Los lunes llevo a mi padre a diálisis.", "en", "es"),
        ("Je cherche un bail jusqu'en 2031.", "en", "fr"),
        ("Nordlys", "de", "de"),
        ("고양이 두 마리 키워요.", "en", "ko"),
        ("Я живу в Риге", "en", "other"),
        ("3:51:07!", "en", ""),
        ("我昨天没去上班。", "en", "zh"),
        ("昨日は会社に行かなかった。", "en", "ja"),
    ],
)
def test_a_text_is_named_by_its_script_and_its_words(text: str, usual: str, language: str) -> None:
    assert language_of(text, usual) == language


@pytest.mark.parametrize("text", ["来週函館転勤", "毎朝散歩", "令和八年五月", "東京駅集合"])
def test_a_text_without_kana_may_say_that_it_is_japanese(text: str) -> None:
    assert language_of(text, "zh") == "ja"


def test_a_text_in_han_alone_is_in_the_usual_one_of_the_two() -> None:
    assert language_of("会議三時", "ja") == "ja"
    assert language_of("会議三時", "zh") == "zh"
    assert language_of("会議三時", "en") == "zh"


@pytest.mark.parametrize("text", ["你三点来吗", "這個不要", "我们三点见"])
def test_a_text_that_says_that_it_is_chinese_is_not_read_as_the_usual_one(text: str) -> None:
    assert language_of(text, "ja") == "zh"


def test_a_text_that_tells_nothing_is_in_every_language_in_latin_letters() -> None:
    assert languages_of("Nordlys") == ("en", "de", "es", "fr")
    assert languages_of("") == ()
    assert guess_language("Nordlys") == ""


def test_languages_of_a_mixed_text_begin_with_its_script() -> None:
    assert languages_of("下周一 we have a call with the team") == ("zh", "en")
    assert guess_language("下周一 we have a call with the team") == "zh"


def test_the_usual_language_is_the_one_of_most_texts() -> None:
    assert usual_language(["ok", "昨日は寝た", "今日も寝る"]) == "ja"
    assert usual_language(["3:51", "!"], "ja") == "ja"
    assert usual_language([]) == "en"
