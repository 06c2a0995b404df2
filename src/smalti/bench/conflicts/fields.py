"""How an event of MemConflict is put into words, and into a predicate and a value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a persona: its predicate, and a sentence with it in the first person.

    ``other`` is the sentence about somebody else, with ``{who}``.
    """

    predicate: str
    own: str
    other: str


def _is(predicate: str, words: str) -> Field:
    return Field(predicate, f"My {words} is {{value}}.", f"{{who}}'s {words} is {{value}}.")


def _has(what: str) -> Field:
    return Field(f"has {what}", f"{{value}}, I have {what}.", f"{{value}}, {{who}} has {what}.")


FIELDS: Mapping[str, Field] = {
    "Residence": Field("lives_in", "I live in {value}.", "{who} lives in {value}."),
    "Marital_Status.Status": Field("marital_status", "I am {value}.", "{who} is {value}."),
    "Marital_Status.Name": _is("partner_of", "partner"),
    "Career_Status.Employment_Status": _is("employment_status", "employment status"),
    "Career_Status.Company_Type": _is("company type", "company type"),
    "Career_Status.Company_Name": Field(
        "works_for", "I work for {value}.", "{who} works for {value}."
    ),
    "Career_Status.Job_Title": _is("has_role", "job title"),
    "Career_Status.Industry": _is("industry", "industry"),
    "Career_Status.Monthly_Income": _is("salary", "monthly income"),
    "Career_Status.Savings_Amount": Field(
        "savings", "My savings are {value}.", "{who}'s savings are {value}."
    ),
    "Health_Status.Physical_Health": _is("physical health", "physical health"),
    "Health_Status.Mental_Health": _is("mental health", "mental health"),
    "Work_Status.Current_State": _is("work status", "work status"),
    "Social_Status.Current_State": _is("social status", "social status"),
    "Name": _is("named", "name"),
    "Gender": _is("gender", "gender"),
    "Birthdate": Field("born_on", "I was born on {value}.", "{who} was born on {value}."),
    "Birthplace": Field("born_in", "I was born in {value}.", "{who} was born in {value}."),
    "Education_Background.Major": Field(
        "studies", "My field of study is {value}.", "{who}'s field of study is {value}."
    ),
    "Education_Background.University": Field(
        "graduated_from", "I graduated from {value}.", "{who} graduated from {value}."
    ),
    "Education_Background.Highest_Degree": _is("highest degree", "highest degree"),
    "Family_Information.Sibling_Count": _is("number of siblings", "number of siblings"),
    "Family_Information.Has_Siblings": _has("siblings"),
    "Family_Information.Has_Father": _has("a father"),
    "Family_Information.Has_Mother": _has("a mother"),
    "Family_Information.Father.Birth_Date": _is("father's date of birth", "father's date of birth"),
    "Family_Information.Mother.Birth_Date": _is("mother's date of birth", "mother's date of birth"),
    "Family_Information.Mother.Name": _is("mother's name", "mother's name"),
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
    for answer, kept in (("yes, ", ""), ("no, ", "It is not so that ")):
        if text.casefold().startswith(answer):
            text = kept + text[len(answer) :]
    return text[:1].upper() + text[1:]


def plain(value: Any) -> str:
    """A value in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace("_", " ").strip().rstrip(".")
