"""What the conflict benchmark reads: kinds of data, and what a case of each is."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.conflicts.samples import (
    beam_folder,
    conversation_items,
    events,
    guideline_folder,
    halumem_items,
    pair_items,
    write_lines,
)
from smalti.bench.conflicts.data import Kind, kind_of, read_cases
from smalti.bench.conflicts.events import USER, Stated
from smalti.bench.conflicts.fields import field_of, in_words, of_user, values
from smalti.model.errors import InvalidInput
from smalti.model.turn import Role

CASES = Path(__file__).parents[3].parent / "shared" / "cases"
BEAM = Path(__file__).parents[3].parent / "shared" / "data" / "beam_100k"


@pytest.mark.parametrize(
    ("items", "kind"),
    [
        (conversation_items(), Kind.CONVERSATIONS),
        (pair_items(), Kind.PAIRS),
        (halumem_items(), Kind.HALUMEM),
        (events(), Kind.MEMCONFLICT),
    ],
)
def test_the_kind_of_a_file_is_told_by_its_keys(
    tmp_path: Path, items: list[object], kind: Kind
) -> None:
    assert kind_of(write_lines(tmp_path / "items.jsonl", *items)) is kind


def test_the_kind_of_a_folder_is_told_by_what_is_in_it(tmp_path: Path) -> None:
    assert kind_of(guideline_folder(tmp_path / "rules")) is Kind.GUIDELINES
    assert kind_of(beam_folder(tmp_path / "talks")) is Kind.BEAM


@pytest.mark.parametrize("make", [lambda path: path.mkdir(), lambda path: write_lines(path, {})])
def test_what_is_of_no_known_kind_is_refused(tmp_path: Path, make: object) -> None:
    path = tmp_path / "other"
    make(path)  # type: ignore[operator]
    with pytest.raises(InvalidInput, match="of no known kind"):
        kind_of(path)


def test_guideline_cases_share_the_base_and_name_their_counterpart(tmp_path: Path) -> None:
    cases = read_cases(guideline_folder(tmp_path / "rules"), Kind.GUIDELINES)
    assert [one.conflict for one in cases] == [True, False, False, True]
    assert {one.base for one in cases} == {"house"}
    assert all(one.shares for one in cases)
    assert cases[0].before[cases[0].against[0]].text == "The deposit is 300 euros."
    assert cases[0].groups == {"domain": "house", "type": "numeric", "said": "explicit"}
    assert cases[0].incoming[0].role is Role.DOCUMENT


def test_a_counterpart_that_is_not_in_the_base_is_refused(tmp_path: Path) -> None:
    folder = guideline_folder(tmp_path / "rules")
    write_lines(
        folder / "house.incoming.jsonl",
        {"id": "i", "text": "x", "label": "conflict", "type": "t", "conflicts_with": ["b9"]},
    )
    with pytest.raises(InvalidInput, match="b9"):
        read_cases(folder, Kind.GUIDELINES)


def test_what_must_not_be_believed_is_among_the_statements_of_a_conversation(
    tmp_path: Path,
) -> None:
    path = write_lines(tmp_path / "talks.jsonl", *conversation_items())
    case = read_cases(path, Kind.CONVERSATIONS)[0]
    parts = [one.part for one in case.wanted]
    assert parts == ["current", "ended", "must_not", "must_not"]
    assert case.relation == "update"
    assert case.conflict
    assert not case.shares


@pytest.mark.parametrize(("ended", "is_conflict"), [(["Ines lives in Lisbon"], True), ([], False)])
def test_a_return_has_something_to_catch_where_it_ends_what_was_so_in_between(
    tmp_path: Path, ended: list[str], is_conflict: bool
) -> None:
    item = dict(conversation_items()[0])
    item["expect"] = item["expect"] | {"relation": "recurrence", "ended": ended}
    [case] = read_cases(write_lines(tmp_path / "items.jsonl", item), Kind.CONVERSATIONS)
    assert case.conflict is is_conflict


def test_each_incoming_statement_of_a_pair_is_a_case(tmp_path: Path) -> None:
    cases = read_cases(write_lines(tmp_path / "pairs.jsonl", *pair_items()), Kind.PAIRS)
    assert [one.conflict for one in cases] == [True, False]
    assert cases[0].base == cases[1].base == "p1"


def test_a_halumem_pair_without_anything_old_is_left_out(tmp_path: Path) -> None:
    cases = read_cases(write_lines(tmp_path / "pairs_u.jsonl", *halumem_items()), Kind.HALUMEM)
    assert [one.conflict for one in cases] == [True, False]


def test_a_contradiction_of_a_talk_is_told_with_never_without_it_and_beside_something_else(
    tmp_path: Path,
) -> None:
    cases = read_cases(beam_folder(tmp_path / "talks"), Kind.BEAM)
    plain, never_free, another = cases  # the contradiction within one turn is left out
    assert plain.before[0].text == "I met Ada at the fair."
    assert plain.incoming[0].text == "I have never met Ada."
    assert never_free.incoming[0].text == "I have not met Ada."
    assert never_free.conflict
    assert another.before[0].text == "I bake rye bread."
    assert not another.conflict


def test_a_limit_leaves_the_rest_unread(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "talks.jsonl", *conversation_items())
    assert len(read_cases(path, Kind.CONVERSATIONS, limit=2)) == 2


def test_the_fields_of_an_attribute_are_its_plain_values() -> None:
    told = {"Status": "On_Leave", "Name": "", "Child": {"Name": "Bo"}, "Birthdate": "1990-01-01"}
    assert list(values("Work", told)) == [("Work.Status", "On Leave")]
    assert list(values("Residence", "Ghent")) == [("Residence", "Ghent")]


def test_a_field_that_is_not_listed_goes_by_its_own_words() -> None:
    assert field_of("Hobby.Main_One").predicate == "hobby main one"


def test_no_denies_a_sentence_and_yes_is_not_said() -> None:
    form = field_of("Family_Information.Has_Father").own
    assert in_words(form, "Yes", "") == "I have a father."
    assert in_words(form, "no", "") == "I do not have a father."


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("He was born in Hull", "The user was born in Hull"),
        ("Her mother lives in Hull", "The user's mother lives in Hull"),
        ("Has no record of a mother", "The user has no record of a mother"),
        ("Both parents say Hull", "Both parents say Hull"),
    ],
)
def test_a_sentence_about_the_user_names_the_user(sentence: str, told: str) -> None:
    assert of_user(sentence) == told


def test_a_long_value_is_put_into_the_sentence_of_its_field() -> None:
    degrees = "A master of the old arts, and one of the new ones"
    first = Stated("static", USER, "Education_Background.Major", degrees, "", "Point_A")
    assert first.text == f"My field of study is {degrees}."


def test_the_name_of_a_mother_is_a_field_of_hers() -> None:
    field = field_of("Family_Information.Mother.Name")
    assert (field.predicate, field.relative) == ("personal_name", "mother")


@pytest.mark.skipif(not CASES.exists(), reason="the labelled cases do not lie beside the project")
@pytest.mark.parametrize(
    ("name", "kind", "count"),
    [
        ("guidelines", Kind.GUIDELINES, 200),
        ("conversations/en.jsonl", Kind.CONVERSATIONS, 219),
        ("conversations/zh.jsonl", Kind.CONVERSATIONS, 55),
    ],
)
def test_all_development_cases_are_read(name: str, kind: Kind, count: int) -> None:
    assert kind_of(CASES / name) is kind
    assert len(read_cases(CASES / name, kind)) == count


@pytest.mark.skipif(not BEAM.exists(), reason="the development data do not lie beside the project")
def test_each_contradiction_of_the_development_talks_has_its_controls() -> None:
    cases = read_cases(BEAM, Kind.BEAM)
    forms = [one.groups["form"] for one in cases]
    assert forms.count("as it stands") == forms.count("never-free") == 19
    assert not any(
        "never" in turn.text.casefold()
        for one in cases
        if one.groups["form"] == "never-free"
        for turn in one.turns
    )
