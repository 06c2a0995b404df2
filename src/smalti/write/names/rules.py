"""The rules, in the order in which they are asked. The first that holds decides.

First come the bars: what keeps two mentions apart however alike their names are (kind, numbers,
letters, a text that counts two, a child and an adult). Then the forms: the ways in which two names
can be one, from mere spelling to a typing slip. Whether a form makes them the same or only a
proposal depends on the contexts, column by column. Likeness alone never makes them the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from smalti.write.names import designators, people, signs, spelling, things
from smalti.write.names.mention import Verdict
from smalti.write.names.pair import Contexts, Pair
from smalti.write.names.parts import Name

S, P, D = Verdict.SAME, Verdict.PROPOSE, Verdict.DIFFERENT
Compare = Callable[[Name, Name], str]


@dataclass(frozen=True, slots=True)
class Bar:
    """Something that decides whatever the form of the names; ``test`` gives evidence or ""."""

    name: str
    reason: str
    test: Callable[[Pair], str]
    verdict: Verdict = Verdict.DIFFERENT


@dataclass(frozen=True, slots=True)
class Form:
    """A way in which two names can be one, and the verdict by what the contexts say.

    ``shared``: they have a fact in common; ``apart``: they have none; ``silent``: one of them says
    nothing; ``foreign``: they are in two languages (as ``silent`` if not given).
    """

    name: str
    reason: str
    test: Callable[[Pair], str]
    shared: Verdict
    apart: Verdict
    silent: Verdict
    foreign: Verdict | None = None

    def verdict(self, contexts: Contexts) -> Verdict:
        """The verdict of the column."""
        if contexts is Contexts.FOREIGN:
            return self.foreign or self.silent
        return {
            Contexts.SHARED: self.shared,
            Contexts.APART: self.apart,
            Contexts.SILENT: self.silent,
        }[contexts]


def _names(compare: Compare) -> Callable[[Pair], str]:
    return lambda pair: compare(*pair.names)


def _of_people(compare: Compare) -> Callable[[Pair], str]:
    return lambda pair: compare(*pair.names) if pair.of_people else ""


def _of_things(compare: Compare) -> Callable[[Pair], str]:
    return lambda pair: compare(*pair.names) if pair.of_things else ""


# --- bars ----------------------------------------------------------------------------------------


def other_kinds(pair: Pair) -> str:
    """Two kinds; "concept" is every kind but a person."""
    one, other = sorted(name.kind for name in pair.names)
    if one == other or not one or ("concept" in (one, other) and "person" not in (one, other)):
        return ""
    return f"{one} / {other}"


def _stages(pair: Pair) -> str:
    one, other = (signs.stage_of(mention) for mention in (pair.one, pair.other))
    return f"{one} / {other}" if one and other and one != other and pair.of_people else ""


def _ages(pair: Pair) -> str:
    one, other = (signs.ages_of(mention) for mention in (pair.one, pair.other))
    if not one or not other or not pair.of_people:
        return ""
    return f"{one[0]} / {other[0]}" if abs(one[0] - other[0]) > _AGES_APART else ""


_AGES_APART = 10  # years: a memory may well span some


def _genders(pair: Pair) -> str:
    one, other = pair.genders
    return "he / she" if one and other and one != other and pair.of_people else ""


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
    return signs.names_both(pair.one, pair.other)


def _stated_two(pair: Pair) -> str:
    return signs.stated_two(pair.one, pair.other, alike=pair.alike, of_people=pair.of_people)


BARS: tuple[Bar, ...] = (
    Bar("numbers", "the numbers differ", _names(designators.other_numbers)),
    Bar("letters", "the letters that tell them apart differ", _names(designators.other_letters)),
    Bar("generation", "father and son, or the like", _of_people(designators.other_generation)),
    Bar("edition", "two editions, sizes or sides", _of_things(things.edition)),
    Bar("two", "the text speaks of two", _stated_two),
    Bar("counted", "the text counts the second to the first", _counted_too),
    Bar("both named", "one sentence names both", _both_named),
    Bar("places", "each is somewhere else", _places),
    Bar("stages", "a child and an adult", _stages),
    Bar("ages", "the ages are too far apart", _ages),
    Bar("gendered titles", "a man and a woman by title", _title_genders),
    Bar("genders", "a man and a woman", lambda pair: "" if pair.alike else _genders(pair)),
    Bar("one generation", "only one of them is junior or senior",
        _of_people(designators.one_generation), P),
    Bar("genders of one name", "the same name, but a man and a woman", _genders, P),
    Bar("possessors", "perhaps a man and a woman",
        lambda pair: "" if pair.alike else _possessors(pair), P),
    Bar("departments", "one family name in two departments", _departments, P),
)  # fmt: skip

# --- forms ---------------------------------------------------------------------------------------


def _whole(compare: Compare) -> Callable[[Pair], str]:
    def test(pair: Pair) -> str:
        return compare(*pair.names) if all(name.is_whole for name in pair.names) else ""

    return test


def _of_kind(kind: str, compare: Compare) -> Callable[[Pair], str]:
    def test(pair: Pair) -> str:
        return compare(*pair.names) if all(name.kind == kind for name in pair.names) else ""

    return test


def _chinese_variant(pair: Pair) -> str:
    return "" if pair.in_japanese and pair.of_people else spelling.chinese_variant(*pair.names)


FORMS: tuple[Form, ...] = (
    Form("spelling", "only case, spaces or signs differ", _names(spelling.same_key), S, S, S),
    Form("list order", "the surname stands first", _names(spelling.list_order), S, S, S),
    Form("look-alikes", "letters of another alphabet", _names(spelling.look_alike), P, P, P),
    Form("scan slip", "digits for letters", _names(spelling.scan_slip), P, P, P),
    Form("titles", "only a title differs", _of_people(people.titles_only), S, S, S),
    Form("titled family name", "one family name, other titles",
         _of_people(people.titled_family_name), S, P, P),
    Form("legal form", "only the legal form is missing", _of_things(things.legal_form), S, S, S),
    Form("other legal form", "two legal forms", _of_things(things.other_legal_form), P, P, P),
    Form("article", "only an article differs", _of_things(things.article), S, P, S),
    Form("transcription of a whole name", "umlauts written out",
         _whole(spelling.transcription), S, S, S),
    Form("transcription", "umlauts written out", _names(spelling.transcription), S, P, P),
    Form("accents", "only accents differ", _names(spelling.accents), S, P, S),
    Form("marks", "letters without their marks", _names(spelling.marks), S, P, P),
    Form("joined", "only spaces differ", _names(spelling.joined), S, P, P),
    Form("kana", "hiragana or katakana", _names(spelling.kana), S, P, P),
    Form("Chinese variant", "traditional and simplified characters", _chinese_variant, S, P, S),
    Form("Japanese variant", "variant characters of a family name",
         _of_people(spelling.japanese_variant), P, P, P),
    Form("old characters", "old and new characters",
         _of_things(spelling.japanese_variant), S, P, P),
    Form("mistaken characters", "characters often mistaken for each other",
         _names(spelling.mistaken_characters), P, P, P),
    Form("abbreviation", "a usual abbreviation", _names(spelling.abbreviated), S, P, P),
    Form("trailing zero", "versions that may be one",
         _of_things(designators.trailing_zero), P, P, P),
    Form("numeral", "one number written in two ways", _of_things(spelling.numeral_form), S, P, P),
    Form("word order", "the same words in another order", _names(spelling.word_order), S, P, P),
    Form("initials", "the initials fit", _of_people(people.initials), S, P, P),
    Form("nickname", "a short form of the given name", _of_people(people.nickname), S, P, P),
    Form("one name", "a part of the name alone", _of_people(people.one_name), S, P, P),
    Form("more names", "a middle or second name more", _of_people(people.more_names), S, P, P),
    Form("lone nickname", "a short form of several names",
         _of_people(people.lone_nickname), P, P, P),
    Form("exonym of a place", "one place in two languages",
         _of_kind("place", things.exonym), S, S, S),
    Form("exonym", "perhaps one place in two languages", _of_things(things.exonym), P, P, P),
    Form("reading of a place", "it may be read so",
         _of_things(things.reading_of_place), P, P, P),
    Form("two given names", "two given names", _of_people(people.two_given_names), D, D, D),
    Form("transliteration of a whole name", "the same name in another alphabet",
         _whole(spelling.transliterated), S, P, P, S),
    Form("transliteration", "the same name in another alphabet",
         _names(spelling.transliterated), S, P, P),
    Form("acronym", "the initials may stand for it", _names(things.acronym), P, P, P),
    Form("slip", "a letter or two apart", _names(spelling.slip), P, P, P),
    Form("romanisation", "two romanisations of one name",
         _names(spelling.romanised_alike), P, P, P),
    Form("reading", "it may be read so", _of_people(people.may_be_reading), P, P, P),
    Form("other family name", "the same given name with another family name",
         _of_people(people.other_family_name), P, D, D),
    Form("part of the name", "one name is a part of the other",
         _of_things(things.part_of_name), P, P, P),
)  # fmt: skip
