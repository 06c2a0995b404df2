"""A short answer read together with its question: "What's the cat called?", "Gravy"."""

from __future__ import annotations

import regex

from smalti.model.turn import Role
from smalti.write.extract.en.line import Line
from smalti.write.extract.en.questions import (
    Frame,
    elsewhere,
    frame,
    has_place,
    settled,
    vague_object,
    whole,
)
from smalti.write.extract.en.shapes import LONGEST_ANSWER, Told, is_fragment, is_noun, matched
from smalti.write.extract.en.verbless import of_bare_word, of_noun
from smalti.write.extract.en.voice import Voice
from smalti.write.extract.people import Talk, possessive
from smalti.write.extract.tables import pattern, words

_YEAR = regex.compile(r"'(?=\d\d\b)")
_ASIDE = 3  # words behind a "yes"
_DENIALS = {"never": "never"}


def told(line: Line, talk: Talk) -> Told | None:
    """What a line says as the answer to the question before it, or None."""
    asked = talk.question
    if asked is None or line.turn.role is not Role.USER:
        return None
    if asked.turn == talk.turn:
        return _of_own(asked.line, line, talk)
    if asked.line.turn.speaker == line.turn.speaker:
        return None
    if _is_courtesy(asked.line.text):
        return None
    said = pattern("en", "answer_openers", anchored=True).sub("", line.text.strip()).strip()
    said = _YEAR.sub("", said)  # "since '03"
    if not said or pattern("en", "non_answers", anchored=True).search(said):
        return None
    if said.strip("!.,? ") == asked.line.turn.speaker:  # "Thanks, Maria!"
        return None
    voice = Voice(asked.line.turn.speaker, line.turn.speaker, talk, person=False)
    bare = of_bare_word(asked.line.text, said, line, talk)
    if bare is not None:
        return bare
    taken = frame(asked.line.parse)
    if taken is None:
        return of_noun(asked.line.text, said, line, voice)
    if taken.asked:
        return _of_word(taken, said, line, voice)
    return _of_yes_or_no(taken, said, line, voice)


def _of_own(asked: Line, line: Line, talk: Talk) -> Told | None:
    """Read "favourite walks? the cliff path" as a label and its value: who asks goes on at once."""
    favourite = pattern("en", "own_questions", anchored=True).search(asked.text) is not None
    if not favourite or frame(asked.parse) is not None:
        return None
    said = line.text.strip().split(", ")[0]
    voice = Voice(line.turn.speaker, line.turn.speaker, talk, person=False)
    return of_noun(asked.text, said, line, voice)


def _is_courtesy(question: str) -> bool:
    """Whether a question is an offer or politeness, whose answer tells nothing to remember."""
    bare = pattern("en", "greetings", anchored=True).sub("", question.strip())
    bare = pattern("en", "openers", anchored=True).sub("", bare).replace("’", "'")
    offered = pattern("en", "courtesies", anchored=True).search(bare) is not None
    return offered or pattern("en", "asks_to_tell").search(bare) is not None


def _of_yes_or_no(taken: Frame, said: str, line: Line, voice: Voice) -> Told | None:
    no, yes = matched("answers_no", said), matched("answers_yes", said)
    if no is not None:
        return _of_no(taken, said, no, line, voice)
    if yes is None:
        return _of_kind(taken, said, line, voice)
    more = said[yes.end() :].strip(_BLANKS)
    if len(more.split()) > _ASIDE and voice.talk.is_among_people(line.turn):
        return None  # friends say yes to whatever was said last
    short = bool(more) and is_fragment(line) and len(more.split()) <= LONGEST_ANSWER
    text = settled(taken, "", voice, more if short else "")
    return Told(text, _place(line, more) if more and not short else None)


def _of_no(taken: Frame, said: str, no: regex.Match[str], line: Line, voice: Voice) -> Told:
    more = said[no.end() :].strip(_BLANKS)
    place, _, after = more.partition(",")
    if _PLACE.match(place) and has_place(taken):  # "TLS ends there?", "no, at the balancer"
        return Told(elsewhere(taken, place, voice), _place(line, after.strip(_BLANKS)))
    how = (no.group("how") or "").casefold()
    text = settled(taken, _DENIALS.get(how, "not"), voice)
    ending = _endings(how)
    return Told(_with_none(text + ending), _place(line, more))


def _endings(how: str) -> str:
    if how in ("", "never"):
        return ""
    if "more" in how:
        return " any more"
    return " yet" if how == "not yet" else f" {how}"  # "since January"


def _place(line: Line, more: str) -> int | None:
    """Where in a line its last words stand."""
    found = line.text.rfind(more) if more else -1
    return found if found > 0 else None


_BLANKS = " ,.;:!-–—"
_PLACE = regex.compile(r"^(?:at|in|on|under|behind|from|with|to|near|by)\s", regex.IGNORECASE)


def _with_none(text: str) -> str:
    return regex.sub(r"^There (is|are) not (?:a|an|any) ", r"There \1 no ", text)


def _of_kind(taken: Frame, said: str, line: Line, voice: Voice) -> Told | None:
    """Read a bare noun as what was asked for in general: "Do you have a target?", "76 kilos"."""
    vague = vague_object(taken)
    called = {t.text for t in line.parse.tokens} & voice.talk.names()  # "Wow, Maria"
    if vague is None or called or not is_fragment(line) or not is_noun(line):
        return None
    if taken.parse.tokens[taken.head].lemma == "have" and vague.tag == "NN":
        subject = voice.addressee or ""
        before = [t.text for t in taken.parse.all(vague.i, "amod", "compound")]
        noun = " ".join([*before, vague.text])
        return Told(f"{possessive(subject)} {noun} is {said}")
    return Told(settled(taken, "", voice, said))


def _of_word(taken: Frame, said: str, line: Line, voice: Voice) -> Told | None:
    if not is_fragment(line) or len(said.split()) > LONGEST_ANSWER:
        return None
    verb = taken.parse.tokens[taken.head].low
    said = said[len(verb) :].strip() if said.casefold().startswith(f"{verb} ") else said
    settled_ = matched("answers_no", said) or matched("answers_yes", said)
    if settled_ or taken.word in ("why", "whose"):
        return None
    subject = taken.parse.tokens[taken.subject[0]].low if taken.subject else ""
    if taken.word == "how" and subject in ("it", "that"):
        return None  # "how far is it?": the way, not the last thing named
    does = taken.parse.tokens[taken.head].lemma == "do" and _is_role(said)
    return Told(whole(taken, _fitted(taken, said), voice, verb="be" if does else ""))


_ROLE = regex.compile(r"\w{2,}(?:er|or|ist|ian|ant|ess|man|woman)$", regex.IGNORECASE)


def _is_role(said: str) -> bool:
    """Whether an answer names a trade: "What does he do?", "crane operator"."""
    first = regex.split(r"\s+(?:at|in|for|with|of|on)\b|,", said.rstrip(".!;, "))[0].split()
    return bool(first) and (
        first[-1].casefold() in words("en", "person_roles") or _ROLE.match(first[-1]) is not None
    )


def _fitted(taken: Frame, said: str) -> str:
    """The answer as it goes into the statement: "the 14" as "the 14 bus", "Oslo" as "in Oslo"."""
    said = _first_part(taken, said.rstrip(".!,; "))
    tokens = [taken.parse.tokens[i] for i in taken.asked]
    noun = next((t.low for t in tokens if t.pos in ("NOUN", "PROPN")), "")
    if taken.word == "where" and said[:1].isupper():
        return f"in {said}"
    if noun in ("time", "hour") and said[:1].isdigit():
        return f"at {said}"
    counted = noun not in ("", "kind", "sort", "type", "time") and matched("bare_numbers", said)
    return f"{said} {noun}" if counted else said


def _first_part(taken: Frame, said: str) -> str:
    """Of "Annegret, from Dresden" what can be a subject; of "me, why?" what is no question."""
    first, comma, rest = said.partition(",")
    listed = regex.search(r"\b(?:and|or|&)\b", rest) is not None
    return first if comma and not listed and (not taken.subject or "?" in rest) else said
