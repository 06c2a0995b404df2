"""Whom a statement is about, who says it, and what weight that has."""

from __future__ import annotations

from typing import Any

import pytest

from smalti.model.entity import EntityKind
from smalti.model.record import Authority, RecordKind
from smalti.model.turn import Role
from smalti.write.statement import Statement
from write.normalise.making import stated

CLAIM: dict[str, Any] = {"kind": RecordKind.CLAIM}


def about(subject: str, sentence: str, object: str = "fine", **more: Any) -> Statement:
    return stated(sentence, sentence, "be", object, subject=subject, **more)


WHO: dict[str, tuple[str, dict[str, Any], EntityKind, str]] = {
    "the speaker": ("Ada", {}, EntityKind.PERSON, ""),
    "a relative": ("Ada's sister", CLAIM, EntityKind.PERSON, ""),
    "a relative by name": ("Ada's brother Nils-Olov", CLAIM, EntityKind.PERSON, ""),
    "somebody by name": ("Ben", CLAIM, EntityKind.PERSON, ""),
    "somebody by title": ("Dr. Obuya", CLAIM, EntityKind.PERSON, ""),
    "an officer": ("the safety officer", {}, EntityKind.PERSON, ""),
    "a pet": ("Ada's dog", {}, EntityKind.CONCEPT, "animal"),
    "a thing": ("Ada's card", {}, EntityKind.CONCEPT, ""),
    "a project": ("Project Kite", CLAIM, EntityKind.CONCEPT, ""),
    "a company": ("Kestrel Ltd", CLAIM, EntityKind.CONCEPT, "organisation"),
}


@pytest.mark.parametrize("what", WHO)
def test_a_subject_has_a_kind(what: str) -> None:
    subject, more, kind, category = WHO[what]
    found = about(subject, f"{subject} is fine", **more)
    assert (found.subject.text, found.subject.kind, found.subject.category) == (
        subject, kind, category,
    )  # fmt: skip
    assert found.subject.context == f"Ada: {subject} is fine"


SPEAKERS = {
    Role.USER: (EntityKind.PERSON, "", Authority.SELF),
    Role.ASSISTANT: (EntityKind.CONCEPT, "assistant", Authority.ASSISTANT),
    Role.TOOL: (EntityKind.CONCEPT, "tool", Authority.TOOL),
    Role.DOCUMENT: (EntityKind.CONCEPT, "document", Authority.DOCUMENT),
    Role.SYSTEM: (EntityKind.CONCEPT, "system", Authority.DOCUMENT),
}


@pytest.mark.parametrize("role", SPEAKERS)
def test_speakers_have_a_kind_and_a_weight(role: Role) -> None:
    kind, category, authority = SPEAKERS[role]
    found = about("Ada", "Ada is fine", role=role)
    for name in (found.subject, found.asserted_by):
        assert (name.text, name.kind, name.category) == ("Ada", kind, category)
    assert found.authority is authority


WEIGHTS = {
    "themselves": ("Ada", Authority.SELF),
    "their own thing": ("Ada's card", Authority.SELF),
    "their relative": ("Ada's sister", Authority.OTHER),
    "somebody else": ("Ben", Authority.OTHER),
    "something else": ("the card", Authority.OTHER),
}


@pytest.mark.parametrize("what", WEIGHTS)
def test_people_know_themselves_and_what_is_theirs(what: str) -> None:
    subject, authority = WEIGHTS[what]
    assert about(subject, f"{subject} is fine").authority is authority


def test_what_gives_orders_is_not_trusted() -> None:
    found = about("Ada", "Ada is fine", role=Role.TOOL, instruction_like=True)
    assert found.authority is Authority.UNTRUSTED


def test_the_user_is_whoever_speaks() -> None:
    found = about("Ada", "Ada is fine", asserted_by="user")
    assert (found.asserted_by.text, found.authority) == ("Ada", Authority.SELF)


def test_a_record_about_a_relative_by_another_name_of_the_speaker_stays_theirs() -> None:
    found = stated(
        "我的卡是蓝色的", "小林的卡是蓝色的", "是", "蓝色的", speaker="小林", subject="小林的卡"
    )
    assert found.authority is Authority.SELF
