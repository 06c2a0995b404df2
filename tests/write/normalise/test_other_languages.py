"""Statements in languages that are read without a parser."""

from __future__ import annotations

import pytest

from smalti.model.record import RecordKind, SlotKind
from smalti.write.extract.candidate import Tense
from write.normalise.making import shown, stated

# language -> text, what the extractor says of it, canonical predicate, value
CHINESE = {
    "a place": ("我住在杭州", "住在", "杭州", "lives_in", "'杭州'"),
    "an allergy": ("我对花生过敏", "过敏", "我对花生过敏", "allergic_to", "'花生'"),
    "a company": ("我在台北一家设计公司上班", "在", "台北一家设计公司上班", "works_for", "'台北一家设计公司'"),
    "a workplace": ("我在成都上班", "在", "成都上班", "workplace", "'成都'"),
    "a job": ("我是牙医", "是", "牙医", "has_role", "'牙医'"),
    "a pet": ("我养了只柯基", "养", "了只柯基", "has_pet", "'柯基'"),
    "an age": ("我今年三十岁", "说", "我今年三十岁", "age", "30 year"),
    "a birthday": ("我的生日是三月十三号", "是", "三月十三号", "born_on", "'--03-13'"),
    "a birth year": ("我九三年的", "说", "我九三年的", "born_on", "'1993'"),
    "a dislike": ("我最讨厌加班", "讨厌", "加班", "dislikes", "'加班'"),
    "a course of study": ("我在学法语", "学", "法语", "studies", "'法语'"),
    "a commute": ("我每天骑车上班", "上班", "我每天骑车上班", "commutes_by", "'骑车'"),
    "a topic before the verb": ("机车也卖掉了", "卖", "掉了", "sold", "'机车'"),
    "a rent": ("房租涨到３５００", "租", "涨到３５００", "rent_amount", "3500"),
}  # fmt: skip

JAPANESE = {
    "a place": ("名古屋に住んでます", "に住んでます", "x", "lives_in", "<名古屋>"),
    "a liking": ("うどんは大好きです", "です", "x", "likes", "'うどん'"),
    "a dislike": ("満員電車が嫌いです", "です", "x", "dislikes", "'満員電車'"),
    "a course": ("書道教室に通っています", "に通って", "います", "takes_course", "'書道教室'"),
    "a blood group": ("血液型はＡＢです", "です", "x", "blood_type", "'ＡＢ'"),
    "a birth year": ("昭和６０年生まれです", "生まれ", "です", "born_on", "'1985'"),
    "an address": ("suzu@kumohara.example です", "です", "x", "email", "'suzu@kumohara.example'"),
    "a thing given up": ("コーヒーはやめました", "ました", "x", "stopped", "'コーヒー'"),
    "a parting": ("朔也とは先月お別れしました", "ました", "x", "broke_up_with", "'朔也'"),
}

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
    "remembered and not fallen ill": ("系统记得了什么", "用", "记得了什么"),
    "a plan as a noun": ("问题按计划修", "说", "问题按计划修"),
}


@pytest.mark.parametrize("what", UNREAD)
def test_characters_inside_of_other_words_mean_nothing(what: str) -> None:
    text, predicate, object = UNREAD[what]
    found = stated(text, text, predicate, object, speaker="小林")
    assert found.slot is SlotKind.UNKNOWN


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
