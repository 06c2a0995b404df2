from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from smalti.model.conflict import ClarificationKind, ConflictStatus, Relation
from smalti.model.lifecycle import Event, State
from smalti.model.record import Authority, EdgeKind, Record, RecordKind
from smalti.model.time import Instant, Precision
from smalti.write.detect import Side, judge_all, local_judges
from smalti.write.detect.judging import Judged
from smalti.write.detect.pair import Pair, Verdict
from smalti.write.settle import Outcome, Policy, Settlement, settle
from write.detect.pairs import NOW, TABLE, laid, later, side, since

JUDGES = local_judges(TABLE)


def said(stored: Side | list[Side], incoming: Side, **how: Any) -> Settlement:
    """What becomes of a statement beside others."""
    sides = stored if isinstance(stored, list) else [stored]
    judged = judge_all([laid(one, incoming) for one in sides], JUDGES)
    return settle(incoming.record, judged, at=NOW, **how)


def day(text: str) -> int:
    return Instant.of(text).micros


def ends(record: Record) -> int | None:
    end = record.valid.end
    return None if end is None or end.at is None else end.at.micros


def test_beside_nothing_a_statement_becomes_current() -> None:
    done = settle(replace(side().record, state=State.CANDIDATE), [], at=NOW)
    assert (done.outcome, done.incoming.state) == (Outcome.KEEP_BOTH, State.CURRENT)


def test_an_update_closes_the_old_one_where_the_new_one_begins() -> None:
    done = said(side("Lisbon"), later("Porto", valid=since("2026-05-15")))
    (old,) = done.stored
    assert (done.outcome, done.incoming.state) == (Outcome.SUPERSEDE, State.CURRENT)
    assert (old.state, ends(old)) == (State.SUPERSEDED, day("2026-05-15"))


def test_an_update_without_a_date_closes_the_old_one_by_when_it_was_said() -> None:
    (old,) = said(side("Lisbon"), later("Porto")).stored
    assert old.valid.end is not None
    assert (ends(old), old.valid.end.precision) == (day("2026-06-01"), Precision.UNKNOWN)


def test_what_is_over_ends_when_it_is_said_to_have_ended() -> None:
    incoming = later("Lisbon", ended=True, valid=since("2025-01-01", "2026-04-01"))
    (old,) = said(side("Lisbon"), incoming).stored
    assert (old.state, ends(old)) == (State.SUPERSEDED, day("2026-04-01"))


def test_what_ended_before_it_was_first_told_began_at_an_unknown_time() -> None:
    incoming = later("Lisbon", ended=True, valid=since("2025-01-01", "2026-02-01"))
    (old,) = said(side("Lisbon"), incoming).stored
    assert old.valid.start is not None
    assert (old.valid.start.at, ends(old)) == (None, day("2026-02-01"))


def test_there_and_back_again_is_three_intervals() -> None:
    first, second = (
        side("Lisbon", valid=since("2026-01-01")),
        later("Porto", valid=since("2026-03-01")),
    )
    one = said(first, second)
    third = side("Lisbon", said="2026-08-01", valid=since("2026-08-01"))
    sides = [replace(first, record=one.stored[0]), replace(second, record=one.incoming)]
    two = said(sides, third)
    spans = [(record.value.text, ends(record)) for record in (one.stored[0], *two.stored)]
    assert spans == [("Lisbon", day("2026-03-01")), ("Porto", day("2026-08-01"))]
    assert (two.incoming.state, two.incoming.valid.end) == (State.CURRENT, None)


def test_an_old_fact_that_arrives_late_displaces_nothing() -> None:
    stored = side("Porto", valid=since("2026-01-01"))
    done = said(stored, later("Lisbon", valid=since("2024-01-01")))
    assert done.stored == ()
    assert (done.outcome, done.incoming.state) == (Outcome.PAST, State.SUPERSEDED)
    assert ends(done.incoming) == day("2026-01-01")


def test_what_holds_now_supersedes_the_old_fact_that_arrives_late() -> None:
    stored = side("Porto", valid=since("2026-01-01"))
    done = said(stored, later("Lisbon", valid=since("2024-01-01")))
    [edge] = done.edges
    assert edge.kind is EdgeKind.SUPERSEDES
    assert (edge.source, edge.target) == (stored.record.id, done.incoming.id)


def back_in_the_choir(kind: RecordKind = RecordKind.FACT) -> tuple[Side, Settlement]:
    """What somebody once did, which is over, and what follows when it is said to be so again."""
    over = side(
        "choir",
        "sings_in",
        sentence="Ada sings in the choir on Mondays",
        state=State.SUPERSEDED,
        valid=since("2025-01-01", "2026-03-01"),
        kind=kind,
    )
    back = later("choir", "located_in", sentence="Ada is back in the choir")
    return over, said(over, back)


def test_what_is_said_to_be_as_it_was_holds_again_from_then_on() -> None:
    over, done = back_in_the_choir()
    [again] = done.stored
    assert (again.sentence, again.state) == (over.record.sentence, State.CURRENT)
    assert (again.valid.start, again.valid.end) == (done.incoming.valid.start, None)


def test_what_holds_again_rests_on_who_said_so_and_tells_how_it_follows() -> None:
    _, done = back_in_the_choir()
    [again] = done.stored
    assert again.evidence == done.incoming.evidence
    assert again.derived[-1].said == done.incoming.sentence
    assert [(step.record, step.event) for step in done.steps] == [(again.id, Event.COMMIT)]


def test_the_first_time_of_what_holds_again_stays_over() -> None:
    over, done = back_in_the_choir()
    assert over.record.id not in {one.id for one in done.stored}


def test_a_deed_that_is_done_again_is_not_told_once_more() -> None:
    _, done = back_in_the_choir(RecordKind.EVENT)
    assert done.stored == ()


def test_a_correction_closes_the_old_one_as_never_true() -> None:
    done = said(side("Lisbon"), later("Porto", correction=True))
    (old,) = done.stored
    assert (old.state, old.closed_at, old.valid) == (
        State.CORRECTED,
        NOW,
        side("Lisbon").record.valid,
    )


def test_a_claim_against_what_somebody_says_about_themselves_is_disputed() -> None:
    old = side("Lisbon").record
    done = said(side("Lisbon"), later("Porto", by="bo"))
    assert (done.stored, done.incoming.state) == ((), State.DISPUTED)  # what they say stands
    (conflict,) = done.conflicts
    assert (conflict.status, conflict.stored, conflict.incoming) == (
        ConflictStatus.OPEN,
        old.id,
        done.incoming.id,
    )
    (question,) = done.clarifications
    assert (question.kind, question.about, question.against) == (
        ClarificationKind.WHICH,
        done.incoming.id,
        old.id,
    )
    assert [edge.kind for edge in done.edges] == [EdgeKind.CONFLICTS_WITH]
    assert {step.conflict for step in done.steps} == {conflict.id}


def test_a_conflict_by_what_predicates_mean_tells_its_chain() -> None:
    done = said(side("Lisbon"), later("Porto", "moved_to", by="bo"))
    assert not done.conflicts[0].explicit


def test_what_is_disputed_ends_nothing_else() -> None:
    van = side("the van", "owns")
    incoming = later("the van", "sold")
    update = Judged(laid(van, incoming), Verdict(Relation.UPDATE, "j", 0.9, "r"))
    conflict = Judged(laid(side("Lisbon"), incoming), Verdict(Relation.CONFLICT, "j", 0.9, "r"))
    done = settle(incoming.record, [update, conflict], at=NOW)
    assert [one.state for one in done.stored] == [State.DISPUTED]


def test_further_evidence_is_merged_and_nothing_else_happens() -> None:
    stored, incoming = side("Lisbon"), later("Lisbon")
    done = said([stored, side("Porto", "lives_in")], incoming)
    (known,) = done.stored
    assert (done.outcome, done.merged, known.id) == (Outcome.MERGE, stored.record.id, done.merged)
    assert known.evidence == (*stored.record.evidence, *incoming.record.evidence)


def test_the_same_by_another_source_is_a_claim_of_its_own() -> None:
    done = said(side("Lisbon"), later("Lisbon", by="bo"))
    assert (done.outcome, done.stored) == (Outcome.KEEP_BOTH, ())


def test_what_has_no_authority_is_rejected_where_it_contradicts() -> None:
    incoming = later("Porto", by="bo", authority=Authority.UNTRUSTED)
    done = said(side("Lisbon"), incoming)
    assert (done.outcome, done.incoming.state) == (Outcome.REJECT, State.REJECTED)
    assert done.stored == ()
    assert done.steps[-1].reason != ""


def test_a_statement_that_is_not_firm_changes_nothing() -> None:
    incoming = later("Porto", state=State.PENDING)
    done = said(side("Lisbon"), incoming, firm=False)
    assert (done.incoming, done.stored, done.steps) == (incoming.record, (), ())


def test_a_pending_statement_that_is_firm_supersedes() -> None:
    done = said(side("Lisbon"), later("Porto", state=State.PENDING))
    assert (done.incoming.state, done.stored[0].state) == (State.CURRENT, State.SUPERSEDED)


class Broken:
    name = "broken"

    def judge(self, pair: Pair) -> Verdict | None:
        raise RuntimeError("timed out")


def test_an_error_of_a_judge_supersedes_nothing() -> None:
    incoming = later("Porto")
    judged = judge_all([laid(side("Lisbon"), incoming)], (Broken(), *JUDGES))
    done = settle(incoming.record, judged, at=NOW)
    assert (done.stored, len(done.unsure)) == ((), 1)
    assert [edge.kind for edge in done.edges] == [EdgeKind.ASSOCIATED]


@pytest.mark.parametrize(
    ("policy", "state"),
    [
        (Policy.AUTO, State.SUPERSEDED),
        (Policy.ASK, State.DISPUTED),
        (Policy.KEEP_BOTH, None),
        (Policy.APPEND_ONLY, None),
        (Policy.LATEST_WINS, State.SUPERSEDED),
        (Policy.DATE_ORDERED, State.SUPERSEDED),
    ],
)
def test_an_update_under_each_policy(policy: Policy, state: State | None) -> None:
    done = said(side("Lisbon"), later("Porto"), policy=policy)
    assert [one.state for one in done.stored] == ([] if state is None else [state])


def test_the_latest_wins_lets_a_false_claim_displace_what_cannot_change() -> None:
    claim = later("Quito", "born_in", by="bo")
    done = said(side("Lima", "born_in"), claim, policy=Policy.LATEST_WINS)
    assert done.stored[0].state is State.SUPERSEDED
