"""Replies as models send them: what is good in them is always found."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from smalti.write.ask.fields import BadFields, read_fields
from smalti.write.ask.lenient import scan
from smalti.write.ask.reply import read_reply
from strategies import json_values
from write.ask.replies import FISH, TEO, THREE, item, reply

GOOD = reply(*THREE)
PRETTY = json.dumps({"items": THREE}, indent=2)
SCHEMA = json.dumps({
    "type": "object", "required": ["items"],
    "properties": {"items": {"type": "array", "items": {"type": "object", "properties": {
        "turn": {"type": "integer"}, "quote": {"type": "string"}, "sentence": {"type": "string"},
        "kind": {"type": "string", "enum": ["event", "fact"]}}}}},
})  # fmt: skip
MUSING = (
    "Let me think. The user [Ada] says {something} about Porto, so subject: Ada. "
    'Perhaps the item is {turn: 1, about: what?} or ["Porto"]. ' * 80
)


def quotes(text: str) -> list[Any]:
    return [one["quote"] for one in read_reply(text).items if not isinstance(one, str)]


ALL = [one["quote"] for one in THREE]
TURNLESS = [{key: value for key, value in one.items() if key != "turn"} for one in THREE]

WHOLE = {
    "bare": GOOD,
    "pretty": PRETTY,
    "fenced": f"```json\n{PRETTY}\n```",
    "fenced without a language": f"```\n{GOOD}\n```",
    "prose around": f"Sure! Here are the items you asked for:\n\n{GOOD}\n\nAnything else?",
    "prose with brackets before": f"From [turn 1] I take {{three}} items: {GOOD}",
    "a bare list": json.dumps(THREE),
    "another key": json.dumps({"memories": THREE}),
    "an unknown key": json.dumps({"what_I_found": THREE}),
    "nested": json.dumps({"result": {"count": 3, "memories": THREE}}),
    "nested deeper": json.dumps({"response": [{"data": {"output": {"facts": THREE}}}]}),
    "a schema first": f"{SCHEMA}\n\n{GOOD}",
    "a schema around": json.dumps({**json.loads(SCHEMA), "items": THREE}),
    "deliberation of 9 KB": MUSING + GOOD,
    "think tags": f"<think>\n{MUSING}\n</think>\n{GOOD}",
    "an end of thinking only": f"{MUSING}</think>\n{GOOD}",
    "thoughts with another answer": f"<think>{reply(item(quote='no'))}</think>{GOOD}",
    "all in the thoughts": f"<think>{GOOD}</think>",
    "thoughts without an end": f"<think>Well. {GOOD}",
    "JSON Lines": "\n".join(json.dumps(one) for one in THREE),
    "one fence an item": "\n".join(f"Item:\n```json\n{json.dumps(one)}\n```" for one in THREE),
    "a byte order mark": f"\ufeff{GOOD}",
    "JSON in a JSON string": json.dumps(GOOD),
    "a list as a text": json.dumps({"items": json.dumps(THREE)}),
    "trailing commas": GOOD.replace("}]}", ",},],}"),
    "missing commas": PRETTY.replace(",\n", "\n"),
    "Python literals": repr({"items": THREE}),
    "comments": PRETTY.replace("{\n", "{ // an item\n"),
    "keys without quotes": PRETTY.replace('"turn":', "turn:").replace('"items":', "items:"),
    "no last brace": GOOD[:-1],
    "NaN": GOOD.replace('"directness": 1', '"directness": NaN'),
    "a draft and then the answer": f"Draft: {reply(item(), FISH)}\nFinal: {GOOD}",
    "turns by number": json.dumps({"1": TURNLESS}),
    "turns around": json.dumps([{"turn": 1, "items": TURNLESS}]),
    "unknown fields": reply(*({**i, "id": "m1", "tags": ["a"], "meta": {"x": []}} for i in THREE)),
}  # fmt: skip


@pytest.mark.parametrize("text", WHOLE.values(), ids=WHOLE.keys())
def test_all_items_are_found_in_a_reply_of_any_shape(text: str) -> None:
    found = read_reply(text)
    assert sorted(quotes(text)) == sorted(ALL)
    assert [one["turn"] for one in found.items if not isinstance(one, str)] in ([1] * 3, ["1"] * 3)
    assert found.readable
    assert found.whole


@pytest.mark.parametrize(
    "text",
    ["", "   ", "null", "[]x"[:0], "There is nothing to remember.", "I cannot do that.", "{}", '""',
     "42", "true", '{"error": "no"}', SCHEMA, "```json\n```", "<think>hm</think>", '{"items"',
     "[1, 2, 3]", '{"answer": "none"}'],
)  # fmt: skip
def test_what_is_no_answer_is_not_taken_for_an_empty_one(text: str) -> None:
    assert not read_reply(text).readable


@pytest.mark.parametrize(
    "text",
    ['{"items": []}', "[]", '{"memories": [], "note": "nothing"}', '{"items": null}',
     '```json\n{"items": []}\n```', 'Nothing here.\n{"items": []}', '{"result": {"items": []}}'],
)  # fmt: skip
def test_an_empty_answer_is_an_answer(text: str) -> None:
    found = read_reply(text)
    assert found.readable
    assert found.whole
    assert found.items == ()


def test_of_a_reply_cut_off_after_the_second_item_both_are_kept() -> None:
    text = GOOD[: GOOD.index("my brother") + 5]
    found = read_reply(text)
    assert quotes(text) == ALL[:2]
    assert found.readable
    assert not found.whole


def test_a_broken_item_does_not_cost_its_neighbours() -> None:
    text = reply(item(), "X", TEO).replace('"X"', '{"turn": 1, "quote": ::}')
    assert quotes(text) == [ALL[0], ALL[2]]
    assert not read_reply(text).whole


def test_an_item_that_is_a_text_is_kept_to_be_reported() -> None:
    assert read_reply(reply(item(), "Ada moved")).items[1] == "Ada moved"


def test_turns_that_are_copied_into_the_reply_are_no_items() -> None:
    text = json.dumps({"turns": [{"turn": 1, "speaker": "Ada", "text": "I moved"}], "items": THREE})
    assert quotes(text) == ALL


def test_of_an_item_that_is_revised_only_the_last_version_counts() -> None:
    text = f"{reply(item(object='Port'), FISH)} No, wait: {reply(item())}"
    found = [one for one in read_reply(text).items if not isinstance(one, str)]
    assert [(one["quote"], one["object"]) for one in found] == [
        (FISH["quote"], "fish"),
        (item()["quote"], "Porto"),
    ]


def test_two_items_may_rest_on_the_same_words() -> None:
    two = [item(), item(sentence="Ada lives in Porto", predicate="live in")]
    assert len(quotes("\n".join(map(json.dumps, two)))) == 2
    assert len(quotes(reply(*two))) == 2


def test_a_tag_inside_a_quote_is_part_of_it() -> None:
    text = reply(item(quote="I typed </think> twice"), FISH)
    assert quotes(text) == ["I typed </think> twice", FISH["quote"]]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (r'"it\'s fine"', "it's fine"),
        (r'"C:\dir\new"', "C:\\dir\new"),
        ('"two\nlines"', "two\nlines"),
        ('"a\ttab"', "a\ttab"),
        ('"she said "hi" to me"', 'she said "hi" to me'),
        ('"the "Blue" one"', 'the "Blue" one'),
        ("'it's hers'", "it's hers"),
        ("“curly”", "curly"),
        (r'"snow \u2603 man"', "snow ☃ man"),
        (r'"\ud83d\ude00 \q"', "😀 \\q"),
        (r'"bad \uZZZZ code"', "bad \\uZZZZ code"),
        ('"// no comment"', "// no comment"),
    ],
)
def test_strings_are_read_as_they_were_meant(written: str, meant: str) -> None:
    for place in (f'{{"quote": {written}, "turn": 1}}', f'{{"turn": 1, "quote": {written}}}'):
        text = f'{{"items": [{place}, {{"quote": "second", "turn": 2,}}]}}'
        assert quotes(text) == [meant, "second"]


def test_the_last_of_two_values_for_a_key_counts() -> None:
    text = reply(item()).replace('"object": "Porto"', '"object": "Lisbon", "object": "Porto"')
    assert [one["object"] for one in read_reply(text).items if not isinstance(one, str)] == [
        "Porto"
    ]


def test_a_number_of_thousands_of_digits_costs_only_its_item() -> None:
    text = reply(item(), FISH).replace('"directness": 1', f'"directness": {"9" * 6000}', 1)
    assert quotes(text) == ALL[:2]


def test_deep_nesting_is_given_up_quickly() -> None:
    assert not read_reply("[" * 100_000).readable
    assert not read_reply('{"a":' * 50_000).readable
    assert quotes("[" * 200 + "\n" + GOOD) == ALL


@pytest.mark.parametrize("piece", ['["', '{"a', "{'a': '", '["a", "', "[ ", '{"a": //', "<think>"])
def test_a_reply_made_to_be_slow_is_not(piece: str) -> None:
    read_reply(piece * (200_000 // len(piece)))  # the time limit of the tests is the assertion


@given(st.text(max_size=200))
@example('{"items": [{"turn": 1, "quote": "\\ud800"}]}')
def test_no_text_at_all_raises(text: str) -> None:
    found = read_reply(text)
    assert found.readable or not found.items


_JSON_LIKE = st.lists(
    st.sampled_from(
        [*"[]{}:,'\"\\\n “”", "items", "turn", "quote", "1", "true", "NaN", "//", "<think>",
        "</think>", "```", '"quote": "x"', '{"turn": 1, "quote": "a"}', "\\u12", "-", "é"]
    ),
    max_size=40,
).map("".join)  # fmt: skip


@given(_JSON_LIKE)
def test_nothing_that_looks_like_json_raises(text: str) -> None:
    for one in read_reply(text).items:
        if not isinstance(one, str):
            try:
                read_fields(one)
            except BadFields as error:
                assert error.problems


_filled = st.text(min_size=1, max_size=30)
_items = st.lists(
    st.builds(item, st.integers(1, 9), _filled, sentence=_filled, object=_filled), max_size=4
)


@given(_items, st.data())
def test_every_prefix_of_a_good_reply_keeps_all_its_complete_items(
    items: list[dict[str, Any]], data: st.DataObject
) -> None:
    ends, text = [], '{"items": ['
    for one in items:
        text += json.dumps(one, ensure_ascii=False)
        ends.append(len(text))
        text += ", "
    text = text.removesuffix(", ") + "]}"
    length = data.draw(st.integers(0, len(text)))
    complete = [one for one, end in zip(items, ends, strict=True) if end <= length]
    assert list(read_reply(text[:length]).items) == complete


@given(json_values)
def test_json_by_the_standard_is_read_as_such(value: Any) -> None:
    text = json.dumps([value], ensure_ascii=False)
    assert [found.value for found in scan(text).found] == [[value]]


@given(json_values)
def test_what_is_read_leniently_is_the_same(value: Any) -> None:
    text = json.dumps([value], ensure_ascii=False)
    found = scan(f"[{text[1:-1]},]").found  # the last comma is not in the standard
    assert [one.value for one in found] == [[value]]
