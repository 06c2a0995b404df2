"""The console in a headless browser, as somebody uses it."""

from __future__ import annotations

import os
import re
from itertools import combinations
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect

from serve.console.conftest import SPACE, Look, Site
from smalti.model.conflict import ConflictStatus

pytestmark = [
    pytest.mark.enable_socket,
    pytest.mark.allow_hosts(["127.0.0.1"]),
]

PAGES = (
    "inbox",
    "inbox?status=decided",
    "memories",
    "memories?q=boat",
    "memories?as_of=2024-05-01",
    "entities",
    "entity?id=Wietske",
    "graph",
    "ask?q=Where does Wietske live?",
    "agenda",
    "activity",
    "keys",
    "health",
    "erase",
    "erase?kind=source&target=Jorrit",
)
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
PICTURES = os.environ.get("SMALTI_PICTURES")  # read before tests forget the environment
NASTY = "<img src=x onerror=\"document.title='pwned'\">{{ 7 * 7 }}</script><b>'\""


def at(path: str) -> str:
    return f"{path}{'&' if '?' in path else '?'}space={SPACE}"


def open_conflicts(site: Site) -> int:
    return len(site.memory.conflicts(status=ConflictStatus.OPEN))


# ------------------------------------------------------------------------------------- settling


def test_a_conflict_is_resolved_with_one_key_and_taken_back_with_another(
    site: Site, look: Look
) -> None:
    page = look(at("inbox"))
    before = open_conflicts(site)
    page.locator("article.conflict", has_text="Marmalade").click(position={"x": 5, "y": 5})
    page.keyboard.press("j")
    while "Marmalade" not in page.locator(".chosen").inner_text():
        page.keyboard.press("j")
    page.keyboard.press("1")
    expect(page.locator(".notice")).to_contain_text("“Marmalade born in Sneek” is right")
    assert open_conflicts(site) == before - 1
    page.keyboard.press("u")
    expect(page.locator(".notice")).to_contain_text("Taken back")
    assert open_conflicts(site) == before


def test_a_conflict_is_resolved_and_taken_back_without_javascript(site: Site, look: Look) -> None:
    page = look(at("inbox"), scripts=False)
    before = open_conflicts(site)
    card = page.locator("article.conflict", has_text="Marmalade")
    card.locator("input[name=reason]").fill("so says the vet")
    card.locator("button[value=incoming]").click()
    expect(page.locator(".notice")).to_contain_text("“Marmalade born in Harlingen” is right")
    assert open_conflicts(site) == before - 1
    page.locator("button[data-undo]").click()
    assert open_conflicts(site) == before


def test_both_sides_of_a_conflict_quote_their_evidence_in_place(look: Look) -> None:
    page = look(at("inbox"))
    card = page.locator("article.conflict", has_text="Berend")
    expect(card.locator("mark").first).to_have_text("My brother Berend was born in 1991")
    expect(card.locator("svg rect.bar")).to_have_count(2)
    card.get_by_role("link", name="in context").first.click()
    expect(page.locator("blockquote.this mark")).to_have_text("My brother Berend was born in 1991")
    expect(page.locator(".near")).to_have_count(6)


def test_a_question_is_answered_and_goes(site: Site, look: Look) -> None:
    page = look(at("inbox"))
    item = page.locator("li.question", has_text="Who is meant by “She”")
    item.get_by_label("Answer in words").fill("Stoofpeer")
    item.get_by_role("button", name="Answer").click()
    expect(page.locator(".notice")).to_contain_text("Answered")
    expect(page.locator("li.question", has_text="Who is meant by “She”")).to_have_count(0)
    assert not any("She" in one.question for one in site.memory.clarifications())


def test_a_third_value_takes_the_place_of_one_in_conflict(site: Site, look: Look) -> None:
    site.memory.assert_("Admiral", "born_in", "Sneek", speaker="Wietske")
    site.memory.assert_("Admiral", "born_in", "Leer", speaker="Jorrit")
    page = look(at("inbox"))
    card = page.locator("article.conflict", has_text="Admiral")
    card.get_by_label("Neither:").fill("Emden")
    card.get_by_text("as somebody else").click()
    card.get_by_label("Who says so").fill("Wietske")
    card.get_by_role("button", name="Tell").click()
    expect(page.locator(".notice")).to_contain_text("Emden")
    born = {
        ("Emden" if "Emden" in one.sentence else one.sentence): one.state.value
        for one in site.memory.records(about="Admiral", predicate="born_in", state=None)
    }
    assert born == {
        "Admiral born in Sneek": "corrected",
        "Admiral born in Leer": "rejected",
        "Emden": "current",
    }


# ------------------------------------------------------------------------------------ looking


def test_the_slider_moves_the_memory_to_another_day(look: Look) -> None:
    page = look(at("memories?about=Wietske&predicate=lives+in"))
    expect(page.locator("ul.records .sentence")).to_have_text(["Wietske lives in Groningen"])
    slider = page.get_by_label("Held on, as a slider")
    slider.evaluate(
        "(one) => { const day = (Date.parse('2024-06-01') - Date.parse(one.dataset.first)) / 864e5;"
        "one.value = String(day); one.dispatchEvent(new Event('input', {bubbles: true}));"
        "one.dispatchEvent(new Event('change', {bubbles: true})); }"
    )
    expect(page.locator("ul.records .sentence").first).to_have_text("Wietske lives in Delfzijl")
    expect(page).to_have_url(re.compile("as_of=2024-06-01"))
    expect(page.locator("form.time")).to_contain_class("set")
    expect(page.locator("ul.records .badge").first).to_have_text("held then")
    page.get_by_role("link", name="Back to now").click()
    expect(page.locator("ul.records .sentence")).to_have_text(["Wietske lives in Groningen"])


def test_the_moment_is_a_date_field_without_javascript(look: Look) -> None:
    page = look(at("memories?about=Wietske&predicate=lives+in"), scripts=False)
    expect(page.get_by_label("Held on, as a slider")).to_be_hidden()
    page.get_by_label("Held on", exact=True).fill("2024-06-01")
    page.get_by_role("button", name="Look").click()
    expect(page.locator("ul.records .sentence").first).to_have_text("Wietske lives in Delfzijl")


def test_nothing_was_known_before_anything_was_recorded(look: Look) -> None:
    page = look(at("memories?known_at=2020-01-01"))
    expect(page.locator(".empty")).to_contain_text("Nothing fits")


def test_an_answer_opens_the_turn_it_rests_on(look: Look) -> None:
    page = look(at("ask"))
    page.get_by_label("A question").fill("Where does Wietske live?")
    page.keyboard.press("Enter")
    expect(page.locator(".answer-text")).to_contain_text("Groningen")
    expect(page.locator("ol.trace .score-bar").first).to_be_visible()
    page.get_by_role("link", name="open the turn").first.click()
    expect(page.locator("blockquote.this mark")).to_contain_text("moved to Groningen")


def test_an_entity_shows_facts_claims_and_what_is_around_it(look: Look) -> None:
    page = look(at("entity?id=Berend"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Berend")
    expect(page.locator("section", has_text="What others say")).to_contain_text("1993")
    expect(page.locator(".ego circle.centre")).to_have_count(1)
    page.locator(".ego").get_by_role("link", name="Mizuki", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Mizuki")


def test_two_entities_are_made_one_and_parted_again(site: Site, look: Look) -> None:
    site.memory.assert_("Jorrit Veenstra", "likes", "herring", speaker="Wietske")
    page = look(at("entity?id=Jorrit"))
    page.get_by_label("The same as:").fill("Jorrit Veenstra")
    page.get_by_role("button", name="Make one").click()
    expect(page.locator(".merges")).to_contain_text("Jorrit Veenstra is the same")
    assert site.memory.entity("Jorrit Veenstra").name == "Jorrit"
    page.get_by_role("button", name="Part").click()
    expect(page.locator(".notice")).to_contain_text("are two again")
    assert site.memory.entity("Jorrit Veenstra").name == "Jorrit Veenstra"


def test_the_map_is_drawn_and_a_node_found(look: Look) -> None:
    page = look(at("graph"))
    page.wait_for_selector("[data-ready]")
    expect(page.locator("#map canvas").first).to_be_visible()
    page.get_by_label("Find a node").fill("Groningen")
    expect(page.locator("#map-note")).to_contain_text("found")


@pytest.mark.parametrize("chosen", [False, True])
def test_no_name_on_the_map_lies_over_another(look: Look, chosen: bool) -> None:
    page = look(at("graph"))
    page.wait_for_selector("[data-ready]")
    if chosen:
        page.evaluate("document.querySelector('#map')._cyreg.cy.$('node').first().emit('tap')")
        expect(page.locator("#map-note")).to_contain_text("Twice opens it")
        page.wait_for_timeout(200)
    names = page.evaluate(
        "document.querySelector('#map')._cyreg.cy.nodes('.named').map((node) => {"
        "const box = node.renderedBoundingBox({includeNodes: false, includeEdges: false});"
        "return [box.x1, box.y1, box.x2, box.y2]; })"
    )
    assert names
    for one, other in combinations(names, 2):
        wide = min(one[2], other[2]) - max(one[0], other[0])
        high = min(one[3], other[3]) - max(one[1], other[1])
        assert min(wide, high) <= 1


def test_a_way_between_two_is_told_link_by_link(look: Look) -> None:
    page = look(at("graph?one=Mizuki&other=Wietske"))
    expect(page.locator(".way-steps")).to_contain_text("Berend married to Mizuki")


def test_keys_lead_to_pages_and_are_listed(look: Look) -> None:
    page = look(at("inbox"))
    page.keyboard.press("g")
    page.keyboard.press("m")
    expect(page.get_by_role("heading", level=1)).to_have_text("Memories")
    page.keyboard.press("/")
    expect(page.get_by_label("Search what was said")).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()


def test_keys_are_keys_again_once_a_question_is_asked_or_its_field_left(look: Look) -> None:
    page = look(at("ask"))
    expect(page.get_by_label("A question")).to_be_focused()
    expect(page.locator("#leave")).to_contain_text("leaves the field")
    page.keyboard.type("Where does Wietske live?")
    page.keyboard.press("Escape")
    expect(page.get_by_label("A question")).to_have_value("Where does Wietske live?")
    page.keyboard.press("/")
    page.keyboard.press("Enter")
    expect(page.locator(".answer-text")).to_contain_text("Groningen")
    page.keyboard.press("g")
    page.keyboard.press("i")
    expect(page.get_by_role("heading", level=1)).to_have_text("Inbox")


def test_what_was_told_is_undone_with_a_key_and_else_it_is_said(site: Site, look: Look) -> None:
    for town, speaker in (("Sneek", "Wietske"), ("Leer", "Jorrit")):
        site.memory.assert_("Pudding", "born_in", town, speaker=speaker)
    before = open_conflicts(site)
    page = look(at("inbox"))
    page.keyboard.press("u")
    expect(page.locator(".notice")).to_contain_text("Nothing here can be undone")
    card = page.locator("article.conflict", has_text="Pudding")
    card.get_by_label("Neither:").fill("Emden")
    card.get_by_role("button", name="Tell").click()
    expect(page.locator(".notice")).to_contain_text("Emden")
    page.keyboard.press("u")
    expect(page.locator(".notice")).to_contain_text("“Pudding born in Emden” is taken back")
    assert open_conflicts(site) == before


def test_light_or_dark_is_remembered(look: Look) -> None:
    page = look(at("inbox"))
    page.get_by_role("button", name="Dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_role("link", name="Memories").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


# -------------------------------------------------------------------------------- agenda and upkeep


def test_an_agenda_is_opened_and_its_question_answered(site: Site, look: Look) -> None:
    page = look(at("agenda"))
    page.locator("select#example").select_option("clinical-intake")
    page.get_by_placeholder("about whom").first.fill("Wietske")
    page.get_by_role("button", name="Open").first.click()
    expect(page.locator(".agenda-head")).to_contain_text("clinical-intake about Wietske")
    unit = page.locator("input[name=unit]").first.input_value()
    page.get_by_label("Answer", exact=True).fill("headache since Monday")
    page.get_by_role("button", name="Answer").click()
    expect(page.locator(".notice")).to_be_visible()
    [info] = site.memory.agendas()
    assert info.subject == "Wietske"
    assert unit


def test_what_was_done_is_listed_newest_first(look: Look) -> None:
    page = look(at("activity?kind=turns"))
    expect(page.locator("ol.log li").first).to_be_visible()
    assert page.locator("ol.log time").all_inner_texts() == sorted(
        page.locator("ol.log time").all_inner_texts(), reverse=True
    )


def test_an_export_is_a_file_with_a_line_for_each_noun(look: Look, tmp_path: Path) -> None:
    page = look(at("erase"))
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Export “harbour”").click()
    path = tmp_path / "export.jsonl"
    waiting.value.save_as(path)
    assert len(path.read_text("utf-8").splitlines()) > 50


def test_what_is_erased_is_gone_and_leaves_a_receipt(site: Site, look: Look) -> None:
    site.memory.add("The safe word is quicksilver.", speaker="Ole", session="secrets")
    page = look(at("memories?q=quicksilver"))
    expect(page.locator("li.hit").first).to_contain_text("quicksilver")
    page = look(at("erase"))
    page.get_by_label("What").select_option("source")
    page.get_by_label("Which").fill("Ole")
    page.get_by_role("button", name="See what would go").click()
    expect(page.locator(".danger")).to_contain_text("turns")
    page.get_by_label("Type Ole").fill("Olé")
    page.get_by_role("button", name="Erase for good").click()
    expect(page.locator(".notice.wrong")).to_be_visible()
    page.get_by_label("Type Ole").fill("Ole")
    page.get_by_role("button", name="Erase for good").click()
    expect(page.locator(".notice")).to_contain_text("Erased for good")
    expect(page.locator(".receipt").first).to_contain_text("Source erased")
    page = look(at("memories?q=quicksilver"))
    expect(page.locator("main")).not_to_contain_text("safe word")


# ---------------------------------------------------------------------- untrusted, accessible


def test_whatever_is_remembered_is_shown_as_text(site: Site, look: Look) -> None:
    site.memory.add(f"I like {NASTY}", speaker=NASTY, session=NASTY, extract=False)
    site.memory.assert_("Vera", "likes", NASTY, speaker="Vera")
    [record] = site.memory.records(about="Vera")
    turn = record.evidence[0].turn
    page = look(at("memories?about=Vera"))
    expect(page.locator("main")).to_contain_text("{{ 7 * 7 }}")
    for path in (
        f"record?id={record.id}", f"turn?id={turn}", "entity?id=Vera", "memories?q=onerror",
        "ask?q=What does Vera like?", "activity", "graph",
    ):  # fmt: skip
        page.goto(f"{site.url}/console/{at(path)}")
        if path == "graph":
            page.wait_for_selector("[data-ready]")
        assert "pwned" not in page.title()
        assert page.locator("main img, main b").count() == 0, path


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_page_is_accessible(site: Site, look: Look, dark: bool) -> None:
    """By all rules of axe in light; in dark by those about colours: nothing else differs."""
    page = look(at("inbox"), dark=dark)
    options = {"resultTypes": ["violations"]} | ({"runOnly": COLOURS} if dark else {})
    for path in PAGES:
        page.goto(f"{site.url}/console/{at(path)}")
        found = Axe().run(page, options=options)
        assert found.violations_count == 0, f"{path}: {found.generate_report()}"


def test_no_page_is_wider_than_a_phone(site: Site, look: Look) -> None:
    page = look(at("inbox"), width=375)
    for path in PAGES:
        page.goto(f"{site.url}/console/{at(path)}")
        wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert wide[0] <= wide[1], path
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Memories").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Memories")


@pytest.mark.skipif(PICTURES is None, reason="SMALTI_PICTURES names no folder for them")
def test_pictures_for_the_guide(look: Look) -> None:
    assert PICTURES is not None
    folder = Path(PICTURES)
    shots = (
        ("inbox", "inbox", 1240, False),
        ("memories", "memories?as_of=2024-06-01", 1240, False),
        ("entity", "entity?id=Wietske", 1240, True),
        ("graph", "graph", 1240, False),
        ("ask", "ask?q=Where does Wietske live?", 1240, False),
        ("phone", "inbox", 375, True),
    )
    for name, path, width, dark in shots:
        page = look(at(path), width=width, dark=dark)
        page.set_viewport_size({"width": width, "height": 780})
        if path == "graph":
            page.wait_for_selector("[data-ready]")
        page.screenshot(path=folder / f"console-{name}.png")
