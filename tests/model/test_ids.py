from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from smalti.model.ids import content_id, new_id

parts = st.lists(st.text(), max_size=4)


@given(parts)
def test_the_same_parts_always_get_the_same_id(texts: list[str]) -> None:
    id = content_id("t", *texts)
    assert id == content_id("t", *texts)
    assert re.fullmatch(r"t_[0-9a-hjkmnp-tv-z]{26}", id)


@given(parts, parts)
def test_other_parts_get_another_id(one: list[str], other: list[str]) -> None:
    assert (content_id("t", *one) == content_id("t", *other)) is (one == other)


def test_an_id_is_the_same_in_every_version() -> None:
    # Ids are in exports and in the notes of callers: this may never change.
    assert content_id("t", "1", "default", "Ada", "None", "yes") == "t_csvwwycq24w7pjag1zesya7had"


def test_new_ids_differ_and_keep_their_prefix() -> None:
    ids = [new_id("w") for _ in range(1000)]
    assert len(set(ids)) == 1000
    assert all(re.fullmatch(r"w_[0-9a-z]{26}", id) for id in ids)
