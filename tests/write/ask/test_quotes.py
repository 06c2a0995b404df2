from __future__ import annotations

import unicodedata

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from smalti.write.ask.quotes import Haystack


def found(text: str, quote: str, *near: str) -> str | None:
    span = Haystack(text, 0, len(text)).find(quote, near)
    return None if span is None else text[span[0] : span[1]]


@pytest.mark.parametrize(
    ("text", "quote", "span"),
    [
        ("I moved to Porto.", "I moved to Porto", "I moved to Porto"),
        ("I moved  to\n Porto.", "I moved to Porto", "I moved  to\n Porto"),
        ("i moved to PORTO", "I moved to Porto", "i moved to PORTO"),
        ("I don’t eat fish", "I don't eat fish", "I don’t eat fish"),
        ("I don't eat fish", "I don‘t eat fish", "I don't eat fish"),
        ("call it “home”, ok", "call it 'home'", "call it “home"),
        ("2019—2021 in Rome", "2019-2021 in Rome", "2019—2021 in Rome"),
        ("it costs ５００円 now", "500円", "５００円"),
        ("a ﬁne day", "a fine day", "a ﬁne day"),
        ("We met in May", "We met in May...", "We met in May"),
        ("We met in May", '"We met in May."', "We met in May"),
        ("We met in May and left", "We met … left", "We met in May and left"),
        ("We met in May and left in June", "met in May [...] June", "met in May and left in June"),
        ("caf\u00e9 on 5th", "cafe\u0301 on 5th", "caf\u00e9 on 5th"),
        ("cafe\u0301 on 5th", "caf\u00e9 on 5th", "cafe\u0301 on 5th"),
        ("soft\u00adware de\u200bsign", "software design", "soft\u00adware de\u200bsign"),
        ("straße 5", "STRASSE 5", "straße 5"),
        ("我在东京工作。", "我在东京工作", "我在东京工作"),
        ("私は東京で働いています", "東京で働いて", "東京で働いて"),
        ("It was -5 °C outside", "-5 °c", "-5 °C"),
        ("C++ and Go", "c++ and Go!", "C++ and Go"),
    ],
)  # fmt: skip
def test_a_quote_is_found_as_a_careful_reader_would(text: str, quote: str, span: str) -> None:
    assert found(text, quote) == span


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("I moved to Porto.", "I moved to Lisbon"),
        ("I moved to Porto.", "Ada moved to Porto"),
        ("Education matters", "cat"),
        ("I paid 125 euros", "12"),
        ("the rest", ""),
        ("the rest", "…"),
        ("the rest", " ?! "),
        ("I like fish", "I don't like fish"),
        (f"We met {'x ' * 400} June", "We met … June"),
        ("June came after May", "May … June"),
    ],
)
def test_what_does_not_stand_there_is_not_found(text: str, quote: str) -> None:
    assert found(text, quote) is None


def test_only_the_window_is_searched() -> None:
    text = "I moved. You stayed. I moved."
    assert Haystack(text, 8, 21).find("I moved") is None
    assert Haystack(text, 8, len(text)).find("i  moved") == (21, 28)


def test_of_several_places_the_first_is_taken() -> None:
    assert Haystack("yes. yes. yes.", 0, 14).find("yes") == (0, 3)


@pytest.mark.parametrize("near", ["on Friday", "On friday"])
def test_time_words_decide_between_several_places(near: str) -> None:
    text = "I ran, that was on Monday. It was warm. I ran, that was on Friday."
    assert Haystack(text, 0, len(text)).find("I ran", [near, "Monday"]) == (40, 45)


def test_words_inside_the_quote_itself_decide_nothing() -> None:
    text = "Porto is nice. I like Porto, and Rome. Porto is nice."
    assert Haystack(text, 0, len(text)).find("Porto is nice", ["nice", "Rome"]) == (39, 52)


def test_time_words_are_found_in_the_quote_before_anywhere_else() -> None:
    text = "in May I left; in May I came; in May I won"
    page = Haystack(text, 0, len(text))
    assert page.near("in May", (15, 28)) == (15, 21)
    assert page.near("In  may", (22, 28)) == (15, 21)
    assert page.near("in June", (15, 28)) is None


@given(st.text(max_size=60), st.text(max_size=10), st.text(max_size=10))
def test_every_part_of_a_text_is_found_word_for_word(text: str, left: str, right: str) -> None:
    quote = text.strip()
    assume(quote)
    whole = f"{left} {quote} {right}"
    span = Haystack(whole, 0, len(whole)).find(quote)
    assert span is not None
    assert whole[span[0] : span[1]] == quote


@given(st.text(max_size=40), st.text(max_size=20))
def test_a_span_is_never_empty_and_lies_inside(text: str, quote: str) -> None:
    span = Haystack(text, 0, len(text)).find(quote)
    assert span is None or 0 <= span[0] < span[1] <= len(text)


@given(st.text("abc dé", min_size=3, max_size=30))
def test_other_forms_of_the_same_letters_are_found(text: str) -> None:
    quote = text.strip()
    assume(quote)
    page = Haystack(text, 0, len(text))
    assert page.find(unicodedata.normalize("NFD", quote).upper()) is not None
