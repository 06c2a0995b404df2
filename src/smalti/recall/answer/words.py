"""The words of answers, by language."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

_WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "nothing": "Not in memory.",
        "yes": "Yes",
        "no": "No",
        "since": "{what} (since {day})",
        "until": "{what} (until {day})",
        "two ways": "This is disputed: {sides}",
        "then": "{before}, then {after}",
        "unchanged": "{what}, as before",
        "said": "{day}: “{words}”",
        "both": "{who}: {words}",
        "days": "{n} days ({since} to {until})",
        "difference": "{n} {unit} ({first} → {last})",
        "told": "“{words}”",
        "so": "{yes}: {words}",
        "sum": "{n} {unit} ({parts})",
        "apart": "{n} {unit} apart",
        "counted": "{n}: {words}",
        "only planned": "None is told of, only: {words}",
        "should not": "No, it was asked not to be done",
    },
    "zh": {
        "nothing": "记忆中没有。",
        "yes": "是",
        "no": "不是",
        "since": "{what}（自 {day} 起）",
        "until": "{what}（到 {day} 为止）",
        "two ways": "说法不一：{sides}",
        "then": "先是 {before}，后来 {after}",
        "unchanged": "{what}，没有变",
        "said": "{day}：“{words}”",
        "both": "{who}：{words}",
        "days": "{n} 天（{since} 到 {until}）",
        "difference": "{n} {unit}（{first} → {last}）",
        "told": "“{words}”",
        "so": "{yes}：{words}",
        "sum": "{n} {unit}（{parts}）",
        "apart": "相差 {n} {unit}",
        "counted": "{n} 次：{words}",
        "only planned": "没有做过的记录，只提到：{words}",
        "should not": "{modal}，已明确禁止",
    },
    "ja": {
        "nothing": "記憶にありません。",
        "yes": "はい",
        "no": "いいえ",
        "since": "{what}（{day} から）",
        "until": "{what}（{day} まで）",
        "two ways": "話が食い違っています：{sides}",
        "then": "{before}、その後 {after}",
        "unchanged": "{what}のままです",
        "said": "{day}：「{words}」",
        "both": "{who}：{words}",
        "days": "{n} 日（{since} から {until} まで）",
        "difference": "{n} {unit}（{first} → {last}）",
        "told": "「{words}」",
        "so": "{yes}：{words}",
        "sum": "{n} {unit}（{parts}）",
        "apart": "差は {n} {unit}",
        "counted": "{n} 件：{words}",
        "only planned": "実際の記録はなく、次だけです：{words}",
        "should not": "いいえ、しないように頼まれています",
    },
}


def in_words(language: str, name: str, **parts: object) -> str:
    """A phrase of an answer in a language; in English where there is none of it."""
    return _WORDS.get(language, _WORDS["en"])[name].format(**parts)


_JOINTS = {"zh": "；", "ja": "、"}


def joined(language: str, parts: list[str]) -> str:
    """Several parts of an answer in a row, each once."""
    return _JOINTS.get(language, "; ").join(dict.fromkeys(parts))


_WEEKDAYS: Mapping[str, tuple[str, ...]] = {
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "zh": tuple(f"周{day}" for day in "一二三四五六日"),
    "ja": tuple(f"{day}曜日" for day in "月火水木金土日"),
}


def weekday_in(day: date, language: str) -> str:
    """The name of the weekday of a day in a language."""
    return _WEEKDAYS.get(language, _WEEKDAYS["en"])[day.weekday()]
