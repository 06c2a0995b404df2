"""Subjects that a chat drops, put in again: "sold the harness", "works now", "on Alpine"."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import regex

from smalti.write.extract.en.text import FINITE, PRONOUN, Prepared
from smalti.write.extract.tables import words

_CONJUNCTIONS = regex.compile(r"(?:(?:and|so|but|then|now)\s+)*", regex.IGNORECASE)
_LEADS = (
    "and|so|but|not|just|only|also|finally|already|still|then|never|actually|really|always|usually"
    "|currently|now"
)
_FIRST = regex.compile(
    rf"^(?P<lead>(?:{_LEADS})\s+)*(?P<word>[A-Za-z']+)(?=\s|$)(?P<rest>.*)$",
    regex.IGNORECASE | regex.DOTALL,
)
_HELPED = regex.compile(r"\bto\b|'ll\b|\b(?:can|could|will|would|must|should|may|might|did|do)\b")


def with_subjects(made: Prepared, *, casual: bool) -> Prepared:
    """The text with "it" and "I" where they were left out. Questions stay as they are."""
    if made.text.rstrip().endswith("?"):
        return made
    made = made.edit(_dropped_it(), lambda m: f"{m.group('joint')}it ")
    return _second_verbs(_first_subject(made, casual=casual))


@cache
def _dropped_it() -> regex.Pattern[str]:
    """Where "it" was left out: "swapped the cable, works now", "costs 40 a month"."""
    opening = "|".join(sorted(words("en", "dropped_it_first")))
    verbs = "|".join(sorted(words("en", "dropped_it")))
    first = rf"^(?P<joint>(?:and |but |so )?)(?=(?:{opening})\b (?!up\b))"
    mine = r"(?<=^(?:I|we|[a-z]+ed|got|bought|found|put|made|took)\b.*)"
    past = "|".join(sorted(words("en", "dropped_it_past")))
    broke = rf"^(?P<joint>)(?=(?:{past})(?: (?:again|down|twice|already|yesterday|today)\b|[.!]*$))"
    later = rf"{mine}(?P<joint>, (?:and |but )?)(?=(?:{verbs})\b (?!up\b))"
    return regex.compile(rf"{first}|{broke}|{later}", regex.IGNORECASE)


def _first_subject(made: Prepared, *, casual: bool) -> Prepared:
    match = _FIRST.search(made.text)
    if match is None:
        return made
    lead, word = (match.group("lead") or "").strip().casefold(), match.group("word").casefold()
    put = next((put for fits, put in _DROPPED if fits(word, match.group("rest"), lead)), None)
    if put is None or (put == "I am" and not casual):
        return made  # carefully written: "Seeing my team succeed brings me joy."
    joints = _CONJUNCTIONS.match(made.text)  # "so I never …": before the adverbs, after "so"
    start = joints.end() if joints is not None else 0
    lowered = Prepared(
        f"{made.text[:start]}{made.text[start].lower()}{made.text[start + 1 :]}", made.spans
    )
    filled = lowered.insert(start, f"{put} ")
    return Prepared(filled.text, filled.spans, subjectless=True)


def _had(word: str, rest: str, lead: str) -> bool:
    return word in ("been", "gone") or (word == "able" and lead == "never")


def _became(word: str, rest: str, lead: str) -> bool:
    """Read "elected to the board" as said of oneself."""
    following = rest.split()
    linked = bool(following) and following[0].casefold() in words("en", "passive_links")
    return linked and word in words("en", "passive_starts")


def _did(word: str, rest: str, lead: str) -> bool:
    """Read "stalled on the roundabout" as mine; not "baked goods are here", "said by"."""
    following = rest.split()
    past = word.endswith("ed") and len(word) > _SHORTEST and word not in words("en", "ed_nouns")
    if not past and word not in words("en", "past_forms"):
        return False
    if word in _UNCHANGED and (lead == "just" or rest.strip().split(" ")[0].casefold() in _GIVEN):
        return False  # "put it in the rotation", "just put them on silent"
    return not (following and FINITE.match(following[0]))


def _feels(word: str, rest: str, lead: str) -> bool:
    """Read "excited about Lima", "allergic to nuts" as said of oneself."""
    following = rest.split()
    linked = bool(following) and following[0].casefold() in words("en", "feeling_links")
    return linked and word in words("en", "feelings")


def _does(word: str, rest: str, lead: str) -> bool:
    """Read "need a berth", "can't dance" as mine; not "don't park there"."""
    following = rest.split()
    if not following or following[0].casefold() in ("you", "i", "we", "is", "are"):
        return False
    if word == "don't":
        return following[0].strip(",").casefold() in words("en", "dont_verbs")
    return word in words("en", "dropped_present")


def _is_doing(word: str, rest: str, lead: str) -> bool:
    if not word.endswith("ing") or len(word) <= _SHORTEST or word in words("en", "ing_nouns"):
        return False
    clause = _STOPS.split(rest)[0]
    if rest.split()[:1] == ["and"]:
        return False  # "staging and prod share a box"
    nobody = not FINITE.search(clause) or PRONOUN.search(clause) is not None
    return nobody and bool(rest.split())


def _is_somewhere(word: str, rest: str, lead: str) -> bool:
    if word not in words("en", "place_starts") or lead == "and" or not rest.split():
        return False
    return not FINITE.search(rest) and not PRONOUN.search(rest)


_STOPS = regex.compile(r"[,:;]")
_SHORTEST = 4  # letters
_UNCHANGED = ("put", "set", "cut", "hit", "let", "shut", "read", "hold", "run")
_GIVEN = ("it", "them", "that", "this", "me", "us")
_DROPPED: tuple[tuple[Callable[[str, str, str], bool], str], ...] = (
    (_had, "I have"),
    (_became, "I was"),
    (_feels, "I am"),
    (_did, "I"),
    (_does, "I"),
    (_is_doing, "I am"),
    (_is_somewhere, "I am"),
)


def _second_verbs(made: Prepared) -> Prepared:
    """Say "I" again in "I live in Oslo and work at the port": "work" reads like a noun there."""
    found = _second_joint().search(made.text)
    mine = made.text.startswith("I ")
    if found is None or not mine or _HELPED.search(made.text[: found.start()]):
        return made
    return made.insert(found.end(), "I ")


@cache
def _second_joint() -> regex.Pattern[str]:
    verbs = "|".join(sorted(words("en", "second_verbs")))
    return regex.compile(rf"\b(?:and|but) (?=(?:{verbs})\b)", regex.IGNORECASE)
