from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from smalti import InvalidInput, Memory


@pytest.fixture
def memory() -> Iterator[Memory]:
    with Memory(":memory:", embedder=None, extract=False) as memory:
        for day, speaker, role, session in [
            ("2026-01-10", "Ada", "user", "s1"),
            ("2026-02-10", "Bo", "user", "s1"),
            ("2026-03-10", "helper", "assistant", "s2"),
            (None, "Ada", "user", "s2"),
        ]:
            turn = {"text": f"kestrel seen by {speaker}", "speaker": speaker, "role": role}
            memory.add(turn, said_at=day, session=session)
        yield memory


def found(memory: Memory, **filters: Any) -> list[tuple[str, str]]:
    items = memory.recall("kestrel", filters=filters).items
    return sorted((item.turn.speaker, item.turn.session) for item in items)


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({"speaker": "Ada"}, [("Ada", "s1"), ("Ada", "s2")]),
        ({"speaker": ["Ada", "Bo"], "session": "s1"}, [("Ada", "s1"), ("Bo", "s1")]),
        ({"role": "assistant"}, [("helper", "s2")]),
        ({"since": "2026-02-10"}, [("Bo", "s1"), ("helper", "s2")]),
        ({"until": "2026-02-10"}, [("Ada", "s1")]),
        ({"since": "2026-02-10", "until": "2026-03-10"}, [("Bo", "s1")]),
        ({"since": "2026-02-10T01:00:00+01:00"}, [("Bo", "s1"), ("helper", "s2")]),
        ({"since": "2026-02-10T00:00:01"}, [("helper", "s2")]),
        ({"session": None}, [("Ada", "s1"), ("Ada", "s2"), ("Bo", "s1"), ("helper", "s2")]),
    ],
)
def test_filters_let_through(
    memory: Memory, filters: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    assert found(memory, **filters) == expected


def test_what_is_filtered_out_is_counted_and_an_empty_result_says_so(memory: Memory) -> None:
    assert memory.recall("kestrel", filters={"speaker": "Bo"}).held_back == {"filtered out": 3}
    nobody = memory.recall("kestrel", filters={"speaker": "Cy"})
    assert nobody.items == ()
    assert nobody.reason == "no turn passes the filters"


@pytest.mark.parametrize(
    ("filters", "field"),
    [
        ({"speeker": "Ada"}, "filters.speeker"),
        ({"user_id": "x"}, "filters.user_id"),
        ({"role": "wizard"}, "filters.role"),
        ({"speaker": 7}, "filters.speaker"),
        ({"speaker": []}, "filters.speaker"),
        ({"since": "soon"}, "filters.since"),
        ({"since": "2026-02-01", "until": "2026-02-01"}, "filters.until"),
    ],
)
def test_a_filter_that_cannot_be_meant_is_refused_by_name(
    memory: Memory, filters: dict[str, Any], field: str
) -> None:
    with pytest.raises(InvalidInput) as raised:
        memory.recall("kestrel", filters=filters)
    assert raised.value.field == field
