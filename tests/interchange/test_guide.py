"""The guide says what each of its examples imports as; here that is held to be true."""

import re
from pathlib import Path

import pytest

from smalti.interchange import formats
from smalti.model.results import Fault
from smalti.write import drafts

GUIDE = (Path(__file__).parents[2] / "docs" / "guide" / "importing.md").read_text("utf-8")
EXAMPLE = re.compile(
    r"<!-- (?P<name>\S+): (?P<format>\w+), (?P<turns>\d+) turns?, (?P<faults>\d+) faults? -->\n"
    r"```\w+\n(?P<content>.*?)```\n",
    re.DOTALL,
)
EXAMPLES = list(EXAMPLE.finditer(GUIDE))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["format"])
def test_examples_import_as_the_guide_says(tmp_path: Path, example: re.Match[str]) -> None:
    path = tmp_path / example["name"]
    path.write_text(example["content"], "utf-8")
    assert formats.detect(path) == example["format"]
    faults = [isinstance(item, Fault) for item in formats.read(path)]
    assert (faults.count(False), faults.count(True)) == (
        int(example["turns"]),
        int(example["faults"]),
    )


def test_every_format_is_in_the_table_and_has_an_example() -> None:
    assert set(formats.FORMATS) == {example["format"] for example in EXAMPLES}
    assert all(f"| `{name}` |" in GUIDE for name in formats.FORMATS)


def test_every_alias_of_a_field_is_named() -> None:
    assert all(f"`{alias}`" in GUIDE for aliases in drafts.ALIASES.values() for alias in aliases)
    assert all(f"`{role}`" in GUIDE for role in drafts.ROLES)
