from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from smalti.model.time import Instant
from smalti.model.turn import Attachment, Role, Turn
from smalti.recall.pack import pack
from smalti.text.cost import estimate_tokens

NOW = Instant.of("2026-01-01")


def turn(text: str) -> Turn:
    return Turn(f"t_{text[:5]}", text, "ada", Role.USER, NOW, "s", NOW)


@given(st.lists(st.integers(1, 200)), st.integers(1, 20), st.none() | st.integers(1, 200))
def test_packing_keeps_order_and_never_exceeds_limit_or_budget(
    sizes: list[int], limit: int, budget: int | None
) -> None:
    packed = pack(
        [turn("x" * size) for size in sizes],
        limit=limit,
        budget=budget,
        count_tokens=estimate_tokens,
    )
    places = [place for place, _ in packed.taken]
    assert places == sorted(places)
    assert len(places) <= limit
    assert packed.tokens == sum(cost for _, cost in packed.taken)
    assert budget is None or packed.tokens <= budget
    if budget is None:
        assert places == list(range(min(limit, len(sizes))))
        assert packed.over_budget == 0


def test_a_turn_that_does_not_fit_is_passed_over_for_smaller_ones() -> None:
    turns = [turn("x" * 400), turn("short"), turn("x" * 400), turn("tiny")]
    packed = pack(turns, limit=10, budget=20, count_tokens=estimate_tokens)
    assert [place for place, _ in packed.taken] == [1, 3]
    assert packed.over_budget == 2


def test_a_line_shows_day_speaker_text_and_captions() -> None:
    shown = Turn(
        "t_1", "look!", "美月", Role.USER, Instant.of("2026-03-01T00:30+13:00"), "s", NOW,
        attachments=(Attachment("image", "a cat"),),
    )  # fmt: skip
    assert shown.line == "[2026-03-01] 美月: look! [image: a cat]"
    undated = Turn("t_2", "look!", "ada", Role.USER, None, "s", NOW)
    assert undated.line == "[undated] ada: look!"


def test_tokens_are_one_per_cjk_character_and_one_per_four_others() -> None:
    assert estimate_tokens("我喜欢北京烤鸭") == 7
    assert estimate_tokens("abcd") == 1
    assert estimate_tokens("abcde") == 2
    assert estimate_tokens("") == 0
