"""Plain words for what the stages note in terms of their own; the exact term stays at hand."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Plain:
    """Words for people, and the exact term where it is another one."""

    text: str
    exact: str = ""


_ACTORS: Mapping[str, str] = {
    "gate": "the check of what is new",
    "settle": "the rules for conflicts",
    "cascade": "what ended before",
    "consolidate": "consolidation",
    "forget": "an erasure",
    "recheck": "a new look at doubts",
}
_REASONS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"belief is open: H [\d.]+ bit is above [\d.]+"), "what was said does not agree"),
    (re.compile(r"ρ [\d.]+ is below [\d.]+"), "too vague or too indirect to be sure of"),
    (re.compile(r" (in turn|by) [tr]_\w+"), ""),
)
_OUTCOMES: Mapping[str, str] = {
    "stored": "the earlier one is right",
    "incoming": "the later one is right",
    "changed": "it changed",
    "merge": "both say the same",
    "both": "both are true",
    "keep both": "both are true",
    "dismiss": "there is nothing to decide",
    "supersede": "it changed",
    "past": "the later one was true before",
    "correct": "the earlier one is put right",
    "retract": "the earlier one is taken back",
    "retracted": "one of them is taken back",
    "reject": "the later one is not believed",
}
_UNNAMED = ("dispute", "contest", "link")  # the state that stands beside it says as much
# What is quoted is somebody's words, and stays as it is.
_PREDICATE = re.compile(r"['“\"][^'”\"]*['”\"]|\b[a-z]+(?:_[a-z]+)+\b")
_STEPS: Mapping[str, str] = {
    "pronoun": "who is meant",
    "date": "which time is meant",
    "name": "who is meant by the name",
    "predicate": "what is meant",
}
_KINDS: Mapping[str, str] = {
    "numeric": "other numbers",
    "semantic": "other values",
    "logical": "one rules out the other",
    "temporal": "other times",
    "identity": "somebody else",
}
_AUTHORITIES: Mapping[str, str] = {
    "self": "about themselves",
    "document": "a document",
    "other": "about somebody else",
    "tool": "a program",
    "assistant": "an assistant",
    "untrusted": "a source without weight",
}
_ROUTES: Mapping[str, str] = {"lexical": "words", "exact": "meaning", "none": "nothing"}


def actor(name: str, names: Mapping[str, str] | None = None) -> Plain:
    """Who did something: a person by name, a reply, or a stage."""
    if name.startswith("t_"):
        return Plain("an answer", name)
    return _plain(_ACTORS.get(name) or (names or {}).get(name, name), name)


def reason(text: str) -> Plain:
    """Why something was done, without figures and ids."""
    told = text
    for pattern, words in _REASONS:
        told = pattern.sub(words, told)
    head, colon, rest = told.partition(": ")
    if colon and head in _UNNAMED:
        told = rest
    elif head in _OUTCOMES:
        told = _OUTCOMES[head] + colon + rest
    return _plain(_spaced(told), text)


def outcome(text: str) -> Plain:
    """How a conflict was decided, with the reason that was given."""
    choice, colon, why = text.partition(":")
    return _plain(_OUTCOMES.get(choice, choice) + colon + why, text)


def step(name: str) -> Plain:
    """By what kind of step a record says more than its words."""
    return _plain(_STEPS.get(name, name), name)


def kind(name: str) -> Plain:
    """What two statements disagree in."""
    return _plain(_KINDS.get(name, name), name)


def authority(name: str) -> Plain:
    """With what weight somebody speaks."""
    return _plain(_AUTHORITIES.get(name, name), name)


def route(path: str) -> Plain:
    """How turns were found: "lexical+exact" as "words and meaning"."""
    first, *others = path.split("+")
    told = _ROUTES.get(first, first) + (" and meaning" if others else "")
    return _plain(told, path)


def _spaced(text: str) -> str:
    """Properties as phrases: "lives_in" as "lives in"."""
    return _PREDICATE.sub(_unquoted_spaced, text)


def _unquoted_spaced(found: re.Match[str]) -> str:
    return found[0].replace("_", " ") if found[0][0].isalpha() else found[0]


def _plain(text: str, exact: str) -> Plain:
    return Plain(text, "" if text == exact else exact)
