"""Sessions, quotes in their place, the newest of a space, words, addresses."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smalti.memory import Memory
from smalti.model.record import Record
from smalti.model.time import Bound, Instant, Interval, Precision
from smalti.model.turn import Role, Turn
from smalti.serve.auth import LOCAL
from smalti.serve.console import plain, shown
from smalti.serve.console.cards import pieces
from smalti.serve.console.newest import newest
from smalti.serve.console.sessions import HOURS, Notice, Sessions
from smalti.serve.console.visit import own
from smalti.serve.hub import Hub
from strategies import intervals

MARCH = Instant.of("2025-03-01T09:30:00+01:00")
MAY_4, MAY_5 = Instant.of("2025-05-04"), Instant.of("2025-05-05")
YEAR, NEXT_YEAR = Instant.of("2025-01-01"), Instant.of("2026-01-01")


class Watch:
    """A clock that is set by hand."""

    seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def test_a_session_ends_by_itself() -> None:
    watch = Watch()
    sessions = Sessions(watch)
    token = sessions.begin(LOCAL).token
    assert sessions(token) == LOCAL
    watch.seconds = HOURS * 3600
    assert sessions(token) is None


def test_no_two_sessions_have_a_token_in_common() -> None:
    sessions = Sessions()
    found = [sessions.begin(LOCAL) for _ in range(50)]
    assert len({one.token for one in found} | {one.csrf for one in found}) == 100


def test_the_oldest_session_goes_when_there_are_too_many() -> None:
    sessions = Sessions()
    tokens = [sessions.begin(LOCAL).token for _ in range(1001)]
    assert sessions(tokens[0]) is None
    assert sessions(tokens[1]) == LOCAL


def test_a_notice_is_told_once() -> None:
    session = Sessions().begin(LOCAL)
    session.notices.append(Notice("done"))
    assert [one.text for one in session.told()] == ["done"]
    assert session.told() == []


@given(st.text(max_size=40), st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60))))
def test_a_turn_is_cut_without_losing_a_character(text: str, spans: list[tuple[int, int]]) -> None:
    turn = Turn("t", text, "Ada", Role.USER, None, "default", MARCH)
    assert "".join(piece.text for piece in pieces(turn, spans)) == text


def test_a_quote_is_marked_where_it_stands() -> None:
    turn = Turn("t", "I live in Oslo now", "Ada", Role.USER, None, "default", MARCH)
    assert [(one.text, one.quoted) for one in pieces(turn, [(2, 14)])] == [
        ("I ", False),
        ("live in Oslo", True),
        (" now", False),
    ]


@pytest.mark.parametrize(
    ("valid", "told"),
    [
        (Interval.always(), ""),
        (Interval.since(MARCH, Precision.DAY), "since 1 Mar 2025"),
        (Interval.since(MARCH, Precision.MONTH), "since Mar 2025"),
        (Interval.since(MARCH, Precision.DECADE), "since 2020s"),
        (Interval.undated(MARCH), "no later than 1 Mar 2025"),
        (Interval(Bound(None, Precision.UNKNOWN), None), "since unknown"),
        (Interval(None, Bound(MARCH, Precision.YEAR)), "until 2025"),
        (Interval.between(MAY_4, MAY_5, Precision.DAY), "4 May 2025"),
        (Interval.between(MARCH, MAY_5, Precision.DAY), "1 Mar 2025 to 4 May 2025"),
        (Interval(None, Bound(MAY_5, Precision.DAY)), "until 4 May 2025"),
        (Interval(None, Bound(MAY_5, Precision.UNKNOWN)), "until no later than 5 May 2025"),
        (Interval.between(YEAR, NEXT_YEAR, Precision.YEAR), "2025"),
        (Interval(Bound(None, Precision.UNKNOWN), Bound(NEXT_YEAR, Precision.YEAR)), "until 2025"),
    ],
)
def test_a_period_is_told_no_more_exactly_than_it_is_known(valid: Interval, told: str) -> None:
    assert shown.period(valid) == told


def test_the_ends_of_a_period_are_kept_half_open_for_machines() -> None:
    found = shown.held(Interval.between(MAY_4, MAY_5, Precision.DAY))
    assert (found.start, found.end) == ("2025-05-04T00:00:00Z", "2025-05-05T00:00:00Z")


@given(intervals())
def test_every_period_can_be_told(valid: Interval) -> None:
    assert shown.period(valid) or (valid.start is None and valid.end is None)


@pytest.mark.parametrize(
    ("told", "exact", "text"),
    [
        (plain.actor, "gate", "the check of what is new"),
        (plain.actor, "t_81", "an answer"),
        (plain.reason, "belief is open: H 0.97 bit is above 0.50", "what was said does not agree"),
        (plain.reason, "confirmed in turn t_81", "confirmed"),
        (plain.reason, "dispute: lives_in 'a_b' against c", "lives in 'a_b' against c"),
        (
            plain.reason,
            "correct: 1991 against 1993",
            "the earlier one is put right: 1991 against 1993",
        ),
        (plain.outcome, "stored: says the vet", "the earlier one is right: says the vet"),
        (plain.kind, "numeric", "other numbers"),
        (plain.route, "lexical+exact", "words and meaning"),
    ],
)
def test_terms_are_told_in_plain_words_and_stay_at_hand(
    told: Callable[[str], plain.Plain], exact: str, text: str
) -> None:
    assert told(exact) == plain.Plain(text, exact)


def test_a_name_is_told_as_it_is() -> None:
    assert plain.actor("Ada") == plain.Plain("Ada")
    assert plain.actor("e_1", {"e_1": "Ada"}) == plain.Plain("Ada", "e_1")


def test_sizes_are_told_in_a_unit_one_can_read() -> None:
    assert [shown.size(one) for one in (12, 2048, 5 * 1024**2)] == [
        "12 bytes",
        "2.0 KiB",
        "5.0 MiB",
    ]


@pytest.mark.parametrize(
    "path",
    ["https://x/console/", "//x/console/", "/other", "", "/console/\n", "\\\\x", "/consolex"],
)
def test_no_form_leads_away(path: str) -> None:
    assert own(path, "/console/inbox") == "/console/inbox"


def test_page_by_page_every_record_is_listed_once_the_newest_first(tmp_path: Path) -> None:
    hub = Hub(Memory(tmp_path / "memory.db", embedder=None, model=None))
    memory = hub.memory("many")
    memory.assert_all(
        [
            {"subject": f"Person{at}", "predicate": "likes", "object": f"tea {at}"}
            for at in range(120)
        ]
    )
    space = hub.store.space("many")
    page = newest(space, Record, wanted=10)
    assert page.nouns[0].sentence == "Person119 likes tea 119"
    everything = [one.id for one in memory.records()][::-1]
    listed, after = [one.id for one in page.nouns], page.after
    while after:
        page = newest(space, Record, wanted=10, before=after)
        listed, after = listed + [one.id for one in page.nouns], page.after
    assert listed == everything
    rare = newest(space, Record, wanted=1, kept=lambda one: one.sentence.endswith(" 3")).nouns
    assert [one.sentence for one in rare] == ["Person3 likes tea 3"]
    hub.close()
