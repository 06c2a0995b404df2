"""Mum, my mother, 妈妈: names of relatives, which mean someone else in each mouth."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

import regex

from smalti.write.names.context import Speaker, speaker_of
from smalti.write.names.mention import Mention, Verdict
from smalti.write.names.normal import normal_form
from smalti.write.names.scripts import simplified
from smalti.write.names.tables import bounded, longest_first, table


@dataclass(frozen=True, slots=True)
class Kin:
    """A relative: which one, whose, and by what name if one is given.

    ``owner`` is the speaker for "Mum" and "my mother", "" if nobody is named, ``None`` for "his
    mother", which only the text before could explain.
    """

    relation: str
    owner: str | None
    name: str = ""


@lru_cache(maxsize=1 << 12)
def kin_of(mention: Mention) -> Kin | None:
    """The relative a name means, or ``None`` if it is no such name."""
    text = simplified(normal_form(mention.name))
    owner: str | None = speaker_of(mention.context).name
    if match := _possessed().fullmatch(text):
        text = match["rest"]
        owner = None if match["others"] else owner
    elif match := _owned().fullmatch(text):
        owner, text = match["before"] or match["after"], match["term"] or match["of"]
    relation = _relations().get(text) or _prefixed(text)
    if relation:
        return Kin(relation, owner)
    match = _with_name().fullmatch(text)
    if match is None:
        return None
    relation = _relations()[match["term"]]
    name = match["name"].strip()
    is_title = relation in _TITLES and match["apart"] is None
    return Kin(relation, owner, name) if name and not is_title else None


def _prefixed(text: str) -> str:
    """The relation of "ex wife", 前妻, which is another one than "wife"; "late" changes nothing."""
    match = _prefixes().fullmatch(text)
    relation = _relations().get(match["rest"], "") if match else ""
    if match is None or not relation or match["mere"]:
        return relation
    return f"{match['other']} {relation}"


@cache
def _prefixes() -> regex.Pattern[str]:
    mere, other = (longest_first(table("kin")[part]) for part in ("mere_prefixes", "prefixes"))
    return regex.compile(rf"(?:(?P<mere>{mere})|(?P<other>{other}))\s?(?P<rest>.+)")


# "Father Brown", "Sister Mary", "Frau Braun", 李老板: titles, not relatives.
_TITLES = frozenset(
    {"mother", "father", "wife", "husband", "brother", "sister", "son", "daughter"}
    | {"elder brother", "elder sister", "younger brother", "younger sister", "partner", "boss"}
    | {"boyfriend", "girlfriend", "fiance", "landlord", "friend", "best friend", "colleague"}
    | {"flatmate", "neighbour", "dog", "cat"}
)


@dataclass(frozen=True, slots=True)
class KinVerdict:
    """What two names of relatives are to each other."""

    verdict: Verdict
    reason: str


def compare_kin(a: Mention, b: Mention) -> KinVerdict | None:
    """The verdict if both names are names of relatives."""
    one, other = kin_of(a), kin_of(b)
    if one is None or other is None:
        return None
    if not may_be_one(one.relation, other.relation):
        return KinVerdict(Verdict.DIFFERENT, f"{one.relation} and {other.relation}")
    if one.name and other.name and one.name != other.name:
        return KinVerdict(Verdict.DIFFERENT, "two relatives by name")
    if one.owner is None or other.owner is None:
        return KinVerdict(Verdict.PROPOSE, "it is not said whose relative one of them is")
    if one.owner != other.owner:
        return _of_two_speakers(one, speaker_of(a.context), other, speaker_of(b.context))
    named_once = bool(one.name) != bool(other.name) and not is_unique(one.relation)
    if one.relation != other.relation or named_once:
        return KinVerdict(Verdict.PROPOSE, "one relative of the speaker, but there may be several")
    if one.name or is_unique(one.relation) or normal_form(a.name) == normal_form(b.name):
        return KinVerdict(Verdict.SAME, "the same relative of the same speaker")
    return KinVerdict(Verdict.PROPOSE, "one relative of the speaker, but there may be several")


def _of_two_speakers(one: Kin, first: Speaker, other: Kin, second: Speaker) -> KinVerdict:
    if not one.owner or not other.owner:
        return KinVerdict(Verdict.PROPOSE, "it is not said whose relative one of them is")
    siblings = _siblings(first, second) or _siblings(second, first)
    if siblings and one.relation in table("kin")["shared_by_siblings"]:
        unique = is_unique(one.relation) and one.relation == other.relation
        verdict = Verdict.SAME if unique else Verdict.PROPOSE
        return KinVerdict(verdict, "a relative that both speakers, siblings, have")
    return KinVerdict(Verdict.DIFFERENT, "each speaker's own relative")


def _siblings(one: Speaker, other: Speaker) -> bool:
    """Whether the brackets behind one speaker call them the other's brother or sister."""
    if not one.about or not other.name or other.name not in normal_form(one.about):
        return False
    return _sibling_words().search(one.about) is not None


@cache
def _sibling_words() -> regex.Pattern[str]:
    return regex.compile(bounded(table("context")["siblings"]))


def may_be_one(a: str, b: str) -> bool:
    """Equal, or one the general word for the other: sister, elder sister."""
    generic = table("kin")["generic"]
    return a == b or generic.get(a) == b or generic.get(b) == a


def is_unique(relation: str) -> bool:
    """Whether one has only one such relative; "other", "ex" and "step" ones can be several."""
    return bool(table("kin")["terms"].get(relation, {}).get("one_of_a_kind", False))


def relation_of(word: str) -> str:
    """The relation that a relative's word names, "" for other words."""
    return _relations().get(simplified(normal_form(word)), "")


@cache
def term_pattern() -> str:
    """All words for relatives, as they are written, as one alternation."""
    rows = table("kin")["terms"].values()
    return longest_first(word for row in rows for word in row["words"])


@cache
def _relations() -> dict[str, str]:
    found: dict[str, str] = {}
    for relation, row in table("kin")["terms"].items():
        for word in row["words"]:
            found.setdefault(simplified(normal_form(word)), relation)
    return found


@cache
def _possessed() -> regex.Pattern[str]:
    parts = (
        rf"(?P<{part}>(?:{longest_first(w for w in table('kin')[part] if w.isascii())})(?= )"
        rf"|(?:{longest_first(w for w in table('kin')[part] if not w.isascii())}))"
        for part in ("own", "others")
    )
    return regex.compile(rf"(?:{'|'.join(parts)})\s?(?P<rest>.+)")


@cache
def _owned() -> regex.Pattern[str]:
    """The key of "Tilda's mum" (tildas mum), "la madre de tilda", 顾以宁的妈妈."""
    terms = longest_first(_relations())
    return regex.compile(
        rf"(?P<before>\p{{Latin}}{{2,}})s (?P<term>{terms})"
        rf"|(?P<before>.+?)[的の](?P<term>{terms})"
        rf"|(?:el |la |le |l)?(?P<of>{terms}) (?:de|von|of) (?P<after>.+)"
    )


@cache
def _with_name() -> regex.Pattern[str]:
    terms = longest_first(_relations())
    two = longest_first(word for word in _relations() if len(word) > 1 and not word.isascii())
    return regex.compile(
        rf"(?P<term>{terms}) (?P<name>.+)|(?P<name>\p{{Han}}{{1,3}})(?P<term>{terms})"
        rf"|(?P<term>{terms})(?P<apart>の)(?P<name>.+)|(?P<term>{two})(?P<apart>)(?P<name>\p{{Han}}{{2,3}})"
    )
