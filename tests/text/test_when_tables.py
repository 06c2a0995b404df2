"""The language tables: nothing in them is misspelt, and all of them say the same kind of things."""

from __future__ import annotations

import re

import pytest

from smalti.text.when.find import _languages
from smalti.text.when.holidays import holiday
from smalti.text.when.lexer import fold, lex
from smalti.text.when.operations import MODULES, OPERATIONS
from smalti.text.when.tables import LANGUAGES, LEVELS, MADE, UNLISTED, expand, table

SHARED = {"family", "groups", "macros"}


def classes() -> set[str]:
    """All word classes of all languages, with the values that some of them can be asked for."""
    found = set(UNLISTED) | {"nx"}
    for name in LANGUAGES:
        found |= {key for keys in table(name).signs for key in keys}
        found |= set(table(name)._shared["groups"])
    for made in MADE:
        found |= set(made.split())
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_name_classes_and_operations_that_exist(language: str) -> None:
    known = classes()
    words = table(language)
    macros = words._shared.get("macros", {}) | words.options.get("macros", {})
    for level in LEVELS:
        for rule in words.rules[level]:
            assert rule.operation in OPERATIONS, rule.source
            source = re.sub(r"\{(\w+)\}", lambda found: macros[found[1]], rule.source)
            source = re.sub(r"\{(\w+)\}", lambda found: macros[found[1]], source)
            names = re.findall(r"[A-Za-z_]\w*(?:=-?\w+)?", source)
            assert [name for name in names if name not in known] == [], rule.source


def test_every_operation_is_used() -> None:
    used = {
        rule.operation
        for name in LANGUAGES
        for level in LEVELS
        for rule in table(name).rules[level]
    }
    assert set(OPERATIONS) - used == set()
    assert len(MODULES) == len({module.__name__ for module in MODULES})


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_listed_form_is_found_again(language: str) -> None:
    words = table(language)
    gap = " " if words.options["family"] == "latin" else ""
    for listed in words.forms.values():
        for form, forms in listed:
            written = next((text for text in forms if text), None) or gap.join(form)
            first = lex(fold(written), words)[0]
            assert first.senses, written


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_feast_that_is_named_can_be_dated(language: str) -> None:
    for name in table(language).options["words"]["hol"]:
        span = holiday(name, 2026)
        assert span.start < span.end


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_knows_all_weekdays_months_and_seasons(language: str) -> None:
    senses = [
        senses
        for listed in table(language).forms.values()
        for _, forms in listed
        for senses in forms.values()
    ]

    def values(*names: str) -> set[object]:
        return {sense[name] for sense in senses for name in names if name in sense}

    assert values("wd") == set(range(7))
    assert values("season") == {"spring", "summer", "autumn", "winter"}
    assert {"morning", "afternoon", "night"} <= values("part")
    assert {"day 0", "day -1", "day 1", "day -2", "day 2"} <= values("rel")
    if table(language).options["family"] == "latin":
        assert values("mon", "monx") == set(range(1, 13))
        assert {"day", "week", "month", "quarter", "year", "hour", "minute"} <= values("unit")


def test_braces_are_alternatives() -> None:
    assert list(expand("{der|die} letzt{e|en}")) == [
        "der letzte",
        "der letzten",
        "die letzte",
        "die letzten",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We met last Friday and I was late.", ("en",)),
        ("Ich bin seit gestern krank.", ("de",)),
        ("El lunes pasado no fui al trabajo.", ("es",)),
        ("Je ne suis pas allé au travail lundi.", ("fr",)),
        ("我昨天没去上班。", ("zh",)),
        ("昨日は会社に行かなかった。", ("ja",)),
        ("来週火曜日会議", ("ja",)),
        ("這個禮拜三我去看牙。", ("zh",)),
        ("下周一 we have a call with the team", ("zh", "en")),
        ("", ("en",)),
        ("어제 갔어요", ("en",)),
    ],
)
def test_the_language_is_told_by_script_and_function_words(
    text: str, expected: tuple[str, ...]
) -> None:
    assert _languages(fold(text).plain, None) == expected


def test_a_named_language_is_taken_at_its_word() -> None:
    assert _languages("we met", "zh-Hant") == ("zh",)
    assert _languages("we met on it", "tlh") == ("en",)
