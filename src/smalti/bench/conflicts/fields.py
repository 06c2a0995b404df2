"""How an event of MemConflict is put into words, and into a predicate and a value."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a persona: its predicate, and a sentence with it in the first person.

    ``other`` is the sentence about somebody else, with ``{who}``; ``relative`` whose field it is,
    where that is a relative of who is spoken of.
    """

    predicate: str
    own: str
    other: str
    relative: str = ""


def _is(predicate: str, words: str) -> Field:
    return Field(predicate, f"My {words} is {{value}}.", f"{{who}}'s {words} is {{value}}.")


def _of(relative: str, predicate: str, words: str) -> Field:
    return replace(_is(predicate, f"{relative}'s {words}"), relative=relative)


def _has(what: str, predicate: str) -> Field:
    return Field(predicate, f"{{value}}, I have {what}.", f"{{value}}, {{who}} has {what}.")


FIELDS: Mapping[str, Field] = {
    "Residence": Field("lives_in", "I live in {value}.", "{who} lives in {value}."),
    "Marital_Status.Status": Field("marital_status", "I am {value}.", "{who} is {value}."),
    "Marital_Status.Name": _is("partner_of", "partner"),
    "Career_Status.Employment_Status": _is("employment_status", "employment status"),
    "Career_Status.Company_Type": _is("company_type", "company type"),
    "Career_Status.Company_Name": Field(
        "works_for", "I work for {value}.", "{who} works for {value}."
    ),
    "Career_Status.Job_Title": _is("has_role", "job title"),
    "Career_Status.Industry": _is("industry", "industry"),
    "Career_Status.Monthly_Income": _is("salary", "monthly income"),
    "Career_Status.Savings_Amount": Field(
        "savings", "My savings are {value}.", "{who}'s savings are {value}."
    ),
    "Children_Status.Status": _has("children", "has_children"),
    "Children_Status.Has_Children": _has("children", "has_children"),
    "Children_Status.Children_Count": _is("number_of_children", "number of children"),
    "Health_Status": _is("general_health", "health status"),
    "Health_Status.Physical_Health": _is("physical_health", "physical health"),
    "Health_Status.Mental_Health": _is("mental_health", "mental health"),
    "Work_Status.Current_State": _is("work_state", "work status"),
    "Social_Status.Current_State": _is("social_life", "social status"),
    "Name": _is("personal_name", "name"),
    "Gender": _is("gender", "gender"),
    "Birthdate": Field("born_on", "I was born on {value}.", "{who} was born on {value}."),
    "Birthplace": Field("born_in", "I was born in {value}.", "{who} was born in {value}."),
    "Education_Background.Major": _is("field_of_study", "field of study"),
    "Education_Background.University": _is("alma_mater", "alma mater"),
    "Education_Background.Highest_Degree": _is("highest_degree", "highest degree"),
    "Family_Information.Sibling_Count": _is("number_of_siblings", "number of siblings"),
    "Family_Information.Has_Siblings": _has("siblings", "has_siblings"),
    "Family_Information.Has_Father": _has("a father", "has_father"),
    "Family_Information.Has_Mother": _has("a mother", "has_mother"),
    "Family_Information.Father.Birth_Date": _of("father", "born_on", "date of birth"),
    "Family_Information.Mother.Birth_Date": _of("mother", "born_on", "date of birth"),
    "Family_Information.Mother.Name": _of("mother", "personal_name", "name"),
}
"""Where the vocabulary has a predicate it is that, and the words of the field otherwise."""


_OF_OTHERS = frozenset({"Birthdate"})  # within an attribute: that of a partner


def field_of(path: str) -> Field:
    """The field of a path; one that is not listed goes by its own words."""
    words = path.replace("_", " ").replace(".", " ").casefold()
    return FIELDS.get(path) or _is(words, words)


def values(attribute: str, told: Any) -> Iterator[tuple[str, str]]:
    """The fields of an attribute that have a plain value, and that, by their path."""
    if not isinstance(told, Mapping):
        yield attribute, plain(told)
        return
    for name, value in told.items():
        if value != "" and not isinstance(value, Mapping | list) and name not in _OF_OTHERS:
            yield f"{attribute}.{name}", plain(value)


def in_words(form: str, value: str, who: str) -> str:
    """A sentence with a value in it; "no" denies it."""
    text = form.format(value=value, who=who)
    if text.casefold().startswith("yes, "):
        text = text[len("yes, ") :]
    elif text.casefold().startswith("no, "):
        text = _HAVE.sub(lambda verb: _DENIED[verb[0]], text[len("no, ") :], count=1)
    return text[:1].upper() + text[1:]


def of_user(sentence: str) -> str:
    """A sentence about the user, who is only a pronoun in it or left out, with "the user"."""
    for pattern, instead in _LEFT_OUT:
        sentence = pattern.sub(instead, sentence, count=1)
    return sentence


_LEFT_OUT = (
    (re.compile(r"^(?:He|She|They)\b"), "The user"),
    (re.compile(r"^(?:His|Her|Their)\b"), "The user's"),
    (re.compile(r"^(?=(?:Has|Was|Is|Lists|Completed)\b)"), "The user "),
    (re.compile(r"(?<=^The user )\w"), lambda first: first[0].lower()),
)

_HAVE = re.compile(r"\b(?:have|has)\b")
_DENIED = {"have": "do not have", "has": "does not have"}


def plain(value: Any) -> str:
    """A value in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace("_", " ").strip().rstrip(".")
