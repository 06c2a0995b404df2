"""What comes before what, what outranks what, and values that exclude each other."""

from __future__ import annotations

import pytest

from smalti.model.conflict import ConflictKind
from write.detect.rules.rules import pairs, told, verdicts

REVERSED = pairs(
    """
    Red wine is served before white wine.
        White wine is served before red wine.
    A legal hold overrides the retention period.
        The retention period takes precedence over a legal hold.
    Bicycles have priority over cars in this street.
        Cars have priority over bicycles in this street.
    Trainees use the manual rather than the video.
        For trainees the video is preferred to the manual.
    The captain overrules the first officer.
        The captain takes orders from the first officer.
    Paint is never applied before the primer.
        Paint is applied first and then the primer.
    The faulty part is replaced before any other repair is tried.
        Look at the wiring first and then replace the faulty part.
    """
)

KEPT = pairs(
    """
    Red wine is served before white wine.
        White wine is served after red wine.
    Paint is never applied before the primer.
        The primer is applied before the paint.
    A legal hold overrides the retention period.
        The retention period gives way to a legal hold.
    Bicycles have priority over cars.
        Cars have priority over tractors.
    """
)

EXCHANGED = pairs(
    """
    The lower of the two readings is recorded.
        The higher of the two readings is recorded.
    In patients with vertigo the pressure is taken standing.
        In patients with vertigo the pressure is taken seated.
    Failover of the ledger is automatic.
        Failover of the ledger is manual.
    The theatre door stays closed during an operation.
        During an operation the theatre door stays open.
    Feature branches are deleted after the merge.
        Feature branches are kept after the merge.
    """
)

BOTH_TOLD = pairs(
    """
    The lower of the two readings is recorded.
        The lower reading is recorded, not the higher one.
    Deployments stop until the budget is positive again.
        Deployments resume once the budget is positive.
    The home target is 5 mmHg lower than the clinic target.
        The clinic target is 5 mmHg higher than the home target.
    The gate is not open at night.
        The gate is closed at night.
    Restarts of the mail server are automatic after a crash.
        A manual restart of the mail server may be asked for by the operator.
    """
)


@pytest.mark.parametrize(("stored", "incoming"), REVERSED)
def test_an_order_told_the_other_way_round_is_a_conflict(stored: str, incoming: str) -> None:
    assert "rule-order" in told(stored, incoming)


@pytest.mark.parametrize(("stored", "incoming"), KEPT)
def test_the_same_order_in_other_words_is_left_alone(stored: str, incoming: str) -> None:
    assert told(stored, incoming) == {}


@pytest.mark.parametrize(("stored", "incoming"), EXCHANGED)
def test_a_value_exchanged_for_its_opposite_is_a_conflict(stored: str, incoming: str) -> None:
    found = [verdict for verdict in verdicts(stored, incoming) if verdict.judge == "rule-values"]
    assert [verdict.kind for verdict in found] == [ConflictKind.SEMANTIC]


@pytest.mark.parametrize(("stored", "incoming"), BOTH_TOLD)
def test_opposites_that_agree_are_left_alone(stored: str, incoming: str) -> None:
    assert told(stored, incoming) == {}


def test_the_reason_names_the_exchanged_words() -> None:
    reason = told(*EXCHANGED[0])["rule-values"]
    assert reason == "“lower” against “higher”, both for readings, recorded"
