from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from smalti.reader.excerpt import LEFT_OUT, excerpt
from smalti.text.cost import estimate_tokens
from smalti.write.ask.quotes import Haystack

LONG = " ".join(f"Sentence number {n} tells of nothing." for n in range(60))


def terms(text: str) -> list[str]:
    return [word.strip(".,").lower() for word in text.split()]


def test_a_short_text_stays_as_it_is() -> None:
    assert excerpt("A boat.  Two boats.", ["boat"], terms, 50) == "A boat.  Two boats."


def test_of_a_long_text_the_first_sentence_and_those_that_are_asked_for_are_kept() -> None:
    text = f"{LONG} The boat was red. {LONG} It was sold, the boat. {LONG}"
    found = excerpt(text, ["boat", "sold"], terms, 30)
    assert found == (
        "Sentence number 0 tells of nothing. … The boat was red. … It was sold, the boat. … "
    )


def test_what_is_kept_can_be_quoted_from_the_whole_text() -> None:
    text = f"{LONG} The boat was red. {LONG}"
    found = excerpt(text, ["boat"], terms, 30)
    assert Haystack(text, 0, len(text)).find("The boat was red. …") is not None
    assert "The boat was red." in found


def test_one_long_sentence_is_cut_off() -> None:
    found = excerpt("船" * 500, [], terms, 50)
    assert found == "船" * 50 + LEFT_OUT


@given(st.text(max_size=600), st.integers(5, 60))
def test_an_excerpt_is_about_as_long_as_it_may_be(text: str, tokens: int) -> None:
    found = excerpt(text, [], terms, tokens)
    assert found == text or estimate_tokens(found) <= tokens + len(LEFT_OUT)
