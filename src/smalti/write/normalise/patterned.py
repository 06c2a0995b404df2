"""How statements are taken apart in languages that are read without a parser: by patterns.

The quote is read, not the sentence made of it: there the words stand as they were said. First nouns
of the vocabulary with their value ("会费是五百"), then the patterns of ``patterns.toml`` in order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import regex

from smalti.model.record import Modality
from smalti.model.turn import Role
from smalti.write.extract.cjk import speaker_name
from smalti.write.extract.tables import pattern as cue
from smalti.write.names.tables import table as names_table
from smalti.write.normalise.clauses import Clause, clauses_of
from smalti.write.normalise.readings import Reading
from smalti.write.normalise.said import Said, tidy, without_time
from smalti.write.normalise.spoken import folded
from smalti.write.normalise.tables import UNSPACED, Pattern, phrases, table, words
from smalti.write.normalise.things import (
    Side,
    has_date,
    is_person,
    measures,
    quantities_of,
    subject_side,
)
from smalti.write.predicates import Argument, Predicate, PredicateTable

_TYPED = {Argument.DATE, Argument.NUMBER}


def read_by_patterns(said: Said, vocabulary: PredicateTable) -> Reading:
    """The best reading of a statement: a known predicate, or the phrase as it is."""
    for reader in (_attributes, _clauses):
        for reading in reader(said, vocabulary):
            return reading
    phrase = said.candidate.predicate
    return Reading(phrase, said.core)


# --- clauses -----------------------------------------------------------------------------------


def _clauses(said: Said, vocabulary: PredicateTable) -> Iterator[Reading]:
    text = said.scene.quote
    for clause in clauses_of(said.scene.language):
        match = clause.pattern.search(text)
        if match is None or (clause.undated and said.mentions):
            continue
        predicate = vocabulary.find(clause.phrase, said.scene.language)
        if predicate is None:
            continue  # a vocabulary of one's own may lack it
        parts = match.groupdict()
        subject = _who(said, clause, match)
        if subject == "":
            continue
        reading = _placed(said, predicate, clause.phrase, parts["value"], subject=subject)
        if reading is None or (clause.subject == "person" and not _by_person(said, reading)):
            continue
        start = said.candidate.start
        yield replace(
            reading,
            polarity=_polarity(said, clause, match),
            condition=parts.get("condition") or "",
            until=start + _clause_end(text, match.end()),
        )


def _who(said: Said, clause: Clause, match: regex.Match[str]) -> str | None:
    """Whom a clause is about: who is named, else by the form of the verb; "" if nobody is found."""
    parts = match.groupdict()
    if clause.subject == "speaker" or parts.get("first"):
        return said.scene.turn.speaker
    if parts.get("who"):
        return str(parts["who"])
    if not parts.get("third"):
        return None
    language = said.scene.language
    before = said.scene.quote[: match.start()]
    own = words("persons", language, "first")
    found = ""
    for phrase in _NOUN_WITH_OWNER.finditer(before):
        if folded(phrase["own"]) in own and folded(phrase["noun"]) in words(language, "kin"):
            found = phrase.group()
    return found


_NOUN_WITH_OWNER = regex.compile(r"\b(?P<own>\p{L}+) (?P<noun>\p{L}[\p{L}-]+)")


def _by_person(said: Said, reading: Reading) -> bool:
    return subject_side(said, reading.subject or said.subject) is Side.PERSON


def _clause_end(text: str, end: int) -> int:
    """Where the clause around a match ends: what is dated behind it is something else."""
    found = _COMMA.search(text, end)
    return found.start() if found is not None else len(text)


_COMMA = regex.compile("[，、；;,]")


def _polarity(said: Said, clause: Clause, match: regex.Match[str]) -> bool | None:
    """What a pattern tells of polarity; a "not" beside the matched words denies something else."""
    language = said.scene.language
    if clause.polarity is not None or said.candidate.polarity or language not in ("zh", "ja"):
        return clause.polarity
    start = max(0, match.start() - _BEFORE)
    end = match.end() + (_BEHIND if language == "ja" else 0)
    around = said.scene.quote[start:end]
    return None if cue(language, "negative").search(around) else True


_BEFORE, _BEHIND = 2, 12  # characters around the matched words in which "not" belongs to them


# --- nouns with a value ------------------------------------------------------------------------


def _attributes(said: Said, vocabulary: PredicateTable) -> Iterator[Reading]:
    """会费是五百, 血液型はABです: a noun of the vocabulary and what stands behind the copula."""
    language, sentence = said.scene.language, said.candidate.sentence
    if "copulas" not in table(language):
        return
    match = _attribute(language).match(sentence)
    if match is None:
        return
    noun = match["noun"]
    while noun:
        reading = _property(said, vocabulary.find(noun, language), noun, match)
        if reading is not None:
            yield reading
            return
        noun = noun[1:]  # "访客无线密码": the head of a Chinese or Japanese noun stands last


def _property(
    said: Said, predicate: Predicate | None, noun: str, match: regex.Match[str]
) -> Reading | None:
    """A noun as a property; one for somebody needs a name as its value."""
    language, value = said.scene.language, match["value"]
    if predicate is None or noun in words(language, "thin"):
        return None
    if Argument.PERSON in predicate.value and not _is_name(value, language):
        return None
    owner = _owner(said, match["owner"] or "", match["noun"])
    return _placed(said, predicate, noun, value, subject=owner)


def _owner(said: Said, owner: str, noun: str) -> str:
    """Whose a property is: the one named before the noun, else whom the statement is about."""
    speaker = said.scene.turn.speaker
    language = said.scene.language
    owner = without_time(owner, said.mentions, language)
    if owner in phrases(language, "people"):
        return owner + noun  # what a doctor finds is not the doctor's
    if owner:
        return speaker if owner == speaker_name(speaker) else owner
    return speaker if said.subject.endswith(noun) and said.subject != noun else said.subject


def _is_name(text: str, language: str) -> bool:
    """Whether a text may be somebody's name: a title behind, or a family name before."""
    if is_person(text, language):
        return True
    known = names_table("east_asian")["surnames"].get(language, {})
    return 1 < len(text) <= _LONGEST_NAME and (text[:1] in known or text[:2] in known)


_LONGEST_NAME = 5  # characters


@cache
def _attribute(language: str) -> Pattern:
    own = table(language)
    return regex.compile(
        rf"(?:(?P<owner>[^，。、は]{{1,14}})[的の])?(?P<noun>[^的の，。、はがも是]{{1,10}}?)"
        rf"{own['copulas']}\s*(?P<value>[^，。；！？!?、]{{1,40}}?){own['end']}"
    )


# --- what fits ---------------------------------------------------------------------------------


def _placed(
    said: Said, predicate: Predicate, phrase: str, value: str, *, subject: str | None = None
) -> Reading | None:
    """A reading if the value is of the type, and the subject somebody or something fitting."""
    subject = _subject(said, value) if subject is None else subject
    if not _takes(said, predicate, value, subject):
        return None
    text = _bare(said, value, predicate)
    if not text:
        return None
    return Reading(phrase, text, predicate=predicate, subject=subject)


def _subject(said: Said, value: str) -> str:
    """The subject; the speaker where what was taken for the subject is the value."""
    subject, speaker = said.subject, said.scene.turn.speaker
    name = speaker_name(speaker)
    own = subject.removeprefix(name).lstrip("的の")
    taken = own and (own in value or value in own or _is_time(said, own))
    return speaker if subject != speaker and taken else subject


def _is_time(said: Said, text: str) -> bool:
    language = said.scene.language
    return language in ("zh", "ja") and cue(language, "time").fullmatch(text) is not None


def _takes(said: Said, predicate: Predicate, value: str, subject: str) -> bool:
    turn, wanted = said.scene.turn, set(predicate.value)
    if subject == turn.speaker and turn.role is not Role.USER:
        return False  # what an assistant says without a subject is about somebody else
    if has_date(said, subject) or _is_time(said, subject):
        return False
    if subject == turn.speaker and said.candidate.modality is Modality.QUOTED:
        return False  # what somebody heard is seldom about themselves
    if _VERB_END.search(value):
        return False
    if wanted == {Argument.DATE} and not _is_date(said, value):
        return False
    if wanted <= _TYPED:
        number = Argument.NUMBER in wanted and any(
            measures(quantity, predicate.dimension) for quantity in quantities_of(value)
        )
        if not number and not (Argument.DATE in wanted and has_date(said, value)):
            return False
    if not any(c.isalnum() for c in value):
        return False
    side = subject_side(said, subject)
    if side is Side.PERSON:
        return Argument.PERSON in predicate.subject
    return bool({Argument.THING, Argument.TEXT} & set(predicate.subject))


_VERB_END = regex.compile(r"(?:ません|ない|ます|ている|てる|しか)$")


_AROUND_DATE = 3  # characters beside the time words of a date


def _is_date(said: Said, value: str) -> bool:
    left = without_time(value, said.mentions, said.scene.language)
    return left != value and len(left) <= _AROUND_DATE


def _bare(said: Said, value: str, predicate: Predicate) -> str:
    """A value without time words, measure words and particles."""
    language = said.scene.language
    text = value.strip()
    if not set(predicate.value) & _TYPED:
        text = without_time(text, said.mentions, language).strip()
    for particle in sorted(words(language, "particles"), key=len, reverse=True):
        text = text.removesuffix(particle)
    text = tidy(text, language) if language not in UNSPACED else _without_adverbs(text, language)
    if predicate.name in words("patterns", "counted"):
        text = _without_measure(text, language)
    return text.strip(_EDGE)


_EDGE = ' \t“”"「」『』（）()：:；;，,。'


def _without_adverbs(text: str, language: str) -> str:
    for adverb in phrases(language, "adverbs"):
        text = text.removeprefix(adverb)
    return text


def _without_measure(text: str, language: str) -> str:
    """只柯基 is a 柯基: the measure word between a number and its noun, without the number."""
    marks = words(language, "measures")
    first = text[:1]
    while first in marks and len(text) > 1 and first not in ("两", "三"):
        text = text[1:]
        first = text[:1]
    return text
