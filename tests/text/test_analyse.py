from __future__ import annotations

import pytest

from smalti.model.errors import InvalidInput
from smalti.text.analyse import Analyser, normalise

# What a text is indexed by, as a set: the rules of the module's docstring by example.
EXAMPLES: dict[str, set[str]] = {
    # words: stop words out, stemmed, Latin diacritics folded
    "The kestrels were hunting": {"kestrel", "hunt"},
    "KESTREL Kestrel kestrel": {"kestrel"},
    "José": {"jose"},
    "Ångström café naïve": {"angstrom", "cafe", "naiv"},
    "Ada's": {"ada"},
    "Ada’s": {"ada"},
    "": set(),
    "…!? -- ()": set(),
    # identifiers, versions, numbers, addresses: whole, and in parts
    "ERR-7731": {"err-7731", "err", "7731"},
    "v2.0.1": {"v2.0.1", "v2", "0", "1"},
    "snake_case_name": {"snake_case_name", "snake", "case", "name"},
    "1,247": {"1247", "1", "247"},
    "1247": {"1247"},
    "3.14": {"3.14", "3", "14"},
    "１２３": {"123"},
    "ＡＢＣ－７": {"abc-7", "abc", "7"},
    "ada@example.org": {"ada@example.org", "ada", "exampl", "org"},
    "https://example.org/docs?id=7": {
        "https://example.org/docs?id=7", "https", "exampl", "org", "doc", "id", "7",
    },
    "(see https://example.org/docs).": {
        "see", "https://example.org/docs", "https", "exampl", "org", "doc",
    },
    # scripts that put no spaces between words: pairs, and single Han characters
    "北京烤鸭": {"北京", "京烤", "烤鸭", "北", "京", "烤", "鸭"},
    "北京": {"北京", "北", "京"},
    "しりとり": {"しり", "りと", "とり"},
    "スコア": {"スコ", "コア"},
    "ｽｺｱ": {"スコ", "コア"},
    "스코프랩스": {"스코", "코프", "프랩", "랩스"},
    "스코프 랩스": {"스코", "코프", "랩스"},
    "生日3月": {"生日", "生", "日", "3", "月"},
    # letters with marks stay whole
    "हिन्दी": {"हिन्दी"},
    "می\u200cخواهم": {"میخواهم"},
    # emoji: one term each
    "👩\u200d👩\u200d👧": {"👩", "👧"},
    "❤\ufe0f": {"❤"},
    "❤": {"❤"},
}  # fmt: skip
# Two ways to write what people mean to be the same.
ALIKE = [
    ("José", "jose"),
    ("Straße", "STRASSE"),
    ("café", "cafe\u0301"),
    ("ﬁne print", "fine print"),
    ("Ａda", "Ada"),
    ("co\u00adoperate", "cooperate"),
    ("\ufeffhello", "hello"),
    ("1,247", "1,247."),
    ("Ada's", "Ada’s"),
    ("Σίσυφος", "ΣΊΣΥΦΟΣ"),
    ("ﷺ", "صلى الله عليه وسلم"),
    ("가", "\u1100\u1161"),
]
# A text, and what somebody types who looks for it.
FOUND_BY = [
    ("My ticket is ERR-7731, still blocked", "err-7731"),
    ("My ticket is ERR-7731, still blocked", "7731"),
    ("We sold 1,247 units", "1247"),
    ("Write to ada@example.org!", "ada@example.org"),
    ("See https://example.org/docs, please", "https://example.org/docs"),
    ("詳しくはhttps://example.org/docsをみて", "https://example.org/docs"),
    ("詳しくはhttps://example.org/docsをみて", "みて"),
    ("봐 https://example.org/docs에서", "https://example.org/docs"),
    ("见https://example.org/docs。很好", "https://example.org/docs"),
    ("生日是三月三号，喜欢北京烤鸭", "烤鸭"),
    ("来週の水曜に東京へ出張", "東京"),
    ("しりとりをする", "しり"),
    ("스코프랩스에서 일해요", "스코프랩스"),
    ("ที่นี่อร่อยมาก", "อร่อย"),
    ("ຂ້ອຍຢູ່ວຽງຈັນ", "ວຽງຈັນ"),
    ("ខ្ញុំនៅភ្នំពេញ", "ភ្នំពេញ"),
    ("मुझे हिन्दी आती है", "हिन्दी"),
    ("She moved to Berlin", "moving"),
    ("the flag 🇩🇪 was up", "🇩🇪"),
    ("thumbs up 👍🏽", "👍"),
    ("at 10:30 sharp", "10:30"),
    ("state-of-the-art", "art"),
]
DIFFERENT = [
    ("Invoice 10041", "Invoice 10042"),
    ("김민수", "김민석"),
    ("ERR-7731", "ERR-7732"),
    ("👍", "👎"),
    ("Oct 15", "Oct 16"),
]


def terms(text: str, language: str = "en") -> set[str]:
    return set(Analyser(language).terms(text))


@pytest.mark.parametrize("text", EXAMPLES)
def test_a_text_has_these_terms(text: str) -> None:
    assert terms(text) == EXAMPLES[text]


def test_terms_come_in_order_with_repeats() -> None:
    assert Analyser().terms("kestrel, heron, Kestrel") == ["kestrel", "heron", "kestrel"]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_two_ways_of_writing_have_the_same_terms(one: str, other: str) -> None:
    assert terms(one) == terms(other) != set()


@pytest.mark.parametrize(("text", "query"), FOUND_BY)
def test_a_text_holds_the_terms_of_what_one_looks_for(text: str, query: str) -> None:
    wanted = Analyser().terms(query)
    assert wanted
    assert set(wanted) <= terms(text)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_a_digit_or_a_syllable_makes_a_difference(one: str, other: str) -> None:
    assert terms(one) != terms(other)


def test_a_number_is_the_same_with_and_without_its_commas() -> None:
    assert "1247" in terms("1,247") & terms("1247") & terms("1,247.")
    assert "1234567" in terms("1,234,567")


def test_han_bigrams_do_not_reach_over_punctuation() -> None:
    assert "号喜" not in terms("三月三号，喜欢")


def test_a_very_long_run_is_indexed_by_its_beginning() -> None:
    (term,) = terms("x" * 5_000)
    assert term == "x" * len(term)
    assert len(term) <= 1_000
    assert terms("x" * 6_000) == {term}


def test_a_long_text_is_analysed_to_its_end() -> None:
    assert "zebra" in terms("word " * 100_000 + "zebra")
    assert "东西" in terms("东西" * 50_000)


# ---------------------------------------------------------------------- languages


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("en", "hunting", "hunts"),
        ("de", "Häuser", "Haus"),
        ("fr", "continuellement", "continuelle"),
        ("es", "corriendo", "corriera"),
        ("ru", "книги", "книгу"),
        ("de-CH", "Häuser", "Haus"),
        ("EN-us", "hunting", "hunts"),
    ],
)
def test_each_language_has_its_own_stems(language: str, one: str, other: str) -> None:
    assert terms(one, language) == terms(other, language)
    assert terms(one, "und") != terms(other, "und")


def test_stop_words_are_those_of_the_language() -> None:
    assert terms("the") == set()
    assert terms("the", "de") == {"the"}
    assert terms("THE and And") == set()


@pytest.mark.parametrize("language", ["und", "zh", "ja", "ko", "th"])
def test_a_language_without_stems_keeps_words_as_they_are(language: str) -> None:
    assert terms("The kestrels", language) == {"the", "kestrels"}


@pytest.mark.parametrize("language", ["", "xx", "english", "tlh", "-", "\ud800", "e n"])
def test_a_language_nobody_stems_is_refused_with_those_there_are(language: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        Analyser(language)
    assert caught.value.field == "language"
    assert "en" in (caught.value.fix or "")


def test_the_name_tells_indexes_apart() -> None:
    names = {Analyser(language).name for language in ("en", "de", "und")}
    assert len(names) == 3
    assert Analyser("en-GB").name == Analyser("en").name


# ---------------------------------------------------------------------- normal form


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("STRASSE Straße", "strasse strasse"),
        ("１２３", "123"),
        ("a\u200db\u200cc\ufeff\u00ad\u202e", "abc"),
        ("\u2460", "1"),
        ("it’s", "it's"),
    ],
)
def test_texts_are_compared_in_one_form(text: str, normal: str) -> None:
    assert normalise(text) == normal
