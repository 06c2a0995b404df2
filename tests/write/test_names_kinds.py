"""Kinds of names that took rules of their own, by hand. Names are invented."""

from __future__ import annotations

import pytest

from smalti.write.names import Mention, NameVerdict, Verdict, compare_names, normal_form
from smalti.write.names.kin import kin_of

S, P, D = Verdict.SAME, Verdict.PROPOSE, Verdict.DIFFERENT


def verdict(one: tuple[str, str], other: tuple[str, str], kind: str = "person") -> NameVerdict:
    return compare_names(Mention(*one, kind), Mention(*other, kind))


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (("my wife", "Idris: my wife bakes."), ("Noor", "Idris: Noor, my wife, sold it."), S),
        (("my wife", "Idris: my wife bakes."), ("Noor", "Pavel: Noor, my wife, sold it."), D),
        (("my wife", "Idris: my wife bakes."), ("Noor", "Idris: Noor, my wife's boss, left."), D),
        (("meine Frau", "Till: meine Frau lacht."), ("Ilse", "Till: meine Frau Ilse lacht."), S),
        (("妻", "大河：妻は看護師です。"), ("美咲", "大河：妻の美咲は夜勤です。"), S),
        (("我老婆", "大鹏：我老婆怕狗。"), ("小芸", "大鹏：我老婆叫小芸。"), S),
        (("my sister", "Joss: my sister rows."), ("Ruth", "Joss: Ruth, my sister, won."), P),
        (("my brother", "Ned: my brother left."), ("Colm", "Ned: Colm, my only brother, left."), S),
        (("his wife", "Ned: his wife left."), ("Una", "Ned: Una, my wife, left."), P),
        (("my boss", "Lena: my boss is away."), ("Irene", "Lena: Irene, my boss, is back."), S),
        (("my friend Tom", "Lena: my friend Tom fixed the bike."),
         ("Tom", "Lena: Tom wants money for the bike."), S),
        (("Tante Inge", "Gesa: Tante Inge strickt."), ("Inge", "Gesa: Inge mäht."), P),
        (("同事小王", "陈曦：同事小王借了书。"), ("小王", "陈曦：小王把书还了。"), S),
    ],
)  # fmt: skip
def test_a_text_that_names_a_relative_joins_the_two(
    one: tuple[str, str], other: tuple[str, str], expected: Verdict
) -> None:
    assert verdict(one, other).verdict == expected


def test_a_dog_is_named_as_a_relative_is() -> None:
    dog = ("my dog", "Lena: my dog limps.")
    assert verdict(dog, ("Biscuit", "Lena: Biscuit, my dog, is better."), "animal").verdict == S


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("my ex-wife", "my wife", D),
        ("my sister", "my other sister", D),
        ("Dad", "my stepdad", D),
        ("Dad", "my late father", S),
        ("前妻", "老婆", D),
        ("妻", "妻の美咲", S),
        ("妹", "妹の詩織", P),
        ("my boyfriend", "my boyfriend", S),
        ("my colleague", "my neighbour", D),
    ],
)
def test_another_kind_of_relative_is_another_person(
    one: str, other: str, expected: Verdict
) -> None:
    assert verdict((one, f"Ned: {one}"), (other, f"Ned: {other}")).verdict == expected


@pytest.mark.parametrize("name", ["李老板", "Partner Holdings", "my friend Tom", "Boss Brown"])
def test_a_title_with_a_name_is_no_relative(name: str) -> None:
    assert kin_of(Mention(name, "Ned: x")) is None


@pytest.mark.parametrize(
    ("one", "other", "kind", "expected", "rule"),
    [
        (("Aldine Corp.", "The Aldine Corp. pump leaks."),
         ("Aldine Corporation", "Aldine Corporation replaced the pump."),
         "organization", S, "legal form"),
        (("Project Heron", "Project Heron is over budget."),
         ("Heron", "Heron needs a new budget."), "project", S, "kind word"),
        (("Hotel Aurora", "Hotel Aurora is full."), ("Café Aurora", "Café Aurora is shut."),
         "place", D, "kinds by name"),
        (("蓝鸟项目", "蓝鸟项目延期。"), ("蓝鸟", "蓝鸟又延期了。"), "project", S, "kind word"),
        (("Fennec 12", "My Fennec 12 is slow."), ("Fennec 12 Pro", "The Fennec 12 Pro zooms."),
         "product", D, "edition"),
        (("Bug 3310", "Bug 3310 freezes the login."), ("#3310", "#3310, the login, is fixed."),
         "document", S, "kind word"),
        (("4th Street", "The bakery on 4th Street closed."),
         ("Fourth Street", "Fourth Street lost its bakery."), "place", S, "numeral"),
        (("Müllerstraße 5", "Treffen in der Müllerstraße 5."),
         ("Muellerstr. 5", "Das Treffen ist Muellerstr. 5."), "place", S, "abbreviation"),
        (("Rnarket Hall", "Scan: Rnarket Hall"), ("Market Hall", "Market Hall is open."),
         "place", P, "letter slip"),
        (("Gruppe 5", "Gruppe 5 kocht."), ("Gruppe fünf", "Gruppe fünf kocht heute."),
         "organization", S, "numeral"),
    ],
)  # fmt: skip
def test_things(
    one: tuple[str, str], other: tuple[str, str], kind: str, expected: Verdict, rule: str
) -> None:
    found = verdict(one, other, kind)
    assert (found.verdict, found.rule) == (expected, rule)


@pytest.mark.parametrize(
    ("one", "other", "expected", "rule"),
    [
        (("Bea", "Bea brings cake."), ("Beatrixa Hollow", "Beatrixa Hollow is mayor."),
         P, "shortened"),
        (("Paul Adder", "Paul Adder sings."), ("Paula Adder", "Paula Adder sells ice."),
         D, "his and her form"),
        (("Paul Adder", "Paul Adder sings."),
         ("Paula Adder", "Paula Adder and her brother Paul sing."), D, "given name beside"),
        (("R. Kest", "R. Kest shaved off his beard."), ("Rosa Kest", "Rosa Kest lost her keys."),
         D, "genders"),
        (("Mme Roux", "Mme Roux tient la caisse."), ("Mlle Roux", "Mlle Roux tient la caisse."),
         P, "married or not"),
        (("何先生", "何先生出国了。"), ("何太太", "何太太在家。"), D, "gendered titles"),
        (("Chiara Bon", "Chiara Bon from payroll emailed."),
         ("Chiara Bon", "Chiara Bon, my niece, is four."), D, "stages"),
        (("Alex Nor", "Alex Nor, six, starts school."), ("Alex Nor", "Alex Nor runs the bank."),
         D, "stages"),
        (("Jan", "Jan from the bakery called."), ("Jan", "Jan, my accountant, is ill."),
         P, "described otherwise"),
        (("Mia Reye", "Mia Reye goes to kindergarten."), ("Mia Reye", "Mia Reye likes opera."),
         P, "child or not"),
        (("Weiß", "Herr Weiß gibt Nachhilfe."), ("Weiss", "Weiss trommelt."), P, "sharp s"),
        (("Alexei Mor", "Alexei Mor fixed the pump."), ("Aleksey Mor", "The pump of Aleksey Mor."),
         S, "variant"),
        (("Helen Dor", "Helen Dor dives."), ("Helen Ash", "Helen Ash, formerly Dor, dives."),
         S, "alias"),
        (("Lea Vog", "Lea Vog heiratete im Mai und heißt jetzt Lea Ster."),
         ("Lea Ster", "Lea Ster zieht um."), S, "change"),
        (("Tom Baird", "Tom Baird sings."),
         ("Tina Baird", "Tina Baird, who went by Tom until May, sings."), S, "change"),
        (("Peter Lund", "Peter Lund builds boats."),
         ("Peter Lund-Kra", "Peter Lund-Kra built a boat."), P, "hyphenated name"),
        (("عمر الخطيب", "عمر الخطيب أرسل الفاتورة."),
         ("Omar Al-Khatib", "Omar Al-Khatib sent the invoice."), S,
         "transliteration by consonants"),
        (("Γιάννης Κουρής", "Ο Γιάννης Κουρής έστειλε το τιμολόγιο."),
         ("Giannis Kouris", "Giannis Kouris sent the invoice."), S,
         "transliteration of a whole name"),
        (("李娜", "李娜排班。"), ("李纳", "李纳寄样品。"), P, "mistaken characters"),
        (("仲井", "仲井は欠席。"), ("中井", "中井が司会。"), P, "mistaken characters"),
        (("伊東さん", "伊東さんが来た。"), ("伊藤さん", "伊藤さんは休み。"), P,
         "mistaken characters"),
        (("佐藤みゆき", "佐藤みゆきが歌う。"), ("佐藤美幸", "佐藤美幸は休み。"), P,
         "kana for characters"),
        (("吉田さん", "吉田さんが来た。"), ("𠮷田さん", "𠮷田さんは休み。"), P, "Japanese variant"),
    ],
)  # fmt: skip
def test_people(one: tuple[str, str], other: tuple[str, str], expected: Verdict, rule: str) -> None:
    found = verdict(one, other)
    assert (found.verdict, found.rule) == (expected, rule)


@pytest.mark.parametrize(
    ("a", "b"),
    [("Invoice No. 7", "invoice 7"), ("Rechnung Nr. 118", "Rechnung 118"), ("十二中", "12中")],
)
def test_a_word_for_number_and_han_numerals_do_not_count(a: str, b: str) -> None:
    assert normal_form(a) == normal_form(b)


@pytest.mark.parametrize("language", ["ja", "zh"])
def test_one_telling_character_is_a_fact_in_common(language: str) -> None:
    pairs = {
        "ja": (("さくら薬局", "さくら薬局で薬を待つ。"), ("サクラ薬局", "薬はサクラ薬局にある。")),
        "zh": (("东海饭店", "东海饭店的鱼新鲜。"), ("東海飯店", "東海飯店沒有魚。")),
    }
    assert verdict(*pairs[language], kind="place").verdict == S
