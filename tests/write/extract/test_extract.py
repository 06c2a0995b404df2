from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from smalti.model.errors import InvalidInput
from smalti.model.time import Instant
from smalti.model.turn import Role, Turn
from smalti.write.extract import Candidate, Extraction, extract
from smalti.write.extract import engine as engine_module
from strategies import any_text, turn_lists
from write.extract.talks import assistant, needs_parser, said

CASES = Path(__file__).parents[4] / "shared" / "cases" / "conversations"
MIXED = (
    "I live in Oslo 🏔️。我住在北京，喜欢烤鸭。東京に住んでいます！Ich esse kein Fleisch.\n"
    "```js\nlet x = 1;\n```\n| a | b |\n|---|---|\n| 1 | 2 |\nhttps://example.com 🙃"
)


def assert_sound(turns: list[Turn], found: Extraction) -> None:
    """Every quote and every refused span stands in its turn; quotes hold more than blanks."""
    by_id = {turn.id: turn for turn in turns}
    for one in found.candidates:
        turn = by_id[one.turn]
        assert one.quote(turn).strip()
        assert one.end <= len(turn.text)
        assert one.sentence.strip()
        assert one.subject
        assert one.asserted_by == turn.speaker
        if one.time_span is not None:
            assert one.start <= one.time_span[0] < one.time_span[1] <= one.end
    for refusal in found.refused:
        assert 0 <= refusal.start < refusal.end <= len(by_id[refusal.turn].text)


@settings(max_examples=60, deadline=None)
@given(turn_lists())
def test_any_turns_give_sound_spans_and_never_raise(turns: list[Turn]) -> None:
    assert_sound(turns, extract(turns))


@settings(max_examples=60, deadline=None)
@given(
    st.lists(any_text | st.sampled_from(MIXED.split()), min_size=1, max_size=30),
    st.sampled_from(Role),
)
def test_any_words_in_any_order_never_raise(words: list[str], role: Role) -> None:
    turn = said(" ".join(words), role=role)
    assert_sound([turn], extract([turn]))


@pytest.mark.skipif(not CASES.is_dir(), reason="development conversations are not beside this")
@pytest.mark.parametrize("language", ["en", "zh", "ja", "mixed"])
def test_all_development_conversations_give_sound_spans(language: str) -> None:
    turns = []
    for line in (CASES / f"{language}.jsonl").read_text("utf-8").splitlines():
        item = json.loads(line)
        incoming = item["incoming"]
        spoken = item["history"] + (incoming if isinstance(incoming, list) else [incoming])
        for number, one in enumerate(spoken):
            at = Instant.of(one.get("at") or "2026-01-01T00:00:00+00:00")
            role = Role(one["role"]) if one["role"] != "other" else Role.USER
            turns.append(
                Turn(f"{item['id']}-{number}", one["text"], one["speaker"], role, at, "s", at)
            )
    found = extract(turns)
    assert found.candidates
    assert_sound(turns, found)


def test_the_same_turns_give_the_same_extraction() -> None:
    turns = [said("I live in Oslo"), assistant("Nice."), said("my sister Dana visits, she sings")]
    assert extract(turns) == extract(turns)


def test_no_turns_give_nothing() -> None:
    assert extract([]).candidates == ()


def test_every_language_of_a_mixed_turn_is_read() -> None:
    found = [c.sentence for c in extract([said(MIXED)]).candidates]
    text = " / ".join(found)
    for part in ("Oslo", "北京", "東京", "kein Fleisch"):
        assert part in text
    assert "let x" not in text


def test_a_very_long_turn_is_read_up_to_a_limit_and_the_rest_refused() -> None:
    text = "I like walking by the sea in winter. " * 5_600
    turn = said(text)
    started = time.monotonic()
    found = extract([turn])
    assert time.monotonic() - started < 60
    assert_sound([turn], found)
    last = found.refused[0]
    assert (last.reason.value, last.end) == ("beyond what one turn may hold", len(text))


@pytest.mark.parametrize("text", ["a" * 200_000, "\n" * 50_000 + "x", "(" * 5_000, "，" * 20_000])
def test_monstrous_texts_do_not_hang(text: str) -> None:
    turn = said(text)
    started = time.monotonic()
    assert_sound([turn], extract([turn]))
    assert time.monotonic() - started < 30


def test_a_candidate_without_a_quote_cannot_be_made() -> None:
    with pytest.raises(InvalidInput, match="non-empty span"):
        Candidate("t", 3, 3, "Ada sings", "Ada", "sing", "", "Ada")


def test_directness_lies_between_0_and_1() -> None:
    with pytest.raises(InvalidInput, match="between 0 and 1"):
        Candidate("t", 0, 3, "Ada sings", "Ada", "sing", "", "Ada", directness=1.5)


def test_without_a_parser_english_sentences_are_kept_whole_and_the_extractor_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(engine_module, "installed_parser", lambda: None)
    found = extract([said("I live in Oslo. I don't eat meat. Thanks!")])
    assert [c.object for c in found.candidates] == ["I live in Oslo.", "I don't eat meat."]
    assert [c.polarity for c in found.candidates] == [True, False]
    assert found.extractor.endswith("+en-sentences")


@needs_parser
def test_the_extractor_names_the_parser_and_its_version() -> None:
    assert "en-core-web-sm" in extract([]).extractor
