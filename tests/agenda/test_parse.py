from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agenda.samples import form, harbour, unit
from smalti.agenda.form import Condition, DoneWhen, Option, ValueType
from smalti.agenda.parse import data_of, form_of, read_form
from smalti.model.errors import InvalidInput

YAML = """
name: berth
languages: [en, ja]
units:
  - id: power
    type: boolean
    weight: 4
    questions: {en: 'Do you need power?', ja: [電源は必要ですか？, 電気を使いますか？]}
    patterns: ['(?P<yes>need power)']
  - id: socket
    type: choice
    options: {blue: [16 A, caravan plug], red:}
    only_if: {unit: power, value: yes}
    questions: {en: 'Which socket?', ja: どのコンセントですか？}
    predicate: takes_socket
    subject: boat
"""


def test_yaml_is_read_with_all_its_fields() -> None:
    power, socket = read_form(YAML, "berth.yaml").units
    assert power.type is ValueType.BOOLEAN
    assert power.question("ja", again=1) == "電気を使いますか？"
    assert (power.predicate, power.subject, power.weight) == ("power", "user", 4)
    assert socket.options == (Option("blue", ("16 A", "caravan plug")), Option("red"))
    assert socket.only_if == Condition("power", "yes")
    assert (socket.predicate, socket.subject, socket.weight) == ("takes_socket", "boat", 3)


def test_json_gives_the_same_form_as_yaml() -> None:
    read = read_form(YAML)
    assert read_form(json.dumps(data_of(read))) == read


def test_a_question_in_a_language_that_is_not_there_is_asked_in_the_first() -> None:
    assert read_form(YAML).units[0].question("fr") == "Do you need power?"


def test_a_question_asked_again_ends_with_its_last_wording() -> None:
    assert read_form(YAML).units[0].question("ja", again=9) == "電気を使いますか？"


def test_plain_data_of_a_form_is_read_back_to_an_equal_form() -> None:
    assert form_of(data_of(harbour())) == harbour()


def test_a_unit_waits_for_what_decides_whether_it_is_needed() -> None:
    assert harbour().by_id["amps"].waits_for == ("power",)


def test_done_when_known_is_one_value() -> None:
    assert form(unit("a", done_when="known")).units[0].done_when == DoneWhen()


BAD: dict[str, tuple[Callable[[], object], str]] = {
    "a cycle is told in full": (
        lambda: form(unit("a", requires=["c"]), unit("b", requires=["a"]), unit("c", requires="b")),
        r"unit 'a': requires: closes a cycle.* got 'a → b → c → a'",
    ),
    "a unit that waits for itself": (
        lambda: form(unit("a", requires=["a"])), r"unit 'a': requires: closes a cycle.*'a → a'"
    ),
    "a cycle by a condition": (
        lambda: form(
            unit("a", type="boolean", requires=["b"]),
            unit("b", only_if={"unit": "a", "value": True}),
        ),
        "closes a cycle",
    ),
    "a missing prerequisite": (
        lambda: form(unit("a", requires=["ghost"])),
        r"sample.yaml: unit 'a': requires: is not a unit of this agenda, got 'ghost'",
    ),
    "an id twice": (lambda: form(unit("a"), unit("a")), r"unit 'a': id: is the id of two units"),
    "an unknown value type": (
        lambda: form(unit("a", type="colour")),
        r"unit 'a': type: is not a value type, got 'colour'. Use one of text, number",
    ),
    "no units": (lambda: form(), r"sample.yaml: units: must be a list of at least one unit"),
    "two units over one slot": (
        lambda: form(unit("a", predicate="age"), unit("b", predicate="age")),
        r"unit 'b': predicate: is the slot of 'user' that unit 'a' fills already",
    ),
    "a bad pattern": (
        lambda: form(unit("a", type="number", patterns=["("])),
        r"unit 'a': patterns: is not a regular expression \(missing \)",
    ),
    "a pattern that matches nothing at all": (
        lambda: form(unit("a", type="number", patterns="x*")), "matches every text"
    ),
    "a long pattern": (
        lambda: form(unit("a", type="number", patterns="x" * 501)), "longer than 500 characters"
    ),
    "a boolean pattern that tells neither yes nor no": (
        lambda: form(unit("a", type="boolean", patterns="smoke")), r"Name a group \(\?P<yes>"
    ),
    "a text pattern without a place for the value": (
        lambda: form(unit("a", patterns="called .*")), r"Name a group \(\?P<value>"
    ),
    "an unknown field": (
        lambda: form(unit("a", wieght=3)), r"unit 'a': wieght: is not a field here, got 3. Use "
    ),
    "an unknown field of the form": (
        lambda: form(unit("a"), author="me"), r"sample.yaml: author: is not a field here"
    ),
    "a weight of 0": (lambda: form(unit("a", weight=0)), r"weight: must be .* 1 to 5, got 0"),
    "a weight of 6": (lambda: form(unit("a", weight=6)), r"weight: must be .* 1 to 5, got 6"),
    "a weight that is yes": (lambda: form(unit("a", weight=True)), r"weight: .* got True"),
    "a form that is a list": (lambda: form_of([1]), r"must be a mapping"),
    "a unit that is a text": (
        lambda: form_of({"name": "a", "units": ["b"]}), r"unit 'number 1': must be a mapping"
    ),
    "a unit without a question": (
        lambda: form({"id": "a", "type": "text"}), r"unit 'a': questions: is missing"
    ),
    "an empty question": (lambda: form(unit("a", questions=" ")), "must not be empty"),
    "a question in another language": (
        lambda: form(unit("a", questions={"fr": "Quoi ?"})), "'fr'. Use en, or add it to languages"
    ),
    "a question that lacks a language": (
        lambda: form(unit("a", questions={"en": "?"}), languages=["en", "zh"]),
        "lacks a question in zh",
    ),
    "a language that is none": (lambda: form(unit("a"), languages="English"), "language code"),
    "an id with a space": (lambda: form(unit("a b")), "must be letters, digits"),
    "a choice without options": (
        lambda: form(unit("a", type="choice")), r"options: is missing in a choice unit"
    ),
    "one option": (lambda: form(unit("a", type="choice", options=["x"])), "at least two options"),
    "an option that YAML read as no": (
        lambda: form(unit("a", type="choice", options=[False, "x"])), "Put it in quotes"
    ),
    "a name of two options": (
        lambda: form(unit("a", type="choice", options={"x": ["z"], "y": ["Z"]})),
        "names two options",
    ),
    "options of a text": (lambda: form(unit("a", options=["x", "y"])), "only for choice units"),
    "a quantity without a measure": (
        lambda: form(unit("a", type="quantity")), "measure: is missing in a quantity unit"
    ),
    "a measure that is none": (
        lambda: form(unit("a", type="quantity", measure="smoots!")), "is not a known unit"
    ),
    "a condition on no unit": (
        lambda: form(unit("a", only_if={"unit": "z", "value": "x"})),
        r"unit 'a': only_if.unit: is not a unit of this agenda, got 'z'",
    ),
    "a condition that can never hold": (
        lambda: form(unit("a", type="boolean"), unit("b", only_if={"unit": "a", "value": "maybe"})),
        r"only_if.value: is no answer to 'a', got 'maybe'. Use yes or no",
    ),
    "a unit that makes itself needless": (
        lambda: form(unit("a", done_when={"none_needed": {"unit": "a", "value": "x"}})),
        "is the unit itself",
    ),
    "no values at all": (
        lambda: form(unit("a", done_when={"min_values": 0})), "done_when.min_values: must be"
    ),
    "done when something else": (
        lambda: form(unit("a", done_when="tired")), r"done_when: is not a condition, got 'tired'"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_refused_with_place_value_and_fix(name: str) -> None:
    make, message = BAD[name]
    with pytest.raises(InvalidInput, match=message):
        make()


TEXTS = {
    "nothing": ("", "must be a mapping"),
    "a scalar": ("berth", "must be a mapping"),
    "broken YAML names its line": ("name: a\nunits: [", r"f.yaml: line 2: is not YAML"),
    "broken JSON names its line": ('{"name": "a",\n', r"f.yaml: is not well-formed JSON.*line 2"),
    "a tab": ("name: a\n\tunits: []", "f.yaml: line 2"),
    "an alias": ("name: &a x\nunits: *a", r"f.yaml: line 2.*aliases are not allowed"),
    "a key twice in YAML": ("name: a\nname: b", r"f.yaml: line 2.*'name' stands twice"),
    "a key twice in JSON": ('{"name": "a", "name": "b"}', "'name'"),
    "a tag that makes objects": ("name: !!python/object:os.system x", "f.yaml: line 1"),
    "a null byte": ("name: a\0", "not well-formed YAML"),
    "too deep YAML": ("[" * 5_000, "nested too deeply"),
    "too deep JSON": ('{"a":' * 50_000, "nested too deeply"),
    "too much": ("#" * (256 * 1024 + 1), "is larger than 262,144 characters"),
    "a date for a name": ("name: 2026-03-01\nunits: [{id: a, type: text, questions: b}]", "quotes"),
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_file_is_refused_with_the_reason(name: str) -> None:
    text, message = TEXTS[name]
    with pytest.raises(InvalidInput, match=message):
        read_form(text, "f.yaml")


def test_a_bomb_of_aliases_is_refused_before_it_goes_off() -> None:
    lines = ["a0: &a0 [x, x]", *(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]" for n in range(1, 60))]
    with pytest.raises(InvalidInput, match="aliases are not allowed"):
        read_form("\n".join(lines))


json_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=8,
)
FIELDS = (
    "id",
    "type",
    "questions",
    "weight",
    "requires",
    "options",
    "patterns",
    "only_if",
    "done_when",
)


@given(st.sampled_from(FIELDS), json_values)
def test_any_value_of_a_field_is_read_or_refused_by_name(field: str, value: Any) -> None:
    try:
        form(unit("a") | {field: value})
    except InvalidInput as error:
        assert error.field.startswith("sample.yaml")


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    with pytest.raises(InvalidInput):
        read_form(text, "any")
