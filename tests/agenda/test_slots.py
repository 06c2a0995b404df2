from __future__ import annotations

import pytest

from agenda.samples import form, unit
from smalti.agenda.slots import units_over
from smalti.model.errors import InvalidInput


def test_an_answer_fills_the_units_of_all_agendas_over_its_slot() -> None:
    one = form(unit("age", type="quantity", measure="year"), name="one")
    months = unit("how-old", type="quantity", measure="month", predicate="age")
    other = form(months, unit("boat"), name="other")
    found = units_over([one, other])
    assert [(name, asked.id) for name, asked in found["user", "age"]] == [
        ("one", "age"),
        ("other", "how-old"),
    ]
    assert len(found["user", "boat"]) == 1


def test_agendas_that_want_other_kinds_of_value_in_one_slot_are_refused() -> None:
    one, other = form(unit("age"), name="one"), form(unit("age", type="number"), name="other")
    with pytest.raises(InvalidInput, match=r"other: unit 'age': predicate: .*unit 'age' of 'one'"):
        units_over([one, other])


def test_two_agendas_of_one_name_are_refused() -> None:
    with pytest.raises(InvalidInput, match="name of two agendas"):
        units_over([form(unit("a")), form(unit("b"))])
