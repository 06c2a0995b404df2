from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from smalti.text.analyse import Analyser, normalise
from strategies import any_text

ANALYSERS = [Analyser(language) for language in ("en", "de", "tr", "ar", "hi", "und")]
everything = st.text() | any_text  # with lone surrogates and NUL
# What a run of the grammar may be made of: scripts, joiners, marks, and what must not leak.
pieces = st.lists(
    st.sampled_from(
        ["a", "É", "ß", "7", "٣", "-", ".", ",", "/", ":", "//", "@", "#", "_", "+", "'", "’", '"',
         "`", " ", "\t", "\n", "\x00", "\x01", "\x1c", "\x85", "\u2028", "\u3000", "\u200d",
         "\u200c", "\u0301", "\u0308", "\u20e3", "\ufe0f", "\u093f", "북", "京", "し", "ー", "ที่",
         "👩", "🏽", "🇩", "http://", "i\u0307", "İ", "ŉ", "ﬁ", "\ud800", "\u1160", "\u0345",
         "\u1e9e", "ſ"]
    ),
    max_size=12,
).map("".join)  # fmt: skip
texts = everything | pieces
words = st.from_regex(r"\A[a-zé0-9]{1,8}([-.@][a-z0-9]{1,5})?\Z") | st.sampled_from(
    [
        "北京",
        "しり",
        "스코프랩스",
        "ที่นี่",
        "हिन्दी",
        "👍",
        "ERR-7731",
        "José",
        "1,247",
        "don’t",
        "naïve",
    ]
)


@given(texts)
def test_any_text_at_all_can_be_analysed(text: str) -> None:
    for analyser in ANALYSERS:
        assert isinstance(analyser.terms(text), list)


@example("\u0301")
@example("´")
@given(texts)
def test_a_term_is_never_empty(text: str) -> None:
    for analyser in ANALYSERS:
        assert all(analyser.terms(text))


@example("http://a\x1cb")
@example("http://a\x01b")
@given(texts)
def test_a_term_holds_no_white_space_no_quotation_marks_and_no_control_characters(
    text: str,
) -> None:
    for analyser in ANALYSERS:
        for term in analyser.terms(text):
            assert not any(c.isspace() or c in "\"'`" for c in term)
            assert not any(unicodedata.category(c) == "Cc" for c in term)


@given(texts)
def test_composed_and_decomposed_texts_have_the_same_terms(text: str) -> None:
    analyser = Analyser()
    assert analyser.terms(unicodedata.normalize("NFC", text)) == analyser.terms(
        unicodedata.normalize("NFD", text)
    )
    assert analyser.terms(unicodedata.normalize("NFC", text)) == analyser.terms(text)


@given(texts)
def test_upper_and_lower_case_have_the_same_terms(text: str) -> None:
    # Marks in another order than the canonical one fold to other letters (Unicode 15, D145).
    composed = unicodedata.normalize("NFC", text)
    analyser = Analyser("und")
    assert analyser.terms(composed.casefold()) == analyser.terms(composed)


@example("e\u200d\u0301")
@given(texts)
def test_a_normal_form_is_its_own_normal_form(text: str) -> None:
    assert normalise(normalise(text)) == normalise(text)


@given(any_text)
def test_invisible_characters_do_not_matter_between_letters(text: str) -> None:
    apart = "\u200d".join(c for c in text if c.isalpha())
    assert Analyser().terms(apart) == Analyser().terms(apart.replace("\u200d", ""))


@given(st.lists(words, min_size=1), st.data())
def test_each_word_of_a_text_finds_it(all_words: list[str], data: st.DataObject) -> None:
    word = data.draw(st.sampled_from(all_words))
    separator = data.draw(st.sampled_from([" ", "\n", ", ", " — ", "\u3000", "; "]))
    text = separator.join(all_words)
    for analyser in ANALYSERS:
        assert set(analyser.terms(word)) <= set(analyser.terms(text))


@pytest.mark.parametrize(
    "script", ["北京烤鸭好吃", "しりとりをする", "스코프랩스에서", "ที่นี่อร่อยมาก"]
)
@given(data=st.data())
def test_any_two_characters_without_a_space_find_their_text(
    script: str, data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(script) - 2))
    end = data.draw(st.integers(start + 2, len(script)))
    part = script[start:end]
    if unicodedata.category(part[0]).startswith("M"):
        return  # nobody types a bare vowel sign
    assert set(Analyser().terms(part)) <= set(Analyser().terms(script))


@given(texts)
def test_two_analysers_of_one_language_agree(text: str) -> None:
    assert Analyser("en").terms(text) == Analyser("en-GB").terms(text)
