"""The rules, in the order in which they are asked. The first that holds decides.

First come the bars (``bars``). Then the forms: the ways in which two names can be one, from mere
spelling to a typing slip. Whether a form makes them the same or only a proposal depends on the
contexts, column by column. Likeness alone never makes them the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from smalti.write.names import designators, in_full, people, spelling, things
from smalti.write.names.bars import BARS, Compare, by_names, of_people, of_things, other_kinds
from smalti.write.names.mention import Verdict
from smalti.write.names.normal import normal_form
from smalti.write.names.pair import Contexts, Pair

__all__ = ["BARS", "FORMS", "Form", "other_kinds"]

S, P, D = Verdict.SAME, Verdict.PROPOSE, Verdict.DIFFERENT


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


def _whole(compare: Compare) -> Callable[[Pair], str]:
    def test(pair: Pair) -> str:
        return compare(*pair.names) if all(name.is_whole for name in pair.names) else ""

    return test


def _of_kind(kind: str, compare: Compare) -> Callable[[Pair], str]:
    def test(pair: Pair) -> str:
        return compare(*pair.names) if all(name.kind == kind for name in pair.names) else ""

    return test


def _hyphenated(pair: Pair) -> str:
    """Lund and Lund-Krause: the same person married, or another of that family."""
    if not pair.of_people or pair.alike:
        return ""
    short, long = sorted((pair.one.name, pair.other.name), key=len)
    family = normal_form(short).split()[-1:]
    last = normal_form(long.split()[-1]).split() if "-" in long.split()[-1] else []
    same_given = normal_form(short).split()[:-1] == normal_form(long).split()[: -len(last) or None]
    return long if len(last) > 1 and family[0] in last and same_given else ""


def _chinese_variant(pair: Pair) -> str:
    return "" if pair.in_japanese and pair.of_people else spelling.chinese_variant(*pair.names)


def _sharp_s(pair: Pair) -> str:
    """Weiß and Weiss, one key, are two family names; with a given name they are one person."""
    one, other = (
        mention.name.casefold() != mention.name.lower() for mention in (pair.one, pair.other)
    )
    bare = pair.alike and pair.of_people and not pair.names[0].is_whole
    return "ß / ss" if bare and one != other else ""


FORMS: tuple[Form, ...] = (
    Form("sharp s", "ß or ss in a bare family name", _sharp_s, S, P, S),
    Form("spelling", "only case, spaces or signs differ", by_names(spelling.same_key), S, S, S),
    Form("list order", "the surname stands first", by_names(spelling.list_order), S, S, S),
    Form("look-alikes", "letters of another alphabet", by_names(spelling.look_alike), P, P, P),
    Form("scan slip", "digits for letters", by_names(spelling.scan_slip), P, P, P),
    Form("letter slip", "letters that look like one", by_names(in_full.letter_slip), P, P, P),
    Form("titles", "only a title differs", of_people(people.titles_only), S, S, S),
    Form("titled family name", "one family name, other titles",
         of_people(people.titled_family_name), S, P, P),
    Form("legal form", "only the legal form is missing", of_things(things.legal_form), S, S, S),
    Form("other legal form", "two legal forms", of_things(things.other_legal_form), P, P, P),
    Form("article", "only an article differs", of_things(things.article), S, P, S),
    Form("transcription of a whole name", "umlauts written out",
         _whole(spelling.transcription), S, S, S),
    Form("transcription", "umlauts written out", by_names(spelling.transcription), S, P, P),
    Form("accents", "only accents differ", by_names(spelling.accents), S, P, S),
    Form("marks", "letters without their marks", by_names(spelling.marks), S, P, P),
    Form("joined", "only spaces differ", by_names(spelling.joined), S, P, P),
    Form("kana", "hiragana or katakana", by_names(spelling.kana), S, P, P),
    Form("Chinese variant", "traditional and simplified characters", _chinese_variant, S, P, S),
    Form("Japanese variant", "variant characters of a family name",
         of_people(spelling.japanese_variant), P, P, P),
    Form("old characters", "old and new characters",
         of_things(spelling.japanese_variant), S, P, P),
    Form("kana for characters", "kana where the other has characters",
         by_names(spelling.kana_for_characters), P, P, P),
    Form("mistaken characters", "characters often mistaken for each other",
         by_names(spelling.mistaken_characters), P, P, P),
    Form("abbreviation", "a usual abbreviation", by_names(in_full.abbreviated), S, P, P),
    Form("trailing zero", "versions that may be one",
         of_things(designators.trailing_zero), P, P, P),
    Form("numeral", "one number written in two ways", of_things(in_full.numeral_form), S, P, P),
    Form("word order", "the same words in another order", by_names(spelling.word_order), S, P, P),
    Form("initials", "the initials fit", of_people(people.initials), S, P, P),
    Form("his and her form", "a man's and a woman's form of one given name",
         of_people(people.his_and_her_form), P, D, P),
    Form("variant", "a given name that is written in several ways",
         of_people(spelling.given_name_variant), S, P, P),
    Form("nickname", "a short form of the given name", of_people(people.nickname), S, P, P),
    Form("one name", "a part of the name alone", of_people(people.one_name), S, P, P),
    Form("hyphenated name", "a second family name more", _hyphenated, P, P, P),
    Form("more names", "a middle or second name more", of_people(people.more_names), S, P, P),
    Form("lone nickname", "a short form of several names",
         of_people(people.lone_nickname), P, P, P),
    Form("shortened", "the beginning of a given name", of_people(people.shortened), P, P, P),
    Form("exonym of a place", "one place in two languages",
         _of_kind("place", things.exonym), S, S, S),
    Form("exonym", "perhaps one place in two languages", of_things(things.exonym), P, P, P),
    Form("reading of a place", "it may be read so",
         of_things(things.reading_of_place), P, P, P),
    Form("two given names", "two given names", of_people(people.two_given_names), D, D, D),
    Form("transliteration of a whole name", "the same name in another alphabet",
         _whole(spelling.transliterated), S, P, P, S),
    Form("transliteration by consonants", "the same consonants in another alphabet",
         _whole(spelling.by_consonants), S, P, P, S),
    Form("transliteration", "the same name in another alphabet",
         by_names(spelling.transliterated), S, P, P),
    Form("kind word", "one says what it is", of_things(things.kind_word), S, P, P),
    Form("acronym", "the initials may stand for it", by_names(things.acronym), P, P, P),
    Form("slip", "a letter or two apart", by_names(spelling.slip), P, P, P),
    Form("romanisation", "two romanisations of one name",
         by_names(spelling.romanised_alike), P, P, P),
    Form("reading", "it may be read so", of_people(people.may_be_reading), P, P, P),
    Form("other family name", "the same given name with another family name",
         of_people(people.other_family_name), P, D, D),
    Form("part of the name", "one name is a part of the other",
         of_things(things.part_of_name), P, P, P),
)  # fmt: skip
