from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import smalti

ROOT = Path(__file__).parents[1]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_the_python_examples_of_a_page_print_what_it_shows(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = re.sub(r"^```\w*$", "", page.read_text("utf-8"), flags=re.MULTILINE)
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    assert runner.run(test, out=report.append).failed == 0, "".join(report)


def test_the_example_of_the_package_works() -> None:
    assert doctest.testmod(smalti).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_the_links_of_a_page_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_every_decision_is_listed() -> None:
    folder = ROOT / "docs" / "decisions"
    listed = set(re.findall(r"\((\d{4}-[\w-]+\.md)\)", (folder / "README.md").read_text("utf-8")))
    assert listed == {path.name for path in folder.glob("0*.md")}


def test_the_readme_shows_the_two_commands_on_its_first_screen() -> None:
    first_screen = (ROOT / "README.md").read_text("utf-8").splitlines()[:40]
    for command in ("make demo", "make test"):
        assert any(command in line for line in first_screen)


def test_every_variable_that_is_read_is_in_the_reference() -> None:
    source = "".join(path.read_text("utf-8") for path in (ROOT / "src").rglob("*.py"))
    read = set(re.findall(r"[\"'](SMALTI_[A-Z_]*[A-Z])[\"']", source))
    told = (ROOT / "docs" / "reference" / "settings.md").read_text("utf-8")
    assert read
    assert {name for name in read if f"`{name}`" not in told} == set()
