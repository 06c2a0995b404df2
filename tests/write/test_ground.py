"""Grounding: what the quote says is kept with its steps; what it does not say is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti.model.record import Derivation, DerivationKind
from smalti.model.turn import Role
from smalti.write.extract.candidate import Reason
from smalti.write.ground import ground
from write.normalise.making import SAID, candidate, grounds, turn

# --- the quote ---------------------------------------------------------------------------------


def test_a_candidate_of_a_turn_that_does_not_exist_is_refused() -> None:
    said = turn("I live in Oslo")
    one = candidate(said, "Ada lives in Oslo", "live in", "Oslo")
    kept, refused = ground([one], {})
    assert kept == ()
    assert [(r.turn, r.start, r.end, r.reason) for r in refused] == [
        (said.id, 0, len(said.text), Reason.NO_SUCH_TURN)
    ]


def test_a_span_beyond_the_end_of_the_turn_is_refused() -> None:
    said = turn("I live in Oslo")
    one = candidate(said, "Ada lives in Oslo", "live in", "Oslo", end=99)
    assert grounds(said, one) is None


def test_a_blank_quote_is_refused() -> None:
    said = turn("I live   in Oslo")
    one = candidate(said, "Ada lives in Oslo", "live in", "Oslo", start=6, end=9)
    assert grounds(said, one) is None


def test_candidates_keep_their_order() -> None:
    said = turn("I live in Oslo and I have 3 cats")
    ones = [
        candidate(said, "Ada lives in Oslo", "live in", "Oslo"),
        candidate(said, "Ada has 4 cats", "have", "4 cats"),
        candidate(said, "Ada has 3 cats", "have", "3 cats"),
    ]
    kept, refused = ground(ones, {said.id: said})
    assert [one.candidate for one in kept] == [ones[0], ones[2]]
    assert [one.reason for one in refused] == [Reason.UNGROUNDED]


# --- inventions --------------------------------------------------------------------------------

INVENTED = {
    "a wrong number": ("I have 3 cats", "Ada has 4 cats", "have", "4 cats"),
    "a wrong number word": ("I have three cats", "Ada has four cats", "have", "four cats"),
    "a number from nowhere": ("I have cats", "Ada has two cats", "have", "two cats"),
    "swapped digits": ("the code is 4417", "Ada's code is 4471", "code", "4471"),
    "an id without its zeros": (
        "account ends in 0047", "Ada's account ends in 047", "end in", "047",
    ),
    "a larger sum": ("rent is 900", "Ada's rent is 9,000", "rent", "9,000"),
    "a wrong Han number": ("我有三只猫", "我有四只猫", "有", "四只猫"),
    "another place": ("I live in Oslo", "Ada lives in Bergen", "live in", "Bergen"),
    "a name swapped": ("I work with Ben", "Ada works with Ken", "work with", "Ken"),
    "a name that only begins alike": ("Marta is my boss", "Martin is Ada's boss", "boss", "Martin"),
    "a longer name": ("I met Ben", "Ada met Ben Lund", "meet", "Ben Lund"),
    "an id": ("fixed HB-4471", "Ada fixed HB-4472", "fix", "HB-4472"),
    "an address": ("mail me at a@b.example", "Ada's mail is c@b.example", "mail", "c@b.example"),
    "an added date": ("I moved to Oslo", "Ada moved to Oslo on 3 May 2024", "move to", "Oslo"),
    "an added year": ("I was born in May", "Ada was born in May 1990", "be born in", "May 1990"),
    "another weekday": ("the call is on Monday", "Ada's call is on Friday", "call", "Friday"),
    "a wrong day for a relative word": (
        "I moved yesterday", "Ada moved on 3 May 2026", "move", "3 May 2026",
    ),
    "a day for a week": (
        "I moved last week", "Ada moved on 28 April 2026", "move", "28 April 2026",
    ),
    "an added unit": ("it weighs 42", "Ada's parcel weighs 42 kg", "weigh", "42 kg"),
    "another unit": ("I ran 5 km", "Ada ran 5 miles", "run", "5 miles"),
    "another currency": ("it cost 40 euros", "It cost 40 dollars", "cost", "40 dollars"),
    "another Chinese place": ("我在杭州上班", "Ada在上海上班", "上班", "上海"),
    "another Chinese name": ("我爸叫李雷", "Ada的爸爸叫王涛", "叫", "王涛"),
    "another Japanese name": ("田中さんに会った", "Adaは佐藤さんに会った", "会う", "佐藤さん"),
    "another loan word": ("コーヒーが好き", "Adaはワインが好き", "好き", "ワイン"),
    "another German place": (
        "Ich wohne in Köln", "Ada: Ich wohne in Bonn", "say", "Ich wohne in Bonn",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", INVENTED)
def test_an_invention_is_refused(what: str) -> None:
    text, sentence, predicate, object = INVENTED[what]
    said = turn(text)
    assert grounds(said, candidate(said, sentence, predicate, object)) is None


def test_somebody_else_as_the_subject_of_i_is_refused() -> None:
    said = turn("I moved to Oslo", speaker="Ada")
    before = turn("Ben is fine", speaker="Ben")
    one = candidate(said, "Ben moved to Oslo", "move to", "Oslo", subject="Ben")
    assert grounds(said, one, before) is None


def test_a_person_of_whom_nobody_spoke_is_refused() -> None:
    said = turn("she moved to Oslo")
    one = candidate(said, "Clara moved to Oslo", "move to", "Oslo", subject="Clara")
    assert grounds(said, one) is None


def test_one_pronoun_does_not_stand_for_two_names() -> None:
    before = turn("Clara was in Rome last year", speaker="Ben")
    said = turn("she lives there, right by the station")
    one = candidate(said, "Clara lives in Rome", "live in", "Rome", subject="Clara")
    assert grounds(said, one, before) is not None  # "she" and "there"
    said = turn("she lives right by the station")
    one = candidate(said, "Clara lives in Rome", "live in", "Rome", subject="Clara")
    assert grounds(said, one, before) is None


def test_what_another_asserts_is_refused_unless_the_quote_names_them() -> None:
    said = turn("my flat is too small")
    one = candidate(said, "Ada's flat is too small", "be", "too small", asserted_by="Ben")
    assert grounds(said, one) is None
    said = turn("Ben says my flat is too small")
    one = candidate(said, "Ada's flat is too small", "be", "too small", asserted_by="Ben")
    assert grounds(said, one) is not None


def test_an_invented_condition_is_refused() -> None:
    said = turn("I drink tea")
    one = candidate(said, "Ada drinks tea", "drink", "tea", condition="after 9 pm")
    assert grounds(said, one) is None


# --- what follows ------------------------------------------------------------------------------

FOLLOWS = {
    "a number word": ("I have nine cats", "Ada has 9 cats", "9 cats", DerivationKind.NUMBER),
    "digits in words": ("I have 9 cats", "Ada has nine cats", "nine cats", DerivationKind.NUMBER),
    "full-width digits": ("我有９只猫", "Ada有9只猫", "9只猫", None),
    "a Han number": ("我有九只猫", "Ada有9只猫", "9只猫", DerivationKind.NUMBER),
    "a day": ("I moved yesterday", "Ada moved on 6 May 2026", "6 May 2026", DerivationKind.DATE),
    "the year of a day": ("I moved on 3 May 2024", "Ada moved in 2024", "2024", None),
    "another unit": ("it took 90 minutes", "It took 1.5 hours", "1.5 hours", DerivationKind.UNIT),
}


@pytest.mark.parametrize("what", FOLLOWS)
def test_what_follows_from_the_quote_is_kept_with_the_step(what: str) -> None:
    text, sentence, object, kind = FOLLOWS[what]
    said = turn(text)
    found = grounds(said, candidate(said, sentence, "have", object))
    assert found is not None
    if kind is not None:
        assert kind in {step.kind for step in found.derived}


def test_the_step_to_the_speaker_names_the_pronoun() -> None:
    said = turn("I live in Oslo")
    found = grounds(said, candidate(said, "Ada lives in Oslo", "live in", "Oslo"))
    assert found is not None
    assert found.derived == (Derivation(DerivationKind.PRONOUN, "i", "Ada", "the speaker"),)


def test_a_subject_left_out_is_the_speaker() -> None:
    said = turn("moved to Oslo")
    found = grounds(said, candidate(said, "Ada moved to Oslo", "move to", "Oslo"))
    assert found is not None
    assert found.derived == (
        Derivation(DerivationKind.PRONOUN, "", "Ada", "left out, so the speaker"),
    )


def test_you_is_the_one_who_spoke_before() -> None:
    before = turn("I play the cello", speaker="Ben")
    said = turn("you play so well")
    one = candidate(said, "Ben plays so well", "play", "so well", subject="Ben")
    found = grounds(said, one, before)
    assert found is not None
    assert Derivation(DerivationKind.PRONOUN, "you", "Ben", "the one spoken to") in found.derived


def test_the_assistant_speaks_to_the_user() -> None:
    before = turn("I play the cello", speaker="Ben")
    said = turn("Your cello lesson is on Monday", "assistant", Role.ASSISTANT)
    one = candidate(
        said, "Ben's cello lesson is on Monday", "be on", "Monday", subject="Ben's cello lesson"
    )
    assert grounds(said, one, before) is not None


def test_she_may_be_somebody_named_before() -> None:
    before = turn("my sister Clara called", speaker="Ada")
    said = turn("she lives in Rome")
    one = candidate(said, "Clara lives in Rome", "live in", "Rome", subject="Clara")
    found = grounds(said, one, before)
    assert found is not None
    step = Derivation(DerivationKind.PRONOUN, "she", "Clara", "named before, by Ada")
    assert step in found.derived


def test_earlier_turns_of_the_same_batch_may_be_meant_and_later_ones_not() -> None:
    first, second, third = turn("Clara called"), turn("she lives in Rome"), turn("so does Dana")
    turns = {one.id: one for one in (first, second, third)}
    good = candidate(second, "Clara lives in Rome", "live in", "Rome", subject="Clara")
    bad = candidate(second, "Dana lives in Rome", "live in", "Rome", subject="Dana")
    kept, refused = ground([good, bad], turns)
    assert [one.candidate for one in kept] == [good]
    assert len(refused) == 1


def test_a_unit_may_come_from_the_turns_before() -> None:
    before = turn("the old parcel was 40 kg")
    said = turn("the new one is 42")
    one = candidate(said, "The new one is 42 kg", "be", "42 kg", subject="the new one")
    assert grounds(said, one) is None
    found = grounds(said, one, before)
    assert found is not None
    step = Derivation(DerivationKind.UNIT, "42", "42 kg", "the unit Ada speaks of before")
    assert step in found.derived


def test_case_and_possessives_do_not_count() -> None:
    said = turn("my bank's karmel mutual")
    one = candidate(said, "Ada's bank is Karmel Mutual", "bank", "Karmel Mutual")
    assert grounds(said, one) is not None


def test_traditional_and_simplified_characters_are_one() -> None:
    said = turn("我對花生過敏", speaker="小林")
    one = candidate(said, "小林对花生过敏", "过敏", "花生")
    assert grounds(said, one) is not None


def test_relatives_may_be_written_out() -> None:
    said = turn("我妈喜欢花", speaker="小林")
    one = candidate(said, "小林的妈妈喜欢花", "喜欢", "花", subject="小林的妈妈")
    assert grounds(said, one) is not None


def test_a_speaker_whose_name_is_written_with_numerals_says_no_number() -> None:
    said = turn("うちの犬はプードルです", speaker="三雲 由良")
    one = candidate(said, "三雲由良の犬はプードルです", "です", "プードル", subject="三雲由良の犬")
    assert grounds(said, one) is not None


@given(st.text(max_size=40), st.text(min_size=1, max_size=40))
def test_any_text_is_kept_or_refused_and_never_an_error(text: str, other: str) -> None:
    said = turn(text or "x")
    one = candidate(said, other, "say", other)
    kept, refused = ground([one], {said.id: said})
    assert len(kept) + len(refused) == 1


@given(st.text(alphabet="abc 12三四", min_size=1, max_size=30))
def test_a_quote_grounds_itself(text: str) -> None:
    said = turn(f"x{text}", said=SAID)
    assert grounds(said, candidate(said, said.text, "say", said.text)) is not None
