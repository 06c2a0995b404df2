"""The packaged vocabulary: every entry sane, and what is asked of it answered."""

from __future__ import annotations

import dataclasses
import json
import time
from pathlib import Path

import pytest

import smalti.text
from smalti.model.record import SlotKind, Value
from smalti.write.predicates import (
    DIMENSIONS,
    Argument,
    Ended,
    PredicateTable,
    Side,
    Triple,
)

TABLE = PredicateTable.default()
LANGUAGES = {"en", "zh", "ja", "de", "es", "fr"}
EVERY = tuple(TABLE.predicates.values())


def names(triples: list[Triple]) -> list[str]:
    return [f"{'' if t.polarity else 'not '}{t.predicate}" for t in triples]


def stated(predicate: str, value: str = "v", *, polarity: bool = True) -> Triple:
    return Triple("s", predicate, Value(entity=value), polarity)


def test_a_packaged_entry_is_told_in_one_line_and_six_languages() -> None:
    for predicate in EVERY:
        assert 10 <= len(predicate.meaning) <= 80, predicate.name
        assert set(predicate.aliases) == LANGUAGES, predicate.name
        for phrases in predicate.aliases.values():
            assert 0 < len(set(phrases)) == len(phrases), predicate.name


def test_every_alias_leads_back_to_its_predicate() -> None:
    for predicate in EVERY:
        for language, phrases in predicate.aliases.items():
            for phrase in phrases:
                assert TABLE.find(phrase, language) is predicate, phrase
                lemmas = phrase.split()
                assert TABLE.match(lemmas, language) == (predicate, len(lemmas)), phrase


def test_english_aliases_are_lemmas() -> None:
    inflected = {"is", "are", "was", "were", "has", "had", "does", "did", "am", "been"}
    for predicate in EVERY:
        for phrase in predicate.aliases["en"]:
            assert not inflected & set(phrase.split()), phrase


def test_a_number_says_what_it_measures() -> None:
    for predicate in EVERY:
        measured = predicate.dimension is not None
        assert (Argument.NUMBER in predicate.value) == measured, predicate.name
        assert not measured or predicate.dimension in DIMENSIONS, predicate.name


def test_the_sides_of_what_follows_may_hold_what_they_are_given() -> None:
    for predicate in EVERY:
        kinds = {Side.SUBJECT: predicate.subject, Side.VALUE: predicate.value}
        for rule in predicate.implies:
            other = TABLE.predicates[rule.predicate]
            given = (Argument.TEXT,) if rule.constant else kinds[rule.value]
            assert set(kinds[rule.subject]) & set(other.subject), (predicate.name, rule)
            assert set(given) & set(other.value), (predicate.name, rule)
        for ending in predicate.ends:
            other = TABLE.predicates[ending.predicate]
            assert set(kinds[ending.subject]) & set(other.subject), (predicate.name, ending)
            value = None if ending.value is None else set(kinds[ending.value])
            assert value is None or value & set(other.value), (predicate.name, ending)


def test_pairs_point_at_each_other() -> None:
    for predicate in EVERY:
        if predicate.inverse is not None:
            inverse = TABLE.predicates[predicate.inverse]
            assert inverse.inverse == predicate.name
            assert set(predicate.subject) & set(inverse.value), predicate.name
            assert set(predicate.value) & set(inverse.subject), predicate.name
        if predicate.opposite is not None:
            opposite = TABLE.predicates[predicate.opposite]
            assert opposite.opposite == predicate.name
            assert set(opposite.value) == set(predicate.value), predicate.name


def test_a_group_holds_its_own_members_and_nothing_that_unless_names() -> None:
    for name, group in TABLE.groups.items():
        for phrases in group.members.values():
            for phrase in phrases:
                assert TABLE.within(phrase, name), (name, phrase)
        for phrase in group.unless:
            assert not TABLE.within(phrase, name), (name, phrase)


def test_dimensions_are_those_of_the_units() -> None:
    units = json.loads((Path(smalti.text.__file__).parent / "data" / "units.json").read_text())
    known = {unit["dimension"].partition(":")[0] for unit in units["units"].values()}
    assert DIMENSIONS - {"any", "count", "money"} <= known


@pytest.mark.parametrize(
    ("kind", "members"),
    [
        (SlotKind.CHANGING, ["works_for", "lives_in", "deadline", "married_to", "rent_amount"]),
        (SlotKind.IMMUTABLE, ["born_on", "born_in", "blood_type", "founded_on"]),
        (SlotKind.MANY_VALUED, ["speaks", "has_pet", "allergic_to", "likes", "depends_on"]),
        (SlotKind.CONDITIONAL, ["favourite", "takes_dose", "maximum", "threshold"]),
    ],
)
def test_slots_are_of_the_kind_their_values_show_over_time(
    kind: SlotKind, members: list[str]
) -> None:
    assert [TABLE.predicates[name].slot for name in members] == [kind] * len(members)


@pytest.mark.parametrize(
    ("phrase", "language", "name"),
    [
        ("work at", "en", "works_for"),
        ("  Work \t AT ", "en", "works_for"),
        ("works_for", "en", "works_for"),
        ("lives in", "en", "lives_in"),
        ("can't stand", "en", "dislikes"),
        ("can’t stand", "en", "dislikes"),
        ("live in", "en-GB", "lives_in"),
        ("住在", "zh-Hant", "lives_in"),
        ("對 過敏", "zh", "allergic_to"),
        ("に勤める", "ja", "works_for"),
        ("ARBEITEN BEI", "de", "works_for"),
        ("s’appeler", "fr", "named"),
        ("ser alérgica a", "es", "allergic_to"),
    ],
)
def test_a_phrase_is_found_however_it_is_written(phrase: str, language: str, name: str) -> None:
    assert TABLE.find(phrase, language) is TABLE.predicates[name]


@pytest.mark.parametrize(("phrase", "language"), [("", "en"), ("live in", "de"), ("住在", "en")])
def test_a_phrase_of_no_predicate_is_not_found(phrase: str, language: str) -> None:
    assert TABLE.find(phrase, language) is None


@pytest.mark.parametrize(
    ("lemmas", "language", "name", "length"),
    [
        ("work at Acme", "en", "works_for", 2),
        ("work on the parser", "en", "works_on", 2),
        ("no longer work at Acme", "en", "left_employer", 4),
        ("be born in Gdynia", "en", "born_in", 3),
        ("be born on Friday", "en", "born_on", 3),
        ("在 上班", "zh", "works_for", 2),
        ("上 班", "zh", "works_for", 2),
    ],
)
def test_the_longest_alias_at_the_start_is_matched(
    lemmas: str, language: str, name: str, length: int
) -> None:
    assert TABLE.match(lemmas.split(), language) == (TABLE.predicates[name], length)


@pytest.mark.parametrize(("lemmas", "language"), [([], "en"), (["Acme", "work"], "en"),
                                                  (["work", "at"], "xx")])  # fmt: skip
def test_nothing_is_matched_where_no_alias_begins(lemmas: list[str], language: str) -> None:
    assert TABLE.match(lemmas, language) is None


def test_implications_run_on_and_turn_round() -> None:
    assert TABLE.implied(stated("bought")) == [
        stated("owns"),
        stated("has"),
        Triple("v", "belongs_to", Value(entity="s")),
    ]
    assert TABLE.implied(stated("bought"), depth=1) == [stated("owns")]
    assert TABLE.implied(stated("bought"), depth=0) == []


def test_a_symmetric_predicate_holds_both_ways() -> None:
    assert TABLE.predicates["married_to"].symmetric
    assert Triple("v", "married_to", Value(entity="s")) in TABLE.implied(stated("married_to"))
    denied = stated("married_to", polarity=False)
    assert TABLE.implied(denied) == [Triple("v", "married_to", Value(entity="s"), polarity=False)]


def test_a_value_that_is_no_entity_becomes_no_subject() -> None:
    as_text = Triple("s", "owns", Value(text="a boat"))
    assert names(TABLE.implied(as_text)) == ["has"]


def test_numbers_and_units_are_carried_along() -> None:
    value = Value(number=100.0, unit="1/min", comparator="<=")
    assert TABLE.implied(Triple("api", "rate_limit", value)) == [Triple("api", "maximum", value)]


def test_a_constant_takes_the_place_of_the_value() -> None:
    married = Triple("s", "marital_status", Value(text="married"))
    assert married in TABLE.implied(stated("married_to"))


def test_from_a_denied_statement_follows_only_what_is_said_of_denials() -> None:
    assert TABLE.implied(stated("moved_to", polarity=False)) == []
    assert names(TABLE.implied(stated("allows", polarity=False))) == ["forbids"]
    assert names(TABLE.implied(stated("forbids", polarity=False))) == ["allows"]
    assert TABLE.implied(stated("likes", polarity=False)) == []  # not to like is not to dislike


def test_from_an_unknown_predicate_nothing_follows() -> None:
    unknown = stated("juggles")
    assert TABLE.get("juggles") is None
    assert (TABLE.implied(unknown), TABLE.ended(unknown)) == ([], [])
    assert TABLE.exclusive("juggles", "knives", "likes", "knives") is None


@pytest.mark.parametrize(
    ("predicate", "closed"),
    [
        ("sold", "owns"),
        ("moved_out_of", "lives_in"),
        ("left_employer", "works_for"),
        ("broke_up_with", "partner_of"),
        ("stopped_medication", "takes_medication"),
        ("stopped", "drinks"),
        ("left_group", "member_of"),
        ("recovered_from", "has_condition"),
        ("disabled_for", "enabled_for"),
    ],
)
def test_what_is_ended_is_closed_at_its_value_and_denied_from_then_on(
    predicate: str, closed: str
) -> None:
    assert Ended("s", closed, Value(entity="v")) in TABLE.ended(stated(predicate))
    assert stated(closed, polarity=False) in TABLE.implied(stated(predicate))
    assert TABLE.ended(stated(predicate, polarity=False)) == []


def test_an_event_that_is_cancelled_loses_its_date_whatever_it_was() -> None:
    closed = TABLE.ended(stated("cancelled", "offsite"))
    assert Ended("offsite", "scheduled_for", None) in closed
    assert "not scheduled_for" not in names(TABLE.implied(stated("cancelled", "offsite")))


EXCLUSIVE = [
    ("follows_diet", "vegetarian", "eats", "a medium rare ribeye"),
    ("follows_diet", "strictly vegan", "drinks", "flat white"),
    ("follows_diet", "素食", "eats", "一份牛排"),
    ("follows_diet", "halal", "eats", "bacon"),
    ("follows_diet", "halal", "drinks", "two glasses of wine"),
    ("drinks", "beer", "follows_diet", "teetotal"),
    ("allergic_to", "nuts", "eats", "almonds"),
    ("allergic_to", "shellfish", "eats", "grilled prawns"),
    ("avoids", "mushrooms", "eats", "mushroom"),
    ("birth_order", "an only child", "sibling_of", "Tom"),
    ("household", "lives alone", "lives_with", "Ada"),
    ("smoking_status", "non-smoker", "smokes", "cigarettes"),
    ("likes", "horror films", "dislikes", "a horror film"),
    ("prefers", "tea", "dislikes", "tea"),
    ("allows", "dogs", "forbids", "dogs"),
    ("enabled_for", "beta users", "disabled_for", "beta users"),
    ("indicated_for", "asthma", "contraindicated_with", "asthma"),
    ("contraindicated_with", "verapamil", "combined_with", "verapamil"),
    ("status", "archived", "status", "active"),
    ("marital_status", "single", "married_to", "Bea"),
    ("married_to", "Bea", "marital_status", "divorced"),
    ("works_for", "Acme", "employment_status", "retired"),
    ("reports_to", "Jo", "manages", "Jo"),
    ("parent_of", "Ada", "child_of", "Ada"),
    ("sold", "the car", "owns", "my car"),
]
COMPATIBLE = [
    ("follows_diet", "vegan", "eats", "an oat milk latte"),
    ("follows_diet", "vegetarian", "eats", "vegetarian sausages"),
    ("follows_diet", "vegetarian", "eats", "celeriac steak"),
    ("follows_diet", "vegetarian", "eats", "cheese"),
    ("follows_diet", "ex vegetarian", "eats", "steak"),
    ("follows_diet", "pescatarian", "eats", "salmon"),
    ("follows_diet", "teetotal", "drinks", "alcohol-free beer"),
    ("follows_diet", "no alcohol on weekdays", "drinks", "beer"),
    ("allergic_to", "almonds", "eats", "nuts"),
    ("allergic_to", "nuts", "eats", "a doughnut"),
    ("likes", "tea", "dislikes", "coffee"),
    ("likes", "tea", "likes", "coffee"),
    ("likes", "", "dislikes", ""),
    ("lives_in", "Rome", "lives_in", "Paris"),
    ("bought", "car", "sold", "car"),
    ("divorced_from", "Ann", "married_to", "Bea"),
    ("reports_to", "Jo", "manages", "Al"),
    ("status", "active", "status", "open"),
]


@pytest.mark.parametrize("pair", EXCLUSIVE, ids=" ".join)
def test_what_cannot_hold_at_once_is_told_from_both_ends(pair: tuple[str, str, str, str]) -> None:
    first, value, second, other = pair
    for reason in (
        TABLE.exclusive(first, value, second, other),
        TABLE.exclusive(second, other, first, value),
    ):
        assert reason is not None
        assert other in reason


@pytest.mark.parametrize("pair", COMPATIBLE, ids=" ".join)
def test_what_can_hold_at_once_is_let_be(pair: tuple[str, str, str, str]) -> None:
    first, value, second, other = pair
    assert TABLE.exclusive(first, value, second, other) is None
    assert TABLE.exclusive(second, other, first, value) is None


def test_the_reason_tells_the_implication_it_rests_on() -> None:
    assert TABLE.exclusive("prefers", "tea", "dislikes", "tea") == (
        "likes 'tea' is the opposite of dislikes 'tea'; prefers 'tea' means likes 'tea'"
    )


def test_a_value_with_a_rule_of_its_own_names_its_predicate() -> None:
    assert [p.name for p in TABLE.for_value("Vegetarian")] == ["follows_diet"]
    assert [p.name for p in TABLE.for_value("an only child")] == ["birth_order"]
    assert TABLE.for_value("vegetarian lasagne") == []


@pytest.mark.parametrize(
    ("phrase", "language", "name", "slot"),
    [
        ("gender", "en", "gender", SlotKind.IMMUTABLE),
        ("alma mater", "en", "alma_mater", SlotKind.IMMUTABLE),
        ("最高学历", "zh", "highest_degree", SlotKind.IMMUTABLE),
        ("専攻", "ja", "field_of_study", SlotKind.IMMUTABLE),
        ("Branche", "de", "industry", SlotKind.CHANGING),
        ("tipo de empresa", "es", "company_type", SlotKind.CHANGING),
        ("santé mentale", "fr", "mental_health", SlotKind.CHANGING),
    ],
)
def test_what_a_profile_tells_is_known_with_its_kind(
    phrase: str, language: str, name: str, slot: SlotKind
) -> None:
    found = TABLE.find(phrase, language)
    assert found is not None
    assert (found.name, found.slot) == (name, slot)


def test_who_has_no_children_has_no_daughter() -> None:
    assert TABLE.exclusive("has_children", "no", "parent_of", "Bo") is not None
    assert TABLE.exclusive("has_children", "yes", "parent_of", "Bo") is None


def test_the_default_is_read_once_and_nothing_in_it_can_be_changed() -> None:
    assert PredicateTable.default() is TABLE
    works_for = TABLE.predicates["works_for"]
    with pytest.raises(dataclasses.FrozenInstanceError):
        works_for.slot = SlotKind.UNKNOWN  # type: ignore[misc]
    with pytest.raises(TypeError):
        TABLE.predicates["x"] = works_for  # type: ignore[index]
    with pytest.raises(TypeError):
        works_for.aliases["en"] = ()  # type: ignore[index]
    assert len({works_for, works_for}) == 1


def test_the_vocabulary_is_large_enough_and_read_in_no_time() -> None:
    assert len(TABLE) >= 150
    spent = []
    for _ in range(5):
        begun = time.process_time()
        PredicateTable.load()
        spent.append(time.process_time() - begun)
    assert min(spent) < 0.12  # 26 ms measured alone on one core of a 2-core machine
