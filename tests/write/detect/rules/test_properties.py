"""What holds of all sentences: no judge fails, none contradicts itself, the answer is the same."""

from __future__ import annotations

import statistics
import time

from hypothesis import given
from hypothesis import strategies as st

from smalti.write.detect.rules import rule_judges
from smalti.write.detect.rules.grammar import grammar, languages
from smalti.write.detect.rules.lexicon import lexicon
from write.detect.rules import test_figures, test_force, test_order_and_values
from write.detect.rules.rules import JUDGES, laid, told

GROUPS = (
    *(test_figures.CONFLICTS, test_figures.AGREEMENTS, test_figures.OTHER_THINGS),
    *(test_force.FORBIDDEN, test_force.AGREEING, test_force.RESTRICTED),
    *(test_order_and_values.REVERSED, test_order_and_values.EXCHANGED),
)
PAIRS = [pair for group in GROUPS for pair in group]
SENTENCES = sorted({sentence for pair in PAIRS for sentence in pair})
WORDS = sorted({word for sentence in SENTENCES for word in sentence.split()})


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_text_can_be_judged(stored: str, incoming: str) -> None:
    for verdict in (judge.judge(laid(stored, incoming)) for judge in JUDGES):
        assert verdict is None or 0 <= verdict.score <= 1


@given(st.lists(st.sampled_from(WORDS), max_size=25), st.lists(st.sampled_from(WORDS), max_size=25))
def test_any_order_of_words_can_be_judged(stored: list[str], incoming: list[str]) -> None:
    for verdict in (judge.judge(laid(" ".join(stored), " ".join(incoming))) for judge in JUDGES):
        assert verdict is None or 0 <= verdict.score <= 1


def test_no_sentence_contradicts_itself() -> None:
    assert {sentence: told(sentence, sentence) for sentence in SENTENCES} == {
        sentence: {} for sentence in SENTENCES
    }


def test_the_answer_is_the_same_again() -> None:
    assert [told(*pair) for pair in PAIRS] == [told(*pair) for pair in reversed(PAIRS)][::-1]


def test_sentences_of_two_languages_are_not_compared() -> None:
    assert told("Aspirin must not be given.", "应该给予阿司匹林。") == {}


def test_judges_have_names_of_their_own() -> None:
    names = [judge.name for judge in rule_judges()]
    assert len(set(names)) == len(names)
    assert all(name.startswith("rule-") for name in names)


def test_every_language_has_both_tables() -> None:
    assert languages() >= {"en"}
    for language in languages():
        assert grammar(language).conditions
        assert lexicon(language).entries


def test_a_pair_takes_under_a_millisecond() -> None:
    pairs = [laid(*pair) for pair in PAIRS]
    for pair in pairs:
        for judge in JUDGES:
            judge.judge(pair)
    spent = []
    for pair in [laid(stored, incoming) for stored, _ in PAIRS[:20] for _, incoming in PAIRS[:20]]:
        before = time.process_time()
        for judge in JUDGES:
            judge.judge(pair)
        spent.append(time.process_time() - before)
    assert statistics.median(spent) <= 0.001
