"""Kinds of expressions and of names that only look like dates, in all languages, by hand.

Unless a line says otherwise it was said on Wednesday, 10 June 2026, at ten in the morning.
"""

from __future__ import annotations

import pytest

from smalti.model.time import Instant
from smalti.text.when import Relation, find_dates
from text.test_when_table import NOTHING, check, lines

WEDNESDAY = "2026-06-10T10:00+02:00"

ENGLISH = """
It snowed [the night before last]. => 2026-06-08T18:00..2026-06-09T06:00 hour
He proposed [three Christmases ago]. => 2023-12-25
She has been there [since she was nineteen]. => unknown
We clean the well [on 6 December every year]. => FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=6 day
We row [on the weekend of June 20]. => 2026-06-20..2026-06-22 week
I stopped [three years ago this month]. => 2023-06
It has been [two years since] we met. => 2024 since
I want it done [by year's end]. => 2026-12-31 before
Let's meet [Tuesday fortnight]. => 2026-06-30
What are you up to [lately]? => unknown
[Years ago] I kept bees. => unknown
I'm away [the week commencing 6 July]. => 2026-W28
A bus left [a quarter of an hour ago]. => 2026-06-10T09:45
He was born in 1970 and [in his youth] he boxed. => unknown
I moved to Porto [in March]. => 2026-03
She moved to Leeds to study [in February]. => 2026-02
They pushed the sofa back [on Monday]. => 2026-06-08
We postponed the party [in May]. => 2026-05
The review moved to [Friday]. => 2026-06-12
We moved the review to [Friday]. => 2026-06-12
The exam is postponed to [February]. => 2027-02
The exam was rescheduled [for Monday]. => 2026-06-15
The demo has been delayed by two weeks to [8 June]. => 2027-06-08
We put off the trip [until April]. => 2027-04 until
The call was brought forward to [Monday]. => 2026-06-15
"""

GERMAN = """
[In einer Viertelstunde] geht es los. => 2026-06-10T10:15
[Diesen Winter] war es mild. => 2025-12-01..2026-03-01 season
[Im vorletzten Winter] fror der See zu. => 2024-12-01..2025-03-01 season
[Am 3. nächsten Monats] ist Abgabe. => 2026-07-03
[In der zweiten Novemberwoche] war er krank. => 2025-11-08..2025-11-15 week
[Am ersten Juniwochenende] ist Fest. => 2026-06-06..2026-06-08 week
[Bis Jahresende] bin ich fertig. => 2026-12-31 until
[1998] habe ich Abitur gemacht. => 1998
[Zwischen den Jahren] ist zu. => 2026-12-27..2026-12-31 day
Ich bin 1984 geboren und [mit neunzehn] ausgezogen. => 2003-01-01..2005-01-01 year
"""

SPANISH = """
[El 1.º de mayo] hubo marcha. => 2026-05-01
[Antenoche] soñé con el mar. => 2026-06-08T18:00..2026-06-09T06:00 hour
[El día de Navidad] comimos cordero. => 2025-12-25
[Todas las mañanas] camino. => FREQ=DAILY hour
[Cada quince días] voy al médico. => FREQ=WEEKLY;INTERVAL=2 week
[El último viernes de mes] hay reunión. => FREQ=MONTHLY;BYDAY=-1FR day
[Un domingo sí y otro no] como con ellos. => FREQ=WEEKLY;INTERVAL=2;BYDAY=SU day
[El lunes después de Pascua] volví. => 2026-04-06
[Cada 15 de mes] pago la luz. => FREQ=MONTHLY;BYMONTHDAY=15 day
Nací en 1984 y me fui [a los diecinueve]. => 2003-01-01..2005-01-01 year
@2026-01-20T10:00+01:00
[El Día de Reyes] cenamos en casa. => 2026-01-06
"""

FRENCH = """
[Lundi en quinze] je commence. => 2026-06-29
[Dans trois quarts d'heure] il part. => 2026-06-10T10:45
[Cet hiver] on est partis au ski. => 2025-12-01..2026-03-01 season
[Tous les matins] je marche. => FREQ=DAILY hour
[Le deuxième mardi du mois] il y a réunion. => FREQ=MONTHLY;BYDAY=2TU day
[Dernièrement] il dort mal. => unknown
La réunion [du lundi 15 juin] est annulée. => 2026-06-15
"""

CHINESE = """
@2026-06-10T10:00+08:00
[明天早上七点三刻]集合。 => 2026-06-11T07:45
[晚上八点一刻]集合。 => 2026-06-10T20:15
[每周二四六]带孩子学琴。 => FREQ=WEEKLY;BYDAY=TU,TH,SA day
[每周六日]休息。 => FREQ=WEEKLY;BYDAY=SA,SU day
我爸[三十年]没回过老家。 => 1996 since
[三年]不见，你瘦了。 => 2023 since
[昨儿]我修了车。 => 2026-06-09
[去年今天]我还在住院。 => 2025-06-10
[从今天起]戒糖。 => 2026-06-10 since
[两个多月前]我离职了。 => 2026-04
[今年一季度]亏了。 => 2026-01-01..2026-04-01 season
[三到五月]是淡季。 => 2026-03-01..2026-06-01 month
[五点之前]到。 => 2026-06-10T17 before
[半夜两点]有人敲门。 => 2026-06-10T02
[中元节]烧纸。 => 2026-08-27
[夏天]的时候去游泳。 => 2026-06-01..2026-09-01 season
婚礼是6月20日，婚礼[前一周]试妆。 => 2026-06-13
[最近]我老失眠。 => unknown
往后挪了，[改到十月六号]。 => 2026-10-06
我1990年生的，[二十五岁]结婚。 => 2015-01-01..2017-01-01 year
[每月底]发工资。 => FREQ=MONTHLY;BYMONTHDAY=-1 day
"""

JAPANESE = """
@2026-06-10T10:00+09:00
[クリスマスの翌日]に発った。 => 2025-12-26
[第三四半期]は黒字だった。 => 2025-07-01..2025-10-01 season
[1990年代の後半]に建った。 => 1996-01-01..2000-01-01 decade
[毎月末]に棚卸しをする。 => FREQ=MONTHLY;BYMONTHDAY=-1 day
[第二・第四土曜]に飲む。 => FREQ=MONTHLY;BYDAY=2SA,4SA day
[三日に一度]走る。 => FREQ=DAILY;INTERVAL=3 day
[もう十年]会っていない。 => 2016 since
結婚式は六月二十日で、[その一週間前]に髪を切る。 => 2026-06-13
[去年の今日]、結婚した。 => 2025-06-10
[九時から五時まで]働く。 => 2026-06-10T09:00..2026-06-10T17:00 hour
[十八時]に閉まる。 => 2026-06-10T18
[明日の正午]に集合です。 => 2026-06-11T12
[四月から]大学生です。 => 2026-04 since
[3/15]に届いた。 => 2026-03-15
[十年以上前]に辞めた。 => 2016
"""

TABLES = (ENGLISH, GERMAN, SPANISH, FRENCH, CHINESE, JAPANESE)


@pytest.mark.parametrize(
    ("said", "sentence", "answer"), [line for table in TABLES for line in lines(table, WEDNESDAY)]
)
def test_expressions_mean_what_people_mean(said: str, sentence: str, answer: str) -> None:
    check(said, sentence, answer)


# What stands around time words says that they are a name: what somebody is called, a street, a
# pet, a title, a shop; or they are a part of another word or saying.
NAMES = {
    "en": [
        "Tuesday is what we named the kitten.",
        "Friday, our old dog, snores.",
        "Summer is my cousin's second name.",
        "5 May Street is my address.",
        "Not in a month of Sundays.",
        "Weekly Standard went under.",
    ],
    "de": [
        "Unser Kater heißt Freitag.",
        "Freitag hieß der Freund von Robinson.",
        "Juli spielt Geige im Orchester.",
        "Wir wohnen in der Straße des 17. Juni.",
        "Unser Papagei Dienstag flucht.",
        "Zum zweiten Mal kam er zu spät.",
        "Das ist Schnee von gestern.",
        "Das Märzenbier ist aus.",
    ],
    "es": [
        "Enero es su apodo.",
        "Quedamos en la plaza 25 de Mayo.",
        "Vivimos en la avenida 9 de Julio.",
        "Ganamos 2 a 1.",
        "El diario El Mundo salió.",
        "La primavera es un bar.",
    ],
    "fr": [
        "Vendredi ou la Vie sauvage est mon livre préféré.",
        "Nous habitons rue du 8 Mai 1945.",
        "On se retrouve place du 11-Novembre.",
        "Le poulet du dimanche de mamie est imbattable.",
        "Ma fille s'appelle Avril.",
    ],
    "zh": [
        "周一是我们班的同学。",
        "三月是我家猫的名字。",
        "她叫七夕。",
        "九月花店的老板很热情。",
        "他住三单元五号。",
        "房间号2020。",
        "七月流火是成语。",
        "五点建议请看附件。",
        "万圣节糖果打折。",
        "我女儿六岁了。",
    ],
    "ja": [
        "二月堂まで歩いた。",
        "三月書房は閉まっている。",
        "日曜日というバンドを聴く。",
        "暗証番号は1984。",
        "1984年という小説を読んだ。",
        "部屋番号は2019です。",
        "お盆を落とした。",
        "ちゃんと五歳です。",
    ],
}


@pytest.mark.parametrize(
    ("language", "text"), [(name, text) for name, texts in NAMES.items() for text in texts]
)
def test_what_is_only_called_so_is_no_date(language: str, text: str) -> None:
    assert find_dates(text, NOTHING, language=language) == []


@pytest.mark.parametrize(
    ("language", "text", "words"),
    [
        ("en", "He called Friday.", "Friday"),
        ("en", "I'm seeing my sister Sunday.", "Sunday"),
        ("en", "Friday is my cousin's birthday.", "Friday"),
        ("de", "Der Juli war heiß.", "Juli"),
        ("de", "Freitag ist der Geburtstag meiner Freundin.", "Freitag"),
        ("es", "Juan llama el viernes.", "el viernes"),
        ("fr", "Il m'appelle mardi.", "mardi"),
        ("fr", "J'ai raté le cours de mardi.", "mardi"),
        ("zh", "周五是我朋友的生日。", "周五"),
        ("zh", "周五同学聚会。", "周五"),
        ("zh", "考试是五号。", "五号"),
        ("ja", "昨日は五月晴れだった。", "昨日"),
    ],
)
def test_what_happens_on_such_a_day_is_a_date(language: str, text: str, words: str) -> None:
    (mention,) = find_dates(text, NOTHING, language=language)
    assert words in mention.text


def test_a_preposition_that_belongs_to_the_verb_is_not_taken_for_a_bound() -> None:
    (mention,) = find_dates("What have you been up to lately?", Instant.of(WEDNESDAY))
    assert (mention.text, mention.relation) == ("lately", Relation.AT)


@pytest.mark.parametrize("text", ["上上上个圣诞节", "周三35", "周一〇"])
def test_steps_beyond_the_calendar_and_digits_that_are_no_weekdays_are_no_error(text: str) -> None:
    assert find_dates(text, NOTHING, language="zh")
