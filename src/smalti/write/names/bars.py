"""Bars: what keeps two mentions apart however alike their names are.

Kind, numbers, letters, a text that counts two, a child and an adult. They are asked in their order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from smalti.write.names import described, designators, people, signs, spelling, things
from smalti.write.names.mention import Verdict
from smalti.write.names.pair import Contexts, Pair
from smalti.write.names.parts import Name

P = Verdict.PROPOSE
Compare = Callable[[Name, Name], str]


@dataclass(frozen=True, slots=True)
class Bar:
    """Something that decides whatever the form of the names; ``test`` gives evidence or ""."""

    name: str
    reason: str
    test: Callable[[Pair], str]
    verdict: Verdict = Verdict.DIFFERENT


def by_names(compare: Compare) -> Callable[[Pair], str]:
    """A test of two names alone."""
    return lambda pair: compare(*pair.names)


def of_people(compare: Compare) -> Callable[[Pair], str]:
    """A test of two names that may be people's."""
    return lambda pair: compare(*pair.names) if pair.of_people else ""


def of_things(compare: Compare) -> Callable[[Pair], str]:
    """A test of two names that may be of something else."""
    return lambda pair: compare(*pair.names) if pair.of_things else ""


def other_kinds(pair: Pair) -> str:
    """Two kinds; "concept" is every kind but a person."""
    one, other = sorted(name.kind for name in pair.names)
    if one == other or not one or ("concept" in (one, other) and "person" not in (one, other)):
        return ""
    return f"{one} / {other}"


def _stages(pair: Pair) -> str:
    one, other = (signs.stage_of(mention) for mention in (pair.one, pair.other))
    return f"{one} / {other}" if one and other and one != other and pair.of_people else ""


def _child_or_not(pair: Pair) -> str:
    """A child here, and there something that has nothing to do with the child."""
    one, other = (signs.stage_of(mention) for mention in (pair.one, pair.other))
    apart = pair.alike and pair.of_people and pair.contexts is Contexts.APART
    return "child / not said" if apart and {one, other} == {"child", ""} else ""


def _ages(pair: Pair) -> str:
    one, other = (signs.ages_of(mention) for mention in (pair.one, pair.other))
    if not one or not other or not pair.of_people:
        return ""
    return f"{one[0]} / {other[0]}" if abs(one[0] - other[0]) > _AGES_APART else ""


_AGES_APART = 10  # years: a memory may well span some


def _genders(pair: Pair) -> str:
    one, other = pair.genders
    return "he / she" if one and other and one != other and pair.of_people else ""


def _subjects(pair: Pair) -> str:
    """Whether each is the subject of a sentence with "his" here and "her" there."""
    one, other = (
        gender or described.gender_of_subject(mention)
        for gender, mention in zip(pair.genders, (pair.one, pair.other), strict=True)
    )
    return "he / she" if one and other and one != other and pair.of_people else ""


def _descriptions(pair: Pair) -> str:
    """Tom from the bakery, Tom, my accountant: one name, and two who may bear it."""
    if not pair.alike or not pair.of_people or pair.contexts is Contexts.SHARED:
        return ""
    one, other = (described.description_of(mention) for mention in (pair.one, pair.other))
    return f"{one} / {other}" if one and other and one != other else ""


def _possessors(pair: Pair) -> str:
    """Whether one text says "his" and one "her", which need not be the person's own."""
    one, other = (
        gender or signs.possessor_of(mention.context)
        for gender, mention in zip(pair.genders, (pair.one, pair.other), strict=True)
    )
    return "his / her" if one and other and one != other and pair.of_people else ""


def _title_genders(pair: Pair) -> str:
    one, other = (name.gender for name in pair.names)
    return f"{pair.one.name} / {pair.other.name}" if one and other and one != other else ""


def _places(pair: Pair) -> str:
    """Two places that tell the two apart. A company and a person can be in two places."""
    if pair.alike and any(name.kind != "place" for name in pair.names):
        return ""
    one, other = signs.place_of(pair.one), signs.place_of(pair.other)
    differ = one and other and one not in other and other not in one
    return f"{one} / {other}" if differ else ""


def _departments(pair: Pair) -> str:
    """経理の佐藤さん, 営業の佐藤さん: a bare family name with two departments."""
    one, other = signs.place_of(pair.one), signs.place_of(pair.other)
    bare = pair.alike and pair.of_people and not pair.names[0].is_whole
    return f"{one} / {other}" if bare and one and other and one != other else ""


def _counted_too(pair: Pair) -> str:
    """Near-equal characters, and a sentence that adds the second to the first."""
    if pair.alike or not (_variant(pair) or spelling.mistaken_characters(*pair.names)):
        return ""
    return signs.takes_part_too(pair.one) or signs.takes_part_too(pair.other)


def _variant(pair: Pair) -> str:
    return spelling.japanese_variant(*pair.names)


def _both_named(pair: Pair) -> str:
    """Both in one sentence, unless one is a short form that may be used for variety."""
    short = (
        people.nickname,
        people.lone_nickname,
        people.initials,
        people.one_name,
        things.acronym,
    )
    if pair.alike or any(form(*pair.names) for form in short):
        return ""
    if people.other_family_name(*pair.names) and signs.speaks_of_marriage(pair.one, pair.other):
        return ""
    return signs.names_both(pair.one, pair.other)


def _given_beside(pair: Pair) -> str:
    """Paul Adeyemi, and "Paula Adeyemi and her brother Paul": the given name of the one alone."""
    one, other = pair.names
    if not pair.of_people or not one.is_whole or not other.is_whole or one.is_cjk or other.is_cjk:
        return ""
    if one.words[-1] != other.words[-1] or people.are_one_given_name(one, other):
        return ""
    return signs.given_name_beside(pair.one, one.words[0], pair.other, other.words[0])


def _stated_two(pair: Pair) -> str:
    return signs.stated_two(pair.one, pair.other, alike=pair.alike, of_people=pair.of_people)


BARS: tuple[Bar, ...] = (
    Bar("numbers", "the numbers differ", by_names(designators.other_numbers)),
    Bar("letters", "the letters that tell them apart differ", by_names(designators.other_letters)),
    Bar("generation", "father and son, or the like", of_people(designators.other_generation)),
    Bar("edition", "two editions, sizes or sides", of_things(things.edition)),
    Bar("kinds by name", "one is called another kind of thing",
        of_things(things.other_kind_word)),
    Bar("two", "the text speaks of two", _stated_two),
    Bar("counted", "the text counts the second to the first", _counted_too),
    Bar("both named", "one sentence names both", _both_named),
    Bar("given name beside", "a sentence names the other one by the given name", _given_beside),
    Bar("places", "each is somewhere else", _places),
    Bar("stages", "a child and an adult", _stages),
    Bar("ages", "the ages are too far apart", _ages),
    Bar("married or not", "a wife and an unmarried woman by title",
        of_people(people.married_and_not), P),
    Bar("gendered titles", "a man and a woman by title", _title_genders),
    Bar("genders", "a man and a woman",
        lambda pair: "" if pair.alike else _genders(pair) or _subjects(pair)),
    Bar("one generation", "only one of them is junior or senior",
        of_people(designators.one_generation), P),
    Bar("genders of one name", "the same name, but a man and a woman",
        lambda pair: _genders(pair) or (_subjects(pair) if pair.alike else ""), P),
    Bar("child or not", "a child, and one of whom that is not said", _child_or_not, P),
    Bar("possessors", "perhaps a man and a woman",
        lambda pair: "" if pair.alike else _possessors(pair), P),
    Bar("described otherwise", "one name, but described as two", _descriptions, P),
    Bar("departments", "one family name in two departments", _departments, P),
)  # fmt: skip
