from __future__ import annotations

import re
import time

import pytest

from smalti.model.record import Modality, RecordKind
from smalti.model.turn import Role
from smalti.write.extract import extract
from smalti.write.extract.candidate import Candidate
from smalti.write.extract.ja import plain
from smalti.write.extract.ja.chunks import Line, chunks
from smalti.write.extract.ja.words import installed_tagger
from smalti.write.extract.latin import Span
from smalti.write.predicates import PredicateTable
from write.extract.talks import candidates, one, reasons, said, sentences

WHO = "水野 葵"

needs_tagger = pytest.mark.skipif(
    installed_tagger() is None, reason="the dictionary for Japanese is not installed"
)


def says(text: str) -> list[str]:
    return sentences(said(text, WHO))


def edges(text: str) -> list[tuple[str, str, str]]:
    return [(c.subject, c.predicate, c.object) for c in candidates(said(text, WHO))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("私は松本に住んでいます。", ["水野葵は松本に住んでいます"]),
        ("松本に住んでいます。", ["水野葵は松本に住んでいます"]),
        ("血液型はB型です。", ["水野葵の血液型はB型です"]),
        ("母は看護師です。", ["水野葵の母は看護師です"]),
        ("私の車は赤いです。", ["水野葵の車は赤いです"]),
        ("小林さんは来週休みです。", ["小林さんは来週休みです"]),
    ],
)
def test_the_topic_is_put_back(text: str, expected: list[str]) -> None:
    assert says(text) == expected


def test_the_subject_keeps_the_name_as_it_is_written_in_the_turn() -> None:
    assert one(said("松本に住んでいます。", WHO)).subject == WHO


@needs_tagger
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("福岡の姪浜に住んでいます。", (WHO, "住む", "福岡の姪浜")),
        ("母は毎年フラの発表会に出ています。", ("水野葵の母", "出る", "フラの発表会")),
        ("古い車を売りました。", (WHO, "売る", "古い車")),
        ("環境工学を研究しています。", (WHO, "研究する", "環境工学")),
        ("部屋の掃除をしました。", (WHO, "掃除する", "部屋")),
        ("定例会議は毎週木曜の朝十時に変わりました。",
         ("定例会議", "変わる", "毎週木曜の朝十時")),
        ("友達が作ったケーキを食べた。", (WHO, "食べる", "友達が作ったケーキ")),
        ("タバコを吸うのをやめました。", (WHO, "やめる", "タバコを吸う")),
        ("踊りの基礎を習い始めました。", (WHO, "習う", "踊りの基礎")),
        ("鍵は玄関の靴箱の中にあります。", ("鍵", "ある", "玄関の靴箱の中")),
        ("車で通勤しています。", (WHO, "通勤する", "車")),
        ("昨日、李さんと喧嘩しました。", (WHO, "喧嘩する", "李さん")),
    ],
)  # fmt: skip
def test_the_edge_holds_the_dictionary_form_and_the_object(
    text: str, expected: tuple[str, str, str]
) -> None:
    assert edges(text) == [expected]


@needs_tagger
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("平日の昼は荷物を受け取れません。", (WHO, "受け取る", "荷物")),
        ("パクチーは食べられません。", (WHO, "食べる", "パクチー")),
        ("そば、食べられないんです。", (WHO, "食べる", "そば")),
        ("英語が話せます。", (WHO, "話す", "英語")),
        ("韓国には行ったことがありません。", (WHO, "行く", "韓国")),
    ],
)
def test_what_can_be_done_is_told_by_the_verb_itself(
    text: str, expected: tuple[str, str, str]
) -> None:
    assert edges(text) == [expected]


@needs_tagger
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("暗証番号は昨日変えました。", [(WHO, "変える", "暗証番号")]),
        ("私は満員電車が嫌いです。", [(WHO, "嫌いだ", "満員電車")]),
        ("ビールは常温が好きです。", [(WHO, "好きだ", "常温")]),
        ("夫は出張が多いです。", [("水野葵の夫", "多い", "出張")]),
        ("雨の日は膝が痛くなります。", [(WHO, "痛くなる", "膝")]),
        ("大会で母が優勝しました。", [("水野葵の母", "優勝する", "")]),
        ("サーバーが落ちました。", [("サーバー", "落ちる", "")]),
        ("初詣は三日に行くつもりです。", [(WHO, "行く", "初詣")]),
    ],
)
def test_topics_and_ga_are_told_apart(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert edges(text) == expected


@needs_tagger
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "身長は182センチ、体重は75キロです。",
            [(WHO, "身長", "182センチ"), (WHO, "体重", "75キロ")],
        ),
        ("うちの会社、創業は1987年です。", [("水野葵の会社", "創業", "1987年")]),
        ("息子の名前は一郎です。", [("水野葵の息子", "名前", "一郎")]),
        ("妹は四歳です。", [("水野葵の妹", "年齢", "四歳")]),
        ("平成元年生まれです。", [(WHO, "生まれ", "平成元年")]),
        ("転勤先は札幌に決まりました。", [(WHO, "転勤先", "札幌")]),
        ("一番好きな料理は酢豚です。", [(WHO, "一番好きな料理", "酢豚")]),
        ("うちの部署は全部で十二人です。", [("水野葵の部署", "人数", "十二人")]),
        ("会費は五百円です。", [("会費", "だ", "五百円")]),
    ],
)
def test_an_attribute_is_the_predicate_of_its_owner(
    text: str, expected: list[tuple[str, str, str]]
) -> None:
    assert edges(text) == expected


@needs_tagger
def test_a_clause_in_te_becomes_a_sentence_of_its_own() -> None:
    assert says("弟は九州大学に合格して、情報工学を専攻しています。") == [
        "水野葵の弟は九州大学に合格する",
        "水野葵の弟は情報工学を専攻しています",
    ]


@needs_tagger
def test_a_clause_in_te_is_past_where_the_sentence_is() -> None:
    assert says("車を売って、自転車を買いました。")[0] == "水野葵は車を売った"


@needs_tagger
def test_several_subjects_share_one_verb() -> None:
    assert edges("兄は東京で、姉は大阪で働いています。") == [
        ("水野葵の兄", "働く", "東京"),
        ("水野葵の姉", "働く", "大阪"),
    ]


@needs_tagger
def test_what_is_corrected_is_denied_beside_what_is_right() -> None:
    found = candidates(said("うちの犬はプードルじゃなくてマルチーズです。", WHO))
    assert [(c.object, c.polarity) for c in found] == [("プードル", False), ("マルチーズ", True)]


@pytest.mark.parametrize(
    ("text", "polarity", "ended"),
    [
        ("コーヒーを飲みます。", True, False),
        ("コーヒーは飲みません。", False, False),
        ("タバコをやめました。", False, True),
        ("彼氏と別れました。", True, True),
    ],
)
def test_denials_and_endings_are_marked(text: str, *, polarity: bool, ended: bool) -> None:
    found = one(said(text, WHO))
    assert (found.polarity, found.ended) == (polarity, ended)


@needs_tagger
@pytest.mark.parametrize(
    ("text", "polarity", "ended"),
    [
        ("日本酒は冷やでしか飲みません。", True, False),
        ("行かなければなりません。", True, False),
        ("肉を食べなくなりました。", False, True),
        ("もうオンラインゲームはしません。", False, True),
        ("以前は車で通勤していました。", True, True),
        ("電動自転車が手放せません。", False, False),
    ],
)
def test_only_must_and_no_longer_are_told_apart(text: str, *, polarity: bool, ended: bool) -> None:
    found = one(said(text, WHO))
    assert (found.polarity, found.ended) == (polarity, ended)


@pytest.mark.parametrize(
    ("text", "modality"),
    [
        ("ピアノを習っています。", Modality.ASSERTED),
        ("ピアノを習う予定です。", Modality.PLANNED),
        ("ピアノを習いたいです。", Modality.WISHED),
        ("ピアノを習うかもしれません。", Modality.HYPOTHETICAL),
        ("部長は欠席だそうです。", Modality.QUOTED),
    ],
)
def test_modality_is_read_from_the_ending(text: str, modality: Modality) -> None:
    assert one(said(text, WHO)).modality is modality


@needs_tagger
@pytest.mark.parametrize(
    ("text", "modality"),
    [
        ("転職しようと思っています。", Modality.PLANNED),
        ("課長は大阪に転勤することになりました。", Modality.PLANNED),
        ("李さんは会社を辞めると言っていました。", Modality.QUOTED),
        ("もし晴れたら自転車で出勤します。", Modality.HYPOTHETICAL),
        ("三杯飲まないと頭が動きません。", Modality.ASSERTED),
        ("調べたら祖父は天草の生まれでした。", Modality.ASSERTED),
    ],
)
def test_plans_reports_and_conditions_are_told_apart(text: str, modality: Modality) -> None:
    assert one(said(text, WHO)).modality is modality


@needs_tagger
def test_a_condition_is_told_with_what_it_is_for() -> None:
    found = one(said("もし晴れたら、自転車で出勤します。", WHO))
    assert (found.condition, found.sentence) == (
        "もし晴れたら",
        "水野葵はもし晴れたら、自転車で出勤します",
    )


@needs_tagger
def test_what_is_reported_is_of_the_one_it_is_about() -> None:
    found = one(said("母がね、私は子どものころピーマン好きだったって言い張るんです。", WHO))
    assert (found.subject, found.predicate, found.object) == (WHO, "好きだ", "ピーマン")


@needs_tagger
def test_hearsay_of_nobody_named_claims_no_edge() -> None:
    found = one(said("船大工だったと聞いています。", WHO))
    assert (found.predicate, found.directness) == ("言う", 0.5)


@needs_tagger
def test_a_request_is_a_wish_and_claims_no_edge() -> None:
    found = one(said("午後は空けてください。", WHO))
    assert (found.subject, found.predicate, found.modality) == (WHO, "頼む", Modality.WISHED)


def test_a_relative_is_the_subject_of_a_claim() -> None:
    found = one(said("父は大工です。", WHO))
    assert (found.subject, found.kind) == ("水野葵の父", RecordKind.CLAIM)


def test_a_correction_is_marked() -> None:
    assert one(said("すみません、間違えました。会費は五百円です。", WHO)).correction


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("お疲れさまです！お先に失礼します〜", "small talk"),
        ("ｗｗｗ", "small talk"),
        ("何時に始まりますか", "question"),
        ("おすすめの本を教えて", "request to the assistant"),
    ],
)
def test_small_talk_questions_and_requests_leave_nothing(text: str, reason: str) -> None:
    assert not candidates(said(text, WHO))
    assert reason in reasons(said(text, WHO))


@needs_tagger
@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("松本に住んでいます。", "lives_in"),
        ("東京の会社に勤めています。", "works_for"),
        ("古い車を売りました。", "sold"),
        ("満員電車が嫌いです。", "dislikes"),
        ("彼氏とお別れしました。", "broke_up_with"),
        ("来月引っ越す予定です。", "moved_to"),
        ("血液型はABです。", "blood_type"),
    ],
)
def test_the_vocabulary_knows_the_predicate(text: str, name: str) -> None:
    found = PredicateTable.default().find(one(said(text, WHO)).predicate, "ja")
    assert found is not None
    assert found.name == name


@needs_tagger
def test_a_relative_clause_belongs_to_its_noun() -> None:
    tagger = installed_tagger()
    assert tagger is not None
    text = "私が住んでいる町は静かです。"
    line = Line.of(text, tagger.words(text))
    assert line.text(chunks(line)[0].first, chunks(line)[0].last) == "私が住んでいる町"


def read_plainly(text: str) -> list[Candidate]:
    turn = said(text, WHO)
    found = plain.read(Span(turn, 0, len(text), "ja"))
    return [item for item in found if isinstance(item, Candidate)]


def test_without_a_dictionary_patterns_serve() -> None:
    [found] = read_plainly("松本に住んでいます。")
    assert found.sentence == "水野葵は松本に住んでいます"


@needs_tagger
def test_sentences_are_read_fast_enough() -> None:
    texts = [f"昨日{n}号館でカメラを買って、来月北海道へ旅行するつもりです。" for n in range(60)]
    candidates(said(texts[0], WHO))
    start = time.process_time()
    for text in texts:
        candidates(said(text, WHO))
    assert len(texts) / (time.process_time() - start) > 150


@needs_tagger
def test_numbers_in_a_sentence_stand_in_its_quote() -> None:
    turn = said("身長は182センチで、体重は75キロ、5号館に住んでいます。", WHO)
    for found in candidates(turn):
        quote = found.quote(turn)
        assert all(number in quote for number in re.findall(r"\d+", found.sentence))


@needs_tagger
def test_a_line_without_kana_is_read_as_japanese_where_that_is_usual() -> None:
    before = [said("最近引っ越しました。", WHO), said("How nice!", "assistant", Role.ASSISTANT)]
    [found] = candidates(said("会議三時", WHO), context=before)
    assert found.predicate == "言う"


@needs_tagger
def test_what_the_same_speaker_said_tells_more_than_what_others_did() -> None:
    before = [
        said("最近引っ越しました。", WHO),
        said("我也搬家了。", "林岚"),
        said("对吧？", "林岚"),
    ]
    [found] = candidates(said("会議三時", WHO), context=before)
    assert found.predicate == "言う"


def test_a_chinese_line_in_a_japanese_talk_stays_chinese() -> None:
    before = [said("最近引っ越しました。", WHO)]
    [found] = candidates(said("她们住在杭州。", WHO), context=before)
    assert "住在" in (found.predicate, found.object) or found.predicate == "住在"


@needs_tagger
def test_the_extractor_names_the_dictionary() -> None:
    name = extract([said("松本に住んでいます。", WHO)]).extractor
    assert "sudachi" in name.lower()
    assert "ja-patterns" not in name


def test_the_extractor_names_no_tagger_that_was_not_used() -> None:
    assert "sudachi" not in extract([said("I live in Oslo.")]).extractor.lower()
