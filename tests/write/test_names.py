"""Whether two names mean one entity: rules one by one, and what holds for all names."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from smalti.write.names import Mention, NameVerdict, Verdict, compare_names, normal_form
from smalti.write.names.kin import kin_of
from smalti.write.names.parts import parse
from smalti.write.names.rules import BARS, FORMS
from smalti.write.names.scripts import loosely_romanised, romanised
from strategies import any_text

S, P, D = Verdict.SAME, Verdict.PROPOSE, Verdict.DIFFERENT


def verdict(a: str, b: str, about_a: str = "", about_b: str = "", kind: str = "") -> NameVerdict:
    return compare_names(Mention(a, about_a, kind), Mention(b, about_b, kind))


# --- keys ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Larkfield Labs", "  larkfield\u00a0 LABS "),
        ("Zoe\u0308 Ka\u0308strup", "Zoë Kästrup"),
        ("Mar\u200blowe", "Marlowe"),
        ("O’Dunne's", "O'Dunne's"),
        ("Marie\u2011Claire", "Marie-Claire"),
        ("ﾐﾅﾓ", "ミナモ"),
        ("Ｋｅｓｔｒｅｌ", "kestrel"),
        ("INV-20931", "inv 20931"),
        ("INV_20931", "INV20931"),
        ("Kestrel v1.4", "Kestrel 1.4"),
        ("스코프 랩스", "스코프랩스"),
        ("三号楼", "3号楼"),
        ("第十二章", "第12章"),
        ("Stein & Sohn", "Stein und Sohn"),
        ("U.S.A.", "USA"),
        ("J.R.R. Tolk", "J R R Tolk"),
        ("ジョン・スミ", "ジョンスミ"),
    ],
)
def test_mere_spelling_gives_one_key(a: str, b: str) -> None:
    assert normal_form(a) == normal_form(b)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Room 12", "Room 21"),
        ("Kestrel 1.4", "Kestrel 14"),
        ("Kestrel 1.4", "Kestrel 1.40"),
        ("C++", "C#"),
        ("Peña", "Pena"),
        ("12a", "12b"),
        ("Level -1", "Level 1"),
        ("三郎", "3郎"),
        ("五十嵐", "50嵐"),
        ("Dr. Osei", "Osei"),
        ("1 2", "12"),
    ],
)
def test_what_tells_names_apart_stays_in_the_key(a: str, b: str) -> None:
    assert normal_form(a) != normal_form(b)


# --- rules ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("a", "b", "expected", "rule"),
    [
        ("스코프랩스", "스코프 랩스", S, "spelling"),
        ("김민수", "김민석", D, "unlike"),
        ("北京 Office Tower", "上海 Office Tower", D, "unlike"),
        ("Москва Business Center", "Казань Business Center", D, "unlike"),
        ("José García", "Jose Garcia", S, "accents"),
        ("cafe\u0301", "café", S, "spelling"),
        ("Müller", "Mueller", P, "transcription"),
        ("Invoice 10041", "Invoice 10042", D, "numbers"),
        ("Ed Marlow II", "Ed Marlow III", D, "generation"),
        ("Ed Marlow Jr.", "Ed Marlow", P, "one generation"),
        ("Mr. Tarn", "Mrs. Tarn", D, "gendered titles"),
        ("Ward II", "Ward III", D, "numbers"),
        ("J. Smith", "John Smith", P, "initials"),
        ("J. Smith", "K. Smith", D, "unlike"),
        ("Smith", "John Smith", P, "one name"),
        ("Marta Ruiz", "Maria Ruiz", D, "two given names"),
        ("TK", "Tamsin Kerrow", P, "acronym"),
        ("", "Bob", P, "no name"),
    ],
)
def test_names_without_context(a: str, b: str, expected: Verdict, rule: str) -> None:
    found = verdict(a, b)
    assert (found.verdict, found.rule) == (expected, rule)


@pytest.mark.parametrize("kind", ["person", "place"])
def test_one_name_of_two_kinds_is_two(kind: str) -> None:
    found = compare_names(Mention("Jordan", kind=kind), Mention("Jordan", kind="product"))
    assert (found.verdict, found.rule) == (D, "kind")


def test_a_concept_is_any_kind_but_a_person() -> None:
    java = Mention("Java", kind="concept")
    assert compare_names(java, Mention("Java", "x", "place")).verdict == S
    assert compare_names(java, Mention("Java", "x", "person")).verdict == D


@pytest.mark.parametrize(
    ("context", "other", "expected"),
    [
        ("Tom Wills, a.k.a. Bear, is here.", "Bear", S),
        ("Tom Wills (aka Bear)", "Bear", S),
        ("Tom Wills was late; friends call him Bear.", "Bear", S),
        ("Ask Tom Wills, or Bear for short.", "Bear", S),
        ("Tom Wills, genannt Bear, ist da.", "Bear", S),
        ("Tom Wills, dit Bear, arrive.", "Bear", S),
        ("Tom Wills, conocido como Bear.", "Bear", S),
        ("Tom Wills is not called Bear.", "Bear", D),
        ("Tom Wills called Bear.", "Bear", D),
        ("Tom Wills will call Bear.", "Bear", D),
        ("Tom Wills told Ana that they call her Bear.", "Bear", D),
        ("Tom Wills and Bear came.", "Bear", D),
        ("The captain is Tom Wills (formerly Ana Roe).", "Ana Roe", P),
    ],
)
def test_only_words_that_say_so_make_an_alias(context: str, other: str, expected: Verdict) -> None:
    assert verdict("Tom Wills", other, context, kind="person").verdict == expected


@pytest.mark.parametrize(
    ("name", "context", "other", "expected"),
    [
        ("王明", "王明，又名王大明，是裁缝。", "王大明", S),
        ("王明", "王明也叫李华来帮忙。", "李华", D),
        ("王明", "王明叫李华来吃饭。", "李华", D),
        ("健太", "健太のことをみんな健坊と呼ぶ。", "健坊", S),
        ("田中", "田中は佐藤に会った。", "佐藤", D),
        ("東亜堂", "東亜堂は2020年に文林堂に改名した。", "文林堂", S),
    ],
)
def test_aliases_in_chinese_and_japanese(
    name: str, context: str, other: str, expected: Verdict
) -> None:
    assert verdict(name, other, context).verdict == expected


def test_an_alias_does_not_merge_other_numbers() -> None:
    found = verdict("Room 12", "Room 21", "Room 12 (formerly Room 21) is upstairs.", kind="place")
    assert found.verdict != S


def test_a_companys_name_before_a_noun_is_not_counted() -> None:
    labs = "Larkfield Labs"
    assert verdict(labs, labs, f"Two {labs} vans came.", kind="organization").verdict == S
    assert verdict(labs, labs, f"The other {labs} is in Bonn.", kind="organization").verdict == D


def test_shared_facts_are_given_as_evidence() -> None:
    found = verdict("Kerrow", "Tamsin Kerrow", "Kerrow has the drill.", "Tamsin Kerrow drills.")
    assert found.verdict == S
    assert "shared: drill" in found.evidence


def test_everyday_words_are_no_shared_facts() -> None:
    assert (
        verdict("Kerrow", "Tamsin Kerrow", "Kerrow came today.", "Tamsin Kerrow came").verdict == P
    )


@pytest.mark.parametrize(
    ("name", "context", "relation", "owner"),
    [
        ("Mum", "Tilda: Mum called", "mother", "tilda"),
        ("my mother", "", "mother", ""),
        ("his mother", "Tilda: his mother", "mother", None),
        ("Tilda's mum", "Joss: Tilda's mum", "mother", "tilda"),
        ("我妈", "顾以宁：我妈来了", "mother", "顾以宁"),
        ("la madre de Inés", "", "mother", "inés"),
    ],
)
def test_relatives_belong_to_somebody(
    name: str, context: str, relation: str, owner: str | None
) -> None:
    kin = kin_of(Mention(name, context))
    assert kin is not None
    assert (kin.relation, kin.owner) == (relation, owner)


@pytest.mark.parametrize("name", ["Father Brown", "Sister Mary", "Frau Braun", "Myra", "陈小妹"])
def test_titles_and_names_are_no_relatives(name: str) -> None:
    assert kin_of(Mention(name)) is None


def test_names_are_taken_apart() -> None:
    name = parse(Mention("Dr. Ed Marlow Jr., PhD", kind="person"))
    assert name.words == ("ed", "marlow")
    assert name.generation == "junior"
    assert set(name.titles) == {"dr", "phd"}
    company = parse(Mention("The Tessaro Valve GmbH & Co. KG", kind="organization"))
    assert company.words == ("tessaro", "valve")
    assert set(company.legal) == {"gmbh", "co", "kg"}
    assert parse(Mention("佐藤部長", kind="person")).words == ("佐藤",)
    assert parse(Mention("Pike, Jordan", kind="person")).words == ("jordan", "pike")


@pytest.mark.parametrize(
    ("native", "latin"),
    [("Демьян", "demyan"), ("ソヨギ", "soyogi"), ("きょうと", "kyoto"), ("김민수", "kimminsu"),
     ("Γιώργος", "giorgos")],
)  # fmt: skip
def test_other_scripts_are_romanised(native: str, latin: str) -> None:
    assert loosely_romanised(native).replace("c", "k") == loosely_romanised(latin) or romanised(
        native
    ) in (latin, "gimminsu")


def test_rules_have_names_of_their_own() -> None:
    names = [bar.name for bar in BARS] + [form.name for form in FORMS]
    assert len(names) == len(set(names))


def test_no_form_merges_on_likeness_alone() -> None:
    for name in (
        "slip",
        "romanisation",
        "mistaken characters",
        "look-alikes",
        "acronym",
        "reading",
    ):
        (form,) = (form for form in FORMS if form.name == name)
        assert {form.shared, form.apart, form.silent} == {P}


# --- what holds for all names --------------------------------------------------------------------

words = st.sampled_from(
    ["Dr.", "Bob", "Robert", "Kerrow", "佐藤", "さん", "王明", "老", "Peña", "Pena", "GmbH", "Jr.",
     "J.", "1.4", "1.40", "07", "7", "III", "v2", "Room", "12a", "Mum", "my", "我妈", "The",
     "ソヨギ", "김민수", "\u041ersino", "&", "-", ",", "(株)", "İ", "ß", "\u0301", "\u200d", "née"]
)  # fmt: skip
names = st.lists(words, min_size=1, max_size=4).map(" ".join) | any_text
cues = st.sampled_from(
    ["Tilda:", "and", "not", "also known as", "the other", "he", "she", "turned seventy", "も同じ",
     "の", "."]
)  # fmt: skip
contexts = st.just("") | any_text | st.lists(words | cues, max_size=8).map(" ".join)
kinds = st.sampled_from(["", "person", "place", "organization", "concept", "company"])
mentions = st.builds(Mention, names, contexts, kinds)


@given(mentions, mentions)
def test_comparing_never_fails_and_is_symmetric(a: Mention, b: Mention) -> None:
    found = compare_names(a, b)
    assert found == compare_names(b, a)
    assert found.reason
    assert found.rule


@given(mentions)
def test_a_mention_is_the_same_as_itself(a: Mention) -> None:
    assert compare_names(a, a).verdict == (S if normal_form(a.name) else P)


@given(names, kinds)
def test_one_name_without_contexts_is_one(name: str, kind: str) -> None:
    assume(normal_form(name) and normal_form(name) == normal_form(name.upper()))
    found = compare_names(Mention(name, "", kind), Mention(name.upper(), "", kind))
    assert found.verdict == S


@given(names, st.integers(0, 9), st.integers(0, 9), contexts, kinds, st.data())
def test_other_digits_are_never_the_same(
    name: str, one: int, other: int, context: str, kind: str, data: st.DataObject
) -> None:
    assume(one != other)
    at = data.draw(st.integers(0, len(name)))
    a, b = (f"{name[:at]} 4{digit} {name[at:]}" for digit in (one, other))
    assert compare_names(Mention(a, context, kind), Mention(b, context, kind)).verdict != S


@given(mentions, mentions)
def test_two_kinds_are_never_one(a: Mention, b: Mention) -> None:
    one, other = Mention(a.name, a.context, "person"), Mention(b.name, b.context, "place")
    if normal_form(a.name) and normal_form(b.name):
        assert compare_names(one, other).verdict == D


@given(names)
def test_a_key_is_its_own_key_and_keeps_the_digits(name: str) -> None:
    key = normal_form(name)
    assert normal_form(key) == key
    if name.isascii():
        assert [c for c in key if c.isdigit()] == [c for c in name if c.isdigit()]


@given(names)
def test_the_unicode_form_does_not_matter(name: str) -> None:
    for form in ("NFC", "NFD"):
        assert normal_form(unicodedata.normalize(form, name)) == normal_form(name)


def test_very_long_names_and_contexts_are_compared_in_time() -> None:
    far = " ".join(f"word{number}" for number in range(20_000))
    bob, robert = (Mention(name, f"{far} {name} {far}") for name in ("Bob Tarn", "Robert Tarn"))
    assert compare_names(bob, robert).verdict == S
    assert verdict("a" * 100_000, "b" * 100_000).verdict == D
