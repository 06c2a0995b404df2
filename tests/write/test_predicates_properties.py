"""Whatever a file says: no cycle gets in, and what follows comes to an end."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from smalti.model.errors import InvalidInput
from smalti.model.record import Value
from smalti.write.predicates import Predicate, PredicateTable, Triple
from smalti.write.predicates.checks import check
from smalti.write.predicates.inference import implied
from smalti.write.predicates.layers import merged
from smalti.write.predicates.source import Source

NAMES = tuple(f"p{number}" for number in range(5))
Rule = tuple[str, str, bool, bool, bool]  # from, to, polarity, given, sides turned

RULES = st.lists(
    st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES), *[st.booleans()] * 3), max_size=7
)
PAIRS = st.dictionaries(st.sampled_from(NAMES), st.sampled_from(NAMES), max_size=2)


def written(name: str, rules: list[Rule], inverses: dict[str, str], extends: bool) -> str:
    tables = ", ".join(
        f'{{ predicate = "{to}", polarity = {str(polarity).lower()}, given = {str(given).lower()}'
        + (', subject = "value" }' if turned else " }")
        for start, to, polarity, given, turned in rules
        if start == name
    )
    body = f"[predicate.{name}]\nimplies = [{tables}]\n"
    if extends:
        return body + "extends = true\n"
    inverse = f'inverse = "{inverses[name]}"\n' if name in inverses else ""
    return f"{body}{inverse}meaning = 'x'\nslot = 'unknown'\nsubject = 'thing'\nvalue = 'thing'\n"


def checked(
    base: list[Rule], more: list[Rule], inverses: dict[str, str]
) -> dict[str, Predicate] | None:
    """What load() makes of two files, but without the packaged ones below them."""
    first = "".join(written(name, base, inverses, extends=False) for name in NAMES)
    second = "".join(written(name, more, {}, extends=True) for name in NAMES)
    try:
        return check(merged([[Source("a.toml", first)], [Source("b.toml", second)]]))[0]
    except InvalidInput as error:
        assert re.match(r"[ab]\.toml:\d+: predicate\.p\d\.(implies|inverse)$", error.field)
        return None


def is_circular(rules: list[Rule]) -> bool:
    """Warshall's closure: another way to tell than the one under test."""
    reach = {((a, given), (b, polarity)) for a, b, polarity, given, _ in rules}
    nodes = [(name, sign) for name in NAMES for sign in (True, False)]
    for middle in nodes:
        reach |= {
            (a, b) for a in nodes for b in nodes if (a, middle) in reach and (middle, b) in reach
        }
    return any((node, node) in reach for node in nodes)


@given(base=RULES, more=RULES)
def test_loading_accepts_implications_if_and_only_if_they_are_free_of_cycles(
    base: list[Rule], more: list[Rule]
) -> None:
    assert (checked(base, more, {}) is None) == is_circular([*base, *more])


@given(
    base=RULES, more=RULES, inverses=PAIRS, start=st.sampled_from(NAMES),
    depth=st.integers(0, 60), polarity=st.booleans(),
)  # fmt: skip
def test_what_follows_comes_to_an_end_without_repeats(
    base: list[Rule],
    more: list[Rule],
    inverses: dict[str, str],
    start: str,
    depth: int,
    polarity: bool,
) -> None:
    predicates = checked(base, more, inverses)
    if predicates is None:
        return
    triple = Triple("a", start, Value(entity="b"), polarity)
    found = implied(predicates, triple, depth)
    assert len({triple, *found}) == len(found) + 1 <= 2 * 2 * len(NAMES)  # sides, signs, names
    nearer = implied(predicates, triple, depth // 2)
    assert found[: len(nearer)] == nearer


KNOWN = list(PredicateTable.default().predicates.values())
WORDS = st.sampled_from(["meat", "vegan", "a steak", "oat milk", "Ada", "素食", "only child", ""])


@given(one=st.sampled_from(KNOWN), other=st.sampled_from(KNOWN), mine=WORDS, theirs=WORDS)
def test_exclusion_is_symmetric(one: Predicate, other: Predicate, mine: str, theirs: str) -> None:
    table = PredicateTable.default()
    there = table.exclusive(one.name, mine, other.name, theirs)
    back = table.exclusive(other.name, theirs, one.name, mine)
    assert (there is None) == (back is None)


@given(
    lemmas=st.lists(st.sampled_from(["work", "at", "on", "be", "in", "live", "no", "longer", "x"])),
)
def test_a_match_is_the_longest_alias_that_the_lemmas_begin_with(lemmas: list[str]) -> None:
    table = PredicateTable.default()
    aliases = {phrase for p in KNOWN for phrase in p.aliases["en"]}
    prefixes = [n for n in range(1, len(lemmas) + 1) if " ".join(lemmas[:n]) in aliases]
    matched = table.match(lemmas)
    assert (matched[1] if matched else None) == (max(prefixes) if prefixes else None)


@given(st.text(), st.sampled_from(["en", "zh", "ja", "de", "", "tlh-Latn"]))
def test_looking_up_any_text_fails_in_no_way(text: str, language: str) -> None:
    table = PredicateTable.default()
    table.find(text, language)
    table.match(text.split(), language)
    table.for_value(text)
    table.exclusive("follows_diet", text, "eats", text)
