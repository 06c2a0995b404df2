"""What holds of every statement, whatever is given to the stage."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from smalti.model.record import Modality, RecordKind, SlotKind
from smalti.model.turn import Role
from smalti.write.extract.candidate import Tense
from smalti.write.normalise.name_values import LONGEST
from strategies import TRICKY_TEXTS
from write.normalise.making import SAID, TABLE, stated

WORDS = (
    "Ada", "Oslo", "the", "a", "sister", "is", "has", "lives in", "since May", "30", "kg", "nine",
    "not", "never", "maybe", "at most", "€20", "until Friday", "'s", ",", "works for", "called",
    "我", "住在", "杭州", "三只猫", "过敏", "五月三号", "たぶん", "好き", "名古屋", "です", "_",
)  # fmt: skip
PREDICATES = (
    "be", "have", "live in", "works_for", "take", "note", "be allergic to", "use to smoke", "bank",
    "说", "是", "吃", "过敏", "言う", "だ", "通う", "戒了", "やめる",
)  # fmt: skip
texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=8).map(" ".join)
any_text = texts | st.sampled_from(TRICKY_TEXTS) | st.text(min_size=1, max_size=40)
sentences = any_text.map(lambda text: text if text.strip() else "Ada")


given_words = st.fixed_dictionaries(
    {
        "text": sentences,
        "sentence": sentences,
        "predicate": st.sampled_from(PREDICATES) | sentences,
        "object": st.just("") | any_text,
        "subject": st.just("Ada") | sentences,
        "role": st.sampled_from(Role),
        "said": st.sampled_from([SAID, None]),
        "kind": st.sampled_from(RecordKind),
        "tense": st.sampled_from(Tense),
        "modality": st.sampled_from(Modality),
        "polarity": st.booleans(),
        "ended": st.booleans(),
        "condition": st.none() | sentences,
        "instruction_like": st.booleans(),
    }
)


@given(given_words)
def test_a_statement_has_a_predicate_a_value_and_a_subject(words: dict[str, Any]) -> None:
    one = stated(**words)
    assert one.predicate
    assert " " not in one.predicate
    assert one.subject.text
    value = one.value.text
    assert value is None or 0 < len(value) <= LONGEST
    assert 0 < one.specificity <= 1


@given(given_words)
def test_a_slot_is_known_where_the_vocabulary_knows_the_predicate(words: dict[str, Any]) -> None:
    one = stated(**words)
    known = TABLE.get(one.predicate)
    assert one.slot is SlotKind.UNKNOWN or known is not None
    assert one.slot in (SlotKind.UNKNOWN, known.slot if known is not None else None)


@given(given_words)
def test_a_statement_without_a_time_of_speaking_has_no_made_up_one(words: dict[str, Any]) -> None:
    one = stated(**words)
    if one.grounded.turn.said_at is None and not one.derived:
        assert one.valid.start is None or one.valid.start.at is None


@given(given_words)
def test_the_sentence_and_the_quote_stay_as_they_were(words: dict[str, Any]) -> None:
    one = stated(**words)
    candidate = one.candidate
    assert (candidate.sentence, candidate.start, candidate.end) == (
        one.grounded.candidate.sentence,
        0,
        len(one.grounded.turn.text),
    )
