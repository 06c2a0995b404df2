from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti.text.sentences import sentences


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("I ran. We won!", ["I ran.", "We won!"]),
        ("Dr. Lee called. Fine.", ["Dr. Lee called.", "Fine."]),
        ("到成都了。一直反胃！", ["到成都了。", "一直反胃！"]),
        ("Version 1.2 is out", ["Version 1.2 is out"]),
        ("", []),
    ],
)
def test_a_text_is_cut_at_the_ends_of_its_sentences(text: str, pieces: list[str]) -> None:
    assert [text[start:end] for start, end in sentences(text)] == pieces


@given(st.text(max_size=60))
def test_sentences_do_not_overlap_and_have_no_space_around_them(text: str) -> None:
    last = 0
    for start, end in sentences(text):
        assert last <= start < end <= len(text)
        assert text[start:end] == text[start:end].strip()
        last = end


def test_what_is_longer_than_a_sentence_can_be_is_cut_at_a_blank() -> None:
    text = "word " * 400
    spans = list(sentences(text))
    assert len(spans) > 1
    assert all(end - start <= 600 for start, end in spans)


def test_only_the_part_that_is_asked_for_is_cut() -> None:
    assert list(sentences("One. Two. Three.", 5, 9)) == [(5, 9)]
