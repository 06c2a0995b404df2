"""What of English speech is no memory: small talk, questions, requests, assistants' talk."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

import regex

from smalti.model.turn import Role
from smalti.write.extract.candidate import Reason
from smalti.write.extract.en.clauses import Clause
from smalti.write.extract.en.line import Line
from smalti.write.extract.en.parse import Parse
from smalti.write.extract.en.pronouns import is_pronoun
from smalti.write.extract.people import Talk
from smalti.write.extract.tables import pattern, words

_ROLES = {Role.USER: 1.0, Role.ASSISTANT: 0.5, Role.TOOL: 0.8, Role.DOCUMENT: 0.8}
_HOW = {"reported": 0.7, "thought": 0.6, "fragment": 0.5}


@lru_cache(maxsize=1 << 9)
def sentence_reason(text: str, role: Role) -> Reason | None:
    """Why a whole sentence is no memory, or None. The last are kept, as context comes again."""
    bare = pattern("en", "openers", anchored=True).sub("", text.strip()).strip(" ,")
    if not any(c.isalnum() for c in bare) or _is_small_talk(bare) or _is_small_talk(text):
        return Reason.SMALL_TALK
    if _matches("memory_requests", bare):
        return Reason.MEMORY_REQUEST
    if role is not Role.ASSISTANT and _matches("requests", bare) and not _is_standing(bare):
        return Reason.REQUEST
    if text.rstrip().rstrip("\"')”").endswith("?") or _matches("questions", bare):
        return Reason.QUESTION
    return None


_CALLED = regex.compile(r"^\p{Lu}\p{Ll}+,\s+|,\s+\p{Lu}\p{Ll}+(?=[.!]*$)")
"""Somebody called by name: "Maria, that's great"."""


@lru_cache(maxsize=1 << 9)
def _is_small_talk(text: str) -> bool:
    """In any language: a farewell is often the only foreign thing about a line."""
    said = _CALLED.sub("", text.strip())
    return _matches("small_talk", said) or any(
        pattern("latin", f"{lang}_small_talk").search(said) for lang in ("de", "es", "fr")
    )


def _matches(key: str, text: str) -> bool:
    return pattern("en", key, anchored=True).search(text) is not None


def _is_standing(text: str) -> bool:
    return pattern("en", "standing").search(text) is not None


def clause_reason(line: Line, clause: Clause, talk: Talk) -> Reason | None:
    """Why one clause is no memory, or None."""
    parse, role = line.parse, line.turn.role
    said = " ".join(parse.tokens[i].text for i in clause.order)
    if role is Role.ASSISTANT:
        return _assistant_reason(parse, clause, said, talk.names())
    if is_wanted(parse, clause):
        if talk.is_among_people(line.turn):  # "take care", "try the soup": said to a friend
            return Reason.REQUEST
        standing = _is_standing(line.text)
        return None if standing or not _matches("requests", said) else Reason.REQUEST
    first = parse.tokens[clause.order[0]] if clause.order else None
    if first is not None and first.tag in _WH and _is_inverted(parse, clause):
        return Reason.QUESTION  # "…, what papers do I need"
    if _is_small_talk(said) or _starts_with(parse, clause, "let"):
        return Reason.SMALL_TALK
    if _matches("memory_requests", said):
        return Reason.MEMORY_REQUEST
    addressed = [parse.tokens[i].low for i in clause.subject] == ["you"]
    if addressed and role is Role.USER and clause.how != "relative":
        return Reason.REQUEST if pattern("en", "you_talk").search(said) else None
    return None


_WH = ("WDT", "WP", "WP$", "WRB")


def _is_inverted(parse: Parse, clause: Clause) -> bool:
    helper = parse.child(clause.head, "aux", "auxpass")
    return helper is not None and bool(clause.subject) and helper.i < min(clause.subject)


def _starts_with(parse: Parse, clause: Clause, word: str) -> bool:
    return bool(clause.order) and parse.tokens[clause.order[0]].low == word


def _assistant_reason(
    parse: Parse, clause: Clause, said: str, known: Collection[str]
) -> Reason | None:
    """Of the assistant's words only what it states about the user is a claim worth checking."""
    about = _about_user(parse, clause, known)
    talk = _is_talk(parse, clause) or is_wanted(parse, clause)
    if not about or talk or pattern("en", "advice").search(said):
        return Reason.ASSISTANT_TALK
    return Reason.ASSISTANT_TALK if _matches("assistant_talk", said) else None


def _about_user(parse: Parse, clause: Clause, known: Collection[str]) -> bool:
    addressed = {parse.tokens[i].low for i in clause.order} & {"you", "your", "yours"}
    return bool(addressed) or any(parse.tokens[i].text in known for i in clause.subject)


def _is_talk(parse: Parse, clause: Clause) -> bool:
    """Praise, advice, echoes, and what it says of itself: all but plain statements."""
    head = parse.tokens[clause.head]
    subject = [parse.tokens[i] for i in clause.subject]
    if not subject or any(t.low in ("i", "we", "me", "let") for t in subject):
        return True
    finite = head.tag in ("VBZ", "VBP", "VBD", "MD") or any(parse.all(head.i, "aux", "auxpass"))
    vague = subject[0].tag == "VBG" or subject[0].low in ("this", "that", "these", "it", "such")
    praise = any(t.low in words("en", "abstract_heads") for t in subject)
    bound = parse.child(head.i, "mark") is not None and clause.how != "known"
    idle = head.lemma in words("en", "noting") or head.lemma in words("en", "evaluating")
    return not finite or vague or praise or idle or (bound and _mark(parse, head.i) not in _REASONS)


_REASONS = ("because", "since", "that", "so")


def _mark(parse: Parse, head: int) -> str:
    mark = parse.child(head, "mark")
    return "" if mark is None else mark.low


_AUXILIARIES = ("be", "'s", "have", "do", "will", "can", "could", "would", "should", "must", "may")
_POINTERS = ("that", "this", "it", "these", "those", "they", "them")


def is_empty(parse: Parse, clause: Clause, subject: str, value: str, called: str = "") -> bool:
    """Whether a clause says nothing by itself: "I am", "she doesn't", "that's it", "it was fun".

    ``subject`` and ``value`` as they were read out; ``called`` is who is spoken to by name.
    """
    head = parse.tokens[clause.head]
    if head.lemma in _AUXILIARIES and not value and not _is_passive(parse, clause):
        return True
    if value.casefold() in _POINTERS and not clause.tail:
        return True  # "I'll try it"
    if not value and head.lemma in words("en", "bare_thoughts"):
        return True  # "I'd know"
    if _is_tautology(parse, clause):
        return True
    alone = parse.tokens[clause.subject[0]] if len(clause.subject) == 1 else None
    pointer = alone.low if alone is not None and is_pronoun(alone) else ""
    unknown = pointer in _POINTERS and subject.casefold() == pointer
    if not unknown or (pointer == "they" and head.lemma not in words("en", "thing_verbs")):
        return False
    names = (parse.tokens[i] for i in clause.body if parse.tokens[i].pos == "PROPN")
    return not any(c.isdigit() for c in value) and all(t.text == called for t in names)


def _is_tautology(parse: Parse, clause: Clause) -> bool:
    """Whether a thing is said to be what it is: "a job's a job"."""
    value = parse.child(clause.head, "attr")
    return (
        value is not None
        and value.pos == "NOUN"
        and any(parse.tokens[i].lemma == value.lemma for i in clause.subject)
    )


def _is_passive(parse: Parse, clause: Clause) -> bool:
    return parse.child(clause.head, "auxpass", "expl") is not None


def is_wanted(parse: Parse, clause: Clause) -> bool:
    """Whether a clause is an imperative: a bare verb without a subject."""
    head = parse.tokens[clause.head]
    if clause.subject or clause.how == "relative" or head.tag not in ("VB", "VBP"):
        return False
    if any(t.tag in ("MD", "VBD", "VBZ") for t in parse.all(clause.head, "aux")):
        return False
    first = next((parse.tokens[i] for i in clause.body), head)
    opens = first.i == head.i or first.low in ("please", "do", "always", "never", "also", "just")
    if head.lemma.casefold() not in words("en", "imperatives"):
        return False
    return head.pos in ("VERB", "AUX") and (opens or clause.how in ("main", "joined"))


def directness(role: Role, how: str, sureness: float) -> float:
    """How directly a statement was made: stated by whom, in which kind of clause, how clearly."""
    return round(_ROLES.get(role, 0.5) * _HOW.get(how, 1.0) * sureness, 3)
