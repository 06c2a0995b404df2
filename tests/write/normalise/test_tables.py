"""The tables: what one names, another has to know."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from smalti.model.record import SlotKind
from smalti.text.when import Relation
from smalti.write.normalise import unspaced
from smalti.write.normalise.clauses import clauses_of
from smalti.write.normalise.conditions import TESTS
from smalti.write.normalise.held import _OUTCOMES
from smalti.write.normalise.tables import UNSPACED, phrases, table, words
from smalti.write.predicates import PredicateTable
from write.normalise.making import TABLE, stated

LANGUAGES = ("en", "de", "es", "fr", "zh", "ja")
THIN = sorted(table("thin"))
PATTERNED = sorted(key for key, rows in table("patterns").items() if isinstance(rows, list))


def meanings(language: str) -> Iterator[tuple[str, str, list[str]]]:
    for phrase, entries in table("thin")[language].items():
        for entry in entries:
            name, _, tests = entry.partition(":")
            yield phrase, name.strip(), tests.partition("=")[0].replace("!", "").split()


@pytest.mark.parametrize("language", THIN)
def test_an_ambiguous_phrase_means_predicates_that_there_are(language: str) -> None:
    named = {name for _, name, _ in meanings(language)}
    assert named <= set(TABLE.predicates)


@pytest.mark.parametrize("language", THIN)
def test_an_ambiguous_phrase_is_told_by_tests_or_lists_that_there_are(language: str) -> None:
    own = {**TESTS, **unspaced.TESTS} if language in UNSPACED else TESTS
    listed = phrases if language in UNSPACED else words
    unknown = {
        (phrase, test)
        for phrase, _, tests in meanings(language)
        for test in tests
        if test not in own and not listed(language, test.removeprefix("head."))
    }
    assert not unknown


@pytest.mark.parametrize("language", PATTERNED)
def test_the_phrase_of_a_pattern_is_one_of_the_vocabulary(language: str) -> None:
    unknown = [
        clause.phrase
        for clause in clauses_of(language)
        if TABLE.find(clause.phrase, language) is None
    ]
    assert not unknown


@pytest.mark.parametrize("language", PATTERNED)
def test_a_pattern_names_its_value(language: str) -> None:
    assert all("value" in clause.pattern.groupindex for clause in clauses_of(language))


def test_every_row_of_the_table_of_time_has_an_outcome_for_every_relation() -> None:
    rows = {name: row for name, row in table("held").items() if "none" in row}
    assert len(rows) == 6
    wanted = {"none", "onset", "recurring", *(relation.value for relation in Relation)}
    for name, row in rows.items():
        assert set(row) == wanted, name
        assert set(row.values()) <= set(_OUTCOMES), name


def test_predicates_that_lie_ahead_or_take_clauses_are_ones_of_the_vocabulary() -> None:
    named = words("held", "ahead", "predicates") | words("en", "takes_clause")
    named |= words("en", "abilities") | words("en", "served") | words("patterns", "counted")
    assert named <= set(TABLE.predicates)


@pytest.mark.parametrize("language", LANGUAGES)
def test_hedges_and_vague_words_are_known_in_every_language(language: str) -> None:
    assert phrases(language, "hedges")
    assert phrases(language, "vague")
    assert words(language, "open_pronouns")


@pytest.mark.parametrize(
    ("text", "predicate", "object"),
    [
        ("Ada lives in Oslo", "live in", "Oslo"),
        ("Ada is vegetarian", "be", "vegetarian"),
        ("小林住在杭州", "住在", "杭州"),
        ("小林今年三十岁", "说", "小林今年三十岁"),
    ],
)
def test_a_vocabulary_without_predicates_leaves_phrases_as_they_were_said(
    text: str, predicate: str, object: str
) -> None:
    empty = PredicateTable({}, {}, {}, {})
    found = stated(text, text, predicate, object, table=empty)
    assert found.slot is SlotKind.UNKNOWN
