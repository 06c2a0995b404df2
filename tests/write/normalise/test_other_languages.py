"""Statements in languages that are read without a parser."""

from __future__ import annotations

import pytest

from smalti.model.record import RecordKind, SlotKind
from smalti.write.extract.candidate import Tense
from write.normalise.making import shown, stated

# text, predicate and object as an extractor gives them, canonical predicate, value
CHINESE = {
    "a place": ("我住在杭州", "住在", "杭州", "lives_in", "<杭州>"),
    "an allergy": ("我对花生过敏", "过敏", "花生", "allergic_to", "'花生'"),
    "a company": (
        "我在台北一家设计公司上班", "上班", "台北一家设计公司", "works_for", "'台北一家设计公司'",
    ),
    "a workplace": ("我在成都上班", "上班", "成都", "workplace", "<成都>"),
    "a job": ("我是牙医", "是", "牙医", "has_role", "'牙医'"),
    "a pet": ("我养了只柯基", "养", "柯基", "has_pet", "'柯基'"),
    "a whole sentence": ("我今年三十岁", "说", "我今年三十岁", "age", "30 year"),
    "a birthday": ("我的生日是三月十三号", "是", "三月十三号", "born_on", "'--03-13'"),
    "a birth year": ("我九三年的", "说", "我九三年的", "born_on", "'1993'"),
    "a dislike": ("我最讨厌加班", "讨厌", "加班", "dislikes", "'加班'"),
    "a course of study": ("我在学法语", "学", "法语", "studies", "'法语'"),
    "a commute": ("我每天骑车上班", "通勤", "车", "commutes_by", "'车'"),
    "traditional characters": ("機車也賣掉了", "賣掉", "機車", "sold", "'機車'"),
    "a rent": ("房租涨到３５００", "房租", "３５００", "rent_amount", "3500"),
    "how often": ("我打了三次羽毛球", "打", "三次羽毛球", "plays", "'羽毛球'"),
    "a model's term": ("我对花生过敏", "allergic_to", "花生", "allergic_to", "'花生'"),
    "a model's phrase": ("我在成都上班", "live in", "成都", "lives_in", "<成都>"),
    "what is said by its value": ("我是独生子女", "是", "独生子女", "birth_order", "'独生子女'"),
}  # fmt: skip

JAPANESE = {
    "a place": ("名古屋に住んでます", "住む", "名古屋", "lives_in", "<名古屋>"),
    "a liking": ("うどんは大好きです", "大好きだ", "うどん", "likes", "'うどん'"),
    "a dislike": ("満員電車が嫌いです", "嫌いだ", "満員電車", "dislikes", "'満員電車'"),
    "a course": ("書道教室に通っています", "通う", "書道教室", "takes_course", "'書道教室'"),
    "a school": ("霧島大学に通っています", "通う", "霧島大学", "studies_at", "<霧島大学>"),
    "a blood group": ("血液型はＡＢです", "血液型", "ＡＢ", "blood_type", "'ＡＢ'"),
    "a birth year": ("昭和６０年生まれです", "生まれ", "昭和６０年", "born_on", "'1985'"),
    "a birth place": ("長崎の生まれです", "生まれ", "長崎", "born_in", "<長崎>"),
    "a whole sentence": (
        "コーヒーはやめました", "言う", "コーヒーはやめました", "stopped", "'コーヒー'",
    ),
    "an address": (
        "suzu@kumohara.example です", "言う", "suzu@kumohara.example です",
        "email", "'suzu@kumohara.example'",
    ),
    "a parting": ("朔也とは先月お別れしました", "お別れする", "朔也", "broke_up_with", "<朔也>"),
    "a job": ("私は大工をしております", "をしている", "大工", "has_role", "'大工'"),
}  # fmt: skip

EUROPEAN = {
    "a German diet": ("Ich esse keinen Fisch", "avoids", "'Fisch'"),
    "a German home": ("Ich wohne seit 2019 in Köln", "lives_in", "<Köln>"),
    "a Spanish age": ("Tengo cuarenta y dos años", "age", "42 year"),
    "a Spanish diet": ("No como carne roja", "avoids", "'carne roja'"),
    "a French home": ("J'habite à Lille", "lives_in", "<Lille>"),
}


@pytest.mark.parametrize("what", CHINESE)
def test_chinese_clauses_are_read(what: str) -> None:
    text, predicate, object, name, value = CHINESE[what]
    sentence = text.replace("我", "小林") if "我" in text else text
    found = stated(text, sentence, predicate, object, speaker="小林")
    assert (found.predicate, shown(found.value)) == (name, value)
    assert found.subject.text == "小林"


@pytest.mark.parametrize("what", JAPANESE)
def test_japanese_clauses_are_read(what: str) -> None:
    text, predicate, object, name, value = JAPANESE[what]
    found = stated(text, f"林さくは{text}", predicate, object, speaker="林 さく")
    assert (found.predicate, shown(found.value)) == (name, value)
    assert found.subject.text == "林 さく"


@pytest.mark.parametrize("what", EUROPEAN)
def test_german_spanish_and_french_sentences_are_read(what: str) -> None:
    text, name, value = EUROPEAN[what]
    found = stated(text, f"Ada: {text}", "say", text)
    assert (found.predicate, shown(found.value)) == (name, value)


def test_a_relative_in_another_language_is_the_subject() -> None:
    text = "Mi suegra es alérgica a la penicilina"
    found = stated(text, f"Ada: {text}", "say", text)
    assert (found.subject.text, found.predicate) == ("Mi suegra", "allergic_to")


UNREAD = {
    "an adverb with a verb in it": ("我固定去游泳", "定", "去游泳"),
    "a user and no use": ("现在用户会慌张", "在", "用户会慌张"),
    "taking a loss": ("我吃亏了", "吃", "亏"),
    "an ability as a way of speaking": ("我能记得", "能", "记得"),
    "doing and no place": ("我在想办法", "在", "想办法"),
    "a plan as a noun": ("问题按计划修", "说", "问题按计划修"),
}


@pytest.mark.parametrize("what", UNREAD)
def test_characters_inside_of_other_words_mean_nothing(what: str) -> None:
    text, predicate, object = UNREAD[what]
    found = stated(text, text, predicate, object, speaker="小林")
    assert found.slot is SlotKind.UNKNOWN


DENIED = {
    "zh": ("我不吃苦瓜", "吃", "苦瓜", "小林"),
    "ja": ("そばを食べられないんです", "食べる", "そば", "林 さく"),
}


@pytest.mark.parametrize("language", DENIED)
def test_not_eating_is_avoiding(language: str) -> None:
    text, predicate, object, speaker = DENIED[language]
    found = stated(text, text, predicate, object, speaker=speaker, polarity=False)
    assert (found.predicate, found.candidate.polarity) == ("avoids", True)
    assert shown(found.value) == f"'{object}'"


def test_who_no_longer_studies_did_study() -> None:
    found = stated("法语我不学了", "小林法语不学了", "学", "法语", speaker="小林",
                   polarity=False, ended=True)  # fmt: skip
    assert (found.predicate, found.candidate.polarity) == ("studies", False)


def test_what_stopped_did_stop() -> None:
    found = stated("コーヒーはやめました", "林さくはコーヒーをやめた", "やめる", "コーヒー",
                   speaker="林 さく", polarity=False, ended=True)  # fmt: skip
    assert (found.predicate, found.candidate.polarity) == ("stopped", True)


def test_what_cannot_be_parted_with_was_not_sold() -> None:
    text = "電動自転車が手放せません"
    found = stated(text, text, "手放す", "電動自転車", speaker="林 さく", polarity=False)
    assert found.slot is SlotKind.UNKNOWN


EQUATIONS = {
    "a day": ("手術は二十一日です", "手術", "だ", "二十一日", "scheduled_for", "'2026-05-21'"),
    "a price": ("会費は五百円です", "会費", "だ", "五百円", "price", "500 JPY"),
    "a deadline": ("納期は６月３０日です", "納期", "だ", "６月３０日", "deadline", "'2026-06-30'"),
    "no database": ("测试数据库是8.0", "测试数据库", "是", "8.0", "is", "'8.0'"),
}  # fmt: skip


@pytest.mark.parametrize("what", EQUATIONS)
def test_what_something_is_tells_its_property(what: str) -> None:
    text, subject, predicate, object, name, value = EQUATIONS[what]
    found = stated(text, text, predicate, object, subject=subject, speaker="林 さく")
    assert (found.predicate, shown(found.value)) == (name, value)


def test_next_years_goal_is_the_speakers() -> None:
    text = "明年的目标是减到七十公斤"
    found = stated(text, text, "目标", "减到七十公斤", subject="明年", speaker="小林")
    assert (found.subject.text, found.predicate) == ("小林", "goal")


def test_people_that_are_counted_by_a_word_for_days_are_a_number() -> None:
    text = "公司一共两百三十号人"
    found = stated(text, text, "人数", "两百三十号人", subject="公司", speaker="小林")
    assert shown(found.value) == "230"


def test_a_conditional_is_no_denial_of_a_drink() -> None:
    text = "コーヒーを三杯飲まないと頭が動かない"
    found = stated(text, text, "言う", text, speaker="林 さく", polarity=False)
    assert found.predicate != "drinks"


def test_a_denial_beside_the_clause_is_not_of_it() -> None:
    text = "我是九二年的，别笑"
    found = stated(text, text, "是", "九二年的，别笑", speaker="小林", polarity=False)
    assert (found.predicate, found.candidate.polarity) == ("born_on", True)


def test_a_date_behind_the_clause_is_of_another() -> None:
    text = "我家猫叫年糕，今年三岁"
    found = stated(text, "小林的猫叫年糕，今年三岁", "叫", "年糕，今年三岁",
                   speaker="小林", subject="小林的猫")  # fmt: skip
    assert found.predicate == "named"
    assert found.valid.end is None


def test_what_an_assistant_says_without_a_subject_is_not_about_it() -> None:
    from smalti.model.turn import Role

    text = "体重86kg"
    found = stated(text, text, "说", text, speaker="助手", role=Role.ASSISTANT)
    assert found.slot is SlotKind.UNKNOWN


def test_a_past_event_is_dated_by_its_clause() -> None:
    text = "朔也とは先月お別れしました"
    found = stated(text, text, "ました", text, speaker="林 さく", kind=RecordKind.EVENT,
                   tense=Tense.PAST, ended=True)  # fmt: skip
    assert found.valid.start is not None
    assert str(found.valid.start.at).startswith("2026-04-01")


# What happens to somebody, said by a verb alone, and what is looked up by its last characters.
EVENTS = {
    "in hospital": ("我爸住院了", "住院", "", "我爸", "in_hospital", "'住院'"),
    "home again": ("我爸出院了", "出院", "", "我爸", "discharged_from", "'医院'"),
    "expecting": ("小唐怀孕了", "怀孕", "", "小唐", "expects_child", "'怀孕'"),
    "a flight": ("航班取消了", "取消", "", "航班", "status", "'取消'"),
    "an animal": ("小林属猴", "属", "猴", "小林", "zodiac_animal", "'猴'"),
    "a shoe": ("小林的鞋码是42", "鞋码", "42", "小林", "shoe_size", "42"),
    "a school": ("女儿上小学", "上", "小学", "女儿", "studies_at", "<小学>"),
    "pregnant": ("妹が妊娠しました", "妊娠する", "", "妹", "expects_child", "'妊娠中'"),
    "a home": ("家は小田原です", "家", "小田原", "林 さく", "lives_in", "<小田原>"),
    "no home": ("家は新築です", "家", "新築", "林 さく", "家", "'新築'"),
    "a new place": ("転勤先は札幌です", "転勤先", "札幌", "林 さく", "workplace", "<札幌>"),
    "an order": ("眼鏡を注文した", "注文する", "眼鏡", "林 さく", "ordered", "'眼鏡'"),
    "a general one": ("小林换了轮胎", "换", "轮胎", "小林", "changed", "'轮胎'"),
}


@pytest.mark.parametrize("what", EVENTS)
def test_verbs_alone_and_attributes_fall_into_their_slots(what: str) -> None:
    text, predicate, object, subject, name, value = EVENTS[what]
    speaker = "林 さく" if any("ぁ" <= c <= "ヿ" for c in text) else "小林"
    tense = {"tense": Tense.PAST} if text.endswith(("了", "た")) else {}
    found = stated(text, text, predicate, object, subject=subject, speaker=speaker, **tense)
    assert (found.predicate, shown(found.value)) == (name, value)


def test_what_a_record_is_called_keeps_the_characters_of_its_language() -> None:
    found = stated("番号を読み上げた", "林さくは番号を読み上げた", "読み上げる", "番号",
                   speaker="林 さく")  # fmt: skip
    assert found.predicate == "読み上げる"
