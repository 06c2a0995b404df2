"""What is allowed, asked for, ruled out or needless; conditions, exceptions and restrictions."""

from __future__ import annotations

import pytest

from smalti.model.conflict import ConflictKind, Relation
from write.detect.rules.rules import pairs, told, verdicts

FORBIDDEN = pairs(
    """
    Patients with a penicillin allergy must not receive amoxicillin.
        Amoxicillin can be prescribed to a patient with a mild penicillin allergy.
    Smoking is prohibited in all company vehicles.
        Smoking in company vehicles is permitted if the window is open.
    Nobody may approve their own expenses.
        A director may approve his own expenses.
    Company cars may be used privately.
        Private use of company cars is prohibited.
    Lithium is contraindicated when the eGFR is below 30 mL/min/1.73 m².
        Patients with an eGFR between 20 and 60 mL/min/1.73 m² should be given lithium.
    A previous bleed rules out warfarin.
        A previous bleed does not rule out warfarin.
    The two keys are never kept in the same safe.
        The two keys are kept in the same safe.
    Every visitor signs the register.
        Visitors need not sign the register.
    Every fall is reported on the same shift.
        Falls need not be reported.
    Keys are kept in the safe and not in a drawer.
        The keys may be kept in a drawer.
    Aspirin and warfarin are never given together.
        Aspirin and warfarin are given together after a stroke.
    Bleach is not used as a routine cleaner for wooden floors.
        Bleach is used as a routine cleaner for wooden floors.
    A visitor badge is cancelled at midnight, whereas contractor badges are exempt from this rule.
        Contractor badges are cancelled at midnight.
    """
)

AGREEING = pairs(
    """
    Patients with a penicillin allergy must not receive amoxicillin.
        Amoxicillin is not given to anyone with a penicillin allergy.
    Patients with a penicillin allergy must not receive amoxicillin.
        Patients without a penicillin allergy may receive amoxicillin.
    Patients with a penicillin allergy must not receive amoxicillin.
        Doxycycline can be prescribed to a patient with a penicillin allergy.
    Aspirin must not be combined with warfarin.
        Aspirin may be combined with paracetamol.
    Aspirin and warfarin are never given together.
        Aspirin may be given together with paracetamol.
    Lithium is contraindicated when the eGFR is below 30 mL/min/1.73 m².
        Patients with an eGFR above 60 mL/min/1.73 m² may be given lithium.
    If the dose was missed by more than six hours, it is skipped.
        A delay of two hours is no reason to skip the dose.
    Live vaccines are contraindicated in pregnancy.
        Live vaccines are recommended after pregnancy.
    The treatment must not be stopped.
        The treatment must be continued.
    Never run a migration without asking the owner.
        Ask the owner before you run a migration.
    Data at rest is encrypted.
        Data in transit is not encrypted.
    Most members do not vote by post.
        Members may vote by post.
    Aspirin and warfarin are never given together.
        After a stroke, patients take aspirin or warfarin for six months.
    Bleach is not used as a routine cleaner for wooden floors.
        Bleach is used when mould is found.
    A visitor badge is cancelled at midnight, whereas contractor badges are exempt from this rule.
        Contractor badges are printed every 30 days.
    Pulse and weight are measured before the tablets are started, and after every dose increase.
        A weight gain below 2 kg after starting the tablets calls for no change of dose.
    """
)

RESTRICTED = pairs(
    """
    Only the treasurer may sign cheques.
        Cheques can be signed by the secretary too.
    The server is reached only through the gateway.
        The server can be reached without the gateway.
    The server is reached only through the gateway.
        The server is reached through the public address.
    The interview is conducted by the head of department and by nobody else.
        Only a personnel officer may conduct the interview.
    Scans are offered only to adults whose pressure is 160/100 mmHg or more.
        Scans are offered to every adult with a pressure between 140/90 and 179/119 mmHg.
    Echocardiography is requested only if the ECG suggests hypertrophy.
        An echocardiogram is requested in every patient, whatever the ECG shows.
    Emergency accounts are used only during a SEV1.
        Emergency accounts may be used during a SEV2 as well.
    """
)

WITHIN_THE_RESTRICTION = pairs(
    """
    Only the treasurer may sign cheques.
        The treasurer may sign cheques.
    Only the treasurer may sign cheques.
        The secretary must not sign cheques.
    Only the treasurer may sign cheques.
        The secretary keeps the cheques in a drawer.
    The server is reached only through the gateway.
        Without the gateway the server is not reached.
    Emergency accounts are used only during a SEV1.
        Emergency accounts are reviewed after a SEV1.
    """
)


@pytest.mark.parametrize(("stored", "incoming"), FORBIDDEN)
def test_what_is_ruled_out_must_not_be_allowed_or_asked_for(stored: str, incoming: str) -> None:
    assert "rule-force" in told(stored, incoming)


@pytest.mark.parametrize(("stored", "incoming"), AGREEING)
def test_agreeing_negations_and_other_cases_are_left_alone(stored: str, incoming: str) -> None:
    assert told(stored, incoming) == {}


@pytest.mark.parametrize(("stored", "incoming"), RESTRICTED)
def test_what_is_for_some_alone_must_not_be_for_others(stored: str, incoming: str) -> None:
    assert "rule-only" in told(stored, incoming)


@pytest.mark.parametrize(("stored", "incoming"), WITHIN_THE_RESTRICTION)
def test_what_a_restriction_allows_is_left_alone(stored: str, incoming: str) -> None:
    assert told(stored, incoming) == {}


def test_a_rule_for_the_excepted_case_is_a_conflict() -> None:
    rule = "Gloves are worn in the lab except when using the microscope."
    assert "rule-exception" in told(rule, "Even at the microscope, gloves are worn in the lab.")


def test_the_exception_told_again_is_none() -> None:
    rule = "Gloves are worn in the lab except when using the microscope."
    assert told(rule, "At the microscope no gloves are worn.") == {}


def test_the_reason_quotes_both_clauses_with_their_force() -> None:
    (verdict,) = verdicts(
        "Smoking is prohibited in company vehicles.", "Smoking in company vehicles is permitted."
    )
    assert verdict.relation is Relation.CONFLICT
    assert verdict.kind is ConflictKind.LOGICAL
    assert verdict.reason == (
        "ruled out: “Smoking is prohibited in company vehicles”; "
        "allowed: “Smoking in company vehicles is permitted”"
    )
