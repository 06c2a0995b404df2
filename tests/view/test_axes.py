from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from smalti.model.errors import InvalidInput
from smalti.model.time import Instant
from smalti.view import Axes

NOW = Instant.of("2026-11-30T12:00:00Z")
JUNE = Instant.of("2026-06-01T00:00:00Z")


def test_without_anything_it_is_now() -> None:
    assert Axes.of(now=NOW).moment == NOW


def test_what_was_known_is_known_of_the_present_of_then() -> None:
    assert Axes.of(known_at=JUNE, now=NOW).moment == JUNE


def test_what_will_be_known_is_what_is_known_now() -> None:
    assert Axes.of(known_at="2030-01-01", now=NOW).moment == NOW


def test_as_of_says_when_in_the_world_whatever_was_known() -> None:
    axes = Axes.of("2030-01-01", JUNE, now=NOW)
    assert axes.moment == Instant.of("2030-01-01")
    assert axes.known_at == JUNE


@pytest.mark.parametrize(
    "naive", [datetime(2026, 6, 1), date(2026, 6, 1), "2026-06-01", "2026-06-01T00:00"]
)
def test_a_naive_moment_is_read_at_the_offset_of_the_memory(naive: datetime | str) -> None:
    axes = Axes.of(naive, naive, now=NOW, default_offset=-180)
    assert axes.as_of == axes.known_at == Instant.of("2026-06-01T00:00:00-03:00")


def test_an_aware_moment_keeps_its_own_offset() -> None:
    axes = Axes.of(datetime(2026, 6, 1, tzinfo=UTC), now=NOW, default_offset=120)
    assert axes.as_of == JUNE


@pytest.mark.parametrize("field", ["as_of", "known_at"])
@pytest.mark.parametrize(
    "value",
    [
        "June",
        "",
        "2026-06",
        "10000-01-01",
        "2026-02-30",
        datetime.min.replace(tzinfo=timezone(timedelta(hours=2))),
        datetime.max.replace(tzinfo=timezone(timedelta(hours=-2))),
    ],
)
def test_what_is_no_moment_is_refused_by_the_name_of_the_argument(
    field: str, value: datetime | str
) -> None:
    with pytest.raises(InvalidInput) as caught:
        Axes.of(*((value, None) if field == "as_of" else (None, value)), now=NOW)
    assert caught.value.field == field
    assert caught.value.value == value
