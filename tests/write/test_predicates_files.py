"""Files of one's own: what they may say, and the line that is named when they may not."""

from __future__ import annotations

from pathlib import Path

import pytest

from smalti.model.errors import InvalidInput
from smalti.model.record import SlotKind, Value
from smalti.write.predicates import Predicate, PredicateTable, Triple

JUGGLES = """\
[predicate.juggles]
meaning = "keeps things in the air"
slot = "many-valued"
subject = "person"
value = "thing"
aliases.en = "juggle, juggle with"
"""


class Desk:
    """A folder in which files are written and loaded."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def load(self, *texts: str) -> PredicateTable:
        paths = [self.folder / f"{'abc'[place]}.toml" for place in range(len(texts))]
        for path, text in zip(paths, texts, strict=True):
            path.write_text(text, "utf-8")
        return PredicateTable.load(paths)

    def refused(self, *texts: str) -> InvalidInput:
        with pytest.raises(InvalidInput) as caught:
            self.load(*texts)
        return caught.value


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def found(table: PredicateTable, phrase: str, language: str = "en") -> Predicate:
    predicate = table.find(phrase, language)
    assert predicate is not None
    return predicate


def test_without_files_the_packaged_vocabulary_is_loaded() -> None:
    assert PredicateTable.load() == PredicateTable.default()


def test_a_new_entry_is_added(desk: Desk) -> None:
    table = desk.load(JUGGLES)
    assert found(table, "juggle with").name == "juggles"
    assert len(table) == len(PredicateTable.default()) + 1
    assert PredicateTable.default().find("juggle") is None


def test_an_entry_of_the_same_name_replaces(desk: Desk) -> None:
    table = desk.load(JUGGLES.replace("juggles", "nationality").replace("many-valued", "changing"))
    assert found(table, "juggle").name == "nationality"
    assert found(table, "juggle").slot is SlotKind.CHANGING
    assert table.find("be a citizen of") is None


def test_an_entry_that_extends_adds_and_leaves_the_rest(desk: Desk) -> None:
    added = (
        '[predicate.works_for]\nextends = true\naliases = { en = ["slave at"], ko = "다니다" }\n'
    )
    table = desk.load(added + 'implies = [{ predicate = "uses", constant = "a desk" }]\n')
    works_for = found(table, "slave at")
    assert works_for is found(table, "work at") is found(table, "다니다", "ko")
    assert works_for.slot is SlotKind.CHANGING
    assert Triple("s", "uses", Value(text="a desk")) in table.implied(
        Triple("s", "works_for", Value(entity="acme"))
    )


def test_a_group_is_extended_and_replaced_alike(desk: Desk) -> None:
    more = desk.load('[group.meat]\nextends = true\nmembers.en = "biltong"\nunless = "jackfruit"\n')
    assert more.within("biltong", "meat") and more.within("beef", "meat")
    assert not more.within("jackfruit burger", "meat")
    new = desk.load('[group.meat]\nmembers.en = "biltong"\n')
    assert new.within("biltong", "meat") and not new.within("beef", "meat")


def test_later_files_lie_over_earlier_ones(desk: Desk) -> None:
    second = JUGGLES.replace("many-valued", "unknown")
    third = '[predicate.juggles]\nextends = true\naliases.de = "jonglieren"\n'
    juggles = found(desk.load(JUGGLES, second, third), "jonglieren", "de")
    assert juggles.slot is SlotKind.UNKNOWN
    assert juggles.aliases["en"] == ("juggle", "juggle with")


def test_a_pair_may_be_said_at_one_of_the_two(desk: Desk) -> None:
    drops = JUGGLES.replace("juggles", "drops").replace("juggle", "let go of")
    held = JUGGLES.replace("juggles", "held").replace("juggle", "be held by")
    table = desk.load(f'{JUGGLES}opposite = "drops"\ninverse = "held"\n{drops}{held}')
    assert table.predicates["drops"].opposite == "juggles"
    assert table.predicates["held"].inverse == "juggles"


def test_a_predicate_may_be_completed_by_two_pairs(desk: Desk) -> None:
    drops = JUGGLES.replace("juggles", "drops").replace("juggle", "let go of")
    held = JUGGLES.replace("juggles", "held").replace("juggle", "be held by")
    table = desk.load(f'{JUGGLES}{drops}opposite = "juggles"\n{held}inverse = "juggles"\n')
    assert table.predicates["juggles"].opposite == "drops"
    assert table.predicates["juggles"].inverse == "held"


def test_aliases_may_be_written_in_a_block_or_in_a_table(desk: Desk) -> None:
    block = """'''
    en: juggle,
        juggle with
    de: jonglieren, jonglieren mit
    en: toss
    '''"""
    juggles = found(
        desk.load(JUGGLES.replace('.en = "juggle, juggle with"', f" = {block}")), "toss"
    )
    assert juggles.aliases == {
        "en": ("juggle", "juggle with", "toss"),
        "de": ("jonglieren", "jonglieren mit"),
    }


# What is added to JUGGLES (6 lines), the line it is refused at, the key and the problem.
ADDED = [
    ('slott = "changing"', 7, "slott", "is not a known key"),
    ('inverse = 3', 7, "inverse", "must be a text"),
    ('inverse = "juggled"', 7, "inverse", "names what is not there"),
    ('opposite = "drops"', 7, "opposite", "names what is not there"),
    ('opposite = "juggles"', 7, "opposite", "is the predicate itself"),
    ('opposite = "likes"', 7, "opposite", "makes a pair with 'likes', whose"),
    ('inverse = "owns"', 7, "inverse", "makes a pair with 'owns', whose"),
    ('implies = "hold"', 7, "implies", "names what is not there"),
    ('implies = [\n  "uses",\n  "hold",\n]', 9, "implies", "names what is not there"),
    ('implies = [{ constant = "x" }]', 7, "implies.predicate", "is missing"),
    ('implies = [{ predicate = "uses", polarity = 1 }]', 7, "implies.polarity", "must be true or"),
    ('implies = [{ predicate = "uses", sign = 1 }]', 7, "implies.sign", "is not a known key"),
    ('implies = [{ predicate = "uses", subject = "x" }]', 7, "implies.subject", "is unknown"),
    ('implies = [{ predicate = "uses", value = "subject" }]', 7, "implies", "takes both sides"),
    ("implies = 3", 7, "implies", "must be a name"),
    ("implies = [3]", 7, "implies", "must be a name or a table"),
    ('implies = "juggles"', 7, "implies", "goes round in a circle: juggles → juggles"),
    ('excludes = "hold"', 7, "excludes", "names what is not there"),
    ('excludes = [{ predicate = "uses", when = "hot" }]', 7, "excludes", "names what is not"),
    ('excludes = [{ predicate = "uses", when = "any" }]', 7, "excludes", "names what is not"),
    ('excludes = [{ predicate = "uses", value = "hot" }]', 7, "excludes", "names what is not"),
    ('ends = "hold"', 7, "ends", "names what is not there"),
    ('dimension = "mass"', 7, "dimension", "goes with a value that may be a number"),
    ('dimension = "heft"', 7, "dimension", "is unknown"),
    ('extends = "yes"', 7, "extends", "must be true or false"),
    ('extends = true', 7, "extends", "extends what is not there"),
    ('aliases.de = "jonglieren, , "\naliases.english = "toss"', 8, "aliases.english",
     "is not a language of two letters"),
    ("aliases.de = 3", 7, "aliases.de", "must be a text with commas"),
    ('aliases.de = ["jonglieren", " "]', 7, "aliases.de", "must be a text"),
    ('aliases.de = "\u200b"', 7, "aliases.de", "is an alias without a letter"),
    ('aliases.de = "jonglieren"\naliases.fr = "jongler, habiter à"', 8, "aliases.fr",
     "is an alias of 'lives_in' as well, in "),
]  # fmt: skip


@pytest.mark.parametrize(("added", "line", "key", "problem"), ADDED, ids=lambda x: str(x)[:40])
def test_the_line_of_what_is_wrong_is_named(
    desk: Desk, added: str, line: int, key: str, problem: str
) -> None:
    error = desk.refused(f"{JUGGLES}{added}\n")
    assert error.field == f"{desk.folder / 'a.toml'}:{line}: predicate.juggles.{key}"
    assert error.problem.startswith(problem)


# What takes the place of a line of JUGGLES, the line, the key and the problem.
CHANGED = [
    ('meaning = "keeps things in the air"', "", 1, "meaning", "is missing"),
    ('slot = "many-valued"', "", 1, "slot", "is missing"),
    ('subject = "person"', "", 1, "subject", "is missing"),
    ('value = "thing"', "", 1, "value", "is missing"),
    ('meaning = "keeps things in the air"', 'meaning = ""', 2, "meaning", "must be a text"),
    ('slot = "many-valued"', 'slot = "sometimes"', 3, "slot", "is unknown"),
    ('slot = "many-valued"', "slot = 1", 3, "slot", "must be a text"),
    ('subject = "person"', 'subject = "person, robot"', 4, "subject", "is unknown"),
    ('subject = "person"', 'subject = " , "', 4, "subject", "is empty"),
    ('"juggle, juggle with"', '""', 6, "aliases.en", "is empty"),
    ('"juggle, juggle with"', "[]", 6, "aliases.en", "is empty"),
    ('value = "thing"', "value = 7", 5, "value", "must be a text with commas"),
    ('value = "thing"', 'value = "number"', 1, "dimension", "goes with a value that may"),
    ('.en = "juggle', ' = "juggle', 6, "aliases", "does not begin with a language"),
    ('.en = "juggle, juggle with"', " = 4", 6, "aliases", "must be a text with lines"),
]


@pytest.mark.parametrize(
    ("old", "new", "line", "key", "problem"), CHANGED, ids=lambda x: str(x)[:40]
)
def test_what_is_missing_or_of_the_wrong_type_is_named(
    desk: Desk, old: str, new: str, line: int, key: str, problem: str
) -> None:
    assert old in JUGGLES
    error = desk.refused(JUGGLES.replace(old, new))
    assert error.field == f"{desk.folder / 'a.toml'}:{line}: predicate.juggles.{key}"
    assert error.problem.startswith(problem)


def test_a_slot_kind_that_is_unknown_is_answered_with_the_known_ones(desk: Desk) -> None:
    error = desk.refused(JUGGLES.replace("many-valued", "sometimes"))
    assert (error.value, error.fix) == (
        "sometimes",
        "Use one of: changing, immutable, many-valued, conditional, unknown",
    )


def test_a_name_that_is_mistyped_is_answered_with_the_nearest(desk: Desk) -> None:
    assert "'lives_in'" in (desk.refused(JUGGLES + 'implies = "live_in"\n').fix or "")
    assert "aliases" in (desk.refused(JUGGLES + 'aliasses.de = "x"\n').fix or "")


def test_an_alias_of_two_predicates_names_both_lines(desk: Desk) -> None:
    error = desk.refused(JUGGLES, JUGGLES.replace("juggles", "throws").replace("juggle,", "hurl,"))
    assert error.field == f"{desk.folder / 'b.toml'}:6: predicate.throws.aliases.en"
    assert error.value == "juggle with"
    assert error.problem == f"is an alias of 'juggles' as well, in {desk.folder / 'a.toml'}:6"


def test_an_alias_in_a_block_names_its_own_line(desk: Desk) -> None:
    block = "aliases = '''\nen: toss,\n  juggle with,\n  juggle\nde: werfen\n'''\n"
    throws = JUGGLES.replace("juggles", "throws").partition("aliases")[0] + block
    error = desk.refused(throws, JUGGLES.replace("juggle with", "cascade"))
    assert error.field == f"{desk.folder / 'b.toml'}:6: predicate.juggles.aliases.en"
    assert error.problem == f"is an alias of 'throws' as well, in {desk.folder / 'a.toml'}:9"


def test_an_alias_that_an_extension_adds_names_the_extension(desk: Desk) -> None:
    error = desk.refused(JUGGLES, '[predicate.likes]\nextends = true\naliases.en = "juggle"\n')
    files = {error.field.split(": ")[0], error.problem.rpartition(" ")[2]}
    assert files == {f"{desk.folder / 'a.toml'}:6", f"{desk.folder / 'b.toml'}:3"}


def test_an_alias_of_a_packaged_predicate_names_its_line(desk: Desk) -> None:
    error = desk.refused(JUGGLES.replace("juggle,", "Reside  in,"))
    place = error.problem.rpartition(" ")[2]
    path, line = place.rsplit(":", 1)
    assert "reside in" in Path(path).read_text("utf-8").splitlines()[int(line) - 1]


def test_the_same_alias_in_two_languages_is_no_matter(desk: Desk) -> None:
    assert found(desk.load(JUGGLES + 'aliases.de = "home"\n'), "home", "de").name == "juggles"


def test_a_name_that_comes_twice_in_a_file_names_both_lines(desk: Desk) -> None:
    error = desk.refused(f"{JUGGLES}\n{JUGGLES}")
    assert error.field == f"{desk.folder / 'a.toml'}:8: predicate.juggles"
    assert error.problem == "is declared twice, first on line 1"


def test_a_key_that_comes_twice_names_both_lines(desk: Desk) -> None:
    error = desk.refused(f'{JUGGLES}slot = "unknown"\n')
    assert error.field == f"{desk.folder / 'a.toml'}:7: predicate.juggles.slot"
    assert error.problem == "is declared twice, first on line 3"


def test_a_cycle_of_implications_is_named_from_end_to_end(desk: Desk) -> None:
    spins = JUGGLES.replace("juggles", "spins").replace("juggle", "spin")
    hurls = JUGGLES.replace("juggles", "hurls").replace("juggle", "hurl")
    error = desk.refused(
        f'{JUGGLES}implies = "spins"\n', f'{spins}implies = "hurls"\n{hurls}implies = "juggles"\n'
    )
    around = ["juggles", "spins", "hurls"]
    first = around.index(error.value[0])  # type: ignore[index]
    cycle = [*around[first:], *around[:first], around[first]]
    assert error.problem == f"goes round in a circle: {' → '.join(cycle)}"
    file, line = {"juggles": ("a", 7), "spins": ("b", 7), "hurls": ("b", 14)}[cycle[0]]
    assert error.field == f"{desk.folder / file}.toml:{line}: predicate.{cycle[0]}.implies"


def test_a_cycle_may_run_through_a_packaged_entry_that_is_extended(desk: Desk) -> None:
    extended = '[predicate.has]\nextends = true\nimplies = "bought"\n'
    error = desk.refused(extended)
    assert {*error.value} == {"has", "bought", "owns"}  # type: ignore[misc]


def test_denials_take_part_in_cycles(desk: Desk) -> None:
    spins = JUGGLES.replace("juggles", "spins").replace("juggle", "spin")
    denied = '{ predicate = "%s", polarity = false, given = %s }'
    error = desk.refused(
        f"{JUGGLES}implies = [{denied % ('spins', 'true')}]\n"
        f'{spins}implies = [{{ predicate = "juggles", given = false }}]\n'
    )
    assert "not spins" in error.problem
    desk.load(  # each rules out the other, which is no circle
        f"{JUGGLES}implies = [{denied % ('spins', 'true')}]\n"
        f"{spins}implies = [{denied % ('juggles', 'true')}]\n"
    )


@pytest.mark.parametrize(
    ("text", "line", "key", "problem"),
    [
        ("[group.hot]\n", 1, "hot.members", "is missing"),
        ("[group.hot]\nmembers = {}\n", 2, "hot.members", "is missing"),
        ("[group.hot]\nmembers.en = ' , '\n", 2, "hot.members.en", "is empty"),
        ("[group.hot]\nmembers.en = 3\n", 2, "hot.members.en", "must be a text with commas"),
        ('[group.any]\nmembers.en = "x"\n', 1, "any", "is a name with a meaning of its own"),
        ('[group.hot]\nmembers.en = "x"\nincludes = "warm"\n', 3, "hot.includes", "names what is"),
        ('[group.hot]\nmembers.en = "x"\nincludes = "hot"\n', 3, "hot.includes", "goes round in"),
        ('[group.hot]\nmembers.en = "x"\nslot = "unknown"\n', 3, "hot.slot", "is not a known key"),
        ("[group.warm]\nextends = true\n", 2, "warm.extends", "extends what is not there"),
        ("[group.meat]\nextends = true\nmeaning = 'flesh'\n", 3, "meat.meaning", "cannot be added"),
    ],
)
def test_a_group_names_its_lines_too(
    desk: Desk, text: str, line: int, key: str, problem: str
) -> None:
    error = desk.refused(text)
    assert error.field == f"{desk.folder / 'a.toml'}:{line}: group.{key}"
    assert error.problem.startswith(problem)


@pytest.mark.parametrize("key", ["slot", "subject", "meaning", "opposite", "inverse"])
def test_what_cannot_be_added_to_is_not_extended(desk: Desk, key: str) -> None:
    value = {"slot": "unknown", "subject": "person"}.get(key, "has")
    error = desk.refused(f'[predicate.likes]\nextends = true\n{key} = "{value}"\n')
    assert error.field == f"{desk.folder / 'a.toml'}:3: predicate.likes.{key}"
    assert error.fix == "Leave out extends to replace the whole entry"


@pytest.mark.parametrize(
    ("text", "line", "key", "problem"),
    [
        ('[predicate.Juggles]\nmeaning = "x"\n', 1, "predicate.Juggles", "is not a name in snake"),
        ('[predicate."two words"]\n', 1, "predicate.two words", "is not a name in snake"),
        ("[predicat.juggles]\n", 1, "predicat", "is not a kind of entry"),
        ("# mine\npredicate = 3\n", 2, "predicate", "is not a kind of entry"),
        ("[predicate]\n\njuggles = 3\n", 3, "predicate.juggles", "must be a table"),
    ],
)
def test_a_table_of_no_kind_is_refused(
    desk: Desk, text: str, line: int, key: str, problem: str
) -> None:
    error = desk.refused(text)
    assert error.field == f"{desk.folder / 'a.toml'}:{line}: {key}"
    assert error.problem.startswith(problem)


def test_a_file_that_is_no_toml_names_the_line(desk: Desk) -> None:
    error = desk.refused(f"{JUGGLES}slot: changing\n")
    assert error.field == f"{desk.folder / 'a.toml'}:7"
    assert error.problem.startswith("is not TOML")
    assert desk.refused(JUGGLES + "value = [").field.startswith(f"{desk.folder / 'a.toml'}:7")


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    odd = tmp_path / "odd.toml"
    odd.write_bytes(b"\xff\xfe")
    for path in (tmp_path / "none.toml", odd):
        with pytest.raises(InvalidInput, match="cannot be read") as caught:
            PredicateTable.load([path])
        assert caught.value.value == str(path)
