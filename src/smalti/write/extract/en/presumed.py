"""What a sentence takes for granted: "as a former smoker you may …", "within your 21k budget".

An assistant's advice is no memory, but what it presumes of the user can be wrong, and is then worth
an objection.
"""

from __future__ import annotations

from collections.abc import Iterator

import regex

from smalti.model.turn import Role
from smalti.write.extract.candidate import Candidate
from smalti.write.extract.en.gates import directness
from smalti.write.extract.en.line import Line
from smalti.write.extract.en.make import Said, of_words
from smalti.write.extract.en.parse import Parse, Token
from smalti.write.extract.en.render import noun_numbers, phrase
from smalti.write.extract.en.voice import Voice
from smalti.write.extract.people import shown
from smalti.write.extract.tables import words

_ROLE = regex.compile(r"\w{3,}(?:er|or|ist|ian|ant|ess|man|woman)$")
_AMOUNT = regex.compile(r"[€$£]?\d[\d.,]*(?:k|m|kg|km|%|€)?$")
_CLOCK = regex.compile(r"\d{1,2}[:.h]\d\d(?:am|pm)?$|\d{1,2}(?:am|pm)$")
_YEAR = regex.compile(r"(?:19|20)\d\d$")
_SAYS_OF = {Role.USER: "i", Role.ASSISTANT: "you"}
_GIVEN = ("with", "given", "considering", "despite")
_WHERE = ("in", "at")
_PRESUMED = 0.9  # how directly what goes without saying is said

Made = tuple[tuple[int, ...], Said]


def presumed(line: Line, voice: Voice) -> Iterator[Candidate]:
    """The statements about the user that a sentence rests on."""
    forms = _FORMS if line.turn.role is Role.ASSISTANT else _FORMS[:1]
    for token in line.parse.tokens:
        made = next((made for form in forms if (made := form(line, token, voice))), None)
        if made is not None:
            yield of_words(line, *made)


def _said(line: Line, text: str, subject: str, predicate: str, value: str) -> Said:
    return Said(text, subject, predicate, value, directness(line.turn.role, "", _PRESUMED))


def _user(line: Line, voice: Voice) -> str:
    return voice.speaker if line.turn.role is Role.USER else voice.addressee or ""


def _as_role(line: Line, token: Token, voice: Voice) -> Made | None:
    """Read "as a former smoker you may …" as what the user is."""
    parse = line.parse
    noun = parse.child(token.i, "pobj")
    if token.low != "as" or noun is None or not _opens(parse, token) or not _is_role(parse, noun):
        return None
    who = parse.child(token.head, "nsubj", "nsubjpass")
    user = _user(line, voice)
    if parse.tokens[token.head].tag == "VBD":
        return None  # "as a student I worked nights"
    if who is None or who.low != _SAYS_OF.get(line.turn.role) or who.i < token.i or not user:
        return None
    numbers = tuple(i for i in parse.subtree(noun.i) if i < who.i and parse.tokens[i].text != ",")
    what = phrase(parse, numbers, voice)
    return numbers, _said(line, f"{shown(user)} is {what}", user, "be", what)


def _opens(parse: Parse, token: Token) -> bool:
    return token.i == 0 or parse.tokens[token.i - 1].pos in ("PUNCT", "CCONJ", "ADV", "VERB")


def _is_role(parse: Parse, noun: Token) -> bool:
    """Whether a noun tells what somebody is: "a teacher", "a former smoker"."""
    if noun.tag != "NN" or not any(t.low in ("a", "an") for t in parse.all(noun.i, "det")):
        return False
    if noun.low in words("en", "no_roles"):
        return False
    named = noun.low in words("en", "person_roles") | words("en", "person_adjectives")
    return named or _ROLE.search(noun.low) is not None


def _of_amount(line: Line, token: Token, voice: Voice) -> Made | None:
    """Read "within your 21k budget" as how much it is."""
    parse = line.parse
    amount = next((t for t in parse.all(token.i, "nummod", "compound", "amod") if _tells(t)), None)
    if amount is None or token.tag != "NN" or not _is_yours(parse, token):
        return None
    numbers = tuple(noun_numbers(parse, token.i))
    rest = [i for i in numbers if i != amount.i]
    noun = " ".join(parse.tokens[i].text for i in rest if parse.tokens[i].dep != "poss")
    at = "at " if _CLOCK.fullmatch(amount.text) else ""
    text = f"{phrase(parse, rest, voice)} is {at}{amount.text}"
    return numbers, _said(line, text, _user(line, voice), noun, amount.text)


def _tells(token: Token) -> bool:
    told = _AMOUNT.fullmatch(token.text) or _CLOCK.fullmatch(token.text)
    return told is not None and _YEAR.fullmatch(token.text) is None


def _is_yours(parse: Parse, token: Token) -> bool:
    return any(t.low == "your" for t in parse.all(token.i, "poss"))


def _of_place(line: Line, token: Token, voice: Voice) -> Made | None:
    """Read "with your background in geography" as what it is in."""
    parse = line.parse
    above = parse.tokens[token.head]
    link = next((t for t in parse.all(token.i, "prep") if t.low in _WHERE), None)
    given = token.dep == "pobj" and above.low in _GIVEN and _is_yours(parse, token)
    if not given or link is None or token.low in words("en", "abstract_heads"):
        return None
    numbers = tuple(parse.subtree(token.i))
    owned = phrase(parse, noun_numbers(parse, token.i), voice)
    value = phrase(parse, [i for i in parse.subtree(link.i) if i != link.i], voice)
    text = f"{owned} is {link.low} {value}"
    return numbers, _said(line, text, owned, f"be {link.low}", value)


_FORMS = (_as_role, _of_amount, _of_place)
