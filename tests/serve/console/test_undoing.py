"""What is done on a page can be undone on the next one, or it is said that it cannot."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from serve.console.test_guarding import csrf, serving
from smalti.memory import Memory
from smalti.model.conflict import ConflictStatus

SPACE = "home"


class Console:
    """The forms of the console, sent as its pages send them."""

    def __init__(self, client: TestClient, memory: Memory) -> None:
        self.client = client
        self.memory = memory
        self._token = csrf(client, SPACE)

    def do(self, action: str, **fields: str) -> str:
        """The page after a form was sent."""
        data = {"csrf": self._token, "space": SPACE} | fields
        reply = self.client.post(f"/console/do/{action}", data=data)
        assert reply.status_code == 200
        return reply.text

    def undo(self, page: str) -> str:
        """Press the undo of a page."""
        [form] = re.findall(r'<form[^>]*action="/console/do/([^"]+)"[^>]*>(.*?data-undo.*?)</form>',
                            page.partition('<div id="notices"')[2], re.DOTALL)  # fmt: skip
        fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', unescape(form[1])))
        return self.do(form[0], **fields)


@pytest.fixture
def console(tmp_path: Path) -> Iterator[Console]:
    with serving(tmp_path) as (client, hub):
        yield Console(client, hub.memory(SPACE))


def told(memory: Memory, about: str) -> dict[str, str]:
    found = memory.records(about=about, state=None)
    return {record.sentence: record.state.value for record in found}


@pytest.mark.parametrize("speaker", ["", "Ada"])
def test_a_third_value_that_was_told_is_undone_with_what_it_decided(
    console: Console, speaker: str
) -> None:
    memory = console.memory
    memory.assert_("Bo", "born_in", "Oslo", speaker="Ada")
    memory.assert_("Bo", "born_in", "Rome", speaker="Bob")
    [question] = memory.clarifications()
    page = console.do("answer", id=question.id, reply="Leer", speaker=speaker)
    assert not memory.conflicts() or told(memory, "Bo")["Bo born in Leer"] == "disputed"
    assert "Undone" in console.undo(page)
    after = told(memory, "Bo")
    assert after.pop("Bo born in Leer") == "retracted"
    assert set(after.values()) <= {"current", "disputed"}
    assert [one.id for one in memory.clarifications()] == [question.id]
    assert len(memory.conflicts()) == 1


def test_a_value_that_was_put_right_is_believed_again(console: Console) -> None:
    [record] = console.memory.records()
    page = console.do("correct", id=record.id, value="Bergen")
    assert told(console.memory, "Ada")[record.sentence] == "corrected"
    console.undo(page)
    assert told(console.memory, "Ada") == {
        record.sentence: "current", "Ada lives in Bergen": "retracted",
    }  # fmt: skip
    assert console.memory.conflicts(status=ConflictStatus.OPEN) == []


def test_a_merge_is_undone_and_so_is_its_undoing(console: Console) -> None:
    memory = console.memory
    memory.assert_("Bo", "likes", "tea")
    page = console.do("merge", id="Ada", other="Bo")
    page = console.undo(page)
    assert memory.entity("Bo").name == "Bo"
    console.undo(page)
    assert memory.entity("Bo").name == "Ada"


def test_an_agenda_that_was_opened_and_a_question_left_out_are_undone(console: Console) -> None:
    page = console.do("agenda-open", name="clinical-intake", subject="Ada")
    [info] = console.memory.agendas()
    handle = console.memory.agenda(info.name, subject=info.subject)
    unit = handle.units()[0].id
    console.undo(console.do("agenda-skip", name=info.name, subject="Ada", unit=unit))
    assert not handle.units()[0].skipped
    console.undo(page)
    assert console.memory.agendas() == []


def test_where_there_is_no_undo_the_page_says_so(console: Console) -> None:
    [record] = console.memory.records()
    page = console.do("retract", id=record.id)
    assert "There is no undo" in page
    assert "data-undo" not in page


def test_nothing_is_undone_where_something_was_changed_again_since(console: Console) -> None:
    [record] = console.memory.records()
    page = console.do("correct", id=record.id, value="Bergen")
    [bergen] = console.memory.records(predicate="lives_in", state="current")
    console.memory.correct(bergen.id, "Rome")
    before = told(console.memory, "Ada")
    assert 'class="notice wrong"' in console.undo(page)
    assert told(console.memory, "Ada") == before


def test_a_preview_says_how_much_more_would_go(console: Console) -> None:
    for at in range(7):
        console.memory.add(f"note {at}", speaker="Ole", extract=False)
    page = console.client.get("/console/erase", params={
        "space": SPACE, "kind": "source", "target": "Ole",
    }).text  # fmt: skip
    assert "Ole: note 4" in page
    assert "and 2 more turns" in page
