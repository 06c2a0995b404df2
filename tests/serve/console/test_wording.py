"""Pages speak plainly: exact terms and figures are at hand, and not in the way."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from serve.console.test_guarding import serving
from smalti.memory import Memory

TERMS = ("gate", "settle", "bit", "ρ", "confidence", "centrality", "lexical", "semantic")


@pytest.fixture(scope="module")
def disputed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[TestClient, Memory]]:
    """A memory with an open conflict, one that was decided, and something held for a day."""
    with serving(tmp_path_factory.mktemp("words")) as (client, hub):
        memory = hub.memory("home")
        for town, speaker in (("Oslo", "Ada"), ("Rome", "Bob")):
            memory.assert_("Berend", "born_in", town, speaker=speaker)
            memory.assert_("Cy", "born_in", town, speaker=speaker)
        memory.resolve(memory.conflicts(about="Cy")[0].id, "stored", reason="says the vet")
        memory.assert_("Berend", "located_in", "Bergen", since="2024-05-04", until="2024-05-05")
        yield client, memory


def seen(client: TestClient, page: str, **query: str) -> str:
    """The text of a page as it is read without hovering over anything."""
    found = client.get(f"/console/{page}", params={"space": "home"} | query).text
    main = found.partition("<main")[2]
    return " ".join(re.sub(r"<details.*?</details>|<[^>]*>", " ", main, flags=re.DOTALL).split())


@pytest.mark.parametrize(
    ("page", "query"),
    [
        ("inbox", {}),
        ("inbox", {"status": "decided"}),
        ("record", {}),
        ("activity", {}),
        ("graph", {}),
        ("memories", {"q": "Berend born in Oslo"}),
    ],
)
def test_terms_of_the_stages_are_no_labels(
    disputed: tuple[TestClient, Memory], page: str, query: dict[str, str]
) -> None:
    client, memory = disputed
    if page == "record":
        query = {"id": next(memory.records(about="Berend", predicate="born_in")).id}
    words = set(re.findall(r"\w+", seen(client, page, **query)))
    assert words.isdisjoint(TERMS)


def test_an_answer_in_dispute_says_that_first_and_not_how_well_it_fits(
    disputed: tuple[TestClient, Memory],
) -> None:
    client, _ = disputed
    page = client.get("/console/ask", params={"space": "home", "q": "Where was Berend born?"}).text
    [card] = re.findall(r'<section class="card answer-card.*?</section>', page, re.DOTALL)
    assert "nobody has decided" in card
    assert "confidence" not in card
    assert "Fits the question" in page


def test_what_held_for_a_day_is_told_by_that_day(disputed: tuple[TestClient, Memory]) -> None:
    client, _ = disputed
    page = client.get("/console/memories", params={"space": "home", "state": "any"}).text
    assert re.search(r'data-end="2024-05-05[^"]*">4 May 2024<', page)


def test_a_decision_is_told_in_words(disputed: tuple[TestClient, Memory]) -> None:
    client, _ = disputed
    assert "the earlier one is right: says the vet" in seen(client, "inbox", status="decided")
