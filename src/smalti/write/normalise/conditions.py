"""The tests of ``thin.toml``: what must be true of an object for a phrase to mean a predicate."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache

from smalti.model.record import RecordKind
from smalti.model.time import Precision
from smalti.text.when import Relation
from smalti.write.extract.candidate import Tense
from smalti.write.normalise import unspaced
from smalti.write.normalise.case import Case
from smalti.write.normalise.forms import FORMS, definite, filled
from smalti.write.normalise.said import bare, head_of, is_time, overlaps_time, tokens
from smalti.write.normalise.spoken import folded, name_inside
from smalti.write.normalise.tables import UNSPACED, table, words
from smalti.write.normalise.things import (
    Side,
    has_date,
    is_kin,
    is_named,
    is_organisation_name,
    is_person,
    is_pet,
    is_proper,
    quantities_of,
)


def holds(test: str, case: Case) -> bool:
    """Whether a test holds: one by name, or a list that a word of the object is in.

    "head." before the name of a list asks for the word that the object is about.
    """
    if test.startswith("!"):
        return not holds(test[1:], case)
    tests = _UNSPACED_TESTS if case.language in UNSPACED else TESTS
    if test in tests:
        return tests[test](case)
    if case.language in UNSPACED:
        return unspaced.ends_in(case, test)
    if test.startswith(_HEAD):
        return bool({case.head, case.head.removesuffix("s")} & words(case.language, test[_ABOUT:]))
    wanted = words(case.language, test)
    return bool(wanted & {case.head, case.head.removesuffix("s"), *case.words[:4]})


_HEAD = "head."
_MONEY = "currency:"
_ABOUT = len(_HEAD)


def is_thin(language: str, phrase: str) -> list[str] | None:
    """The readings of a phrase that means several things; ``None`` for one that means one."""
    return _thin(language).get(folded(phrase))


@cache
def _thin(language: str) -> dict[str, list[str]]:
    return {folded(phrase): meant for phrase, meant in table("thin").get(language, {}).items()}


# --- of what the object is ---------------------------------------------------------------------


def placed(case: Case) -> bool:
    """A place: by name, or by a word for places with an article or an owner."""
    if is_person(case.phrase, case.language):
        return False
    text = bare(case.object, case.language)
    if is_proper(text, case.language) or is_proper(case.phrase, case.language):
        return True
    known = case.head in words(case.language, "places")
    return known and (definite(case) or case.head in words(case.language, "bare_places"))


def organised(case: Case) -> bool:
    """An organisation: by name, or by a word for one with an article or an owner."""
    text = case.phrase
    if is_proper(text, case.language) or is_organisation_name(text, case.language):
        return not is_person(text, case.language)
    return case.head in words(case.language, "organisations") and definite(case)


def somebody(case: Case) -> bool:
    """A person: by name, title or kinship."""
    text = case.phrase
    if is_person(text, case.language):
        return True
    return is_proper(text, case.language) and not is_organisation_name(text, case.language)


def _model(case: Case) -> bool:
    """A make or model: "a 2014 Outback"."""
    named = FORMS["articled"](case) and is_named(case.object, case.language)
    return named and not FORMS["owned"](case)


def _medicine(case: Case) -> bool:
    if any(found.dimension == "mass" for found in quantities_of(case.object)):
        return True
    if case.head in words(case.language, "medicines"):
        return True
    if len(case.words) > 2 or len(case.first) <= _SHORT or case.says("abstract"):
        return False
    return case.first.endswith(tuple(words(case.language, "medicine_endings"))) and not (
        case.first.endswith(tuple(words(case.language, "other_endings")))
    )


_SHORT = 5  # letters: too few to tell a medicine by its ending


def _kind(case: Case) -> bool:
    """A kind of thing: a noun that says what something is."""
    lists = ("kinds_of_nothing", "abstract", "quantifiers", "times", "pronouns")
    nothing = frozenset().union(*(words(case.language, name) for name in lists))
    if not case.head or set(case.words) & nothing:
        return False
    several = case.said.candidate.sentence.startswith(f"{case.subject} and others")
    return not several and not is_proper(bare(case.object, case.language), case.language)


def _appointed(case: Case) -> bool:
    """A day or a time of day, for which something may be arranged: no year."""
    mention = overlaps_time(case.said, case.object)
    if mention is None or mention.relation not in _POINTED:
        return False
    return mention.precision is not Precision.YEAR and is_time(case.said, case.object)


_POINTED = (Relation.AT, Relation.RECURRING, Relation.SINCE)  # "until 11" is no appointment


def _recurring(case: Case) -> bool:
    mention = overlaps_time(case.said, case.object)
    return mention is not None and mention.recurrence is not None and mention.interval is None


def _definition(case: Case) -> bool:
    vague = set(case.words[:3]) & words(case.language, "quantifiers")
    exact = FORMS["articled"](case) or is_proper(case.object, case.language)
    return filled(case) and exact and not vague


# --- of the subject ----------------------------------------------------------------------------


def _ruled(case: Case) -> bool:
    """Said by what makes rules: a policy, a hotel, a law."""
    rulers = words(case.language, "rulers")
    ruled = head_of(case.subject, case.language) in rulers or bool(
        set(tokens(case.subject)) & rulers
    )
    return filled(case) and (ruled or is_organisation_name(case.subject, case.language))


def _thing_subject(case: Case) -> bool:
    named = case.side is Side.NAME and case.said.candidate.kind is not RecordKind.CLAIM
    return named or case.side in (Side.THING, Side.OPEN)


def _named_subject(case: Case) -> bool:
    """Somebody, or something that is named: no "it", no "Thursdays"."""
    if case.side is not Side.THING:
        return case.side is not Side.OPEN
    vague = set(tokens(case.subject)[:1]) & words(case.language, "pronouns")
    return bool(tokens(case.subject)) and not vague and not is_time(case.said, case.subject)


# --- of the statement --------------------------------------------------------------------------


def _state(case: Case) -> bool:
    """Something that lasts, not something that happened."""
    candidate = case.said.candidate
    if candidate.kind is RecordKind.EVENT or "had" in tokens(candidate.sentence):
        return candidate.ended
    return candidate.tense is not Tense.PAST or candidate.ended


def _habitual(case: Case) -> bool:
    """What somebody does or does not do as a rule: in the present, and no perfect."""
    candidate = case.said.candidate
    perfect = {"has", "have", "had", "haven't", "hasn't"} & set(tokens(candidate.sentence)[:6])
    lasting = candidate.kind is not RecordKind.EVENT and candidate.tense is Tense.PRESENT
    return lasting and not perfect


def _past(case: Case) -> bool:
    candidate = case.said.candidate
    return candidate.tense is Tense.PAST or candidate.kind is RecordKind.EVENT


TESTS: Mapping[str, Callable[[Case], bool]] = {
    **FORMS,
    "place": placed,
    "placed": placed,
    "org": organised,
    "org_name": lambda case: is_organisation_name(case.phrase, case.language),
    "person": somebody,
    "name": somebody,
    "kin": lambda case: is_kin(case.object, case.language),
    "named": lambda case: is_named(case.phrase, case.language),
    "model": _model,
    "medicine": _medicine,
    "kind": _kind,
    "definition": _definition,
    "number": lambda case: bool(quantities_of(case.object)),
    "money": lambda case: any(
        found.dimension.startswith(_MONEY) for found in quantities_of(case.object)
    ),
    "date": lambda case: has_date(case.said, case.object),
    "when": lambda case: is_time(case.said, case.object),
    "appointed": _appointed,
    "recurring": _recurring,
    "ruled": _ruled,
    "thing": _thing_subject,
    "person_subject": lambda case: case.side in (Side.PERSON, Side.NAME),
    "somebody_subject": lambda case: case.side is Side.PERSON,
    "medic_subject": lambda case: (
        head_of(case.subject, case.language) in words(case.language, "medics")
    ),
    "happening": lambda case: "having" in tokens(case.said.sentence),
    "pet_subject": lambda case: is_pet(case.subject, case.language),
    "named_subject": _named_subject,
    "state": _state,
    "habitual": _habitual,
    "opening": lambda case: case.said.sentence.startswith(folded(name_inside(case.subject))),
    "affirmed": lambda case: case.said.candidate.polarity,
    "present": lambda case: case.said.candidate.tense is not Tense.PAST,
    "past": _past,
    "request": lambda case: "want the assistant" in " ".join(case.said.predicate),
    "attribute": lambda case: case.attribute,
}
"""The tests by name."""


_UNSPACED_TESTS = {**TESTS, **unspaced.TESTS}


def of_subject(case: Case) -> Case:
    """The same with the subject where the object stands, so that it can be tested."""
    return replace(case, object=case.subject)
